#include "app/editor/problem_list.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/editor/severity.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// "2 errors, 1 warning"; for a text without problems the number of elements and rules.
std::string summary(const ConfigAnalysis& analysis) {
  const Ruleset& rules = analysis.rules();
  if (analysis.diagnostics().empty()) {
    return fmt::format("No problems. {}, {}.", counted(rules.elements.size(), "element"),
                       counted(rules.rule_count(), "rule"));
  }
  std::string text;
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
    const std::size_t count = count_of(analysis.diagnostics(), severity);
    if (count > 0) text += (text.empty() ? "" : ", ") + counted(count, severity_name(severity));
  }
  return text;
}

// Returns the one that was clicked; null when none was.
const Diagnostic* draw_problem_rows(const Diagnostics& problems, const char* landmark) {
  const Diagnostic* clicked = nullptr;
  const float row = ImGui::GetTextLineHeight() + px(6);
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const Diagnostic& d = problems[i];
    ImGui::PushID(landmark);
    ImGui::PushID(static_cast<int>(i));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::Selectable("##problem", false, 0, {0, row})) clicked = &d;
    landmarks().mark(fmt::format("{}{}", landmark, i));
    if (ImGui::IsItemHovered()) show_problem_tooltip(d);
    const float y = at.y + (row - ImGui::GetTextLineHeight()) / 2;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_icon(list, severity_icon(d.severity), {at.x + px(9), at.y + row / 2}, px(12),
              to_u32(severity_colour(d.severity)));
    const std::string line = d.line > 0 ? std::to_string(d.line) : "";
    list.AddText({at.x + px(22), y}, to_u32(theme().dim), line.c_str());
    list.AddText({at.x + px(26) + ImGui::CalcTextSize("0000").x, y}, to_u32(theme().text), d.message.c_str());
    ImGui::PopID();
    ImGui::PopID();
  }
  return clicked;
}

}  // namespace

float ProblemList::height(const ConfigAnalysis& analysis) const {
  constexpr std::size_t kRowsMax = 4;
  const float row = ImGui::GetTextLineHeight() + px(8);
  const std::size_t notes = lists_notes_ ? analysis.notes().size() : 0;
  const std::size_t rows = std::min(analysis.diagnostics().size() + notes, kRowsMax);
  const float wanted = ImGui::GetTextLineHeight() + px(10) + (rows > 0 ? row * static_cast<float>(rows) + px(12) : 0);
  return std::min(wanted, ImGui::GetContentRegionAvail().y * 0.4f);
}

const Diagnostic* ProblemList::draw(const ConfigAnalysis& analysis, float height) {
  const Diagnostics &problems = analysis.diagnostics(), &notes = analysis.notes();
  const auto worst = std::ranges::max_element(problems, {}, &Diagnostic::severity);
  ImGui::TextColored(problems.empty() ? theme().dim : severity_colour(worst->severity), "%s",
                     summary(analysis).c_str());
  if (!notes.empty()) {
    const std::string label = counted(notes.size(), "note");
    ImGui::SameLine(std::max(0.0f, ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(label.c_str()).x));
    ImGui::TextColored(lists_notes_ ? theme().accent : theme().dim, "%s", label.c_str());
    landmarks().mark("editor/notes");
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsItemClicked()) lists_notes_ = !lists_notes_;
    tooltip("Notes, not errors: rules without effect, and rules that create or destroy matter.");
  }
  const bool lists_notes = lists_notes_ && !notes.empty();
  if (problems.empty() && !lists_notes) return nullptr;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(6), px(6)});
  ImGui::BeginChild("problems", {0, height - ImGui::GetTextLineHeightWithSpacing()}, true);
  ImGui::PopStyleVar();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(2)});
  const Diagnostic* clicked = draw_problem_rows(problems, "editor/problem");
  const Diagnostic* clicked_note = lists_notes ? draw_problem_rows(notes, "editor/note") : nullptr;
  ImGui::PopStyleVar();
  ImGui::EndChild();
  return clicked != nullptr ? clicked : clicked_note;
}

}  // namespace repose
