// The conserving automaton: fall, slide, flow, slump, strides. Shared by its backends. docs/automata.md describes a
// step; scalar_step.hpp is the exact definition.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "automata/parameters.hpp"
#include "repose/automaton.hpp"
#include "repose/rng.hpp"
#include "repose/ruleset.hpp"
#include "repose/solver.hpp"
#include "repose/world.hpp"

namespace repose::conserving {

// What is beyond the borders of a world: walls, unless said otherwise; nothing, so that what is loose leaves; or, left
// and right, the other side. docs/automata.md describes it.
struct Borders {
  bool left_open = false, right_open = false, top_open = false, bottom_open = false;
  bool wraps = false;  // the last column and column 0 are neighbours; between them is the seam

  bool is_any_open() const { return left_open || right_open || top_open || bottom_open; }
  // The borders of a part of a world of this size. Cells beyond the rim of a part are missing, so only what the part
  // shares with the world is open, and only a part as wide as the world wraps.
  Borders of_part(const CellBox& part, int width, int height) const;
  friend bool operator==(const Borders&, const Borders&) = default;
};

// Pairs of a column and the one to its right: begin, begin + 2 and so on, both columns before `end`.
struct SidePairs {
  int begin = 0, end = 0;
  bool over_seam = false;  // the last column and column 0 are a pair too
};

// The pairs of a row or of a row of blocks. `first`: the column of the first pair. With a seam, all columns of an even
// width are in pairs if `first` is odd. In a row of odd width one column is left over: the last one, or column 0. If
// the row turns, that column pairs over the seam, and the pair of its neighbour there is left out.
inline SidePairs side_pairs(int width, bool wraps, int first, bool turns) {
  if (!wraps || width == 1) return {first, width, false};
  if (width % 2 == 0) return {first, width, first == 1};
  if (!turns) return {first, width, false};
  return {first == 0 ? 2 : first, first == 0 ? width : width - 1, true};
}

// Rows turn in one of so many sub-steps: of an odd number, because their pairs alternate.
inline constexpr int kTurnPeriod = 3;

// The distance from a column to another one, to the right if it is positive: the shorter one if there are two.
inline int way_between(int from, int to, int width, bool wraps) {
  const int way = to - from;
  if (!wraps) return way;
  if (2 * way > width) return way - width;
  return 2 * way <= -width ? way + width : way;
}

// What has left over open sides since upload.
class LeftCells {
 public:
  void count(std::uint8_t element, std::uint64_t cells = 1) { counts_[element] += cells; }
  LeftCells& operator+=(const LeftCells& other);
  void forget() { counts_ = {}; }
  std::uint64_t total() const;
  // The counts of the first `element_count` elements; empty if no side is open.
  std::span<const std::uint64_t> by_element(const Borders& borders, int element_count) const;

 private:
  std::array<std::uint64_t, kElementsMax> counts_{};
};

// Calls visit(x, y) for every cell of the open sides in columns x_begin..x_end-1 and rows y_begin..y_end-1 of a world,
// for those of two sides twice.
template <class Visit>
void for_each_open_cell(const Borders& borders, int width, int height, const CellBox& box, const Visit& visit) {
  const int right = box.x + box.width, bottom = box.y + box.height;
  const auto row = [&](int y) {
    for (int x = box.x; x < right; ++x) visit(x, y);
  };
  const auto column = [&](int x) {
    for (int y = box.y; y < bottom; ++y) visit(x, y);
  };
  if (borders.top_open && box.y == 0) row(0);
  if (borders.bottom_open && bottom == height) row(height - 1);
  if (borders.left_open && box.x == 0) column(0);
  if (borders.right_open && right == width) column(width - 1);
}

// Probabilities are integers, in units of 2^-16; kCertain needs no draw.
inline constexpr std::uint32_t kCertain = 1u << 16;

// What happens when A meets B. Pairs of the same element, pairs without a rule, rules that change nothing or never act,
// and swaps with a wall are inert.
struct Meeting {
  enum class Kind : std::uint8_t { inert, swap, reaction };
  Kind kind = Kind::inert;
  bool anywhere = false;          // a reaction in all directions, whatever the densities
  std::uint8_t result = 0;        // what A becomes
  std::uint32_t probability = 0;  // the same for both, in units of 1 / kCertain; a swap is certain
};

// What becomes of two cells because one is left of the other, or above it; `first` is the left or upper one.
struct Directed {
  std::uint8_t first = 0, second = 0;
  std::uint32_t probability = 0;  // in units of 1 / kCertain; 0: nothing
};

struct Decaying {
  std::uint8_t into = 0;
  std::uint32_t probability = 0;  // per step, in units of 1 / kCertain
};

struct Bursting {
  int radius = 0;
  std::uint8_t into = 0;
  std::uint32_t probability = 0;  // per step, in units of 1 / kCertain; 0: it does not burst
};

// The rules in the form that a step needs.
class Rules {
 public:
  Rules() : Rules(Ruleset{}) {}
  explicit Rules(const Ruleset& ruleset);

