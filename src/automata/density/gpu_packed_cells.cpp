#include "automata/density/gpu_packed_cells.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include "automata/density/density.hpp"
#include "core/edited_cells.hpp"
#include "core/language.hpp"
#include "gl/read_back.hpp"

namespace repose::density {

namespace {

static_assert(std::endian::native == std::endian::little, "the leftmost cell of a word is its lowest byte in memory");

constexpr TexelFormat kTexelCells{GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT};
constexpr std::size_t kTexelBytes = 16;
constexpr int kStampUnit = PackedCells::kRulesUnit;

// Worlds are copied between memory and GPU in bands of rows of about this many cells, so a large world needs no second
// copy.
constexpr int kBandCells = 1 << 22;

int rows_per_band(int width, int height) { return std::clamp(kBandCells / width, 1, height); }

// A row of codes in memory.
template <class Code>
void encode_row(const World& world, int y, const CellCodes& codes, std::uint8_t* row, int count) {
  const std::size_t first = world.index(0, y);
  const auto density = world.bytes(Plane::density);
  Code code{};
  for (int x = 0; x < count; ++x) {
    if (x < world.width()) {  // outside the world: copies of the last cell
      const std::size_t i = first + static_cast<std::size_t>(x);
      code = static_cast<Code>(
          codes.code_of(admit(codes.rules(), world.cells()[i], density.empty() ? nullptr : &density[i])));
    }
    std::memcpy(row + static_cast<std::size_t>(x) * sizeof code, &code, sizeof code);
  }
}

template <class Code>
void decode_row(const std::uint8_t* row, const CellCodes& codes, World& world, int y) {
  const std::size_t first = world.index(0, y);
  const auto density = world.bytes(Plane::density);
  for (std::size_t x = 0; x < static_cast<std::size_t>(world.width()); ++x) {
    Code code{};
    std::memcpy(&code, row + x * sizeof code, sizeof code);
    const Outcome cell = codes.cell_of(code);
    world.cells()[first + x] = cell.index;
    if (!density.empty()) density[first + x] = cell.density;
  }
}

// Rows of the world from `first` on.
void decode_rows(const std::uint8_t* bytes, std::size_t row_bytes, const CellCodes& codes, World& world, int first,
                 int count) {
  for (int k = 0; k < count; ++k, bytes += row_bytes) {
    if (codes.kind() == CellCodes::Kind::wide) {
      decode_row<std::uint16_t>(bytes, codes, world, first + k);
    } else {
      decode_row<std::uint8_t>(bytes, codes, world, first + k);
    }
  }
}

}  // namespace

static constexpr SamplerUnit kPaintUnits[] = {
    {"u_cells", PackedCells::kCellsUnit}, {"u_codes", PackedCells::kCodesUnit}, {"u_stamp", kStampUnit}};

PackedCells::PackedCells(std::string& error)
    : paint_program_(Program::load({"density/rects.vert", "density/paint.frag"}, {}, error, kPaintUnits)),
      stamp_program_(Program::load({"density/rects.vert", "density/stamp.frag"}, {}, error, kPaintUnits)),
      push_({"density/rects.vert", "density/push.frag"}, error),
      rects_vertices_(make_gl_vertex_array()),
      rects_buffer_(make_gl_buffer()),
      rules_texture_(kTexelRgba8, kElementsMax, kElementsMax, "density rules"),
      codes_texture_(kTexelRgba8, kElementsMax, 1, "density codes") {
  if (error.empty()) push_.program().set_unit("u_codes", kCodesUnit);
  glBindVertexArray(rects_vertices_.get());
  glBindBuffer(GL_ARRAY_BUFFER, rects_buffer_.get());
  glEnableVertexAttribArray(0);
  glVertexAttribIPointer(0, 4, GL_INT, sizeof(CellRect), nullptr);
  glVertexAttribDivisor(0, 1);
}

void PackedCells::set_codes(const CellCodes& codes) {
  rules_texture_.write(0, 0, kElementsMax, kElementsMax, codes.rule_texels().data(), kElementsMax);
  codes_texture_.write(0, 0, kElementsMax, 1, codes.code_texels().data(), kElementsMax);
  codes_ = std::make_shared<const CellCodes>(codes);
  canvases_ = {};
  width_ = height_ = 0;
}

Status PackedCells::write(const World& world) {
  GLint side_max = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side_max);
  const int columns = (world.width() + cells_a_texel() - 1) / cells_a_texel();
  if (columns > side_max || world.height() > side_max) {
    return Status::failure(trf("A world of {}x{} cells is too large for this GPU, which takes {}x{}.", world.width(),
                               world.height(), std::int64_t{side_max} * cells_a_texel(), side_max));
  }
  PingPong canvases(kTexelCells, columns, world.height(), "density cells");
  const bool complete = canvases.complete();
  if (Status status = check_gl_errors(text_id("Making room for the world on the GPU")); !status) return status;
  if (!complete) return Status::failure(tr("This GPU cannot draw into the textures that the density automaton needs."));
  write_rows(world, canvases.front().texture);
  if (Status status = check_gl_errors(text_id("Copying the world to the GPU")); !status) return status;
  canvases_ = std::move(canvases);
  width_ = world.width();
  height_ = world.height();
  return {};
}

