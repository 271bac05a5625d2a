// The bars under the canvas: the status bar and the time line.
#include "app/ui/panels/panels.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/widgets/widgets.hpp"
#include "core/language.hpp"

namespace repose {

namespace {

constexpr float kSpeakerPoints = 24;  // side of the button, at 100 %

// Width for the text of a message over the world.
float toast_room(float window) {
  constexpr float kWidthMax = 560;
  return std::min(px(kWidthMax), window - px(60, 44));
}

std::string element_under_mouse(Desk& desk) {
  const auto cell = desk.view.canvas.cell_under_mouse();
  if (!cell || desk.layout.popup_open()) return {};
  const auto reading = desk.view.probe.read(desk.session().view(), *cell);
  if (!reading) return fmt::format("...    {}, {}", cell->x, cell->y);
  const auto& elements = desk.session().ruleset().elements;
  const std::uint8_t element = shown_element(desk.session(), *reading);
  return fmt::format("{}    {}{}, {}", tr_in("element", shown_name(elements[element < elements.size() ? element : 0])),
                     describe_amounts(*reading), cell->x, cell->y);
}

std::string figures_text(Desk& desk, bool narrow) {
  const Session& session = desk.session();
  const std::string solver = fmt::format("{} {}", session.automaton(), backend_name(session.backend()));
  const std::string frames =
      desk.simulation.playing() ? trf("{:.0f} fps", desk.timing.frames_per_second()) : tr("paused");
  if (narrow) return fmt::format("{}    {}", frames, solver);
  const std::string pace = desk.simulation.playing()
                               ? fmt::format("{}    {}    ", desk.simulation.speed().text(),
                                             trf("{:.0f} steps/s", desk.timing.steps_per_second()))
                               : "";
  const std::uint64_t left = session.stats().left_cells;
  const std::string leaving =
      left > 0 ? trf_n("{} cell has left the world", "{} cells have left the world", left) + "    " : std::string();
  const auto amount = desk.timing.total();
  const std::string total =
      amount ? fmt::format("{} {:.0f}    ", tr(session.registry().automaton(session.automaton())->substance.data()),
                           *amount)
             : "";
  return total + leaving +
         fmt::format("{}    {}{} x {}    {}", frames, pace, session.width(), session.height(), solver);
}

}  // namespace

void draw_speaker(Desk& desk, float side) {
  const bool silent = desk.settings.sound.muted || desk.settings.sound.volume_percent == 0;
  const bool possible = desk.actions.why_not(action::mute).empty();
  action_button(desk.actions, action::mute,
                {"sound", silent || !possible ? Icon::muted_speaker : Icon::speaker, false, side, false});
}

namespace {

// What the buttons of the controller in use do now; empty without one.
std::string pad_hint(Desk& desk) {
  const Bindings& bindings = desk.actions.bindings();
  if (!bindings.uses_pad()) return {};
  const auto name = [&](SDL_GameControllerButton button) { return bindings.name({pad(button)}); };
  if (desk.layout.popup_open() || desk.panel_focus.on())
    return trf("{} presses    {} goes back    {} {} next", name(SDL_CONTROLLER_BUTTON_A), name(SDL_CONTROLLER_BUTTON_B),
               name(SDL_CONTROLLER_BUTTON_LEFTSHOULDER), name(SDL_CONTROLLER_BUTTON_RIGHTSHOULDER));
  const auto keys = [&](std::string_view id) { return desk.actions.keys(id); };
  return trf("{} paints    {} erases    {} elements    {} panels", keys(action::cursor_paint),
             keys(action::cursor_erase), keys(action::wheel), keys(action::panel_next));
}

// Marks for the modifiers that stay down, if the settings say that they do. Each is as good as its key. Returns the
// end.
float draw_sticky(Desk& desk, ImVec2 at, float height) {
  if (!desk.settings.controls.sticky_modifiers) return at.x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const auto& [modifier, name] : {std::pair{kShift, "Shift"}, {kCtrl, "Ctrl"}, {kAlt, "Alt"}}) {
    const ImVec2 text = ImGui::CalcTextSize(name);
    const ImVec2 high = {at.x + text.x + px(12), at.y + height};
    const bool locks = desk.sticky.locks(modifier), holds = desk.sticky.holds(modifier);
    ImGui::SetCursorScreenPos(at);
    if (ImGui::InvisibleButton(name, {high.x - at.x, height})) desk.sticky.press(desk, modifier);
    mark_item(fmt::format("sticky/{}", name), tr("Stays down for the next key or click; pressed twice, until it is "
                                                 "pressed again."));
    if (locks) list.AddRectFilled(at, high, to_u32(theme().accent), px(5));
    list.AddRect(at, high, to_u32(holds ? theme().accent : theme().border), px(5), 0, px(holds ? 2.0f : 1.0f));
    list.AddText({at.x + px(6), at.y + (height - text.y) / 2},
                 to_u32(locks   ? theme().accent_text
                        : holds ? theme().accent
                                : theme().dim),
                 name);
    at.x = high.x + px(5);
  }
  return at.x + px(8);
}

// The whole message in a card over the world, as wide as it needs, in several lines if it is wider than `room`.
void draw_toast(Desk& desk, float middle, float bottom, float room) {
  const ImVec2 extent = ImGui::CalcTextSize(breakable(desk.messages.last().text).c_str(), nullptr, false, room);
  const ImVec2 high = {middle + extent.x / 2 + px(14), bottom};
  const ImVec2 low = {middle - extent.x / 2 - px(14), bottom - extent.y - px(14)};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRectFilled(low, high, to_u32(theme().panel), px(8));
  draw_text(list, {low.x + px(14), low.y + px(7)}, room + 1, tone_colour(desk.messages.last().tone),
            desk.messages.last().text);
}

// The message, or as many of its words as there is space for. Warnings, errors and advice without space get a card
// too, and with a controller, which cannot press the bar, every message.
void draw_message(Desk& desk, ImVec2 at, float width, float bar_top) {
  const Message& message = desk.messages.last();
  if (desk.messages.visible()) {
    const std::string shown = words_that_fit(message.text, width);
    ImGui::GetWindowDrawList()->AddText(at, to_u32(tone_colour(message.tone)), shown.c_str());
    const bool matters = message.tone >= Tone::warning || desk.actions.bindings().uses_pad();
    if (matters && shown != message.text)
      draw_toast(desk, (desk.layout.canvas().x + desk.layout.canvas().z) / 2, bar_top - TimeBar::thin_height() - px(12),
                 toast_room(ImGui::GetIO().DisplaySize.x));
  } else if (const std::string hint = pad_hint(desk); !hint.empty()) {
    ImGui::GetWindowDrawList()->AddText(at, to_u32(theme().dim), words_that_fit(hint, width).c_str());
  }
  if (ImGui::InvisibleButton("message", {std::max(1.0f, width + px(14)), px(30)}))
    desk.actions.perform(action::messages);
  landmarks().mark("status");
  if (!message.text.empty()) tooltip(message.text, tr("click: all messages"));
}

}  // namespace