  int element_count() const { return element_count_; }
  // An index outside the ruleset becomes the background.
  std::uint8_t admit(std::uint8_t element) const { return element < element_count_ ? element : std::uint8_t{0}; }
  std::uint8_t density(std::uint8_t element) const { return densities_[element]; }

  const Meeting& meeting(std::uint8_t a, std::uint8_t b) const { return meetings_[a * std::size_t{kElementsMax} + b]; }
  bool is_denser(std::uint8_t a, std::uint8_t b) const { return densities_[a] > densities_[b]; }
  // The pair acts if the first is above the second.
  bool acts_above(std::uint8_t upper, std::uint8_t lower) const {
    const Meeting& pair = meeting(upper, lower);
    return pair.kind != Meeting::Kind::inert && (pair.anywhere || is_denser(upper, lower));
  }
  // The two swap if the first is above the second.
  bool sinks(std::uint8_t upper, std::uint8_t lower) const { return (abilities(upper, lower) & kSinks) != 0; }
  // It swaps with no element.
  bool is_fixed(std::uint8_t element) const { return fixed_[element]; }
  // It moves sideways.
  bool flows(std::uint8_t element) const { return flows_[element]; }
  // The lower one has just risen from below: the upper one falls into its place within the same step.
  bool follows(std::uint8_t upper, std::uint8_t lower) const {
    return sinks(upper, lower) && (lower == 0 || !flows_[upper]);
  }
  // It leaves the world over an open side: it moves through the background.
  bool leaves(std::uint8_t element) const { return meeting(element, 0).kind == Meeting::Kind::swap; }
  // The two swap if they are side by side. A liquid that strides does not run into what is lighter: so it comes to
  // rest.
  bool runs(std::uint8_t a, std::uint8_t b) const {
    return meeting(a, b).kind == Meeting::Kind::swap && densities_[a] != densities_[b] && flows_[a] && flows_[b] &&
           !strides(is_denser(a, b) ? a : b);
  }
  // The greatest distance of its strides, at least 2; 0 if it makes none. Only liquids that sink in the background do.
  int dispersion(std::uint8_t element) const { return dispersion_[element]; }
  bool strides(std::uint8_t element) const { return dispersion_[element] > 0; }
  // The greatest of all elements.
  int dispersion_max() const { return dispersion_max_; }
  // The second element makes way for the first, if that strides.
  bool is_open(std::uint8_t liquid, std::uint8_t other) const {
    return sinks(liquid, other) && flows_[other] && fluidity_[other] > 0;
  }
  // It strides to a cell of the element `place`, over which lies `above`. It goes under a lighter liquid, but does not
  // take the place of a thin layer of it, which floats.
  bool is_place(std::uint8_t liquid, std::uint8_t place, std::uint8_t above) const {
    return is_open(liquid, place) && (!strides(place) || place == above);
  }
  // The liquid strides past `other` on its way to a place: through itself, gases, what is thin, and liquids on which it
  // floats; and to a place under a lighter liquid, through lighter liquids.
  bool passes(std::uint8_t liquid, std::uint8_t other, bool under_liquid) const {
    return liquid == other || thin_[other] || (strides(other) && sinks(other, liquid)) ||
           (is_open(liquid, other) && (under_liquid || !strides(other)));
  }
  bool is_thin(std::uint8_t element) const { return thin_[element]; }
  // It sinks in the background and moves sideways; or it sinks there and does not.
  bool is_liquid(std::uint8_t element) const { return flows_[element] && sinks(element, 0); }
  bool is_powder(std::uint8_t element) const { return !flows_[element] && !fixed_[element]; }
  bool has_powders() const { return has_powders_; }
  // A powder that slumps takes the place of the second element.
  bool is_free(std::uint8_t powder, std::uint8_t other) const { return sinks(powder, other) && flows_[other]; }
  // Some element slumps or strides.
  bool moves_far() const { return has_powders_ || dispersion_max_ > 0; }
  // Part of structures, which fall as bodies if nothing holds them. It is fixed.
  bool is_structure(std::uint8_t element) const { return structures_[element]; }
  bool has_structures() const { return has_structures_; }
  // What it becomes where a body hits; itself if it does not break.
  std::uint8_t rubble(std::uint8_t element) const { return rubble_[element]; }
  // Liquids below it hold the structure of which it is a part.
  bool floats(std::uint8_t element) const { return floats_[element]; }
  // Surveys can find something.
  bool has_surveys() const { return has_structures_ || dispersion_max_ > 0; }
  // What two elements may do, as bits: enough to know when they do nothing side by side. kWanders: in wandering, in
  // whatever order. kSinks: the first one, if it is above.
  enum : std::uint8_t { kActsAnywhere = 1, kRuns = 2, kWanders = 4, kSinks = 8 };
  std::uint8_t abilities(std::uint8_t a, std::uint8_t b) const { return abilities_[a * std::size_t{kElementsMax} + b]; }
  // The chance that two that run do so in a pass: that of the more viscous one, in units of 1 / kCertain.
  std::uint32_t fluidity(std::uint8_t a, std::uint8_t b) const { return std::min(fluidity_[a], fluidity_[b]); }
  std::uint32_t fluidity(std::uint8_t element) const { return fluidity_[element]; }
  // The chance that two neighbours change places in a step because one of them wanders; 0 if they do not swap.
  std::uint32_t wanders(std::uint8_t a, std::uint8_t b) const {
    return meeting(a, b).kind == Meeting::Kind::swap ? std::max(wander_[a], wander_[b]) : 0;
  }
  std::uint32_t wander(std::uint8_t element) const { return wander_[element]; }
  // What a directed reaction makes of the first and of the second, which lies to the right of it, or below if `over`.
  Directed directed(bool over, std::uint8_t first, std::uint8_t second) const {
    return directed_.empty() ? Directed{} : directed_[directed_index(over, first, second)];
  }
  bool has_directed() const { return !directed_.empty(); }
  // It wanders, or stands for directed reactions: every pair that may act in wandering has such a cell.
  bool roams(std::uint8_t element) const { return roams_[element]; }
  // How cells of it let air through.
  enum class AirWay : std::uint8_t { open, loose, closed };
  AirWay air_way(std::uint8_t element) const { return air_ways_[element]; }
  const AirSource& air_source(std::uint8_t element) const { return air_sources_[element]; }
  bool has_air_sources() const { return has_air_sources_; }
  // Gusts carry it; those no faster than grip() do not.
  bool drifts(std::uint8_t element) const { return drifts_[element]; }
  int grip(std::uint8_t element) const { return grips_[element]; }
  // The difference of air pressure beyond which it breaks, and what it becomes; 0: it does not break.
  int strength(std::uint8_t element) const { return strengths_[element]; }
  std::uint8_t debris(std::uint8_t element) const { return debris_[element]; }
  // The least of all strengths; 0 if nothing breaks.
  int strength_min() const { return strength_min_; }
  // A gust can carry the first into the place of the second: into background, or into what is lighter.
  bool is_blown(std::uint8_t element, std::uint8_t into) const {
    return drifts_[element] && (into == 0 || is_denser(element, into)) &&
           meeting(element, into).kind == Meeting::Kind::swap;
  }
  const Decaying& decay(std::uint8_t element) const { return decays_[element]; }
  const Bursting& burst(std::uint8_t element) const { return bursts_[element]; }
  // Elements that burst.
  const std::vector<std::uint8_t>& bursting() const { return bursting_; }
  // The chance that a cell withstands a burst, in units of 1 / kCertain.
  std::uint32_t resistance(std::uint8_t element) const { return resistance_[element]; }
  bool has_decays() const { return has_decays_; }
  bool has_viscous() const { return has_viscous_; }
  // Some pair may act in wandering.
  bool has_wanderers() const { return has_wanderers_; }

