// Explains a cell of the conserving automaton: watches a step of the cells around it.
#include <algorithm>

#include "automata/conserving/bodies.hpp"
#include "automata/conserving/conserving.hpp"
#include "automata/conserving/scalar_step.hpp"
#include "automata/conserving/survey.hpp"
#include "automata/explain.hpp"
#include "core/language.hpp"

namespace repose::conserving {
namespace {

class ConservingExplainer final : public Explainer {
 public:
  explicit ConservingExplainer(const Ruleset& ruleset) : book_(ruleset), rules_(ruleset) {}

  // Cells beyond the window are missing, and the error at the rim moves one cell inwards with each sub-step: slide, the
  // passes of flow, and wandering; the slump moves it farther. Falls depend on whole columns.
  // Strides need whole rows; in larger worlds some are left out.
  CellBox window(CellPoint cell, const StepSpan&, const Solver& solver, int width, int height) const override {
    const auto parameters = parameters_of<Parameters>(solver);
    constexpr int kAirReach = 4 * kAirTile;  // of a step and its gusts
    const int margin = kAirReach + parameters.passes() + (rules_.bursting().empty() ? 0 : kBurstReach) +
                       (rules_.has_powders() ? kSlumpReach : 0) + (rules_.strength_min() > 0 ? kThickMost : 0);
    if (rules_.dispersion_max() > 0 && width <= kWholeCellsMax / height) return {0, 0, width, height};
    const int far = margin + rules_.dispersion_max();
    const int sideways = 2 * far < kWholeCellsMax / height ? far : margin;
    const bool is_near_seam = cell.x < sideways || cell.x >= width - sideways;
    if (parameters.borders().wraps && is_near_seam) return {0, 0, width, height};
    return in_tiles(box_around(cell, sideways, height, width, height), width, height);
  }

  Explanation explain(CellPoint cell, const StepSpan& step, const Solver& solver,
                      const WorldWindow& window) const override {
    World cells(window.box.width, window.box.height);
    std::ranges::transform(window.cells.cells(), cells.cells().begin(),
                           [this](std::uint8_t element) { return rules_.admit(element); });
    const World before = cells;
    std::vector<CellEvent> events;
    const auto parameters = parameters_of<Parameters>(solver);
    const bool is_whole = window.box.width == window.world_width && window.box.height == window.world_height;
    if (is_whole) before_step(cell, step, parameters, window, cells, events);
    const Borders borders = parameters.borders().of_part(window.box, window.world_width, window.world_height);
    AirField air;
    air.upload(window.cells);
    ScalarStep<CellWatch> once(rules_, parameters.passes(), borders, cells, {window.box.x, window.box.y},
                               {window.world_width, parameters.borders().wraps}, air,
                               AirBounds(parameters).of_part(window.box, window.world_width, window.world_height),
                               CellWatch(cell, events));
    once.run(StepDraws(step.seed, step.first_step, parameters.passes()), BurstDraws(step.seed, step.first_step));
    for (CellEvent& event : events) event.with.x = unwrapped(event.with.x, cell.x, borders.wraps, window.world_width);
    Explanation result;
    result.next = cells.cell(cell.x - window.box.x, cell.y - window.box.y);
    result.reasons = book_.reasons(cell, events);
    for (Reason& reason : result.reasons) {
      if (reason.partner) reason.partner->x = (reason.partner->x + window.world_width) % window.world_width;
    }
    if (is_whole) explain_survey(cell, parameters, before, result);
    if (result.reasons.empty()) {
      const WorldWindow still{window.world_width, window.world_height, window.box, before};
      result.reasons.push_back(why_still(cell, still, borders.wraps));
    }
    return result;
  }

 private:
  static constexpr int kWholeCellsMax = 1 << 20;

  // The box, grown so that it begins and ends where tiles of air do.
  static CellBox in_tiles(const CellBox& box, int width, int height) {
    const auto down = [](int n) { return n / kAirTile * kAirTile; };
    const auto up = [](int n, int side) {
      return n + kAirTile > side ? side : (n + kAirTile - 1) / kAirTile * kAirTile;
    };
    const int left = down(box.x), top = down(box.y);
    return {left, top, up(box.x + box.width, width) - left, up(box.y + box.height, height) - top};
  }

  // What surveys and bodies do before the step. Needs the whole world.
  void before_step(CellPoint cell, const StepSpan& step, const Parameters& parameters, const WorldWindow& window,
                   World& cells, std::vector<CellEvent>& events) const {
    Surveys surveys{false};
    surveys.upload(window.cells);
    LeftCells left;
    const BodyWorld site{rules_,
                         parameters.borders(),
                         cells.width(),
                         cells.height(),
                         [&cells](int x, int y) -> std::uint8_t& { return cells.cell(x, y); },
                         [](CellPoint) {}};
    surveys.before_step(step.seed, step.first_step, parameters.structures_fall(), false, site, CellWatch(cell, events),
                        left, [&cells] { return cells; });
  }

