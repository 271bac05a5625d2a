// Explains a cell of the elements automaton: watches a frame of the blocks around it.
#include <algorithm>

#include "automata/elements/scalar_frame.hpp"
#include "automata/explain.hpp"
#include "core/language.hpp"

namespace repose::elements {
namespace {

constexpr int kScanMargin = 24;  // for a scan of the whole world, in which every cell may depend on every other

void widen(int& begin, int& end, int line_begin, int line_end) {
  begin = std::min(begin, line_begin);
  end = std::max(end, line_end);
}

// The cells that can affect the cell in a frame: the blocks of the last pass that hold the cell, the blocks of the pass
// before that touch these, and so on. Only stamps from far away come from beyond. Without blocks a few rows above the
// cell are enough.
CellBox reach(CellPoint cell, const Lattice& lattice, bool whole_blocks) {
  Area area{cell.x, cell.y, cell.x + 1, cell.y + 1};
  for (int pass = Lattice::kPasses; pass-- > 0;) {
    const Area seen = area;
    for (int row = 0; row < lattice.rows(); ++row) {
      const Area line = lattice.block(lattice.pass_class(pass), 0, row);
      if (line.y_begin < seen.y_end && line.y_end > seen.y_begin)
        widen(area.y_begin, area.y_end, line.y_begin, line.y_end);
    }
    for (int column = 0; column < lattice.columns(); ++column) {
      const Area line = lattice.block(lattice.pass_class(pass), column, 0);
      if (line.x_begin < seen.x_end && line.x_end > seen.x_begin)
        widen(area.x_begin, area.x_end, line.x_begin, line.x_end);
    }
    if (!whole_blocks) area.y_begin = std::max(0, seen.y_begin - kRowsBefore);
  }
  return {area.x_begin, area.y_begin, area.x_end - area.x_begin, area.y_end - area.y_begin};
}

class ElementsExplainer final : public Explainer {
 public:
  explicit ElementsExplainer(const Ruleset& ruleset) : book_(ruleset, false), rules_(ruleset) {
    const auto is_far = [](const Disc& disc) { return disc.diameter / 2 >= kFarRadius; };
    has_far_stamps_ = !ruleset.items.empty() || std::ranges::any_of(ruleset.discs, is_far);
  }

  CellBox window(CellPoint cell, const StepSpan& step, const Solver& solver, int width, int height) const override {
    const int block = parameters_of<Parameters>(solver).block;
    if (block == 0) return box_around(cell, kScanMargin, kScanMargin, width, height);
    return reach(cell, Lattice(block, step.seed, static_cast<std::uint32_t>(step.first_step), width, height),
                 has_far_stamps_);
  }

  Explanation explain(CellPoint cell, const StepSpan& step, const Solver& solver,
                      const WorldWindow& window) const override {
    const auto parameters = parameters_of<Parameters>(solver);
    CellArea area =
        cells_of(rules_, window.cells, {window.box.x, window.box.y}, window.world_width, window.world_height);
    if (!has_far_stamps_) area.wanted_row = cell.y;
    const Cell before = area.cells[area.index(cell.x, cell.y)];
    std::vector<CellEvent> events;
    ScalarFrame<CellWatch> frame(rules_, parameters, area, CellWatch(cell, events));
    frame.run(step.seed, static_cast<std::uint32_t>(step.first_step));
    Explanation result;
    result.next = area.cells[area.index(cell.x, cell.y)].element;
    result.certain = parameters.block != 0 && !has_far_stamps_;
    result.reasons = book_.reasons(cell, events);
    if (result.reasons.empty()) result.reasons = why_still(cell, before, parameters, window);
    return result;
  }

 private:
  std::vector<Reason> why_still(CellPoint cell, const Cell& self, const Parameters& parameters,
                                const WorldWindow& window) const {
    const std::string name = book_.Name(self.element);
    if (self.element == 0) return {{tr("No element comes here in this step.")}};
    std::vector<Reason> reasons = too_cold(cell, self, window);
    const Kind& kind = rules_.kind(self.element);
    if (kind.direction == 0) {
      reasons.push_back({trf("{} has no gravity: it stays in place.", name), book_.element_line(self.element)});
    } else if (!parameters.gravity) {
      reasons.push_back({tr("Gravity is switched off.")});
    } else {
      const bool up = kind.direction < 0;
      reasons.push_back({up ? trf("{} finds no place above and does not move to the side in this step.", name)
                            : trf("{} finds no place below and does not move to the side in this step.", name),
                         book_.element_line(self.element)});
    }
    if (!parameters.interactions) reasons.push_back({tr("Interactions are switched off.")});
    return reasons;
  }

  // Reactions with its neighbours that need more energy than the two have.
  std::vector<Reason> too_cold(CellPoint cell, const Cell& self, const WorldWindow& window) const {
    std::vector<Reason> reasons;
    for (const std::uint8_t other : explain::other_neighbours(window, cell, self.element)) {
      const Effect* const effect = rules_.reaction(self.element, other);
      if (effect == nullptr || !effect->has_threshold || effect->threshold < -1) continue;
      reasons.push_back({trf("{} reacts with {} only above {} degrees together.", book_.Name(self.element),
                             book_.name(other), effect->threshold),
                         book_.pair_line(self.element, other)});
    }
    return reasons;
  }

  explain::Rulebook book_;
  Rules rules_;
  bool has_far_stamps_ = false;
};

}  // namespace

std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset) {
  return std::make_unique<ElementsExplainer>(ruleset);
}

}  // namespace repose::elements
