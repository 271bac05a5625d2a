#include "app/editor/severity.hpp"

#include <fmt/format.h>

#include "app/widgets/theme.hpp"

namespace repose {

ImVec4 severity_colour(Severity severity) {
  return severity == Severity::error ? theme().error : severity == Severity::warning ? theme().warning : theme().dim;
}

Icon severity_icon(Severity severity) {
  return severity == Severity::error ? Icon::error : severity == Severity::warning ? Icon::warning : Icon::note;
}

std::string place_of(const Diagnostic& d) {
  if (d.line <= 0) return "The file";
  return d.column > 0 ? fmt::format("Line {}, column {}", d.line, d.column) : fmt::format("Line {}", d.line);
}

void show_problem_tooltip(const Diagnostic& d) {
  ImGui::PushFont(nullptr);
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(px(380));
  ImGui::TextUnformatted(d.message.c_str());
  if (!d.hint.empty()) ImGui::TextColored(theme().accent, "%s", d.hint.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
  ImGui::PopFont();
}

ImVec4 legible(Color color) {
  const bool dark = theme().name == ThemeName::dark;
  const float limit = dark ? 0.48f : 0.40f, target = dark ? 1.0f : 0.0f;
  ImVec4 shown = {static_cast<float>(color.r) / 255, static_cast<float>(color.g) / 255,
                  static_cast<float>(color.b) / 255, 1};
  const auto luminance = [&] { return 0.3f * shown.x + 0.59f * shown.y + 0.11f * shown.z; };
  for (int i = 0; i < 20 && (dark ? luminance() < limit : luminance() > limit); ++i) {
    constexpr float kStep = 0.1f;
    shown = {shown.x + (target - shown.x) * kStep, shown.y + (target - shown.y) * kStep,
             shown.z + (target - shown.z) * kStep, 1};
  }
  return shown;
}

}  // namespace repose
