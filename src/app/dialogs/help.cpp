// F1: every mouse gesture, and every action that has keys.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/actions/action_table.hpp"
#include "app/dialogs/help.hpp"
#include "app/dialogs/settings.hpp"
#include "app/files/settings.hpp"
#include "app/widgets/contains.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

void row(const std::string& keys, std::string_view title) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushStyleColor(ImGuiCol_Text, theme().accent);
  is_narrow() ? ImGui::TextWrapped("%s", keys.c_str()) : ImGui::TextUnformatted(keys.c_str());
  ImGui::PopStyleColor();
  ImGui::TableNextColumn();
  is_narrow() ? ImGui::TextWrapped("%s", std::string(title).c_str())
              : ImGui::TextUnformatted(title.data(), title.data() + title.size());
  landmarks().mark(fmt::format("help/{}", title));
}

bool begin_rows(const char* id, float keys_width) {
  if (!ImGui::BeginTable(id, 2, ImGuiTableFlags_SizingFixedFit)) return false;
  ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, keys_width);
  ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
  return true;
}

// A heading and the rows under it.
struct Group {
  std::string title;
  std::vector<std::pair<std::string, std::string_view>> rows;  // keys or gesture, effect
};

// What fingers do.
Group finger_gestures() {
  return {"Fingers",
          {{"One finger", "Paint; in lists, scroll"},
           {"Two fingers", "Move the view and zoom"},
           {"A finger that rests", "Pick the element under it, or explain a button"},
           {"A tap on the line", "Open the time line; a drag goes back in time"}}};
}

// Mouse gestures.
Group gestures(bool wheel_zooms) {
  return {"Mouse",
          {{"Left button", "Paint"},
           {"Right button", "Erase, or paint the second element"},
           {"Middle click, Alt+left", "Pick the element under the cursor"},
           {"Shift+drag", "Straight line"},
           {"Ctrl+drag", "Rectangle"},
           {"Ctrl+Shift+click", "Fill connected cells"},
           {wheel_zooms ? "Ctrl+wheel" : "Wheel", "Brush size"},
           {"Shift+wheel", "How much sand or water is poured"},
           {wheel_zooms ? "Wheel" : "Ctrl+wheel", "Zoom to the cursor"},
           {"Space+drag, middle drag", "Move the view"},
           {"Right click in the list", "Put an element on the right button"},
           {"Right drag", "Turn heights in three dimensions"},
           {"Drop a file here", "Open a file of any kind"}}};
}

// Gestures, then the actions that have keys, in the order of the table.
std::vector<Group> groups(const ActionTable& actions, bool wheel_zooms) {
  std::vector<Group> all;
  if (is_narrow()) all.push_back(finger_gestures());
  all.push_back(gestures(wheel_zooms));
  for (const ActionRow& row : actions.rows()) {
    std::string keys = actions.keys(row.id);
    if (keys.empty()) continue;
    auto group = std::ranges::find(all, row.group, &Group::title);
    if (group == all.end()) group = all.insert(all.end(), {std::string(row.group), {}});
    group->rows.emplace_back(std::move(keys), row.title);
  }
  return all;
}

// The rows in which the searched text is found: in keys, in effects, or in headings.
std::vector<Group> found(std::vector<Group> all, std::string_view search) {
  for (Group& group : all) {
    if (contains(group.title, search)) continue;
    std::erase_if(group.rows,
                  [&](const auto& row) { return !contains(row.first, search) && !contains(row.second, search); });
  }
  std::erase_if(all, [](const Group& group) { return group.rows.empty(); });
  return all;
}

// Scrolls the list with Page Up and Page Down.
void scroll_by_keys() {
  const float page = ImGui::GetWindowHeight() * 0.9f;
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); };
  if (pressed(ImGuiKey_PageDown)) ImGui::SetScrollY(ImGui::GetScrollY() + page);
  if (pressed(ImGuiKey_PageUp)) ImGui::SetScrollY(std::max(0.0f, ImGui::GetScrollY() - page));
}

float height_of(const Group& group) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float row = ImGui::GetTextLineHeight() + 2 * style.CellPadding.y;
  return ImGui::GetTextLineHeight() + px(2) + 3 * style.ItemSpacing.y + static_cast<float>(group.rows.size()) * row;
}

