// The density automaton on the GPU: two textures; a step reads one and draws the other in a fragment shader of OpenGL
// 3.3. On the compute path several steps of a call are computed at once; steps after which something is counted are
// not.
//
// Software drivers, and many small GPUs, spend their time on reading texels. So a texel holds 16 cells, or 8 where the
// density plane is state (CellCodes), and a step compares four or two of them in one operation.
#include "automata/density/density.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "automata/density/ledger.hpp"
#include "automata/gpu_cells.hpp"
#include "automata/gpu_rim_counts.hpp"
#include "core/edited_cells.hpp"
#include "core/language.hpp"
#include "gl/gl.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "gl/read_back.hpp"
#include "repose/gpu_solvers.hpp"

namespace repose::density {
namespace {

static_assert(std::endian::native == std::endian::little, "the leftmost cell of a word is its lowest byte in memory");

// Units of the textures in all shaders of the automaton.
constexpr int kCellsUnit = 0, kRulesUnit = 1, kCodesUnit = 2;

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

// How the gpu backend of the density automaton stores a cell: as a code of 8 or 16 bits, many codes in a texel.
//
// 8 bits if the density is a function of the element. Codes ascend with density, and elements of one density share a
// block of 2^m codes, so a mask turns a code into its *rank*, the first code of the block: ranks have the order of the
// densities. Each quarter of the 256 codes has its own m. A ruleset that does not fit (for example with more than 64
// elements of one density) uses element indices as codes, and a table gives the ranks, which are the densities.
//
// 16 bits if the density plane is state: the index in the low byte, the density, which is the rank, in the high byte.
class CellCodes {
 public:
  enum class Kind : std::uint8_t { masked, tabled, wide };
  static constexpr int kKindCount = 3;

