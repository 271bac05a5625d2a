// The strip beside the canvas: tools, what they paint over, the mirror.
#include <imgui.h>

#include <algorithm>

#include "app/app.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

constexpr float kButton = 32, kGap = 4;

Icon icon_of(const ToolInfo& info, const Brush& brush) {
  return info.tool == Tool::rectangle && brush.outline ? Icon::outline : info.icon;
}

Icon icon_of(PaintOver over) {
  switch (over) {
    case PaintOver::everything: return Icon::over_everything;
    case PaintOver::empty: return Icon::over_empty;
    case PaintOver::same: break;
  }
  return Icon::over_same;
}

Icon icon_of(Symmetry symmetry) {
  switch (symmetry) {
    case Symmetry::none: return Icon::no_mirror;
    case Symmetry::left_right: return Icon::mirror_left_right;
    case Symmetry::up_down: return Icon::mirror_up_down;
    case Symmetry::both: break;
  }
  return Icon::mirror_both;
}

// A button without a frame unless it is lit or under the mouse, so that the strip stays calm.
bool tool_button(const std::string& id, Icon icon, std::string_view tip, const std::string& keys, bool lit,
                 float side) {
  if (!lit) ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
  const bool pressed = icon_button(id.c_str(), icon, tip, keys, lit, side);
  if (!lit) ImGui::PopStyleColor();
  return pressed;
}

void rule(float side) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine({at.x + px(4), at.y + px(4)}, {at.x + side - px(4), at.y + px(4)},
                                      to_u32(theme().border));
  ImGui::Dummy({side, px(8)});
}

void tool_buttons(App& app, float side) {
  const Bindings& keys = app.bindings();
  for (const ToolInfo& info : tools()) {
    const std::string tip = std::string(info.title) + ". " + std::string(info.summary);
    if (tool_button("tool/" + std::string(info.id), icon_of(info, app.ui().brush), tip, keys.keys(info.action),
                    app.ui().tool == info.tool, side)) {
      app.choose_tool(info.tool);
    }
  }
}

void stamps_button(App& app, float side) {
  if (tool_button("stamps", Icon::stamp, "Stamps: parts of worlds to be placed.", app.bindings().keys(Action::stamps),
                  false, side)) {
    app.perform(Action::stamps);
  }
}

// Lit while the left button pins cells instead of painting.
void inspector_button(App& app, float side) {
  const std::string tip = "Inspector. Point at a cell to see what the next step makes of it, and why; a click pins it.";
  if (tool_button("inspector/toggle", Icon::inspect, tip, app.bindings().keys(Action::inspector), app.inspector().on(),
                  side)) {
    app.perform(Action::inspector);
  }
}

// How all of them work: lit where they do more than paint plainly.
void manner_buttons(App& app, float side) {
  const Bindings& keys = app.bindings();
  const PaintOver over = app.ui().brush.over;
  const bool cells_lie_there = !app.knows(Plane::height);  // sand joins what is there
  if (cells_lie_there && tool_button("paint_over", icon_of(over), describe(over), keys.keys(Action::paint_over),
                                     over != PaintOver::everything, side)) {
    app.perform(Action::paint_over);
  }
  const Symmetry symmetry = app.ui().mirror.symmetry;
  const std::string mirror_tip =
      std::string(describe(symmetry)) +
      (symmetry == Symmetry::none ? "" : " Drag the dots at the edge of the view to move the axes.");
  const std::string here = keys.keys(Action::mirror_here);
  if (tool_button("mirror", icon_of(symmetry), mirror_tip,
                  keys.keys(Action::mirror) + (here.empty() ? "" : ", here: " + here), symmetry != Symmetry::none,
                  side)) {
    app.perform(Action::mirror);
  }
}

}  // namespace

void draw_toolbar(App& app, ImVec2 position, ImVec2 size) {
  ImGui::SetNextWindowPos(position);
  ImGui::SetNextWindowSize(size);
  const float padding = px(6), gap = px(kGap);
  // In a low window with large text the buttons shrink, so that all are there.
  const auto count = static_cast<float>(tools().size() + 5);
  const float side = std::min(px(kButton), (size.y - 2 * padding - 2 * px(8)) / count - gap);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {(size.x - side) / 2, padding});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
  ImGui::Begin("##tools", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::GetWindowDrawList()->AddLine(position, {position.x, position.y + size.y}, to_u32(theme().border));
  tool_buttons(app, side);
  stamps_button(app, side);
  inspector_button(app, side);
  rule(side);
  manner_buttons(app, side);
  rule(side);
  app.recording().draw_button(side);
  ImGui::End();
  ImGui::PopStyleVar(5);
}

}  // namespace repose
