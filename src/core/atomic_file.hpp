// A file that comes to be whole or not at all: written under another name beside it, put on disk, and renamed. Whatever
// kills the program on the way, the old file or the new one opens.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "repose/status.hpp"

namespace repose {

class AtomicFile {
 public:
  // Leftovers of programs that were killed while they wrote the same file are removed. A link stays one: what it points
  // to is replaced.
  explicit AtomicFile(const std::filesystem::path& path);
  ~AtomicFile();  // what was not committed is gone, and the old file as it was
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  // The first failure stays: later calls do nothing and commit() returns it.
  void write(std::span<const std::byte> bytes);
  Status commit();

 private:
  void fail(const char* reason);

  std::filesystem::path path_, part_;
  int file_ = -1;
  Status status_;
};

}  // namespace repose
