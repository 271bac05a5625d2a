#include "app/panels/config_editor.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include "app/app.hpp"
#include "app/landmarks.hpp"
#include "app/panels/severity.hpp"
#include "app/theme.hpp"
#include "app/widgets.hpp"
#include "repose/paths.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr double kAnalysisDelaySeconds = 0.15;  // a word is not called wrong while it is being typed
constexpr float kWidthMin = 280, kWidthShareMax = 0.6f;

// The configs that come with Repose stay as they are.
bool is_shipped(const fs::path& file) {
  const auto folder = find_data("configs");
  std::error_code error;
  return folder && fs::equivalent(file.parent_path(), *folder, error) && !error;
}

// Through a temporary name, so that the file is never half written. A link stays a link.
Status write_file(const fs::path& file, const std::string& text) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(file, error);
  const fs::path target = error ? file : real;
  const fs::path temporary = target.string() + ".part";
  const auto failed = [&] {
    return Status::failure(fmt::format("Cannot write {}: {}.", file.string(), std::generic_category().message(errno)));
  };
  std::FILE* out = std::fopen(temporary.c_str(), "wb");
  if (out == nullptr) return failed();
  const bool wrote = std::fwrite(text.data(), 1, text.size(), out) == text.size();
  const bool closed = std::fclose(out) == 0;
  if (!wrote || !closed) {
    Status status = failed();
    fs::remove(temporary, error);
    return status;
  }
  if (fs::exists(target, error)) fs::permissions(temporary, fs::status(target, error).permissions(), error);
  fs::rename(temporary, target, error);
  return error ? Status::failure(fmt::format("Cannot write {}: {}.", file.string(), error.message())) : Status();
}

std::size_t count_of(const Diagnostics& diagnostics, Severity severity) {
  return static_cast<std::size_t>(std::ranges::count(diagnostics, severity, &Diagnostic::severity));
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// "2 errors, 1 warning"; of a text without problems what is in it.
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

}  // namespace

// ---- text and session ----

bool ConfigEditor::applicable() const { return editor_.text() != app_.session().ruleset().text; }

std::string ConfigEditor::name() const {
  if (!file_.empty()) return file_.filename().string();
  return app_.session().ruleset().title.empty() ? "config" : app_.session().ruleset().title;
}

void ConfigEditor::follow_file(const fs::path& file) {
  file_ = file;
  shipped_ = is_shipped(file);
  watch_.follow(file);
}

void ConfigEditor::adopt() {
  const Ruleset& running = app_.session().ruleset();
  follow_file(running.source);
  saved_text_ = running.text;
  editor_.set_text(running.text);
  question_ = Question::none;
  element_ = running.elements.size() > 1 ? 1 : 0;
  partner_ = 0;
  renamed_element_ = -1;
  analyse();
}

void ConfigEditor::follow_session() {
  const Ruleset& running = app_.session().ruleset();
  if (started_ && running.text == seen_text_ && running.source == seen_source_) return;
  const bool had_edits = started_ && edited();
  seen_text_ = running.text;
  seen_source_ = running.source;
  started_ = true;
  const bool ours = running.text == editor_.text() && fs::path(running.source) == file_;
  if (ours) return;
  if (!had_edits) return adopt();
  question_ = Question::other_loaded;
}

void ConfigEditor::reload_from_disk() {
  ConfigResult on_disk = read_config_file(watch_.file());
  if (!on_disk.ruleset || has_errors(on_disk.diagnostics)) {
    if (on_disk.ruleset) {
      saved_text_ = on_disk.ruleset->text;
      editor_.set_text(saved_text_);
      analyse();
    }
    return app_.say(fmt::format("{} changed on disk, but has errors: not loaded.", name()), Tone::warning);
  }
  const bool runs = fs::path(app_.session().ruleset().source) == watch_.file();  // then it stays in its automaton
  const Command load = runs ? Command{command::ReloadConfig{}} : Command{command::LoadConfigFile{watch_.file()}};
  app_.load_config(load, name());
  follow_session();
  adopt();
  app_.say(fmt::format("Reloaded {}: it changed on disk.", name()),
           on_disk.diagnostics.empty() ? Tone::good : Tone::warning);
}

void ConfigEditor::follow_disk() {
  if (!watch_.changed(app_.now())) return;
  if (!edited()) return reload_from_disk();
  question_ = Question::changed_on_disk;
  app_.say(fmt::format("{} changed on disk while it has edits here.", name()), Tone::warning);
}

