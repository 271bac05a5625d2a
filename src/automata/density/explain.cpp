// Explains a cell of the density automaton. The specification itself tells which neighbour the cell meets.
#include <algorithm>

#include "automata/density/density.hpp"
#include "automata/density/ledger.hpp"
#include "automata/explain.hpp"
#include "core/language.hpp"

namespace repose::density {
namespace {

using explain::where;

constexpr int kMargin = 3;  // a partner is one cell away and depends on cells two further on

// A window as the automaton reads it.
class Around {
 public:
  Around(const RuleTable& rules, const WorldWindow& window, int s) : rules_(rules), window_(window), s_(s) {}

  // Coordinates beyond the world are those of the edge.
  Outcome at(int x, int y) const {
    const std::size_t i = window_.cells.index(std::clamp(x, 0, window_.world_width - 1) - window_.box.x,
                                              std::clamp(y, 0, window_.world_height - 1) - window_.box.y);
    const std::uint8_t index = window_.cells.cells()[i];
    if (index >= rules_.element_count()) return {0, 0};  // the cpu backend shows vanished cells like this
    const auto density = window_.cells.bytes(Plane::density);
    return admit(rules_, index, density.empty() ? nullptr : &density[i]);
  }
  int density(CellPoint p) const { return at(p.x, p.y).density; }
  CellPoint partner(CellPoint p) const {
    const Offset to =
        density::partner([this](int x, int y) { return int{at(x, y).density}; }, p.x, p.y, s_, window_.world_height);
    return {p.x + to.dx, p.y + to.dy};
  }
  int side() const { return s_; }
  bool on_rim(CellPoint p) const {
    return p.x == 0 || p.y == 0 || p.x == window_.world_width - 1 || p.y == window_.world_height - 1;
  }
  const WorldWindow& window() const { return window_; }

 private:
  const RuleTable& rules_;
  const WorldWindow& window_;
  int s_;
};

class DensityExplainer final : public Explainer {
 public:
  explicit DensityExplainer(const Ruleset& ruleset) : book_(ruleset, false), rules_(ruleset) {}

  CellBox window(CellPoint cell, const StepSpan&, const Solver&, int width, int height) const override {
    return box_around(cell, kMargin, kMargin, width, height);
  }

  Explanation explain(CellPoint cell, const StepSpan& step, const Solver& solver,
                      const WorldWindow& window) const override {
    const Around around(rules_, window, step.bias(step.first_step) == Bias::left ? -1 : +1);
    const Outcome self = around.at(cell.x, cell.y);
    const CellPoint partner = around.partner(cell);
    Explanation result;
    if (partner == cell) {
      result.next = self.index;
      result.reasons.push_back(why_alone(cell, around));
    } else {
      result.next = rules_.at(self.index, around.at(partner.x, partner.y).index).index;
      result.reasons = meeting(cell, partner, around);
    }
    if (solver.parameter(OpenEdge::parameters()[0].name) != 0 && around.on_rim(cell) && rules_.leaves(result.next)) {
      result.reasons.push_back({trf("{} leaves the world over its open edge.", book_.Name(result.next))});
      result.next = 0;
    }
    return result;
  }

 private:
  std::vector<Reason> meeting(CellPoint cell, CellPoint partner, const Around& around) const {
    const std::uint8_t a = around.at(cell.x, cell.y).index, b = around.at(partner.x, partner.y).index;
    const int line = book_.pair_line(a, b);
    std::vector<Reason> reasons;
    if (line == 0 && a != b && !has_rule(a, b)) {
      reasons.push_back({trf("{} meets {} {}, and there is no rule for the two: it vanishes.", book_.Name(a),
                             book_.name(b), where(cell, partner)),
                         0, partner});
    } else {
      const std::uint8_t c = rules_.at(a, b).index, d = rules_.at(b, a).index;
      reasons.push_back(c == a && d == b
                            ? Reason{trf("{} meets {} {}, and the rule leaves both as they are.", book_.Name(a),
                                         book_.name(b), where(cell, partner)),
                                     line, partner}
                            : book_.reason(cell, {CellEvent::Kind::meet, Cause::rule, partner, a, b, c, d}));
    }
    const CellPoint back = around.partner(partner);
    if (back == cell) return reasons;
    reasons.push_back(
        {back == partner ? trf("But {} there meets no other cell in this step: the moving element is lost or doubled.",
                               book_.name(b))
                         : trf("But {} there meets {} {} in this step: the moving element is lost or doubled.",
                               book_.name(b), book_.name(around.at(back.x, back.y).index), where(partner, back)),
         0, partner});
    return reasons;
  }

  bool has_rule(std::uint8_t a, std::uint8_t b) const {
    return std::ranges::any_of(book_.ruleset().reactions, [&](const Reaction& r) {
      return !r.anywhere && ((r.a == a && r.b == b) || (r.a == b && r.b == a));
    });
  }

  // For a cell that meets no other. Goes through the cases of partner() and says why each does not apply.
  Reason why_alone(CellPoint cell, const Around& around) const {
    const int s = around.side(), c = around.density(cell);
    const CellPoint above = {cell.x, cell.y - 1}, below = {cell.x, cell.y + 1}, beside = {cell.x + s, cell.y},
                    slope = {cell.x + s, cell.y + 1}, over = {cell.x - s, cell.y - 1};
    const auto name = [&](CellPoint p) { return book_.name(around.at(p.x, p.y).index); };
    const std::string self = book_.Name(around.at(cell.x, cell.y).index);
    if (c == kWallDensity && around.density(above) == c && around.density(below) == c)
      return {trf("{} is a wall and stays in place.", self)};
    if (around.density(above) > c) {
      return {
          trf("{} above is denser, but meets what is above it first.", book_.Name(around.at(above.x, above.y).index)),
          0, above};
    }
    if (around.density(below) < c) {
      return {
          trf("{} below is less dense, but moves to the side itself.", book_.Name(around.at(below.x, below.y).index)),
          0, below};
    }
    if (around.density(slope) < c && c < kWallDensity) {
      return {around.density(beside) > around.density(slope)
                  ? trf("{} {} blocks the way to {} {}.", book_.Name(around.at(beside.x, beside.y).index),
                        where(cell, beside), name(slope), where(cell, slope))
                  : trf("{} {} is less dense, but meets another cell first.",
                        book_.Name(around.at(slope.x, slope.y).index), where(cell, slope)),
              0, slope};
    }
    if (around.density(over) > c && around.density(over) < kWallDensity) {
      return {trf("{} {} is denser, but falls another way.", book_.Name(around.at(over.x, over.y).index),
                  where(cell, over)),
              0, over};
    }
    if (explain::other_neighbours(around.window(), cell, around.at(cell.x, cell.y).index).empty())
      return {trf("All neighbours of this {} are the same element.", book_.name(around.at(cell.x, cell.y).index))};
    return {s < 0 ? trf("{} rests: nothing less dense is below it on the left, nothing denser above.", self)
                  : trf("{} rests: nothing less dense is below it on the right, nothing denser above.", self)};
  }

  explain::Rulebook book_;
  RuleTable rules_;
};

}  // namespace

std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset) {
  if (!accepts(ruleset)) return nullptr;
  return std::make_unique<DensityExplainer>(ruleset);
}

}  // namespace repose::density
