// Actions on the selection, and on the clip that is being placed.
#include <fmt/format.h>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/actions/action_table.hpp"
#include "app/desk/desk.hpp"
#include "app/dialogs/dialogs.hpp"
#include "app/widgets/theme.hpp"

namespace repose {

namespace {

std::string why_nothing_selected(Desk& desk) {
  if (desk.view.clipping.selection()) return "";
  if (is_narrow()) return "Nothing is selected. The tool Select and Select all are in the menu.";
  const ActionTable& actions = desk.actions;
  return fmt::format("Nothing is selected. Press {} and drag to select, or press {} to select everything.",
                     actions.way_to(action::tool_select), actions.way_to(action::select_all));
}

void save_stamp(Desk& desk) {
  if (const auto file = desk.view.clipping.save_stamp()) desk.dialogs->stamps.open_to_name(*file);
}

void toggle_stamps(Desk& desk) {
  StampGallery& stamps = desk.dialogs->stamps;
  stamps.is_open() ? stamps.close() : stamps.open();
}

ActionRow placing_row(Desk& desk, std::string_view id, std::string_view title, std::vector<DefaultKey> keys,
                      std::function<void()> perform) {
  return {.id = id,
          .group = "Placing",
          .title = title,
          .keys = std::move(keys),
          .context = KeyContext::placing,
          .why_not = [&desk] { return unless(desk.view.clipping.is_placing(), "No clip is being placed."); },
          .perform = std::move(perform)};
}

}  // namespace

std::vector<ActionRow> selection_actions(Desk& desk) {
  const auto nothing_selected = [&desk] { return why_nothing_selected(desk); };
  return {
      {.id = action::cut,
       .group = "Selection",
       .title = "Cut",
       .keys = {{SDLK_x, kCtrl}},
       .left_to_text = true,
       .menu = {"Edit/selection"},
       .why_not = nothing_selected,
       .perform = [&desk] { desk.view.clipping.cut(); }},
      {.id = action::copy,
       .group = "Selection",
       .title = "Copy",
       .keys = {{SDLK_c, kCtrl}},
       .left_to_text = true,
       .menu = {"Edit/selection"},
       .why_not = nothing_selected,
       .perform = [&desk] { desk.view.clipping.copy(); }},
      {.id = action::paste,
       .group = "Selection",
       .title = "Paste, pictures too",
       .keys = {{SDLK_v, kCtrl}},
       .left_to_text = true,
       .menu = {"Edit/selection", "Paste"},
       .perform = [&desk] { desk.view.clipping.paste(); }},
      {.id = action::erase_selection,
       .group = "Selection",
       .title = "Clear the selection",
       .keys = {{SDLK_DELETE}, {SDLK_BACKSPACE, kNone, false}},
       .menu = {"Edit/selection"},
       .why_not = nothing_selected,
       .perform = [&desk] { desk.view.clipping.erase(); }},
      {.id = action::select_all,
       .group = "Selection",
       .title = "Select everything",
       .keys = {{SDLK_a, kCtrl}},
       .left_to_text = true,
       .menu = {"Edit/selection", "Select all"},
       .perform = [&desk] { desk.view.clipping.select_all(); }},
      {.id = action::stamps,
       .group = "Selection",
       .title = "Choose a stamp",
       .keys = {{SDLK_k}},
       .menu = {"Edit/stamps", "Stamps..."},
       .about = "Stamps are parts of worlds to be placed.",
       .perform = [&desk] { toggle_stamps(desk); }},
      {.id = action::save_stamp,
       .group = "Selection",
       .title = "Save the selection as a stamp",
       .keys = {{SDLK_k, kShift}},
       .menu = {"Edit/stamps", "Save as a stamp"},
       .why_not = nothing_selected,
       .perform = [&desk] { save_stamp(desk); }},
  };
}

std::vector<ActionRow> placing_actions(Desk& desk) {
  Clipping& clip = desk.view.clipping;
  const auto row = [&desk](std::string_view id, std::string_view title, std::vector<DefaultKey> keys,
                           std::function<void()> perform) {
    return placing_row(desk, id, title, std::move(keys), std::move(perform));
  };
  return {
      row(action::turn_right, "Turn clockwise", {{SDLK_r}}, [&clip] { clip.transform(ClipTransform::clockwise); }),
      row("turn_left", "Turn counterclockwise", {{SDLK_r, kShift}},
          [&clip] { clip.transform(ClipTransform::counterclockwise); }),
      row(action::mirror_sideways, "Mirror left and right", {{SDLK_m}},
          [&clip] { clip.transform(ClipTransform::left_right); }),
      row("mirror_upright", "Mirror above and below", {{SDLK_m, kShift}},
          [&clip] { clip.transform(ClipTransform::up_down); }),
      row("nudge_left", "One cell to the left", {{SDLK_LEFT}}, [&clip] { clip.nudge(-1, 0); }),
      row("nudge_right", "One cell to the right", {{SDLK_RIGHT}}, [&clip] { clip.nudge(1, 0); }),
      row("nudge_up", "One cell up", {{SDLK_UP}}, [&clip] { clip.nudge(0, -1); }),
      row("nudge_down", "One cell down", {{SDLK_DOWN}}, [&clip] { clip.nudge(0, 1); }),
      row(action::with_background, "With or without its background", {{SDLK_b}}, [&clip] { clip.toggle_background(); }),
      row("put_down", "Place it", {{SDLK_RETURN}, {SDLK_KP_ENTER, kNone, false}}, [&clip] { clip.put_down(false); }),
  };
}

}  // namespace repose
