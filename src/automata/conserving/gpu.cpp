// The conserving automaton in OpenGL 3.3 fragment shaders: one pass for each sub-step; each reads one texture and draws
// another. Software drivers, and small GPUs, spend their time on reading texels. So a texel holds 16 cells of a column,
// and bounds on codes (CellCodes) and comparisons of four cells at a time tell where pairs may act: only
// there, a pass looks up what the two do, in one word for a pair. For every cell a pass computes to which pair it
// belongs and what that pair does; the result is the same for both cells of a pair.
//
// In fall each pair depends on the one below it. One pass finds for each texel where falls begin, and what its pairs
// carry up for the two things that mostly come up from below: nothing, and background. A second pass looks down from
// each texel for the nearest one whose carry does not depend on what is below it, which is rarely far away, and then
// falls (shaders/conserving/falls.glsl).
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "automata/conserving/air.hpp"
#include "automata/conserving/bursts.hpp"
#include "automata/conserving/conserving.hpp"
#include "automata/conserving/survey.hpp"
#include "automata/gpu_cells.hpp"
#include "automata/gpu_rim_counts.hpp"
#include "core/edited_cells.hpp"
#include "core/language.hpp"
#include "gl/gl.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "gl/read_back.hpp"

namespace repose::conserving {
namespace {

// ---- packed cells: 16 of a column to a texel (shaders/conserving/packed.glsl), each a code of 8 bits ----
//
// Everything that is no step - edits, pictures, reading back - uses GpuCells, a cell a texel: the cells are packed
// before steps if they have changed there, and unpacked when they are read.
//
// Codes are the elements in another order, so that comparisons with a few bounds tell what a cell may do, four cells at
// a time:
//   restless()  is the range of the elements that decay, burst or roam
//   striding()  is the range of the liquids that stride
//   powders()   is the range of the powders
//   kinds       elements that act alike with all others have codes that follow one another. With at most kKindsMax
//               kinds, a set of kinds is 7 bits, and shaders find out what cells do with one another by comparisons
//               with the first codes of the kinds (shaders/conserving/acts.glsl) instead of look-ups.

// A word of the table of pairs, by the codes of a cell (row) and of its partner (column): bits 0 to 7 = the code that
// the cell becomes by a reaction; bit 8, kSwap = the two swap; these bits; bits 16 to 31 = the probability minus 1 (of
// two that run: of doing so).
enum Act : std::int32_t {
  kActSinks = 9,      // the cell and its partner swap if the cell is above
  kActReacts = 10,    // they react if the cell is above
  kActAnywhere = 11,  // they react anywhere
  kActRuns = 12,      // they run
  kActFixed = 13,     // the cell swaps with nothing, whatever its partner is
  kActGap = 14,       // likewise, it falls into the place of background that has risen
  kActGrainy = 15     // likewise, it may fall into the place of another cell that has risen
};
constexpr int kActCount = 7;
constexpr std::uint32_t kSwap = 1 << 8;
constexpr int kKindsMax = 7;

// Rows of the table of traits. By code: the code after a decay + its chance << 8; the chance to wander; the chance to
// burst; element + density << 8. By element: its code.
constexpr int kDecayRow = 0, kWanderRow = 1, kBurstRow = 2, kElementRow = 3, kCodeRow = 4, kStrideRow = 5, kAirRow = 6,
              kAirPushRow = 7, kAirPressureRow = 8, kStrengthRow = 9, kTraitRows = 10;
// Of kStrideRow, by code: bits 0 to 8 = dispersion; these bits (kYields: it makes way for what sinks through it and
// strides; kStays: it swaps with nothing); bits 16 to 31 = the chance to stride minus 1.
constexpr std::uint32_t kYields = 1 << 9, kThin = 1 << 10, kFlows = 1 << 11, kStays = 1 << 12, kGrains = 1 << 13;
// Of kAirRow, by code: Rules::air_way(). kAirPushRow: what a source pushes right + down << 16, each in 16 bits.
// Of kStrengthRow, by code: the code of what it becomes + its strength << 8.
constexpr std::uint32_t kAirLoose = 1, kAirClosed = 2;

// What the shaders of a step are made for: parts that the rules do not need are left out, because software drivers also
// take the time of what is not executed.
struct ShaderTraits {
  int kinds = 0;              // of elements (CellCodes), or 0 if there are too many
  bool has_grainy = true;     // there are cells with kActGrainy
  bool has_uncertain = true;  // reactions in fall that need a draw, or give background above
  bool has_anywhere = true;   // reactions anywhere
  bool has_viscous = true;    // cells that do not run in every pass
  friend auto operator<=>(const ShaderTraits&, const ShaderTraits&) = default;
};

struct CodeRange {  // both included; empty if first > last
  int first = 1, last = 0;
  bool empty() const { return first > last; }
  void include(int code) {
    *this = empty() ? CodeRange{code, code} : CodeRange{std::min(first, code), std::max(last, code)};
  }
};

bool is_restless(const Rules& rules, std::uint8_t element) {
  return rules.decay(element).probability > 0 || rules.burst(element).probability > 0 || rules.roams(element);
}

bool runs(const Rules& rules, std::uint8_t a, std::uint8_t b) { return rules.runs(a, b) && rules.fluidity(a, b) > 0; }

// What a cell may do with its partner, as bits of Act.
std::uint32_t acts(const Rules& rules, std::uint8_t a, std::uint8_t b) {
  std::uint32_t bits = 0;
  const auto put = [&](Act act, bool on) { bits |= std::uint32_t{on} << act; };
  const Meeting& meeting = rules.meeting(a, b);
  const bool reacts = meeting.kind == Meeting::Kind::reaction;
  put(kActSinks, rules.sinks(a, b));
  put(kActReacts, reacts && !meeting.anywhere && rules.is_denser(a, b));
  put(kActAnywhere, meeting.anywhere);
  put(kActRuns, runs(rules, a, b));
  put(kActFixed, rules.is_fixed(a));
  put(kActGap, rules.follows(a, 0));
  put(kActGrainy, !rules.flows(a) && !rules.is_fixed(a));
  return bits;
}

// Elements with equal numbers act alike, as the cell and as the partner.
std::vector<int> kinds_of(const Rules& rules) {
  const int count = rules.element_count();
  std::vector<std::vector<std::uint32_t>> known;
  std::vector<int> kinds;
  for (int i = 0; i < count; ++i) {
    std::vector<std::uint32_t> manner;
    for (int j = 0; j < count; ++j) {
      const auto a = static_cast<std::uint8_t>(i), b = static_cast<std::uint8_t>(j);
      manner.push_back(acts(rules, a, b));
      manner.push_back(acts(rules, b, a));
    }
    const auto found = std::ranges::find(known, manner);
    kinds.push_back(static_cast<int>(found - known.begin()));
    if (found == known.end()) known.push_back(std::move(manner));
  }
  return kinds;
}

class CellCodes {
 public:
  CellCodes() : CellCodes(Rules()) {}
  explicit CellCodes(const Rules& rules) {
    const int count = rules.element_count();
    std::vector<std::uint8_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), std::uint8_t{0});
    const std::vector<int> kinds = kinds_of(rules);
    // What strides, and powders, are at the two ends of what is restless, and overlap with it.
    const auto place = [&](std::uint8_t element) {
      const bool moves = is_restless(rules, element);
      const int group = rules.strides(element)     ? (moves ? 1 : 0)
                        : rules.is_powder(element) ? (moves ? 3 : 4)
                                                   : (moves ? 2 : 5);
      return std::pair(group, kinds[element]);
    };
    std::ranges::stable_sort(order, {}, place);
    for (std::size_t code = 0; code < order.size(); ++code) {
      codes_[order[code]] = static_cast<std::uint8_t>(code);
      elements_[code] = order[code];
    }
    for (std::size_t i = order.size(); i < codes_.size(); ++i) codes_[i] = codes_[0];
    shader_traits.has_viscous = rules.has_viscous();
    find_ranges(rules);
    find_kinds(rules);
  }

