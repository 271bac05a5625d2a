// The elements automaton on the GPU: blocks take their turns, pass by pass; then the stamps that reach beyond them are
// drawn. Four bytes a cell; shaders/elements/cell.glsl has the layout.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "automata/elements/elements.hpp"
#include "automata/elements/lattice.hpp"
#include "automata/gpu_cells.hpp"
#include "core/language.hpp"
#include "gl/gl.hpp"
#include "gl/read_back.hpp"
#include "repose/gpu_solvers.hpp"
#include "repose/status.hpp"

namespace repose::elements {
namespace {

// ---- the rules as textures ----

// Bits of u_switches.
namespace on {
constexpr std::uint32_t walls = 1, gravity = 2, energy = 4, interactions = 8;
}

// A cell in shaders is one word. Its second byte, from bit kCellEnergyShift on, holds the energy and the bit of served
// cells (scalar_frame.hpp), which have no more turns in this frame.
constexpr std::uint32_t kCellEnergyShift = 8;
constexpr std::uint8_t kServedBit = 0x80;
static_assert((kServedBit & kEnergyMask) == 0);

// Layout of the rules, in texels of four words, one after the other in rows of kRulesWidth:
// - kinds, two texels for each of 256 elements: chances to fall, to slip, to drift, conductivity; then direction + 1
// and
//   self heating << 8, first texel of its decay, first texel of its item (0: none), nothing;
// - effects: probability; the energy above which it acts + 1, its cost + kCostMax << 8, speeds << 16 and << 24; then
//   the outcomes of all slots, 16 bits each: a and b << 8;
// - items: width, height; then their cells, a byte each.
// Layout of the pairs, row = centre, column = neighbour: chances to sink and to push aside; first texel of the effect
// (0: none); the disc: radius, filling << 16, 1 << 24.
constexpr int kRulesWidth = 1024;
// No effect changes an energy by more than this.
constexpr int kCostMax = kEnergyMax + 1;

using Word4 = std::array<std::uint32_t, 4>;
static_assert(sizeof(Word4) == 16);

// Each order of four neighbours packed into a byte, the first neighbour in the lowest bits.
constexpr auto kPackedOrders = [] {
  std::array<std::uint32_t, std::size(kOrders)> packed{};
  for (std::size_t i = 0; i < packed.size(); ++i) {
    for (std::size_t k = 0; k < 4; ++k) packed[i] |= std::uint32_t{kOrders[i][k]} << (2 * k);
  }
  return packed;
}();

class Texels {
 public:
  std::uint32_t end() const { return static_cast<std::uint32_t>(texels_.size()); }
  Word4& operator[](std::size_t i) { return texels_[i]; }
  void add(const Word4& texel) { texels_.push_back(texel); }

  // Values of `bits` bits each, the first in the lowest bits.
  template <class Value>
  void add_packed(const std::vector<Value>& values, std::size_t bits) {
    const std::size_t values_per_word = 32 / bits, values_per_texel = 4 * values_per_word;
    for (std::size_t first = 0; first < values.size(); first += values_per_texel) {
      Word4 texel{};
      for (std::size_t i = first; i < std::min(values.size(), first + values_per_texel); ++i) {
        texel[(i - first) / values_per_word] |= static_cast<std::uint32_t>(values[i]) << (bits * (i % values_per_word));
      }
      add(texel);
    }
  }

  int rows() const { return (static_cast<int>(texels_.size()) + kRulesWidth - 1) / kRulesWidth; }
  const Word4* padded() {
    texels_.resize(static_cast<std::size_t>(rows()) * kRulesWidth);
    return texels_.data();
  }

