// Whatever the file holds, reading ends, and what comes back is sound.
#include <algorithm>
#include <random>

#include "config/report.hpp"
#include "support.hpp"

namespace repose {
namespace {

constexpr int kMutants = 2000;

// Everything that the rest of the program relies on.
void check_sound(const ConfigResult& result) {
  REQUIRE(result.diagnostics.size() <= config::kDiagnosticsMax + 2);  // one about the file, one that counts the rest
  REQUIRE((result.ruleset || has_errors(result.diagnostics)));
  for (const Diagnostic& d : result.diagnostics) {
    REQUIRE((!d.message.empty() && d.line >= 0 && d.column >= 0 && d.excerpt.size() <= config::kExcerptBytesMax));
    REQUIRE(config::printable(d.message, d.message.size()) == d.message);
    REQUIRE(config::printable(d.excerpt) == d.excerpt);
  }
  if (!result.ruleset) return;
  const std::vector<Element>& elements = result.ruleset->elements;
  REQUIRE((!elements.empty() && elements.size() <= static_cast<std::size_t>(kElementsMax)));
  for (const Element& e : elements) {
    REQUIRE((!e.name.empty() && e.density >= 0 && e.density <= 1 && e.glow >= 0 && e.glow <= 1 && e.line > 0));
    REQUIRE(e.density_byte == density_to_byte(e.density));
  }
  for (const Reaction& r : result.ruleset->reactions) REQUIRE(std::max({r.a, r.b, r.c, r.d}) < elements.size());
  for (const Dissolving& d : result.ruleset->dissolvings) {
    REQUIRE((std::max(d.dissolver, d.victim) < elements.size() && d.n >= 1));
  }
  for (const Element& e : elements) REQUIRE((e.friction.value_or(0) <= 8 && e.emits.value_or(0) < elements.size()));
}

// A few bytes, words or lines of `text` changed, doubled or lost.
std::string mutant(std::string text, std::mt19937& random) {
  const auto draw = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  static const std::vector<std::string> pieces = {
      "cell ",   "rule ",     "element ",  "liquid ", "describe ", "glow air ", "\n",        "\r",
      "\t",      "#",         " 1e999 ",   "-",       "0.5",       " air",      "9999999999", "\xFF",
      std::string(1, '\0')};
  for (std::size_t changes = 1 + draw(8); changes > 0 && !text.empty(); --changes) {
    const std::size_t at = draw(text.size()), length = draw(40);
    switch (draw(5)) {
      case 0: text[at] = static_cast<char>(1 + draw(255)); break;
      case 1: text.erase(at, length); break;
      case 2: text.insert(at, pieces[draw(pieces.size())]); break;
      case 3: text.insert(draw(text.size()), text.substr(at, length)); break;
      case 4: text.resize(std::max<std::size_t>(at, 1)); break;
    }
  }
  return text;
}

}  // namespace

TEST_CASE("Two thousand mutated configs end in a sound ruleset or in an error") {
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
  check_sound(read_config(text, "long.cfg"));  // ctest's timeout is the judge; a quadratic reader would take hours
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
