// F1: every live binding and mouse gesture.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/app.hpp"
#include "app/contains.hpp"
#include "app/landmarks.hpp"
#include "app/theme.hpp"
#include "app/widgets.hpp"

namespace repose {

namespace {

void row(const std::string& keys, std::string_view title) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushStyleColor(ImGuiCol_Text, theme().accent);
  ImGui::TextUnformatted(keys.c_str());
  ImGui::PopStyleColor();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(title.data(), title.data() + title.size());
  landmarks().mark(fmt::format("help/{}", title));
}

bool begin_rows(const char* id, float keys_width) {
  if (!ImGui::BeginTable(id, 2, ImGuiTableFlags_SizingFixedFit)) return false;
  ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, keys_width);
  ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
  return true;
}

// What one can do, under a heading.
struct Group {
  std::string title;
  std::vector<std::pair<std::string, std::string_view>> rows;  // how, what

  std::size_t height() const { return rows.size() + 2; }  // in rows, with the heading
};

// In the order in which the lists of gestures and actions name them.
std::vector<Group> groups(const Bindings& bindings, bool wheel_zooms) {
  std::vector<Group> all = {{"Mouse", {}}};
  for (const Gesture& gesture : Bindings::gestures(wheel_zooms)) all[0].rows.emplace_back(gesture.how, gesture.title);
  for (const ActionInfo& info : Bindings::actions()) {
    const auto named = [&](const Group& group) { return group.title == info.group; };
    auto group = std::ranges::find_if(all, named);
    if (group == all.end()) group = all.insert(all.end(), {std::string(info.group), {}});
    group->rows.emplace_back(bindings.keys(info.action), info.title);
  }
  return all;
}

// What has been searched for: in keys, in what they do, or in headings.
std::vector<Group> found(std::vector<Group> all, std::string_view search) {
  for (Group& group : all) {
    if (contains(group.title, search)) continue;
    std::erase_if(group.rows, [&](const auto& row) { return !contains(row.first, search) && !contains(row.second, search); });
  }
  std::erase_if(all, [](const Group& group) { return group.rows.empty(); });
  return all;
}

void search_field(App& app) {
  constexpr float kButton = 120;
  Ui& ui = app.ui();
  if (ImGui::IsWindowAppearing()) {
    ui.help_search.clear();
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(-px(kButton) - ImGui::GetStyle().ItemSpacing.x);
  ImGui::InputTextWithHint("##search", "Search keys and what they do", &ui.help_search);
  landmarks().mark("help/search");
  ImGui::SameLine();
  if (ImGui::Button("Change keys", {px(kButton), 0})) {
    ui.show_help = false;
    app.key_settings().open();
  }
  landmarks().mark("help/change");
}

// The wheel is at hand, these keys are too.
void scroll_by_keys() {
  const float page = ImGui::GetWindowHeight() * 0.9f;
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); };
  if (pressed(ImGuiKey_PageDown)) ImGui::SetScrollY(ImGui::GetScrollY() + page);
  if (pressed(ImGuiKey_PageUp)) ImGui::SetScrollY(std::max(0.0f, ImGui::GetScrollY() - page));
}

void draw_group(const Group& group) {
  section(group.title.c_str());
  float keys_width = px(96);
  for (const auto& [keys, title] : group.rows) keys_width = std::max(keys_width, ImGui::CalcTextSize(keys.c_str()).x + px(4));
  if (!begin_rows(group.title.c_str(), keys_width)) return;
  for (const auto& [keys, title] : group.rows) row(keys, title);
  ImGui::EndTable();
}

// Whole groups, shared out so that the columns end at about the same height.
void draw_columns(const std::vector<Group>& all, int columns) {
  std::size_t rows = 0;
  for (const Group& group : all) rows += group.height();
  if (rows == 0) return ImGui::TextColored(theme().dim, "Nothing of that name.");
  if (!ImGui::BeginTable("columns", columns, ImGuiTableFlags_SizingStretchSame)) return;
  std::size_t drawn = 0;
  int column = -1;
  for (const Group& group : all) {
    // A group begins the next column where more than half of it would lie beyond the end of this one.
    const auto wanted = static_cast<int>((drawn + group.height() / 2) * static_cast<std::size_t>(columns) / rows);
    if (column < 0 || wanted > column) {
      ImGui::TableNextColumn();
      ++column;
    }
    draw_group(group);
    drawn += group.height();
  }
  ImGui::EndTable();
}

}  // namespace

void draw_help(App& app) {
  if (!begin_dialog("Keys and mouse", app.ui().show_help, 1240, 776)) return;
  search_field(app);
  ImGui::BeginChild("list");
  scroll_by_keys();
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {px(8), px(1)});
  const auto columns = static_cast<int>(ImGui::GetContentRegionAvail().x / px(370));  // as many as are readable
  draw_columns(found(groups(app.bindings(), app.settings().wheel_zooms), app.ui().help_search), std::clamp(columns, 1, 3));
  ImGui::PopStyleVar();
  ImGui::EndChild();
  end_dialog();
}

}  // namespace repose
