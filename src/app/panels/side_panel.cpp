// Transport and brush, over the automaton's parameters and the palette.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/app.hpp"
#include "app/history_labels.hpp"
#include "app/landmarks.hpp"
#include "app/theme.hpp"
#include "app/widgets.hpp"

namespace repose {

namespace {

// The way through time, the ways back, the fresh starts.
void transport(App& app) {
  const Bindings& keys = app.bindings();
  const bool playing = app.ui().playing;
  const HistoryFacts history = app.session().history();
  const auto button = [&](const char* id, Icon icon, const std::string& tip, Action action, bool lit = false, bool possible = true) {
    ImGui::BeginDisabled(!possible);
    if (icon_button(id, icon, tip, keys.keys(action), lit, px(28))) app.perform(action);
    ImGui::EndDisabled();
    ImGui::SameLine(0, px(4));
  };
  button("step-back", Icon::step_back, "One step back in time", Action::step_back, false, app.can_step_back());
  button("play", playing ? Icon::pause : Icon::play, playing ? "Pause" : "Play", Action::play_pause, true);
  button("step", Icon::step, "One step", Action::step);
  button("undo", Icon::undo, undo_label(history), Action::undo, false, !history.undo_title.empty());
  button("redo", Icon::redo, redo_label(history), Action::redo, false, !history.redo_title.empty());
  button("reset", Icon::reset, "Back to the scene as it was loaded", Action::reset);
  button("clear", Icon::clear, "Clear the world", Action::clear);
  ImGui::NewLine();
}

// The right end of the slider is "unlimited".
void speed(App& app) {
  const Speed now = app.ui().speed;
  auto value = static_cast<float>(now.notch());
  if (linear_slider("speed", value, Speed::kSlowest, Speed::kUnlimited, now.text().c_str(), px(66))) {
    const Speed wanted(static_cast<int>(std::lround(value)));
    if (wanted != now) app.set_speed(wanted);
  }
  tooltip("Speed, against the automaton's own pace. The right end runs as fast as it can and draws fewer pictures for it.",
          app.bindings().keys(Action::slower) + ", " + app.bindings().keys(Action::faster));
}

// How much the brush pours, where the automaton counts in amounts.
void pour_rate(App& app) {
  const auto pour = pour_of(app.session(), app.ui().brush);
  if (!pour) return;
  double& rate = app.ui().brush.*pour->rate;
  const auto notch = static_cast<float>(pour->at_once ? pour->most * 1.1 : pour->most);
  auto value = rate > 0 ? static_cast<float>(rate) : notch;
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(theme().dim, "%s", pour->title.data());
  ImGui::SameLine(0, px(8));
  const std::string label = describe_rate(*pour, rate);
  if (log_slider("brush/rate", value, static_cast<float>(pour->least), notch, label.c_str(), px(86))) {
    rate = pour->at_once && static_cast<double>(value) > pour->most ? 0 : static_cast<double>(value);
  }
  tooltip(pour->at_once ? "In the middle of the brush. The right end fills cells at once." : "In the middle of the brush; less towards its rim.",
          "Shift+wheel, " + app.bindings().keys(Action::pour_less) + " and " + app.bindings().keys(Action::pour_more));
}

void brush(App& app) {
  Brush& b = app.ui().brush;
  section("Brush");
  const bool round = b.shape == BrushShape::round;
  const float side = ImGui::GetFrameHeight();
  if (icon_button("brush/shape", round ? Icon::round_brush : Icon::square_brush, round ? "Round; click for square" : "Square; click for round",
                  app.bindings().keys(Action::brush_shape), false, side)) {
    app.perform(Action::brush_shape);
  }
  ImGui::SameLine();
  auto size = static_cast<float>(b.size);
  const std::string label = b.size == 1 ? std::string("1 cell") : fmt::format("{} cells", b.size);
  if (log_slider("brush/size", size, kBrushSizeMin, kBrushSizeMax, label.c_str(), px(62))) {
    b.size = std::clamp(static_cast<int>(std::lround(size)), kBrushSizeMin, kBrushSizeMax);
  }
  tooltip("Brush size", std::string(app.settings().wheel_zooms ? "Ctrl+wheel, " : "Wheel, ") + app.bindings().keys(Action::brush_smaller) + " and " + app.bindings().keys(Action::brush_larger));
  pour_rate(app);
  if (app.knows(Plane::height)) return;  // there nothing is empty
  ImGui::PushStyleColor(ImGuiCol_FrameBg, theme().raised);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(4), px(4)});
  ImGui::Checkbox("Only over empty", &b.only_over_empty);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  landmarks().mark("brush/only_over_empty");
  tooltip("Leaves what is there already alone.", app.bindings().keys(Action::only_over_empty));
}

}  // namespace

void draw_side_panel(App& app, ImVec2 position, ImVec2 size) {
  ImGui::SetNextWindowPos(position);
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin("##side", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar(2);
  transport(app);
  speed(app);
  brush(app);
  draw_parameters(app);
  draw_palette(app);
  ImGui::End();
}

}  // namespace repose
