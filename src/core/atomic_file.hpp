// Writes a file completely or not at all: under a temporary name in the same folder, flushed to disk, then renamed.
// When the program is killed in between, either the old file or the new one is complete.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "repose/status.hpp"

namespace repose {

class AtomicFile {
 public:
  // Removes temporary files that killed programs left beside this file. Where the path is a symbolic link, the link
  // stays and its target is replaced.
  explicit AtomicFile(const std::filesystem::path& path);
  ~AtomicFile();  // discards what was not committed; the old file stays as it was
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  // After the first failure later calls do nothing, and commit() returns that failure.
  void write(std::span<const std::byte> bytes);
  Status commit();

 private:
  void fail(const char* reason);

  std::filesystem::path path_, part_;
  int file_ = -1;
  Status status_;
};

}  // namespace repose