  std::uint8_t code_of(std::uint8_t element) const { return codes_[element]; }
  // kElementsMax x kElementsMax words, and kElementsMax x kTraitRows. Codes without an element are those of no cell.
  std::vector<std::uint32_t> pair_words(const Rules& rules) const {
    std::vector<std::uint32_t> words;
    words.reserve(std::size_t{kElementsMax} * kElementsMax);
    for (const std::uint8_t a : elements_) {
      for (const std::uint8_t b : elements_) {
        const Meeting& meeting = rules.meeting(a, b);
        const std::uint32_t probability = runs(rules, a, b) ? rules.fluidity(a, b) : meeting.probability;
        const std::uint32_t swap = meeting.kind == Meeting::Kind::swap ? kSwap : 0;
        words.push_back(codes_[meeting.result] | swap | acts(rules, a, b) | (std::max(probability, 1u) - 1) << 16);
      }
    }
    return words;
  }
  std::vector<std::uint32_t> trait_words(const Rules& rules) const {
    std::vector<std::uint32_t> words(std::size_t{kElementsMax} * kTraitRows);
    const auto at = [&](int row, std::size_t column) -> std::uint32_t& {
      return words[static_cast<std::size_t>(row) * kElementsMax + column];
    };
    for (std::size_t code = 0; code < elements_.size(); ++code) {
      const std::uint8_t element = elements_[code];
      const Decaying& decay = rules.decay(element);
      at(kDecayRow, code) = codes_[decay.into] | decay.probability << 8;
      at(kWanderRow, code) = rules.wander(element);
      at(kBurstRow, code) = rules.burst(element).probability;
      at(kElementRow, code) = element | static_cast<std::uint32_t>(rules.density(element) << 8);
      at(kCodeRow, code) = codes_[code];  // here `code` is an element
      const std::uint32_t flags = (rules.flows(element) && rules.fluidity(element) > 0 ? kYields : 0) |
                                  (rules.is_thin(element) ? kThin : 0) | (rules.flows(element) ? kFlows : 0) |
                                  (rules.is_fixed(element) ? kStays : 0) |
                                  (element != 0 && rules.is_powder(element) ? kGrains : 0);
      at(kStrideRow, code) = static_cast<std::uint32_t>(rules.dispersion(element)) | flags |
                             (std::max(rules.fluidity(element), 1u) - 1) << 16;
      const Rules::AirWay way = rules.air_way(element);
      at(kAirRow, code) = way == Rules::AirWay::closed  ? kAirClosed
                          : way == Rules::AirWay::loose ? kAirLoose
                                                        : std::uint32_t{0};
      const AirSource& source = rules.air_source(element);
      at(kAirPushRow, code) =
          (static_cast<std::uint32_t>(source.right) & 0xffff) | static_cast<std::uint32_t>(source.down) << 16;
      at(kAirPressureRow, code) = static_cast<std::uint32_t>(source.pressure);
      at(kStrengthRow, code) = codes_[rules.debris(element)] | static_cast<std::uint32_t>(rules.strength(element)) << 8;
    }
    return words;
  }
  // kElementsMax x 2 kElementsMax: shaders/conserving/wander.frag.
  std::vector<std::uint32_t> directed_words(const Rules& rules) const {
    std::vector<std::uint32_t> words;
    words.reserve(2 * std::size_t{kElementsMax} * kElementsMax);
    for (const bool over : {false, true}) {
      for (std::size_t second = 0; second < elements_.size(); ++second) {
        for (std::size_t first = 0; first < elements_.size(); ++first) {
          const Directed pair = rules.directed(over, elements_[first], elements_[second]);
          const std::size_t into = pair.probability > 0 ? codes_[pair.first] : first;
          const std::size_t other = pair.probability > 0 ? codes_[pair.second] : second;
          words.push_back(static_cast<std::uint32_t>(into | other << 8) | (std::max(pair.probability, 1u) - 1) << 16);
        }
      }
    }
    return words;
  }

  ShaderTraits shader_traits{0, false, false, false, false};
  bool has_running = false;
  CodeRange restless, striding, powders;
  // If there are few kinds: the first code of each, and for each act the sets of the kinds with which each kind acts
  // so, kKindsMax of them, each but the first as its difference from the one before.
  std::vector<std::uint8_t> first_codes, kind_sets;

 private:
  void find_ranges(const Rules& rules) {
    for (int code = 0; code < rules.element_count(); ++code) {
      const std::uint8_t element = elements_[static_cast<std::size_t>(code)];
      if (is_restless(rules, element)) restless.include(code);
      if (rules.strides(element)) striding.include(code);
      if (element != 0 && rules.is_powder(element)) powders.include(code);
      if ((acts(rules, element, 0) >> kActGrainy & 1) != 0) shader_traits.has_grainy = true;
      for (int j = 0; j < rules.element_count(); ++j) {
        const auto other = static_cast<std::uint8_t>(j);
        const Meeting& meeting = rules.meeting(element, other);
        if (runs(rules, element, other)) has_running = true;
        if (meeting.anywhere) shader_traits.has_anywhere = true;
        if (meeting.kind != Meeting::Kind::reaction) continue;
        if (meeting.probability < kCertain || (meeting.result == 0 && rules.acts_above(element, other)))
          shader_traits.has_uncertain = true;
      }
    }
  }
  void find_kinds(const Rules& rules) {
    constexpr int kSignBit = 128;  // shaders use the top bit of codes for comparisons
    const std::vector<int> kinds = kinds_of(rules);
    std::vector<std::uint8_t> members;
    for (int code = 0; code < rules.element_count(); ++code) {
      const std::uint8_t element = elements_[static_cast<std::size_t>(code)];
      if (!members.empty() && kinds[members.back()] == kinds[element]) continue;
      members.push_back(element);
      first_codes.push_back(static_cast<std::uint8_t>(code));
    }
    if (members.size() <= kKindsMax && rules.element_count() <= kSignBit)
      shader_traits.kinds = static_cast<int>(members.size());
    first_codes.resize(kKindsMax, kSignBit);
    kind_sets.assign(std::size_t{kKindsMax} * kActCount, 0);
    if (shader_traits.kinds == 0) return;
    for (int act = kActSinks; act < kActSinks + kActCount; ++act) {
      std::uint8_t before = 0;
      for (std::size_t k = 0; k < members.size(); ++k) {
        std::uint8_t set = 0;
        for (std::size_t j = 0; j < members.size(); ++j) {
          if ((acts(rules, members[k], members[j]) >> act & 1) != 0) set |= static_cast<std::uint8_t>(1 << j);
        }
        if (act >= kActFixed && set != 0) set = 0x7f;  // true whatever the partner is
        kind_sets[static_cast<std::size_t>(act - kActSinks) * kKindsMax + k] = set ^ before;
        before = set;
      }
    }
  }
  std::array<std::uint8_t, kElementsMax> codes_{}, elements_{};  // by element, by code
};

// ---- what the passes share: their constants, and how they are loaded and bound ----

// Units of textures. All passes over packed cells have the first two; the third holds falls, marks of fallen cells or
// the air.
constexpr int kCellsUnit = 0, kPairsUnit = 1, kFallsUnit = 2, kTraitsUnit = 3, kWorldUnit = 4;

constexpr std::uint32_t kOnes = 0x01010101;  // 1 in each of the four cells of a word
constexpr int kTexelRows = 16;               // cells in a texel, which lie over one another
constexpr std::uint32_t kMoved = 256;        // shaders/conserving/falls.glsl: a pair has acted
constexpr std::uint32_t kSteady = 1u << 18;  // what comes out does not depend on what comes in
// Bits of an element in shaders/conserving/bursts.glsl.
constexpr int kBursts = 1, kResists = 2, kAirtight = 4;
constexpr int kBlastTile = 32;     // cells on a side
constexpr int kBlastOrigin = 128;  // added to ways, so that they fit into a byte
static_assert(kBlastTile % kTexelRows == 0);
constexpr int kBodyTile = 8;  // cells, and then texels, on a side whose sets of bodies are joined
// Bits of an element in shaders/conserving/bodies.glsl: Rules::is_structure(), floats() and so on; kMakesWay: it makes
// way for a liquid that sinks in it (Rules::is_open()).
enum BodyTrait : std::int32_t {
  kStructure = 1,
  kFloats = 2,
  kPowder = 4,
  kLiquid = 8,
  kFixed = 16,
  kStriding = 32,
  kMakesWay = 64
};

// shaders/conserving/gusts.glsl: speeds are cut to this; such a gust is certain to carry. kNoGust: in the place of a
// grip, more than any speed.
constexpr std::int32_t kGustMost = 0x7fff;
constexpr std::uint32_t kNoGust = 0xffff;
static_assert(gust_chance(kGusts - 1, kGustMost, kGrip) == kCertain);

