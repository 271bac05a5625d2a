// Buttons for time and settings of the brush, above the automaton's parameters and the palette.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_table.hpp"
#include "app/actions/action_widgets.hpp"
#include "app/files/settings.hpp"
#include "app/input/paint_box.hpp"
#include "app/panels/palette_panel.hpp"
#include "app/panels/parameters.hpp"
#include "app/panels/side_panel.hpp"
#include "app/simulation/simulation.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

void SidePanel::transport() {
  const auto button = [&](std::string_view id, const char* landmark, Icon icon, bool lit = false) {
    action_button(actions_, id, {landmark, icon, lit, px(28)});
    ImGui::SameLine(0, px(4));
  };
  button(action::step_back, "step-back", Icon::step_back);
  button(action::play_pause, "play", simulation_.playing() ? Icon::pause : Icon::play, true);
  button(action::step, "step", Icon::step);
  button(action::undo, "undo", Icon::undo);
  button(action::redo, "redo", Icon::redo);
  button(action::reset, "reset", Icon::reset);
  button(action::clear, "clear", Icon::clear);
  ImGui::NewLine();
}

// The right end of the slider is "unlimited".
void SidePanel::speed() {
  const Speed now = simulation_.speed();
  auto value = static_cast<float>(now.notch());
  if (linear_slider("speed", value, Speed::kSlowest, Speed::kUnlimited, now.text().c_str(), px(66))) {
    const Speed wanted(static_cast<int>(std::lround(value)));
    if (wanted != now) simulation_.choose_speed(wanted);
  }
  tooltip("Speed, relative to the automaton's own pace. At the right end: as fast as possible, with fewer pictures.",
          keys_for_both(actions_, action::slower, action::faster));
}

// The slider of the pouring rate, if the automaton counts in amounts.
void SidePanel::pour_rate() {
  const auto pour = pour_of(simulation_.session(), paint_box_.brush());
  if (!pour) return;
  double& rate = paint_box_.brush().*pour->rate;
  const auto notch = static_cast<float>(pour->at_once ? pour->most * 1.1 : pour->most);
  auto value = rate > 0 ? static_cast<float>(rate) : notch;
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(theme().dim, "%s", pour->title.data());
  ImGui::SameLine(0, px(8));
  const std::string label = describe_rate(*pour, rate);
  if (log_slider("brush/rate", value, static_cast<float>(pour->least), notch, label.c_str(), px(86))) {
    rate = pour->at_once && static_cast<double>(value) > pour->most ? 0 : static_cast<double>(value);
  }
  tooltip(pour->at_once ? "Amount in the middle of the brush. At the right end, cells are filled at once."
                        : "Amount in the middle of the brush; less towards its rim.",
          keys_for_both(actions_, action::pour_less, action::pour_more, "Shift+wheel"));
}

// Round, square or spray.
void SidePanel::brush_shape() {
  const Brush& b = paint_box_.brush();
  const Icon icon = b.spray ? Icon::spray : b.shape == BrushShape::round ? Icon::round_brush : Icon::square_brush;
  const char* const tip = b.spray                        ? "Spray. Click for round."
                          : b.shape == BrushShape::round ? "Round. Click for square."
                                                         : "Square. Click for spray.";
  if (icon_button("brush/shape", icon, tip, actions_.keys(action::tool_brush), false, ImGui::GetFrameHeight()))
    paint_box_.change_brush_shape();
}

void SidePanel::spray_density() {
  Brush& b = paint_box_.brush();
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(theme().dim, "Density");
  ImGui::SameLine(0, px(8));
  auto value = static_cast<float>(b.spray_density);
  const std::string label = fmt::format("{:.{}f} %", b.spray_density * 100, b.spray_density < 0.1 ? 1 : 0);
  if (log_slider("brush/density", value, kSprayDensityMin, kSprayDensityMax, label.c_str(), px(62))) {
    b.spray_density = static_cast<double>(std::clamp(value, kSprayDensityMin, kSprayDensityMax));
  }
  tooltip("The share of the brush's cells that the spray fills, sixty times per second.");
}

void SidePanel::body_depth() {
  Brush& b = paint_box_.brush();
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(theme().dim, "Depth");
  ImGui::SameLine(0, px(8));
  auto value = static_cast<float>(b.body_depth);
  const std::string label = fmt::format("{:.1f} cells", b.body_depth);
  if (log_slider("brush/depth", value, kBodyDepthMin, kBodyDepthMax, label.c_str(), px(86)))
    b.body_depth = static_cast<double>(std::clamp(value, kBodyDepthMin, kBodyDepthMax));
  tooltip("How deep the body goes into the sand around it. The right button goes twice as deep.");
}

void SidePanel::brush() {
  Brush& b = paint_box_.brush();
  section("Brush");
  brush_shape();
  ImGui::SameLine();
  auto size = static_cast<float>(b.size);
  const std::string label = b.size == 1 ? std::string("1 cell") : fmt::format("{} cells", b.size);
  if (log_slider("brush/size", size, kBrushSizeMin, kBrushSizeMax, label.c_str(), px(62))) {
    b.size = std::clamp(static_cast<int>(std::lround(size)), kBrushSizeMin, kBrushSizeMax);
  }
  tooltip("Brush size", keys_for_both(actions_, action::brush_smaller, action::brush_larger,
                                      settings_.controls.wheel_zooms ? "Ctrl+wheel" : "Wheel"));
  if (paint_box_.tool() == Tool::body) return body_depth();
  if (b.spray) spray_density();
  pour_rate();
}

void SidePanel::draw(ImVec2 position, ImVec2 size) {
  ImGui::SetNextWindowPos(position);
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin("##side", nullptr, kDockedFlags);
  ImGui::PopStyleVar(2);
  transport();
  speed();
  brush();
  parameters_.draw();
  palette_.draw();
  ImGui::End();
}

}  // namespace repose
