// The actions of the brush and what it paints.
#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/desk/desk.hpp"
#include "app/panels/panels.hpp"
#include "app/simulation/amounts.hpp"

namespace repose {

namespace {

std::string why_no_pouring(Desk& desk) {
  return unless(pour_of(desk.simulation.session(), desk.paint_box.brush()).has_value(), "The brush does not pour.");
}

void change_paint_over(Desk& desk) {
  PaintOver& over = desk.paint_box.brush().over;
  over = next(over);
  desk.messages.say(std::string(describe(over)));
}

ActionRow tab_row(Desk& desk, std::string_view id, std::string_view title, DefaultKey key, int by) {
  return {.id = id,
          .group = "Brush",
          .title = title,
          .keys = {key},
          .menu = {"Edit/elements"},
          .other_words = "group",
          .why_not =
              [&desk] { return unless(desk.panels->elements.has_tabs(), "The elements of this config have no tabs."); },
          .perform =
              [&desk, by] {
                desk.settings.window.panels_visible = true;
                desk.panels->elements.turn_tab(by);
              }};
}

std::vector<DefaultKey> number_keys() {
  std::vector<DefaultKey> keys;
  for (int number = 1; number <= 9; ++number) keys.push_back({SDLK_0 + number, kNone, false});
  return keys;
}

}  // namespace

std::vector<ActionRow> brush_actions(Desk& desk) {
  return {
      {.id = action::brush_smaller,
       .group = "Brush",
       .title = "Smaller brush",
       .keys = {{SDLK_LEFTBRACKET}},
       .other_words = "size",
       .perform = [&desk] { desk.paint_box.change_brush_size(-1); }},
      {.id = action::brush_larger,
       .group = "Brush",
       .title = "Larger brush",
       .keys = {{SDLK_RIGHTBRACKET}},
       .other_words = "size",
       .perform = [&desk] { desk.paint_box.change_brush_size(+1); }},
      {.id = action::pour_less,
       .group = "Brush",
       .title = "Pour less",
       .keys = {{SDLK_LEFTBRACKET, kShift}},
       .why_not = [&desk] { return why_no_pouring(desk); },
       .perform = [&desk] { desk.paint_box.change_pour_rate(-1); }},
      {.id = action::pour_more,
       .group = "Brush",
       .title = "Pour more",
       .keys = {{SDLK_RIGHTBRACKET, kShift}},
       .why_not = [&desk] { return why_no_pouring(desk); },
       .perform = [&desk] { desk.paint_box.change_pour_rate(+1); }},
      {.id = action::paint_over,
       .group = "Brush",
       .title = "Paint over all, empty or one element",
       .keys = {{SDLK_SEMICOLON}},
       .label_now = [&desk] { return std::string(describe(desk.paint_box.brush().over)); },
       .why_not =
           [&desk] {
             return unless(!desk.simulation.knows(Plane::height), "Poured sand always adds to what is there.");
           },
       .perform = [&desk] { change_paint_over(desk); }},
      {.id = action::search_element,
       .group = "Brush",
       .title = "Search for an element",
       .keys = {{SDLK_e}, {SDLK_f, kCtrl}},
       .opens_field = true,
       .menu = {"Edit/elements"},
       .about = "By name or description, in all tabs.",
       .other_words = "find",
       .perform =
           [&desk] {
             desk.settings.window.panels_visible = true;
             desk.panels->elements.focus_search();
           }},
      tab_row(desk, "next_tab", "Next tab of elements", {SDLK_PAGEDOWN, kCtrl}, +1),
      tab_row(desk, "previous_tab", "Previous tab of elements", {SDLK_PAGEUP, kCtrl}, -1),
      {.id = "element_by_number",
       .group = "Brush",
       .title = "Choose an element of the tab by number",
       .keys = number_keys(),
       .fixed_keys = "1 to 9",
       .in_palette = false,
       .perform_numbered = [&desk](int number) { desk.paint_box.pick_by_number(number); }},
  };
}

}  // namespace repose
