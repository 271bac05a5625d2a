// The tests that docs/automata.md names exist.
#include <regex>

#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::document_test {

namespace {

// The names of all tests of the automata, and their tags in brackets.
std::vector<std::string> names_of_tests() {
  std::vector<std::string> names;
  static const std::regex kCase("TEST_CASE(?:_METHOD)?\\(\\s*((?:\"[^\"]*\"\\s*)+)(?:,\\s*\"([^\"]*)\")?");
  for (const char* folder : {"tests/automata", "tests/session", "tests/config"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(REPOSE_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".cpp") continue;
      const std::string text =
          std::regex_replace(read_text(entry.path()), std::regex("TEST_CASE_METHOD\\(\\w+,"), "TEST_CASE(");
      for (std::sregex_iterator it(text.begin(), text.end(), kCase), end; it != end; ++it) {
        names.push_back(std::regex_replace((*it)[1].str(), std::regex("\"\\s*\"|\""), ""));
        if ((*it)[2].matched) names.push_back((*it)[2].str());
      }
    }
  }
  return names;
}

// Whether a filter stands for a name: a tag, a whole name, or the begin of one and a star.
bool stands_for(const std::string& filter, const std::string& name) {
  if (filter.back() != '*') return name == filter;
  return name.starts_with(filter.substr(0, filter.size() - 1));
}

}  // namespace

TEST_CASE("every test that docs/automata.md names exists") {
  const std::vector<std::string> names = names_of_tests();
  REQUIRE(names.size() > 400);
  const std::string text = read_text(std::filesystem::path(REPOSE_SOURCE_DIR) / "docs/automata.md");
  static const std::regex kQuoted("`(?:repose_\\w+ )?\"([^\"`]+)\"`");
  int count = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), kQuoted), end; it != end; ++it) {
    std::string filter = (*it)[1].str();
    if (filter[0] != '[' && filter.find(' ') == filter.npos && filter.find(':') == filter.npos) continue;  // JSON
    if (const auto tag = filter.find("*["); tag != filter.npos) filter.resize(tag + 1);
    CHECK(filter.find('*') >= filter.size() - 1);  // Catch2 knows stars at the end only
    ++count;
    INFO(filter);
    CHECK(std::ranges::any_of(names, [&](const std::string& name) { return stands_for(filter, name); }));
  }
  CHECK(count > 50);
}

}  // namespace repose::test::document_test