void draw_message_over(Desk& desk, ImVec4 room) {
  if (desk.messages.visible()) {
    const float width = toast_room(room.z - room.x);
    const float height =
                    ImGui::CalcTextSize(breakable(desk.messages.last().text).c_str(), nullptr, false, width).y + px(14),
                top = desk.layout.below_cards(room.x, room.z, room.y + px(10));
    const float lowest = room.w - px(10);
    draw_toast(desk, (room.x + room.z) / 2, desk.layout.popup_open() ? lowest : std::min(top + height, lowest), width);
  }
  const auto share = desk.files.worlds.progress();
  if (!share) return;
  const float end = room.x + (room.z - room.x) * static_cast<float>(*share);
  ImGui::GetForegroundDrawList()->AddRectFilled({room.x, room.w - px(2)}, {end, room.w}, to_u32(theme().accent));
}

void draw_figures(Desk& desk) {
  section(tr("Figures"));
  wrapped_text(theme().dim, figures_text(desk, false));
  landmarks().mark("figures");
}

void draw_status_bar(Desk& desk, ImVec2 position, ImVec2 size) {
  if (!desk.settings.window.panels_visible) {
    if (desk.messages.visible()) draw_toast(desk, position.x + size.x / 2, position.y - px(4), toast_room(size.x));
    return;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(14), (size.y - ImGui::GetTextLineHeight()) / 2});
  begin_docked("##status", position, size);
  ImGui::PopStyleVar();
  const std::string right = figures_text(desk, size.x < px(960));
  const std::string middle = element_under_mouse(desk);
  const float right_at = size.x - ImGui::CalcTextSize(right.c_str()).x - px(kSpeakerPoints + 14);
  const CellView view = desk.session().view();
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
  // A thin line along the bar's upper edge while a world is being written.
  const auto share = desk.files.worlds.progress();
  if (share) {
    const float width = size.x * static_cast<float>(*share);
    list.AddRectFilled(position, {position.x + width, position.y + px(2)}, to_u32(theme().accent));
  }
  const float left = draw_sticky(desk, {position.x + px(14), position.y + px(4)}, size.y - px(8));
  ImGui::SetCursorScreenPos({left - px(14), position.y});
  draw_message(desk, {left, y}, position.x + middle_at - px(12) - left, position.y);
  // The solver's name, at the end of the figures, opens the list of solvers.
  const std::string solver = fmt::format("{} {}", desk.session().automaton(), backend_name(desk.session().backend()));
  const float name = ImGui::CalcTextSize(solver.c_str()).x,
              begin = right_at + ImGui::CalcTextSize(right.c_str()).x - name;
  ImGui::SetCursorPos({begin - px(4), 0});
  if (ImGui::InvisibleButton("solver", {name + px(8), size.y})) desk.panels->setup.open_solvers();
  landmarks().mark("status/solver");
  if (ImGui::IsItemHovered()) list.AddText({position.x + begin, y}, to_u32(theme().text), solver.c_str());
  tooltip(tr("What computes the world"), tr("click: the other solvers"));
  const float speaker = px(kSpeakerPoints);  // at the right end
  ImGui::SetCursorPos({size.x - speaker - px(6), (size.y - speaker) / 2});
  draw_speaker(desk, speaker);
  ImGui::End();
}