  CellCodes() : CellCodes(RuleTable()) {}
  explicit CellCodes(const RuleTable& rules) : rules_(rules) {
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

  Kind kind() const { return kind_; }
  int cell_bits() const { return kind_ == Kind::wide ? 16 : 8; }
  const RuleTable& rules() const { return rules_; }

  std::uint16_t code_of(Outcome cell) const {
    return kind_ == Kind::wide ? static_cast<std::uint16_t>(cell.density << 8 | cell.index) : codes_[cell.index];
  }
  Outcome cell_of(std::uint16_t code) const {
    if (kind_ == Kind::wide) return {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(code >> 8)};
    return {elements_[code], rules_.density_of(elements_[code])};
  }

  // The new code of a cell, by low bytes of codes: row = its own, column = its partner's. r and g = low and high byte
  // of the new code.
  std::vector<CellTexel> rule_texels() const {
    std::vector<CellTexel> texels;
    texels.reserve(std::size_t{kElementsMax} * kElementsMax);
    for (const std::uint8_t self : elements_) {
      for (const std::uint8_t partner : elements_) {
        const std::uint16_t next = code_of(rules_.at(self, partner));
        texels.push_back({static_cast<std::uint8_t>(next), static_cast<std::uint8_t>(next >> 8), 0});
      }
    }
    return texels;
  }
  // By the low byte of a code: r = element index, g = density, b = 255 if it leaves at an open edge.
  std::vector<CellTexel> code_texels() const {
    std::vector<CellTexel> texels;
    for (const std::uint8_t element : elements_) {
      const std::uint8_t leaves = rules_.leaves(element) ? 255 : 0;
      texels.push_back({element, rules_.density_of(element), leaves});
    }
    return texels;
  }

  // For masked codes: the mask of a code with top bits b7 and b6 is m[0] ^ b7 * m[1] ^ b6 * m[2] ^ b7 * b6 * m[3].
  const std::array<std::uint8_t, 4>& rank_masks() const { return rank_masks_; }
  // The smallest rank of walls.
  std::uint16_t wall_rank() const { return wall_rank_; }

 private:
  // Fills quarter after quarter with as many classes as fit. False if four quarters are not enough.
  bool assign_masked() {
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

  RuleTable rules_;
  Kind kind_ = Kind::masked;
  std::array<std::uint8_t, kElementsMax> codes_{}, elements_{};  // by element, by code
  std::array<std::uint8_t, 4> rank_masks_{};
  std::uint16_t wall_rank_ = 0;
};

constexpr TexelFormat kTexelCells{GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT};
constexpr std::size_t kTexelBytes = 16;

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

// The cells of a world in two textures of RGBA32UI, 16 or 8 codes a texel. Texel row 0 is the top row of the world.
// Copies of a row's last cell fill its last texel.
class PackedCells : public CellPlanes {
 public:
  explicit PackedCells(std::string& error)
      : CellPlanes("density/paint.frag", "density/stamp.frag", "density/push.frag", error),
        rules_texture_(kTexelRgba8, kElementsMax, kElementsMax, "density rules"),
        codes_texture_(kTexelRgba8, kElementsMax, 1, "density codes") {}

  // For other rules: the world must be uploaded again.
  void set_codes(const CellCodes& codes) {
    rules_texture_.write(0, 0, kElementsMax, kElementsMax, codes.rule_texels().data(), kElementsMax);
    codes_texture_.write(0, 0, kElementsMax, 1, codes.code_texels().data(), kElementsMax);
    codes_ = std::make_shared<const CellCodes>(codes);
    cells_a_texel_ = 128 / codes.cell_bits();
    planes_ = {};
    width_ = height_ = 0;
  }
  const CellCodes& codes() const { return *codes_; }

  // Uploads a world of any size; after a failure the old world stays.
  Status upload(const World& world) {
    GLint side_max = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side_max);
    const int columns = (world.width() + cells_a_texel_ - 1) / cells_a_texel_;
    if (columns > side_max || world.height() > side_max) {
      return Status::failure(trf("A world of {}x{} cells is too large for this GPU, which takes {}x{}.", world.width(),
                                 world.height(), std::int64_t{side_max} * cells_a_texel_, side_max));
    }
    PingPong planes(kTexelCells, columns, world.height(), "density cells");
    const bool complete = planes.complete();
    if (Status status = check_gl_errors(text_id("Making room for the world on the GPU")); !status) return status;
    if (!complete)
      return Status::failure(tr("This GPU cannot draw into the textures that the density automaton needs."));
    const int band = std::clamp(kBandCells / world.width(), 1, world.height());
    const std::size_t row_bytes = static_cast<std::size_t>(columns) * kTexelBytes;
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(band) * row_bytes);
    for (int y = 0; y < world.height(); y += band) {
      const int rows = std::min(band, world.height() - y);
      for (int k = 0; k < rows; ++k) {
        std::uint8_t* const row = &bytes[static_cast<std::size_t>(k) * row_bytes];
        if (codes_->kind() == CellCodes::Kind::wide) {
          encode_row<std::uint16_t>(world, y + k, *codes_, row, columns * cells_a_texel_);
        } else {
          encode_row<std::uint8_t>(world, y + k, *codes_, row, columns * cells_a_texel_);
        }
      }
      planes.front().texture.write(0, y, columns, rows, bytes.data(), columns);
    }
    if (Status status = check_gl_errors(text_id("Copying the world to the GPU")); !status) return status;
    planes_ = std::move(planes);
    width_ = world.width();
    height_ = world.height();
    return {};
  }
  // Downloads into the planes that `world` has. Precondition: it has the right size.
  void download(World& world) const {
    planes_.front().framebuffer.bind();
    const std::size_t row_bytes = static_cast<std::size_t>(columns()) * kTexelBytes;
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(rows_per_band()) * row_bytes);
    for (int y = 0; y < height_; y += rows_per_band()) {
      const int rows = std::min(rows_per_band(), height_ - y);
      glReadPixels(0, y, columns(), rows, kTexelCells.format, kTexelCells.type, bytes.data());
      decode_rows(bytes.data(), row_bytes, *codes_, world, y, rows);
    }
  }
  // The same, asynchronously; the result is a world with those planes.
  std::unique_ptr<WorldCapture> begin_download(PlaneSet planes) const {
    const std::size_t row_bytes = static_cast<std::size_t>(columns()) * kTexelBytes;
    const auto decode = [codes = codes_, width = width_, height = height_, planes,
                         row_bytes](const std::vector<TexelBytes>& texels) {
      World world(width, height);
      if (planes.has(Plane::density)) world.add(Plane::density);
      decode_rows(texels.front().data(), row_bytes, *codes, world, 0, height);
      return world;
    };
    return begin_read_back({whole(planes_.front(), kTexelCells)}, decode);
  }

