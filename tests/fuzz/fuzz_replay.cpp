// The reader of replays. Built without checksums, which a fuzzer cannot guess.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "repose/replay.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  repose::Replay replay;
  const repose::Status status = repose::decode_replay(std::as_bytes(std::span(data, size)), "fuzz.replay", replay);
  if (!status && status.message().empty()) std::abort();
  // A replay that was read can be written and read again.
  if (status && !repose::decode_replay(repose::encode_replay(replay), "again.replay", replay)) std::abort();
  return 0;
}
