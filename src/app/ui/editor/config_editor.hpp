// The config editor: a panel beside the world that edits a config as text, with forms, and as a matrix of pairs.
#pragma once

#include <unordered_map>

#include "app/desk/desk.hpp"
#include "app/ui/editor/text_editor.hpp"
#include "repose/config.hpp"
#include "repose/config_edit.hpp"

namespace repose {

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
  bool applicable() const { return text_.text() != desk_.session().ruleset().text; }
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

class ConfigForms {
 public:
  explicit ConfigForms(Desk& desk) : desk_(desk) {}

  // The elements, one at a time.
  void draw_elements();
  // All pairs at a glance.
  void draw_matrix();

 private:
  ConfigDraft& draft() const;
  const std::string& text() const;
  const Ruleset& rules() const;

  void draw_add_element();
  void draw_name(const Element& element);
  void draw_colour(const Element& element);
  void draw_density(const Element& element);
  void draw_kinds(const Element& element);
  // Our own words.
  void draw_more();
  bool draw_marks(const Element& element);
  bool draw_shares(const Element& element);
  bool draw_burst();
  bool draw_group_chips(bool sets);
  void draw_groups();
  void draw_whens();
  bool draw_when(const config_edit::WhenText& when);
  bool choose_word(const char* id, const std::string& landmark, float width, std::string& chosen);
  bool draw_parameter(const ParameterInfo& info);

  void draw_reactions();
  // The two products of a pair, as two choices, each `width` wide.
  void draw_products(std::uint8_t a, std::uint8_t b, float width);
  bool choose_element(const char* id, const std::string& landmark, float width, std::uint8_t& chosen, bool none);

  void draw_matrix_grid(ImVec2 size);

  // Keeps the chosen elements in the range of the analysis. Another config begins with its first choice.
  void follow_draft();
  // The changes of one drag are undone in one step; `problem` is shown when nothing changes.
  void change(const std::string& text, std::string_view problem = {});
  // A change that is undone alone.
  void change_once(const std::string& text, std::string_view problem = {});
  std::string about_its_group(std::string_view word, std::string_view otherwise = {}) const;
  bool slider(const std::string& landmark, const char* name, float& value, const std::string& shown,
              std::string_view tip = {});

  Desk& desk_;
  int adoption_ = -1;                       // of the draft, as last seen
  std::uint8_t element_ = 0, partner_ = 0;  // chosen
  bool reveal_element_ = false;             // scroll to the chosen element in the next frame
  bool more_ = false;                       // our own words are shown
  std::string new_name_, renamed_, new_group_;
  std::vector<config_edit::WhenText> whens_;  // of the text with this version
  std::uint64_t whens_version_ = 0;
  int renamed_element_ = -1;
};

// Completion in the config editor: the words that are possible at the cursor.

class ConfigCompletion {
 public:
  bool open() const { return !words_.empty(); }
  void close() { words_.clear(); }
  // After something was typed.
  void suggest(const TextEditor& editor, const ConfigAnalysis& analysis);
  // Up and Down choose, Tab and Return accept, Escape closes. False when the key is not used.
  bool handle_key(TextEditor& editor, SDL_Keycode key, unsigned char modifiers);
  // Draws the list below `place`, or above if there is no space below. True while the mouse is over it.
  bool draw(TextEditor& editor, const ConfigAnalysis& analysis, ImVec2 place, float line_height);

 private:
  void accept(TextEditor& editor, std::size_t word);

  std::vector<std::string> words_;
  std::size_t chosen_ = 0;
};

class ConfigText {
 public:
  // `inputs` are used while the text has the keyboard.
  void draw(TextEditor& editor, const ConfigAnalysis& analysis, const std::vector<KeyInput>& inputs, double now,
            ImVec2 size);

  bool focused() const { return focused_; }
  // A list of words to choose from is open.
  bool completing() const { return completion_.open(); }
  void focus(bool on) {
    focused_ = on;
    if (!on) completion_.close();
  }
  // Scrolls to the cursor in the next frame.
  void reveal_cursor() { reveal_ = true; }
  // True for keys that a text field handles itself; no other code may use them then.
  static bool answers_to(SDL_Keycode key, unsigned char modifiers);