  const Texture& codes_texture() const { return codes_texture_; }
  void bind_tables() const override {
    rules_texture_.bind(kRulesUnit);
    codes_texture_.bind(kCodesUnit);
    glActiveTexture(GL_TEXTURE0);
  }

 private:
  void set_painted(const Program& program, std::uint8_t element) const override {
    glUniform1ui(program.uniform("u_code"), codes_->code_of(admit(codes_->rules(), element, nullptr)));
  }
  CellTexel stamped_texel(const EditedCell& cell) const override {
    const std::uint16_t code = codes_->code_of(admit(codes_->rules(), cell.element, cell.density));
    return {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(code >> 8)};
  }

  Texture rules_texture_, codes_texture_;
  std::shared_ptr<const CellCodes> codes_ = std::make_shared<const CellCodes>();
};

// Texels of a tile with its rim, of which two tiles fit into the 32 KiB of shared memory that every driver has. A step
// looks two rows up and down.
constexpr int kTileColumns = 16, kTileRows = 48, kRimColumns = 1, kRimRows = 2 * kGpuStepsAtOnce;
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
  const std::vector<ShaderConstant> constants =
      joined({SHADER_CONSTANTS(kTileColumns, kTileRows, kRimColumns, kRimRows),
              {{"kCellBits", static_cast<std::uint32_t>(cell_bits)},
               {"kOnes", std::uint32_t{in_every_cell(1, cell_bits)}},
               {"kRanksByTable", std::uint32_t{kind == CellCodes::Kind::tabled}},
               {"kBiasRight", std::uint32_t{right}},
               {"kOpenEdge", std::uint32_t{part == Part::rim}}}});
  const ProgramFiles files{part == Part::rim ? "common/rects.vert" : "common/fullscreen.vert", "density/step.frag"};
  constexpr SamplerUnit kUnits[] = {{"u_cells", kCellsUnit}, {"u_rules", kRulesUnit}, {"u_codes", kCodesUnit}};
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

// The shaders that compute steps of the density automaton: a fragment shader for one step, and, if wanted, a compute
// shader for up to kGpuStepsAtOnce steps in one pass over memory (shaders/density/steps.comp). Both give the same
// bytes.
class GpuSteps {
 public:
  // `in_compute`: several steps at once; load() fails without OpenGL 4.3.
  explicit GpuSteps(bool in_compute) : in_compute_(in_compute) {}