 private:
  std::vector<Word4> texels_ = std::vector<Word4>(2 * kElementsMax);
};

// Thresholds and costs beyond the range of energies are clamped to it, which does not change results.
Word4 packed(const Effect& effect) {
  const bool always = !effect.has_threshold || effect.threshold < -1;
  const int above = always ? -1 : std::clamp(effect.threshold, -1, kCostMax);
  const int cost = effect.has_threshold ? std::clamp(effect.threshold, -kCostMax, kCostMax) : 0;
  const std::uint32_t numbers[] = {static_cast<std::uint32_t>(above + 1), static_cast<std::uint32_t>(cost + kCostMax),
                                   effect.x_speed, effect.y_speed};
  return {effect.probability, numbers[0] | numbers[1] << 8 | numbers[2] << 16 | numbers[3] << 24, 0, 0};
}

std::uint32_t add_effect(Texels& texels, const Effect& effect, std::uint8_t a, std::uint8_t b) {
  const std::uint32_t first = texels.end();
  texels.add(packed(effect));
  std::vector<std::uint32_t> outcomes;
  for (int slot = 0; slot < kProductSlots; ++slot) {
    const Product product = effect.outcome(slot, a, b);
    outcomes.push_back(product.a | static_cast<std::uint32_t>(product.b) << 8);
  }
  texels.add_packed(outcomes, 16);
  return first;
}

std::uint32_t add_item(Texels& texels, const Item& item) {
  const std::uint32_t first = texels.end();
  texels.add({static_cast<std::uint32_t>(item.width), static_cast<std::uint32_t>(item.height), 0, 0});
  texels.add_packed(item.cells, 8);
  return first;
}

void add_kind(Texels& texels, const Rules& rules, std::uint8_t element) {
  const Kind& kind = rules.kind(element);
  const std::uint32_t decay = kind.decay < 0 ? 0 : add_effect(texels, rules.decay(kind), element, 0);
  const std::uint32_t item = kind.item < 0 ? 0 : add_item(texels, rules.item(kind));
  texels[2u * element] = {kind.fall, kind.slip, kind.drift, kind.conductivity};
  texels[2u * element + 1] = {
      static_cast<std::uint32_t>(kind.direction + 1) | static_cast<std::uint32_t>(kind.self_heating) << 8, decay, item,
      0};
}

std::uint32_t packed_disc(const DiscRule* disc) {
  if (disc == nullptr) return 0;
  static_assert(kDiscDiameterMax / 2 < 1 << 16);
  return static_cast<std::uint32_t>(disc->diameter / 2) | static_cast<std::uint32_t>(disc->filling) << 16 | 1u << 24;
}

Word4 pair_texel(Texels& texels, const Rules& rules, std::uint8_t a, std::uint8_t b) {
  const Effect* const reaction = rules.reaction(a, b);
  return {rules.sink(a, b), rules.push(a, b), reaction == nullptr ? 0 : add_effect(texels, *reaction, a, b),
          packed_disc(rules.disc(a, b))};
}

// The constants of every shader of elements.
const std::vector<ShaderConstant>& shader_constants() {
  static const std::vector<ShaderConstant> constants =
      joined({SHADER_CONSTANTS(kAlways, kOrderCount, kCellEnergyShift, kCostMax, kEnergyMax, kRisesStraight, kFarRadius,
                               kStampKeyShift),
              {{"kChanceBits", std::uint32_t{kChanceBits}},
               {"kConductivityBits", std::uint32_t{kConductivityBits}},
               {"kProductSlots", std::uint32_t{kProductSlots}},
               {"kEnergyMask", std::uint32_t{kEnergyMask}},
               {"kServed", std::uint32_t{kServedBit} << kCellEnergyShift},
               {"kRulesWidth", std::uint32_t{kRulesWidth}},
               {"kOrders", std::span(kPackedOrders)},
               {"kWalls", on::walls},
               {"kGravity", on::gravity},
               {"kEnergy", on::energy},
               {"kInteractions", on::interactions},
               {"kDrawStraight", draw::straight},
               {"kDrawDiagonal", draw::diagonal},
               {"kDrawDiagonalSide", draw::diagonal_side},
               {"kDrawRiseWay", draw::rise_way},
               {"kDrawRise", draw::rise},
               {"kDrawSideWay", draw::side_way},
               {"kDrawSlip", draw::slip},
               {"kDrawSideDensity", draw::side_density},
               {"kDrawDecay", draw::decay},
               {"kDrawDecayProduct", draw::decay_product},
               {"kDrawXMomentum", draw::x_momentum},
               {"kDrawYMomentum", draw::y_momentum},
               {"kDrawDrift", draw::drift},
               {"kDrawNeighbours", draw::neighbours},
               {"kDrawEventKey", draw::event_key},
               {"kDrawLook", draw::look},
               {"kDrawLookStride", draw::look_stride},
               {"kLookReaction", draw::reaction},
               {"kLookProduct", draw::product},
               {"kLookSpeeds", draw::speeds},
               {"kItemKeeps", std::uint32_t{kItemKeeps}},
               {"kStampIsThere", 1u},
               {"kStampIsItem", 2u},
               {"kStampSpares", 4u},
               {"kStampSparedShift", 4u}}});
  return constants;
}

class GpuRules {
 public:
  GpuRules() = default;
  // Fails if there are more rules than a texture of this GPU can hold.
  static std::optional<GpuRules> create(const Rules& rules) {
    Texels texels;
    std::vector<Word4> pairs(std::size_t{kElementsMax} * kElementsMax);
    GpuRules result;
    for (int i = 0; i < rules.element_count(); ++i) {
      const auto a = static_cast<std::uint8_t>(i);
      add_kind(texels, rules, a);
      result.has_stamps_ |= rules.kind(a).item >= 0;
      for (int j = 0; j < rules.element_count(); ++j) {
        const auto b = static_cast<std::uint8_t>(j);
        pairs[std::size_t{a} * kElementsMax + b] = pair_texel(texels, rules, a, b);
        const DiscRule* const disc = rules.disc(a, b);
        result.has_stamps_ |= disc != nullptr && disc->diameter / 2 >= kFarRadius;
      }
    }
    GLint side_max = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side_max);
    if (texels.rows() > side_max) return std::nullopt;
    glActiveTexture(GL_TEXTURE1);
    const int rows = texels.rows();
    result.rules_ = Texture(kTexelRgba32ui, kRulesWidth, rows, "elements rules");
    result.rules_.write(0, 0, kRulesWidth, rows, texels.padded(), kRulesWidth);
    result.pairs_ = Texture(kTexelRgba32ui, kElementsMax, kElementsMax, "elements pairs");
    result.pairs_.write(0, 0, kElementsMax, kElementsMax, pairs.data(), kElementsMax);
    return result;
  }

