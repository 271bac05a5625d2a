#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/app.hpp"
#include "app/panels/palette.hpp"
#include "app/simulation/amounts.hpp"

namespace repose {

namespace {

std::string why_no_pouring(const App& app) {
  return unless(pour_of(app.session(), app.ui().brush).has_value(), "The brush does not pour.");
}

void change_paint_over(App& app) {
  PaintOver& over = app.ui().brush.over;
  over = next(over);
  app.say(std::string(describe(over)));
}

void choose_element_by_number(App& app, int number) {
  const std::vector<std::uint8_t> offered = palette_elements(app.session().ruleset(), app.ui().group);
  const auto index = static_cast<std::size_t>(number - 1);
  if (index + 1 < offered.size()) app.pick(offered[index]);  // the last one is the background
}

std::vector<DefaultKey> number_keys() {
  std::vector<DefaultKey> keys;
  for (int number = 1; number <= 9; ++number) keys.push_back({SDLK_0 + number, kNone, false});
  return keys;
}

}  // namespace

std::vector<ActionRow> brush_actions(App& app) {
  return {
      {.id = action::brush_smaller,
       .group = "Brush",
       .title = "Smaller brush",
       .keys = {{SDLK_LEFTBRACKET}},
       .other_words = "size",
       .perform = [&app] { app.change_brush_size(-1); }},
      {.id = action::brush_larger,
       .group = "Brush",
       .title = "Larger brush",
       .keys = {{SDLK_RIGHTBRACKET}},
       .other_words = "size",
       .perform = [&app] { app.change_brush_size(+1); }},
      {.id = action::pour_less,
       .group = "Brush",
       .title = "Pour less",
       .keys = {{SDLK_LEFTBRACKET, kShift}},
       .why_not = [&app] { return why_no_pouring(app); },
       .perform = [&app] { app.change_pour_rate(-1); }},
      {.id = action::pour_more,
       .group = "Brush",
       .title = "Pour more",
       .keys = {{SDLK_RIGHTBRACKET, kShift}},
       .why_not = [&app] { return why_no_pouring(app); },
       .perform = [&app] { app.change_pour_rate(+1); }},
      {.id = action::paint_over,
       .group = "Brush",
       .title = "Paint over everything, empty cells or one element",
       .keys = {{SDLK_SEMICOLON}},
       .label_now = [&app] { return std::string(describe(app.ui().brush.over)); },
       .why_not = [&app] { return unless(!app.knows(Plane::height), "Poured sand always adds to what is there."); },
       .perform = [&app] { change_paint_over(app); }},
      {.id = action::search_element,
       .group = "Brush",
       .title = "Search for an element",
       .keys = {{SDLK_e}},
       .perform = [&app] { app.settings().panels_visible = app.ui().focus_search = true; }},
      {.id = "element_by_number",
       .group = "Brush",
       .title = "Choose one of the first nine elements",
       .keys = number_keys(),
       .fixed_keys = "1 to 9",
       .in_palette = false,
       .perform_numbered = [&app](int number) { choose_element_by_number(app, number); }},
  };
}

}  // namespace repose