  // Loads the shaders that such codes need, unless they are loaded: so the program starts without waiting for the
  // others. False, with a sentence in `error`, on failure.
  bool load(CellCodes::Kind kind, bool open_edge, std::string& error) {
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

  // How many of `count` steps the next take() can take, if nothing has to happen between them.
  int at_once(std::uint64_t count) const {
    return in_compute_ ? static_cast<int>(std::min<std::uint64_t>(count, kGpuStepsAtOnce)) : 1;
  }

  // Call before take() and draw_rim(). Sets the inputs that depend on rules and world, and binds the textures that all
  // steps read. Precondition: load() for the codes of the cells.
  void prepare(const PackedCells& cells, bool open_edge) const {
    const KindPrograms& kind = programs(cells);
    for (const std::size_t right : {0u, 1u}) {
      prepare_program(kind.step[right], cells);
      if (open_edge) prepare_program(kind.rim[right], cells);
      if (in_compute_) prepare_program(kind.at_once[right], cells);
    }
    cells.bind_tables();
  }
  // Takes steps from the front canvas to the back one, as in a closed world: `count` <= at_once(). `bias`: of the first
  // of them; steps alternate. One step is always drawn, because a tile's rim would cost more than its memory saves.
  void take(const PackedCells& cells, Bias bias, int count) const {
    const std::size_t right = bias == Bias::right;
    cells.front().bind(0);
    if (count == 1) {
      programs(cells).step[right].use();
      cells.planes().back().framebuffer.draw(no_vertices_);
      return;
    }
    const Program& program = programs(cells).at_once[right];
    program.use();
    glUniform1i(program.uniform("u_steps"), count);
    glBindImageTexture(0, cells.planes().back().texture.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA32UI);
    dispatch_compute((cells.columns() + kInnerColumns - 1) / kInnerColumns,
                     (cells.height() + kInnerRows - 1) / kInnerRows);
  }
  // Draws the rim of the back canvas again, without what leaves at an open edge in this step.
  void draw_rim(const PackedCells& cells, Bias bias) const {
    const Program& program = programs(cells).rim[bias == Bias::right];
    program.use();
    cells.front().bind(0);
    const GLint width = cells.width(), height = cells.height(), copies = cells.columns() * cells.cells_a_texel();
    cells.draw(program, cells.planes().back(),
               {{0, 0, copies, 1}, {0, height - 1, copies, height}, {0, 0, 1, height}, {width - 1, 0, copies, height}});
  }

 private:
  // One for each bias.
  using Programs = std::array<Program, 2>;
  struct KindPrograms {
    Programs step, rim, at_once;
  };

  const KindPrograms& programs(const PackedCells& cells) const {
    return programs_[static_cast<std::size_t>(cells.codes().kind())];
  }

  std::array<KindPrograms, CellCodes::kKindCount> programs_;
  GlVertexArray no_vertices_ = make_gl_vertex_array();
  bool in_compute_;
};

// Bits of what a meeting does to a cell.
constexpr std::int32_t kDestroys = 1, kMakes = 2, kMoves = 4;

// Keeps the matter ledger of the density automaton on the GPU: shaders count what each step and each edit did to every
// cell, and the sums are read back asynchronously, together with a census of the same step.
class GpuLedger {
 public:
  explicit GpuLedger(std::string& error)
      : counts_(kTexelRgba32f, kElementsMax, kBands * kParts, "density ledger counts"),
        rules_texture_(kTexelRgba8, kElementsMax, kElementsMax, "density ledger rules") {
    const std::vector<ShaderConstant> constants =
        joined({SHADER_CONSTANTS(kWallDensity, kParts, kNoElement, kDestroys, kMakes, kMoves),
                {{"kOfPainting", Source::painting}, {"kOfPush", Source::push}}});
    constexpr SamplerUnit kUnits[] = {{"u_cells", 0}, {"u_before", 0}, {"u_codes", 1}, {"u_after", 1}, {"u_rules", 2}};
    unpack_program_ = Program::load({"common/fullscreen.vert", "density/unpack.frag"}, {}, error, kUnits);
    events_program_ = Program::load({"common/fullscreen.vert", "density/cell_events.frag"}, constants, error, kUnits);
    count_program_ = Program::load({"common/fullscreen.vert", "density/count.frag"}, constants, error, kUnits);
    if (error.empty() && !counts_.complete())
      error = tr("This GPU cannot draw into the texture that counts for the matter ledger.");
  }
  // False for 256 elements: one byte must be able to name every element, or none.
  static bool takes(const Ruleset& ruleset) { return ruleset.elements.size() <= kNoElement; }

  void load(const Ruleset& ruleset) {
    rules_.load(ruleset);
    std::vector<CellTexel> texels;
    for (int self = 0; self < kElementsMax; ++self) {
      for (int partner = 0; partner < kElementsMax; ++partner) {
        const auto [result, change] = rules_.event(static_cast<std::uint8_t>(self), static_cast<std::uint8_t>(partner));
        const int events =
            (change.destroys ? kDestroys : 0) + (change.makes ? kMakes : 0) + (change.moves ? kMoves : 0);
        texels.push_back({result, static_cast<std::uint8_t>(events)});
      }
    }
    rules_texture_.write(0, 0, kElementsMax, kElementsMax, texels.data(), kElementsMax);
  }
  // Begins with this world.
  void begin(const World& world) {
    width_ = world.width();
    height_ = world.height();
    before_ = Canvas(kTexelRgba8, width_, height_, "density ledger before");
    after_ = Canvas(kTexelRgba8, width_, height_, "density ledger after");
    events_ = Canvas(kTexelRgba8, width_, height_, "density ledger events");
    counts_.reset();
    now_ = count_elements(world.cells());
    rules_.book().begin(now_);
    changed_ = false;
  }

