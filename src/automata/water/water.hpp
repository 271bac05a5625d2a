// The pressure water automaton (after Janis Elsts, "Simple Fluid Simulation With Cellular Automata"): what its backends
// share. How a step works: docs/automata.md; the exact reading is scalar.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "automata/field/field_parameters.hpp"
#include "automata/field/field_plane.hpp"
#include "automata/field/field_roles.hpp"
#include "repose/registry.hpp"
#include "repose/solver.hpp"

namespace repose::water {

// A cell is a mass, from 0 up, or one of these. Both stand for themselves whatever happens around them.
inline constexpr std::int32_t kGround = -1;
inline constexpr std::int32_t kDrain = -2;  // always empty: what flows in is gone

// The constants of the article in units of the mass plane.
struct Flows {
  std::int32_t full = kFullCell;  // MaxMass
  std::int32_t compress = 0;      // MaxCompress
  std::int32_t min_flow = 0, max_speed = kFullCell;
  // compress / (full + compress) in 2^-32. With it the middle part of the split needs no division: the high word of a
  // product of 32-bit words.
  std::uint32_t share = 0;

  // Of a total t that a cell shares with the one below, what the lower one should hold.
  constexpr std::int32_t split(std::int32_t t) const {
    if (t <= full) return full;
    if (t >= 2 * full + compress) return (t + compress) / 2;
    const auto over = static_cast<std::uint64_t>(t - full);
    return full + static_cast<std::int32_t>((over * share) >> 32);
  }
  // The article halves what is more than MinFlow, to keep the water calm.
  constexpr std::int32_t calmed(std::int32_t flow) const { return flow > min_flow ? flow / 2 : flow; }
};

inline constexpr std::size_t kParameterCount = 8;
using Parameters = FieldParameters<kParameterCount>;

// Masses and ground; how worlds and edits become them.
class WaterWorld {
 public:
  static constexpr Plane kPlane = Plane::mass;
  static PlaneSet state_planes() { return {Plane::cells, Plane::mass}; }

  WaterWorld();

  int width() const { return cells_.width(); }
  int height() const { return cells_.height(); }

  void load(const Ruleset& ruleset) { roles_ = read_field_roles(ruleset); }
  void upload(const World& world);
  void download(World& world) const;
  // Returns the cells that it may have changed.
  FieldBox apply(const Edit& edit);

  Parameters& parameters() { return parameters_; }
  const Parameters& parameters() const { return parameters_; }
  // Returns whether water that was at rest may not be so any more.
  bool take_parameters();
  std::string advice() const { return {}; }

  // Masses, kGround and kDrain; around the world ground, or drains where there are no walls.
  FieldPlane& field() { return cells_; }
  const FieldPlane& field() const { return cells_; }
  const Flows& flows() const { return flows_; }
  int passes() const;  // per step
  // The elements of ground, faucets and drains; 0 elsewhere.
  const std::uint8_t* picture() const { return elements_.data(); }

  // Faucets pour into the cell below them before each pass; visit(x, y) is told where something came.
  template <class Visit>
  void run_faucets(const Visit& visit) {
    for (const CellPoint p : faucets_) {
      if (pour(p)) visit(p.x, p.y + 1);
    }
  }
  bool has_faucets() const { return !faucets_.empty(); }
  bool is_faucet(int x, int y) const { return roles_.of[elements_[index(x, y)]] == FieldRole::faucet; }
  std::int32_t pour_units() const;  // what a faucet pours in a pass

  // Levelling, which is not the article's: every so many steps (0 = never) cells that lie side by side and stand on ground or
  // on full cells share their water out evenly. visit(y, x_begin, x_end) is told what has changed.
  std::uint64_t steps_per_levelling() const;
  template <class Visit>
  void level(const Visit& visit) {
    for (int y = 0; y < height(); ++y) {
      for (int x = 0; x < width();) {
        const int begin = x;
        while (x < width() && is_supported(x, y)) ++x;
        if (x - begin > 1 && level_run(y, begin, x)) visit(y, begin, x);
        if (x == begin) ++x;
      }
    }
  }

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width()) + static_cast<std::size_t>(x);
  }
  std::int32_t rim() const;
  std::int32_t min_mass() const;
  std::uint8_t element_at(int x, int y) const;
  void put(int x, int y, std::uint8_t element);
  FieldBox add(const AmountEdit& edit);
  void find_faucets();
  bool pour(CellPoint faucet);
  bool is_supported(int x, int y) const {
    const std::int32_t below = cells_.at(x, y + 1);
    return cells_.at(x, y) >= 0 && (below == kGround || below >= flows_.full);
  }
  bool level_run(int y, int x_begin, int x_end);
  void build_rim();

  Parameters parameters_;
  Flows flows_;
  FieldRoles roles_;
  FieldPlane cells_;
  std::vector<std::uint8_t> elements_;
  std::vector<CellPoint> faucets_;
};

// Turns a mass plane into cells for automata that know no mass: in each column the liquid keeps its volume to within a cell,
// and stands on what it stood on. Worlds without mass stay as they are.
void settle_mass(World& world, const Ruleset& ruleset);

std::unique_ptr<Solver> make_scalar_solver();
std::unique_ptr<Solver> make_cpu_solver(const SolverOptions& options);

}  // namespace repose::water