  // Binds to texture units 1 and 2, from which shaders/elements/rules.glsl reads.
  void bind() const {
    rules_.bind(1);
    pairs_.bind(2);
  }
  // True if a disc or item can reach beyond a block.
  bool has_stamps() const { return has_stamps_; }

 private:
  Texture rules_, pairs_;
  bool has_stamps_ = false;
};

// ---- the turns of a pass: two implementations of one interface, which give the same bytes ----

// One of the four passes of a frame.
struct GpuPass {
  const Parameters& parameters;
  const Lattice& lattice;
  int number;
  int width, height;
  std::uint32_t turns, rows;  // bases of the draws of turns and of directions

  int block_count() const { return lattice.columns() * lattice.rows(); }
  // The first cell of the group of the first block; may be outside the world.
  int first_x() const { return lattice.period_x() + parameters.block / 2 * lattice.pass_class(number).column; }
  int first_y() const { return lattice.period_y() + parameters.block / 2 * lattice.pass_class(number).row; }
};

// Sets the inputs of shaders/elements/lattice.glsl and turn.glsl. Precondition: the program is current.
void set_pass(const Program& program, const GpuPass& pass) {
  const Parameters& parameters = pass.parameters;
  const std::uint32_t switches = (parameters.walls ? on::walls : 0) | (parameters.gravity ? on::gravity : 0) |
                                 (parameters.energy ? on::energy : 0) |
                                 (parameters.interactions ? on::interactions : 0);
  glUniform2i(program.uniform("u_size"), pass.width, pass.height);
  glUniform1i(program.uniform("u_block"), parameters.block);
  glUniform2i(program.uniform("u_period"), pass.lattice.period_x(), pass.lattice.period_y());
  glUniform1i(program.uniform("u_pass"), pass.number);
  glUniform1i(program.uniform("u_first_column"), pass.lattice.first_column());
  glUniform2i(program.uniform("u_blocks"), pass.lattice.columns(), pass.lattice.rows());
  glUniform1ui(program.uniform("u_rows"), pass.rows);
  glUniform1ui(program.uniform("u_turns"), pass.turns);
  glUniform1ui(program.uniform("u_switches"), switches);
  glUniform1i(program.uniform("u_ambient"), parameters.ambient_energy());
}

class GpuTurns {
 public:
  virtual ~GpuTurns() = default;