// Binds u_cells, and those of the other textures above that the program has, to their units.
Program load_pass(std::string_view file, std::string& error, const ShaderTraits& traits = {},
                  std::string_view vertices = "common/fullscreen.vert") {
  constexpr int kBlastReach = kBurstRadiusMax;
  static_assert(kBlastReach < kBlastOrigin);
  const std::vector<ShaderConstant> constants =
      joined({SHADER_CONSTANTS(
                  kSwap, kActCount, kActSinks, kActReacts, kActAnywhere, kActRuns, kActFixed, kActGap, kActGrainy,
                  kOnes, kMoved, kSteady, kDecayRow, kWanderRow, kBurstRow, kElementRow, kCodeRow, kStrideRow, kYields,
                  kThin, kFlows, kStays, kGrains, kSlumpChance, kAirRow, kAirPushRow, kAirPressureRow, kStrengthRow,
                  kBreakMore, kThickUsual, kThickMost, kCertain, kAirLoose, kAirClosed, kAirTile, kAirMost, kSourceMost,
                  kBurstAir, kBlowAir, kDrag, kPush, kSeep, kWindParts, kLeak, kBreeze, kGustMost, kGustCell, kBursts,
                  kResists, kAirtight, kBlastTile, kBlastOrigin, kBlastReach, kBodyTile, kStructure, kFloats, kPowder,
                  kLiquid, kFixed, kStriding, kMakesWay, kBodyNumber, kBreaks, kCrumbles, kTakes, kGives, kElementsMax),
              {{"kKinds", traits.kinds},
               {"kHasGrainy", std::int32_t{traits.has_grainy}},
               {"kHasUncertain", std::int32_t{traits.has_uncertain}},
               {"kHasAnywhere", std::int32_t{traits.has_anywhere}},
               {"kHasViscous", std::int32_t{traits.has_viscous}},
               {"kGustMore", std::uint32_t{kGustMore}}}});
  constexpr SamplerUnit kUnits[] = {{"u_cells", kCellsUnit},   {"u_pairs", kPairsUnit},   {"u_meetings", kPairsUnit},
                                    {"u_falls", kFallsUnit},   {"u_fell", kFallsUnit},    {"u_traits", kTraitsUnit},
                                    {"u_world", kWorldUnit},   {"u_before", kWorldUnit},  {"u_below", kFallsUnit},
                                    {"u_bodies", kWorldUnit},  {"u_air", kFallsUnit},     {"u_facts", kWorldUnit},
                                    {"u_pressed", kWorldUnit}, {"u_counts", kWorldUnit},  {"u_breeze", kWorldUnit},
                                    {"u_strain", kWorldUnit},  {"u_directed", kWorldUnit}};
  return Program::load({vertices, file}, constants, error, kUnits);
}

void set_range(const Program& program, const char* name, const CodeRange& range) {
  glUniform2ui(program.uniform(name), static_cast<GLuint>(range.first), static_cast<GLuint>(range.last));
}

// Each byte in all cells of a word.
void set_words(const Program& program, const char* name, const std::vector<std::uint8_t>& bytes) {
  std::vector<GLuint> words;
  for (const std::uint8_t byte : bytes) words.push_back(byte * kOnes);
  glUniform1uiv(program.uniform(name), static_cast<GLsizei>(words.size()), words.data());
}

// Calls draw(), whose draws the GPU leaves out if an earlier query has found nothing, without a wait of the processor.
// OpenGL ES has no such draws: there all of them are done, so they must change nothing where the query has found
// nothing.
template <class Draw>
void draw_if(const GlQuery& query, const Draw& draw) {
  if (!is_gl_es()) glBeginConditionalRender(query.get(), GL_QUERY_WAIT);
  draw();
  if (!is_gl_es()) glEndConditionalRender();
}

constexpr int kBurstsUnit = 3, kClaimsUnit = 4;

constexpr TexelFormat kTexelR8ui{GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE};
constexpr TexelFormat kTexelR32ui{GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT};
constexpr GLuint kNoBytes[4] = {};

// Calls draw(), which draws only texels of a box.
template <class Draw>
void draw_in(const CellBox& box, const Draw& draw) {
  glEnable(GL_SCISSOR_TEST);
  glScissor(box.x, box.y, box.width, box.height);
  draw();
  glDisable(GL_SCISSOR_TEST);
}

class PackedCells {
 public:
  explicit PackedCells(std::string& error)
      : pack_(load_pass("conserving/pack.frag", error)),
        unpack_(load_pass("conserving/unpack.frag", error)),
        pairs_(kTexelR32ui, kElementsMax, kElementsMax, "conserving pairs"),
        traits_(kTexelR32ui, kElementsMax, kTraitRows, "conserving traits") {}

  void set_rules(const Rules& rules) {
    codes_ = CellCodes(rules);
    pairs_.write(0, 0, kElementsMax, kElementsMax, codes_.pair_words(rules).data(), kElementsMax);
    traits_.write(0, 0, kElementsMax, kTraitRows, codes_.trait_words(rules).data(), kElementsMax);
    has_directed_ = rules.has_directed();
    if (!has_directed_) return;
    directed_ = Texture(kTexelR32ui, kElementsMax, 2 * kElementsMax, "conserving directed reactions");
    directed_.write(0, 0, kElementsMax, 2 * kElementsMax, codes_.directed_words(rules).data(), kElementsMax);
  }
  const CellCodes& codes() const { return codes_; }
  // Allocates the textures for a world. Changes the binding of the active texture unit.
  Status resize(int width, int height) {
    width_ = width;
    height_ = height;
    const int rows = (height + kTexelRows - 1) / kTexelRows;
    if (falls_.texture.width() == width && falls_.texture.height() == rows) return {};
    falls_ = Canvas(kTexelRgba32ui, width, rows, "conserving falls");
    bool complete = falls_.framebuffer.complete();
    for (Plane& plane : planes_) {
      plane.cells = Texture(kTexelRgba32ui, width, rows, "conserving cells");
      plane.fell = Texture(kTexelR32ui, width, rows, "conserving fallen cells");
      plane.framebuffer = Framebuffer(plane.cells, plane.fell, "conserving cells");
      complete = complete && plane.framebuffer.complete();
    }
    if (Status status = check_gl_errors(text_id("Making room for the world on the GPU")); !status) return status;
    return complete ? Status()
                    : Status::failure(tr("This GPU cannot draw into the textures that the automaton needs."));
  }

  // Copies the cells from one texel each, and back to the front canvas of `cells`.
  void pack(const GpuCells& cells) const {
    begin_pass(pack_, false);
    cells.front().bind(kWorldUnit);
    planes_[front_].framebuffer.draw(no_vertices_);
  }
  void unpack(const GpuCells& cells) const {
    begin_pass(unpack_, false);
    front().bind(kCellsUnit);
    cells.planes().front().framebuffer.draw(no_vertices_);
  }

  // Makes this the current program, sets its uniforms that depend on rules and world, and binds the tables.
  void begin_pass(const Program& program, bool wraps) const {
    program.use();
    glUniform2i(program.uniform("u_size"), width_, height_);
    glUniform1i(program.uniform("u_wraps"), wraps);
    glUniform1ui(program.uniform("u_background"), codes_.code_of(0));
    set_range(program, "u_restless", codes_.restless);
    if (codes_.shader_traits.kinds > 0) {
      set_words(program, "u_first", codes_.first_codes);
      set_words(program, "u_sets", codes_.kind_sets);
    }
    pairs_.bind(kPairsUnit);
    traits_.bind(kTraitsUnit);
  }
  // Draws all texels with the current program, from the front cells and, if `fell`, the marks of those that have
  // fallen; then swaps.
  void draw_pass(bool fell = false) {
    if (fell) planes_[front_].fell.bind(kFallsUnit);
    draw_to(1 - std::min(front_, 1));
  }
  // Draws the passes of the slump and of strides, number 0 first. They read the cells from before the first one, too.
  void draw_stride(int number) {
    if (number == 0) before_strides_ = front_;
    planes_[front_].fell.bind(kFallsUnit);
    planes_[before_strides_].cells.bind(kWorldUnit);
    draw_to(number == 0 ? (front_ + 1) % 3 : 3 - front_ - before_strides_);
  }
  // Draws what fall carries up from texel to texel; draw_fall() then draws the cells after fall.
  void draw_starts() const {
    front().bind(kCellsUnit);
    falls_.framebuffer.draw(no_vertices_);
  }
  void draw_fall() {
    falls_.texture.bind(kFallsUnit);
    draw_pass();
  }
  const Texture& front() const { return planes_[front_].cells; }
  // CellCodes::directed_words(); null if there are none.
  const Texture* directed() const { return has_directed_ ? &directed_ : nullptr; }

 private:
  void draw_to(int plane) {
    front().bind(kCellsUnit);
    planes_[plane].framebuffer.draw(no_vertices_);
    front_ = plane;
  }

  // The cells, and a bit for each that has fallen in this step.
  struct Plane {
    Texture cells, fell;
    Framebuffer framebuffer;
  };

  Program pack_, unpack_;
  Texture pairs_, traits_, directed_;  // directed_: if there are such reactions
  CellCodes codes_;
  Plane planes_[3];  // strides read two and draw the third
  Canvas falls_;
  GlVertexArray no_vertices_ = make_gl_vertex_array();
  int front_ = 0, before_strides_ = 0, width_ = 0, height_ = 0;
  bool has_directed_ = false;
};

