#include "config/text.hpp"

#include "config/report.hpp"
#include "support.hpp"

namespace repose::config {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  LineReader reader(text);
  for (Line line; reader.next(line);) {
    CHECK(line.number == static_cast<int>(lines.size()) + 1);
    lines.emplace_back(line.text);
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("LF, CR LF and a single CR each end one line") {
  CHECK(lines_of("a\nb\r\nc\rd") == Lines{"a", "b", "c", "d"});
  CHECK(lines_of("a\n\r\nb\r\rc\n") == Lines{"a", "", "b", "", "c"});
  CHECK(lines_of("").empty());
}

TEST_CASE("A byte order mark is not part of the first line") {
  CHECK(lines_of("\xEF\xBB\xBF"
                 "cell") == Lines{"cell"});
  CHECK(lines_of("a\n\xEF\xBB\xBF"
                 "b")
            .back() ==
        "\xEF\xBB\xBF"
        "b");
}

TEST_CASE("Words are split at blanks and have their columns") {
  std::vector<Word> words;
  split_words(" \tcell  sand\t1 ", words);
  REQUIRE(words.size() == 3);
  CHECK(words[0].text == "cell");
  CHECK(words[0].column == 3);
  CHECK(words[1].text == "sand");
  CHECK(words[1].column == 9);
  CHECK(words[2].column == 14);
  split_words("   ", words);
  CHECK(words.empty());
}

TEST_CASE("The rest of a line begins at its column and has no blanks at the end") {
  CHECK(rest_of_line("describe sand  Dry and warm. \t", 16) == "Dry and warm.");
}

TEST_CASE("What is quoted from a file is valid UTF-8 without control characters, byte for byte") {
  CHECK(printable("a\tb\x01"
                  "c\x7F") == "a b?c?");
  CHECK(printable("caf\xC3\xA9") == "caf\xC3\xA9");
  CHECK(printable("caf\xE9!") == "caf?!");                // Latin-1
  CHECK(printable("\xED\xA0\x80 \xC0\xAF") == "??? ??");  // a surrogate, an overlong slash
  CHECK(printable("\xC2\x85") == "??");                   // a C1 control
  CHECK(printable("\xF0\x9F\x8C\x8B lava", 5) == "\xF0\x9F\x8C\x8B ");
  CHECK(printable("ab\xC3\xA9", 3) == "ab");  // never half a character
}

}  // namespace repose::config