  // Allocates textures for worlds of that size and blocks of that side.
  virtual Status make(int width, int height, int block) = 0;
  // Takes the turns of the pass in the front canvas of the cells. Writes the stamps that are drawn at the end of the
  // pass to `stamps`, one texel per block. Precondition: the rules are bound.
  virtual void take(const GpuPass& pass, PingPong& cells, const Canvas& stamps) = 0;
};

// The largest number of blocks along that many cells, for any shift.
constexpr int most_blocks(int cells, int block) { return (cells + block) / block + 2; }

// Blocks of a row in a work group, the same as in shaders/elements/turns.comp. Few, because neighbours take different
// branches.
constexpr int kGroupBlocks = 8;

// In place, in OpenGL 4.3 compute shaders, one invocation per block.
class ComputeTurns final : public GpuTurns {
 public:
  explicit ComputeTurns(std::string& error)
      : turns_(Program::load_compute("elements/turns.comp", shader_constants(), error,
                                     std::array{SamplerUnit{"u_rules", 1}, SamplerUnit{"u_pairs", 2}})) {}

  Status make(int, int, int) override { return {}; }

  void take(const GpuPass& pass, PingPong& cells, const Canvas& stamps) override {
    turns_.use();
    set_pass(turns_, pass);
    glBindImageTexture(0, cells.front().texture.name(), 0, GL_FALSE, 0, GL_READ_WRITE, GL_RGBA8UI);
    glBindImageTexture(1, stamps.texture.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA32UI);
    // Row by row: a dispatch has at most 65535 groups along an axis.
    const int groups = (pass.lattice.columns() + kGroupBlocks - 1) / kGroupBlocks;
    dispatch_compute(groups, pass.lattice.rows());
  }

 private:
  Program turns_;
};

// In OpenGL 3.3 fragment shaders. A fragment can write only its own texels, so a pass works row by row: one draw
// call takes the turns of one row of every group, from the bottom row to the top row; then one draw call per row takes
// the late moves of every block. The turns of a row change three rows of the block, its late moves two; a fragment
// takes all turns of the row and keeps one of those rows, so three fragments do the same work, and a fourth one keeps
// the memory of the block. The latest version of a row is in one of two alternating textures; rows that no turn has
// changed yet are in a third texture, the world. The rows of all blocks lie in layers of four
// cells, all drawn at once (shaders/elements/band.glsl).
class FragmentTurns final : public GpuTurns {
 public:
  // Compiles programs at once, so that errors are reported.
  explicit FragmentTurns(std::string& error) { load(Parameters{}.block, error); }

  Status make(int width, int height, int block) override {
    std::string error;
    load(block, error);
    if (!error.empty()) return Status::failure(error);
    side_ = block / 2;
    rim_ = block / 4;
    columns_ = most_blocks(width, block);
    band_ = most_blocks(height, block);
    GLint side_max = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side_max);
    if (target_height() > side_max)
      return Status::failure(tr("This world is too high for elements in fragment shaders on this GPU."));
    glActiveTexture(GL_TEXTURE3);
    bool complete = true;
    for (LayeredCanvas* rows : {&turned_[0], &turned_[1], &late_[0], &late_[1]}) {
      *rows = LayeredCanvas(kTexelRgba32ui, columns_, target_height(), block / 4, "elements rows");
      complete = complete && rows->complete();
    }
    unbind_rows();
    if (Status status = check_gl_errors(text_id("Making room for turns on the GPU")); !status) return status;
    return complete ? Status()
                    : Status::failure(tr("This GPU cannot draw into the textures that the automaton needs."));
  }

  void take(const GpuPass& pass, PingPong& cells, const Canvas& stamps) override {
    glBindVertexArray(no_vertices_.get());
    cells.front().texture.bind(0);
    take_turns(pass);
    keep_stamps(pass, stamps);
    if (pass.parameters.gravity) move_late(pass);
    gather(pass, cells);
    unbind_rows();
  }

 private:
  struct BlockPrograms {
    Program turns, late, gather;
  };

