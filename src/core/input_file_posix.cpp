#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "core/input_file.hpp"

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
  const int handle = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  struct stat facts {};
  handle_ = handle;
  if (handle < 0 || ::fstat(handle, &facts) != 0) {
    // A socket cannot be opened; say that it is not a file.
    const int error = errno;
    fault_ = error == ENXIO ? why_not_regular(S_IFSOCK) : std::generic_category().message(error);
    return;
  }
  fault_ = why_not_regular(facts.st_mode);
  bytes_ = static_cast<std::uint64_t>(facts.st_size);
}

InputFile::~InputFile() {
  if (handle_ >= 0) ::close(static_cast<int>(handle_));
}

std::size_t InputFile::read(std::span<std::byte> bytes) {
  std::size_t done = 0;
  while (fault_.empty() && done < bytes.size()) {
    const ssize_t got = ::read(static_cast<int>(handle_), bytes.data() + done, bytes.size() - done);
    if (got == 0) break;
    if (got > 0) {
      done += static_cast<std::size_t>(got);
    } else if (errno != EINTR) {
      fault_ = fmt::format("reading it failed: {}", reason());
    }
  }
  return done;
}

}  // namespace repose