void PackedCells::write_rows(const World& world, const Texture& texture) const {
  const int band = rows_per_band(world.width(), world.height());
  const std::size_t row_bytes = static_cast<std::size_t>(texture.width()) * kTexelBytes;
  const int count = texture.width() * cells_a_texel();
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(band) * row_bytes);
  for (int y = 0; y < world.height(); y += band) {
    const int rows = std::min(band, world.height() - y);
    for (int k = 0; k < rows; ++k) {
      std::uint8_t* const row = &bytes[static_cast<std::size_t>(k) * row_bytes];
      if (codes_->kind() == CellCodes::Kind::wide) {
        encode_row<std::uint16_t>(world, y + k, *codes_, row, count);
      } else {
        encode_row<std::uint8_t>(world, y + k, *codes_, row, count);
      }
    }
    texture.write(0, y, texture.width(), rows, bytes.data(), texture.width());
  }
}

void PackedCells::read(World& world) const {
  front().framebuffer.bind();
  const int band = rows_per_band(width_, height_);
  const std::size_t row_bytes = static_cast<std::size_t>(columns()) * kTexelBytes;
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(band) * row_bytes);
  for (int y = 0; y < height_; y += band) {
    const int rows = std::min(band, height_ - y);
    glReadPixels(0, y, columns(), rows, kTexelCells.format, kTexelCells.type, bytes.data());
    decode_rows(bytes.data(), row_bytes, *codes_, world, y, rows);
  }
}

std::unique_ptr<WorldCapture> PackedCells::begin_read(PlaneSet planes) const {
  const std::size_t row_bytes = static_cast<std::size_t>(columns()) * kTexelBytes;
  const auto decode = [codes = codes_, width = width_, height = height_, planes,
                       row_bytes](const std::vector<TexelBytes>& texels) {
    World world(width, height);
    if (planes.has(Plane::density)) world.add(Plane::density);
    decode_rows(texels.front().data(), row_bytes, *codes, world, 0, height);
    return world;
  };
  return begin_read_back({whole(front(), kTexelCells)}, decode);
}

void PackedCells::bind_tables() const {
  glActiveTexture(GL_TEXTURE0 + kRulesUnit);
  glBindTexture(GL_TEXTURE_2D, rules_texture_.name());
  glActiveTexture(GL_TEXTURE0 + kCodesUnit);
  glBindTexture(GL_TEXTURE_2D, codes_texture_.name());
  glActiveTexture(GL_TEXTURE0);
}

