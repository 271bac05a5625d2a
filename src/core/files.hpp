// Whole files: read with a limit, and written completely or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "platform/files.hpp"
#include "repose/status.hpp"

namespace repose {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // at the start of some text files

// A temporary name for a file or folder that is made beside its place and renamed in the end.
class PartPath {
 public:
  // Where the path is a symbolic link, its target is replaced and the link stays. Removes what killed programs left
  // beside the target. Makes nothing yet.
  explicit PartPath(const std::filesystem::path& path);
  ~PartPath();  // removes the part, unless it was put in place
  PartPath(const PartPath&) = delete;
  PartPath& operator=(const PartPath&) = delete;

  const std::filesystem::path& target() const { return target_; }
  const std::filesystem::path& part() const { return part_; }  // no other program uses this name
  // Flushes the part to disk and gives it the name and the permissions of the target. The part of a folder replaces a
  // folder only if that is empty.
  Status put_in_place();

 private:
  std::filesystem::path target_, part_;
};

// Writes a file completely or not at all: under a temporary name in the same folder, flushed to disk, then renamed.
// When the program is killed in between, either the old file or the new one is complete.
class AtomicFile {
 public:
  // Devices and pipes, and all names in /dev and /proc, are written directly.
  explicit AtomicFile(const std::filesystem::path& path);
  ~AtomicFile();  // discards what was not committed; the old file stays as it was
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  // After the first failure later calls do nothing, and commit() returns that failure.
  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span<const char>(text))); }
  Status commit();
  // Whether all has been written so far. Long work may end early if not.
  bool ok() const { return status_.ok(); }

 private:
  void fail(const std::string& why);  // empty: nothing has failed

  PartPath path_;
  bool direct_;
  FileHandle file_ = kNoFile;
  Status status_;
};

// As AtomicFile does.
Status write_whole_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
inline Status write_whole_file(const std::filesystem::path& path, std::string_view text) {
  return write_whole_file(path, std::as_bytes(std::span<const char>(text)));
}

// Writes the buffer of stdout. Fails with a sentence if any output was lost since the program has begun: the device is
// full, or stdout was closed.
Status flush_output();

// The first bytes of a file, at most `bytes_max`. Empty on failure; `fault` then says why, as InputFile does.
std::optional<std::string> read_file_start(const std::filesystem::path& path, std::uint64_t bytes_max,
                                           std::string& fault);
// The whole content. Fails for files of more than `bytes_max` bytes.
std::optional<std::string> read_whole_file(const std::filesystem::path& path, std::uint64_t bytes_max,
                                           std::string& fault);

}  // namespace repose