  // Takes the programs for blocks of that side; null on failure.
  void load(int block, std::string& error) {
    current_ = nullptr;
    std::vector<ShaderConstant> constants = shader_constants();
    constants.push_back({"kBlock", static_cast<std::uint32_t>(block)});
    constexpr SamplerUnit kUnits[] = {{"u_cells", 0}, {"u_rules", 1}, {"u_pairs", 2}, {"u_before", 3},
                                      {"u_below", 4}, {"u_even", 3},  {"u_odd", 4}};
    if (!programs_.contains(block)) {
      BlockPrograms programs{
          Program::load({"elements/rows.vert", "elements/turns.frag"}, constants, error, kUnits),
          Program::load({"elements/rows.vert", "elements/late.frag"}, constants, error, kUnits),
          Program::load({"common/fullscreen.vert", "elements/gather.frag"}, constants, error, kUnits)};
      if (!error.empty()) return;
      programs_.emplace(block, std::move(programs));
    }
    current_ = &programs_.at(block);
  }

  int target_height() const { return (2 * side_ + 1) * band_; }
  int first_touched_row() const { return rim_ - 1; }
  int last_touched_row() const { return rim_ + side_; }
  // The last row pass that changed a row of the block.
  int last_turns_of(int row) const { return std::min(last_touched_row() - row, side_ - 1); }

  void begin(const Program& program, const GpuPass& pass) const {
    program.use();
    set_pass(program, pass);
    glUniform1i(program.uniform("u_band"), band_);
    glUniform2i(program.uniform("u_target"), columns_, target_height());
    glViewport(0, 0, columns_, target_height());
  }

  // `row`: the row that has its turns; `bands`: the number of rows, counted from first_band, and the memory of the
  // blocks.
  void draw_row(const Program& program, const LayeredCanvas& target, int row, int first_band, int bands,
                bool is_first) const {
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    glUniform1i(program.uniform("u_row"), row);
    glUniform1i(program.uniform("u_first_band"), first_band);
    glUniform1i(program.uniform("u_bands"), bands);
    glUniform1i(program.uniform("u_is_first"), is_first);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, bands + 1);
  }

  void take_turns(const GpuPass& pass) const {
    const Program& program = current_->turns;
    begin(program, pass);
    for (int number = 0; number < side_; ++number) {
      const int row = rim_ + side_ - 1 - number;
      turned_[(number + 1) % 2].bind(3);
      draw_row(program, turned_[number % 2], row, row - 1, 3, number == 0);
    }
  }

  // Copies the stamps from the memory of the blocks after the last row of turns.
  void keep_stamps(const GpuPass& pass, const Canvas& stamps) const {
    const int columns = pass.lattice.columns(), rows = pass.lattice.rows(), first = 2 * side_ * band_;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, turned_[(side_ - 1) % 2].framebuffer());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, stamps.framebuffer.name());
    glBlitFramebuffer(0, first, columns, first + rows, 0, 0, columns, rows, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  }

  void move_late(const GpuPass& pass) const {
    const Program& program = current_->late;
    begin(program, pass);
    const int block = 2 * side_;
    for (int number = 0; number < block; ++number) {
      const int row = block - 1 - number;
      const bool had_turns = row >= first_touched_row() && row <= last_touched_row();
      turned_[had_turns ? last_turns_of(row) % 2 : 0].bind(3);
      late_[(number + 1) % 2].bind(4);
      glUniform1i(program.uniform("u_had_turns"), had_turns);
      draw_row(program, late_[number % 2], row, row, number == 0 ? 1 : 2, number == 0);
    }
  }

  void gather(const GpuPass& pass, PingPong& cells) const {
    const bool late = pass.parameters.gravity;
    const std::array<LayeredCanvas, 2>& rows = late ? late_ : turned_;
    const Program& program = current_->gather;
    rows[0].bind(3);
    rows[1].bind(4);
    begin(program, pass);
    glUniform1i(program.uniform("u_first_row"), late ? 0 : first_touched_row());
    glUniform1i(program.uniform("u_last_row"), late ? 2 * side_ : last_touched_row());
    glUniform1i(program.uniform("u_last_number"), late ? 2 * side_ - 1 : side_ - 1);
    cells.back().framebuffer.draw(no_vertices_);
    cells.swap();
  }

  // Other code in the context may use these units without binding textures, so none must stay bound.
  static void unbind_rows() {
    for (const GLenum unit : {GL_TEXTURE3, GL_TEXTURE4}) {
      glActiveTexture(unit);
      glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
    }
  }

  std::map<int, BlockPrograms> programs_;  // by side of a block
  const BlockPrograms* current_ = nullptr;
  int side_ = 0, rim_ = 0;      // of groups, and of blocks around them
  int columns_ = 0, band_ = 0;  // blocks across and down, at most
  std::array<LayeredCanvas, 2> turned_, late_;
  GlVertexArray no_vertices_ = make_gl_vertex_array();
};