void ConfigEditor::tick() {
  follow_session();
  follow_disk();
  if (visible_) analyse_when_due();
}

void ConfigEditor::analyse() {
  analysis_.read(editor_.text(), file_.string());
  analysed_version_ = edited_version_ = editor_.version();
  const std::size_t count = analysis_.rules().elements.size();
  if (element_ >= count) element_ = 0;
  if (partner_ >= count) partner_ = 0;
}

void ConfigEditor::analyse_when_due() {
  const std::uint64_t version = editor_.version();
  if (version != edited_version_) edited_at_ = app_.now();
  edited_version_ = version;
  if (version == analysed_version_) return;
  if (tab_ != Tab::text || app_.now() - edited_at_ >= kAnalysisDelaySeconds) analyse();
}

void ConfigEditor::apply() {
  app_.load_config(command::LoadConfigText{editor_.text(), file_.string(), command::KeepWorld::by_name, false}, name());
  follow_session();
}

void ConfigEditor::revert() {
  editor_.change_to(saved_text_);
  analyse();
  text_view_.reveal_cursor();
  app_.say("Edits taken back. Ctrl+Z brings them again.");
}

bool ConfigEditor::write(const fs::path& file) {
  if (const Status status = write_file(file, editor_.text()); !status) {
    app_.say(status.message(), Tone::error);
    return false;
  }
  follow_file(file);
  saved_text_ = editor_.text();
  analyse();
  if (has_errors(analysis_.diagnostics())) {
    app_.say(fmt::format("Saved {}. Its errors keep it from running.", name()), Tone::warning);
    return true;
  }
  apply();
  app_.say(fmt::format("Saved {}.", name()), Tone::good);
  return true;
}

void ConfigEditor::save() {
  if (file_.empty() || shipped_) return save_as();
  write(file_);
}

void ConfigEditor::save_as() {
  text_view_.focus(false);
  const std::string proposed = file_.empty() ? "my.cfg" : shipped_ ? "my-" + name() : name();
  app_.browser().open({"Save the config as", true, {".cfg", ".txt"}, proposed, [this](fs::path file) {
                         if (file.extension().empty()) file += ".cfg";
                         if (write(file)) remember_recent(app_.settings(), file);
                       }});
}

void ConfigEditor::toggle() {
  visible_ = !visible_;
  text_view_.focus(visible_ && tab_ == Tab::text);
  if (visible_) analyse();
}

void ConfigEditor::cancel() {
  text_view_.focus(false);
  close_popups_ = true;
  if (question_ == Question::none || !visible_) return;
  question_ = Question::none;  // keeps the edits, which loses nothing
}

bool ConfigEditor::takes_key(SDL_Keycode key, unsigned char modifiers) const {
  if (!visible_) return false;
  const auto action = app_.bindings().find(key, modifiers, KeyContext::editor);
  if (text_view_.focused()) return action.has_value() || ConfigText::answers_to(key, modifiers);
  return form_focused_ && (action == Action::editor_undo || action == Action::editor_redo);
}

void ConfigEditor::use_shortcuts(const std::vector<KeyInput>& inputs) {
  for (const KeyInput& input : inputs) {
    const auto action = app_.bindings().find(input.key, input.modifiers, KeyContext::editor);
    if (form_focused_ && (action == Action::editor_undo || action == Action::editor_redo)) {
      action == Action::editor_undo ? editor_.undo() : editor_.redo();
      analyse();
    }
    if (!text_view_.focused()) continue;
    if (action == Action::editor_apply) return apply();
    if (action == Action::editor_save) return save();
  }
}

void ConfigEditor::change(const std::string& text, std::string_view problem) {
  if (text == editor_.text()) {
    if (!problem.empty()) app_.say(std::string(problem), Tone::warning);
    return;
  }
  editor_.change_to(text, merge_);
  analyse();
}

void ConfigEditor::note_activation() {
  if (ImGui::IsItemActivated()) ++merge_;
}

// ---- panel ----

float ConfigEditor::width(float window, float free) const {
  if (!visible_) return 0;
  const float most = std::min(window * kWidthShareMax, free - px(60));
  return std::max(px(120), std::min(std::max(px(width_), px(kWidthMin)), most));
}

