// The community files for wxSand.
#include "reference_files.hpp"
#include "soundness.hpp"
#include "support.hpp"

namespace repose {
namespace {

ConfigResult read_mod(const std::string& name) { return read_config_file(test::kCommunityFolder / (name + ".txt")); }

int count(const ConfigResult& result, std::string_view part) {
  int found = 0;
  for (const Diagnostic& d : result.diagnostics) found += d.message.find(part) != d.message.npos;
  return found;
}

}  // namespace

TEST_CASE("Every community file loads without an error") {
  REPOSE_NEEDS_COMMUNITY_FILES();
  for (const auto& file : test::community_files()) {
    INFO(file);
    const ConfigResult result = read_config_file(file);
    CHECK_FALSE(has_errors(result.diagnostics));
    test::check_sound(result);
    CHECK(result.ruleset->elements.size() > 10);
    CHECK(result.ruleset->rule_count() > 5);
    CHECK(count(result, "unknown element") == 0);  // the originals would have refused the file
  }
}

TEST_CASE("Community files get the known warnings") {
  REPOSE_NEEDS_COMMUNITY_FILES();
  const ConfigResult solar = read_mod("Solar_System");
  CHECK(count(solar, "is indented") == 3);
  CHECK(count(solar, "the weights add up to 0.5") == 4);
  CHECK(count(read_mod("Narcotics_Mod"), "the weight '.005' fills none") == 2);
  CHECK(count(read_mod("pollutionmod"), "duplicate name: element 'rock'") == 1);
  CHECK(count(read_mod("Capshipmod"), "duplicate pexplosion") == 31);
  CHECK(count(read_mod("eksplosives_mod"), "'1000000'; 65536 is used") == 2);
  CHECK(read_mod("sandgame").diagnostics.empty());
  const ConfigResult newest = read_mod("default");  // written for 4.5: `all`, `item`
  CHECK(newest.ruleset->items.size() == 1);
  CHECK(count(newest, "'@' is not the character of an element") == 5);
}

}  // namespace repose
