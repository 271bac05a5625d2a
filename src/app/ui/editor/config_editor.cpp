#include "app/ui/editor/config_editor.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>

#include "app/desk/desk.hpp"
#include "app/widgets/widgets.hpp"
#include "core/language.hpp"

namespace repose {

constexpr float kWidthMin = 280, kWidthShareMax = 0.6f;
constexpr float kWorldWidthMin = 200;  // points that the editor leaves for the world, ...
constexpr float kLeastShare = 0.6f;    // ... unless it would get less than this share of the space

// ---- text and session ----

void ConfigEditor::tick() {
  draft_.tick();
  if (visible_) draft_.analyse_when_due(desk_.loop.now(), tab_ != Tab::text);
}

void ConfigEditor::toggle() {
  visible_ = !visible_;
  text_view_.focus(visible_ && tab_ == Tab::text);
  if (visible_) draft_.analyse();
}

void ConfigEditor::cancel() {
  text_view_.focus(false);
  close_popups_ = true;
  if (visible_) draft_.keep_edits();
}

void ConfigEditor::save_as() {
  text_view_.focus(false);
  draft_.save_as();
}

void ConfigEditor::undo() {
  draft_.text().undo();
  show_text_again();
}

void ConfigEditor::redo() {
  draft_.text().redo();
  show_text_again();
}

void ConfigEditor::show_text_again() {
  if (form_focused_) draft_.analyse();
  if (text_view_.focused()) text_view_.reveal_cursor();
}

bool ConfigEditor::takes_key(SDL_Keycode key, unsigned char modifiers) const {
  if (!visible_) return false;
  if (text_view_.completing() && key == SDLK_ESCAPE) return true;
  if (text_view_.focused() && ConfigText::answers_to(key, modifiers)) return true;
  return action_of(key, modifiers).has_value();
}

std::optional<std::string_view> ConfigEditor::action_of(SDL_Keycode key, unsigned char modifiers) const {
  const auto id = desk_.actions.bindings().find(key, modifiers, KeyContext::editor);
  const bool in_form = form_focused_ && (id == action::editor_undo || id == action::editor_redo);
  return text_view_.focused() || in_form ? id : std::nullopt;
}

void ConfigEditor::show_line(int line, std::string_view text) {
  desk_.settings.window.panels_visible = true;
  if (!visible_) toggle();
  int found = std::clamp(line - 1, 0, draft_.text().line_count() - 1);
  const auto reads_so = [&](int i) { return draft_.text().line(i).find(text) != std::string_view::npos; };
  for (int i = 0; i < draft_.text().line_count() && !reads_so(found); ++i) {
    if (reads_so(i)) found = i;
  }
  go_to(found + 1);
}

void ConfigEditor::edit_file(const std::filesystem::path& file, int line) {
  if (!draft_.show_file(file)) return;
  desk_.settings.window.panels_visible = true;
  if (!visible_) toggle();
  draft_.analyse();
  go_to(std::clamp(line, 1, draft_.text().line_count()));
}

void ConfigEditor::go_to(int line, int column) {
  if (line <= 0) return;
  tab_ = Tab::text;
  const auto within = static_cast<std::size_t>(std::max(column - 1, 0));
  draft_.text().set_cursor(draft_.text().line_start(line - 1) + std::min(within, draft_.text().line(line - 1).size()));
  text_view_.focus(true);
  text_view_.reveal_cursor();
}

void ConfigEditor::add_line(const std::string& line) {
  draft_.begin_undo_step();
  draft_.change(config_edit::add_line(draft_.text().text(), line));
  draft_.begin_undo_step();
  const int last = draft_.text().line_count();
  if (tab_ == Tab::text) go_to(draft_.text().line(last - 1).empty() ? last - 1 : last);
  desk_.messages.say(trf("Added: {}. {} takes it back.", line, desk_.actions.way_at_start(action::editor_undo)));
}

// ---- panel ----

float ConfigEditor::width(float window, float free) const {
  if (!visible_) return 0;
  const float beside_world = std::max(free - px(kWorldWidthMin), free * kLeastShare);
  const float most = std::min(window * kWidthShareMax, beside_world);
  return std::max(px(120), std::min(std::max(px(width_), px(kWidthMin)), most));
}

void ConfigEditor::draw_splitter(ImVec2 position, float height) {
  const float grip = px(6);
  ImGui::SetCursorScreenPos(position);
  ImGui::PushClipRect(position, {position.x + grip, position.y + height}, false);  // it is in the window's padding
  ImGui::InvisibleButton("splitter", {grip, height});
  landmarks().mark("editor/splitter");
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (ImGui::IsItemActive()) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float wanted = (window.x - ImGui::GetIO().MousePos.x) / ui_scale();
    width_ = std::clamp(wanted, kWidthMin, std::max(kWidthMin, window.x * kWidthShareMax / ui_scale()));
  }
  const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
  ImGui::GetWindowDrawList()->AddRectFilled(position, {position.x + px(lit ? 3.0f : 1.0f), position.y + height},
                                            to_u32(lit ? theme().accent : theme().border));
  ImGui::PopClipRect();
}

