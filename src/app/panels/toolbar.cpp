// The strip beside the canvas: tools, what they paint over, the mirror.
#include <imgui.h>

#include <algorithm>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_table.hpp"
#include "app/actions/action_widgets.hpp"
#include "app/files/recording.hpp"
#include "app/input/paint_box.hpp"
#include "app/panels/toolbar.hpp"
#include "app/view/inspector.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

constexpr float kToolButton = 32, kButtonGap = 4, kGapInRows = 6;

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

void rule(float side) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine({at.x + px(4), at.y + px(4)}, {at.x + side - px(4), at.y + px(4)},
                                      to_u32(theme().border));
  ImGui::Dummy({side, px(8)});
}

}  // namespace

// In rows: the place after the last button, if there is room for another one.
void Toolbar::next_place(float side) {
  if (!in_rows_) return;
  const float gap = px(kGapInRows), right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  if (!begins_row_ && ImGui::GetItemRectMax().x + gap + side <= right) ImGui::SameLine(0, gap);
  begins_row_ = false;
}

void Toolbar::button(std::string_view id, const char* landmark, Icon icon, bool lit, float side) {
  next_place(side);
  action_button(actions_, id, {landmark, icon, lit, side, in_rows_});
}

void Toolbar::tool_buttons(float side) {
  for (const ToolInfo& info : tools()) {
    const std::string landmark = "tool/" + std::string(info.id);
    button(info.action, landmark.c_str(), icon_of(info, paint_box_.brush()), paint_box_.tool() == info.tool, side);
  }
  button(action::stamps, "stamps", Icon::stamp, false, side);
  // Lit while the left button pins cells for the inspector instead of painting.
  button(action::inspector, "inspector/toggle", Icon::inspect, inspector_.on(), side);
}

// Buttons for what hands do to the whole world.
void Toolbar::hand_buttons(float side) {
  button(action::turn_world_over, "turn_world_over", Icon::hourglass, false, side);
  button(action::turn_world_right, "turn_world_right", Icon::turn_right, false, side);
  button(action::shake, "shake", Icon::shake, false, side);
}

// Buttons for settings of all tools; lit when a setting is not the default.
void Toolbar::manner_buttons(float side) {
  const PaintOver over = paint_box_.brush().over;
  button(action::paint_over, "paint_over", icon_of(over), over != PaintOver::everything, side);
  const Symmetry symmetry = paint_box_.mirror_axes().symmetry;
  button(action::mirror, "mirror", icon_of(symmetry), symmetry != Symmetry::none, side);
}

void Toolbar::draw_in_rows() {
  const float side = px(kFinger);
  in_rows_ = true;
  const auto row = [&](const char* title, auto buttons) {
    section(title);
    begins_row_ = true;
    buttons();
  };
  row("Tools", [&] { tool_buttons(side); });
  row("Where they paint", [&] { manner_buttons(side); });
  row("The whole world", [&] {
    hand_buttons(side);
    next_place(side);
    recording_.draw_button(side);
  });
  in_rows_ = false;
}

void Toolbar::draw(ImVec2 position, ImVec2 size) {
  ImGui::SetNextWindowPos(position);
  ImGui::SetNextWindowSize(size);
  const float padding = px(6), gap = px(kButtonGap);
  // In a low window with large text the buttons are smaller, so that all are visible.
  const auto count = static_cast<float>(tools().size() + 8);
  const float side = std::min(px(kToolButton), (size.y - 2 * padding - 3 * (px(8) + gap)) / count - gap);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {(size.x - side) / 2, padding});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
  ImGui::Begin("##tools", nullptr, kDockedFlags);
  ImGui::GetWindowDrawList()->AddLine(position, {position.x, position.y + size.y}, to_u32(theme().border));
  tool_buttons(side);
  rule(side);
  hand_buttons(side);
  rule(side);
  manner_buttons(side);
  rule(side);
  recording_.draw_button(side);
  ImGui::End();
  ImGui::PopStyleVar(5);
}

}  // namespace repose
