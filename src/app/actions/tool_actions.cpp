// The actions of tools.
#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/desk/desk.hpp"

namespace repose {

namespace {

ActionRow tool_row(Desk& desk, Tool tool, std::string_view title, SDL_Keycode key, std::string_view other_words) {
  const ToolInfo& info = tool_info(tool);
  return {.id = info.action,
          .group = "Tools",
          .title = title,
          .keys = {{key}},
          .about = info.summary,
          .other_words = other_words,
          .is_on = [&desk, tool] { return desk.paint_box.tool() == tool; },
          .perform = [&desk, tool] { desk.paint_box.choose_tool(tool); }};
}

ActionRow blow_row(Desk& desk) {
  ActionRow row = tool_row(desk, Tool::blow, "Blow", SDLK_y, "wind air push fan breath");
  row.why_not = [&desk] { return desk.simulation.why_no_push(); };
  return row;
}

// The bodies are chosen by the tool's key again and again, or by an action each.
std::vector<ActionRow> body_rows(Desk& desk) {
  const auto why_not = [&desk] { return desk.simulation.why_no_body(); };
  ActionRow tool =
      tool_row(desk, Tool::body, "Body; again: ball, wheel, foot, rake", SDLK_y, "press print footprint collider");
  tool.keys = {{SDLK_y, kShift}};
  tool.why_not = why_not;
  std::vector<ActionRow> rows = {std::move(tool)};
  for (int i = 0; i < kBodyShapeCount; ++i) {
    const auto shape = static_cast<BodyShape>(i);
    rows.push_back(
        {.id = body_info(shape).action,
         .group = "Tools",
         .title = body_info(shape).title,
         .other_words = "body press print collider",
         .why_not = why_not,
         .is_on = [&desk,
                   shape] { return desk.paint_box.tool() == Tool::body && desk.paint_box.brush().body == shape; },
         .perform = [&desk, shape] { desk.paint_box.choose_body(shape); }});
  }
  return rows;
}

void change_mirror(Desk& desk) {
  MirrorAxes& mirror = desk.paint_box.mirror_axes();
  mirror.symmetry = next(mirror.symmetry);
  if (mirror.symmetry == Symmetry::none) mirror = {};  // it starts in the middle again next time
  desk.messages.say(std::string(describe(mirror.symmetry)));
}

// The state of the mirror, and how its axes are moved.
std::string mirror_label(Desk& desk) {
  const Symmetry symmetry = desk.paint_box.mirror_axes().symmetry;
  std::string text(describe(symmetry));
  return symmetry == Symmetry::none ? text : text + " Drag the dots at the edge of the view to move the axes.";
}

}  // namespace

std::vector<ActionRow> tool_actions(Desk& desk) {
  std::vector<ActionRow> rows = {
      {tool_row(desk, Tool::brush, "Brush; again: round, square, spray", SDLK_b, "paint draw pencil erase")},
      {tool_row(desk, Tool::line, "Line", SDLK_n, "straight draw")},
      {tool_row(desk, Tool::rectangle, "Rectangle; again: filled or outline", SDLK_u, "box square draw")},
      {tool_row(desk, Tool::fill, "Fill", SDLK_g, "flood bucket")},
      {tool_row(desk, Tool::pick, "Pick", SDLK_i, "eyedropper element")},
      {tool_row(desk, Tool::select, "Select", SDLK_m, "mark area")},
      {blow_row(desk)},
      {.id = action::mirror,
       .group = "Tools",
       .title = "Mirror: left and right, above and below, both",
       .keys = {{SDLK_x}},
       .label_now = [&desk] { return mirror_label(desk); },
       .other_words = "symmetry",
       .perform = [&desk] { change_mirror(desk); }},
      {.id = action::mirror_here,
       .group = "Tools",
       .title = "Mirror around the cell under the mouse",
       .keys = {{SDLK_x, kShift}},
       .in_palette = false,
       .perform = [&desk] { desk.view.canvas.put_mirror_here(); }},
  };
  const std::vector<ActionRow> bodies = body_rows(desk);
  rows.insert(rows.end(), bodies.begin(), bodies.end());
  return rows;
}

}  // namespace repose