constexpr TexelFormat kTexelR32ui{GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT};
constexpr TexelFormat kTexelDepth32f{GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT};

// Turns the depth test on for its lifetime: the greatest depth wins; of equal depths the last one. Attaches the depth
// buffer to the bound framebuffer.
class HighestWins {
 public:
  explicit HighestWins(const Texture& depth) {
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth.name(), 0);
    constexpr GLfloat kLowest = 0;
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_GEQUAL);
    glClearBufferfv(GL_DEPTH, 0, &kLowest);
  }
  ~HighestWins() {
    glDisable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, 0, 0);
  }
  HighestWins(const HighestWins&) = delete;
  HighestWins& operator=(const HighestWins&) = delete;
};

// Draws the discs and items of a pass at its end. A key is used as a depth, so the highest key wins where they overlap.
class GpuStamps {
 public:
  explicit GpuStamps(std::string& error) {
    constexpr SamplerUnit kUnits[] = {{"u_cells", 0}, {"u_rules", 1}, {"u_stamps", 3}, {"u_keys", 4}};
    keys_program_ =
        Program::load({"elements/stamps.vert", "elements/stamp_keys.frag"}, shader_constants(), error, kUnits);
    cells_program_ =
        Program::load({"elements/stamps.vert", "elements/stamp_cells.frag"}, shader_constants(), error, kUnits);
  }

  // Allocates memory for one stamp of each block of any pass; for cells only if there can be stamps at all.
  Status make(int width, int height, int block, bool has_stamps) {
    const int columns = most_blocks(width, block), rows = most_blocks(height, block);
    waiting_ = Canvas(kTexelRgba32ui, columns, rows, "elements stamps");
    bool complete = waiting_.framebuffer.complete();
    if (has_stamps) {
      keys_ = Canvas(kTexelR32ui, columns, rows, "elements keys");
      keys_depth_ = Texture(kTexelDepth32f, columns, rows, "elements keys as depths");
      cells_depth_ = Texture(kTexelDepth32f, width, height, "elements stamps as depths");
      complete = complete && keys_.framebuffer.complete();
    }
    if (Status status = check_gl_errors(text_id("Making room for explosions on the GPU")); !status) return status;
    return complete ? Status()
                    : Status::failure(tr("This GPU cannot draw into the textures that the automaton needs."));
  }
  // One texel for each block of a pass; the turns write it.
  const Canvas& waiting() const { return waiting_; }
  // Draws into the front canvas of the cells. Precondition: the rules are bound.
  void draw(const GpuPass& pass, const PingPong& cells) const {
    waiting_.texture.bind(3);
    cells.back().texture.bind(0);
    // In place of the keys, which cannot be read while they are drawn; also of unsigned numbers, as WebGL demands.
    waiting_.texture.bind(4);
    keys_.framebuffer.bind();
    {
      const HighestWins wins(keys_depth_);
      keys_program_.use();
      glUniform1i(keys_program_.uniform("u_voids"), 0);
      glUniform2i(keys_program_.uniform("u_origin"), pass.first_x(), pass.first_y());
      glUniform1i(keys_program_.uniform("u_unit"), pass.parameters.block);
      glUniform2i(keys_program_.uniform("u_target"), keys_.texture.width(), keys_.texture.height());
      draw_all(keys_program_, pass);
    }
    copy_texels(cells.front().framebuffer, cells.back().framebuffer, 0, 0, pass.width,
                pass.height);  // a texture cannot be read and drawn at the same time
    keys_.texture.bind(4);
    cells.front().framebuffer.bind();
    const HighestWins wins(cells_depth_);
    cells_program_.use();
    glUniform1i(cells_program_.uniform("u_voids"), 1);
    glUniform2i(cells_program_.uniform("u_origin"), 0, 0);
    glUniform1i(cells_program_.uniform("u_unit"), 1);
    glUniform2i(cells_program_.uniform("u_target"), pass.width, pass.height);
    glUniform2i(cells_program_.uniform("u_size"), pass.width, pass.height);
    draw_all(cells_program_, pass);
  }

