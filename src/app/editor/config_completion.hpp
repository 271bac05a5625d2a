// Completion in the config editor: the words that are possible at the cursor.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <vector>

#include "app/editor/config_analysis.hpp"
#include "app/input/bindings.hpp"
#include "app/widgets/text_editor.hpp"

namespace repose {

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
  // Draws the list below `place`, or above if there is no room below. True while the mouse is over it.
  bool draw(TextEditor& editor, const ConfigAnalysis& analysis, ImVec2 place, float line_height);

 private:
  void accept(TextEditor& editor, std::size_t word);

  std::vector<std::string> words_;
  std::size_t chosen_ = 0;
};

}  // namespace repose
