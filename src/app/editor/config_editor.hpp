// The config editor: a panel beside the world that edits a config as text, with forms, and as a matrix of pairs.
#pragma once

#include <imgui.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/editor/config_analysis.hpp"
#include "app/editor/config_text.hpp"
#include "app/files/config_watch.hpp"
#include "app/widgets/text_editor.hpp"

namespace repose {

class ActionTable;
class FileBrowser;
class FileOpener;
class FrameLoop;
class Messages;
class Simulation;
struct Settings;

class ConfigEditor {
 public:
  enum class Tab : unsigned char { text, elements, matrix };

  ConfigEditor(Simulation& simulation, FileOpener& files, FileBrowser& browser, Settings& settings, Messages& messages,
               FrameLoop& loop, const ActionTable& actions)
      : simulation_(simulation),
        files_(files),
        browser_(browser),
        settings_(settings),
        messages_(messages),
        loop_(loop),
        actions_(actions) {}

  // Call once per frame, even while hidden: follows the session's config and its file.
  void tick();
  // Width of the panel in points, in a window with `free` points beside the side panel; 0 while it is hidden.
  float width(float window, float free) const;
  // `inputs`: keys and text since the last frame.
  void draw(ImVec2 position, ImVec2 size, const std::vector<KeyInput>& inputs);
  // The dialog that asks whether to keep or discard edits. Separate from draw(), because a dialog covers everything.
  void draw_question();

  void toggle();
  bool visible() const { return visible_; }
  // True while a dialog of the editor waits for an answer.
  bool asking() const { return visible_ && question_ != Question::none; }
  // True until typed text has been analysed: another frame is needed although nothing moves.
  bool busy() const { return visible_ && editor_.version() != analysed_version_; }
  void cancel();
  // True when the text or form that is being edited uses this key.
  bool takes_key(SDL_Keycode key, unsigned char modifiers) const;

  // The text differs from the file; without a file, from the loaded text.
  bool edited() const { return editor_.text() != saved_text_; }
  // The text differs from the config that is running.
  bool applicable() const;
  TextEditor& editor() { return editor_; }
  const ConfigAnalysis& analysis() const { return analysis_; }
  Tab tab() const { return tab_; }
  const std::filesystem::path& file() const { return file_; }

  // Opens the editor at that line of the running config. If the text has been edited since, at the line equal to
  // `text`, if there is one.
  void show_line(int line, std::string_view text);

  void apply();
  void revert();
  // Edits of the text, by typing or by a form.
  void undo();
  void redo();
  void save();
  void save_as();

 private:
  enum class Question : unsigned char { none, other_loaded, changed_on_disk };

  void follow_file(const std::filesystem::path& file);
  // Shows the running config.
  void adopt();
  void follow_session();
  void follow_disk();
  void reload_from_disk();
  bool write(const std::filesystem::path& file);
  void analyse_when_due();
  void analyse();
  std::string name() const;

  void draw_splitter(ImVec2 position, float height);
  void draw_title();
  void draw_toolbar();
  void draw_tabs();
  void draw_problems(float height);
  float problems_height() const;
  void draw_problem_rows(const Diagnostics& problems, const char* landmark);
  void go_to(const Diagnostic& problem);
  // Call after undo or redo.
  void show_text_again();
  // The action of that key while the text or a form has the focus.
  std::optional<std::string_view> action_of(SDL_Keycode key, unsigned char modifiers) const;
  void use_shortcuts(const std::vector<KeyInput>& inputs);

  // Files and questions: config_editor_files.cpp. Problems: config_editor_problems.cpp.

  // config_form.cpp: the elements, one at a time.
  void draw_elements();
  void draw_element_list(ImVec2 size);
  void draw_add_element();
  void draw_element(ImVec2 size);
  void draw_name(const Element& element);
  void draw_colour(const Element& element);
  void draw_density(const Element& element);
  void draw_kinds(const Element& element);
  void draw_reactions();
  void draw_reaction_row(std::uint8_t other, float width);
  // The two products of a pair, as two choices, each `width` wide.
  void draw_products(std::uint8_t a, std::uint8_t b, float width);
  bool choose_element(const char* id, const std::string& landmark, float width, std::uint8_t& chosen, bool none);

  // Shown instead of the forms for dialects that they do not support.
  void draw_for_text_only();

  // config_matrix.cpp: all pairs at a glance.
  void draw_matrix();
  void draw_matrix_grid(ImVec2 size);
  void draw_matrix_legend();
  void draw_pair();

  // A change made by a form. The changes of one drag are undone in one step; `problem` is shown when nothing changes.
  void change(const std::string& text, std::string_view problem = {});
  // Call before a widget that can be dragged: its changes are undone together.
  void note_activation();

  Simulation& simulation_;
  FileOpener& files_;
  FileBrowser& browser_;
  Settings& settings_;
  Messages& messages_;
  FrameLoop& loop_;
  const ActionTable& actions_;
  TextEditor editor_;
  ConfigText text_view_;
  ConfigAnalysis analysis_;
  ConfigWatch watch_;
  std::filesystem::path file_;           // empty when the config has no file
  bool shipped_ = false;                 // the file came with Repose and is never overwritten
  std::string saved_text_;               // the content of the file
  std::string seen_text_, seen_source_;  // of the session's ruleset, at the last check
  std::uint64_t analysed_version_ = 0, edited_version_ = 0;
  double edited_at_ = 0;
  bool visible_ = false, started_ = false;
  bool lists_notes_ = false;     // below the problems
  bool reveal_element_ = false;  // scroll to the chosen element in the next frame
  bool close_popups_ = false;    // Escape was pressed
  bool form_focused_ = false;    // a form was clicked last, and no text field is active
  Question question_ = Question::none;
  Tab tab_ = Tab::text;
  float width_ = 440;                       // points at 100 %
  std::uint8_t element_ = 0, partner_ = 0;  // chosen in the forms
  int merge_ = 0;
  std::string new_name_, renamed_;
  int renamed_element_ = -1;
  std::string element_search_;
};

}  // namespace repose
