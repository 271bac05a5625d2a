// The pressure water automaton (after Janis Elsts, "Simple Fluid Simulation With Cellular Automata"): what its backends
// share. docs/automata.md describes a step; scalar.cpp is the exact definition.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "automata/field/field_plane.hpp"
#include "automata/field/field_world.hpp"
#include "repose/automaton.hpp"
#include "repose/edit.hpp"
#include "repose/solver.hpp"
#include "repose/world.hpp"

namespace repose::water {

// Cells of water, and how two neighbours divide their water.

// A cell is a mass, from 0 up, or one of these, which no flow changes.
inline constexpr std::int32_t kGround = -1;
inline constexpr std::int32_t kDrain = -2;  // always empty: what flows in is removed

// No flow from above or below brings a cell over this. A cell at this limit can still get more from the cells beside
// it: half of what they have more, and 4 full cells each from above and below. So none gets over 113, which is less
// than kMassHeldMax, and the sum of two masses fits into an uint32.
inline constexpr std::int32_t kPressedMax = 96 * kFullCell;

// The constants of the article in units of the mass plane.
struct Flows {
  static constexpr std::int32_t full = kFullCell;  // MaxMass
  std::int32_t compress = 0;                       // MaxCompress
  std::int32_t min_flow = 0, max_speed = kFullCell;
  // compress / (full + compress) in 2^-32. With it the middle part of the split needs no division: the high word of a
  // product of 32-bit words.
  std::uint32_t share = 0;

  // How much of a total t the lower of two cells should hold; the upper one holds the rest.
  constexpr std::int32_t split(std::uint32_t t) const {
    const auto one = static_cast<std::uint32_t>(full), c = static_cast<std::uint32_t>(compress);
    if (t <= one) return full;
    if (t >= 2 * one + c) return static_cast<std::int32_t>((t + c) / 2);
    return full + static_cast<std::int32_t>((std::uint64_t{t - one} * share) >> 32);
  }
  // The article halves flows above MinFlow, to keep the water calm.
  constexpr std::int32_t calmed(std::int32_t flow) const { return flow > min_flow ? flow / 2 : flow; }
};

// Calls give(dx, dy, flow) for what a cell gives in a pass, in order. Depends only on the old masses; at(dx, dy) is the
// mass at that distance from the cell.
template <class At, class Give>
void give_flows(const Flows& flows, const At& at, const Give& give) {
  const auto mass_of = [](std::int32_t cell) { return std::max(cell, 0); };
  const auto lower_half = [&](std::int32_t a, std::int32_t b) {
    return flows.split(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
  };
  const std::int32_t mass = at(0, 0);
  std::int32_t rest = mass;
  const auto send = [&](int dx, int dy, std::int32_t flow, std::int32_t limit) {
    flow = std::clamp(flows.calmed(flow), 0, std::min(limit, rest));
    rest -= flow;
    give(dx, dy, flow);
  };
  if (const std::int32_t below = at(0, 1); below != kGround) {
    const std::int32_t held = std::min(lower_half(rest, mass_of(below)), kPressedMax);
    send(0, 1, held - mass_of(below), flows.max_speed);
  }
  for (const int side : {-1, 1}) {
    if (const std::int32_t beside = at(side, 0); beside != kGround) send(side, 0, (mass - mass_of(beside)) / 4, rest);
  }
  if (const std::int32_t above = at(0, -1); above != kGround) {
    const std::int32_t room = kPressedMax - mass_of(above);
    send(0, -1, std::min(rest - lower_half(rest, mass_of(above)), room), flows.max_speed);
  }
}

// Levelling, which is not in the article: bodies of standing water rise or sink to their level, however wide they are.
// docs/automata.md defines bodies and their levels.
class Levelling {
 public:
  // The value of `share` for the whole distance.
  static constexpr int kWholeWay = 256;

  // Moves every body `share` of the distance to its level, in whole units: nothing is lost. Returns the cells that it
  // may have changed; valid until the next call. Empty when every body is level.
  const std::vector<Span>& run(FieldPlane& cells, const Flows& flows, int share);

 private:
  // Standing water in a column, from the ground up to the first cell that is less than half full. The stacks of a body
  // form a tree; the members after `parent` describe the body, and are valid in its root only.
  struct Stack {
    int x = 0, y_base = 0, y_top = 0;
    std::int64_t mass = 0, target = 0;

    int parent = 0;
    std::int64_t body_mass = 0;
    std::int64_t need = 0;   // the mass that fills the body up to the present row
    std::int64_t below = 0;  // its cells below that row
    std::int64_t here = 0;   // its cells in that row
    std::int64_t level = 0;  // the level of the body, in units above the floor of the world
    bool is_full = true;     // whether it is full up to that row
    std::int64_t stacks = 0, rest = 0;
    std::int64_t worst = 0;  // largest distance of its stacks from their targets
    bool too_deep = false;
    std::int64_t mass_before = 0, target_before = 0;  // of the stacks that are already done
  };

  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }
  Stack& body_of(int stack);
  std::int64_t floor_of(int y) const { return std::int64_t{height_ - 1 - y} * flows_.full; }
  // The mass of a cell whose floor is `depth` below its body's level.
  std::int64_t held(std::int64_t depth) const;
  // How far into a row the water reaches. `over`: the mass beyond that which fills the rows below.
  std::int64_t reach(std::int64_t over, std::int64_t here, std::int64_t below) const;

  void find_stacks(const FieldPlane& cells);
  void find_bodies(const FieldPlane& cells);
  void claim_row(const FieldPlane& cells, int y);
  void unite(int a, int b);
  void close_row(int y);
  void find_targets();
  void move(FieldPlane& cells, int share);
  void fill(FieldPlane& cells, const Stack& stack, std::int64_t mass);
  void put(FieldPlane& cells, int x, int y, std::int64_t mass);
  void list_changed();

  Flows flows_;
  int width_ = 0, height_ = 0;
  std::vector<Stack> stacks_;
  std::vector<std::int32_t> owner_;  // for every cell: its stack, or -1
  std::vector<std::int32_t> row_;    // of the present row: the stacks that reach it
  std::vector<int> open_;            // roots of the bodies that reach it
  std::vector<Span> row_changes_, changes_;
};

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

// Needs a current context of OpenGL 3.3, which must be current in every later call too. Null and a sentence (with file
// and line for a shader that does not compile) on failure.
std::unique_ptr<Solver> make_gpu_solver(std::string& error);

}  // namespace repose::water
