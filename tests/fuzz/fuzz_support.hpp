// Shared by the fuzz targets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "repose/status.hpp"

namespace repose::fuzz {

// A file in memory with a name that a reader can open.
class MemoryFile {
 public:
  MemoryFile();
  // Replaces the content. Returns the name.
  const std::string& put(const std::uint8_t* data, std::size_t size);

 private:
  int handle_;
  std::string path_;
};

// A failure without a sentence is a defect.
inline void check(const Status& status) {
  if (!status && status.message().empty()) std::abort();
}

// Change the inside of a file and mend its checksums, which a fuzzer cannot guess. For LLVMFuzzerCustomMutator, with
// its parameters.
std::size_t mutate_parts(std::uint8_t* data, std::size_t size, std::size_t size_max, unsigned seed);
std::size_t mutate_png(std::uint8_t* data, std::size_t size, std::size_t size_max, unsigned seed);

}  // namespace repose::fuzz