// Bursts (bursts.hpp) in fragment shaders. A pass finds out whether any cell explodes; if none does, the GPU leaves out
// all others, without a read-back.
class GpuBursts {
 public:
  explicit GpuBursts(std::string& error)
      : tiles_program_(load_pass("conserving/blast_tiles.frag", error)),
        claims_program_(load_pass("conserving/blast_claims.frag", error)),
        blast_program_(load_pass("conserving/blast.frag", error)),
        air_program_(load_pass("conserving/air_bursts.frag", error)),
        traits_(kTexelRgba8, kElementsMax, 2, "bursts"),
        meetings_(kTexelRgba8, kElementsMax, kElementsMax, "conserving swaps"),
        any_(make_gl_query()) {
    if (!error.empty()) return;
    for (const Program* program : {&claims_program_, &blast_program_, &air_program_}) {
      program->set_unit("u_bursts", kBurstsUnit);
      program->set_unit(program == &claims_program_ ? "u_tiles" : "u_claims", kClaimsUnit);
    }
  }

  void set_rules(const Rules& rules) const {
    using Texel = std::array<std::uint8_t, 4>;
    std::vector<Texel> kinds, chances;
    for (int i = 0; i < kElementsMax; ++i) {
      const auto element = static_cast<std::uint8_t>(i);
      const Bursting& burst = rules.burst(element);
      const std::uint32_t resistance = rules.resistance(element);
      const int flags = (burst.probability > 0 ? kBursts : 0) | (resistance > 0 ? kResists : 0) |
                        (takes_air(rules, element) ? 0 : kAirtight);
      // A probability minus one, in two bytes; 0 and 1 give the same.
      const std::uint32_t bursts = std::max(burst.probability, 1u) - 1, resists = std::max(resistance, 1u) - 1;
      kinds.push_back({static_cast<std::uint8_t>(burst.radius), burst.into, static_cast<std::uint8_t>(flags), 0});
      chances.push_back({static_cast<std::uint8_t>(bursts & 0xff), static_cast<std::uint8_t>(bursts >> 8),
                         static_cast<std::uint8_t>(resists & 0xff), static_cast<std::uint8_t>(resists >> 8)});
    }
    traits_.write(0, 0, kElementsMax, 1, kinds.data(), kElementsMax);
    traits_.write(0, 1, kElementsMax, 1, chances.data(), kElementsMax);
    std::vector<Texel> meetings;
    for (int i = 0; i < kElementsMax; ++i) {
      for (int j = 0; j < kElementsMax; ++j) {
        const auto a = static_cast<std::uint8_t>(i), b = static_cast<std::uint8_t>(j);
        const bool swaps = rules.meeting(a, b).kind == Meeting::Kind::swap;
        meetings.push_back({static_cast<std::uint8_t>(swaps ? 255 : 0), 0, 0, rules.density(a)});
      }
    }
    meetings_.write(0, 0, kElementsMax, kElementsMax, meetings.data(), kElementsMax);
  }
  // Allocates the textures for the bursts of a world. Changes the binding of the active texture unit.
  void resize(int width, int height) {
    if (claims_.texture.width() == width && claims_.texture.height() == height) return;
    claims_ = Canvas(kTexelRgba8, width, height, "claims of blasts");
    tiles_ = Canvas(kTexelRgba8, (width + kBlastTile - 1) / kBlastTile, (height + kBlastTile - 1) / kBlastTile,
                    "tiles with blasts");
  }
  // The bursts of a step, from and to packed cells. Changes `cells`, which has to have the right size. `pressed`: gets,
  // for each tile of the air, how many of its cells blasts press; null if there are no tiles.
  void run(PackedCells& packed, GpuCells& cells, const BurstDraws& draws, bool wraps, const Canvas* pressed) const {
    packed.begin_pass(tiles_program_, false);
    packed.front().bind(kCellsUnit);
    tiles_.framebuffer.bind();
    constexpr GLfloat kNone[4] = {};
    glClearBufferfv(GL_COLOR, 0, kNone);
    glUniform1ui(tiles_program_.uniform("u_draws"), draws.bases().bursts);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, any_.get());
    tiles_.framebuffer.draw(no_vertices_);
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    draw_if(any_, [&] {
      packed.unpack(cells);
      for (const Program* program : {&claims_program_, &blast_program_}) {
        program->use();
        glUniform2i(program->uniform("u_size"), cells.width(), cells.height());
        glUniform1i(program->uniform("u_wraps"), wraps);
      }
      meetings_.bind(kPairsUnit);
      traits_.bind(kBurstsUnit);
      cells.front().bind(kCellsUnit);
      tiles_.texture.bind(kClaimsUnit);
      claims_program_.use();
      glUniform1ui(claims_program_.uniform("u_draws"), draws.bases().bursts);
      glUniform1ui(claims_program_.uniform("u_order"), draws.bases().order);
      claims_.framebuffer.draw(no_vertices_);
      claims_.texture.bind(kClaimsUnit);
      blast_program_.use();
      glUniform1ui(blast_program_.uniform("u_draws"), draws.bases().resists);
      cells.draw_pass();
      if (pressed != nullptr) {
        air_program_.use();
        cells.front().bind(kCellsUnit);
        pressed->framebuffer.draw(no_vertices_);
      }
      packed.pack(cells);
    });
  }

  // Of bodies too: shaders/conserving/pairs.glsl.
  const Texture& meetings() const { return meetings_; }

 private:
  Program tiles_program_, claims_program_, blast_program_, air_program_;
  Texture traits_, meetings_;
  Canvas tiles_, claims_;
  GlVertexArray no_vertices_ = make_gl_vertex_array();
  GlQuery any_;  // whether a tile holds a blast
};

// The air (AirField) in fragment shaders. A query finds out whether it moves anything; if not, the GPU leaves out the
// passes of gusts.
class GpuAir {
 public:
  explicit GpuAir(std::string& error)
      : facts_program_(load_pass("conserving/air_facts.frag", error)),
        step_program_(load_pass("conserving/air_step.frag", error)),
        blow_program_(load_pass("conserving/air_blow.frag", error)),
        breeze_program_(load_pass("conserving/air_breeze.frag", error)),
        strain_program_(load_pass("conserving/air_strain.frag", error)),
        break_program_(load_pass("conserving/break.frag", error)),
        gust_right_(load_pass("conserving/gust_right.frag", error)),
        gust_down_(load_pass("conserving/gust_down.frag", error)),
        grips_(kTexelR32ui, kElementsMax, kElementsMax, "grips"),
        any_(make_gl_query()),
        any_storm_(make_gl_query()) {}

