#include "core/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace repose {

namespace {

std::string reason() { return std::generic_category().message(errno); }

std::string why_not_regular(mode_t mode) {
  if (S_ISREG(mode)) return {};
  return S_ISDIR(mode) ? "it is a folder" : "it is a pipe or a device, not a file";
}

}  // namespace

InputFile::InputFile(const std::filesystem::path& path) {
  // O_NONBLOCK: a pipe opens at once although nobody writes to it. Regular files are not affected.
  handle_ = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  struct stat facts {};
  if (handle_ < 0 || ::fstat(handle_, &facts) != 0) {
    // A socket cannot be opened; say that it is not a file.
    const int error = errno;
    fault_ = error == ENXIO ? why_not_regular(S_IFSOCK) : std::generic_category().message(error);
    return;
  }
  fault_ = why_not_regular(facts.st_mode);
  bytes_ = static_cast<std::uint64_t>(facts.st_size);
}

InputFile::~InputFile() {
  if (handle_ >= 0) ::close(handle_);
}

std::size_t InputFile::read(std::span<std::byte> bytes) {
  std::size_t done = 0;
  while (fault_.empty() && done < bytes.size()) {
    const ssize_t got = ::read(handle_, bytes.data() + done, bytes.size() - done);
    if (got == 0) break;
    if (got > 0) {
      done += static_cast<std::size_t>(got);
    } else if (errno != EINTR) {
      fault_ = fmt::format("reading it failed: {}", reason());
    }
  }
  return done;
}

std::optional<std::string> read_file_start(const std::filesystem::path& path, std::uint64_t bytes_max,
                                           std::string& fault) {
  constexpr std::uint64_t kPieceBytes = 1u << 16;
  InputFile file(path);
  std::string content;
  // One byte more than the file states, so that its end is seen at once. Some files state 0; others grow meanwhile.
  std::uint64_t piece = file.bytes() + 1;
  for (bool full = true; full && content.size() < bytes_max; piece = kPieceBytes) {
    const std::size_t had = content.size();
    content.resize(had + std::min(piece, bytes_max - had));
    const std::size_t got = file.read(std::as_writable_bytes(std::span(content).subspan(had)));
    full = had + got == content.size();
    content.resize(had + got);
  }
  fault = file.fault();
  return fault.empty() ? std::optional(std::move(content)) : std::nullopt;
}

std::optional<std::string> read_whole_file(const std::filesystem::path& path, std::uint64_t bytes_max,
                                           std::string& fault) {
  auto content = read_file_start(path, bytes_max + 1, fault);
  if (!content || content->size() <= bytes_max) return content;
  const bool large = bytes_max >= 1u << 20;
  fault = fmt::format("it is too large: more than {} {}", bytes_max >> (large ? 20 : 10), large ? "MiB" : "KiB");
  return std::nullopt;
}

}  // namespace repose
