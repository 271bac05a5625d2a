// The config editor's draft and the world outside: follows the running config and the file, runs and saves the draft,
// and asks before edits are lost.
#pragma once

#include <filesystem>
#include <string>

#include "app/files/config_watch.hpp"

namespace repose {

class ConfigDraft;
class FileBrowser;
class FileOpener;
class FrameLoop;
class Messages;
class Simulation;
struct Settings;

class DraftFiles {
 public:
  DraftFiles(ConfigDraft& draft, Simulation& simulation, FileOpener& files, FileBrowser& browser, Settings& settings,
             Messages& messages, const FrameLoop& loop)
      : draft_(draft),
        simulation_(simulation),
        files_(files),
        browser_(browser),
        settings_(settings),
        messages_(messages),
        loop_(loop) {}

  // Once per frame: follows the session's config and its file.
  void tick();
  // The name of the file; without a file, the title of the running config.
  std::string name() const;
  // The draft differs from the config that is running.
  bool applicable() const;
  // The draft comes from a file that came with Repose, which is never overwritten.
  bool shipped() const { return shipped_; }
  // save() needs a file that may be overwritten.
  bool can_save() const;

  // Shows another file, which does not run yet. False, with a message, if it cannot be read or edits would be lost.
  bool show_file(const std::filesystem::path& file);
  void apply();
  // Writes the file and runs it. Precondition: can_save().
  void save();
  // Asks for a name first.
  void save_as();

  // Whether edits are kept or discarded has to be answered.
  bool asking() const { return question_ != Question::none; }
  void keep_edits() { question_ = Question::none; }
  // The dialog that asks, while `open`. Sets `open` to false when it is closed without an answer.
  void draw_question(bool& open);

 private:
  enum class Question : unsigned char { none, other_loaded, changed_on_disk };

  void follow_file(const std::filesystem::path& file);
  // Shows the running config.
  void adopt();
  void follow_session();
  void follow_disk();
  void reload_from_disk();
  bool write(const std::filesystem::path& file);

  ConfigDraft& draft_;
  Simulation& simulation_;
  FileOpener& files_;
  FileBrowser& browser_;
  Settings& settings_;
  Messages& messages_;
  const FrameLoop& loop_;
  ConfigWatch watch_;
  bool shipped_ = false;
  bool started_ = false;                 // the running config has been seen
  std::string seen_text_, seen_source_;  // of the session's ruleset, at the last check
  Question question_ = Question::none;
};

}  // namespace repose
