// Explains in words what a grain of fastsab does. Visits follow each other through the whole world, so an explanation
// says what is likely.
#include <algorithm>

#include "automata/explain.hpp"
#include "automata/fastsab/fastsab.hpp"
#include "core/language.hpp"

namespace repose::fastsab {
namespace {

class FastsabExplainer final : public Explainer {
 public:
  explicit FastsabExplainer(const Ruleset& ruleset) : book_(ruleset), substances_(ruleset) {}

  CellBox window(CellPoint cell, const StepSpan&, const Solver&, int width, int height) const override {
    return box_around(cell, kShortenedFriction, 1, width, height);
  }

  Explanation explain(CellPoint cell, const StepSpan&, const Solver& solver, const WorldWindow& window) const override {
    Explanation result;
    result.certain = false;
    result.next = element_at(window, cell);
    if (result.next == 0) {
      result.reasons = {{tr("This cell is empty.")}};
      return result;
    }
    const Grain& grain = substances_.at(result.next);
    if (grain.wall) {
      result.reasons = {
          {trf("{} is a wall: it stays in place.", book_.Name(result.next)), book_.element_line(result.next)}};
      return result;
    }
    if (solver.parameter("dissolving") != 0) note_dissolving(window, cell, result.reasons);
    result.reasons.push_back(movement(window, cell, grain));
    const CellPoint below = {cell.x, cell.y + 1};
    if (result.reasons.back().partner == below && is_void(window, below)) result.next = 0;
    return result;
  }

 private:
  std::uint8_t element_at(const WorldWindow& window, CellPoint p) const {
    const std::uint8_t element = window.cell(p);
    return element < substances_.element_count() ? element : std::uint8_t{0};
  }
  bool is_void(const WorldWindow& window, CellPoint p) const {
    return window.box.contains(p) && element_at(window, p) == 0;
  }

  void note_dissolving(const WorldWindow& window, CellPoint cell, std::vector<Reason>& reasons) const {
    const std::uint8_t self = element_at(window, cell);
    for (const Offset& to : kNeighbours) {
      const CellPoint p = {cell.x + to.dx, cell.y + to.dy};
      if (!window.box.contains(p)) continue;
      const std::uint8_t other = element_at(window, p);
      if (const std::uint32_t n = substances_.dissolve(self, other); n != 0) {
        reasons.push_back({trf("{} dissolves {} {} with a chance of 1 in {}.", book_.Name(self), book_.name(other),
                               explain::where(cell, p), n),
                           book_.dissolving_line(self, other), p});
      }
      if (const std::uint32_t n = substances_.dissolve(other, self); n != 0) {
        reasons.push_back(
            {trf("{} {} dissolves it with a chance of 1 in {}.", book_.Name(other), explain::where(cell, p), n),
             book_.dissolving_line(other, self), p});
      }
    }
  }

  Reason movement(const WorldWindow& window, CellPoint cell, const Grain& grain) const {
    const std::uint8_t self = element_at(window, cell);
    const std::string name = book_.Name(self);
    const CellPoint below = {cell.x, cell.y + 1};
    if (grain.falls && is_void(window, below)) return {trf("{} falls: nothing is below.", name), 0, below};
    if (window.box.contains(below) && substances_.sinks_into(self, element_at(window, below))) {
      return {trf("{} sinks into {} below with a chance of 1 in {}.", name, book_.name(element_at(window, below)),
                  kSinkOneIn),
              0, below};
    }
    const bool left = grain.friction > 0 && is_void(window, {cell.x - grain.friction, cell.y});
    const bool right = grain.friction > 0 && is_void(window, {cell.x + grain.friction, cell.y});
    if (left || right) {
      const std::string columns = trf_n("{} column", "{} columns", grain.friction);
      return {left && right ? trf("{} may slide {} to the left or right; a random draw decides.", name, columns)
              : left        ? trf("{} may slide {} to the left; a random draw decides.", name, columns)
                            : trf("{} may slide {} to the right; a random draw decides.", name, columns),
              book_.element_line(self)};
    }
    if (explain::other_neighbours(window, cell, self).empty())
      return {trf("All neighbours of this {} are the same substance: it sleeps.", book_.name(self))};
    return {trf("{} rests: it cannot fall or sink, and the cells that it could slide to are not empty.", name)};
  }

  explain::Rulebook book_;
  Substances substances_;
};

}  // namespace

std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset) {
  return std::make_unique<FastsabExplainer>(ruleset);
}

}  // namespace repose::fastsab
