// Reading any wxSand file ends, and the result is valid.
#include <algorithm>
#include <random>

#include "soundness.hpp"
#include "support.hpp"

namespace repose {
namespace {

using test::check_sound, test::mutant;

constexpr int kMutants = 1000;
const std::string kTwoElements = "# subversion 2\nelement a 0 0 0 0 0 0 0 1\nelement b 0 0 0 0 0 0 0 1\n";

// `line` repeated, up to a quarter of the largest file that is read.
std::string full_of(const std::string& line) {
  std::string text = kTwoElements;
  while (text.size() + line.size() <= kConfigBytesMax / 4) text += line;
  return text;
}

}  // namespace

TEST_CASE("A thousand mutated wxSand configs give a valid ruleset or an error") {
  std::vector<std::string> seeds;
  for (const auto& entry : std::filesystem::directory_iterator(REPOSE_TEST_DATA "/wxsand/messages")) {
    const std::string text = test::read_text(entry.path());
    if (text.size() < 2000) seeds.push_back(text);
  }
  std::sort(seeds.begin(), seeds.end());  // a folder has no order
  REQUIRE(seeds.size() > 20);
  std::mt19937 random(20060401);
  int readable = 0;
  for (int i = 0; i < kMutants; ++i) {
    CAPTURE(i);
    const ConfigResult result =
        read_config(mutant(seeds[static_cast<std::size_t>(i) % seeds.size()], random), "mutant.txt");
    check_sound(result);
    readable += result.ruleset.has_value();
  }
  CHECK(readable > kMutants / 2);
}

TEST_CASE("Megabytes of any directive are read without delay") {
  // ctest's timeout fails if a reader visits every pair for every line; that would take minutes.
  for (const char* line :
       {"neighbor 1 all all 1 a b\n", "hotself x all\n", "group g\n", "item a 1\n\"a\n", "<br>", "self 1 b 1 a\n"}) {
    INFO(line);
    check_sound(read_config(full_of(line), "long.txt"));
  }
  check_sound(read_config(kTwoElements + "group g" + std::string(kConfigBytesMax - 1000, 'x'), "long.txt"));
}

TEST_CASE("255 elements with a rule for every pair are read whole") {
  std::string text = "# subversion 2\n";
  for (int i = 0; i < 255; ++i) text += "element e" + std::to_string(i) + " 0 0 0 0 0 0 0 1\n";
  text += "self 1 all 1 e0\nneighbor 1 all all 1 e0 e0\npexplosion all all 9 e1\n";
  const ConfigResult result = read_config(text, "full.txt");
  CHECK(result.diagnostics.empty());
  check_sound(result);
  CHECK(result.ruleset->elements.size() == 255);
  CHECK(result.ruleset->rule_count() == 254 + 2 * 254 * 254);
}

TEST_CASE("Lines about elements over the limit are ignored without a warning") {
  const std::string text = test::read_text(REPOSE_TEST_DATA "/wxsand/messages/elements_256.txt");
  const ConfigResult result = read_config(text, "many.txt");
  CHECK(result.diagnostics.size() == 1);
  CHECK(result.ruleset->elements.size() == 255);
  CHECK(result.ruleset->decays.empty());
}

}  // namespace repose
