// The reader of replays.
#include <span>

#include "fuzz_support.hpp"
#include "repose/replay.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  repose::Replay replay;
  const repose::Status status = repose::decode_replay(std::as_bytes(std::span(data, size)), "fuzz.replay", replay);
  repose::fuzz::check(status);
  // A replay that was read can be written and read again.
  if (status && !repose::decode_replay(repose::encode_replay(replay), "again.replay", replay)) std::abort();
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t size_max,
                                               unsigned seed) {
  return repose::fuzz::mutate_parts(data, size, size_max, seed);
}
