#include "app/actions/history_labels.hpp"

#include <cctype>

namespace repose {

namespace {
// Titles begin with a capital letter: "Paint sand" becomes "Undo paint sand".
std::string label(const char* verb, const std::string& nothing, const std::string& title) {
  if (title.empty()) return nothing;
  std::string text = title;
  const bool word = text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0;
  if (word) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return std::string(verb) + " " + text;
}
}  // namespace

std::string undo_label(const HistoryFacts& history) { return label("Undo", "Nothing to undo", history.undo_title); }
std::string redo_label(const HistoryFacts& history) { return label("Redo", "Nothing to redo", history.redo_title); }

}  // namespace repose
