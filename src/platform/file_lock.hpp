// Locks between running programs, and the times of files.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <optional>
#include <utility>

namespace repose {

// A lock on a file, until this object is destroyed or the program ends.
class FileLock {
 public:
  // Empty when another program holds the lock, or when the file cannot be created.
  static std::optional<FileLock> take(const std::filesystem::path& path);
  ~FileLock();
  FileLock(FileLock&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}
  FileLock& operator=(FileLock&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }

 private:
  explicit FileLock(std::intptr_t handle) : handle_(handle) {}

  std::intptr_t handle_ = -1;  // a descriptor, or a HANDLE of Windows
};

// When a file was written last; 0 if that is unknown.
std::time_t written_at(const std::filesystem::path& file);

}  // namespace repose