template <class Shape>  // StrokeEdit or RectEdit
std::optional<CellRect> PackedCells::paint_shape(const Shape& edit) {
  const std::vector<Span> spans = rasterise(edit, width_, height_);  // rows ascend, one span in each
  if (spans.empty()) return std::nullopt;
  std::vector<CellRect> rects;
  CellRect box{width_, spans.front().y, 0, spans.back().y + 1};
  for (const Span& span : spans) {
    rects.push_back({span.x_begin, span.y, with_copies(span.x_end), span.y + 1});
    box.x_begin = std::min(box.x_begin, span.x_begin);
    box.x_end = std::max(box.x_end, span.x_end);
  }
  copy_to_back(box);
  bind_tables();
  glBindTexture(GL_TEXTURE_2D, back().texture.name());
  paint_program_.use();
  glUniform1ui(paint_program_.uniform("u_code"), codes_->code_of(admit(codes_->rules(), edit.element, nullptr)));
  glUniform1i(paint_program_.uniform("u_only_over"), edit.only_over ? *edit.only_over : -1);
  draw(paint_program_, front(), rects);
  return box;
}

template std::optional<CellRect> PackedCells::paint_shape(const StrokeEdit&);
template std::optional<CellRect> PackedCells::paint_shape(const RectEdit&);

std::optional<CellRect> PackedCells::paint(const StampEdit& stamp) {
  const auto clip = [](std::int64_t value, int limit) {
    return static_cast<int>(std::clamp<std::int64_t>(value, 0, limit));
  };
  const CellRect rect{clip(stamp.at.x, width_), clip(stamp.at.y, height_),
                      clip(std::int64_t{stamp.at.x} + stamp.width, width_),
                      clip(std::int64_t{stamp.at.y} + stamp.height, height_)};
  if (rect.x_begin >= rect.x_end || rect.y_begin >= rect.y_end) return std::nullopt;
  copy_to_back(rect);
  bind_tables();
  stamp_program_.use();
  glUniform1i(stamp_program_.uniform("u_only_over"), stamp.only_over ? *stamp.only_over : -1);
  const int rows = rows_per_band(rect.x_end - rect.x_begin, rect.y_end - rect.y_begin);
  for (int y = rect.y_begin; y < rect.y_end; y += rows) {
    draw_stamp(stamp, {rect.x_begin, y, rect.x_end, std::min(y + rows, rect.y_end)});
  }
  return rect;
}

std::optional<CellRect> PackedCells::paint(const PushEdit& edit) {
  const auto box = push_.box_of(edit, width_, height_);
  if (!box) return std::nullopt;
  const CellRect rect{box->x, box->y, box->x + box->width, box->y + box->height};
  copy_to_back(rect);
  bind_tables();
  push_.use(edit, width_, height_);
  glBindTexture(GL_TEXTURE_2D, back().texture.name());
  glUniform1i(push_.program().uniform("u_width"), width_);
  draw(push_.program(), front(), {{rect.x_begin, rect.y_begin, with_copies(rect.x_end), rect.y_end}});
  return rect;
}

void PackedCells::draw_stamp(const StampEdit& stamp, const CellRect& rect) const {
  const int width = rect.x_end - rect.x_begin, height = rect.y_end - rect.y_begin;
  glActiveTexture(GL_TEXTURE0 + kStampUnit);
  const Texture texture(kTexelRgba8, width, height, "stamp");
  texture.write(0, 0, width, height, stamp_texels(stamp, rect).data(), width);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, back().texture.name());
  glUniform4i(stamp_program_.uniform("u_stamp_cells"), rect.x_begin, rect.y_begin, rect.x_end, rect.y_end);
  draw(stamp_program_, front(), {{rect.x_begin, rect.y_begin, with_copies(rect.x_end), rect.y_end}});
}

std::vector<RgbaTexel> PackedCells::stamp_texels(const StampEdit& stamp, const CellRect& rect) const {
  std::vector<RgbaTexel> texels;
  for (int y = rect.y_begin - stamp.at.y; y < rect.y_end - stamp.at.y; ++y) {
    for (int x = rect.x_begin - stamp.at.x; x < rect.x_end - stamp.at.x; ++x) {
      const EditedCell cell = stamped_cell(
          stamp, static_cast<std::size_t>(y) * static_cast<std::size_t>(stamp.width) + static_cast<std::size_t>(x));
      const std::uint16_t code = codes_->code_of(admit(codes_->rules(), cell.element, cell.density));
      const std::uint8_t opaque = cell.element == stamp.transparent ? 0 : 255;
      texels.push_back({static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(code >> 8), 0, opaque});
    }
  }
  return texels;
}

