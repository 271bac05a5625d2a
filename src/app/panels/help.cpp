// F1: every live binding and mouse gesture.
#include <imgui.h>

#include <string>
#include <vector>

#include "app/app.hpp"
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
}

bool begin_rows(const char* id) {
  if (!ImGui::BeginTable(id, 2, ImGuiTableFlags_SizingFixedFit)) return false;
  ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, px(170));
  ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
  return true;
}

void mouse_section(bool wheel_zooms) {
  section("Mouse");
  if (!begin_rows("mouse")) return;
  for (const Gesture& gesture : Bindings::gestures(wheel_zooms)) row(std::string(gesture.how), gesture.title);
  ImGui::EndTable();
}

void key_section(const Bindings& bindings, std::string_view group) {
  section(std::string(group).c_str());
  if (!begin_rows(std::string(group).c_str())) return;
  for (const ActionInfo& info : Bindings::actions()) {
    if (info.group == group) row(bindings.keys(info.action), info.title);
  }
  ImGui::EndTable();
}

}  // namespace

void draw_help(App& app) {
  if (!begin_dialog("Keys and mouse", app.ui().show_help, 920, 744)) return;
  ImGui::BeginChild("list", {0, -ImGui::GetFrameHeightWithSpacing() - px(6)});
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {px(8), px(2)});
  if (ImGui::BeginTable("columns", 2, ImGuiTableFlags_SizingStretchSame)) {
    ImGui::TableNextColumn();
    mouse_section(app.settings().wheel_zooms);
    for (const std::string_view group : {"Brush", "File", "Help"}) key_section(app.bindings(), group);
    ImGui::TableNextColumn();
    for (const std::string_view group : {"Simulation", "View", "Config editor"}) key_section(app.bindings(), group);
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
  if (primary_button("Close", px(110))) app.ui().show_help = false;
  end_dialog();
}

}  // namespace repose
