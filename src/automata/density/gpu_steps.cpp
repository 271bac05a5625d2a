#include "automata/density/gpu_steps.hpp"

#include "automata/density/density.hpp"

namespace repose::density {

namespace {

// Texels of a tile with its rim, of which two tiles fit into the 32 KiB of shared memory that every driver has. A step
// looks two rows up and down.
constexpr int kTileColumns = 16, kTileRows = 48, kRimColumns = 1, kRimRows = 2 * GpuSteps::kStepsAtOnce;
constexpr int kInnerColumns = kTileColumns - 2 * kRimColumns, kInnerRows = kTileRows - 2 * kRimRows;
static_assert(2 * kTileColumns * kTileRows * 16 <= 32 * 1024);

// The bits of each word that hold the cells first..last-1 of a texel.
std::array<GLuint, 4> lane_bits(int first, int last, int cell_bits) {
  std::array<GLuint, 4> words{};
  for (int bit = first * cell_bits; bit < last * cell_bits; ++bit)
    words[static_cast<std::size_t>(bit / 32)] |= 1u << (bit % 32);
  return words;
}

GLuint in_every_cell(std::uint16_t value, int cell_bits) {
  return value * (cell_bits == 16 ? 0x00010001u : 0x01010101u);
}

enum class Part { step, rim, at_once };

// Parts that are not needed are left out of the shader. With an open edge the shader computes the rim.
std::optional<Program> load_part(Part part, CellCodes::Kind kind, bool right, std::string& error) {
  const int cell_bits = kind == CellCodes::Kind::wide ? 16 : 8;
  const ShaderConstant constants[] = {{"kCellBits", static_cast<std::uint32_t>(cell_bits)},
                                      {"kOnes", std::uint32_t{in_every_cell(1, cell_bits)}},
                                      {"kRanksByTable", std::uint32_t{kind == CellCodes::Kind::tabled}},
                                      {"kBiasRight", std::uint32_t{right}},
                                      {"kOpenEdge", std::uint32_t{part == Part::rim}},
                                      {"kTileColumns", kTileColumns},
                                      {"kTileRows", kTileRows},
                                      {"kRimColumns", kRimColumns},
                                      {"kRimRows", kRimRows}};
  const ProgramFiles files{part == Part::rim ? "density/rects.vert" : "common/fullscreen.vert", "density/step.frag"};
  auto program = part == Part::at_once ? Program::load_compute("density/steps.comp", constants, error)
                                       : Program::load(files, constants, error);
  if (!program) return std::nullopt;
  program->set_unit("u_cells", PackedCells::kCellsUnit);
  program->set_unit("u_rules", PackedCells::kRulesUnit);
  program->set_unit("u_codes", PackedCells::kCodesUnit);
  return program;
}

void prepare_program(const Program& program, const PackedCells& cells) {
  const CellCodes& codes = cells.codes();
  const int bits = codes.cell_bits(), last = (cells.width() - 1) % cells.cells_a_texel();
  const auto real = lane_bits(0, last + 1, bits), last_cell = lane_bits(last, last + 1, bits);
  std::array<GLuint, 4> masks{};
  for (std::size_t i = 0; i < masks.size(); ++i) masks[i] = in_every_cell(codes.rank_masks()[i], bits);
  program.use();
  glUniform2i(program.uniform("u_last"), cells.columns() - 1, cells.height() - 1);
  glUniform4uiv(program.uniform("u_real"), 1, real.data());
  glUniform4uiv(program.uniform("u_last_cell"), 1, last_cell.data());
  glUniform1ui(program.uniform("u_last_shift"), static_cast<GLuint>(last * bits % 32));
  glUniform4uiv(program.uniform("u_rank_masks"), 1, masks.data());
  glUniform1ui(program.uniform("u_wall"), in_every_cell(codes.wall_rank(), bits));
  glUniform1ui(program.uniform("u_background"), codes.code_of(admit(codes.rules(), 0, nullptr)));
}

}  // namespace

bool GpuSteps::load(CellCodes::Kind kind, bool open_edge, std::string& error) {
  KindPrograms& programs = programs_[static_cast<std::size_t>(kind)];
  const auto load_both = [&](Part part, Programs& both) {
    for (const bool right : {false, true}) {
      if (!both[right]) both[right] = load_part(part, kind, right, error);
      if (!both[right]) return false;
    }
    return true;
  };
  return load_both(Part::step, programs.step) && (!open_edge || load_both(Part::rim, programs.rim)) &&
         (!in_compute_ || load_both(Part::at_once, programs.at_once));
}

void GpuSteps::prepare(const PackedCells& cells, bool open_edge) const {
  const KindPrograms& kind = programs(cells);
  for (const std::size_t right : {0u, 1u}) {
    prepare_program(*kind.step[right], cells);
    if (open_edge) prepare_program(*kind.rim[right], cells);
    if (in_compute_) prepare_program(*kind.at_once[right], cells);
  }
  cells.bind_tables();
}

void GpuSteps::take(const PackedCells& cells, Bias bias, int count) const {
  const std::size_t right = bias == Bias::right;
  glBindTexture(GL_TEXTURE_2D, cells.front().texture.name());
  if (count == 1) {
    programs(cells).step[right]->use();
    glBindVertexArray(no_vertices_.get());
    cells.back().framebuffer.bind();
    glDrawArrays(GL_TRIANGLES, 0, 3);
    return;
  }
  const Program& program = *programs(cells).at_once[right];
  program.use();
  glUniform1i(program.uniform("u_steps"), count);
  glBindImageTexture(0, cells.back().texture.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA32UI);
  dispatch_compute((cells.columns() + kInnerColumns - 1) / kInnerColumns,
                   (cells.height() + kInnerRows - 1) / kInnerRows);
}

void GpuSteps::draw_rim(const PackedCells& cells, Bias bias) const {
  const Program& program = *programs(cells).rim[bias == Bias::right];
  program.use();
  glBindTexture(GL_TEXTURE_2D, cells.front().texture.name());
  const GLint width = cells.width(), height = cells.height(), copies = cells.columns() * cells.cells_a_texel();
  cells.draw(program, cells.back(),
             {{0, 0, copies, 1}, {0, height - 1, copies, height}, {0, 0, 1, height}, {width - 1, 0, copies, height}});
}

}  // namespace repose::density
