// The reader of sand.js configs.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "config/readers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  repose::Ruleset ruleset;
  repose::config::Report report("fuzz.cfg");
  repose::config::read_sandjs({reinterpret_cast<const char*>(data), size}, ruleset, report);
  return 0;
}
