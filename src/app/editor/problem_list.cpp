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

constexpr float kRowPadding = 3;             // points above and below the text of a row
constexpr std::size_t kRemedyShownMax = 24;  // bytes; for longer lines the button only says that it adds one

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

std::string remedy_label(const Diagnostic& d) {
  const bool plain = std::ranges::all_of(d.remedy, [](char c) { return c >= ' ' && c <= '~' && c != '#'; });
  return plain && d.remedy.size() <= kRemedyShownMax ? "Add " + d.remedy : "Add the line";
}

// The button at the right end of a row, as high as the row. True when it was clicked.
bool draw_remedy(const std::string& label, const std::string& landmark) {
  ImGui::SameLine();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ImGui::GetStyle().FramePadding.x, px(kRowPadding)});
  const bool clicked = ImGui::Button(label.c_str());
  ImGui::PopStyleVar();
  landmarks().mark(landmark);
  tooltip("Adds this line at the end of the text.");
  return clicked;
}

// `all`: if false, only those with a remedy.
ProblemClick draw_problem_rows(const Diagnostics& problems, const char* landmark, bool all) {
  ProblemClick click;
  const float row = ImGui::GetTextLineHeight() + px(2 * kRowPadding);
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const Diagnostic& d = problems[i];
    if (!all && d.remedy.empty()) continue;
    ImGui::PushID(landmark);
    ImGui::PushID(static_cast<int>(i));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const std::string name = fmt::format("{}{}", landmark, i), label = d.remedy.empty() ? "" : remedy_label(d);
    const ImGuiStyle& style = ImGui::GetStyle();
    const float button =
        label.empty() ? 0 : ImGui::CalcTextSize(label.c_str()).x + 2 * style.FramePadding.x + style.ItemSpacing.x;
    const float width = std::max(px(60), ImGui::GetContentRegionAvail().x - button);
    if (ImGui::Selectable("##problem", false, 0, {width, row})) click = {&d, false};
    landmarks().mark(name);
    if (ImGui::IsItemHovered()) show_problem_tooltip(d);
    const float y = at.y + (row - ImGui::GetTextLineHeight()) / 2;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::PushClipRect(at, {at.x + width, at.y + row}, true);
    draw_icon(list, severity_icon(d.severity), {at.x + px(9), at.y + row / 2}, px(12),
              to_u32(severity_colour(d.severity)));
    const std::string line = d.line > 0 ? std::to_string(d.line) : "";
    list.AddText({at.x + px(22), y}, to_u32(theme().dim), line.c_str());
    list.AddText({at.x + px(26) + ImGui::CalcTextSize("0000").x, y}, to_u32(theme().text), d.message.c_str());
    ImGui::PopClipRect();
    if (!label.empty() && draw_remedy(label, name + "/remedy")) click = {&d, true};
    ImGui::PopID();
    ImGui::PopID();
  }
  return click;
}

}  // namespace

float ProblemList::height(const ConfigAnalysis& analysis) const {
  constexpr std::size_t kRowsMax = 4;
  const float row = ImGui::GetTextLineHeight() + px(8);
  const std::size_t notes = listed_notes(analysis);
  const std::size_t rows = std::min(analysis.diagnostics().size() + notes, kRowsMax);
  const float wanted = ImGui::GetTextLineHeight() + px(10) + (rows > 0 ? row * static_cast<float>(rows) + px(12) : 0);
  return std::min(wanted, ImGui::GetContentRegionAvail().y * 0.4f);
}

std::size_t ProblemList::listed_notes(const ConfigAnalysis& analysis) const {
  const auto listed = [this](const Diagnostic& d) { return lists_notes_ || !d.remedy.empty(); };
  return static_cast<std::size_t>(std::ranges::count_if(analysis.notes(), listed));
}

ProblemClick ProblemList::draw(const ConfigAnalysis& analysis, float height) {
  const Diagnostics &problems = analysis.diagnostics(), &notes = analysis.notes();
  const auto worst = std::ranges::max_element(problems, {}, &Diagnostic::severity);
  ImGui::TextColored(problems.empty() ? theme().dim : severity_colour(worst->severity), "%s",
                     summary(analysis).c_str());
  if (!notes.empty()) {
    const std::string label = counted(notes.size(), "note");
    const float width = ImGui::CalcTextSize(label.c_str()).x, right = ImGui::GetContentRegionMax().x - width;
    const float end = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + px(8);
    if (end <= right) ImGui::SameLine(right);  // else in a line of its own
    ImGui::TextColored(lists_notes_ ? theme().accent : theme().dim, "%s", label.c_str());
    landmarks().mark("editor/notes");
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsItemClicked()) lists_notes_ = !lists_notes_;
    tooltip("Notes, not errors: rules with little or no effect, and rules that create or destroy matter.");
  }
  if (problems.empty() && listed_notes(analysis) == 0) return {};
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(6), px(6)});
  ImGui::BeginChild("problems", {0, height - ImGui::GetTextLineHeightWithSpacing()}, true);
  ImGui::PopStyleVar();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(2)});
  const ProblemClick clicked = draw_problem_rows(problems, "editor/problem", true);
  const ProblemClick clicked_note = draw_problem_rows(notes, "editor/note", lists_notes_);
  ImGui::PopStyleVar();
  ImGui::EndChild();
  return clicked.problem != nullptr ? clicked : clicked_note;
}

}  // namespace repose
