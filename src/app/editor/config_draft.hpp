// The text that the config editor edits, its analysis, and the text of its file to compare with.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "app/editor/config_analysis.hpp"
#include "app/widgets/text_editor.hpp"

namespace repose {

class ConfigDraft {
 public:
  TextEditor& text() { return text_; }
  const TextEditor& text() const { return text_; }
  const ConfigAnalysis& analysis() const { return analysis_; }
  // Empty when the config has no file.
  const std::filesystem::path& file() const { return file_; }
  // The text differs from the file; without a file, from the loaded text.
  bool edited() const { return text_.text() != saved_text_; }
  // Changes whenever adopt() is called.
  int adoption() const { return adoption_; }

  // Replaces text and file. The text counts as saved.
  void adopt(const std::string& text, const std::filesystem::path& file);
  // Replaces the text by that of the file.
  void reload(const std::string& text);
  // The text has been written to this file.
  void note_saved(const std::filesystem::path& file);
  // Back to the text of the file. Can be undone.
  void revert();

  // A change made by a form. Changes since the last begin_undo_step() are undone together. False when `text` is what
  // there is already.
  bool change(const std::string& text);
  void begin_undo_step() { ++undo_step_; }

  void analyse();
  // Call once per frame: analyses edits when typing pauses, or `at_once`. `now`: seconds.
  void analyse_when_due(double now, bool at_once);
  // False until typed text has been analysed.
  bool is_analysed() const { return text_.version() == analysed_version_; }

 private:
  TextEditor text_;
  ConfigAnalysis analysis_;
  std::filesystem::path file_;
  std::string saved_text_;  // the content of the file
  std::uint64_t analysed_version_ = 0, edited_version_ = 0;
  double edited_at_ = 0;
  int adoption_ = 0, undo_step_ = 0;
};

}  // namespace repose