  // Count a step, or an edit that changed cells of a box only. The front canvas of `cells` is the world after it, the
  // back canvas the world before (for an edit only inside the box). These calls need AdditiveBlending and any vertex
  // array, and change the program, the framebuffer and the textures of units 0 to 2.
  void count_step(const PackedCells& cells, Bias bias, bool edge_is_open) {
    events_program_.use();
    glUniform1i(events_program_.uniform("u_bias"), bias == Bias::left ? -1 : +1);
    glUniform1i(events_program_.uniform("u_open"), edge_is_open ? 1 : 0);
    find_events(cells, Source::step, whole());
    count(What::events, events_.texture, whole());
    make_room(cells);
  }
  // `moves`: the edit moves cells and paints none.
  void count_edit(const PackedCells& cells, const CellRect& box, bool moves) {
    find_events(cells, moves ? Source::push : Source::painting, box);
    count(moves ? What::events : What::painting, events_.texture, box);
    make_room(cells);
  }
  // Takes the sums that have arrived, and requests the newer ones; or waits until the ledger is up to date.
  void collect(const PackedCells& cells, bool wait) {
    take(wait);
    if (changed_ && !counts_.is_under_way()) ask(cells);
    if (wait) take(true);
  }

  std::optional<Ledger> close() const { return rules_.book().close(now_, rules_.element_count()); }

 private:
  static constexpr std::uint8_t kNoElement = 255;
  // The counted quantities, each in its own band of rows.
  enum class What : int { events, painting, census };
  static constexpr int kBands = 3;
  // What has changed the cells.
  enum class Source : int { step, painting, push };
  // Number of rows of a band: into how many parts the world is divided. One fragment counts one element in one part;
  // the processor adds up the parts.
  static constexpr int kParts = 64;

  // Divided as in count.frag.
  std::uint64_t part_cells() const {
    return static_cast<std::uint64_t>((height_ + kParts - 1) / kParts) * static_cast<std::uint64_t>(width_);
  }
  CellRect whole() const { return {0, 0, width_, height_}; }
  // Leaves unit 0 active.
  void unpack(const PackedCells& cells, const Canvas& packed, const Canvas& target, const CellRect& box) const {
    unpack_program_.use();
    glUniform1i(unpack_program_.uniform("u_cell_bits"), cells.codes().cell_bits());
    cells.codes_texture().bind(1);
    packed.texture.bind(0);
    target.framebuffer.bind();
    glViewport(box.x_begin, box.y_begin, box.x_end - box.x_begin, box.y_end - box.y_begin);
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }
  void find_events(const PackedCells& cells, Source source, const CellRect& box) const {
    unpack(cells, cells.planes().back(), before_, box);
    unpack(cells, cells.planes().front(), after_, box);
    events_program_.use();
    before_.texture.bind(0);
    after_.texture.bind(1);
    rules_texture_.bind(2);
    glUniform2i(events_program_.uniform("u_size"), width_, height_);
    glUniform1i(events_program_.uniform("u_source"), static_cast<GLint>(source));
    events_.framebuffer.bind();
    glViewport(box.x_begin, box.y_begin, box.x_end - box.x_begin, box.y_end - box.y_begin);
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }
  void count(What what, const Texture& cells, const CellRect& box) {
    const int band = static_cast<int>(what) * kParts;
    count_program_.use();
    cells.bind(0);
    glUniform4i(count_program_.uniform("u_box"), box.x_begin, box.y_begin, box.x_end, box.y_end);
    glUniform1i(count_program_.uniform("u_band"), band);
    counts_.add(part_cells(), [&] {
      glViewport(0, band, rules_.element_count(), kParts);
      glDrawArrays(GL_TRIANGLES, 0, 3);
    });
  }
  void ask(const PackedCells& cells) {
    unpack(cells, cells.planes().front(), after_, whole());
    count(What::census, after_.texture, whole());
    counts_.ask();
    changed_ = false;
  }
  void take(bool wait) {
    counts_.collect(wait, [this](std::span<const float> counts) {
      LedgerEvents& events = rules_.book().events();
      now_ = {};
      for (std::size_t part = 0; part < kParts; ++part) {
        for (std::size_t i = 0; i < kElementsMax; ++i) {
          const auto count = [&](What what, std::size_t channel) {
            const std::size_t row = static_cast<std::size_t>(what) * kParts + part;
            return std::llround(counts[(row * kElementsMax + i) * 4 + channel]);
          };
          events.made[i] += count(What::events, 0);
          events.destroyed[i] += count(What::events, 1);
          events.moved[i] += count(What::events, 2);
          events.left[i] += count(What::events, 3);
          events.left[0] -= count(What::events, 3);
          events.painted[i] += count(What::painting, 0) - count(What::painting, 1);
          now_[i] += count(What::census, 0);
        }
      }
    });
  }
  // Afterwards the next step and a census can be counted.
  void make_room(const PackedCells& cells) {
    changed_ = true;
    if (counts_.has_room_for(2 * part_cells())) return;
    take(true);
    ask(cells);
  }

