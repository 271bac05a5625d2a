#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_table.hpp"
#include "app/actions/action_widgets.hpp"
#include "app/files/settings.hpp"
#include "app/files/world_files.hpp"
#include "app/frame/figures.hpp"
#include "app/frame/layout.hpp"
#include "app/frame/messages.hpp"
#include "app/panels/palette.hpp"
#include "app/panels/status_bar.hpp"
#include "app/panels/time_bar.hpp"
#include "app/simulation/amounts.hpp"
#include "app/simulation/simulation.hpp"
#include "app/view/canvas.hpp"
#include "app/view/cell_reader.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

constexpr float kSpeakerPoints = 24;  // side of the button, at 100 %

// Width for the text of a message over the world.
float toast_room(float window) {
  constexpr float kWidthMax = 560;
  return std::min(px(kWidthMax), window - px(60, 44));
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
  const std::string solver = fmt::format("{} {}", session.automaton(), backend_name(session.backend()));
  const std::string frames = simulation_.playing() ? fmt::format("{:.0f} fps", figures_.frames_per_second()) : "paused";
  if (narrow) return fmt::format("{}    {}", frames, solver);
  const std::string pace = simulation_.playing() ? fmt::format("{}    {:.0f} steps/s    ", simulation_.speed().text(),
                                                               figures_.steps_per_second())
                                                 : "";
  const std::uint64_t left = session.stats().left_cells;
  const std::string leaving = left > 0 ? fmt::format("{} have left    ", left) : std::string();
  return total() + leaving +
         fmt::format("{}    {}{} x {}    {}", frames, pace, session.width(), session.height(), solver);
}

void StatusBar::draw_speaker(float side) {
  const bool silent = settings_.sound.muted || settings_.sound.volume_percent == 0;
  const bool possible = actions_.why_not(action::mute).empty();
  action_button(actions_, action::mute,
                {"sound", silent || !possible ? Icon::muted_speaker : Icon::speaker, false, side, false});
}

float StatusBar::toast_height(float room) const {
  return ImGui::CalcTextSize(messages_.last().text.c_str(), nullptr, false, room).y + px(14);
}

// The whole message in a card over the world, as wide as it needs, in several lines if it is wider than `room`.
void StatusBar::draw_toast(float middle, float bottom, float room) {
  const std::string& text = messages_.last().text;
  const ImVec2 extent = ImGui::CalcTextSize(text.c_str(), nullptr, false, room);
  const ImVec2 high = {middle + extent.x / 2 + px(14), bottom};
  const ImVec2 low = {middle - extent.x / 2 - px(14), bottom - extent.y - px(14)};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRectFilled(low, high, to_u32(theme().panel), px(8));
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {low.x + px(14), low.y + px(7)},
               to_u32(tone_colour(messages_.last().tone)), text.c_str(), nullptr, room + 1);
}

// The message, or as many of its words as there is room for. Warnings and errors without room get a card too.
void StatusBar::draw_message(ImVec2 at, float width, float bar_top) {
  const Message& message = messages_.last();
  if (messages_.visible()) {
    const std::string shown = words_that_fit(message.text, width);
    ImGui::GetWindowDrawList()->AddText(at, to_u32(tone_colour(message.tone)), shown.c_str());
    const bool matters = message.tone == Tone::warning || message.tone == Tone::error;
    if (matters && shown != message.text)
      draw_toast((layout_.canvas().x + layout_.canvas().z) / 2, bar_top - TimeBar::thin_height() - px(12),
                 toast_room(ImGui::GetIO().DisplaySize.x));
  }
  if (ImGui::InvisibleButton("message", {std::max(1.0f, width + px(14)), px(30)})) actions_.perform(action::messages);
  landmarks().mark("status");
  if (!message.text.empty()) tooltip(message.text, "click: all messages");
}

void StatusBar::draw_over(ImVec4 room) {
  if (messages_.visible()) {
    const float width = toast_room(room.z - room.x);
    const float height = toast_height(width), top = layout_.below_cards(room.x, room.z, room.y + px(10));
    const float lowest = room.w - px(10);
    draw_toast((room.x + room.z) / 2, layout_.popup_open() ? lowest : std::min(top + height, lowest), width);
  }
  const auto share = world_files_.progress();
  if (!share) return;
  const float end = room.x + (room.z - room.x) * static_cast<float>(*share);
  ImGui::GetForegroundDrawList()->AddRectFilled({room.x, room.w - px(2)}, {end, room.w}, to_u32(theme().accent));
}

void StatusBar::draw_figures() {
  section("Figures");
  ImGui::PushStyleColor(ImGuiCol_Text, theme().dim);
  ImGui::TextWrapped("%s", figures(false).c_str());
  ImGui::PopStyleColor();
  landmarks().mark("figures");
}

void StatusBar::draw(ImVec2 position, ImVec2 size) {
  if (!settings_.window.panels_visible) {
    if (messages_.visible()) draw_toast(position.x + size.x / 2, position.y - px(4), toast_room(size.x));
    return;
  }
  ImGui::SetNextWindowPos(position);
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(14), (size.y - ImGui::GetTextLineHeight()) / 2});
  ImGui::Begin("##status", nullptr, kDockedFlags);
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
  list.PushClipRect(position, {position.x + right_at - px(12), position.y + size.y}, true);
  list.AddText({position.x + std::max(px(14), middle_at), y}, to_u32(theme().text), middle.c_str());
  list.PopClipRect();
  list.AddText({position.x + right_at, y}, to_u32(theme().dim), right.c_str());
  draw_progress(position, size);
  ImGui::SetCursorPos({0, 0});
  draw_message({position.x + px(14), y}, middle_at - px(26), position.y);
  const float speaker = px(kSpeakerPoints);  // at the right end
  ImGui::SetCursorPos({size.x - speaker - px(6), (size.y - speaker) / 2});
  draw_speaker(speaker);
  ImGui::End();
}

}  // namespace repose
