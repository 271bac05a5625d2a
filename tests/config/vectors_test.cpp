// The configs of the recordings of sand.js.
#include <nlohmann/json.hpp>

#include "support.hpp"

namespace repose {

TEST_CASE("Every recorded sand.js config is read without an error, all of its cells and rules") {
  const std::filesystem::path folder = std::filesystem::path(REPOSE_SHARED_DIR) / "vectors" / "sandjs";
  if (!std::filesystem::exists(folder)) REPOSE_SKIP("no recordings beside the project");
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    INFO(entry.path());
    const std::string text = nlohmann::json::parse(test::read_text(entry.path())).at("config");
    const ConfigResult result = read_config(text, entry.path().filename().string());
    CHECK_FALSE(has_errors(result.diagnostics));
    REQUIRE(result.ruleset);

    std::size_t cells = 0, rules = 0;
    for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
      cells += text.compare(begin, 5, "cell ") == 0;
      rules += text.compare(begin, 5, "rule ") == 0;
      if (text.find('\n', begin) == text.npos) break;
    }
    CHECK(result.ruleset->elements.size() == cells);
    CHECK(result.ruleset->reactions.size() == rules);
    ++files;
  }
  CHECK(files == 74);
}

}  // namespace repose