// Copies the cells that an edit reads: a texture cannot be read and drawn at the same time.
void PackedCells::copy_to_back(const CellRect& box) const {
  const GLint x_begin = box.x_begin / cells_a_texel(), x_end = (box.x_end + cells_a_texel() - 1) / cells_a_texel();
  const GLint y_begin = box.y_begin, y_end = box.y_end;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, front().framebuffer.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, back().framebuffer.name());
  glBlitFramebuffer(x_begin, y_begin, x_end, y_end, x_begin, y_begin, x_end, y_end, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void PackedCells::draw(const Program& program, const Canvas& canvas, const std::vector<CellRect>& rects) const {
  glUniform2i(program.uniform("u_size"), columns(), height_);
  glUniform1i(program.uniform("u_cell_bits"), codes_->cell_bits());
  canvas.framebuffer.bind();
  glBindVertexArray(rects_vertices_.get());
  glBindBuffer(GL_ARRAY_BUFFER, rects_buffer_.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(rects.size() * sizeof(CellRect)), rects.data(), GL_STREAM_DRAW);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(rects.size()));
}

namespace {

constexpr int kQuarters = 4, kQuarterCodes = 64;

// The elements of one density; the one of walls may be empty.
struct DensityClass {
  std::uint8_t density = 0;
  std::vector<std::uint8_t> elements;
  unsigned block_bits() const {
    return elements.empty() ? 0u : static_cast<unsigned>(std::bit_width(elements.size() - 1));
  }
};

// In ascending order of density. Walls come last, even if there are none, so their rank is above all others.
std::vector<DensityClass> density_classes(const RuleTable& rules) {
  std::array<DensityClass, 256> all;
  for (std::size_t i = 0; i < all.size(); ++i) all[i].density = static_cast<std::uint8_t>(i);
  for (int i = 0; i < rules.element_count(); ++i) {
    const auto element = static_cast<std::uint8_t>(i);
    all[rules.density_of(element)].elements.push_back(element);
  }
  std::vector<DensityClass> classes;
  for (DensityClass& c : all) {
    if (!c.elements.empty() || c.density == kWallDensity) classes.push_back(std::move(c));
  }
  return classes;
}

}  // namespace

CellCodes::CellCodes(const RuleTable& rules) : rules_(rules) {
  if (rules.has_undefined_pairs()) {
    kind_ = Kind::wide;
    wall_rank_ = kWallDensity << 8;
  } else if (!assign_masked()) {
    kind_ = Kind::tabled;
    wall_rank_ = kWallDensity;
  }
  if (kind_ == Kind::masked) return;
  std::iota(codes_.begin(), codes_.end(), std::uint8_t{0});
  std::iota(elements_.begin(), elements_.end(), std::uint8_t{0});
}

// Fills quarter after quarter with as many classes as fit. False if four quarters are not enough.
bool CellCodes::assign_masked() {
  const std::vector<DensityClass> classes = density_classes(rules_);
  std::array<std::uint8_t, kQuarters> masks{};
  auto first = classes.begin();
  for (int quarter = 0; quarter < kQuarters; ++quarter) {
    unsigned bits = 0;
    auto last = first;
    for (std::ptrdiff_t count = 1; last != classes.end(); ++last, ++count) {
      const unsigned wider = std::max(bits, last->block_bits());
      if (count << wider > kQuarterCodes) break;
      bits = wider;
    }
    masks[static_cast<std::size_t>(quarter)] = static_cast<std::uint8_t>(0xffu << bits);
    for (unsigned code = static_cast<unsigned>(quarter * kQuarterCodes); first != last; ++first, code += 1u << bits) {
      for (std::size_t k = 0; k < first->elements.size(); ++k) {
        codes_[first->elements[k]] = static_cast<std::uint8_t>(code + k);
        elements_[code + k] = first->elements[k];
      }
      wall_rank_ = static_cast<std::uint16_t>(code);
    }
  }
  const auto [a, b, c, d] = masks;
  rank_masks_ = {a, static_cast<std::uint8_t>(a ^ c), static_cast<std::uint8_t>(a ^ b),
                 static_cast<std::uint8_t>(a ^ b ^ c ^ d)};
  return first == classes.end();
}