 private:
  static std::size_t directed_index(bool over, std::uint8_t first, std::uint8_t second) {
    return ((over ? std::size_t{1} : 0) * kElementsMax + first) * kElementsMax + second;
  }

  int element_count_ = 1;
  int dispersion_max_ = 0, strength_min_ = 0;
  bool has_decays_ = false, has_viscous_ = false, has_wanderers_ = false, has_structures_ = false, has_powders_ = false,
       has_air_sources_ = false;
  std::vector<Meeting> meetings_;
  std::vector<Directed> directed_;  // empty if there are none
  std::vector<std::uint8_t> abilities_, bursting_;
  std::array<std::uint8_t, kElementsMax> densities_{}, rubble_{}, debris_{};
  std::array<bool, kElementsMax> fixed_{}, flows_{}, thin_{}, structures_{}, floats_{}, roams_{}, drifts_{};
  std::array<int, kElementsMax> dispersion_{}, grips_{}, strengths_{};
  std::array<std::uint32_t, kElementsMax> fluidity_{}, wander_{}, resistance_{};
  std::array<Decaying, kElementsMax> decays_{};
  std::array<Bursting, kElementsMax> bursts_{};
  std::array<AirWay, kElementsMax> air_ways_{};
  std::array<AirSource, kElementsMax> air_sources_{};
};

// Fails for rules of wxSand: their densities do not decide all movement.
Status accepts(const Ruleset& ruleset);

// All but the cells are absent from worlds while they are all zeros.
inline constexpr PlaneSet kStatePlanes = {Plane::cells, Plane::bodies, Plane::survey, Plane::air};

// `flow`: how many times in a step gases, and liquids that do not stride, move sideways. `side_borders`,
// `top_border`, `bottom_border`: what is beyond the world. `structures_fall`: whether surveys look for structures that
// nothing holds. `wind_right`, `wind_down`: the wind of the whole sky; negative to the left and up.
class Parameters {
 public:
  static constexpr int kFlowMax = 8, kWindMax = 100;