namespace {

constexpr float kThin = 8, kOpen = 58, kTrack = 20;  // points at 100 %; the track is the lower part of the open bar
constexpr float kThinNarrow = 24, kOpenNarrow = 80, kTrackNarrow = 28;
constexpr float kOpeningSeconds = 0.12f;
constexpr double kTapSeconds = 0.3;
constexpr float kButton = 28, kGap = 4, kSpeedText = 62, kPlaceText = 88;
constexpr float kRoomForSpeed = 560;  // in a narrower bar the speed is left out; it is in the side panel too

std::string ago(double seconds) {
  constexpr const char* kMinus = "\xe2\x88\x92";
  if (seconds < 60) return trf("{}{:.2f} s", kMinus, seconds);
  const auto whole = static_cast<int>(seconds);
  return trf("{}{}:{:02} min", kMinus, whole / 60, whole % 60);
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

float open_height() { return px(kOpen, kOpenNarrow); }

float button_side() { return px(kButton, kFinger); }

}  // namespace

float TimeBar::thin_height() { return std::round(px(kThin, kThinNarrow)); }

// Opens or closes it a little further, by the position of the mouse.
void TimeBar::open_or_close(ImVec4 canvas) {
  if (scrubbing_ && openness_ < 1) return;  // pressed before it was open: it must not move under the pointer
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float bottom = canvas.w + thin_height(),
              top = bottom - thin_height() - openness_ * (open_height() - thin_height());
  const bool over = mouse.x >= canvas.x && mouse.x < canvas.z && mouse.y >= top && mouse.y < bottom;
  const bool wanted =
      scrubbing_ || (over && !desk_.view.canvas.drawing() &&
                     !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
  // A finger that was lifted leaves it as it is.
  const float goal = (desk_.layout.finger_lifted() ? openness_ > 0.5f : wanted) ? 1.0f : 0.0f;
  const float most = desk_.settings.view.animates() ? ImGui::GetIO().DeltaTime / kOpeningSeconds : 1.0f;
  openness_ += std::clamp(goal - openness_, -most, most);
  if (openness_ < 1) opened_at_ = desk_.loop.now();
  if (openness_ != goal) desk_.loop.wake();
}

void TimeBar::controls(float width) {
  const auto button = [&](std::string_view id, const char* landmark, Icon icon, bool lit = false) {
    action_button(desk_.actions, id, {landmark, icon, lit, button_side()});
    ImGui::SameLine(0, px(kGap));
  };
  button(action::rewind, "time/rewind", Icon::rewind);
  button(action::step_back, "time/back", Icon::step_back);
  if (is_narrow()) return;  // the others are in the bar below
  button(action::play_pause, "time/play", desk_.simulation.playing() ? Icon::pause : Icon::play, true);
  button(action::step, "time/step", Icon::step);
  ImGui::SameLine(0, px(3 * kGap));
  if (width < px(kRoomForSpeed)) return;
  button(action::slower, "time/slower", Icon::minus);
  const std::string text = desk_.simulation.speed().text();
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

// With the focus: the arrows go a second back or on, Home and End to the ends.
void TimeBar::seek_by_keys(const TimelineFacts& line) {
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); };
  if (!desk_.panel_focus.on()) return;
  const auto second =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(desk_.simulation.steps_per_second(Speed()))));
  if (pressed(ImGuiKey_LeftArrow))
    desk_.files.replays.seek(line.now - std::min(second, line.now - line.oldest));
  else if (pressed(ImGuiKey_RightArrow))
    desk_.files.replays.seek(std::min(line.now + second, line.newest));
  else if (pressed(ImGuiKey_Home))
    desk_.files.replays.seek(line.oldest);
  else if (pressed(ImGuiKey_End))
    desk_.files.replays.seek(line.newest);
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
  const bool is_new = desk_.loop.now() - opened_at_ < kTapSeconds;
  if (ImGui::IsItemFocused()) seek_by_keys(line);
  const bool held = ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);  // not by Return
  if (held && ((open && !is_new) || !is_narrow() || ImGui::IsMouseDragging(ImGuiMouseButton_Left))) {
    scrubbing_ = true;
    desk_.files.replays.seek(position_at(line, part));
  }
  if (open && ImGui::IsItemHovered() && !ImGui::IsItemActive()) {
    const double seconds = desk_.simulation.seconds_ago(position_at(line, part));
    ImGui::SetNextWindowPos({ImGui::GetIO().MousePos.x, low.y - px(4)}, ImGuiCond_Always, {0.5f, 1});
    ImGui::SetTooltip("%s", seconds > 0 ? ago(seconds).c_str() : tr("Now"));
  }
  const TimelineFacts now = desk_.session().timeline();  // again, because scrubbing has changed it
  const float y = (low.y + high.y) / 2, half = px(open ? 2.0f : 1.5f), x = from + share_of(now, now.now) * way;
  const bool past = now.now < now.newest;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({from, y - half}, {from + way, y + half}, to_u32(theme().track), half);
  list.AddRectFilled({from, y - half}, {x, y + half},
                     to_u32(faint(theme().accent, past || open ? theme().accent.w : theme().accent.w * 0.35f)), half);
  if (const auto goal = desk_.files.replays.goal())
    list.AddCircle({from + share_of(now, *goal) * way, y}, px(open ? 5.0f : 3.0f), to_u32(theme().text), 0, px(1.5f));
  if (open || past) list.AddCircleFilled({x, y}, open ? knob : px(3.5f), to_u32(theme().accent));
}

