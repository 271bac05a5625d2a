// The reader of PNG pictures.
#include <span>

#include "fuzz_support.hpp"
#include "repose/picture.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  repose::Picture picture;
  repose::fuzz::check(repose::decode_png(std::as_bytes(std::span(data, size)), "fuzz.png", picture));
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t size_max,
                                               unsigned seed) {
  return repose::fuzz::mutate_png(data, size, size_max, seed);
}