  static std::span<const ParameterInfo> list();
  int passes() const { return passes_; }
  Borders borders() const;
  bool structures_fall() const { return structures_fall_ != 0; }
  int wind_right() const { return wind_right_; }
  int wind_down() const { return wind_down_; }
  double get(std::string_view name) const { return get_parameter(*this, name); }
  bool set(std::string_view name, double value) { return set_parameter(*this, name, value); }
  template <class Self>
  static auto members(Self& p) {
    return std::tie(p.passes_, p.sides_, p.top_, p.bottom_, p.structures_fall_, p.wind_right_, p.wind_down_);
  }

 private:
  int passes_ = 3;
  int sides_ = 0, top_ = 0, bottom_ = 0, structures_fall_ = 1;
  int wind_right_ = 0, wind_down_ = 0;
};

// A pass of strides or of the slump: the columns that are pairs, the same in all rows. A row is divided into blocks of
// 2 * distance columns; in a block each column of the left half and the one `distance` to its right are a pair. The
// first block begins `offset` columns from column 0; before it is a part of a block, unless the world wraps: then what
// does not fill a block is left over.
struct Stride {
  int distance = 0;  // 0: no pairs
  int offset = 0;
  std::uint32_t fluidity = 0;  // the base of the draws

  // Calls visit(x, far) for the pairs of a row: `far` is the column `distance` to the right of x.
  template <class Visit>
  void for_each_pair(int width, bool wraps, const Visit& visit) const {
    const int block = 2 * distance;
    const int begin = wraps ? offset : offset - block, end = wraps ? offset + width / block * block : width;
    for (int from = begin; from < end; from += block) {
      for (int x = from; x < from + distance; ++x) {
        if (wraps) {
          visit(x % width, (x + distance) % width);
        } else if (x >= 0 && x + distance < width) {
          visit(x, x + distance);
        }
      }
    }
  }
};

// Rows that a cell falls in a step at most.
inline constexpr int kFallRows = 2;

// Passes of strides in a step.
inline constexpr int kStrides = 4;

// The greatest distance at which powder slumps, and its chance.
inline constexpr int kSlumpReach = 8;
inline constexpr std::uint32_t kSlumpChance = kCertain / 2;

// The random numbers of a step, each a pure function of seed, step and cell.
class StepDraws {
 public:
  // The parts that all numbers of a kind share.
  struct Bases {
    std::uint32_t blocks = 0, decay = 0, fall = 0, slide = 0, react = 0, wander = 0;
    std::uint32_t wander_pairs = 0, stride = 0, slump = 0, gust = 0, gust_lines = 0, breaks = 0;
  };
  struct Pass {
    std::uint32_t number = 0, directions = 0, coins = 0, fluidity = 0;
    bool turns = false;
  };