void ConfigEditor::draw_splitter(ImVec2 position, float height) {
  const float grip = px(6);
  ImGui::SetCursorScreenPos(position);
  ImGui::PushClipRect(position, {position.x + grip, position.y + height}, false);  // it lies in the window's padding
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
  ImGui::TextUnformatted(name().c_str());
  ImGui::PopClipRect();
  ImGui::PopFont();
  tooltip(file_.empty() ? std::string("These rules came from no file.") : file_.string());
  if (edited()) {
    ImGui::SameLine();
    ImGui::TextColored(theme().accent, "Edited");
    landmarks().mark("editor/edited");
    tooltip("The text differs from its file.");
  }
  ImGui::SameLine(std::max(0.0f, right - side));
  if (icon_button("editor/close", Icon::cross, "Hide the editor; edits stay",
                  app_.bindings().keys(Action::config_editor), false, side))
    toggle();
}

void ConfigEditor::draw_toolbar() {
  const auto next = [](const char* label) {  // on this line if it fits
    const float width = ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
    const float end = ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + width;
    if (end <= ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x) ImGui::SameLine();
  };
  ImGui::BeginDisabled(!applicable());
  if (primary_button("Apply")) apply();
  landmarks().mark("editor/apply");
  ImGui::EndDisabled();
  tooltip("Runs this text. The world stays: elements are matched by name.", "Ctrl+Return");
  next("Revert");
  ImGui::BeginDisabled(!edited());
  if (ImGui::Button("Revert")) revert();
  landmarks().mark("editor/revert");
  ImGui::EndDisabled();
  tooltip("Back to the text of the file.");
  next("Save");
  if (ImGui::Button("Save")) save();
  landmarks().mark("editor/save");
  tooltip(
      shipped_ ? "This config came with Repose, so you are asked for another name." : "Writes the file and runs it.",
      "Ctrl+S");
  next("Save as...");
  if (ImGui::Button("Save as...")) save_as();
  landmarks().mark("editor/save_as");
}

void ConfigEditor::draw_tabs() {
  struct Entry {
    Tab tab;
    const char *label, *landmark, *tip;
  };
  constexpr Entry kEntries[] = {
      {Tab::text, "Text", "editor/tab_text", "The config as it is written"},
      {Tab::elements, "Elements", "editor/tab_form", "Colour, density and reactions, one element at a time"},
      {Tab::matrix, "Matrix", "editor/tab_matrix", "What happens when any two elements meet"}};
  const float width = (ImGui::GetContentRegionAvail().x - 2 * px(4)) / 3;
  for (const Entry& entry : kEntries) {
    if (entry.tab != Tab::text) ImGui::SameLine(0, px(4));
    const bool chosen = tab_ == entry.tab;
    ImGui::PushStyleColor(ImGuiCol_Button, chosen ? theme().raised : ImVec4(0, 0, 0, 0));
    ImGui::PushStyleColor(ImGuiCol_Text, chosen ? theme().text : theme().dim);
    if (ImGui::Button(entry.label, {width, 0})) {
      tab_ = entry.tab;
      text_view_.focus(tab_ == Tab::text);
      analyse();
    }
    ImGui::PopStyleColor(2);
    landmarks().mark(entry.landmark);
    tooltip(entry.tip);
    if (!chosen) continue;
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddRectFilled({low.x + px(10), high.y - px(2)}, {high.x - px(10), high.y},
                                              to_u32(theme().accent), px(1));
  }
}

void ConfigEditor::go_to(const Diagnostic& problem) {
  if (problem.line <= 0) return;
  tab_ = Tab::text;
  const std::size_t start = editor_.line_start(problem.line - 1);
  const std::size_t within = problem.column > 0 ? static_cast<std::size_t>(problem.column - 1) : 0;
  editor_.set_cursor(start + std::min(within, editor_.line(problem.line - 1).size()));
  text_view_.focus(true);
  text_view_.reveal_cursor();
}

float ConfigEditor::problems_height() const {
  constexpr std::size_t kRowsMax = 4;
  const float row = ImGui::GetTextLineHeight() + px(8);
  const std::size_t rows = std::min(analysis_.diagnostics().size(), kRowsMax);
  const float wanted = ImGui::GetTextLineHeight() + px(10) + (rows > 0 ? row * static_cast<float>(rows) + px(12) : 0);
  return std::min(wanted, ImGui::GetContentRegionAvail().y * 0.4f);
}

