// Reads files that anybody may have made. Opening and reading never wait: folders, pipes and devices are refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace repose {

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
  // Fills the span with the next bytes and returns how many there were. Fewer than asked for: the file ends, or there
  // is a fault.
  std::size_t read(std::span<std::byte> bytes);

 private:
  std::intptr_t handle_ = -1;  // a descriptor, or a HANDLE of Windows
  std::uint64_t bytes_ = 0;
  std::string fault_;
};

// The first bytes of a file, at most `bytes_max`. Empty on failure; `fault` then says why, as InputFile does.
std::optional<std::string> read_file_start(const std::filesystem::path& path, std::uint64_t bytes_max,
                                           std::string& fault);
// The whole content. Fails for files of more than `bytes_max` bytes.
std::optional<std::string> read_whole_file(const std::filesystem::path& path, std::uint64_t bytes_max,
                                           std::string& fault);

}  // namespace repose
