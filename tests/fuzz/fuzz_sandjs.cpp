// The reader of sand.js configs.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "config/readers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  repose::Ruleset ruleset;
  repose::config::Report report("fuzz.cfg");
  static const repose::ConfigTarget kTargets[] = {
      {"density", true}, {"conserving", false, {{"flow", 1, 8, true}, {"edge", 0, 2, true, {0, 2}, {"wall", "open"}}}}};
  repose::config::read_sandjs({reinterpret_cast<const char*>(data), size}, kTargets, ruleset, report);
  return 0;
}