void ConfigEditor::draw_problems(float height) {
  const Diagnostics& problems = analysis_.diagnostics();
  const auto worst = std::ranges::max_element(problems, {}, &Diagnostic::severity);
  ImGui::TextColored(problems.empty() ? theme().dim : severity_colour(worst->severity), "%s",
                     summary(analysis_).c_str());
  if (problems.empty()) return;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(6), px(6)});
  ImGui::BeginChild("problems", {0, height - ImGui::GetTextLineHeightWithSpacing()}, true);
  ImGui::PopStyleVar();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(2)});
  const float row = ImGui::GetTextLineHeight() + px(6);
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const Diagnostic& d = problems[i];
    ImGui::PushID(static_cast<int>(i));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::Selectable("##problem", false, 0, {0, row})) go_to(d);
    landmarks().mark(fmt::format("editor/problem{}", i));
    if (ImGui::IsItemHovered()) show_problem_tooltip(d);
    const float y = at.y + (row - ImGui::GetTextLineHeight()) / 2;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_icon(list, severity_icon(d.severity), {at.x + px(9), at.y + row / 2}, px(12),
              to_u32(severity_colour(d.severity)));
    const std::string line = d.line > 0 ? std::to_string(d.line) : "";
    list.AddText({at.x + px(22), y}, to_u32(theme().dim), line.c_str());
    list.AddText({at.x + px(26) + ImGui::CalcTextSize("0000").x, y}, to_u32(theme().text), d.message.c_str());
    ImGui::PopID();
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

void ConfigEditor::draw(ImVec2 position, ImVec2 size, const std::vector<KeyInput>& inputs) {
  ImGui::SetNextWindowPos(position);
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin("##config", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar(2);
  if (close_popups_) {
    ImGui::ClosePopupsOverWindow(ImGui::GetCurrentWindow(), false);  // ImGui does so only with its keyboard navigation
  }
  close_popups_ = false;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  form_focused_ = tab_ != Tab::text && ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) &&
                  !ImGui::GetIO().WantTextInput;
  use_shortcuts(inputs);
  draw_splitter(position, size.y);
  ImGui::SetCursorScreenPos(start);
  draw_title();
  draw_toolbar();
  draw_tabs();
  const float problems = problems_height();
  const float body = std::max(px(60), ImGui::GetContentRegionAvail().y - problems - ImGui::GetStyle().ItemSpacing.y);
  if (tab_ == Tab::text) {
    text_view_.draw(editor_, analysis_, inputs, app_.now(), {0, body});
  } else {
    ImGui::BeginChild("form", {0, body});
    if (analysis_.rules().dialect == Dialect::wxsand) {
      draw_for_text_only();
    } else {
      tab_ == Tab::elements ? draw_elements() : draw_matrix();
    }
    ImGui::EndChild();
  }
  draw_problems(problems);
  ImGui::End();
}

void ConfigEditor::draw_for_text_only() {
  ImGui::Dummy({0, px(6)});
  ImGui::TextWrapped("Form and matrix are for configs in the sand.js dialect. This one is written for wxSand: change it in the text.");
  ImGui::Dummy({0, px(4)});
  if (ImGui::Button("To the text")) {
    tab_ = Tab::text;
    text_view_.focus(true);
  }
  landmarks().mark("editor/to_text");
}

void ConfigEditor::draw_question() {
  const bool disk = question_ == Question::changed_on_disk;
  const std::string title = fmt::format("{}###question", disk ? "The file has changed" : "Another config is running");
  bool open = asking();
  if (!begin_dialog(title.c_str(), open, 460)) {
    if (asking() && !open) cancel();
    return;
  }
  ImGui::TextWrapped(
      "%s", disk ? fmt::format("{} was changed on disk, and has edits here that are not saved.", name()).c_str()
                 : fmt::format("The editor holds edits of {} that are not saved.", name()).c_str());
  ImGui::Dummy({0, px(4)});
  const char* discard = disk ? "Load from disk" : "Show what runs";
  if (primary_button("Keep mine", px(130))) question_ = Question::none;
  landmarks().mark("editor/keep");
  ImGui::SameLine();
  if (ImGui::Button(discard, {px(150), 0})) {
    question_ = Question::none;
    disk ? reload_from_disk() : adopt();
  }
  landmarks().mark("editor/discard");
  tooltip("The edits are lost.");
  end_dialog();
  if (!open) cancel();
}

}  // namespace repose
