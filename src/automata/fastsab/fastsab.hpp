// The fastsab automaton ("Sand And Below", 2008): grains move in place, column by column, and only where something can
// happen. Shared by its backends. docs/automata.md describes a step; scalar.cpp is the exact definition.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "automata/grains.hpp"
#include "automata/parameters.hpp"
#include "repose/automaton.hpp"
#include "repose/rng.hpp"
#include "repose/ruleset.hpp"
#include "repose/solver.hpp"

namespace repose::fastsab {

// ---- random numbers: one word for the visit to a cell, and a word for each draw except the sideways move ----

inline constexpr std::uint32_t kVisitSalt = 0x200;

constexpr std::uint32_t visit_word(std::uint64_t seed, std::uint32_t step, int x, int y) {
  return random_u32(seed, step, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), kVisitSalt);
}

// The words of visit_word(); computes the parts that a step shares once a step, and the parts that a column shares once
// a column.
class VisitWords {
 public:
  constexpr VisitWords(std::uint64_t seed, std::uint32_t step) {
    step_ = mix32(static_cast<std::uint32_t>(seed) ^ kGoldenRatio);
    step_ = mix32(step_ ^ static_cast<std::uint32_t>(seed >> 32));
    step_ = mix32(mix32(step_ ^ kVisitSalt) ^ step);
  }
  constexpr std::uint32_t column(int x) const { return mix32(step_ ^ static_cast<std::uint32_t>(x)); }
  static constexpr std::uint32_t of_row(std::uint32_t column, int y) {
    return mix32(column ^ static_cast<std::uint32_t>(y));
  }

 private:
  std::uint32_t step_;
};
static_assert(VisitWords::of_row(VisitWords(0x123456789abcdefu, 77).column(5), 9) ==
              visit_word(0x123456789abcdefu, 77, 5, 9));

// True with probability 1 / n; never for n = 0.
constexpr bool one_in(std::uint32_t n, std::uint32_t draw) { return n != 0 && below(draw, n) == 0; }
constexpr std::uint32_t sink_draw(std::uint32_t visit) { return mix32(visit ^ kGoldenRatio); }
// The checks of the four neighbours, in their order, share a word; it is rotated for each, so that its highest bits
// differ.
constexpr std::uint32_t look_word(std::uint32_t visit) { return mix32(visit ^ 0x3c6ef372u); }
constexpr std::uint32_t look_draw(std::uint32_t word, int neighbour) { return std::rotl(word, 8 * neighbour); }
inline constexpr std::uint32_t kSinkOneIn =
    5;  // a grain above a lighter liquid sinks into it once in this number of visits

// The draw for the sideways move, from the visit's own word.
struct SlideDraw {
  int side;                    // -1 left, 0 stay, +1 right, each with probability 1/3
  bool shorter;                // one column less: the random(friction div 4) of the article, which is 0 or 1
  bool left_edge, right_edge;  // each with probability 1/2
};
constexpr SlideDraw draw_slide(std::uint32_t visit) {
  return {static_cast<int>(below(visit, 3)) - 1, (visit & 1) != 0, (visit & 2) != 0, (visit & 4) != 0};
}
inline constexpr int kShortenedFriction = 8;  // from this friction on, random(friction div 4) has two values

struct Offset {
  int dx, dy;
};
inline constexpr Offset kNeighbours[] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};  // below, above, right, left

// ---- rules ----

class Substances {
 public:
  Substances() : Substances(Ruleset{}) {}
  explicit Substances(const Ruleset& ruleset);

  int element_count() const { return element_count_; }
  const Grain& at(std::uint8_t element) const { return grains_[element]; }
  // A check dissolves the victim once in this number of times; 0 is never.
  std::uint32_t dissolve(std::uint8_t dissolver, std::uint8_t victim) const {
    return dissolve_[dissolver * std::size_t{kElementsMax} + victim];
  }
  bool dissolves_anything(std::uint8_t element) const { return last_hit_[element] != 0; }
  // The highest draw that dissolves the victim that dissolves most easily; higher draws dissolve nothing. 0 if the
  // element never dissolves anything.
  std::uint32_t last_hit(std::uint8_t dissolver) const { return last_hit_[dissolver]; }
  // The frictions of all elements that fall, each once, ascending.
  const std::vector<int>& frictions() const { return frictions_; }
  bool sinks_into(std::uint8_t upper, std::uint8_t lower) const {
    return at(upper).falls && at(lower).liquid && at(lower).density < at(upper).density;
  }
  // The element of a cell of an uploaded world.
  std::uint8_t admit(const World& world, std::size_t i) const;

 private:
  int element_count_ = 1;
  // The element that a cell of the wall plane shows: the first `static` one, else the first wall; 0 when there is none.
  std::uint8_t wall_element_ = 0;
  std::array<Grain, kElementsMax> grains_{};
  std::array<std::uint32_t, kElementsMax> last_hit_{};
  std::vector<int> frictions_;
  std::vector<std::uint32_t> dissolve_;
};

// ---- parameters ----

struct Parameters {
  int frame_steps = 4;
  bool borders = true, dissolving = true, alternate_scan = false;
  bool free_way = false;                             // a cell between stops a slide
  bool sinkers_active = true, voids_active = false;  // the two readings: docs/automata.md

  static std::span<const ParameterInfo> list();
  double get(std::string_view name) const { return get_parameter(*this, name); }
  bool set(std::string_view name, double value) { return set_parameter(*this, name, value); }
  template <class Self>
  static auto members(Self& p) {
    return std::tie(p.frame_steps, p.borders, p.dissolving, p.free_way, p.alternate_scan, p.sinkers_active,
                    p.voids_active);
  }
};

inline constexpr PlaneSet kStatePlanes = {Plane::cells, Plane::wall};

std::unique_ptr<Solver> make_scalar_solver();
std::unique_ptr<Solver> make_cpu_solver(const SolverOptions& options);
// Null for rules that this automaton cannot run.
std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset);

const AutomatonDefinition& definition();

}  // namespace repose::fastsab
