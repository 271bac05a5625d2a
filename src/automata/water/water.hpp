// The pressure water automaton (after Janis Elsts, "Simple Fluid Simulation With Cellular Automata"): what its backends
// share. docs/automata.md describes a step; scalar.cpp is the exact definition.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "automata/field/edit_patch.hpp"
#include "automata/field/field_world.hpp"
#include "automata/water/flows.hpp"
#include "automata/water/levelling.hpp"
#include "repose/automaton.hpp"
#include "repose/solver.hpp"

namespace repose::water {

inline constexpr std::size_t kParameterCount = 9;

// Masses and ground; converts worlds and edits into them. The field holds masses, kGround and kDrain; around the world
// ground, or drains if there are no walls.
class WaterWorld : public FieldWorldBase<kParameterCount> {
 public:
  static constexpr Plane kPlane = Plane::mass;
  static PlaneSet state_planes() { return {Plane::cells, Plane::mass}; }

  WaterWorld();

  void upload(const World& world);
  void download(World& world) const;
  // Returns the cells that it may have changed.
  FieldBox apply(const Edit& edit);

  // Returns whether water at rest may begin to move.
  bool take_parameters();
  std::string advice() const { return {}; }

  // The sum of all cells.
  std::int64_t total() const;
  static constexpr std::int64_t pressed_away() { return 0; }

  const Flows& flows() const { return flows_; }
  int passes() const;             // per step
  std::int32_t min_mass() const;  // what counts as air
  // The elements of ground, faucets and drains; 0 elsewhere.
  const std::uint8_t* picture() const { return elements_.data(); }

  // Faucets pour into the cell below them before each pass. Calls visit(x, y) for each cell that got water.
  template <class Visit>
  void run_faucets(const Visit& visit) {
    for (const CellPoint p : faucets_) {
      if (pour(p)) visit(p.x, p.y + 1);
    }
  }
  bool has_faucets() const { return !poured_box_.empty(); }
  // False if no cell is kDrain, nor the rim.
  bool may_have_drains() const { return had_drains_ || rim() == kDrain; }
  // Around all cells below faucets; those that are expected too.
  const FieldBox& poured_box() const { return poured_box_; }
  bool is_faucet(int x, int y) const { return roles_.of[elements_[index(x, y)]] == FieldRole::faucet; }
  std::int32_t pour_units() const;  // what a faucet pours in a pass

  // For edits that are done elsewhere. expect: from now on there may be faucets. Later the other function sets the
  // elements that picture() shows.
  void expect(const EditPatch& patch);
  template <class ElementAt>
  void take_picture(const ElementAt& element_at) {
    for (std::size_t i = 0; i < elements_.size(); ++i) elements_[i] = element_at(i);
    find_faucets();
  }

  // In every step whose number is a multiple of this (0 = never) bodies of water are levelled. visit(y, x_begin, x_end)
  // is called for cells that may have changed.
  std::uint64_t steps_per_levelling() const;
  template <class Visit>
  void level(const Visit& visit) {
    for (const Span& row : levelling_.run(field_, flows_, levelling_share())) visit(row.y, row.x_begin, row.x_end);
  }

 private:
  std::int32_t rim() const;
  std::uint8_t element_at(int x, int y) const;
  void put(int x, int y, std::uint8_t element);
  FieldBox add(const AmountEdit& edit);
  void find_faucets();
  bool pour(CellPoint faucet);
  int levelling_share() const;
  void build_rim();

  Flows flows_;
  Levelling levelling_;
  std::vector<std::uint8_t> elements_;
  std::vector<CellPoint> faucets_;
  FieldBox poured_box_;
  bool had_drains_ = false;  // at any time since upload
};

// Turns a mass plane into cells for automata without mass: in each column the liquid keeps its volume to within a cell,
// and stays on top of what is under it. Worlds without mass stay as they are.
void settle_mass(World& world, const Ruleset& ruleset);

std::unique_ptr<Solver> make_scalar_solver();
std::unique_ptr<Solver> make_cpu_solver(const SolverOptions& options);
// Null for rules that this automaton cannot run.
std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset);

std::span<const ParameterInfo> parameter_list();

const AutomatonDefinition& definition();

}  // namespace repose::water