 private:
  void draw_all(const Program& program, const GpuPass& pass) const {
    glUniform2i(program.uniform("u_blocks"), pass.lattice.columns(), pass.lattice.rows());
    glBindVertexArray(no_vertices_.get());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, pass.block_count());
  }

  Program keys_program_, cells_program_;
  GlVertexArray no_vertices_ = make_gl_vertex_array();
  Canvas waiting_, keys_;
  Texture keys_depth_, cells_depth_;
};

struct ElementTexel {
  std::uint8_t element = 0, energy = 0, x_speed = 0, y_speed_inverted = 255;
};
static_assert(sizeof(ElementTexel) == sizeof(CellTexel));

World world_of_size(int width, int height) {
  World world(width, height);
  world.add(Plane::energy);
  world.add(Plane::velocity);
  return world;
}

class GpuSolver final : public GpuCellSolver<GpuCells> {
 public:
  GpuSolver(GlPath path, std::string& error)
      : GpuCellSolver(error),
        stamps_(error),
        finish_(Program::load({"common/fullscreen.vert", "elements/finish.frag"}, shader_constants(), error,
                              std::array{SamplerUnit{"u_cells", 0}})),
        turns_(path == GlPath::compute ? std::unique_ptr<GpuTurns>(std::make_unique<ComputeTurns>(error))
                                       : std::make_unique<FragmentTurns>(error)) {}

  PlaneSet state_planes() const override { return kStatePlanes; }

  Status load(const Ruleset& ruleset) override {
    const GlStateGuard guard;
    clear_gl_errors();
    Rules rules(ruleset);
    auto gpu_rules = GpuRules::create(rules);
    if (!gpu_rules) return Status::failure(tr("These are more rules than this GPU holds; the cpu backend takes them."));
    if (Status status = check_gl_errors(text_id("Loading the rules")); !status) return status;
    rules_ = std::move(rules);
    gpu_rules_ = std::move(*gpu_rules);
    GpuCells::Texels texels;
    for (int i = 0; i < kElementsMax; ++i) {
      texels[static_cast<std::size_t>(i)] = texel_of(static_cast<std::uint8_t>(i), nullptr, nullptr);
    }
    cells_.set_texels(texels);
    cells_.set_loose(loose_table(ruleset), 1);
    cells_.set_stamped([this](const EditedCell& cell) { return texel_of(cell.element, cell.energy, cell.velocity); });
    return {};
  }

  std::span<const ParameterInfo> parameters() const override { return Parameters::list_in_blocks(); }
  double parameter(std::string_view name) const override { return parameters_.get(name); }
  bool set_parameter(std::string_view name, double value) override {
    const auto infos = parameters();
    const auto info = std::ranges::find(infos, name, &ParameterInfo::name);
    if (info == infos.end()) return false;
    const int block = parameters_.block;
    // Blocks cannot have the original's order (block 0); the largest block is the nearest to it.
    if (name == "block" && value == 0) value = info->default_value;
    parameters_.set(name, clamp_parameter(*info, value));
    if (parameters_.block != block && cells_) {
      const GlStateGuard guard;
      clear_gl_errors();
      note(make_rooms());
    }
    return true;
  }

 private:
  // Cost of a step relative to one that visits each cell once; StepQueue's limit uses it.
  static constexpr std::uint64_t kCostOfStep = 16;

  // Null planes: no energy, no velocity.
  CellTexel texel_of(std::uint8_t element, const std::uint8_t* energy, const std::uint8_t* velocity) const {
    ElementTexel texel;
    if (element < rules_.element_count()) texel.element = element;
    if (energy != nullptr) texel.energy = std::min<std::uint8_t>(*energy, kEnergyMax);
    if (velocity != nullptr) {
      texel.x_speed = velocity[0];
      texel.y_speed_inverted = static_cast<std::uint8_t>(255 - velocity[1]);
    }
    return std::bit_cast<CellTexel>(texel);
  }

  static void take(World& world, std::size_t i, CellTexel cell) {
    const auto texel = std::bit_cast<ElementTexel>(cell);
    world.cells()[i] = texel.element;
    world.bytes(Plane::energy)[i] = texel.energy;
    world.bytes(Plane::velocity)[2 * i] = texel.x_speed;
    world.bytes(Plane::velocity)[2 * i + 1] = static_cast<std::uint8_t>(255 - texel.y_speed_inverted);
  }