void ConfigEditor::draw_title() {
  const float side = ImGui::GetFrameHeight();
  const float right = ImGui::GetContentRegionMax().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::AlignTextToFramePadding();
  ImGui::PushFont(heading_font());
  ImGui::PushClipRect(at, {at.x + std::max(1.0f, right - side * 4), at.y + side}, true);
  ImGui::TextUnformatted(draft_.name().c_str());
  ImGui::PopClipRect();
  ImGui::PopFont();
  const std::string file = draft_.file().string();
  tooltip(file.empty() ? tr("These rules were not loaded from a file.") : file);
  if (draft_.edited()) {
    ImGui::SameLine();
    coloured_text(theme().accent, tr("Edited"));
    mark_item("editor/edited", tr("The text differs from its file."));
  }
  ImGui::SameLine(std::max(0.0f, right - side));
  if (icon_button("editor/close", Icon::cross, tr("Close the editor; edits are kept"),
                  desk_.actions.keys(action::config_editor), false, side))
    toggle();
}

void ConfigEditor::draw_toolbar() {
  const auto next = [](const char* label) { same_line_if_fits(button_width(label)); };
  ImGui::BeginDisabled(!draft_.applicable());
  if (primary_button(tr("Apply"))) draft_.apply();
  landmarks().mark("editor/apply");
  ImGui::EndDisabled();
  tooltip(tr("Runs this text and keeps the world: elements are matched by name."),
          desk_.actions.keys(action::editor_apply));
  next(tr("Revert"));
  ImGui::BeginDisabled(!draft_.edited());
  if (button(tr("Revert"), "editor/revert")) {
    draft_.revert();
    text_view_.reveal_cursor();
    desk_.messages.say(trf("Edits reverted. {} restores them.", desk_.actions.way_at_start(action::editor_undo)));
  }
  ImGui::EndDisabled();
  tooltip(tr("Restores the text of the file."));
  next(tr("Save"));
  if (button(tr("Save"), "editor/save")) save();
  tooltip(draft_.shipped() ? tr("This config came with Repose, so it is saved under another name.")
                           : tr("Writes the file and runs it."),
          desk_.actions.keys(action::editor_save));
  next(tr("Save as..."));
  if (button(tr("Save as..."), "editor/save_as")) save_as();
}

