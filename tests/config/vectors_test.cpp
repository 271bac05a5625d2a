// The configs of the recordings of sand.js.
#include <nlohmann/json.hpp>

#include "reference_files.hpp"
#include "support.hpp"

namespace repose {

TEST_CASE("Every recorded sand.js config is read without an error, all of its cells and rules") {
  for (const auto& file : test::sandjs_recordings()) {
    INFO(file);
    const std::string text = nlohmann::json::parse(test::read_text(file)).at("config");
    const ConfigResult result = read_config(text, file.filename().string());
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
  }
}

}  // namespace repose
