// The density automaton of sand.js (2019): what its backends share. docs/automata.md describes a step; scalar.cpp is
// the exact definition.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "repose/automaton.hpp"
#include "repose/ruleset.hpp"
#include "repose/solver.hpp"

namespace repose {
enum class GlPath : std::uint8_t;  // repose/gpu_solvers.hpp
}

namespace repose::density {

// What a cell becomes: element index and density byte. An undefined rule gives {0, 0}.
struct Outcome {
  std::uint8_t index = 0, density = 0;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// What element A becomes when its partner is B. 128 KiB, one row for each A.
class RuleTable {
 public:
  RuleTable() : outcomes_(std::size_t{kElementsMax} * kElementsMax) {}
  explicit RuleTable(const Ruleset& ruleset);

  const Outcome& at(std::uint8_t self, std::uint8_t partner) const {
    return outcomes_[self * std::size_t{kElementsMax} + partner];
  }
  std::uint8_t density_of(std::uint8_t index) const { return densities_[index]; }
  const std::array<std::uint8_t, kElementsMax>& densities() const { return densities_; }
  int element_count() const { return element_count_; }

  // True for elements that leave the world at an open edge.
  bool leaves(std::uint8_t index) const { return leaves_[index]; }

  // True when some pair of elements of different density has no rule. Then a cell can become {0, 0}, the density does
  // not follow from the element any more, and the density plane is state.
  bool has_undefined_pairs() const { return has_undefined_pairs_; }

 private:
  void set(std::uint8_t self, std::uint8_t partner, std::uint8_t result);

  std::vector<Outcome> outcomes_;
  std::array<std::uint8_t, kElementsMax> densities_{};
  std::array<bool, kElementsMax> leaves_{};
  int element_count_ = 0;
  bool has_undefined_pairs_ = false;
};

// Fails for rules of wxSand: they use gravity, heat and chances, but this automaton needs a density that decides all
// movement.
Status accepts(const Ruleset& ruleset);

// The planes that are state with these rules.
inline PlaneSet state_planes(const RuleTable& rules) {
  return rules.has_undefined_pairs() ? PlaneSet{Plane::cells, Plane::density} : PlaneSet{Plane::cells};
}

// The (index, density) of a cell when a world is uploaded: an index outside the ruleset becomes the background; a
// density other than the element's is kept only as {0, 0}, and only when the density plane is state.
Outcome admit(const RuleTable& rules, std::uint8_t index, const std::uint8_t* density);

// Steps that the compute shader of the gpu backend takes in one pass over memory, at most.
inline constexpr int kGpuStepsAtOnce = 4;

std::unique_ptr<Solver> make_scalar_solver();
std::unique_ptr<Solver> make_cpu_solver(const SolverOptions& options);
// Null for rules that this automaton cannot run.
std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset);

const AutomatonDefinition& definition();

// Which neighbour a cell of the density automaton meets in a step. Follows the table in docs/automata.md; the rules are
// those of sand.js (Eric Leong, 2013-2019), recorded from the original.
struct Offset {
  int dx = 0, dy = 0;
  bool none() const { return dx == 0 && dy == 0; }
};

// density(x, y) gets coordinates up to two cells beyond the world and must return a copy of the edge there. s is -1
// with left bias, +1 with right. The partner is always inside: at the left and right edges that copy makes both
// diagonal cases false.
template <class DensityAt>
Offset partner(const DensityAt& density, int x, int y, int s, int height) {
  const int c = density(x, y);
  const int up = density(x, y - 1), up2 = density(x, y - 2);
  const int dn = density(x, y + 1), dn2 = density(x, y + 2);
  const int side = density(x + s, y), other_side = density(x - s, y);
  const int dd = density(x + s, y + 1), dd2 = density(x + 2 * s, y + 1);
  const int de = density(x + s, y + 2), de2 = density(x + 2 * s, y + 2);
  const int ud = density(x - s, y - 1);
  const bool on_top_row = y == 0, on_bottom_row = y == height - 1;

  const bool falls = !on_bottom_row && dn < c && up <= c && (dn2 < dn || dn <= de || dd > de);
  if (falls) return {0, +1};

  const bool falls_diagonally = !on_bottom_row && dd < c && dn >= c && c < kWallDensity && side <= dd &&
                                (dd <= de || side > de) && (dd <= de2 || dd2 > de2);
  if (falls_diagonally) return {s, +1};

  const bool takes_from_above = !on_top_row && up > c && up2 <= up;
  if (takes_from_above) return {0, -1};

  const bool takes_from_diagonal_above = !on_top_row && ud > c && ud < kWallDensity && other_side >= ud;
  if (takes_from_diagonal_above) return {-s, -1};

  return {};
}

// Needs a current context of OpenGL 3.3, or 4.3 for the compute path, which must be current in every later call too.
// Null and a sentence (with file and line for a shader that does not compile) on failure.
std::unique_ptr<Solver> make_gpu_solver(GlPath path, std::string& error);

}  // namespace repose::density
