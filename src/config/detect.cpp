// Recognises the dialect of a text.
#include "config/html.hpp"
#include "config/lines.hpp"
#include "config/readers.hpp"
#include "repose/config.hpp"

namespace repose {
namespace {

bool is_wxsand_line(std::string_view line, std::string_view word) {
  // The header comment; the originals refuse a file without it.
  if (word.starts_with('#')) return line.find("subversion 1") != line.npos || line.find("subversion 2") != line.npos;
  return config::is_wxsand_directive(word);
}

Dialect majority_of(std::string_view text) {
  std::size_t sandjs_lines = 0, wxsand_lines = 0, group_lines = 0;
  config::LineReader lines(text);
  for (config::Line line; lines.next(line);) {
    const std::string_view word = config::first_word(line.text);  // page breaks count as blanks
    if (word == "cell" || word == "rule") ++sandjs_lines;
    if (word == "group") {
      ++group_lines;
    } else if (is_wxsand_line(line.text, word)) {
      ++wxsand_lines;
    }
  }
  if (sandjs_lines == 0) wxsand_lines += group_lines;  // both dialects have groups
  return wxsand_lines > sandjs_lines ? Dialect::wxsand : Dialect::sandjs;
}

}  // namespace

Dialect detect_dialect(std::string_view text) {
  return config::is_web_page(text) ? majority_of(config::without_tags(text)) : majority_of(text);
}

}  // namespace repose