void draw_group(const Group& group) {
  section(group.title.c_str());
  float keys_width = px(96);
  for (const auto& [keys, title] : group.rows)
    keys_width = std::max(keys_width, ImGui::CalcTextSize(keys.c_str()).x + px(4));
  if (is_narrow()) keys_width = std::min(keys_width, ImGui::GetContentRegionAvail().x * 0.45f);
  if (!begin_rows(group.title.c_str(), keys_width)) return;
  for (const auto& [keys, title] : group.rows) row(keys, title);
  ImGui::EndTable();
}

using Column = std::vector<const Group*>;

// Gives each group, in this order, to the first column that has room for the whole group; empty if one does not fit
// into any column.
std::optional<std::vector<Column>> first_fit(const Column& groups, std::size_t columns, float room) {
  std::vector<Column> shared(columns);
  std::vector<float> taken(columns, 0.0f);
  for (const Group* group : groups) {
    const float height = height_of(*group);
    const auto free = std::ranges::find_if(taken, [&](float used) { return used + height <= room; });
    if (free == taken.end()) return std::nullopt;
    *free += height;
    shared[static_cast<std::size_t>(free - taken.begin())].push_back(group);
  }
  return shared;
}

// Divides whole groups among columns, in their order if possible, else with the longest first, which leaves less room
// unused; empty if they do not fit.
std::optional<std::vector<Column>> shared_out(const std::vector<Group>& all, std::size_t columns, float room) {
  Column groups;
  for (const Group& group : all) groups.push_back(&group);
  if (auto shared = first_fit(groups, columns, room)) return shared;
  std::ranges::stable_sort(groups, std::greater(), [](const Group* group) { return height_of(*group); });
  return first_fit(groups, columns, room);
}

// As many columns as fit at a readable width. Divides the groups so that no column is longer than the window, if
// possible.
void draw_columns(const std::vector<Group>& all) {
  constexpr float kColumn = 370;
  if (all.empty()) return ImGui::TextColored(theme().dim, "Nothing found.");
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const std::size_t columns = std::clamp<std::size_t>(static_cast<std::size_t>(room.x / px(kColumn)), 1, 3);
  auto shared = shared_out(all, columns, room.y);
  for (float longer = room.y; !shared; longer += ImGui::GetTextLineHeight()) shared = shared_out(all, columns, longer);
  if (!ImGui::BeginTable("columns", static_cast<int>(columns), ImGuiTableFlags_SizingStretchSame)) return;
  for (const Column& column : *shared) {
    ImGui::TableNextColumn();
    for (const Group* group : column) draw_group(*group);
  }
  ImGui::EndTable();
}

}  // namespace

// In the same line as the dialog's title, to leave more room for the list.
void HelpDialog::search_field() {
  constexpr float kButton = 120, kTitle = 150, kCross = 26, kGap = 16;
  const float right = ImGui::GetWindowContentRegionMax().x - px(kCross + kGap, 0);
  if (!is_narrow()) ImGui::SetCursorPos({ImGui::GetCursorPosX() + px(kTitle), ImGui::GetWindowContentRegionMin().y});
  if (ImGui::IsWindowAppearing()) {
    search_.clear();
    if (!is_narrow()) ImGui::SetKeyboardFocusHere();  // a screen keyboard would cover the list
  }
  ImGui::SetNextItemWidth(
      std::max(px(80), right - px(kButton) - ImGui::GetStyle().ItemSpacing.x - ImGui::GetCursorPosX()));
  ImGui::InputTextWithHint("##search", "Search keys and what they do", &search_);
  landmarks().mark("help/search");
  ImGui::SameLine();
  if (ImGui::Button("Change keys", {px(kButton), 0})) {
    close();
    settings_dialog_.open_keys();
  }
  landmarks().mark("help/change");
}

void HelpDialog::draw() {
  if (!begin_dialog("Keys and mouse", open_, 1240, 776)) return;
  search_field();
  ImGui::BeginChild("list");
  scroll_by_keys();
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {px(8), px(0.5f)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(8), px(4)});
  draw_columns(found(groups(actions_, settings_.controls.wheel_zooms), search_));
  ImGui::PopStyleVar(2);
  ImGui::EndChild();
  end_dialog();
}

}  // namespace repose