  void set_rules(const Rules& rules, const CellCodes& codes) {
    has_sources_ = rules.has_air_sources();
    has_strengths_ = rules.strength_min() > 0;
    std::vector<std::uint32_t> grips(std::size_t{kElementsMax} * kElementsMax, kNoGust);
    for (int i = 0; i < rules.element_count(); ++i) {
      for (int j = 0; j < rules.element_count(); ++j) {
        const auto a = static_cast<std::uint8_t>(i), b = static_cast<std::uint8_t>(j);
        if (rules.is_blown(a, b))
          grips[codes.code_of(a) * std::size_t{kElementsMax} + codes.code_of(b)] =
              static_cast<std::uint32_t>(rules.grip(a));
      }
    }
    grips_.write(0, 0, kElementsMax, kElementsMax, grips.data(), kElementsMax);
  }
  // Takes over the air of a world of this size. Changes the binding of the active texture unit.
  Status upload(const AirField& field, int width, int height) {
    width_ = width;
    height_ = height;
    const int columns = field.columns(), rows = field.rows();
    tiles_ = PingPong(kTexelRgba32i, columns, rows, "air");
    facts_ = Canvas(kTexelRgba32i, columns, rows, "what cells do with the air");
    pressed_ = Canvas(kTexelR32i, columns, rows, "blasts in the air");
    const int texel_rows = (height + kTexelRows - 1) / kTexelRows;
    breeze_right_ = Texture(kTexelRgba32ui, columns, texel_rows, "breeze right");
    breeze_down_ = Texture(kTexelRgba32ui, columns, texel_rows, "breeze down");
    breeze_ = Framebuffer(breeze_right_, breeze_down_, "breeze");
    strains_ = Canvas(kTexelRgba32i, columns, texel_rows, "strains");
    const bool complete = tiles_.complete() && facts_.framebuffer.complete() && pressed_.framebuffer.complete() &&
                          breeze_.complete() && strains_.framebuffer.complete();
    if (Status status = check_gl_errors(text_id("Making room for the air on the GPU")); !status) return status;
    if (!complete) return Status::failure(tr("This GPU cannot draw into the textures that the air needs."));
    std::vector<std::array<std::int32_t, 4>> texels;
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        const AirTile tile = field.tile(column, row);
        texels.push_back({tile.pressure, tile.right, tile.down, 0});
      }
    }
    tiles_.front().texture.write(0, 0, columns, rows, texels.data(), columns);
    const std::vector<std::int32_t> none(texels.size());
    pressed_.texture.write(0, 0, columns, rows, none.data(), columns);
    return check_gl_errors(text_id("Copying the air to the GPU"));
  }
  void blow(const PushEdit& edit) {
    const int columns = facts_.texture.width(), rows = facts_.texture.height();
    std::vector<std::uint8_t> counts(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
    for (const Span& span : rasterise(edit, width_, height_)) {
      if (span.y >= kAirTile * rows) continue;
      for (int x = span.x_begin; x < std::min(span.x_end, kAirTile * columns); ++x)
        ++counts[static_cast<std::size_t>(span.y / kAirTile * columns + x / kAirTile)];
    }
    const Texture blown(kTexelR8ui, columns, rows, "blown cells");
    blown.write(0, 0, columns, rows, counts.data(), columns);
    const Push push(edit);
    blow_program_.use();
    glUniform2i(blow_program_.uniform("u_way"), push.dx, push.dy);
    tiles_.front().texture.bind(kFallsUnit);
    blown.bind(kWorldUnit);
    tiles_.back().framebuffer.draw(no_vertices_);
    tiles_.swap();
  }
  // A step of the air, with what blasts have pressed into it.
  void step(const PackedCells& packed, const AirBounds& bounds) {
    packed.begin_pass(facts_program_, false);
    glUniform2i(facts_program_.uniform("u_joined"), bounds.joined_sides, bounds.joined_ends);
    glUniform1i(facts_program_.uniform("u_has_sources"), has_sources_);
    packed.front().bind(kCellsUnit);
    tiles_.front().texture.bind(kFallsUnit);
    pressed_.texture.bind(kWorldUnit);
    facts_.framebuffer.draw(no_vertices_);
    constexpr GLint kNone[4] = {};
    pressed_.framebuffer.bind();
    glClearBufferiv(GL_COLOR, 0, kNone);
    step_program_.use();
    glUniform2i(step_program_.uniform("u_wind"), bounds.wind_right, bounds.wind_down);
    glUniform4i(step_program_.uniform("u_open"), bounds.open.left_open, bounds.open.right_open, bounds.open.top_open,
                bounds.open.bottom_open);
    facts_.texture.bind(kWorldUnit);
    tiles_.back().framebuffer.draw(no_vertices_);
    tiles_.swap();
    if (has_strengths_) {
      strain_program_.use();
      tiles_.front().texture.bind(kFallsUnit);
      strains_.framebuffer.draw(no_vertices_);
    }
    breeze_.bind();
    glClearBufferuiv(GL_COLOR, 0, kNoBytes);
    glClearBufferuiv(GL_COLOR, 1, kNoBytes);
    breeze_program_.use();
    tiles_.front().texture.bind(kFallsUnit);
    // The second time the same, but only where the later passes may carry something.
    for (const GlQuery* query : {&any_, &any_storm_}) {
      glUniform1i(breeze_program_.uniform("u_least"), query == &any_ ? kBreeze : least_gust(kCalmGusts));
      glBeginQuery(GL_ANY_SAMPLES_PASSED, query->get());
      breeze_.draw(no_vertices_);
      glEndQuery(GL_ANY_SAMPLES_PASSED);
    }
  }
  // Twice an even number of passes: so the cells end where they were, which is right too if the GPU leaves passes out.
  void gust(PackedCells& packed, const StepDraws& draws, bool wraps) const {
    static_assert(kGusts % 2 == 0 && kCalmGusts % 2 == 0);
    const auto pass = [&](int i) {
      const bool sideways = StepDraws::gusts_sideways(i);
      const Program& program = sideways ? gust_right_ : gust_down_;
      packed.begin_pass(program, wraps);
      glUniform1ui(program.uniform("u_lines"), draws.gust_lines(i));
      glUniform1ui(program.uniform("u_number"), draws.gust_number(i));
      glUniform1i(program.uniform("u_before"), i / 2);
      glUniform1ui(program.uniform("u_draws"), draws.gust_base(i));
      glUniform1i(program.uniform("u_turns"), draws.turns());
      grips_.bind(kPairsUnit);
      (sideways ? breeze_right_ : breeze_down_).bind(kWorldUnit);
      packed.draw_pass(true);
    };
    draw_if(any_, [&] {
      for (int i = 0; i < kCalmGusts; ++i) pass(i);
    });
    draw_if(any_storm_, [&] {
      for (int i = kCalmGusts; i < kGusts; ++i) pass(i);
    });
  }
  // By column of tiles, and by texel row of packed cells: the strain of four tiles over one another.
  const Texture& strains() const { return strains_.texture; }
  // What breaks, and decays: a pass over packed cells.
  const Program& break_program() const { return break_program_; }

  const Canvas& tiles() const { return tiles_.front(); }
  const Canvas& pressed() const { return pressed_; }

 private:
  Program facts_program_, step_program_, blow_program_, breeze_program_, strain_program_, break_program_, gust_right_,
      gust_down_;
  Texture grips_, breeze_right_, breeze_down_;
  Framebuffer breeze_;
  PingPong tiles_;
  Canvas facts_, pressed_, strains_;
  GlVertexArray no_vertices_ = make_gl_vertex_array();
  static constexpr int kCalmGusts = 2;  // the first passes, which carry what is slow too
  GlQuery any_, any_storm_;             // whether the air moves cells; whether it does so in the other passes
  int width_ = 0, height_ = 0;
  bool has_sources_ = false, has_strengths_ = false;
};

// What leaves a world of the gpu backend over open sides: removed by one pass, and counted on the GPU by another. The
// counts are read back asynchronously.
class GpuLeft {
 public:
  explicit GpuLeft(std::string& error)
      : leave_(load_pass("conserving/leave.frag", error)),
        count_(load_pass("common/left.frag", error, {}, "conserving/left.vert")) {
    if (error.empty() && !counts.complete()) error = tr(counts.kIncomplete);
  }

  // The end of a step. Does nothing if no side is open.
  void run(PackedCells& cells, const Borders& borders, LeftCells& left) {
    if (!borders.is_any_open()) return;
    const auto begin = [&](const Program& program) {
      cells.begin_pass(program, borders.wraps);
      glUniform4i(program.uniform("u_open"), borders.left_open, borders.right_open, borders.top_open,
                  borders.bottom_open);
    };
    begin(count_);
    {
      const AdditiveBlending blending;
      glBindVertexArray(no_vertices_.get());
      cells.front().bind(kCellsUnit);
      counts.count(left);
    }
    begin(leave_);
    cells.draw_pass();
  }

  GpuRimCounts<LeftCells> counts{"conserving left counts"};

 private:
  Program leave_, count_;
  GlVertexArray no_vertices_ = make_gl_vertex_array();
};

// What surveys have found, and bodies (bodies.hpp), in fragment shaders. Plane::bodies is a texture of bytes; the
// passes work on cells that have them as CellTexel::body.
class GpuBodies {
 public:
  // `meetings`: those of bursts.
  GpuBodies(const Texture& meetings, std::string& error)
      : survey_cells_(load_pass("conserving/survey_cells.frag", error, {}, "conserving/survey.vert")),
        survey_bodies_(load_pass("conserving/survey_bodies.frag", error, {}, "conserving/survey.vert")),
        join_(load_pass("conserving/bodies_join.frag", error)),
        below_(load_pass("conserving/bodies_below.frag", error)),
        sum_(load_pass("conserving/bodies_sum.frag", error)),
        left_(load_pass("common/left.frag", error, {}, "conserving/bodies_left.vert")),
        move_(load_pass("conserving/bodies_move.frag", error)),
        part_(load_pass("conserving/bodies_part.frag", error)),
        meetings_(meetings),
        traits_(kTexelRgba8, kElementsMax, 1, "traits of bodies"),
        found_buffer_(make_gl_buffer()) {
    glBindVertexArray(found_vertices_.get());
    glBindBuffer(GL_ARRAY_BUFFER, found_buffer_.get());
    glEnableVertexAttribArray(0);
    glVertexAttribIPointer(0, 4, GL_INT, sizeof(Found), nullptr);
    glEnableVertexAttribArray(1);
    glVertexAttribIPointer(1, 1, GL_INT, sizeof(Found), reinterpret_cast<const void*>(offsetof(Found, byte)));
  }

