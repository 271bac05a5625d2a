#include "app/widgets/search.hpp"

#include <string>

#include "support.hpp"

using namespace repose;

namespace {

int score(std::string_view query, std::string_view text) {
  const auto match = fuzzy_match(query, text);
  INFO(query << " in " << text);
  REQUIRE(match.has_value());
  return match->score;
}

// The text, with the matched parts in brackets.
std::string marked(std::string_view query, std::string_view text) {
  const auto match = fuzzy_match(query, text);
  if (!match) return "";
  std::string result(text);
  for (std::size_t i = match->matched.size(); i-- > 0;) {
    result.insert(match->matched[i] + 1, "]");
    result.insert(match->matched[i], "[");
  }
  return result;
}

}  // namespace

TEST_CASE("fuzzy search finds letters in their order, and nothing else") {
  CHECK(fuzzy_match("ffr", "Forest fire").has_value());
  CHECK(fuzzy_match("FIRE", "Forest fire").has_value());
  CHECK_FALSE(fuzzy_match("erif", "Forest fire").has_value());
  CHECK_FALSE(fuzzy_match("fires", "Forest fire").has_value());
  CHECK_FALSE(fuzzy_match("f", "").has_value());
  CHECK_FALSE(fuzzy_match("longer than the text", "text").has_value());
}

TEST_CASE("fuzzy search without a word finds everything alike") {
  CHECK(score("", "Forest fire") == 0);
  CHECK(score("  ", "") == 0);
}

TEST_CASE("fuzzy search takes words in any order") {
  CHECK(score("fire forest", "Forest fire") == score("forest fire", "Forest fire"));
  CHECK_FALSE(fuzzy_match("fire water", "Forest fire").has_value());
}

TEST_CASE("fuzzy search prefers beginnings of words, then letters side by side") {
  CHECK(score("re", "Redo") > score("re", "Fire"));
  CHECK(score("re", "Fire") > score("re", "Rush home"));
  CHECK(score("pp", "Play or pause") > score("pp", "Dropped"));
  CHECK(score("sw", "Save world") > score("sw", "Answers"));
  CHECK(score("gl", "openGL") > score("gl", "single"));
  CHECK(score("nw", "New world") > score("nw", "Now and then a word"));
}

TEST_CASE("fuzzy search marks the letters of the best way, not of the first") {
  CHECK(marked("fi", "Forest fire") == "Forest [f][i]re");
  CHECK(marked("ofit", "One of it, fit") == "One [o][f] [i][t], fit");
  CHECK(marked("pau", "Play or pause") == "Play or [p][a][u]se");
  CHECK(marked("or pl", "Play or pause") == "[P][l]ay [o][r] pause");
}

TEST_CASE("fuzzy search finds words beside the text too, for less") {
  const auto match = fuzzy_match("fire scene", "Forest fire", "Scene");
  REQUIRE(match.has_value());
  CHECK(match->matched == std::vector<std::size_t>{7, 8, 9, 10});
  CHECK(match->score > score("fire", "Forest fire"));
  CHECK(match->score < score("fire scene", "Forest fire Scene"));
  CHECK_FALSE(fuzzy_match("firescene", "Forest fire", "Scene").has_value());
}

TEST_CASE("fuzzy search takes letters beyond ASCII as they are") {
  CHECK(fuzzy_match("\xc3\xa9", "caf\xc3\xa9").has_value());
  CHECK_FALSE(fuzzy_match("\xc3\xa9", "cafe").has_value());
}