std::vector<RgbaTexel> CellCodes::rule_texels() const {
  std::vector<RgbaTexel> texels;
  texels.reserve(std::size_t{kElementsMax} * kElementsMax);
  for (const std::uint8_t self : elements_) {
    for (const std::uint8_t partner : elements_) {
      const std::uint16_t next = code_of(rules_.at(self, partner));
      texels.push_back({static_cast<std::uint8_t>(next), static_cast<std::uint8_t>(next >> 8), 0});
    }
  }
  return texels;
}

std::vector<RgbaTexel> CellCodes::code_texels() const {
  std::vector<RgbaTexel> texels;
  for (const std::uint8_t element : elements_) {
    const std::uint8_t leaves = rules_.leaves(element) ? 255 : 0;
    texels.push_back({element, rules_.density_of(element), leaves});
  }
  return texels;
}

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
Program load_part(Part part, CellCodes::Kind kind, bool right, std::string& error) {
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
  constexpr SamplerUnit kUnits[] = {
      {"u_cells", PackedCells::kCellsUnit}, {"u_rules", PackedCells::kRulesUnit}, {"u_codes", PackedCells::kCodesUnit}};
  return part == Part::at_once ? Program::load_compute("density/steps.comp", constants, error, kUnits)
                               : Program::load(files, constants, error, kUnits);
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
  for (const auto& [part, both, needed] : {std::tuple(Part::step, &programs.step, true),
                                           {Part::rim, &programs.rim, open_edge},
                                           {Part::at_once, &programs.at_once, in_compute_}}) {
    for (const bool right : {false, true}) {
      if (needed && !(*both)[right]) (*both)[right] = load_part(part, kind, right, error);
    }
  }
  return error.empty();
}

void GpuSteps::prepare(const PackedCells& cells, bool open_edge) const {
  const KindPrograms& kind = programs(cells);
  for (const std::size_t right : {0u, 1u}) {
    prepare_program(kind.step[right], cells);
    if (open_edge) prepare_program(kind.rim[right], cells);
    if (in_compute_) prepare_program(kind.at_once[right], cells);
  }
  cells.bind_tables();
}

void GpuSteps::take(const PackedCells& cells, Bias bias, int count) const {
  const std::size_t right = bias == Bias::right;
  glBindTexture(GL_TEXTURE_2D, cells.front().texture.name());
  if (count == 1) {
    programs(cells).step[right].use();
    glBindVertexArray(no_vertices_.get());
    cells.back().framebuffer.bind();
    glDrawArrays(GL_TRIANGLES, 0, 3);
    return;
  }
  const Program& program = programs(cells).at_once[right];
  program.use();
  glUniform1i(program.uniform("u_steps"), count);
  glBindImageTexture(0, cells.back().texture.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA32UI);
  dispatch_compute((cells.columns() + kInnerColumns - 1) / kInnerColumns,
                   (cells.height() + kInnerRows - 1) / kInnerRows);
}

void GpuSteps::draw_rim(const PackedCells& cells, Bias bias) const {
  const Program& program = programs(cells).rim[bias == Bias::right];
  program.use();
  glBindTexture(GL_TEXTURE_2D, cells.front().texture.name());
  const GLint width = cells.width(), height = cells.height(), copies = cells.columns() * cells.cells_a_texel();
  cells.draw(program, cells.back(),
             {{0, 0, copies, 1}, {0, height - 1, copies, height}, {0, 0, 1, height}, {width - 1, 0, copies, height}});
}

}  // namespace repose::density