  TextureCells shown() const override {
    return {.texels = CellTexels::element_energy_velocity, .cells = cells_.front().name()};
  }

  World empty_world(int width, int height) const override { return world_of_size(width, height); }

  Status write(const World& world) override {
    const auto energy = world.bytes(Plane::energy), velocity = world.bytes(Plane::velocity);
    const auto texel_at = [&](std::size_t i) {
      return texel_of(world.cells()[i], energy.empty() ? nullptr : &energy[i],
                      velocity.empty() ? nullptr : &velocity[2 * i]);
    };
    const Status written = cells_.upload(world.width(), world.height(), texel_at);
    return written ? make_rooms() : written;
  }

  void read(World& world) const override {
    cells_.download([&world](std::size_t i, CellTexel cell) { take(world, i, cell); });
  }

  std::unique_ptr<WorldCapture> begin_read() const override {
    const auto decode = [width = cells_.width(), height = cells_.height()](const std::vector<TexelBytes>& texels) {
      World world = world_of_size(width, height);
      for (std::size_t i = 0; i < world.cell_count(); ++i) {
        CellTexel cell;
        std::memcpy(&cell, &texels.front()[i * sizeof cell], sizeof cell);
        take(world, i, cell);
      }
      return world;
    };
    return begin_read_back({whole(cells_.planes().front(), kTexelRgba8)}, decode);
  }

  // Allocates the textures for the size of the world and of the blocks.
  Status make_rooms() {
    glActiveTexture(GL_TEXTURE0);
    const Status made = stamps_.make(cells_.width(), cells_.height(), parameters_.block, gpu_rules_.has_stamps());
    return made ? turns_->make(cells_.width(), cells_.height(), parameters_.block) : made;
  }

  // ---- a frame ----

  Status issue_steps(const StepSpan& span, StepQueue& queue) override {
    return queue.take(span.count, [&](std::uint64_t k) {
      issue_step(span.seed, static_cast<std::uint32_t>(span.first_step + k));
      return cell_count() * kCostOfStep;
    });
  }

  void issue_step(std::uint64_t seed, std::uint32_t number) {
    if (cells_.width() > 2 && cells_.height() > 2) {
      if (parameters_.sources) pour(seed, number);
      take_turns(seed, number);
    }
    finish_.use();
    glUniform2i(finish_.uniform("u_size"), cells_.width(), cells_.height());
    cells_.draw_pass();
  }

  void pour(std::uint64_t seed, std::uint32_t number) {
    const int spacing = cells_.width() / (static_cast<int>(rules_.sources().size()) + 1);
    for (int i = 0; i < kSourceWidth; ++i) {
      if (!happens(random_u32(seed, number, static_cast<std::uint32_t>(i), 0, kSourceSalt), kSourcePours)) continue;
      int x = i;
      for (const std::uint8_t source : rules_.sources()) {
        x += spacing;
        if (x > 0 && x < cells_.width() - 1) cells_.apply(RectEdit{{x, 1}, {x, 1}, source, {}});
      }
    }
  }

  void take_turns(std::uint64_t seed, std::uint32_t number) {
    const Lattice lattice(parameters_.block, seed, number, cells_.width(), cells_.height());
    for (int i = 0; i < Lattice::kPasses; ++i) {
      const GpuPass pass{parameters_,
                         lattice,
                         i,
                         cells_.width(),
                         cells_.height(),
                         random_base(seed, number, kTurnSalt),
                         random_base(seed, number, kRowSalt)};
      gpu_rules_.bind();
      turns_->take(pass, cells_.planes(), stamps_.waiting());
      if (gpu_rules_.has_stamps()) stamps_.draw(pass, cells_.planes());
    }
  }

  GpuStamps stamps_;
  Program finish_;
  std::unique_ptr<GpuTurns> turns_;
  Rules rules_;
  GpuRules gpu_rules_;
  Parameters parameters_;
};

}  // namespace

std::unique_ptr<Solver> make_gpu_solver(GlPath path, std::string& error) {
  return make_solver_on_gpu<GpuSolver>(error, path);
}

}  // namespace repose::elements
