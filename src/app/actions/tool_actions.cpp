#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/app.hpp"

namespace repose {

namespace {

ActionRow tool_row(App& app, Tool tool, std::string_view title, SDL_Keycode key) {
  const ToolInfo& info = tool_info(tool);
  return {.id = info.action,
          .group = "Tools",
          .title = title,
          .keys = {{key}},
          .about = info.summary,
          .is_on = [&app, tool] { return app.ui().tool == tool; },
          .perform = [&app, tool] { app.choose_tool(tool); }};
}

void change_mirror(App& app) {
  MirrorAxes& mirror = app.ui().mirror;
  mirror.symmetry = next(mirror.symmetry);
  if (mirror.symmetry == Symmetry::none) mirror = {};  // next time in the middle again
  app.say(std::string(describe(mirror.symmetry)));
}

// What the mirror does, and how its axes are moved.
std::string mirror_label(const App& app) {
  const Symmetry symmetry = app.ui().mirror.symmetry;
  std::string text(describe(symmetry));
  return symmetry == Symmetry::none ? text : text + " Drag the dots at the edge of the view to move the axes.";
}

}  // namespace

std::vector<ActionRow> tool_actions(App& app) {
  return {
      {tool_row(app, Tool::brush, "Brush; again: round, square, spray", SDLK_b)},
      {tool_row(app, Tool::line, "Line", SDLK_n)},
      {tool_row(app, Tool::rectangle, "Rectangle; again: filled or outline", SDLK_u)},
      {tool_row(app, Tool::fill, "Fill", SDLK_g)},
      {tool_row(app, Tool::pick, "Pick", SDLK_i)},
      {tool_row(app, Tool::select, "Select", SDLK_m)},
      {.id = action::mirror,
       .group = "Tools",
       .title = "Mirror: left and right, above and below, both",
       .keys = {{SDLK_x}},
       .label_now = [&app] { return mirror_label(app); },
       .other_words = "symmetry",
       .perform = [&app] { change_mirror(app); }},
      {.id = action::mirror_here,
       .group = "Tools",
       .title = "Mirror around the cell under the mouse",
       .keys = {{SDLK_x, kShift}},
       .in_palette = false,
       .perform = [&app] { app.canvas().put_mirror_here(); }},
  };
}

}  // namespace repose
