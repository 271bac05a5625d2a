// What the elements of the default world do in pairs: expectations, pictures, and whether the list names them all.
#include "session/world_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "reference_files.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

const std::filesystem::path kRoot = REPOSE_SOURCE_DIR;
const std::filesystem::path kPictures = kRoot / "docs/images/world";
constexpr std::size_t kPicturesMin = 60;

Ruleset rules_of_the_pairs() { return read_config_file(kRoot / "configs/default.cfg").ruleset.value(); }

std::vector<WorldPair> listed_pairs() { return read_world_pairs(kRoot / "tests/data/world-pairs.txt"); }

// Pixels are compared, because other versions of zlib write other bytes.
bool is_as_drawn(const Picture& picture, const std::string& name) {
  Picture drawn;
  if (!read_png(kPictures / (name + ".png"), drawn)) return false;
  return drawn.width == picture.width && drawn.height == picture.height && drawn.rgb == picture.rgb;
}

bool says_inert(const Element& element) {
  std::string text = element.description;
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text.find("inert") != std::string::npos;
}

}  // namespace

// While scripts/world-guide runs (REPOSE_PAIRS_OUT names a folder) the pictures are written there instead.
TEST_CASE("each pair of tests/data/world-pairs.txt does what its line says and what its picture shows", "[pairs]") {
  PairStage stage(rules_of_the_pairs());
  const char* out = std::getenv("REPOSE_PAIRS_OUT");
  for (const WorldPair& pair : listed_pairs()) {
    INFO("line " << pair.line << ": " << pair.a << " and " << pair.b);
    const PairRun run = stage.run(pair);
    const Picture picture = stage.picture(run);
    if (out != nullptr) CHECK(write_png(std::filesystem::path(out) / (pair.name() + ".png"), picture));
    CHECK(stage.missing(pair, run) == "");
    if (out != nullptr || is_as_drawn(picture, pair.name())) continue;
    FAIL_CHECK("docs/images/world/" << pair.name() << ".png shows something else; if the change is wanted, run "
                                    << "scripts/world-guide and look at the picture");
  }
}

TEST_CASE("every element of the palette of the default world changes in two pairs, or says that it is inert",
          "[pairs]") {
  const Ruleset rules = rules_of_the_pairs();
  const std::vector<WorldPair> pairs = listed_pairs();
  for (std::size_t i = 1; i < rules.elements.size(); ++i) {
    const Element& element = rules.elements[i];
    if (element.hidden || element.pours || says_inert(element)) continue;
    const auto changing =
        std::ranges::count_if(pairs, [&](const WorldPair& pair) { return pair.changes() && pair.names(element.name); });
    INFO(element.name << " is in " << changing << " changing pairs of tests/data/world-pairs.txt");
    CHECK(changing >= 2);
  }
}

TEST_CASE("each pair of the default world has a picture, at least 60 in all, and no picture is left over", "[pairs]") {
  std::set<std::string> names, drawn;
  for (const WorldPair& pair : listed_pairs()) {
    INFO("line " << pair.line << ": " << pair.name() << " is listed twice");
    CHECK(names.insert(pair.name()).second);
  }
  for (const auto& file : files_in(kPictures, ".png")) drawn.insert(file.stem().string());
  CHECK(names == drawn);
  CHECK(drawn.size() >= kPicturesMin);
}

}  // namespace repose::test
