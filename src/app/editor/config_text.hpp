// The config editor's text: drawing it, and the mouse and keys upon it.
#pragma once

#include <imgui.h>

#include <string>
#include <vector>

#include "app/editor/config_analysis.hpp"
#include "app/editor/config_completion.hpp"
#include "app/input/bindings.hpp"
#include "app/widgets/text_editor.hpp"

namespace repose {

// A key that went down, or text that was typed, in the order of their coming. ImGui 1.86 sees only which keys are down
// at the end of a frame, so that a quick tap is lost to it.
struct KeyInput {
  SDL_Keycode key = 0;
  unsigned char modifiers = kNone;
  std::string text;  // then there is no key
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
  // True when a text field answers to this key, so that it must do nothing else.
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
  bool on_completion_ = false;  // the mouse is, so that a click there leaves the text the keyboard
  bool focused_ = false;
  bool reveal_ = false;
  float height_ = 0;
  bool blink_restarts_ = false;
  double blink_since_ = 0;
};

}  // namespace repose