void ConfigEditor::draw_tabs() {
  struct Entry {
    Tab tab;
    const char *label, *landmark, *tip;
  };
  constexpr Entry kEntries[] = {
      {Tab::text, text_id("Text"), "editor/tab_text", text_id("The text of the config")},
      {Tab::elements, text_id("Elements"), "editor/tab_form",
       text_id("Colour, density and reactions, one element at a time")},
      {Tab::matrix, text_id("Matrix"), "editor/tab_matrix", text_id("What happens when any two elements meet")}};
  const float width = (ImGui::GetContentRegionAvail().x - 2 * px(4)) / 3;
  for (const Entry& entry : kEntries) {
    if (entry.tab != Tab::text) ImGui::SameLine(0, px(4));
    const bool chosen = tab_ == entry.tab;
    ImGui::PushStyleColor(ImGuiCol_Button, chosen ? theme().raised : ImVec4(0, 0, 0, 0));
    ImGui::PushStyleColor(ImGuiCol_Text, chosen ? theme().text : theme().dim);
    if (ImGui::Button(tr(entry.label), {width, 0})) {
      tab_ = entry.tab;
      text_view_.focus(tab_ == Tab::text);
      draft_.analyse();
    }
    ImGui::PopStyleColor(2);
    mark_item(entry.landmark, tr(entry.tip));
    if (!chosen) continue;
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddRectFilled({low.x + px(10), high.y - px(2)}, {high.x - px(10), high.y},
                                              to_u32(theme().accent), px(1));
  }
}

void ConfigEditor::draw(ImVec2 position, ImVec2 size, const std::vector<KeyInput>& inputs) {
  begin_docked("##config", position, size);
  // ImGui does this only with its keyboard navigation.
  if (std::exchange(close_popups_, false)) ImGui::ClosePopupsOverWindow(ImGui::GetCurrentWindow(), false);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  form_focused_ = tab_ != Tab::text && ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) &&
                  !ImGui::GetIO().WantTextInput;
  for (const KeyInput& input : inputs) {
    const auto id = action_of(input.key, input.modifiers);
    if (id) desk_.actions.perform(*id);
    if (id == action::editor_apply || id == action::editor_save) break;
  }
  if (!is_narrow()) draw_splitter(position, size.y);
  ImGui::SetCursorScreenPos(start);
  draw_title();
  draw_toolbar();
  draw_tabs();
  constexpr std::size_t kRowsMax = 4;
  const float row = ImGui::GetTextLineHeight() + px(8);
  const std::size_t rows = std::min(draft_.analysis().diagnostics().size() + listed_notes(), kRowsMax);
  const float wanted = ImGui::GetTextLineHeight() + px(10) + (rows > 0 ? row * static_cast<float>(rows) + px(12) : 0);
  const float problems = std::min(wanted, ImGui::GetContentRegionAvail().y * 0.4f);
  const float body = std::max(px(60), ImGui::GetContentRegionAvail().y - problems - ImGui::GetStyle().ItemSpacing.y);
  if (tab_ == Tab::text) {
    text_view_.draw(draft_.text(), draft_.analysis(), inputs, desk_.loop.now(), {0, body});
  } else {
    ImGui::BeginChild("form", {0, body}, false, ImGuiWindowFlags_NavFlattened);
    if (draft_.analysis().rules().dialect == Dialect::wxsand) {
      // Shown instead of the forms for dialects that they do not support.
      ImGui::Dummy({0, px(6)});
      wrapped_text(
          tr("Forms and matrix work for configs in the sand.js dialect only. This config is in the "
             "wxSand dialect: edit its text."));
      ImGui::Dummy({0, px(4)});
      if (button(tr("Edit the text"), "editor/to_text")) {
        tab_ = Tab::text;
        text_view_.focus(true);
      }
    } else {
      tab_ == Tab::elements ? forms_.draw_elements() : forms_.draw_matrix();
    }
    ImGui::EndChild();
  }
  draw_problems(problems);
  ImGui::End();
}

