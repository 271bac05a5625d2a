#include "app/widgets/choose_value.hpp"

#include <imgui.h>

#include <algorithm>
#include <cctype>

#include "app/widgets/landmarks.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

// "open_left" is shown as "Open left".
std::string name_on_screen(std::string name) {
  std::ranges::replace(name, '_', ' ');
  if (!name.empty()) name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

}  // namespace

std::optional<double> choose_value(const ParameterInfo& info, double now, const std::string& landmark, float width) {
  std::optional<double> chosen;
  ImGui::SetNextItemWidth(width);
  const std::string id = "##" + landmark;
  const bool open = ImGui::BeginCombo(id.c_str(), name_on_screen(parameter_text(info, now)).c_str());
  if (!open) {
    landmarks().mark(landmark);
    tooltip(info.summary);
    return chosen;
  }
  {
    const FingerRows rows;
    for (std::size_t i = 0; i < info.choices.size(); ++i) {
      const std::string name(info.choice_names[i]);
      if (ImGui::Selectable(name_on_screen(name).c_str(), info.choices[i] == now)) chosen = info.choices[i];
      landmarks().mark(landmark + "/" + name);
    }
  }
  ImGui::EndCombo();
  return chosen != now ? chosen : std::nullopt;
}

}  // namespace repose
