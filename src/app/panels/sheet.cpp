#include "app/panels/sheet.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_table.hpp"
#include "app/actions/action_widgets.hpp"
#include "app/frame/layout.hpp"
#include "app/panels/palette_panel.hpp"
#include "app/panels/parameters.hpp"
#include "app/panels/side_panel.hpp"
#include "app/panels/status_bar.hpp"
#include "app/panels/toolbar.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

void Sheet::toggle(Page page) { page_ = page_ == page ? std::nullopt : std::optional(page); }

bool Sheet::close() {
  const bool was_open = is_open();
  page_.reset();
  return was_open;
}

ImVec4 Sheet::place(ImVec4 room) {
  constexpr float kShareOfHeight = 0.62f, kShareOfWidth = 0.6f;
  constexpr float kHighest = 520, kWidest = 340;
  const ImVec2 size = {room.z - room.x, room.w - room.y};
  if (window_form() == WindowForm::sideways)
    return {std::round(room.z - std::min(px(kWidest), size.x * kShareOfWidth)), room.y, room.z, room.w};
  return {room.x, std::round(room.w - std::min(px(kHighest), size.y * kShareOfHeight)), room.z, room.w};
}

ImVec4 Sheet::beside(ImVec4 room) const {
  if (!is_open()) return room;
  const ImVec4 taken = place(room);
  return window_form() == WindowForm::sideways ? ImVec4{room.x, room.y, taken.x, room.w}
                                               : ImVec4{room.x, room.y, room.z, taken.y};
}

void Sheet::tabs() {
  struct Tab {
    Page page;
    const char *title, *landmark;
  };
  constexpr std::array<Tab, 3> kTabs = {{{Page::elements, "Elements", "sheet/elements"},
                                         {Page::tools, "Tools", "sheet/tools"},
                                         {Page::world, "World", "sheet/world"}}};
  const float cross = ImGui::GetFrameHeight(), gap = px(4), room = ImGui::GetContentRegionAvail().x;
  const float width = std::floor((room - cross - gap * 3) / 3);
  for (const Tab& tab : kTabs) {
    if (chip(tab.title, page_ == tab.page, width)) page_ = tab.page;
    landmarks().mark(tab.landmark);
    ImGui::SameLine(0, gap);
  }
  ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
  if (icon_button("sheet/close", Icon::cross, "Close", "Escape", false, cross)) close();
  ImGui::PopStyleColor();
}

// What the bar leaves out of time, the speed, the parameters of the automaton, and figures.
void Sheet::world_page() {
  section("Time");
  for (const auto& [id, landmark, icon] : {std::tuple{action::step_back, "step-back", Icon::step_back},
                                           {action::redo, "redo", Icon::redo},
                                           {action::reset, "reset", Icon::reset},
                                           {action::clear, "clear", Icon::clear}}) {
    action_button(actions_, id, {landmark, icon, false, px(kFinger)});
    ImGui::SameLine(0, px(6));
  }
  status_.draw_speaker(px(kFinger));
  section("Speed");
  side_.speed();
  parameters_.draw();
  status_.draw_figures();
}

void Sheet::draw(ImVec4 room) {
  if (!is_open()) return;
  const ImVec4 at = place(room);
  layout_.cover(at);
  ImGui::SetNextWindowPos({at.x, at.y});
  ImGui::SetNextWindowSize({at.z - at.x, at.w - at.y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(12));
  ImGui::Begin("##sheet", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  tabs();
  if (page_ == Page::elements) {
    palette_.draw();
    if (palette_.take_pressed()) close();  // the next touch paints with it
  } else if (is_open()) {
    ImGui::BeginChild(page_ == Page::tools ? "tools" : "world");
    if (page_ == Page::tools) {
      side_.brush();
      toolbar_.draw_in_rows();
    } else {
      world_page();
    }
    ImGui::EndChild();
  }
  ImGui::End();
}

}  // namespace repose