  StepDraws(std::uint64_t seed, std::uint64_t step, int flow_passes);
  const Bases& bases() const { return bases_; }
  const Pass& pass(int i) const { return passes_[static_cast<std::size_t>(i)]; }

  // Whether rows y and y + 1 form a row of blocks, and in which column the first block begins, 0 or 1.
  bool has_blocks(int y) const { return ((static_cast<std::uint64_t>(y) ^ step_) & 1) == 0; }
  int block_column(int y) const { return static_cast<int>(mix32(bases_.blocks ^ static_cast<std::uint32_t>(y)) & 1); }
  // In which column the first pair of row y begins in flow pass i, 0 or 1. It alternates from pass to pass; the random
  // part stays the same for kPassesPerDirection passes, so that a moving cell keeps its direction.
  int flow_column(int y, int i) const {
    return static_cast<int>((pass(i).number ^ mix32(pass(i).directions ^ static_cast<std::uint32_t>(y))) & 1);
  }
  // Whether the rows of pass i turn (Borders), and those of all other sub-steps with pairs side by side.
  bool flow_turns(int i) const { return pass(i).turns; }
  bool turns() const { return step_ % kTurnPeriod == kTurnPeriod - 1; }
  // For the pairs of row y in flow pass i: the argument of coins().
  std::uint32_t coin_row(int y, int i) const { return mix32(pass(i).coins ^ static_cast<std::uint32_t>(y)); }
  // 32 coins for the pairs that begin in the same 64 columns as x: bit x / 2 % 32 belongs to the pair at x.
  static std::uint32_t coins(std::uint32_t row, int x) {
    return mix32(row ^ static_cast<std::uint32_t>(x / kCoinColumns));
  }
  static constexpr int kCoinColumns = 64;

  // A number of a cell, with the base of its kind.
  static std::uint32_t draw(std::uint32_t base, int x, int y) {
    return mix32(mix32(base ^ static_cast<std::uint32_t>(x)) ^ static_cast<std::uint32_t>(y));
  }
  static bool hits(std::uint32_t random, std::uint32_t probability) { return (random >> 16) < probability; }

