// The reader of heights from PNG pictures.
#include "fuzz_support.hpp"
#include "session/height_map.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static repose::fuzz::MemoryFile file;
  repose::World world;
  repose::fuzz::check(repose::read_height_map(file.put(data, size), world));
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t size_max,
                                               unsigned seed) {
  return repose::fuzz::mutate_png(data, size, size_max, seed);
}
