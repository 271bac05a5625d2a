// The reader of world files.
#include "fuzz_support.hpp"
#include "repose/world_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static repose::fuzz::MemoryFile file;
  repose::WorldDocument document;
  repose::fuzz::check(repose::read_world_file(file.put(data, size), document));
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t size_max,
                                               unsigned seed) {
  return repose::fuzz::mutate_parts(data, size, size_max, seed);
}
