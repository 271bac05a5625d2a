// The text that the config editor edits, its analysis, and the text of its file to compare with.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/desk/files.hpp"
#include "app/ui/editor/text_editor.hpp"
#include "repose/config.hpp"

namespace repose {

struct Desk;

// The config editor's analysis of its text: elements, rules by pair, problems by line.
enum class PairKind : unsigned char { never_meet, undefined, unchanged, swap, reaction };

// The elements that a and b become when a meets b.
struct Outcome {
  std::uint8_t c = 0, d = 0;
  int line = 0;
};

class ConfigAnalysis {
 public:
  void read(const std::string& text, const std::string& file);

  // Empty when no element can be read. Without the elements that the reader adds for clones.
  const Ruleset& rules() const { return rules_; }
  const Diagnostics& diagnostics() const { return diagnostics_; }
  // The worst problem of a line (from 1); null when it has none.
  const Diagnostic* problem_of_line(int line) const;
  // Notes: rules without effect, and rules that create or destroy matter.
  const Diagnostics& notes() const { return notes_; }
  // The first note about a line; null when there is none.
  const Diagnostic* note_of_line(int line) const;

  std::optional<Outcome> outcome(std::uint8_t a, std::uint8_t b) const;
  PairKind kind(std::uint8_t a, std::uint8_t b) const;
  // The last element with that name.
  const Element* element(std::string_view name) const;

 private:
  Ruleset rules_;
  Diagnostics diagnostics_, notes_;
  std::vector<std::uint32_t> rule_of_pair_;  // number of the deciding reaction, from 1, at a * elements + b; 0 = none
  std::unordered_map<int, std::size_t> worst_of_line_, note_of_line_;
  std::unordered_map<std::string_view, std::size_t> element_of_name_;
};

// The text that is edited. Follows the running config and its file, runs and saves the text, and asks before edits are
// lost.
class ConfigDraft {
 public:
  explicit ConfigDraft(Desk& desk) : desk_(desk) {}

  TextEditor& text() { return text_; }
  const TextEditor& text() const { return text_; }
  const ConfigAnalysis& analysis() const { return analysis_; }
  // Empty when the config has no file.
  const std::filesystem::path& file() const { return file_; }
  // The name of the file; without a file, the title of the running config.
  std::string name() const;
  // The text differs from the file; without a file, from the loaded text.
  bool edited() const { return text_.text() != saved_text_; }
  // The text differs from the config that is running.
  bool applicable() const;
  // Changes whenever another config is shown.
  int adoption() const { return adoption_; }

  // Once per frame: follows the session's config and its file.
  void tick();
  // Shows another file, which does not run yet. False, with a message, if it cannot be read or edits would be lost.
  bool show_file(const std::filesystem::path& file);
  // Runs the text.
  void apply();
  // The text comes from a file that came with Repose, which is never overwritten.
  bool shipped() const { return shipped_; }
  // save() needs a file that may be overwritten.
  bool can_save() const { return !file_.empty() && !shipped_; }
  // Writes the file and runs it. Precondition: can_save().
  void save() { write(file_); }
  // Asks for a name first.
  void save_as();
  // Back to the text of the file. Can be undone.
  void revert();

  // Whether edits are kept or discarded has to be answered.
  bool asking() const { return question_ != Question::none; }
  void keep_edits() { question_ = Question::none; }
  // The dialog that asks, while `open`. Sets `open` to false when it is closed without an answer.
  void draw_question(bool& open);

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
  enum class Question : unsigned char { none, other_loaded, changed_on_disk };

  // From now on the text is that of this file, or will be written to it.
  void follow_file(const std::filesystem::path& file);
  // Replaces the text. It counts as saved.
  void set_text(const std::string& text);
  void adopt(const std::string& text, const std::filesystem::path& file);
  void adopt_running();
  void follow_session();
  void reload_from_disk();
  bool write(const std::filesystem::path& file);

  Desk& desk_;
  TextEditor text_;
  ConfigAnalysis analysis_;
  std::filesystem::path file_;
  std::string saved_text_;  // the content of the file
  ConfigWatch watch_;       // of the file
  bool shipped_ = false;
  bool started_ = false;                 // the running config has been seen
  std::string seen_text_, seen_source_;  // of the session's ruleset, at the last check
  Question question_ = Question::none;
  std::uint64_t analysed_version_ = 0, edited_version_ = 0;
  double edited_at_ = 0;
  int adoption_ = 0, undo_step_ = 0;
};

}  // namespace repose