 private:
  struct Layout {
    ImVec2 origin;     // of the first line's text, scrolled
    ImVec2 low, high;  // what is visible
    float gutter = 0, advance = 0, line_height = 0;
    int first = 0, last = 0;  // lines that are visible, last excluded
  };

  bool handle_key(TextEditor& editor, const KeyInput& input, int page_lines);
  void handle_mouse(TextEditor& editor, const Layout& layout);
  void draw_lines(const TextEditor& editor, const ConfigAnalysis& analysis, const Layout& layout) const;
  void draw_selection(const TextEditor& editor, const Layout& layout) const;
  void draw_gutter(const TextEditor& editor, const ConfigAnalysis& analysis, const Layout& layout) const;

  ConfigCompletion completion_;
  bool on_completion_ = false;  // the mouse is over the list: a click there keeps the focus in the text
  bool focused_ = false;
  bool reveal_ = false;
  float height_ = 0;
  bool blink_restarts_ = false;
  double blink_since_ = 0;
};

class ConfigEditor {
 public:
  enum class Tab : unsigned char { text, elements, matrix };

  explicit ConfigEditor(Desk& desk) : desk_(desk), draft_(desk), forms_(desk) {}

  // Call once per frame, even while hidden: follows the session's config and its file.
  void tick();
  // Width of the panel in points, in a window with `free` points beside the side panel; 0 while it is hidden.
  float width(float window, float free) const;
  // `inputs`: keys and text since the last frame.
  void draw(ImVec2 position, ImVec2 size, const std::vector<KeyInput>& inputs);
  // The dialog that asks whether to keep or discard edits. Separate from draw(), because a dialog covers everything.
  void draw_question() {
    bool open = asking();
    draft_.draw_question(open);
    if (asking() && !open) cancel();
  }

  void toggle();
  bool visible() const { return visible_; }
  // True while a dialog of the editor waits for an answer.
  bool asking() const { return visible_ && draft_.asking(); }
  // True until typed text has been analysed: another frame is needed although nothing moves.
  bool busy() const { return visible_ && !draft_.is_analysed(); }
  void cancel();
  // True when the text or form that is being edited uses this key.
  bool takes_key(SDL_Keycode key, unsigned char modifiers) const;

  ConfigDraft& draft() { return draft_; }
  Tab tab() const { return tab_; }

  // Opens the editor at that line of the running config. If the text has been edited since, at the line equal to
  // `text`, if there is one.
  void show_line(int line, std::string_view text);

  // Opens a file that does not run, with the cursor in that line, from 1.
  void edit_file(const std::filesystem::path& file, int line);

  // Edits of the text, by typing or by a form.
  void undo();
  void redo();
  // Asks for a name where the config has no file that may be overwritten.
  void save() { draft_.can_save() ? draft_.save() : save_as(); }

 private:
  void draw_splitter(ImVec2 position, float height);
  void draw_title();
  void draw_toolbar();
  void draw_tabs();
  // A place in the text, from 1; column 0: the start of the line.
  void go_to(int line, int column = 0);
  void save_as();
  // At the end of the text; one undo takes it back.
  void add_line(const std::string& line);
  void draw_problems(float height);
  std::size_t listed_notes() const;
  // Call after undo or redo.
  void show_text_again();
  // The action of that key while the text or a form has the focus.
  std::optional<std::string_view> action_of(SDL_Keycode key, unsigned char modifiers) const;

  Desk& desk_;
  ConfigDraft draft_;
  ConfigText text_view_;
  ConfigForms forms_;
  bool lists_notes_ = false;  // all of them, below the problems; if false, only those with a remedy
  Tab tab_ = Tab::text;
  bool visible_ = false;
  bool close_popups_ = false;  // Escape was pressed
  bool form_focused_ = false;  // a form was clicked last, and no text field is active
  float width_ = 440;          // points at 100 %
};

}  // namespace repose
