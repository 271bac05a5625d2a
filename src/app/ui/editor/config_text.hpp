// The text of the config editor: draws it, and applies the mouse and the keys to it.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <vector>

#include "app/desk/bindings.hpp"
#include "app/ui/editor/config_draft.hpp"
#include "app/ui/editor/text_editor.hpp"

namespace repose {

// Completion in the config editor: the words that are possible at the cursor.

// The possible words that begin like the word before the cursor: directives at the start of a line, names of elements,
// groups, automata and parameters after a directive. Empty when the cursor is inside a word, or when the only candidate
// is complete.
std::vector<std::string> completions(const TextEditor& editor, const ConfigAnalysis& analysis);
// The words that can begin a line.
const std::vector<std::string>& directive_words(Dialect dialect);

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

  Layout lay_out(const TextEditor& editor) const;
  void handle_keys(TextEditor& editor, const ConfigAnalysis& analysis, const std::vector<KeyInput>& inputs,
                   int page_lines);
  bool handle_key(TextEditor& editor, const KeyInput& input, int page_lines);
  void handle_mouse(TextEditor& editor, const Layout& layout);
  void draw_lines(const TextEditor& editor, const ConfigAnalysis& analysis, const Layout& layout) const;
  void draw_selection(const TextEditor& editor, const Layout& layout) const;
  void draw_cursor(const TextEditor& editor, const Layout& layout, double now) const;
  void draw_gutter(const TextEditor& editor, const ConfigAnalysis& analysis, const Layout& layout) const;
  void scroll_to_cursor(const TextEditor& editor, const Layout& layout);

  ConfigCompletion completion_;
  bool on_completion_ = false;  // the mouse is over the list: a click there keeps the focus in the text
  bool focused_ = false;
  bool reveal_ = false;
  float height_ = 0;
  bool blink_restarts_ = false;
  double blink_since_ = 0;
};

}  // namespace repose