  Program unpack_program_, events_program_, count_program_;
  AsyncCounts counts_;
  Texture rules_texture_;
  Canvas before_, after_, events_;  // one cell a texel
  DensityLedger rules_;
  int width_ = 1, height_ = 1;
  LedgerEvents::Counts now_{};
  bool changed_ = false;  // since the last census was requested
};

// Counts on the GPU what leaves an open world, and reads the counts back asynchronously: each rim cell that leaves
// after a step is drawn as a point at the texel of its element.
class LeftCounter {
 public:
  explicit LeftCounter(std::string& error)
      : program_(Program::load({"density/left.vert", "common/left.frag"},
                               std::array{ShaderConstant("kElementsMax", std::int32_t{kElementsMax})}, error,
                               std::array{SamplerUnit{"u_cells", kCellsUnit}, SamplerUnit{"u_codes", kCodesUnit}})) {
    if (error.empty() && !counts.complete()) error = tr(counts.kIncomplete);
  }

  // For a new world: drops counts that were not handed over yet.
  void reset(const PackedCells& cells) {
    counts.reset(cells.width(), cells.height());
    program_.use();
    glUniform2i(program_.uniform("u_world"), cells.width(), cells.height());
    glUniform1i(program_.uniform("u_cell_bits"), cells.codes().cell_bits());
  }

  // Counts what leaves `cells`, the world after a step and before its rim is cleared. Needs AdditiveBlending, the
  // tables of PackedCells and any vertex array. Changes the program, the framebuffer and the texture of unit 0.
  void count(const Texture& cells, OpenEdge& edge) {
    program_.use();
    cells.bind(0);
    counts.count(edge);
  }

  GpuRimCounts<OpenEdge> counts{"density left counts"};

 private:
  Program program_;
};

class GpuSolver final : public GpuCellSolver<PackedCells> {
 public:
  GpuSolver(GlPath path, std::string& error) : GpuCellSolver(error), steps_(path == GlPath::compute) {
    steps_.load(CellCodes::Kind::masked, edge_.open(), error);
  }

  PlaneSet state_planes() const override { return density::state_planes(rules()); }

  Status load(const Ruleset& ruleset) override {
    if (const Status fit = accepts(ruleset); !fit) return fit;
    const GlStateGuard guard;
    clear_gl_errors();
    const CellCodes codes{RuleTable(ruleset)};
    std::string error;
    if (!steps_.load(codes.kind(), edge_.open(), error)) return Status::failure(error);
    cells_.set_codes(codes);
    cells_.set_loose(loose_table(ruleset));
    ruleset_ = ruleset;
    if (ledger_ && !GpuLedger::takes(ruleset)) ledger_.reset();
    if (ledger_) ledger_->load(ruleset);
    return check_gl_errors(text_id("Loading the rules"));
  }

  SolverStats stats() const override {
    if (left_ && left_->counts.is_pending()) {  // so that the count of a paused world becomes complete
      const GlStateGuard guard;
      left_->counts.collect(edge_);
    }
    SolverStats stats = GpuCellSolver::stats();
    stats.left_cells = edge_.left_cells();
    return stats;
  }

  std::span<const ParameterInfo> parameters() const override { return OpenEdge::parameters(); }
  double parameter(std::string_view name) const override { return edge_.parameter(name); }
  bool set_parameter(std::string_view name, double value) override {
    if (!edge_.set_parameter(name, value)) return false;
    if (edge_.open()) prepare_open_edge();
    return true;
  }
  std::span<const std::uint64_t> left_by_element() const override {
    return edge_.left_by_element(rules().element_count());
  }

  bool keep_ledger(bool on) override {
    ledger_.reset();
    if (!on || !cells_ || !GpuLedger::takes(ruleset_)) return !on;
    const GlStateGuard guard;
    clear_gl_errors();
    std::string error;
    auto ledger = std::make_unique<GpuLedger>(error);
    if (error.empty()) {
      ledger_ = std::move(ledger);
      ledger_->load(ruleset_);
      ledger_->begin(world_on_gpu());
    } else {
      note(Status::failure(error));
    }
    note(check_gl_errors(text_id("Beginning the ledger on the GPU")));
    return ledger_ != nullptr;
  }
  std::optional<Ledger> ledger() const override {
    if (!ledger_) return std::nullopt;
    const GlStateGuard guard;
    collect_ledger(false);
    return ledger_->close();
  }

