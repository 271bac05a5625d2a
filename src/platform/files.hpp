// Files as the operating system has them: what core/files.hpp needs to write and read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace repose {

using FileHandle = std::intptr_t;  // a descriptor, or a HANDLE of Windows
inline constexpr FileHandle kNoFile = -1;

// Whether the path is a device, a pipe, or another name behind which no new file may be put.
bool is_written_directly(const std::filesystem::path& path);

// The functions below return why they failed, such as "No space left on device"; empty if they did not.

// Opens what is_written_directly(). Does not wait for a reader of a pipe.
std::string open_directly(const std::filesystem::path& path, FileHandle& file);
// Makes a file that does not exist yet.
std::string create_file(const std::filesystem::path& path, FileHandle& file);
std::string write_all(FileHandle file, std::span<const std::byte> bytes);
// `file` is kNoFile afterwards.
std::string close_file(FileHandle& file);
// Flushes a file, or a folder with its files, to disk and gives it the name and the permissions of `target`. A file
// replaces a file; a folder replaces only an empty folder.
std::string put_durably(const std::filesystem::path& part, const std::filesystem::path& target);

// Reads a file that anybody may have made. Opening and reading never wait: folders, pipes and devices are refused.
class InputFile {
 public:
  // Opens a regular file, or a link to one.
  explicit InputFile(const std::filesystem::path& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  // Why it could not be opened, or why reading failed: "it is a folder". Empty if nothing went wrong.
  const std::string& fault() const { return fault_; }
  // Its size when it was opened. Some files of the system state 0.
  std::uint64_t bytes() const { return bytes_; }
  // Fills the span with the next bytes; returns how many there were. Fewer: the file ends, or there is a fault.
  std::size_t read(std::span<std::byte> bytes);

 private:
  std::intptr_t handle_ = -1;  // a descriptor, or a HANDLE of Windows
  std::uint64_t bytes_ = 0;
  std::string fault_;
};

}  // namespace repose
