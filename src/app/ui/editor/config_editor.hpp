// The config editor: a panel beside the world that edits a config as text, with forms, and as a matrix of pairs.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/editor/config_draft.hpp"
#include "app/ui/editor/config_forms.hpp"
#include "app/ui/editor/config_text.hpp"

namespace repose {

struct Desk;

// The config editor's list of problems and notes.
struct ProblemClick {
  const Diagnostic* problem = nullptr;  // valid until the text is analysed again; null: nothing was clicked
  bool on_remedy = false;               // on the button that adds Diagnostic::remedy to the text
};

class ProblemList {
 public:
  // Height of the list in pixels. Call in the window that the list is drawn in.
  float height(const ConfigAnalysis& analysis) const;
  ProblemClick draw(const ConfigAnalysis& analysis, float height);

 private:
  std::size_t listed_notes(const ConfigAnalysis& analysis) const;

  bool lists_notes_ = false;  // all of them, below the problems; if false, only those with a remedy
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
  void draw_question();

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
  const ConfigDraft& draft() const { return draft_; }
  Tab tab() const { return tab_; }

  // Opens the editor at that line of the running config. If the text has been edited since, at the line equal to
  // `text`, if there is one.
  void show_line(int line, std::string_view text);

  // Opens a file that does not run, with the cursor in that line, from 1.
  void edit_file(const std::filesystem::path& file, int line);

  void revert();
  // Edits of the text, by typing or by a form.
  void undo();
  void redo();
  // Asks for a name where the config has no file that may be overwritten.
  void save();
  void save_as();

 private:
  void draw_splitter(ImVec2 position, float height);
  void draw_title();
  void draw_toolbar();
  void draw_tabs();
  void go_to(const Diagnostic& problem);
  // At the end of the text; one undo takes it back.
  void add_line(const std::string& line);
  // Call after undo or redo.
  void show_text_again();
  // The action of that key while the text or a form has the focus.
  std::optional<std::string_view> action_of(SDL_Keycode key, unsigned char modifiers) const;
  void use_shortcuts(const std::vector<KeyInput>& inputs);

  Desk& desk_;
  ConfigDraft draft_;
  ConfigText text_view_;
  ConfigForms forms_;
  ProblemList problems_;
  Tab tab_ = Tab::text;
  bool visible_ = false;
  bool close_popups_ = false;  // Escape was pressed
  bool form_focused_ = false;  // a form was clicked last, and no text field is active
  float width_ = 440;          // points at 100 %
};

}  // namespace repose