  void set_rules(const Rules& rules) const {
    std::vector<std::array<std::uint8_t, 4>> texels;
    for (int i = 0; i < kElementsMax; ++i) {
      const auto element = static_cast<std::uint8_t>(i);
      const bool makes_way = rules.flows(element) && rules.fluidity(element) > 0;
      const int traits = (rules.is_structure(element) ? kStructure : 0) | (rules.floats(element) ? kFloats : 0) |
                         (rules.is_powder(element) ? kPowder : 0) | (rules.is_liquid(element) ? kLiquid : 0) |
                         (rules.is_fixed(element) ? kFixed : 0) | (rules.strides(element) ? kStriding : 0) |
                         (makes_way ? kMakesWay : 0);
      texels.push_back({static_cast<std::uint8_t>(traits), rules.rubble(element), 0, 0});
    }
    traits_.write(0, 0, kElementsMax, 1, texels.data(), kElementsMax);
  }
  // Takes over Plane::bodies of a world, if it has one.
  Status upload(const World& world) {
    note(world, 0);
    if (!any_) return {};
    const auto plane = world.bytes(Plane::bodies);
    Status status = make_room(world.width(), world.height());
    if (status) bodies_.texture.write(0, 0, world.width(), world.height(), plane.data(), world.width());
    return status;
  }
  void forget() { any_ = false; }
  // Whether there may be bodies; if not, Plane::bodies is all zeros.
  bool any() const { return any_; }

  // Tells where bodies are, or that all have landed: a world that was read back. `rows`: how far they may have fallen
  // since. Nothing else has changed Plane::bodies.
  void note(const World& world, int rows) {
    any_ = false;
    box_ = {};
    const auto plane = world.bytes(Plane::bodies);
    for (std::size_t i = 0; i < plane.size(); ++i) {
      if (plane[i] == 0) continue;
      any_ = true;
      take_in(box_, static_cast<int>(i) % world.width(), static_cast<int>(i) / world.width());
    }
    box_.height = std::min(box_.height + rows, world.height() - box_.y);
  }

  // Does what a survey has found. Draws cells without bytes of bodies.
  Status act(const std::vector<std::uint8_t>& survey, GpuCells& cells) {
    const int width = cells.width();
    std::vector<Found> found;
    bool loosens = false;
    for (const auto& [from, to] : find_exchanges(survey, width)) {
      found.push_back({from.x, from.y, to.x, to.y, kGives});
      found.push_back({to.x, to.y, from.x, from.y, kTakes});
    }
    for (std::size_t i = 0; i < survey.size(); ++i) {
      if (survey[i] == 0 || survey[i] >= kTakes) continue;
      const int x = static_cast<int>(i) % width, y = static_cast<int>(i) / width;
      found.push_back({x, y, x, y, survey[i]});
      loosens |= survey[i] != kCrumbles;
    }
    if (loosens) {
      if (Status status = make_room(width, cells.height()); !status) return status;
      if (!any_) {
        bodies_.framebuffer.bind();
        glClearBufferuiv(GL_COLOR, 0, kNoBytes);
        box_ = {};
      }
      any_ = true;
      for (const Found& cell : found) {
        if (cell.byte < kTakes && cell.byte != kCrumbles) take_in(box_, cell.x, cell.y);
      }
    }
    const auto draw_found = [&] {
      glBindVertexArray(found_vertices_.get());
      glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(found.size()));
    };
    glBindBuffer(GL_ARRAY_BUFFER, found_buffer_.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(found.size() * sizeof(Found)), found.data(), GL_STREAM_DRAW);
    if (loosens) {
      begin(survey_bodies_, cells);
      bodies_.framebuffer.bind();
      draw_found();
    }
    begin(survey_cells_, cells);
    const Framebuffer &front = cells.planes().front().framebuffer, &back = cells.planes().back().framebuffer;
    back.bind();
    copy_texels(front, back, 0, 0, width, cells.height());
    draw_found();
    cells.planes().swap();
    return {};
  }
  // Writes the bytes of bodies into the cells.
  void join(const GpuCells& cells) const {
    join_.use();
    bodies_.texture.bind(kWorldUnit);
    glColorMask(GL_FALSE, GL_FALSE, GL_TRUE, GL_FALSE);
    cells.planes().front().framebuffer.draw(no_vertices_);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  }
  // Bodies fall up to kFallRows rows, from and to packed cells. Changes a part of `cells`. `left`: null if no side is
  // open.
  void fall(PackedCells& packed, GpuCells& cells, const Borders& borders, GpuLeft* left, LeftCells& left_cells) {
    const int height = cells.height();
    box_.height = std::min(box_.height + kFallRows, height - box_.y);
    const CellBox& box = box_;
    const int bottom = box.y + box.height;
    // What is above bodies, and all below them that may hold them up; all rows of the texels that are packed again.
    const int top = std::max(box.y - 1, 0) / kTexelRows * kTexelRows;
    draw_in({box.x, top, box.width, height - top}, [&] {
      packed.unpack(cells);
      join(cells);
    });
    const int first_tile = box.x / kBodyTile, first_tile_row = box.y / kBodyTile;
    const CellBox tiles{first_tile, first_tile_row, (box.x + box.width - 1) / kBodyTile + 1 - first_tile,
                        (bottom - 1) / kBodyTile + 1 - first_tile_row};
    for (int row = 0; row < kFallRows; ++row) {
      begin(below_, cells);
      glUniform1i(below_.uniform("u_bottom_open"), borders.bottom_open);
      sets_.front().framebuffer.bind();
      glClearBufferuiv(GL_COLOR, 0, kNoBytes);
      draw_in(tiles, [&] { sets_.front().framebuffer.draw(no_vertices_); });
      sum_.use();
      for (std::size_t i = 0; i < sets_.size(); ++i) {
        sets_[i].texture.bind(kFallsUnit);
        if (i + 1 < sets_.size()) sets_[i + 1].framebuffer.draw(no_vertices_);
      }
      const auto begin_moving = [&](const Program& program) {
        begin(program, cells);
        glUniform1i(program.uniform("u_only_fast"), row > 0);
      };
      if (borders.bottom_open && bottom == height && left != nullptr) {
        begin_moving(left_);
        glUniform2i(left_.uniform("u_columns"), box.x, box.x + box.width);
        const AdditiveBlending blending;
        glBindVertexArray(no_vertices_.get());
        left->counts.count(left_cells);
      }
      begin_moving(move_);
      const Framebuffer &front = cells.planes().front().framebuffer, &back = cells.planes().back().framebuffer;
      draw_in(box, [&] { back.draw(no_vertices_); });
      copy_texels(back, front, box.x, box.y, box.width, box.height);
    }
    part_.use();
    cells.front().bind(kCellsUnit);
    draw_in(box, [&] { bodies_.framebuffer.draw(no_vertices_); });
    const int first_row = box.y / kTexelRows;
    draw_in({box.x, first_row, box.width, (bottom - 1) / kTexelRows + 1 - first_row}, [&] { packed.pack(cells); });
  }

 private:
  // A point of survey.vert.
  struct Found {
    GLint x, y, other_x, other_y, byte;
  };

  Status make_room(int width, int height) {
    if (bodies_.texture.width() == width && bodies_.texture.height() == height) return {};
    bodies_ = Canvas(kTexelR8ui, width, height, "bodies");
    bool complete = bodies_.framebuffer.complete();
    sets_.clear();
    const auto tiles = [](int cells) { return (cells + kBodyTile - 1) / kBodyTile; };
    do {
      width = tiles(width);
      height = tiles(height);
      sets_.emplace_back(kTexelRgba32ui, width, height, "what is below bodies");
      complete = complete && sets_.back().framebuffer.complete();
    } while (width > 1 || height > 1);
    if (Status status = check_gl_errors(text_id("Making room for bodies on the GPU")); !status) return status;
    return complete ? Status() : Status::failure(tr("This GPU cannot draw into the textures that bodies need."));
  }
  void begin(const Program& program, const GpuCells& cells) const {
    program.use();
    glUniform2i(program.uniform("u_size"), cells.width(), cells.height());
    meetings_.bind(kPairsUnit);
    traits_.bind(kTraitsUnit);
    cells.front().bind(kCellsUnit);
  }

  Program survey_cells_, survey_bodies_, join_, below_, sum_, left_, move_, part_;
  const Texture& meetings_;
  Texture traits_;
  GlVertexArray no_vertices_ = make_gl_vertex_array(), found_vertices_ = make_gl_vertex_array();
  GlBuffer found_buffer_;
  Canvas bodies_;             // made for the first body
  std::vector<Canvas> sets_;  // what bodies have below them, in tiles, in tiles of these and so on
  bool any_ = false;
  CellBox box_;  // all bodies are in it, if there are any
};

// The passes that depend on what cells do with others.
struct ActingPasses {
  Program starts, fall, fall_again, slide, flow;
};

class GpuSolver final : public GpuCellSolver<GpuCells> {
 public:
  explicit GpuSolver(std::string& error)
      : GpuCellSolver(error),
        decay_(load_pass("conserving/decay.frag", error)),
        wander_(load_pass("conserving/wander.frag", error)),
        slump_(load_pass("conserving/slump.frag", error)),
        stride_(load_pass("conserving/stride.frag", error)),
        packed_(error),
        bursts_(error),
        bodies_(bursts_.meetings(), error) {
    make_acting(CellCodes().shader_traits, error);
  }

