#include "app/editor/draft_files.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <system_error>

#include "app/dialogs/file_browser.hpp"
#include "app/editor/config_draft.hpp"
#include "app/files/config_library.hpp"
#include "app/files/file_opener.hpp"
#include "app/files/settings.hpp"
#include "app/frame/frame_loop.hpp"
#include "app/frame/messages.hpp"
#include "app/simulation/simulation.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"
#include "core/files.hpp"
#include "platform/page.hpp"
#include "repose/paths.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

// The configs that come with Repose are never overwritten.
bool is_shipped(const fs::path& file) {
  const auto folder = find_data("configs");
  std::error_code error;
  return folder && fs::equivalent(file.parent_path(), *folder, error) && !error;
}

}  // namespace

void DraftFiles::follow_file(const fs::path& file) {
  shipped_ = is_shipped(file) || page::came_from_outside(file);
  watch_.follow(file);
}

bool DraftFiles::applicable() const { return draft_.text().text() != simulation_.session().ruleset().text; }

std::string DraftFiles::name() const {
  if (!draft_.file().empty()) return draft_.file().filename().string();
  return simulation_.session().ruleset().title.empty() ? "config" : simulation_.session().ruleset().title;
}

void DraftFiles::adopt() {
  const Ruleset& running = simulation_.session().ruleset();
  follow_file(running.source);
  draft_.adopt(running.text, running.source);
  question_ = Question::none;
}

void DraftFiles::follow_session() {
  const Ruleset& running = simulation_.session().ruleset();
  if (started_ && running.text == seen_text_ && running.source == seen_source_) return;
  const bool had_edits = started_ && draft_.edited();
  seen_text_ = running.text;
  seen_source_ = running.source;
  started_ = true;
  const bool ours = running.text == draft_.text().text() && fs::path(running.source) == draft_.file();
  if (ours) return;
  if (!had_edits) return adopt();
  question_ = Question::other_loaded;
}

void DraftFiles::tick() {
  follow_session();
  follow_disk();
}

bool DraftFiles::show_file(const fs::path& file) {
  if (draft_.edited()) {
    messages_.say("The config editor holds unsaved changes. Save or revert them first.", Tone::warning);
    return false;
  }
  std::string fault;
  const auto text = read_whole_file(file, kConfigBytesMax, fault);
  if (!text) {
    messages_.say(fault, Tone::error);
    return false;
  }
  follow_file(file);
  draft_.adopt(*text, file);
  return true;
}

void DraftFiles::apply() {
  files_.load_config(
      command::LoadConfigText{draft_.text().text(), draft_.file().string(), command::KeepWorld::by_name, false},
      name());
  follow_session();
}

void DraftFiles::reload_from_disk() {
  ConfigResult on_disk = read_config_file(watch_.file());
  if (!on_disk.ruleset || has_errors(on_disk.diagnostics)) {
    if (on_disk.ruleset) draft_.reload(on_disk.ruleset->text);
    return messages_.say(fmt::format("{} changed on disk. It has errors and was not loaded.", name()), Tone::warning);
  }
  const bool runs =
      fs::path(simulation_.session().ruleset().source) == watch_.file();  // then the automaton is not changed
  const Command load = runs ? Command{command::ReloadConfig{}} : Command{command::LoadConfigFile{watch_.file()}};
  files_.load_config(load, name());
  follow_session();
  adopt();
  messages_.say(fmt::format("Reloaded {}: it changed on disk.", name()),
                on_disk.diagnostics.empty() ? Tone::good : Tone::warning);
}

void DraftFiles::follow_disk() {
  if (!watch_.changed(loop_.now())) return;
  if (!draft_.edited()) return reload_from_disk();
  question_ = Question::changed_on_disk;
  messages_.say(fmt::format("{} changed on disk and has unsaved edits here.", name()), Tone::warning);
}

bool DraftFiles::write(const fs::path& file) {
  if (const Status status = write_whole_file(file, draft_.text().text()); !status) {
    messages_.say(status.message(), Tone::error);
    return false;
  }
  follow_file(file);
  draft_.note_saved(file);
  if (has_errors(draft_.analysis().diagnostics())) {
    messages_.say(fmt::format("Saved {}. It has errors, so it does not run.", name()), Tone::warning);
    return true;
  }
  apply();
  messages_.say(fmt::format("Saved {}.", name()), Tone::good);
  return true;
}

bool DraftFiles::can_save() const { return !draft_.file().empty() && !shipped_; }

void DraftFiles::save() { write(draft_.file()); }

void DraftFiles::save_as() {
  const std::string proposed = draft_.file().empty() ? "my.cfg" : shipped_ ? "my-" + name() : name();
  std::error_code ignored;
  const fs::path folder =
      draft_.file().empty() || shipped_ ? user_configs_folder() : draft_.file().parent_path();  // F4 lists the former
  if (!folder.empty()) {
    fs::create_directories(folder, ignored);
    browser_.set_folder(folder);
  }
  const auto chosen = [this](fs::path file) {
    if (file.extension().empty()) file += ".cfg";
    if (!write(file)) return;
    remember_recent(settings_, file);
    if (!page::exchanges_files()) return;
    const Status sent = write_whole_file(page::outgoing_folder() / file.filename(), draft_.text().text());
    if (!sent) messages_.say(sent.message(), Tone::error);
  };
  browser_.open({"Save the config as", true, {".cfg", ".txt"}, proposed, chosen, true});
}

void DraftFiles::draw_question(bool& open) {
  const bool disk = question_ == Question::changed_on_disk;
  const std::string title = fmt::format("{}###question", disk ? "The file has changed" : "Another config is running");
  if (!begin_dialog(title.c_str(), open, 460)) return;
  ImGui::TextWrapped("%s", disk ? fmt::format("{} changed on disk and has unsaved edits here.", name()).c_str()
                                : fmt::format("The editor holds unsaved edits of {}.", name()).c_str());
  ImGui::Dummy({0, px(4)});
  const char* discard = disk ? "Load from disk" : "Show the running config";
  if (primary_button("Keep my edits", px(130))) question_ = Question::none;
  landmarks().mark("editor/keep");
  ImGui::SameLine();
  if (ImGui::Button(discard, {px(150), 0})) {
    question_ = Question::none;
    disk ? reload_from_disk() : adopt();
  }
  landmarks().mark("editor/discard");
  tooltip("The edits will be lost.");
  end_dialog();
}

}  // namespace repose
