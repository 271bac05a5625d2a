// Messages of readers about the files that they read. A reader never prints, and never throws because of bad input.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace repose {

enum class Severity : unsigned char { note, warning, error };
std::string_view severity_name(Severity severity);  // "note", "warning", "error"

struct Diagnostic {
  Severity severity = Severity::error;
  std::string file;
  int line = 0;             // from 1; 0 = the file as a whole
  int column = 0;           // from 1, in bytes; 0 = the line as a whole
  std::string message;      // one sentence: the problem, with what was found and what was expected
  std::string expected;     // short, may be empty
  std::string found;        // short, may be empty
  std::string hint;         // how to correct it ("did you mean 'sand'?"); may be empty
  std::string excerpt;      // the text of the line, may be empty
  std::string remedy = {};  // a line of a config that, added at its end, does what the hint says; may be empty
};

using Diagnostics = std::vector<Diagnostic>;

bool has_errors(const Diagnostics& diagnostics);
std::size_t count_of(const Diagnostics& diagnostics, Severity severity);
// "file:3:7: error: message", followed by " (hint)" if there is one.
std::string format(const Diagnostic& diagnostic);

// The candidate with the smallest edit distance to `word`; empty if that distance is more than a third of the word's
// length (but at least 1). Letters that differ only in case count as equal.
std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace repose