  PlaneSet state_planes() const override { return kStatePlanes; }

  Status load(const Ruleset& ruleset) override {
    if (const Status fit = accepts(ruleset); !fit) return fit;
    const GlStateGuard guard;
    clear_gl_errors();
    if (cells_) show();
    forget_surveys();
    bodies_.forget();
    rules_ = Rules(ruleset);
    GpuCells::Texels texels;
    for (int i = 0; i < kElementsMax; ++i)
      texels[static_cast<std::size_t>(i)] = texel_of(rules_.admit(static_cast<std::uint8_t>(i)));
    cells_.set_texels(texels);
    cells_.set_loose(loose_table(ruleset));
    packed_.set_rules(rules_);
    std::string error;
    make_acting(packed_.codes().shader_traits, error);
    if (!error.empty()) return Status::failure(error);
    bursts_.set_rules(rules_);
    if (air_) air_->set_rules(rules_, packed_.codes());
    bodies_.set_rules(rules_);
    newer_ = Newer::cells;
    return check_gl_errors(text_id("Loading the rules"));
  }

  std::span<const ParameterInfo> parameters() const override { return Parameters::list(); }
  double parameter(std::string_view name) const override { return parameters_.get(name); }
  bool set_parameter(std::string_view name, double value) override {
    const bool known = parameters_.set(name, value);
    if (parameters_.borders().is_any_open() && !left_) make_left();
    return known;
  }

  SolverStats stats() const override {
    if (left_ && left_->counts.is_pending()) {  // so that the count of a paused world becomes complete
      const GlStateGuard guard;
      left_->counts.collect(left_cells_);
    }
    SolverStats stats = GpuCellSolver::stats();
    stats.left_cells = left_cells_.total();
    return stats;
  }
  std::span<const std::uint64_t> left_by_element() const override {
    return left_cells_.by_element(parameters_.borders(), rules_.element_count());
  }

 private:
  // Loads the passes for such rules, unless they are there: so the program starts without waiting for the others.
  void make_acting(const ShaderTraits& traits, std::string& error) {
    if (acting_.contains(traits)) return;
    ActingPasses passes{
        load_pass("conserving/starts.frag", error, traits), load_pass("conserving/fall.frag", error, traits),
        load_pass("conserving/fall_again.frag", error, traits), load_pass("conserving/slide.frag", error, traits),
        load_pass("conserving/flow.frag", error, traits)};
    if (error.empty()) acting_.emplace(traits, std::move(passes));
  }

  CellTexel texel_of(std::uint8_t element) const { return {element, rules_.density(element)}; }

  // Which of cells_ and packed_ has changed since they were the same.
  enum class Newer : std::uint8_t { neither, cells, packed };

  Status issue_steps(const StepSpan& span, StepQueue& queue) override {
    if (!rules_.bursting().empty()) bursts_.resize(cells_.width(), cells_.height());
    if (newer_ == Newer::cells) packed_.pack(cells_);
    newer_ = Newer::packed;
    const bool moves_air = !rules_.bursting().empty() || rules_.has_air_sources() || AirBounds(parameters_).has_wind();
    if (moves_air && !air_moves_) note(set_air(still_air()));
    return queue.take(span.count, [&](std::uint64_t k) { return issue_step(span.seed, span.first_step + k); });
  }

  void show() const override {
    if (newer_ != Newer::packed) return;
    const GlStateGuard guard;
    packed_.unpack(cells_);
    newer_ = Newer::neither;
  }

  TextureCells shown() const override { return {.texels = CellTexels::element, .cells = cells_.front().name()}; }

  // As Surveys::drop_for(). Blow changes the air only.
  void edit_cells(const Edit& edit) override {
    if ((asked_ || survey_.is_waiting()) && paints_structure(edit, rules_)) forget_surveys();
    if (const auto* pushed = std::get_if<PushEdit>(&edit); pushed != nullptr && is_blow(*pushed)) {
      if (!air_moves_) note(set_air(still_air()));
      if (air_moves_) air_->blow(*pushed);
      return;
    }
    show();
    cells_.apply(edit);
    newer_ = Newer::cells;
  }

  std::uint64_t issue_step(std::uint64_t seed, std::uint64_t step) {
    const StepDraws draws(seed, step, parameters_.passes());
    if (rules_.has_surveys()) before_step(seed, step);
    const bool wraps = parameters_.borders().wraps;
    if (!rules_.bursting().empty())
      bursts_.run(packed_, cells_, BurstDraws(seed, step), wraps, air_moves_ ? &air_->pressed() : nullptr);
    if (air_moves_) air_->step(packed_, AirBounds(parameters_));
    const bool strains = air_moves_ && rules_.strength_min() > 0;
    if (rules_.has_decays() || strains) {
      begin_pass(strains ? air_->break_program() : decay_, draws.bases().decay);
      if (strains) {
        glUniform1ui(air_->break_program().uniform("u_breaks"), draws.bases().breaks);
        air_->strains().bind(kWorldUnit);
      }
      packed_.draw_pass();
    }
    fall(draws);
    slide(draws, step);
    for (int i = 0; i < parameters_.passes(); ++i) flow(draws, i);
    if (rules_.has_wanderers()) wander(draws);
    if (air_moves_) air_->gust(packed_, draws, wraps);
    if (rules_.moves_far()) move_far(draws);
    if (left_) left_->run(packed_, parameters_.borders(), left_cells_);
    return cell_count() * static_cast<std::uint64_t>(2 + parameters_.passes());
  }

  const ActingPasses& acting() const { return acting_.at(packed_.codes().shader_traits); }

  void begin_pass(const Program& program, std::uint32_t draws) const {
    packed_.begin_pass(program, parameters_.borders().wraps);
    glUniform1ui(program.uniform("u_draws"), draws);
  }

  void fall(const StepDraws& draws) {
    begin_pass(acting().starts, draws.bases().fall);
    packed_.draw_starts();
    begin_pass(acting().fall, draws.bases().fall);
    packed_.draw_fall();
    begin_pass(acting().fall_again, 0);
    packed_.draw_pass(true);
  }

  void slide(const StepDraws& draws, std::uint64_t step) {
    const Program& program = acting().slide;
    begin_pass(program, draws.bases().slide);
    glUniform1i(program.uniform("u_first_row"), static_cast<GLint>(step % 2));
    glUniform1ui(program.uniform("u_blocks"), draws.bases().blocks);
    glUniform1i(program.uniform("u_turns"), draws.turns());
    packed_.draw_pass(true);
  }

  // A pass in which no pair of these rules acts is left out.
  void flow(const StepDraws& draws, int i) {
    const bool reacts = i == 0 && packed_.codes().shader_traits.has_anywhere;
    if (!reacts && !packed_.codes().has_running) return;
    const StepDraws::Pass& pass = draws.pass(i);
    const Program& program = acting().flow;
    begin_pass(program, draws.bases().react);
    glUniform1ui(program.uniform("u_pass"), pass.number);
    glUniform1ui(program.uniform("u_directions"), pass.directions);
    glUniform1ui(program.uniform("u_coins"), pass.coins);
    glUniform1i(program.uniform("u_reacts"), reacts);
    glUniform1ui(program.uniform("u_fluidity"), pass.fluidity);
    glUniform1i(program.uniform("u_turns"), pass.turns);
    packed_.draw_pass(true);
  }

  void wander(const StepDraws& draws) {
    begin_pass(wander_, draws.bases().wander);
    glUniform1i(wander_.uniform("u_sideways"), draws.wanders_sideways());
    glUniform1i(wander_.uniform("u_from"), draws.wander_from());
    glUniform1i(wander_.uniform("u_turns"), draws.turns());
    const Texture* const directed = packed_.directed();
    glUniform1i(wander_.uniform("u_directs"), directed != nullptr);
    (directed != nullptr ? *directed : packed_.front()).bind(kWorldUnit);
    packed_.draw_pass(true);
  }

  void move_far(const StepDraws& draws) {
    const int width = cells_.width();
    const bool wraps = parameters_.borders().wraps;
    int number = 0;
    const auto draw = [&](const Program& program, const CodeRange& moving, const Stride& pass) {
      if (pass.distance == 0 || moving.empty()) return;
      begin_pass(program, pass.fluidity);
      set_range(program, "u_moving", moving);
      glUniform1i(program.uniform("u_first_row"), draws.has_strides(0) ? 0 : 1);
      glUniform1i(program.uniform("u_distance"), pass.distance);
      glUniform1i(program.uniform("u_offset"), pass.offset);
      packed_.draw_stride(number++);
    };
    draw(slump_, packed_.codes().powders, draws.slump(width, wraps));
    for (int i = 0; i < kStrides; ++i)
      draw(stride_, packed_.codes().striding, draws.stride(i, width, rules_.dispersion_max(), wraps));
  }

