// Reading any file ends, and the result is valid.
#include <algorithm>
#include <random>

#include "config/report.hpp"
#include "soundness.hpp"
#include "support.hpp"

namespace repose {
namespace {

using test::check_sound, test::mutant;

constexpr int kMutants = 2000;

}  // namespace

TEST_CASE("Two thousand mutated configs give a valid ruleset or an error") {
  std::vector<std::string> seeds;
  for (const auto& entry : std::filesystem::directory_iterator(REPOSE_SOURCE_DIR "/tests/data/config")) {
    if (entry.path().extension() == ".cfg") seeds.push_back(test::read_text(entry.path()));
  }
  std::sort(seeds.begin(), seeds.end());  // a folder has no order
  REQUIRE(seeds.size() > 20);
  std::mt19937 random(20190614);
  int readable = 0;
  for (int i = 0; i < kMutants; ++i) {
    const std::string text = mutant(seeds[static_cast<std::size_t>(i) % seeds.size()], random);
    CAPTURE(i);
    const ConfigResult result = read_config(text, "mutant.cfg");
    check_sound(result);
    readable += result.ruleset.has_value();
  }
  CHECK(readable > kMutants / 2);
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

TEST_CASE("Sixteen megabytes of bad lines are read without delay") {
  std::string text;
  while (text.size() + 3 <= kConfigBytesMax) text += "x \n";
  check_sound(read_config(text, "long.cfg"));  // ctest's timeout fails; a quadratic reader would take hours
  text += "more!";
  const ConfigResult result = read_config(text, "long.cfg");
  REQUIRE(result.diagnostics.size() == 1);
  CHECK(result.diagnostics[0].message == "the file is too large: a config has at most 16 MiB");
}

TEST_CASE("256 elements with a rule for every pair are read whole") {
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
  const ConfigResult result = read_config(text, "full.cfg");
  REQUIRE(result.ruleset);
  CHECK_FALSE(has_errors(result.diagnostics));
  CHECK(result.ruleset->elements.size() == 256);
  CHECK(result.ruleset->reactions.size() == 65536);
  check_sound(result);
}

}  // namespace repose
