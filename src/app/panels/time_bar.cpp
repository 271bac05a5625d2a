#include "app/panels/time_bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_table.hpp"
#include "app/actions/action_widgets.hpp"
#include "app/files/replays.hpp"
#include "app/files/settings.hpp"
#include "app/frame/frame_loop.hpp"
#include "app/frame/layout.hpp"
#include "app/simulation/simulation.hpp"
#include "app/view/canvas.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

constexpr float kThin = 8, kOpen = 46;  // points at 100 %
constexpr float kThinNarrow = 24, kOpenNarrow = 56;
constexpr float kOpeningSeconds = 0.12f;
constexpr float kButton = 28, kGap = 4, kSpeedText = 62, kPlaceText = 88;
constexpr float kRoomForSpeed = 560;  // in a narrower bar the speed is left out; it is in the side panel too

std::string ago(double seconds) {
  constexpr const char* kMinus = "\xe2\x88\x92";
  if (seconds < 60) return fmt::format("{}{:.2f} s", kMinus, seconds);
  const auto whole = static_cast<int>(seconds);
  return fmt::format("{}{}:{:02} min", kMinus, whole / 60, whole % 60);
}

// A share of the recorded time and the position there.
float share_of(const TimelineFacts& line, std::uint64_t position) {
  if (line.newest == line.oldest) return 1;
  return static_cast<float>(static_cast<double>(position - line.oldest) /
                            static_cast<double>(line.newest - line.oldest));
}

std::uint64_t position_at(const TimelineFacts& line, float share) {
  const auto steps = static_cast<double>(line.newest - line.oldest);
  return line.oldest +
         static_cast<std::uint64_t>(std::llround(static_cast<double>(std::clamp(share, 0.0f, 1.0f)) * steps));
}

ImU32 faded(const ImVec4& colour, float alpha) {
  return to_u32(ImVec4(colour.x, colour.y, colour.z, colour.w * alpha));
}

}  // namespace

float TimeBar::thin_height() { return std::round(px(kThin, kThinNarrow)); }

float TimeBar::open_height() { return px(kOpen, kOpenNarrow); }

float TimeBar::button_side() { return px(kButton, kFinger); }

