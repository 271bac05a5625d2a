// Random worlds run the same on scalar and on cpu with any number of threads.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

#include "automata/random_config.hpp"
#include "automata/random_worlds.hpp"
#include "config/readers.hpp"
#include "config/text.hpp"
#include "repose/config.hpp"
#include "repose/config_words.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::random_worlds_test {

namespace {

constexpr int kWorldsEach = 75;

void run_on_threads(int part, int count = kWorldsEach) {
  run_random_worlds(make_registry(), {.cpu_threads = {1, 2, 3, 5, 7}}, static_cast<std::uint64_t>(part * kWorldsEach),
                    count);
}

}  // namespace

// Several cases, so that ctest runs them at the same time.
TEMPLATE_TEST_CASE_SIG("75 random worlds run the same on scalar and on 1, 2, 3, 5 and 7 threads", "",
                       ((int part), part), 0, 1, 2, 3) {
  run_on_threads(part);
}

TEST_CASE("five thousand random worlds run the same on scalar and on 1, 2, 3, 5 and 7 threads", "[.][long]") {
  run_on_threads(4, 5000);
}

}  // namespace repose::test::random_worlds_test

// The random configs themselves: no errors, every word, every number of elements.

namespace repose::test::random_config_test {

namespace {

constexpr std::uint64_t kConfigs = 60;

struct Seen {
  std::map<std::string, int, std::less<>> words;  // how many lines begin with each word
  std::size_t fewest = 256, most = 0;             // elements
};

// A line or a part of it that the reader leaves out would be a mistake of the generator.
bool leaves_out(const Diagnostic& diagnostic) {
  const auto says = [&](const char* text) { return diagnostic.message.find(text) != std::string::npos; };
  return diagnostic.severity == Severity::error || says("ignored") || says("left out") || says("out of range") ||
         says("weights add up") || says("left as they are");
}

Seen read_configs(Dialect dialect, ConservingWords words = ConservingWords::no) {
  Seen seen;
  for (std::uint64_t seed = 1; seed <= kConfigs; ++seed) {
    const std::string text = random_config(dialect, seed, words);
    REQUIRE(detect_dialect(text) == dialect);
    const ConfigResult result = read_config(text, "random");
    for (const Diagnostic& diagnostic : result.diagnostics) {
      INFO("seed " << seed << ", line " << diagnostic.line << ": " << diagnostic.message << "\n" << diagnostic.excerpt);
      REQUIRE_FALSE(leaves_out(diagnostic));
    }
    const std::size_t count = result.ruleset.value().elements.size();
    seen.fewest = std::min(seen.fewest, count);
    seen.most = std::max(seen.most, count);
    config::LineReader lines(text);
    for (config::Line line; lines.next(line);) ++seen.words[std::string(config::first_word(line.text))];
  }
  return seen;
}

void require_every_word(const Seen& seen, const std::vector<std::string_view>& words) {
  REQUIRE(words.size() > 10);
  for (const std::string_view word : words) {
    INFO("no random config has a line that begins with '" << word << "': add it to tests/automata/random_*.cpp");
    CHECK(seen.words.contains(word));
  }
}

}  // namespace

TEST_CASE("random sand.js configs have no errors, use every word, and have 2 to 256 elements") {
  const Seen seen = read_configs(Dialect::sandjs, ConservingWords::yes);
  std::vector<std::string_view> words;
  for (const ConfigWord& row : config_words()) words.push_back(row.word);
  require_every_word(seen, words);
  CHECK(seen.fewest == 2);
  CHECK(seen.most == 256);
}

TEST_CASE("random sand.js configs without the newer words of conserving have none of them") {
  const Seen seen = read_configs(Dialect::sandjs);
  CHECK(seen.words.contains("decay"));
  for (const char* word : {"powder", "wander", "when", "clone", "group", "parameter"})
    CHECK_FALSE(seen.words.contains(word));
}

TEST_CASE("random wxSand configs have no errors, use every word, and have 2 to 255 elements") {
  const Seen seen = read_configs(Dialect::wxsand);
  require_every_word(seen, config::wxsand_directives());
  CHECK(seen.fewest == 2);
  CHECK(seen.most == 255);
}

}  // namespace repose::test::random_config_test
