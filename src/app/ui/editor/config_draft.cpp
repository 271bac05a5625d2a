// The text that the config editor edits, its analysis, and the text of its file to compare with.
#include "app/ui/editor/config_editor.hpp"

#include <fmt/format.h>

#include <system_error>

#include "app/desk/desk.hpp"
#include "app/widgets/widgets.hpp"
#include "core/files.hpp"
#include "core/language.hpp"
#include "repose/paths.hpp"

namespace repose {

constexpr double kAnalysisDelaySeconds = 0.15;  // problems are shown when typing has paused for this long

namespace fs = std::filesystem;

void ConfigDraft::adopt(const std::string& text, const fs::path& file) {
  follow_file(file);
  ++adoption_;
  set_text(text);
}

void ConfigDraft::set_text(const std::string& text) {
  saved_text_ = text;
  text_.set_text(text);
  analyse();
}

void ConfigDraft::revert() {
  text_.change_to(saved_text_);
  analyse();
}

bool ConfigDraft::change(const std::string& text) {
  if (text == text_.text()) return false;
  text_.change_to(text, undo_step_);
  analyse();
  return true;
}

void ConfigDraft::analyse() {
  analysis_.read(text_.text(), file_.string());
  analysed_version_ = edited_version_ = text_.version();
}

void ConfigDraft::analyse_when_due(double now, bool at_once) {
  if (text_.version() != edited_version_) edited_at_ = now;
  edited_version_ = text_.version();
  if (is_analysed()) return;
  if (at_once || now - edited_at_ >= kAnalysisDelaySeconds) analyse();
}

void ConfigAnalysis::read(const std::string& text, const std::string& file) {
  ConfigResult result = read_config(text, file);
  rules_ = std::move(result.ruleset).value_or(Ruleset{});
  rules_.text.clear();  // the editor stores the text
  diagnostics_ = std::move(result.diagnostics);
  worst_of_line_.clear();
  for (std::size_t i = 0; i < diagnostics_.size(); ++i) {
    const auto [place, first] = worst_of_line_.try_emplace(diagnostics_[i].line, i);
    if (!first && diagnostics_[i].severity > diagnostics_[place->second].severity) place->second = i;
  }
  notes_ = lint_rules(rules_);
  note_of_line_.clear();
  for (std::size_t i = 0; i < notes_.size(); ++i) note_of_line_.try_emplace(notes_[i].line, i);
  // Forms and completion are about what the text says.
  const auto added = [this](std::uint8_t element) { return rules_.elements[element].pours.has_value(); };
  const auto has_added = [&](const auto& r) { return added(r.a) || added(r.b) || added(r.c) || added(r.d); };
  std::erase_if(rules_.reactions, has_added);
  std::erase_if(rules_.directed, has_added);
  std::erase_if(rules_.decays, [&](const Decay& decay) { return added(decay.element); });
  std::erase_if(rules_.bursts, [&](const Burst& burst) { return added(burst.element); });
  std::erase_if(rules_.elements, [](const Element& element) { return element.pours.has_value(); });
  const std::size_t count = rules_.elements.size();
  element_of_name_.clear();
  for (std::size_t i = 0; i < count; ++i) element_of_name_[rules_.elements[i].name] = i;
  rule_of_pair_.assign(count * count, 0);
  for (std::size_t i = 0; i < rules_.reactions.size(); ++i) {
    const Reaction& r = rules_.reactions[i];
    if (r.anywhere) continue;
    rule_of_pair_[r.a * count + r.b] = rule_of_pair_[r.b * count + r.a] = static_cast<std::uint32_t>(i + 1);
  }
}

const Diagnostic* ConfigAnalysis::problem_of_line(int line) const {
  const auto found = worst_of_line_.find(line);
  return found == worst_of_line_.end() ? nullptr : &diagnostics_[found->second];
}

const Diagnostic* ConfigAnalysis::note_of_line(int line) const {
  const auto found = note_of_line_.find(line);
  return found == note_of_line_.end() ? nullptr : &notes_[found->second];
}

std::optional<Outcome> ConfigAnalysis::outcome(std::uint8_t a, std::uint8_t b) const {
  const std::uint32_t rule = rule_of_pair_[a * rules_.elements.size() + b];
  if (rule == 0) return std::nullopt;
  const Reaction& r = rules_.reactions[rule - 1];
  return r.a == a ? Outcome{r.c, r.d, r.line} : Outcome{r.d, r.c, r.line};
}

PairKind ConfigAnalysis::kind(std::uint8_t a, std::uint8_t b) const {
  if (rules_.elements[a].density_byte == rules_.elements[b].density_byte) return PairKind::never_meet;
  const std::optional<Outcome> result = outcome(a, b);
  if (!result) return PairKind::undefined;
  if (result->c == a && result->d == b) return PairKind::unchanged;
  return result->c == b && result->d == a ? PairKind::swap : PairKind::reaction;
}

const Element* ConfigAnalysis::element(std::string_view name) const {
  const auto found = element_of_name_.find(name);
  return found == element_of_name_.end() ? nullptr : &rules_.elements[found->second];
}

void ConfigDraft::follow_file(const fs::path& file) {
  file_ = file;
  shipped_ = is_shipped_folder(file.parent_path()) || page::came_from_outside(file);
  watch_.follow(file);
}

std::string ConfigDraft::name() const {
  if (!file_.empty()) return file_.filename().string();
  return desk_.session().ruleset().title.empty() ? "config" : desk_.session().ruleset().title;
}

void ConfigDraft::adopt_running() {
  const Ruleset& running = desk_.session().ruleset();
  adopt(running.text, running.source);
  question_ = Question::none;
}

void ConfigDraft::follow_session() {
  const Ruleset& running = desk_.session().ruleset();
  if (started_ && running.text == seen_text_ && running.source == seen_source_) return;
  const bool had_edits = started_ && edited();
  seen_text_ = running.text;
  seen_source_ = running.source;
  started_ = true;
  const bool ours = running.text == text_.text() && fs::path(running.source) == file_;
  if (ours) return;
  if (!had_edits) return adopt_running();
  question_ = Question::other_loaded;
}

void ConfigDraft::tick() {
  follow_session();
  if (!watch_.changed(desk_.loop.now())) return;
  if (!edited()) return reload_from_disk();
  question_ = Question::changed_on_disk;
  desk_.messages.say(trf("{} changed on disk and has unsaved edits here.", name()), Tone::warning);
}

bool ConfigDraft::show_file(const fs::path& file) {
  if (edited()) {
    desk_.messages.say(tr("The config editor holds unsaved changes. Save or revert them first."), Tone::warning);
    return false;
  }
  std::string fault;
  const auto text = read_whole_file(file, kConfigBytesMax, fault);
  if (!text) {
    desk_.messages.say(fault, Tone::error);
    return false;
  }
  adopt(*text, file);
  return true;
}

void ConfigDraft::apply() {
  desk_.files.opener.load_config(
      command::LoadConfigText{text_.text(), file_.string(), command::KeepWorld::by_name, false}, name());
  follow_session();
}

void ConfigDraft::reload_from_disk() {
  ConfigResult on_disk = read_config_file(watch_.file());
  if (!on_disk.ruleset || has_errors(on_disk.diagnostics)) {
    if (on_disk.ruleset) set_text(on_disk.ruleset->text);
    return desk_.messages.say(trf("{} changed on disk. It has errors and was not loaded.", name()), Tone::warning);
  }
  const bool runs = fs::path(desk_.session().ruleset().source) == watch_.file();  // then the automaton is not changed
  const Command load = runs ? Command{command::ReloadConfig{}} : Command{command::LoadConfigFile{watch_.file()}};
  desk_.files.opener.load_config(load, name());
  follow_session();
  adopt_running();
  desk_.messages.say(trf("Reloaded {}: it changed on disk.", name()),
                     on_disk.diagnostics.empty() ? Tone::good : Tone::warning);
}

bool ConfigDraft::write(const fs::path& file) {
  if (const Status status = write_whole_file(file, text_.text()); !status) {
    desk_.messages.say(status.message(), Tone::error);
    return false;
  }
  follow_file(file);
  saved_text_ = text_.text();
  analyse();
  if (has_errors(analysis_.diagnostics())) {
    desk_.messages.say(trf("Saved {}. It has errors, so it does not run.", name()), Tone::warning);
    return true;
  }
  apply();
  desk_.messages.say(trf("Saved {}.", name()), Tone::good);
  return true;
}

void ConfigDraft::save_as() {
  const std::string proposed = file_.empty() ? "my.cfg" : shipped_ ? "my-" + name() : name();
  std::error_code ignored;
  const fs::path folder =
      file_.empty() || shipped_ ? user_configs_folder() : file_.parent_path();  // F4 lists the former
  if (!folder.empty()) fs::create_directories(folder, ignored);
  const auto chosen = [this](fs::path file) {
    if (file.extension().empty()) file += ".cfg";
    if (!write(file)) return;
    remember_recent(desk_.settings, file);
    if (!page::exchanges_files()) return;
    const Status sent = write_whole_file(page::outgoing_folder() / file.filename(), text_.text());
    if (!sent) desk_.messages.say(sent.message(), Tone::error);
  };
  desk_.ask_for_file({.title = tr("Save the config as"),
                      .save = true,
                      .extensions = {".cfg", ".txt"},
                      .name = proposed,
                      .chosen = chosen,
                      .own = true,
                      .begin_in = folder});
}

void ConfigDraft::draw_question(bool& open) {
  const bool disk = question_ == Question::changed_on_disk;
  const std::string title =
      fmt::format("{}###question", disk ? tr("The file has changed") : tr("Another config is running"));
  if (!begin_dialog(title.c_str(), open, 460)) return;
  wrapped_text(disk ? trf("{} changed on disk and has unsaved edits here.", name())
                    : trf("The editor holds unsaved edits of {}.", name()));
  ImGui::Dummy({0, px(4)});
  const char* discard = disk ? tr("Load from disk") : tr("Show the running config");
  if (primary_button(tr("Keep my edits"), px(130))) question_ = Question::none;
  landmarks().mark("editor/keep");
  ImGui::SameLine();
  if (ImGui::Button(discard, {px(150), 0})) {
    question_ = Question::none;
    disk ? reload_from_disk() : adopt_running();
  }
  mark_item("editor/discard", tr("The edits will be lost."));
  end_dialog();
}

}  // namespace repose
