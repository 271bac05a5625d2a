#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_widgets.hpp"
#include "app/files/settings.hpp"
#include "app/files/world_files.hpp"
#include "app/frame/figures.hpp"
#include "app/frame/messages.hpp"
#include "app/panels/palette.hpp"
#include "app/panels/status_bar.hpp"
#include "app/simulation/amounts.hpp"
#include "app/simulation/gpu_tuner.hpp"
#include "app/simulation/simulation.hpp"
#include "app/view/canvas.hpp"
#include "app/view/cell_reader.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

constexpr float kSpeakerPoints = 24;  // side of the button, at 100 %

ImVec4 tone_colour(Tone tone) {
  switch (tone) {
    case Tone::plain: return theme().text;
    case Tone::good: return theme().good;
    case Tone::warning: return theme().warning;
    case Tone::error: break;
  }
  return theme().error;
}

}  // namespace

std::string StatusBar::element_under_mouse() {
  const auto cell = canvas_.cell_under_mouse();
  if (!cell) return {};
  const auto reading = cells_.reading_at(*cell);
  if (!reading) return fmt::format("...    {}, {}", cell->x, cell->y);
  const auto& elements = simulation_.session().ruleset().elements;
  const std::uint8_t element = shown_element(simulation_.session(), *reading);
  return fmt::format("{}    {}{}, {}", shown_name(elements[element < elements.size() ? element : 0]),
                     describe_amounts(*reading), cell->x, cell->y);
}

std::string StatusBar::total() {
  const auto amount = figures_.total();
  const Session& session = simulation_.session();
  return amount ? fmt::format("{} {:.0f}    ", session.registry().automaton(session.automaton())->substance, *amount)
                : std::string();
}

// A thin line along the bar's upper edge while a world is being written.
void StatusBar::draw_progress(ImVec2 position, ImVec2 size) {
  const auto share = world_files_.progress();
  if (!share) return;
  const float width = size.x * static_cast<float>(*share);
  ImGui::GetWindowDrawList()->AddRectFilled(position, {position.x + width, position.y + px(2)}, to_u32(theme().accent));
}

std::string StatusBar::figures(bool narrow) {
  const Session& session = simulation_.session();
  if (narrow)
    return fmt::format("{:.0f} fps    {} {}", figures_.frames_per_second(), session.automaton(),
                       backend_name(session.backend()));
  const std::uint64_t left = session.stats().left_cells;
  const std::string way = gpu_tuner_.description();
  const std::string leaving = left > 0 ? fmt::format("{} left    ", left) : std::string();
  return total() + leaving +
         fmt::format("{:.0f} fps    {}    {:.0f} steps/s    {} x {}    {} {}{}{}", figures_.frames_per_second(),
                     simulation_.speed().text(), figures_.steps_per_second(), session.width(), session.height(),
                     session.automaton(), backend_name(session.backend()), way.empty() ? "" : ": ", way);
}

// At the right end: shows whether there is sound, and mutes.
void StatusBar::draw_speaker(ImVec2 size) {
  const bool silent = settings_.sound.muted || settings_.sound.volume_percent == 0;
  const bool possible = actions_.why_not(action::mute).empty();
  const float side = px(kSpeakerPoints);
  ImGui::SetCursorPos({size.x - side - px(6), (size.y - side) / 2});
  action_button(actions_, action::mute,
                {"sound", silent || !possible ? Icon::muted_speaker : Icon::speaker, false, side, false});
}

// The message over the world while the panels are hidden; it disappears after some seconds.
void StatusBar::draw_toast(ImVec2 position, ImVec2 size) {
  if (!messages_.visible()) return;
  const std::string& text = messages_.last().text;
  const ImVec2 extent = ImGui::CalcTextSize(text.c_str());
  const ImVec2 low = {position.x + (size.x - extent.x) / 2 - px(14), position.y - px(24)};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRectFilled(low, {low.x + extent.x + px(28), low.y + extent.y + px(14)}, to_u32(theme().panel), px(8));
  list.AddText({low.x + px(14), low.y + px(7)}, to_u32(tone_colour(messages_.last().tone)), text.c_str());
}

void StatusBar::draw(ImVec2 position, ImVec2 size) {
  if (!settings_.window.panels_visible) return draw_toast(position, size);
  ImGui::SetNextWindowPos(position);
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(14), (size.y - ImGui::GetTextLineHeight()) / 2});
  ImGui::Begin("##status", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar(4);
  const std::string right = figures(size.x < px(960));
  const std::string middle = element_under_mouse();
  const float right_at = size.x - ImGui::CalcTextSize(right.c_str()).x - px(kSpeakerPoints + 14);
  const CellView view = simulation_.session().view();
  const bool has_amounts = view.has(Plane::energy) || view.has(Plane::mass) || view.has(Plane::height);
  // A very long name of an element is cut, so that figures and messages stay readable.
  const float middle_width = std::min(ImGui::CalcTextSize(middle.c_str()).x + px(24), size.x / 3);
  const float middle_at = right_at - std::max(px(has_amounts ? 270 : 190), middle_width);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = ImGui::GetCursorScreenPos().y;
  if (messages_.visible()) {
    list.PushClipRect(position, {position.x + middle_at - px(12), position.y + size.y}, true);
    list.AddText({position.x + px(14), y}, to_u32(tone_colour(messages_.last().tone)), messages_.last().text.c_str());
    list.PopClipRect();
  }
  list.PushClipRect(position, {position.x + right_at - px(12), position.y + size.y}, true);
  list.AddText({position.x + std::max(px(14), middle_at), y}, to_u32(theme().text), middle.c_str());
  list.PopClipRect();
  list.AddText({position.x + right_at, y}, to_u32(theme().dim), right.c_str());
  draw_progress(position, size);
  ImGui::SetCursorPos({0, 0});
  ImGui::InvisibleButton("message", {std::max(1.0f, middle_at), size.y});
  landmarks().mark("status");
  if (!messages_.last().text.empty()) tooltip(messages_.last().text);
  draw_speaker(size);
  ImGui::End();
}

}  // namespace repose
