// The tiles automaton (Elsts, "How To Make a 'Falling Sand' Style Water Simulation"): tiles move in place, rows from
// the bottom up. Shared by its backends. docs/automata.md describes a step; scalar.cpp is the exact definition.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "automata/grains.hpp"
#include "automata/parameters.hpp"
#include "repose/automaton.hpp"
#include "repose/rng.hpp"
#include "repose/ruleset.hpp"
#include "repose/solver.hpp"

namespace repose::tiles {

// What a tile of an element does.
struct Kind {
  bool falls = false, liquid = false, faucet = false, drain = false;
  std::uint8_t density = 0;
  std::uint8_t emits = 0;

  bool acts() const { return falls || faucet || drain; }
};

class Kinds {
 public:
  Kinds() : Kinds(Ruleset{}) {}
  explicit Kinds(const Ruleset& ruleset);

  int element_count() const { return element_count_; }
  const Kind& of(std::uint8_t element) const { return kinds_[element]; }
  std::uint8_t admit(std::uint8_t element) const { return element < element_count_ ? element : std::uint8_t{0}; }
  // The upper one swaps with the lower one, unless that has already moved in this step.
  bool sinks_into(std::uint8_t upper, std::uint8_t lower) const {
    return of(lower).falls && of(lower).density < of(upper).density;
  }

 private:
  int element_count_ = 1;
  std::array<Kind, kElementsMax> kinds_{};
};

struct Parameters {
  int look_ahead = 8;
  double jitter = 0;
  bool closed_corners = true;

  static std::span<const ParameterInfo> list();
  double get(std::string_view name) const { return get_parameter(*this, name); }
  bool set(std::string_view name, double value) { return set_parameter(*this, name, value); }
  template <class Self>
  static auto members(Self& p) {
    return std::tie(p.look_ahead, p.jitter, p.closed_corners);
  }
};
inline constexpr int kLookAheadMax = 32;

// To which side a tile that falls from (x, y) drifts: -1, 0 or +1.
constexpr int jitter_side(double jitter, std::uint64_t seed, std::uint32_t step, int x, int y) {
  if (jitter <= 0) return 0;
  constexpr std::uint32_t kJitterSalt = 0x300;
  const std::uint32_t bits =
      random_u32(seed, step, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), kJitterSalt);
  const bool blown = static_cast<double>(bits >> 8) < jitter * (1 << 24);
  return !blown ? 0 : (bits & 1) != 0 ? +1 : -1;
}

inline constexpr PlaneSet kStatePlanes = {Plane::cells};

std::unique_ptr<Solver> make_scalar_solver();
std::unique_ptr<Solver> make_cpu_solver(const SolverOptions& options);
// Null for rules that this automaton cannot run.
std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset);

const AutomatonDefinition& definition();

}  // namespace repose::tiles
