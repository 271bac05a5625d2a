// The reader of PNG pictures.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "repose/picture.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  repose::Picture picture;
  const repose::Status status = repose::decode_png(std::as_bytes(std::span(data, size)), "fuzz.png", picture);
  if (!status && status.message().empty()) std::abort();
  return 0;
}
