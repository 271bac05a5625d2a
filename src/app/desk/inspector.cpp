#include "app/desk/inspector.hpp"

#include <string_view>

#include "app/desk/desk.hpp"

namespace repose {

namespace {

constexpr double kCalmSeconds = 0.2;  // while the world runs, the card is updated this often, so that it can be read

std::vector<double> parameters_of(const Solver& solver) {
  std::vector<double> values;
  for (const ParameterInfo& info : solver.parameters()) values.push_back(solver.parameter(info.name));
  return values;
}

StepSpan next_step(const Session& session, std::uint64_t step) {
  return {step, 1, session.run_settings().seed, session.run_settings().first_bias};
}

std::string line_of(std::string_view text, int line) {
  if (line <= 0) return {};
  for (int i = 1; i < line; ++i) {
    const std::size_t end = text.find('\n');
    if (end == text.npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find_first_of("\r\n"));
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == text.npos ? std::string() : std::string(text.substr(begin));
}

}  // namespace

void Inspector::toggle() {
  on_ = !on_;
  pinned_.reset();
  cell_.reset();
  sight_.reset();
  const char* const how = is_narrow()
                              ? "Touch a cell to see what the next step does to it, and why. A tap pins it."
                              : "Point at a cell to see what the next step does to it, and why. A click pins it.";
  desk_.messages.say(on_ ? how : is_narrow() ? "The finger paints again." : "The mouse paints again.");
}

void Inspector::pin(CellPoint cell) {
  if (pinned_ == cell) {
    pinned_.reset();
  } else {
    pinned_ = cell;
  }
}

void Inspector::pin_under_mouse() {
  if (const auto cell = desk_.view.canvas.cell_under_mouse()) pin(*cell);
}

bool Inspector::cancel() {
  if (!on_) return false;
  if (pinned_) {
    pinned_.reset();
  } else {
    toggle();
  }
  return true;
}

void Inspector::follow_rules() {
  const Session& session = desk_.simulation.session();
  const Ruleset& rules = session.ruleset();
  if (automaton_ == session.automaton() && rules_text_ == rules.text && rules_source_ == rules.source) return;
  automaton_ = session.automaton();
  rules_text_ = rules.text;
  rules_source_ = rules.source;
  explainer_ = make_explainer(automaton_, rules);
  sight_.reset();
}

CellBox Inspector::wanted_box(CellPoint cell, std::uint64_t step) const {
  const Session& session = desk_.simulation.session();
  if (!explainer_) return box_around(cell, 1, 1, session.width(), session.height());
  return explainer_->window(cell, next_step(session, step), session.solver_facts(), session.width(), session.height());
}

void Inspector::tick() {
  if (!on_) return;
  follow_rules();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto here = desk_.layout.canvas_at(mouse) ? desk_.view.canvas.cell_under_mouse() : std::nullopt;
  const auto wanted = pinned_ ? pinned_ : here ? here : cell_;  // outside the canvas the last cell stays
  const bool inside =
      wanted && wanted->x < desk_.simulation.session().width() && wanted->y < desk_.simulation.session().height();
  const auto cell = inside ? wanted : std::nullopt;
  if (!cell) {
    pinned_.reset();
    sight_.reset();
    return;
  }
  const bool moved = cell_ != cell;
  cell_ = cell;
  if (!moved && desk_.simulation.playing() && desk_.loop.now() - adopted_at_ < kCalmSeconds) return;
  const Session& session = desk_.simulation.session();
  const CellView view = session.view();
  if (view.empty()) return;
  const Sight::Moment now = {session.view_step(), view.generation, parameters_of(session.solver_facts())};
  if (sight_ && sight_->cell == *cell && sight_->moment == now) return;
  const auto& seen = desk_.screen->probe_window(view, wanted_box(*cell, now.step), now.step);
  const bool fits = seen && seen->window.world_width == session.width() &&
                    seen->window.world_height == session.height() && seen->window.box == wanted_box(*cell, seen->step);
  if (fits) adopt(*cell, seen->window, {seen->step, seen->generation, now.parameters});
  if (!fits || seen->generation != now.generation || seen->step != now.step) desk_.loop.wake();
}

void Inspector::adopt(CellPoint cell, const WorldWindow& window, const Sight::Moment& moment) {
  if (sight_ && sight_->cell == cell && sight_->moment == moment) return;
  adopted_at_ = desk_.loop.now();
  Sight sight{cell, window, moment, std::nullopt, {}};
  if (explainer_) {
    const Session& session = desk_.simulation.session();
    sight.explanation = explainer_->explain(cell, next_step(session, moment.step), session.solver_facts(), window);
    for (const Reason& reason : sight.explanation->reasons)
      sight.lines.push_back(line_of(session.ruleset().text, reason.line));
  }
  sight_ = std::move(sight);
}

}  // namespace repose
