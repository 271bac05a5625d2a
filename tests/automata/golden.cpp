#include "automata/golden.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "support.hpp"

namespace repose::test {

namespace {
const nlohmann::json& approved() {
  static const auto json =
      nlohmann::json::parse(read_text(std::filesystem::path(REPOSE_SOURCE_DIR) / "tests/data/golden.json"));
  return json;
}
}  // namespace

std::string hash_text(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

void check_golden(const std::string& run, std::uint64_t hash) {
  const std::string line = fmt::format("\"{}\": \"{}\"", run, hash_text(hash));
  if (const char* out = std::getenv("REPOSE_GOLDEN_OUT")) {
    std::ofstream(out, std::ios::app) << line << '\n';
    return;
  }
  INFO("line to paste into tests/data/golden.json (or run scripts/approve-golden):\n  " << line);
  CHECK(approved().value(run, "not approved yet") == hash_text(hash));
}

}  // namespace repose::test
