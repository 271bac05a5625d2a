#include "app/dialogs/config_problems.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/editor/severity.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

void draw_problem(const Diagnostic& d) {
  const ImVec4 colour = severity_colour(d.severity);
  const float line = ImGui::GetTextLineHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_icon(*ImGui::GetWindowDrawList(), severity_icon(d.severity), {at.x + line * 0.6f, at.y + line * 0.5f},
            line * 0.95f, to_u32(colour));
  ImGui::Indent(px(30));
  ImGui::PushStyleColor(ImGuiCol_Text, theme().dim);
  ImGui::TextUnformatted(place_of(d).c_str());
  ImGui::PopStyleColor();
  ImGui::TextWrapped("%s", d.message.c_str());
  if (!d.excerpt.empty()) {
    ImGui::PushFont(mono_font());
    ImGui::PushStyleColor(ImGuiCol_Text, theme().dim);
    ImGui::TextWrapped("%s", d.excerpt.c_str());
    ImGui::PopStyleColor();
    ImGui::PopFont();
  }
  if (!d.hint.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme().accent);
    ImGui::TextWrapped("%s", d.hint.c_str());
    ImGui::PopStyleColor();
  }
  ImGui::Unindent(px(30));
  ImGui::Dummy({0, px(4)});
}

}  // namespace

void ConfigProblemsDialog::open(ConfigProblems problems) {
  problems_ = std::move(problems);
  open_ = true;
}

void ConfigProblemsDialog::draw() {
  const std::string title = fmt::format("Problems in {}###problems", problems_.title);
  if (!begin_dialog(title.c_str(), open_, 680, 480)) return;
  ImGui::TextWrapped("%s", problems_.accept
                               ? "This config has errors and was not loaded. The running world is unchanged."
                               : "Problems in the config that is running.");
  ImGui::BeginChild("list", {0, -ImGui::GetFrameHeightWithSpacing() * (is_narrow() ? 2 : 1) - px(6)}, true);
  for (const Diagnostic& d : problems_.diagnostics) draw_problem(d);
  ImGui::EndChild();
  if (default_button("Close", px(110))) close();
  if (problems_.accept) {
    same_line_if_fits(button_width("Load without the errors"));
    if (ImGui::Button("Load without the errors")) {
      const Command command = *problems_.accept;
      close();
      load_(command, problems_.title);
    }
    tooltip("Leaves out the lines with errors and loads the rest.");
  }
  if (!problems_.file.empty() && edit_) {
    same_line_if_fits(button_width("Open in editor"));
    if (ImGui::Button("Open in editor")) {
      const auto first = std::ranges::find(problems_.diagnostics, Severity::error, &Diagnostic::severity);
      close();
      edit_(problems_.file, first == problems_.diagnostics.end() ? 1 : first->line);
    }
    landmarks().mark("problems/edit");
  }
  end_dialog();
}

}  // namespace repose