  // What a survey of the cells as they are finds here.
  void explain_survey(CellPoint cell, const Parameters& parameters, const World& before, Explanation& result) const {
    const std::uint8_t self = before.cell(cell.x, cell.y);
    if (!rules_.is_structure(self) && self != 0 && !rules_.strides(self)) return;
    const std::vector<std::uint8_t> found =
        survey(before, rules_, {parameters.borders(), parameters.structures_fall()});
    const std::uint8_t byte = found.empty() ? std::uint8_t{0} : found[before.index(cell.x, cell.y)];
    const std::string name = book_.name(self);
    if (byte == kCrumbles) {
      result.reasons.push_back({trf("Nothing holds this {}: it crumbles soon.", name)});
    } else if (byte >= kGives) {
      result.reasons.push_back({trf("This {} is connected to a lower surface: it soon moves there.", name)});
    } else if (byte >= kTakes) {
      result.reasons.push_back({tr("A connected liquid stands higher: some of it soon comes here.")});
    } else if (byte > 0) {
      result.reasons.push_back({trf(
          "Nothing holds this {}: no wall, border or firm ground. It falls soon, with all that is connected to it.",
          name)});
    }
  }

  // A partner beyond the seam, as if its side lay beside the cell's: so that it is to the left or to the right.
  static int unwrapped(int x, int from, bool wraps, int width) {
    return width <= 2 ? x : from + way_between(from, x, width, wraps);
  }

  Reason why_still(CellPoint cell, const WorldWindow& window, bool wraps) const {
    const std::uint8_t self = window.cell(cell);
    const std::string name = book_.Name(self);
    std::vector<std::uint8_t> others = explain::other_neighbours(window, cell, self);
    if (wraps) add_neighbours_over_seam(window, cell, others);
    for (const auto& [dx, dy] : {std::pair(-1, 0), {1, 0}, {0, -1}, {0, 1}}) {
      const CellPoint to = {cell.x + dx, cell.y + dy};
      if (!window.box.contains(to) || (rules_.abilities(self, window.cell(to)) & Rules::kWanders) == 0) continue;
      return {trf("{} can act with {} {}, but the two are no pair in this step.", name, book_.name(window.cell(to)),
                  explain::where(cell, to)),
              0, to};
    }
    if (others.empty()) return {trf("All neighbours of this {} are the same element.", book_.name(self))};
    for (const int dy : {1, -1}) {
      const CellPoint to = {cell.x, cell.y + dy};
      if (!window.box.contains(to)) continue;
      const std::uint8_t other = window.cell(to);
      if (!(dy > 0 ? rules_.acts_above(self, other) : rules_.acts_above(other, self))) continue;
      const bool reacts = rules_.meeting(self, other).kind == Meeting::Kind::reaction;
      const std::string other_name = dy > 0 ? book_.name(other) : book_.Name(other);
      std::string what;
      if (dy > 0) {
        what = reacts
                   ? trf("{} can react with {} below, but the cells below move first in this step.", name, other_name)
                   : trf("{} can sink into {} below, but the cells below move first in this step.", name, other_name);
      } else if (reacts) {
        what = trf("{} above can react with this {}, but the cells below move first in this step.", other_name,
                   book_.name(self));
      } else {
        what = trf("{} above can sink in here, but the cells below move first in this step.", other_name);
      }
      return {std::move(what), book_.pair_line(self, other), to};
    }
    const auto inert = [&](std::uint8_t other) { return rules_.meeting(self, other).kind == Meeting::Kind::inert; };
    if (std::ranges::all_of(others, inert)) return no_rule(self, others);
    if (rules_.is_fixed(self))
      return {trf("{} swaps with no element, and it can react only if the denser of the two is above.", name)};
    if (rules_.strides(self))
      return {trf("{} rests: nothing less dense is free below it, and no way leads to a lower place.", name)};
    return {rules_.flows(self) ? trf("{} rests: nothing less dense is free below it or beside it.", name)
                               : trf("{} rests: nothing less dense is free below it.", name)};
  }

  static void add_neighbours_over_seam(const WorldWindow& window, CellPoint cell, std::vector<std::uint8_t>& others) {
    const int last = window.world_width - 1;
    for (const int x : {0, last}) {
      if (cell.x != last - x) continue;
      for (int y = cell.y - 1; y <= cell.y + 1; ++y) {
        if (!window.box.contains({x, y})) continue;
        const std::uint8_t other = window.cell({x, y});
        if (other != window.cell(cell) && std::ranges::find(others, other) == others.end()) others.push_back(other);
      }
    }
  }

  Reason no_rule(std::uint8_t self, const std::vector<std::uint8_t>& others) const {
    std::string list;
    for (const std::uint8_t other : others) {
      const std::string name = book_.name(other);
      list = list.empty() ? name : other == others.back() ? trf("{} and {}", list, name) : list + ", " + name;
    }
    return {trf("{} does nothing with {}: no rule moves or changes them together.", book_.Name(self), list)};
  }

  explain::Rulebook book_;
  Rules rules_;
};

}  // namespace

std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset) {
  if (!accepts(ruleset)) return nullptr;
  return std::make_unique<ConservingExplainer>(ruleset);
}

}  // namespace repose::conserving