  // ---- surveys and bodies: Surveys in bodies.hpp ----

  // A survey whose cells are being read back.
  struct Asked {
    std::unique_ptr<WorldCapture> world;
    SurveyOptions options;
    int rows = 0;  // how far bodies may have fallen since
  };
  // The last survey that has begun.
  struct Surveyed {
    std::uint64_t hash;
    SurveyOptions options;
    bool found_nothing = false;
  };

  void before_step(std::uint64_t seed, std::uint64_t step) {
    const std::uint64_t delay = survey_delay(static_cast<std::size_t>(cell_count())),
                        phase = step % survey_period(static_cast<std::size_t>(cell_count()));
    begin_survey(phase == delay);
    if (phase == 0) {
      survey_.drop();
      packed_.unpack(cells_);
      if (bodies_.any()) bodies_.join(cells_);
      asked_ =
          Asked{begin_read_cells({}), survey_options(parameters_.borders(), parameters_.structures_fall(), seed, step)};
    }
    if (phase == delay) {
      const std::vector<std::uint8_t>& found = survey_.result();
      if (surveyed_) surveyed_->found_nothing = found.empty();
      if (!found.empty()) {
        packed_.unpack(cells_);
        note(bodies_.act(found, cells_));
        packed_.pack(cells_);
      }
      survey_.drop();
    }
    if (!bodies_.any()) return;
    bodies_.fall(packed_, cells_, parameters_.borders(), left_.get(), left_cells_);
    if (asked_) asked_->rows += kFallRows;
  }

  // Begins to compute the survey whose cells have arrived. `waits`: waits for them.
  void begin_survey(bool waits) const {
    if (!asked_ || (!waits && !asked_->world->arrived())) return;
    const Asked asked = *std::exchange(asked_, std::nullopt);
    if (!asked.world->fetch()) return;  // lost with the context, which the next check reports
    World world = asked.world->world();
    bodies_.note(world, asked.rows);
    const std::uint64_t hash = hash_world(world, {Plane::cells, Plane::bodies});
    // The draws of a survey decide what it finds, but not whether it finds something.
    const bool is_known = surveyed_ && surveyed_->found_nothing && surveyed_->hash == hash &&
                          surveyed_->options.borders == asked.options.borders &&
                          surveyed_->options.structures_fall == asked.options.structures_fall;
    if (is_known) return;
    surveyed_ = {hash, asked.options};
    survey_.begin(std::move(world), rules_, asked.options);
  }

  void forget_surveys() {
    asked_.reset();
    surveyed_.reset();
    survey_.drop();
  }

  // Reads back the cells, with the bytes of bodies that they have been joined with, and adds Plane::survey.
  std::unique_ptr<WorldCapture> begin_read_cells(const std::vector<std::uint8_t>& survey, bool with_air = false) const {
    std::vector<ReadBackSource> sources = {whole(cells_.planes().front(), kTexelRgba8)};
    if (with_air) sources.push_back(whole(air_->tiles(), kTexelRgba32i));
    const auto decode = [width = cells_.width(), height = cells_.height(), has_bodies = bodies_.any(),
                         survey](const std::vector<TexelBytes>& texels) {
      World world(width, height);
      const auto take = [&, from = texels.front().data()](std::size_t offset, std::span<std::uint8_t> plane) {
        for (std::size_t i = 0; i < plane.size(); ++i) plane[i] = from[i * sizeof(CellTexel) + offset];
      };
      take(offsetof(CellTexel, index), world.cells());
      if (has_bodies) {
        world.add(Plane::bodies);
        take(offsetof(CellTexel, body), world.bytes(Plane::bodies));
      }
      finish(world, survey);
      if (texels.size() > 1) add_air(world, texels[1].data());
      return world;
    };
    return begin_read_back(sources, decode);
  }

  // Adds Plane::survey, and drops Plane::bodies if it is all zeros.
  static void finish(World& world, const std::vector<std::uint8_t>& survey) {
    const auto bodies = std::as_const(world).bytes(Plane::bodies);
    if (!bodies.empty() && std::ranges::all_of(bodies, [](std::uint8_t byte) { return byte == 0; }))
      world.drop(Plane::bodies);
    if (survey.empty()) return;
    world.add(Plane::survey);
    std::ranges::copy(survey, world.bytes(Plane::survey).begin());
  }

  // ---- the air ----

  AirField still_air() const { return {cells_.width(), cells_.height()}; }

  // From now on the air may move. Does nothing in worlds without tiles.
  Status set_air(const AirField& field) {
    if (field.columns() == 0 || field.rows() == 0) return {};
    if (!air_) {
      std::string error;
      auto air = std::make_unique<GpuAir>(error);
      if (!error.empty()) return Status::failure(error);
      air_ = std::move(air);
      air_->set_rules(rules_, packed_.codes());
    }
    Status status = air_->upload(field, cells_.width(), cells_.height());
    air_moves_ = status.ok();
    return status;
  }

  // Texels of GpuAir::tiles(), as they are read back.
  static void add_air(World& world, const std::uint8_t* texels) {
    AirField field(world.width(), world.height());
    for (int row = 0; row < field.rows(); ++row) {
      for (int column = 0; column < field.columns(); ++column, texels += 4 * sizeof(std::int32_t)) {
        AirTile tile;
        std::memcpy(&tile, texels, sizeof tile);
        field.put(column, row, tile);
      }
    }
    field.download(world);
  }

  // ---- what leaves ----

  void make_left() {
    const GlStateGuard guard;
    clear_gl_errors();
    std::string error;
    auto left = std::make_unique<GpuLeft>(error);
    if (!error.empty()) return note(Status::failure(error));
    left_ = std::move(left);
    left_->counts.reset(cells_.width(), cells_.height());
    note(check_gl_errors(text_id("Opening the borders")));
  }

  Status write(const World& world) override {
    left_cells_.forget();
    if (left_) left_->counts.reset(world.width(), world.height());
    if (cells_) show();  // if this fails, the old world stays
    if (Status status = cells_.upload(world); !status) return status;
    newer_ = Newer::cells;
    forget_surveys();
    const auto survey = world.bytes(Plane::survey);
    survey_.set({survey.begin(), survey.end()});
    air_moves_ = false;
    if (Status status = bodies_.upload(world); !status) return status;
    if (Status status = packed_.resize(world.width(), world.height()); !status) return status;
    AirField field;
    field.upload(world);
    return field.is_still() ? Status() : set_air(field);
  }

  void read(World& world) const override {
    if (left_) left_->counts.collect_all(left_cells_);
    begin_survey(true);
    if (bodies_.any()) {
      bodies_.join(cells_);
      world.add(Plane::bodies);
    }
    const auto bodies = world.bytes(Plane::bodies);
    cells_.download([&](std::size_t i, CellTexel texel) {
      world.cells()[i] = texel.index;
      if (!bodies.empty()) bodies[i] = texel.body;
    });
    finish(world, survey_.result());
    if (!air_moves_) return;
    const Canvas& tiles = air_->tiles();
    const auto count =
        static_cast<std::size_t>(tiles.texture.width()) * static_cast<std::size_t>(tiles.texture.height());
    std::vector<std::uint8_t> texels(count * 4 * sizeof(std::int32_t));
    tiles.framebuffer.bind();
    glReadPixels(0, 0, tiles.texture.width(), tiles.texture.height(), GL_RGBA_INTEGER, GL_INT, texels.data());
    add_air(world, texels.data());
  }

  std::unique_ptr<WorldCapture> begin_read() const override {
    begin_survey(true);
    if (bodies_.any()) bodies_.join(cells_);
    return begin_read_cells(survey_.result(), air_moves_);
  }

  Program decay_, wander_, slump_, stride_;
  std::map<ShaderTraits, ActingPasses> acting_;  // made when needed
  PackedCells packed_;
  GpuBursts bursts_;
  mutable Newer newer_ = Newer::neither;  // mutable: show() copies, which changes no cell
  Rules rules_;
  Parameters parameters_;
  // Mutable: const functions take in what has been read back, and then know more about bodies.
  mutable GpuBodies bodies_;
  mutable std::optional<Asked> asked_;
  mutable std::optional<Surveyed> surveyed_;
  mutable WaitingSurvey survey_{std::thread::hardware_concurrency() > 1};
  std::unique_ptr<GpuAir> air_;    // null until the air may move for the first time
  bool air_moves_ = false;         // it may; otherwise all air is still
  std::unique_ptr<GpuLeft> left_;  // null until a side is opened for the first time
  mutable LeftCells left_cells_;   // mutable: const functions add counts that have arrived
};
}  // namespace

std::unique_ptr<Solver> make_gpu_solver(std::string& error) { return make_solver_on_gpu<GpuSolver>(error); }

}  // namespace repose::conserving
