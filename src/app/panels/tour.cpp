#include "app/panels/tour.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_table.hpp"
#include "app/files/settings.hpp"
#include "app/frame/layout.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

constexpr float kWidth = 320, kPointer = 9, kPointerGap = 6;

// Where a bubble is.
enum class At : unsigned char { canvas, beside, below, time_bar };

struct Bubble {
  At at;
  const char* landmark;  // of a widget, for `beside` and `below`
  const char* title;
  std::string (*text)(const ActionTable& actions);
};

std::string paint_text(const ActionTable&) {
  return "Hold the left mouse button and drag to pour matter. The right button erases, the wheel makes "
         "the brush "
         "larger. On a touch screen, one finger paints and two zoom.";
}

std::string elements_text(const ActionTable& actions) {
  return fmt::format(
      "These are the elements you can paint. Click one, or press {} and type a part of its name. A right click puts an "
      "element on the right button.",
      actions.way_to(action::search_element));
}

std::string time_text(const ActionTable& actions) {
  return fmt::format(
      "{} pauses and continues, {} undoes. The line below the world is its past: drag along it to rewind, or "
      "press {} to go back five seconds.",
      actions.way_to(action::play_pause), actions.way_to(action::undo), actions.way_to(action::rewind));
}

std::string scenes_text(const ActionTable& actions) {
  return fmt::format(
      "Scenes are worlds to start from; {} shows them with pictures. Configs ({}) define elements and their reactions, "
      "and {} "
      "edits them while they run.",
      actions.way_to(action::scene_gallery), actions.way_to(action::config_gallery),
      actions.way_to(action::config_editor));
}

std::string help_text(const ActionTable& actions) {
  return fmt::format(
      "The Solver menu has other ways to compute the world; {} switches between processor and graphics card. {} "
      "searches "
      "all actions, {} lists all keys.",
      actions.way_to(action::toggle_solver), actions.way_to(action::command_palette), actions.way_to(action::help));
}

constexpr std::array<Bubble, 5> kBubbles = {{{At::canvas, "", "Paint", paint_text},
                                             {At::beside, "search", "Elements", elements_text},
                                             {At::time_bar, "", "Time", time_text},
                                             {At::below, "menu/Scenes", "Scenes and configs", scenes_text},
                                             {At::below, "menu/Solver", "Processor, graphics card, help", help_text}}};

// What a bubble points to. If the widget is not visible, the bubble is on the canvas.
struct Anchor {
  At at;
  ImVec2 tip;
};

Anchor anchor_of(const Bubble& bubble, ImVec4 canvas) {
  const float middle = (canvas.x + canvas.z) / 2;
  const auto widget = landmarks().find(bubble.landmark);
  if (bubble.at == At::time_bar) return {At::time_bar, {middle, canvas.w}};
  if (!widget) return {At::canvas, {middle, canvas.y + px(40)}};  // below it there is room for painting
  if (bubble.at == At::beside) return {At::beside, {widget->z, (widget->y + widget->w) / 2}};
  return {At::below, {(widget->x + widget->z) / 2, widget->w}};
}

void put_next_window(const Anchor& anchor) {
  const float away = px(kPointer + kPointerGap);
  const ImVec2 t = anchor.tip;
  switch (anchor.at) {
    case At::canvas: return ImGui::SetNextWindowPos(t, ImGuiCond_Always, {0.5f, 0});
    case At::beside: return ImGui::SetNextWindowPos({t.x + away, t.y}, ImGuiCond_Always, {0, 0.5f});
    case At::below: return ImGui::SetNextWindowPos({t.x, t.y + away}, ImGuiCond_Always, {0.2f, 0});
    case At::time_bar: return ImGui::SetNextWindowPos({t.x, t.y - away}, ImGuiCond_Always, {0.5f, 1});
  }
}

// A small triangle from the bubble's edge to its target.
void draw_pointer(const Anchor& anchor, ImVec2 low, ImVec2 high) {
  const float reach = px(kPointer);
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const ImU32 colour = to_u32(theme().accent);
  const ImVec2 t = anchor.tip;
  if (anchor.at == At::beside) list.AddTriangleFilled(t, {low.x + 1, t.y - reach}, {low.x + 1, t.y + reach}, colour);
  if (anchor.at == At::below) list.AddTriangleFilled(t, {t.x + reach, low.y + 1}, {t.x - reach, low.y + 1}, colour);
  if (anchor.at == At::time_bar)
    list.AddTriangleFilled(t, {t.x - reach, high.y - 1}, {t.x + reach, high.y - 1}, colour);
}

void heading(Tour& tour, const char* title) {
  ImGui::PushFont(heading_font());
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(title);
  ImGui::PopFont();
  const float side = px(24);
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - side);
  ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
  if (icon_button("tour/close", Icon::cross, "Ends the tour. The Help menu starts it again.", "", false, side))
    tour.end();
  ImGui::PopStyleColor();
}

void buttons(Tour& tour, std::size_t step) {
  const bool last = step + 1 == kBubbles.size();
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(theme().dim, "%zu of %zu", step + 1, kBubbles.size());
  const float next = px(96), skip = px(92);
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - next - (last ? 0 : skip + px(8)));
  if (!last) {
    if (ImGui::Button("Skip tour", {skip, 0})) tour.end();
    landmarks().mark("tour/skip");
    ImGui::SameLine(0, px(8));
  }
  ImGui::PushID("tour");
  if (primary_button(last ? "Done" : "Next", next)) tour.next();
  ImGui::PopID();
  landmarks().mark("tour/next");
  tooltip(last ? "Ends the tour" : "Next part of the tour", "Enter");
}

}  // namespace

void Tour::start() {
  step_ = 0;
  settings_.window.panels_visible = settings_.tour_seen = true;
}

void Tour::next() {
  if (step_ && ++*step_ == kBubbles.size()) end();
}

void Tour::draw(ImVec4 canvas) {
  if (!step_) return;
  const Bubble& bubble = kBubbles[*step_];
  const Anchor anchor = anchor_of(bubble, canvas);
  put_next_window(anchor);
  ImGui::SetNextWindowSize({px(kWidth), 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(16), px(12)});
  ImGui::PushStyleColor(ImGuiCol_Border, theme().accent);
  ImGui::Begin("##tour", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  heading(*this, bubble.title);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(bubble.text(actions_).c_str());
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, px(2)});
  buttons(*this, static_cast<std::size_t>(&bubble - kBubbles.data()));
  const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  layout_.cover({low.x, low.y, low.x + size.x, low.y + size.y});
  draw_pointer(anchor, low, {low.x + size.x, low.y + size.y});
  ImGui::End();
}

}  // namespace repose