namespace {

constexpr float kRowPadding = 3;             // points above and below the text of a row
constexpr std::size_t kRemedyShownMax = 24;  // bytes; for longer lines the button only says that it adds one

struct ProblemClick {
  const Diagnostic* problem = nullptr;  // null: nothing was clicked
  bool on_remedy = false;               // on the button that adds Diagnostic::remedy to the text
};

std::string counted_problems(std::size_t count, Severity severity) {
  switch (severity) {
    case Severity::error: return trf_n("{} error", "{} errors", count);
    case Severity::warning: return trf_n("{} warning", "{} warnings", count);
    case Severity::note: break;
  }
  return trf_n("{} note", "{} notes", count);
}

// "2 errors, 1 warning"; for a text without problems the number of elements and rules.
std::string summary(const ConfigAnalysis& analysis) {
  const Ruleset& rules = analysis.rules();
  if (analysis.diagnostics().empty()) {
    return trf("No problems. {}, {}.", trf_n("{} element", "{} elements", paintable_count(rules)),
               trf_n("{} rule", "{} rules", rules.rule_count()));
  }
  std::string text;
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
    const std::size_t count = count_of(analysis.diagnostics(), severity);
    if (count > 0) text += (text.empty() ? "" : ", ") + counted_problems(count, severity);
  }
  return text;
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
    const bool plain = std::ranges::all_of(d.remedy, [](char c) { return c >= ' ' && c <= '~' && c != '#'; });
    const std::string name = fmt::format("{}{}", landmark, i);
    const std::string label = d.remedy.empty()                              ? ""
                              : plain && d.remedy.size() <= kRemedyShownMax ? trf("Add {}", d.remedy)
                                                                            : tr("Add the line");
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
    if (!label.empty()) {  // a button at the right end of the row, as high as the row
      ImGui::SameLine();
      ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {style.FramePadding.x, px(kRowPadding)});
      if (ImGui::Button(label.c_str())) click = {&d, true};
      ImGui::PopStyleVar();
      mark_item(name + "/remedy", tr("Adds this line at the end of the text."));
    }
    ImGui::PopID();
    ImGui::PopID();
  }
  return click;
}

}  // namespace

std::size_t ConfigEditor::listed_notes() const {
  const auto listed = [this](const Diagnostic& d) { return lists_notes_ || !d.remedy.empty(); };
  return static_cast<std::size_t>(std::ranges::count_if(draft_.analysis().notes(), listed));
}

// The list of problems and notes.
void ConfigEditor::draw_problems(float height) {
  const ConfigAnalysis& analysis = draft_.analysis();
  const Diagnostics &problems = analysis.diagnostics(), &notes = analysis.notes();
  const auto worst = std::ranges::max_element(problems, {}, &Diagnostic::severity);
  coloured_text(problems.empty() ? theme().dim : severity_colour(worst->severity), summary(analysis));
  if (!notes.empty()) {
    const std::string label = counted_problems(notes.size(), Severity::note);
    const float width = ImGui::CalcTextSize(label.c_str()).x, right = ImGui::GetContentRegionMax().x - width;
    const float end = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + px(8);
    if (end <= right) ImGui::SameLine(right);  // else in a line of its own
    coloured_text(lists_notes_ ? theme().accent : theme().dim, label);
    landmarks().mark("editor/notes");
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsItemClicked()) lists_notes_ = !lists_notes_;
    tooltip(tr("Notes, not errors: rules with little or no effect, and rules that create or destroy matter."));
  }
  if (problems.empty() && listed_notes() == 0) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(6), px(6)});
  ImGui::BeginChild("problems", {0, height - ImGui::GetTextLineHeightWithSpacing()}, true);
  ImGui::PopStyleVar();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(2)});
  ProblemClick click = draw_problem_rows(problems, "editor/problem", true);
  const ProblemClick click_on_note = draw_problem_rows(notes, "editor/note", lists_notes_);
  ImGui::PopStyleVar();
  ImGui::EndChild();
  if (click.problem == nullptr) click = click_on_note;
  if (click.problem == nullptr) return;
  if (click.on_remedy) return add_line(std::string(click.problem->remedy));  // a copy: the text is analysed again
  go_to(click.problem->line, click.problem->column);
}

}  // namespace repose
