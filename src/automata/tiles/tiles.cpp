// The kinds of a ruleset, the list of parameters, and explanations in words.
#include <algorithm>

#include "automata/tiles/tiles.hpp"

#include "automata/explain.hpp"
#include "core/language.hpp"

namespace repose::tiles {

Kinds::Kinds(const Ruleset& ruleset) {
  element_count_ = std::max(1, static_cast<int>(ruleset.elements.size()));
  const std::vector<Grain> grains = read_grains(ruleset);
  for (std::size_t i = 1; i < grains.size(); ++i) {
    const Element& element = ruleset.elements[i];
    Kind& kind = kinds_[i];
    kind.falls = grains[i].falls;
    kind.liquid = grains[i].liquid;
    kind.density = grains[i].density;
    kind.drain = element.drain;
    kind.faucet = element.emits.value_or(0) != 0 && !element.drain;
    kind.emits = element.emits.value_or(0);
  }
}

namespace {

constexpr ParameterInfo kList[] = {
    {"look_ahead", text_id("Look ahead"), text_id("How far a liquid looks for a hole to flow into."), text_id("cells"),
     ParameterInfo::Kind::integer, 0, kLookAheadMax, 8},
    {"jitter", text_id("Jitter"), text_id("The chance that a falling tile moves one cell aside."), "",
     ParameterInfo::Kind::real, 0, 1, 0},
    {"closed_corners", text_id("Closed corners"),
     text_id("A tile rolls down only past an empty cell beside it. Off, as the article says it: it squeezes through "
             "corners."),
     "", ParameterInfo::Kind::boolean, 0, 1, 1},
};

}  // namespace

std::span<const ParameterInfo> Parameters::list() { return kList; }

const AutomatonDefinition& definition() {
  static const AutomatonDefinition definition{
      .name = "tiles",
      .title = text_id("Falling tiles (Elsts)"),
      .source = text_id("from Elsts' article, 2009"),
      .summary = text_id("Tiles fall, roll and run in place, from the bottom row up, as in Elsts' water simulation."),
      .steps_per_second = 60,
      .parameters = Parameters::list(),
      .config = "tiles.cfg",
      .runs_foreign_rules = false,
      .remark = remark_on_grains,
      .planes = kStatePlanes,
      .best_scene = "terraces",
      .no_push = text_id("Falling tiles cannot be shaken or blown. Conserving, density and elements can."),
      .make_scalar = make_scalar_solver,
      .make_cpu = make_cpu_solver,
      .no_gpu = kNoGpuForSerialSteps,
      .make_explainer = make_explainer,
  };
  return definition;
}

// Explains in words what a tile does. Visits follow each other through the whole world, so an explanation says what is
// likely.

namespace {

class TilesExplainer final : public Explainer {
 public:
  explicit TilesExplainer(const Ruleset& ruleset) : book_(ruleset), kinds_(ruleset) {}

  CellBox window(CellPoint cell, const StepSpan&, const Solver&, int width, int height) const override {
    return box_around(cell, kLookAheadMax + 1, 1, width, height);
  }

  Explanation explain(CellPoint cell, const StepSpan& step, const Solver& solver,
                      const WorldWindow& window) const override {
    const Tile tile{kinds_,
                    window,
                    cell,
                    step.bias(step.first_step) == Bias::left ? -1 : +1,
                    static_cast<int>(solver.parameter("look_ahead")),
                    solver.parameter("closed_corners") != 0};
    Explanation result;
    result.certain = false;
    result.next = tile.at(0, 0);
    const Reason reason = what_it_does(tile);
    if (reason.partner) result.next = window.cell(*reason.partner);
    result.reasons = {reason};
    return result;
  }

 private:
  struct Tile {
    const Kinds& kinds;
    const WorldWindow& window;
    CellPoint cell;
    int first_side, look_ahead;
    bool closed_corners;

    bool inside(int dx, int dy) const { return window.box.contains({cell.x + dx, cell.y + dy}); }
    std::uint8_t at(int dx, int dy) const { return kinds.admit(window.cell({cell.x + dx, cell.y + dy})); }
    bool empty(int dx, int dy) const { return inside(dx, dy) && at(dx, dy) == 0; }
    CellPoint point(int dx, int dy) const { return {cell.x + dx, cell.y + dy}; }
    bool sees_hole(int side) const {
      for (int i = 1; i <= look_ahead && empty(i * side, 0); ++i) {
        if (empty(i * side, 1)) return true;
      }
      return false;
    }
  };

  Reason what_it_does(const Tile& tile) const {
    const std::uint8_t self = tile.at(0, 0);
    const Kind& kind = kinds_.of(self);
    const std::string name = book_.Name(self);
    if (kind.faucet)
      return {trf("{} pours {} into the cell below if it is empty.", name, book_.name(kind.emits)),
              book_.element_line(self)};
    if (kind.drain) return {trf("{} removes falling tiles beside it.", name), book_.element_line(self)};
    if (!kind.falls)
      return {self == 0 ? std::string(tr("This cell is empty.")) : trf("{} stays in place: it does not fall.", name),
              book_.element_line(self)};
    if (tile.empty(0, 1)) return {trf("{} falls: the cell below is empty.", name), 0, tile.point(0, 1)};
    if (tile.inside(0, 1) && kinds_.sinks_into(self, tile.at(0, 1))) {
      return {trf("{} sinks into {} below, which falls too and is less dense.", name, book_.name(tile.at(0, 1))), 0,
              tile.point(0, 1)};
    }
    for (const int side : {tile.first_side, -tile.first_side}) {
      if (tile.empty(side, 1) && (!tile.closed_corners || tile.empty(side, 0)))
        return {side < 0 ? trf("{} rolls down to the left.", name) : trf("{} rolls down to the right.", name), 0,
                tile.point(side, 1)};
    }
    if (!kind.liquid) return {trf("{} rests: the cells below it and to both sides below are blocked.", name)};
    for (const int side : {tile.first_side, -tile.first_side}) {
      const bool pressed = tile.inside(0, -1) && kinds_.of(tile.at(0, -1)).liquid;
      if (!tile.empty(side, 0) || !(pressed || tile.sees_hole(side))) continue;
      std::string text;
      if (pressed) {
        text = side < 0 ? trf("{} flows to the left: liquid above presses.", name)
                        : trf("{} flows to the right: liquid above presses.", name);
      } else {
        text = side < 0 ? trf("{} flows to the left: there is a hole to fall into.", name)
                        : trf("{} flows to the right: there is a hole to fall into.", name);
      }
      return {std::move(text), 0, tile.point(side, 0)};
    }
    return {trf("{} rests: no liquid presses from above, and within {} cells there is no hole to fall into.", name,
                tile.look_ahead)};
  }

  explain::Rulebook book_;
  Kinds kinds_;
};

}  // namespace

std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset) { return std::make_unique<TilesExplainer>(ruleset); }

}  // namespace repose::tiles
