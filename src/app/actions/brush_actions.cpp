// The actions of the brush and what it paints.
#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/files/settings.hpp"
#include "app/frame/messages.hpp"
#include "app/input/paint_box.hpp"
#include "app/panels/palette.hpp"
#include "app/panels/palette_panel.hpp"
#include "app/simulation/amounts.hpp"
#include "app/simulation/simulation.hpp"

namespace repose {

namespace {

std::string why_no_pouring(const BrushRooms& rooms) {
  return unless(pour_of(rooms.simulation.session(), rooms.paint_box.brush()).has_value(), "The brush does not pour.");
}

void change_paint_over(const BrushRooms& rooms) {
  PaintOver& over = rooms.paint_box.brush().over;
  over = next(over);
  rooms.messages.say(std::string(describe(over)));
}

ActionRow tab_row(const BrushRooms& rooms, std::string_view id, std::string_view title, DefaultKey key, int by) {
  return {.id = id,
          .group = "Brush",
          .title = title,
          .keys = {key},
          .menu = {"Edit/elements"},
          .other_words = "group",
          .why_not = [rooms] { return unless(rooms.elements.has_tabs(), "The elements of this config have no tabs."); },
          .perform =
              [rooms, by] {
                rooms.settings.window.panels_visible = true;
                rooms.elements.turn_tab(by);
              }};
}

std::vector<DefaultKey> number_keys() {
  std::vector<DefaultKey> keys;
  for (int number = 1; number <= 9; ++number) keys.push_back({SDLK_0 + number, kNone, false});
  return keys;
}

}  // namespace

std::vector<ActionRow> brush_actions(const BrushRooms& rooms) {
  return {
      {.id = action::brush_smaller,
       .group = "Brush",
       .title = "Smaller brush",
       .keys = {{SDLK_LEFTBRACKET}},
       .other_words = "size",
       .perform = [rooms] { rooms.paint_box.change_brush_size(-1); }},
      {.id = action::brush_larger,
       .group = "Brush",
       .title = "Larger brush",
       .keys = {{SDLK_RIGHTBRACKET}},
       .other_words = "size",
       .perform = [rooms] { rooms.paint_box.change_brush_size(+1); }},
      {.id = action::pour_less,
       .group = "Brush",
       .title = "Pour less",
       .keys = {{SDLK_LEFTBRACKET, kShift}},
       .why_not = [rooms] { return why_no_pouring(rooms); },
       .perform = [rooms] { rooms.paint_box.change_pour_rate(-1); }},
      {.id = action::pour_more,
       .group = "Brush",
       .title = "Pour more",
       .keys = {{SDLK_RIGHTBRACKET, kShift}},
       .why_not = [rooms] { return why_no_pouring(rooms); },
       .perform = [rooms] { rooms.paint_box.change_pour_rate(+1); }},
      {.id = action::paint_over,
       .group = "Brush",
       .title = "Paint over all, empty or one element",
       .keys = {{SDLK_SEMICOLON}},
       .label_now = [rooms] { return std::string(describe(rooms.paint_box.brush().over)); },
       .why_not =
           [rooms] {
             return unless(!rooms.simulation.knows(Plane::height), "Poured sand always adds to what is there.");
           },
       .perform = [rooms] { change_paint_over(rooms); }},
      {.id = action::search_element,
       .group = "Brush",
       .title = "Search for an element",
       .keys = {{SDLK_e}, {SDLK_f, kCtrl}},
       .opens_field = true,
       .menu = {"Edit/elements"},
       .about = "By name or description, in all tabs.",
       .other_words = "find",
       .perform =
           [rooms] {
             rooms.settings.window.panels_visible = true;
             rooms.elements.focus_search();
           }},
      tab_row(rooms, "next_tab", "Next tab of elements", {SDLK_PAGEDOWN, kCtrl}, +1),
      tab_row(rooms, "previous_tab", "Previous tab of elements", {SDLK_PAGEUP, kCtrl}, -1),
      {.id = "element_by_number",
       .group = "Brush",
       .title = "Choose an element of the tab by number",
       .keys = number_keys(),
       .fixed_keys = "1 to 9",
       .in_palette = false,
       .perform_numbered = [rooms](int number) { rooms.paint_box.pick_by_number(number); }},
  };
}

}  // namespace repose