void TimeBar::draw(ImVec4 canvas) {
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) scrubbing_ = false;
  open_or_close(canvas);
  const float bottom = canvas.w + thin_height(),
              height = std::round(thin_height() + openness_ * (open_height() - thin_height()));
  const ImVec2 low = {canvas.x, bottom - height}, high = {canvas.z, bottom};
  const float track_height = px(kTrack, kTrackNarrow);
  desk_.layout.cover({low.x, low.y, high.x, high.y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                      {px(14), std::max(0.0f, (height - track_height - button_side()) / 2)});
  begin_docked("##time", low, {high.x - low.x, height},
               kCardFlags | ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  const TimelineFacts line = desk_.session().timeline();
  if (openness_ == 1) {
    controls(high.x - low.x);
    // How long ago the shown position is, and the button that returns to the newest one.
    const double seconds = desk_.simulation.seconds_ago(desk_.session().timeline().now);
    const std::string text = seconds > 0 ? ago(seconds) : tr("now");
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("now", {px(kPlaceText), button_side()}) && seconds > 0)
      desk_.files.replays.seek(desk_.session().timeline().newest);
    landmarks().mark("time/now");
    const bool hovered = ImGui::IsItemHovered() && seconds > 0;
    tooltip(seconds > 0 ? tr("Back to the present") : tr("The present"), "");
    const ImU32 colour = to_u32(hovered ? theme().accent : seconds > 0 ? theme().text : theme().dim);
    ImGui::GetWindowDrawList()->AddText({at.x + px(8), at.y + (button_side() - ImGui::GetTextLineHeight()) / 2}, colour,
                                        text.c_str());
    // As wide as the thin line, so that each place on it means the same time.
    track(line, {low.x, high.y - track_height}, high);
  } else {
    track(line, low, high);
  }
  ImGui::End();
}

}  // namespace repose
