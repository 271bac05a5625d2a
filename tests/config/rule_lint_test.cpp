// Notes on rules; tests/data/config-notes.txt has the cases.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <string>

#include "repose/config.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

Diagnostics notes_on(const std::string& config) {
  const ConfigResult result = read_config(config, "test.cfg");
  REQUIRE(result.ruleset);
  return lint_rules(*result.ruleset);
}

const std::string kCells =
    "cell air 0 0 0 0.2\n"
    "cell sand 200 180 90 0.9\n"
    "cell water 60 90 220 0.5\n"
    "rule sand air air sand\n"
    "rule water air air water\n"
    "rule sand water water sand\n";

}  // namespace

TEST_CASE("the note on a reaction that seldom happens has the line that changes it") {
  const std::string acid =
      "cell acid 1 1 1 0.6\nrule acid air air acid\nrule acid water water acid\npowder sand\nliquid acid\nrule acid "
      "sand acid water\n";
  const Diagnostics notes = notes_on(kCells + acid);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].remedy == "react acid");
  CHECK(notes[0].severity == Severity::note);
}

TEST_CASE("in our own configs every element can exist, no rule is overridden, and none seldom happens") {
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(REPOSE_SOURCE_DIR) / "configs")) {
    if (entry.is_directory() || entry.path().stem().string().starts_with(".")) continue;
    const ConfigResult result = read_config_file(entry.path());
    CAPTURE(entry.path().string());
    REQUIRE(result.ruleset);
    for (const Diagnostic& note : lint_rules(*result.ruleset)) {
      INFO(format(note));
      CHECK(note.message.find("never exists") == std::string::npos);
      CHECK(note.message.find("overridden") == std::string::npos);
      CHECK(note.message.find("seldom") == std::string::npos);
      CHECK(note.message.find("support") == std::string::npos);
    }
  }
}

TEST_CASE("a note says which element is marked support, but moves") {
  const std::string brick = "cell brick 9 9 9 0.95\nsupport brick\npowder sand\nliquid water\n";
  CHECK(notes_on(kCells + brick).empty());
  const Diagnostics notes = notes_on(kCells + brick + "support sand\n");
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].line == 2);
  CHECK(notes[0].message == "sand is no structure, though marked support: it swaps with air, so it moves by itself");
}

TEST_CASE("the number of listed notes is limited") {
  std::string many = kCells;
  for (int i = 0; i < 700; ++i) many += "rule sand water water sand\n";
  const Diagnostics notes = notes_on(many);
  CHECK(notes.size() == 501);
  CHECK(notes.back().message == "and 200 more notes, not listed");
}

}  // namespace repose::test
