// The reader of stamps.
#include <span>

#include "fuzz_support.hpp"
#include "repose/clip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const repose::Ruleset kRules = [] {
    repose::Ruleset rules;
    rules.elements = {{.name = "air", .color = {20, 20, 30}}, {.name = "sand", .color = {200, 180, 101}}};
    return rules;
  }();
  repose::Clip clip;
  const repose::Status status = repose::decode_stamp(std::as_bytes(std::span(data, size)), "fuzz.png", kRules, clip);
  repose::fuzz::check(status);
  // Every byte of a clip is an index of its names.
  for (const std::uint8_t cell : clip.world.cells()) {
    if (status && cell >= clip.names.size()) std::abort();
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t size_max,
                                               unsigned seed) {
  return repose::fuzz::mutate_png(data, size, size_max, seed);
}