void TimeBar::open_or_close(ImVec4 canvas) {
  if (scrubbing_ && openness_ < 1) return;  // pressed before it was open: it must not move under the pointer
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float bottom = canvas.w + thin_height(),
              top = bottom - thin_height() - openness_ * (open_height() - thin_height());
  if (layout_.finger_lifted()) return settle(openness_ > 0.5f);  // as the finger has left it
  const bool over = mouse.x >= canvas.x && mouse.x < canvas.z && mouse.y >= top && mouse.y < bottom;
  const bool wanted =
      scrubbing_ || (over && !canvas_.drawing() &&
                     !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
  settle(wanted);
}

// Opens or closes it a little further.
void TimeBar::settle(bool open) {
  const float goal = open ? 1.0f : 0.0f;
  const float most = settings_.view.animations ? ImGui::GetIO().DeltaTime / kOpeningSeconds : 1.0f;
  openness_ += std::clamp(goal - openness_, -most, most);
  if (openness_ != goal) loop_.wake();
}

void TimeBar::controls(float width) {
  const auto button = [&](std::string_view id, const char* landmark, Icon icon, bool lit = false) {
    action_button(actions_, id, {landmark, icon, lit, button_side()});
    ImGui::SameLine(0, px(kGap));
  };
  button(action::rewind, "time/rewind", Icon::rewind);
  button(action::step_back, "time/back", Icon::step_back);
  if (is_narrow()) return;  // the others are in the bar below
  button(action::play_pause, "time/play", simulation_.playing() ? Icon::pause : Icon::play, true);
  button(action::step, "time/step", Icon::step);
  ImGui::SameLine(0, px(3 * kGap));
  if (width < px(kRoomForSpeed)) return;
  button(action::slower, "time/slower", Icon::minus);
  const std::string text = simulation_.speed().text();
  const ImVec2 at = ImGui::GetCursorScreenPos(), extent = ImGui::CalcTextSize(text.c_str());
  ImGui::GetWindowDrawList()->AddText({at.x + (px(kSpeedText) - extent.x) / 2, at.y + (px(kButton) - extent.y) / 2},
                                      to_u32(theme().text), text.c_str());
  ImGui::Dummy({px(kSpeedText), px(kButton)});
  ImGui::SameLine(0, px(kGap));
  button(action::faster, "time/faster", Icon::plus);
  ImGui::SameLine(0, px(3 * kGap));
  button(action::copy_gif, "time/copy gif", Icon::film);
  ImGui::SameLine(0, px(3 * kGap));
}

void TimeBar::scrub(const TimelineFacts& line, float part) {
  scrubbing_ = true;
  replays_.seek(position_at(line, part));
}

void TimeBar::track(const TimelineFacts& line, ImVec2 low, ImVec2 high) {
  const float knob = px(6), from = low.x + knob, way = std::max(1.0f, high.x - low.x - 2 * knob);
  const bool open = openness_ == 1;
  ImGui::SetCursorScreenPos(low);
  ImGui::InvisibleButton(open ? "track" : "thin track",
                         {std::max(1.0f, high.x - low.x), std::max(1.0f, high.y - low.y)});
  landmarks().mark(open ? "time/track" : "time/thin track");
  const float part = (ImGui::GetIO().MousePos.x - from) / way;
  // A finger that only taps the thin line opens it.
  if (ImGui::IsItemActive() && (open || !is_narrow() || ImGui::IsMouseDragging(ImGuiMouseButton_Left)))
    scrub(line, part);
  if (open && ImGui::IsItemHovered() && !ImGui::IsItemActive()) {
    const double seconds = simulation_.seconds_ago(position_at(line, part));
    ImGui::SetNextWindowPos({ImGui::GetIO().MousePos.x, low.y - px(4)}, ImGuiCond_Always, {0.5f, 1});
    ImGui::SetTooltip("%s", seconds > 0 ? ago(seconds).c_str() : "Now");
  }
  const TimelineFacts now = simulation_.session().timeline();  // again, because scrubbing has changed it
  const float y = (low.y + high.y) / 2, half = px(open ? 2.0f : 1.5f), x = from + share_of(now, now.now) * way;
  const bool past = now.now < now.newest;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({from, y - half}, {from + way, y + half}, to_u32(theme().raised), half);
  list.AddRectFilled({from, y - half}, {x, y + half}, faded(theme().accent, past || open ? 1.0f : 0.35f), half);
  if (const auto goal = replays_.goal())
    list.AddCircle({from + share_of(now, *goal) * way, y}, px(open ? 5.0f : 3.0f), to_u32(theme().text), 0, px(1.5f));
  if (open || past) list.AddCircleFilled({x, y}, open ? knob : px(3.5f), to_u32(theme().accent));
}

// How long ago the shown position is, and the button that returns to the newest one.
void TimeBar::place_in_time(const TimelineFacts& line) {
  const double seconds = simulation_.seconds_ago(line.now);
  const std::string text = seconds > 0 ? ago(seconds) : "now";
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton("now", {px(kPlaceText), button_side()}) && seconds > 0) replays_.seek(line.newest);
  landmarks().mark("time/now");
  const bool hovered = ImGui::IsItemHovered() && seconds > 0;
  tooltip(seconds > 0 ? "Back to the present" : "The present", "");
  const ImU32 colour = to_u32(hovered ? theme().accent : seconds > 0 ? theme().text : theme().dim);
  ImGui::GetWindowDrawList()->AddText({at.x + px(8), at.y + (button_side() - ImGui::GetTextLineHeight()) / 2}, colour,
                                      text.c_str());
}

void TimeBar::draw(ImVec4 canvas) {
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) scrubbing_ = false;
  open_or_close(canvas);
  const float bottom = canvas.w + thin_height(),
              height = std::round(thin_height() + openness_ * (open_height() - thin_height()));
  const ImVec2 low = {canvas.x, bottom - height}, high = {canvas.z, bottom};
  layout_.cover({low.x, low.y, high.x, high.y});
  ImGui::SetNextWindowPos(low);
  ImGui::SetNextWindowSize({high.x - low.x, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(14), (height - button_side()) / 2});
  ImGui::Begin("##time", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar(4);
  const TimelineFacts line = simulation_.session().timeline();
  if (openness_ == 1) {
    controls(high.x - low.x);
    // The present is at the right edge, as in the thin line: a press there, while the bar opens, drags it.
    place_in_time(simulation_.session().timeline());
    ImGui::SameLine(0, px(kGap));
    const float left = ImGui::GetCursorScreenPos().x;
    track(line, {left, low.y}, {std::max(left + px(40), high.x), high.y});
  } else {
    track(line, low, high);
  }
  ImGui::End();
}

}  // namespace repose
