// The text of the config editor: draws it, and applies the mouse and the keys to it.
#pragma once

#include <imgui.h>

#include <string>
#include <vector>

#include "app/editor/config_analysis.hpp"
#include "app/editor/config_completion.hpp"
#include "app/input/bindings.hpp"
#include "app/widgets/text_editor.hpp"

namespace repose {

// A key that was pressed, or text that was typed, in the order of the events. ImGui 1.86 only has the keys that are
// down at the end of a frame, so it would miss a quick tap.
struct KeyInput {
  SDL_Keycode key = 0;
  unsigned char modifiers = kNone;
  std::string text;  // not empty: text was typed, and `key` is unused
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

  void draw_completion(TextEditor& editor, const ConfigAnalysis& analysis, const Layout& layout);

  ConfigCompletion completion_;
  bool on_completion_ = false;  // the mouse is over the list: a click there keeps the focus in the text
  bool focused_ = false;
  bool reveal_ = false;
  float height_ = 0;
  bool blink_restarts_ = false;
  double blink_since_ = 0;
};

}  // namespace repose
