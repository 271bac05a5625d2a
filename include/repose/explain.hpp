// Why a cell does what it does: what the next step makes of it, and which rule of the config decides.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "repose/edit.hpp"
#include "repose/ruleset.hpp"
#include "repose/solver.hpp"
#include "repose/world.hpp"

namespace repose {

// The cells of `around` and as many more on every side, clipped to the world.
CellBox box_around(CellPoint cell, int margin_x, int margin_y, int world_width, int world_height);

// A piece of a world. Amounts stand in it as views show them: masses below 0 are ground and drains, obstacles have
// kObstacleHeight.
struct WorldWindow {
  int world_width = 0, world_height = 0;
  CellBox box;           // within the world
  World cells = {1, 1};  // what lies in the box, in the planes that are known

  std::uint8_t cell(CellPoint p) const { return cells.cell(p.x - box.x, p.y - box.y); }
};

// The same from a world that is at hand. Precondition: `box` lies within it.
WorldWindow window_of(const World& world, const CellBox& box);

// One sentence about what happens to a cell, or about why it does not.
struct Reason {
  std::string sentence;
  int line = 0;                           // of the rule in the config; 0 where no line says so
  std::optional<CellPoint> partner = {};  // the cell that it happens with
};

struct Explanation {
  std::uint8_t next = 0;  // what the cell holds after the step, where `certain`
  // Where the automaton counts in amounts (mass, height), that instead; nothing where more than one pass decides.
  std::optional<std::int32_t> next_amount = {};
  // False where more than the window decides: what flies in from afar, or turns that follow each other through the
  // whole world. Then the reasons say what is likely, and `next` what comes of the window alone.
  bool certain = true;
  std::vector<Reason> reasons;  // in the order in which things happen; never empty
};

// What explains the steps of one automaton under one set of rules. Costs what the step of a small window costs.
class Explainer {
 public:
  virtual ~Explainer() = default;

  // What explain() wants to see of the world.
  virtual CellBox window(CellPoint cell, const StepSpan& step, const Solver& solver, int world_width,
                         int world_height) const = 0;
  // The first step of `step`, with the parameters of `solver`. Preconditions: the cell lies in the world, and `window`
  // covers what window() says. Reads nothing of the solver but parameters.
  virtual Explanation explain(CellPoint cell, const StepSpan& step, const Solver& solver,
                              const WorldWindow& window) const = 0;
};

// Null when this automaton cannot run these rules, or there is no such automaton.
std::unique_ptr<Explainer> make_explainer(std::string_view automaton, const Ruleset& ruleset);

}  // namespace repose