 private:
  const RuleTable& rules() const { return cells_.codes().rules(); }

  TextureCells shown() const override {
    return {.texels = cells_.cells_a_texel() == 16 ? CellTexels::codes_8 : CellTexels::codes_16,
            .cells = cells_.front().name(),
            .elements_by_code = cells_.codes_texture().name()};
  }

  World empty_world(int width, int height) const override {
    World world(width, height);
    if (rules().has_undefined_pairs()) world.add(Plane::density);
    return world;
  }

  Status write(const World& world) override {
    if (Status written = cells_.upload(world); !written) return written;
    edge_.forget_counts();
    if (left_) left_->reset(cells_);
    if (ledger_) ledger_->begin(world_on_gpu());
    return {};
  }

  void read(World& world) const override {
    cells_.download(world);
    if (left_) left_->counts.collect_all(edge_);
    if (ledger_) collect_ledger(true);
  }

  std::unique_ptr<WorldCapture> begin_read() const override { return cells_.begin_download(state_planes()); }

  void edit_cells(const Edit& edit) override {
    const std::optional<CellRect> box = cells_.apply(edit);
    if (!ledger_ || !box) return;
    const AdditiveBlending blending;
    glBindVertexArray(no_vertices_.get());
    ledger_->count_edit(cells_, *box, std::holds_alternative<PushEdit>(edit));
  }

  // Makes what an open edge needs, unless it exists: rules of another kind may have been loaded while it was closed.
  void prepare_open_edge() {
    const GlStateGuard guard;
    clear_gl_errors();
    std::string error;
    if (!steps_.load(cells_.codes().kind(), true, error)) return note(Status::failure(error));
    if (left_) return;
    auto left = std::make_unique<LeftCounter>(error);
    if (!error.empty()) return note(Status::failure(error));
    left_ = std::move(left);
    if (cells_) left_->reset(cells_);
    note(check_gl_errors(text_id("Opening the edge on the GPU")));
  }

  bool can_step() const override { return !edge_.open() || left_; }

  Status issue_steps(const StepSpan& span, StepQueue& queue) override {
    steps_.prepare(cells_, edge_.open());
    std::optional<AdditiveBlending> blending;
    const bool counts = edge_.open() || ledger_;  // after each step
    if (counts) blending.emplace();
    Status taken = queue.take_groups(span.count, [&](std::uint64_t k) {
      const Bias bias = span.bias(span.first_step + k);
      const int count = counts ? 1 : steps_.at_once(span.count - k);
      steps_.take(cells_, bias, count);
      if (edge_.open()) {
        left_->count(cells_.planes().back().texture, edge_);
        steps_.draw_rim(cells_, bias);
      }
      cells_.planes().swap();
      if (ledger_) {
        glBindVertexArray(no_vertices_.get());
        ledger_->count_step(cells_, bias, edge_.open());
        cells_.bind_tables();
      }
      return StepQueue::Group{static_cast<std::uint64_t>(count), cell_count()};
    });
    if (edge_.open()) left_->counts.collect(edge_);
    return taken;
  }

  // Precondition: there are cells.
  World world_on_gpu() const {
    World world = empty_world(cells_.width(), cells_.height());
    cells_.download(world);
    return world;
  }

  void collect_ledger(bool wait) const {
    const AdditiveBlending blending;
    glBindVertexArray(no_vertices_.get());
    ledger_->collect(cells_, wait);
  }

  GlVertexArray no_vertices_ = make_gl_vertex_array();
  GpuSteps steps_;
  std::unique_ptr<LeftCounter> left_;  // null until the edge is opened for the first time
  std::unique_ptr<GpuLedger> ledger_;  // null unless it is kept
  Ruleset ruleset_;
  mutable OpenEdge edge_;  // mutable: const functions add counts that have arrived
};

}  // namespace

std::unique_ptr<Solver> make_gpu_solver(GlPath path, std::string& error) {
  return make_solver_on_gpu<GpuSolver>(error, path);
}

}  // namespace repose::density
