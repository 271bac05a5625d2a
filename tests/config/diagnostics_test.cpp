// Every message about a config, with its place. The expected ones are in tests/data: config-messages.txt and
// wxsand/messages.txt for the files beside them, each of which has exactly one mistake.
#include <sstream>

#include "support.hpp"

namespace repose {
namespace {

namespace fs = std::filesystem;

const fs::path kData = REPOSE_TEST_DATA;

std::string messages_about(const std::string& text, const std::string& name) {
  std::string messages;
  for (const Diagnostic& d : read_config(text, name).diagnostics) messages += format(d) + "\n";
  return messages;
}

// Files of a folder without a mistake are those that the list does not name.
void check_folder(const fs::path& folder, const fs::path& list) {
  std::map<std::string, std::string> expected;
  std::istringstream lines(test::read_text(list));
  for (std::string line; std::getline(lines, line);) expected[line.substr(0, line.find(':'))] += line + "\n";
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    CHECK(messages_about(test::read_text(entry.path()), name) == expected[name]);
    expected.erase(name);
  }
  for (const auto& [name, messages] : expected) FAIL_CHECK("there is no file " << name);
}

}  // namespace

TEST_CASE("Every mistake in a sand.js config has its message, which names the place and what helps") {
  check_folder(kData / "config", kData / "config-messages.txt");
}

TEST_CASE("Every mistake in a wxSand config has its message, which names the place and what helps") {
  check_folder(kData / "wxsand/messages", kData / "wxsand/messages.txt");
}

TEST_CASE("docs/configs.md quotes every message") {
  const std::string page = test::read_text(fs::path(REPOSE_SOURCE_DIR) / "docs/configs.md");
  for (const char* folder : {"config", "wxsand/messages"}) {
    for (const auto& entry : fs::directory_iterator(kData / folder)) {
      for (const Diagnostic& d : read_config(test::read_text(entry.path()), "").diagnostics) {
        INFO(format(d));
        CHECK(page.find("`" + d.message + "`") != page.npos);
      }
    }
  }
}

TEST_CASE("The examples in docs/configs.md are free of mistakes") {
  const std::string page = test::read_text(fs::path(REPOSE_SOURCE_DIR) / "docs/configs.md");
  const std::string opening = "```repose\n";
  int examples = 0;
  for (std::size_t at = page.find(opening); at != page.npos; at = page.find(opening, at + 1)) {
    const std::size_t begin = at + opening.size(), end = page.find("```", begin);
    const ConfigResult result = read_config(page.substr(begin, end - begin), "example");
    for (const Diagnostic& d : result.diagnostics) FAIL_CHECK(format(d));
    ++examples;
  }
  CHECK(examples == 9);
}

TEST_CASE("A missing file is one error about the file") {
  const ConfigResult result = read_config_file("/nowhere/at all.cfg");
  CHECK_FALSE(result.ruleset);
  REQUIRE(result.diagnostics.size() == 1);
  CHECK(format(result.diagnostics[0]) == "/nowhere/at all.cfg: error: cannot open the file: No such file or directory");
}

TEST_CASE("A folder is not a config") {
  const test::TemporaryFolder folder;
  const ConfigResult result = read_config_file(folder.path());
  CHECK_FALSE(result.ruleset);
  REQUIRE(result.diagnostics.size() == 1);
  CHECK(result.diagnostics[0].message == "this is a folder, not a config file");
}

TEST_CASE("A file is read like its text") {
  const fs::path path = kData / "config/sound.cfg";
  const ConfigResult result = read_config_file(path);
  REQUIRE(result.ruleset);
  CHECK(result.ruleset->title == "sound.cfg");
  CHECK(result.ruleset->source == path.string());
  CHECK(result.ruleset->text == test::read_text(path));
}

TEST_CASE("A diagnostic has its place, what was expected and found, and the text of the line") {
  const ConfigResult result = read_config("cell air 0 0 0 0.5\n\tcell\tsand 1 2 gold\t0.9 \r\n", "test.cfg");
  REQUIRE(result.diagnostics.size() == 1);
  const Diagnostic& d = result.diagnostics[0];
  CHECK(d.severity == Severity::error);
  CHECK(d.file == "test.cfg");
  CHECK(d.line == 2);
  CHECK(d.column == 16);
  CHECK(d.expected == "a whole number from 0 to 255");
  CHECK(d.found == "gold");
  CHECK(d.excerpt == " cell sand 1 2 gold 0.9 ");
}

TEST_CASE("Diagnostics are in the order of lines, those about the file last") {
  const ConfigResult result = read_config("rle\ncell a 0 0 0 0.5 x\nglow\ncell b 300 0 0 0.6\n", "test.cfg");
  std::vector<int> lines;
  for (const Diagnostic& d : result.diagnostics) lines.push_back(d.line);
  CHECK(lines == std::vector<int>{1, 2, 3, 4, 0});
}

TEST_CASE("After an error undefined pairs are not reported, because the error may be their cause") {
  const ConfigResult result = read_config("cell a 0 0 0 0.5\ncell b 0 0 0 0.6\nrule a bb bb a\n", "test.cfg");
  CHECK(result.diagnostics.size() == 1);
}

TEST_CASE("An unknown name is reported once per line") {
  const ConfigResult result = read_config("cell a 0 0 0 0.5\nrule a mud mud a\nrule ooze mud a a\n", "test.cfg");
  CHECK(result.diagnostics.size() == 3);
}

}  // namespace repose
