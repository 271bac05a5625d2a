// Explains what the next step does to one cell, and which rule of the config decides it.
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

// `cell`, with `margin_x` columns and `margin_y` rows more on every side, clipped to the world.
CellBox box_around(CellPoint cell, int margin_x, int margin_y, int world_width, int world_height);

// A part of a world. Amounts are as in views: masses below 0 are ground and drains, obstacles have kObstacleHeight.
struct WorldWindow {
  int world_width = 0, world_height = 0;
  CellBox box;           // within the world
  World cells = {1, 1};  // the cells of the box, in the planes that are known

  // The element at `p`, in coordinates of the world. Precondition: `p` is in the box.
  std::uint8_t cell(CellPoint p) const { return cells.cell(p.x - box.x, p.y - box.y); }
};

// Copies a part of a world. Precondition: `box` is within it.
WorldWindow window_of(const World& world, const CellBox& box);

// One sentence about something that happens to a cell, or that does not happen.
struct Reason {
  std::string sentence;
  int line = 0;                           // of the rule in the config; 0 when no line decides
  std::optional<CellPoint> partner = {};  // the cell that it happens with
};

struct Explanation {
  std::uint8_t next = 0;  // the element in the cell after the step, if `certain`
  // In automata that count in amounts (mass, height): the amount after the step. Empty when several passes decide.
  std::optional<std::int32_t> next_amount = {};
  // False when cells outside the window may decide too: matter that arrives from far away, or updates that follow one
  // another through the whole world. Then the reasons say what is likely, and `next` is the result of the window only.
  bool certain = true;
  std::vector<Reason> reasons;  // in the order in which things happen; never empty
};

// Explains the steps of one automaton under one set of rules. An explanation costs as much as a step of a small world.
class Explainer {
 public:
  virtual ~Explainer() = default;

  // The part of the world that explain() needs.
  virtual CellBox window(CellPoint cell, const StepSpan& step, const Solver& solver, int world_width,
                         int world_height) const = 0;
  // Explains the first step of `step`. Reads only the parameters of `solver`. Preconditions: the cell is in the
  // world, and `window` covers what window() returns.
  virtual Explanation explain(CellPoint cell, const StepSpan& step, const Solver& solver,
                              const WorldWindow& window) const = 0;
};

// Null when this automaton cannot run these rules, or when there is no such automaton.
std::unique_ptr<Explainer> make_explainer(std::string_view automaton, const Ruleset& ruleset);

}  // namespace repose