  // The draw of a decay with this probability.
  bool decays(int x, int y, std::uint32_t probability) const { return hits(draw(bases_.decay, x, y), probability); }
  bool falls(int x, int y, std::uint32_t probability) const { return hits(draw(bases_.fall, x, y), probability); }
  // (x, y): the block's upper left cell.
  bool slides(int x, int y, bool to_left, std::uint32_t probability) const {
    const std::uint32_t both = draw(bases_.slide, x, y);
    return hits(to_left ? both : both << 16, probability);
  }
  bool reacts(int x, int y, std::uint32_t probability) const { return hits(draw(bases_.react, x, y), probability); }
  // (x, y): the left cell of a pair that would run in flow pass i.
  bool runs(int x, int y, int i, std::uint32_t fluidity) const { return hits(draw(pass(i).fluidity, x, y), fluidity); }
  // Whether the pairs of wandering cells lie side by side or over one another in this step, and in which column or row
  // the first pair begins, 0 or 1.
  bool wanders_sideways() const { return (bases_.wander_pairs & 1) != 0; }
  int wander_from() const { return static_cast<int>(bases_.wander_pairs >> 1 & 1); }
  // Pass i of gusts: whether its pairs lie side by side, or over one another; in which column the first pair of row
  // `line` begins, or in which row that of column `line`, 0 or 1; and the base of its draws. The pairs alternate from
  // pass to pass of a kind, and from step to step, so that a cell is carried on.
  static constexpr bool gusts_sideways(int i) { return i % 2 == 0; }
  int gust_from(int i, int line) const {
    return static_cast<int>((mix32(gust_lines(i) ^ static_cast<std::uint32_t>(line)) ^ gust_number(i)) & 1);
  }
  std::uint32_t gust_lines(int i) const { return bases_.gust_lines + static_cast<std::uint32_t>(i % 2) * kGoldenRatio; }
  std::uint32_t gust_number(int i) const {
    return static_cast<std::uint32_t>(step_) + static_cast<std::uint32_t>(i / 2);
  }
  std::uint32_t gust_base(int i) const { return bases_.gust + static_cast<std::uint32_t>(i) * kGoldenRatio; }
  // (x, y): the left or upper cell of the pair.
  bool blows(int i, int x, int y, std::uint32_t chance) const { return hits(draw(gust_base(i), x, y), chance); }
  bool breaks(int x, int y, std::uint32_t chance) const { return hits(draw(bases_.breaks, x, y), chance); }
  // Whether rows y and y + 1 form pairs of strides and of the slump: where there are no blocks.
  bool has_strides(int y) const { return !has_blocks(y); }
  // Pass i of strides in a world of this width; `reach`: Rules::dispersion_max(). The passes of a step have distances
  // of different size: each octave is as probable.
  Stride stride(int i, int width, int reach, bool wraps) const;
  // The pass of the slump.
  Stride slump(int width, bool wraps) const;
  // (x, y): the cell that strides or slumps.
  static bool strides(const Stride& pass, int x, int y, std::uint32_t fluidity) {
    return hits(draw(pass.fluidity, x, y), fluidity);
  }
  // (x, y): the left or upper cell of the pair.
  bool wanders(int x, int y, std::uint32_t probability) const { return hits(draw(bases_.wander, x, y), probability); }

 private:
  static constexpr std::uint64_t kPassesPerDirection = 32;

  std::uint64_t step_;
  Bases bases_;
  std::array<Pass, Parameters::kFlowMax> passes_{};
};

std::unique_ptr<Solver> make_scalar_solver();
std::unique_ptr<Solver> make_cpu_solver(const SolverOptions& options);
// Null for rules that this automaton cannot run.
std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset);
// Empty for rules that this automaton cannot run.
std::optional<RuleFacts> rule_facts(const Ruleset& ruleset);

const AutomatonDefinition& definition();

// Needs a current context of OpenGL 3.3, which must be current in every later call too. Null, with a sentence in
// `error` (with file and line if a shader does not compile), on failure.
std::unique_ptr<Solver> make_gpu_solver(std::string& error);

}  // namespace repose::conserving
