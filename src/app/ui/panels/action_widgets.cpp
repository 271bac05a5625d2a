#include "app/ui/panels/action_widgets.hpp"
#include <fmt/format.h>
#include <imgui.h>

#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

void action_items(const ActionTable& actions, std::string_view section) {
  for (const ActionRow& row : actions.rows()) {
    if (row.menu.section == section) {
      const std::string keys = is_narrow() ? "" : actions.keys(row.id), reason = actions.why_not(row.id),
                        label = actions.label(row.id);
      const std::string label_and_id = fmt::format("{}###{}", label, row.id);
      if (ImGui::MenuItem(label_and_id.c_str(), keys.c_str(), actions.is_on(row.id), reason.empty()))
        actions.perform(row.id);
      landmarks().mark(fmt::format("menu/{}", row.label_now ? row.id : label));
      const std::string_view about = reason.empty() ? row.about : std::string_view(reason);
      if (!about.empty()) tooltip(about);
    }
  }
}

void action_button(const ActionTable& actions, std::string_view id, const ActionButton& button) {
  ImGui::BeginDisabled(!actions.why_not(id).empty());
  const bool flat = !button.frame && !button.lit;
  if (flat) ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
  const bool pressed =
      icon_button(button.landmark, button.icon, actions.tip(id), actions.keys(id), button.lit, button.side);
  if (flat) ImGui::PopStyleColor();
  ImGui::EndDisabled();
  if (pressed) actions.perform(id);
}

std::string keys_for_both(const ActionTable& actions, std::string_view less, std::string_view more,
                          std::string before) {
  const std::string down = actions.keys(less), up = actions.keys(more);
  const std::string keys = down + (down.empty() || up.empty() ? "" : " and ") + up;
  return before + (before.empty() || keys.empty() ? "" : ", ") + keys;
}

}  // namespace repose
