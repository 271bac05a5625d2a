// The menus as a list, for narrow windows: first the names of the menus, then the items of the chosen one.
#include <imgui.h>

#include <algorithm>

#include "app/panels/menu_bar.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

constexpr float kIndent = 14;  // points, of the items of a menu that opens in place
constexpr const char* kList = "##menus";

}  // namespace

// In a list the menus of the bar are rows that lead to their items, and menus inside them open in place.
bool MenuBar::begin_menu(const char* label, bool enabled) {
  const bool open = !in_list_     ? ImGui::BeginMenu(label, enabled)
                    : depth_ == 0 ? leads_to(label)
                                  : unfolds(label, enabled);
  if (!in_list_ || depth_ > 0 || chosen_.empty()) landmarks().mark(std::string("menu/") + label);
  if (open) ++depth_;
  return open;
}

void MenuBar::end_menu() {
  --depth_;
  if (!in_list_) return ImGui::EndMenu();
  if (depth_ > 0) ImGui::Unindent(px(kIndent));
}

bool MenuBar::leads_to(const char* label) {
  if (!chosen_.empty()) return chosen_ == label;
  if (list_row(label, Icon::more)) {
    chosen_ = label;
    just_chosen_ = true;
    ImGui::SetScrollY(0);
    unfolded_.clear();
  }
  return false;
}

bool MenuBar::unfolds(const char* label, bool enabled) {
  ImGui::BeginDisabled(!enabled);
  const bool open = enabled && unfolded_ == label;
  if (list_row(label, open ? Icon::minus : Icon::plus)) unfolded_ = open ? "" : label;
  ImGui::EndDisabled();
  if (open) ImGui::Indent(px(kIndent));
  return open;
}

void MenuBar::separator() const {
  if (!in_list_) return ImGui::Separator();
  const float closer = ImGui::GetStyle().ItemSpacing.y / 2 - px(2);  // the rows have room around them already
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - closer);
  ImGui::Separator();
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - closer);
}

// A row that leaves the list open. True when it is pressed.
bool MenuBar::list_row(const char* label, Icon icon) {
  const bool pressed = ImGui::Selectable(label, false, ImGuiSelectableFlags_DontClosePopups);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  draw_icon(*ImGui::GetWindowDrawList(), icon, {high.x - px(18), (low.y + high.y) / 2}, px(16), to_u32(theme().dim));
  return pressed;
}

void MenuBar::open_list() {
  opens_list_ = true;
  chosen_.clear();
}

void MenuBar::draw_list(ImVec4 room) {
  if (opens_list_) ImGui::OpenPopup(kList);
  opens_list_ = false;
  constexpr float kWidest = 420;
  const ImVec2 size = {std::min(px(kWidest), room.z - room.x), room.w - room.y};
  const bool left = window_form() == WindowForm::upright;  // where the button is
  ImGui::SetNextWindowPos({left ? room.x : room.z, left ? room.w : room.y}, ImGuiCond_Always,
                          {left ? 0.0f : 1.0f, left ? 1.0f : 0.0f});
  ImGui::SetNextWindowSizeConstraints({size.x, 0}, size);
  list_is_open_ = ImGui::BeginPopup(kList, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  if (!list_is_open_) return;
  list_items();
  ImGui::EndPopup();
}

void MenuBar::list_items() {
  const FingerRows rows;
  const bool was_chosen = just_chosen_;
  in_list_ = true;
  if (!chosen_.empty()) back_row();
  menus();
  in_list_ = false;
  if (was_chosen) just_chosen_ = false;
}

// The name of the menu whose items are listed; leads back to the list of menus.
void MenuBar::back_row() {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Indent(px(28));
  ImGui::PushFont(heading_font());
  const bool pressed = ImGui::Selectable(chosen_.c_str(), false, ImGuiSelectableFlags_DontClosePopups);
  ImGui::PopFont();
  landmarks().mark("menu/back");
  ImGui::Unindent(px(28));
  draw_icon(*ImGui::GetWindowDrawList(), Icon::back, {at.x + px(10), at.y + ImGui::GetTextLineHeight() / 2}, px(16),
            to_u32(theme().accent));
  separator();
  if (!pressed) return;
  chosen_.clear();
  ImGui::SetScrollY(0);
}

}  // namespace repose
