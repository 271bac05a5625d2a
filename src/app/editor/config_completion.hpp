// Completion in the config editor: the words that may stand where something is being typed.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <vector>

#include "app/editor/config_analysis.hpp"
#include "app/input/bindings.hpp"
#include "app/widgets/text_editor.hpp"

namespace repose {

// The words that begin like the one before the cursor and may stand there: directives at the start of a line, names of
// elements behind them. None where the cursor stands within a word, or the only one is written out already.
std::vector<std::string> completions(const TextEditor& editor, const ConfigAnalysis& analysis);
// The words that may stand first on a line.
const std::vector<std::string>& directive_words(Dialect dialect);

class ConfigCompletion {
 public:
  bool open() const { return !words_.empty(); }
  void close() { words_.clear(); }
  // After something was typed.
  void suggest(const TextEditor& editor, const ConfigAnalysis& analysis);
  // Up and down choose, Tab and Return accept, Escape closes. False when the key means nothing to it.
  bool handle_key(TextEditor& editor, SDL_Keycode key, unsigned char modifiers);
  // The list, below `place` or above it where there is no room. True while the mouse is upon it.
  bool draw(TextEditor& editor, const ConfigAnalysis& analysis, ImVec2 place, float line_height);

 private:
  void accept(TextEditor& editor, std::size_t word);

  std::vector<std::string> words_;
  std::size_t chosen_ = 0;
};

}  // namespace repose
