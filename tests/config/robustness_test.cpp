// Reading any file ends, and the result is valid.
#include <algorithm>
#include <random>

#include "config/report.hpp"
#include "soundness.hpp"
#include "support.hpp"

namespace repose {
namespace {

using test::check_sound, test::mutant;

const std::string kTwoElements = "# subversion 2\nelement a 0 0 0 0 0 0 0 1\nelement b 0 0 0 0 0 0 0 1\n";

// Mutates the texts of a folder.
void check_mutants(const std::filesystem::path& folder, const char* name, int count, std::uint32_t seed) {
  std::vector<std::string> texts;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string text = test::read_text(entry.path());
    if (text.size() < 6000) texts.push_back(text);
  }
  std::sort(texts.begin(), texts.end());  // a folder has no order
  REQUIRE(texts.size() > 20);
  std::mt19937 random(seed);
  int readable = 0;
  for (int i = 0; i < count; ++i) {
    CAPTURE(i);
    const ConfigResult result = read_config(mutant(texts[static_cast<std::size_t>(i) % texts.size()], random), name);
    check_sound(result);
    readable += result.ruleset.has_value();
  }
  CHECK(readable > count / 2);
}

}  // namespace

TEST_CASE("Thousands of mutated configs give a valid ruleset or an error") {
  check_mutants(REPOSE_TEST_DATA "/config", "mutant.cfg", 2000, 20190614);
  check_mutants(REPOSE_TEST_DATA "/wxsand/messages", "mutant.txt", 1000, 20060401);
}

TEST_CASE("A name is short and without control characters where it is shown") {
  const std::string longest(100'000, 'a');
  const ConfigResult cells = read_config("cell " + longest + " 1 2 3 0.1\ncell \x1b[2J 1 2 3 0.9\n", "names.cfg");
  REQUIRE(cells.ruleset);
  CHECK(cells.ruleset->elements[0].name == longest.substr(0, 255));
  CHECK(cells.ruleset->elements[1].name == "?[2J");
  const ConfigResult element = read_config("# subversion 2\nelement " + longest + " 1 2 3 0 0 0 0 1\n", "names.txt");
  REQUIRE(element.ruleset);
  for (const Element& one : element.ruleset->elements) CHECK(one.name.size() <= 255);
}

TEST_CASE("A long list of diagnostics is cut and counted") {
  std::string text = "cell air 0 0 0 0.5\n";
  for (int i = 0; i < 250; ++i) text += "nonsense\n";
  text += "rule air\n";
  const ConfigResult result = read_config(text, "long.cfg");
  REQUIRE(result.diagnostics.size() == config::kDiagnosticsMax + 1);
  CHECK(format(result.diagnostics.back()) == "long.cfg: error: and 51 more problems, not listed");
}

// ctest's timeout fails if a reader is quadratic, or visits every pair for every line: that would take hours.
TEST_CASE("Megabytes of bad lines, and of any directive of wxSand, are read without delay") {
  std::string text;
  while (text.size() + 3 <= kConfigBytesMax) text += "x \n";
  check_sound(read_config(text, "long.cfg"));
  text += "more!";
  const ConfigResult result = read_config(text, "long.cfg");
  REQUIRE(result.diagnostics.size() == 1);
  CHECK(result.diagnostics[0].message == "the file is too large: a config has at most 16 MiB");
  for (const std::string line :
       {"neighbor 1 all all 1 a b\n", "hotself x all\n", "group g\n", "item a 1\n\"a\n", "<br>", "self 1 b 1 a\n"}) {
    INFO(line);
    text = kTwoElements;
    while (text.size() + line.size() <= kConfigBytesMax / 4) text += line;
    check_sound(read_config(text, "long.txt"));
  }
  check_sound(read_config(kTwoElements + "group g" + std::string(kConfigBytesMax - 1000, 'x'), "long.txt"));
}

TEST_CASE("All the elements that there can be, with a rule for every pair, are read whole") {
  std::string text;
  for (int i = 0; i < kElementsMax; ++i) {
    text += "cell e" + std::to_string(i) + " 0 0 0 0." + std::to_string(1000 + i) + "\n";
  }
  for (int a = 0; a < kElementsMax; ++a) {
    for (int b = 0; b < kElementsMax; ++b) {
      const std::string x = " e" + std::to_string(a), y = " e" + std::to_string(b);
      text.append("rule").append(x).append(y).append(y).append(x).append("\n");
    }
  }
  const ConfigResult cells = read_config(text, "full.cfg");
  check_sound(cells);
  CHECK_FALSE(has_errors(cells.diagnostics));
  CHECK(cells.ruleset->elements.size() == 256);
  CHECK(cells.ruleset->reactions.size() == 65536);

  text = "# subversion 2\n";
  for (int i = 0; i < 255; ++i) text += "element e" + std::to_string(i) + " 0 0 0 0 0 0 0 1\n";
  text += "self 1 all 1 e0\nneighbor 1 all all 1 e0 e0\npexplosion all all 9 e1\n";
  const ConfigResult elements = read_config(text, "full.txt");
  check_sound(elements);
  CHECK(elements.diagnostics.empty());
  CHECK(elements.ruleset->elements.size() == 255);
  CHECK(elements.ruleset->rule_count() == 254 + 2 * 254 * 254);
}

TEST_CASE("Lines about elements over the limit are ignored without a warning") {
  const std::string text = test::read_text(REPOSE_TEST_DATA "/wxsand/messages/elements_256.txt");
  const ConfigResult result = read_config(text, "many.txt");
  CHECK(result.diagnostics.size() == 1);
  CHECK(result.ruleset->elements.size() == 255);
  CHECK(result.ruleset->decays.empty());
}

}  // namespace repose
