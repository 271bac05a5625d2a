#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "core/language.hpp"
#include "platform/files.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr mode_t kMode = 0666;  // less the umask

std::string reason(int error) { return std::generic_category().message(error); }

// Some file systems cannot flush; then the file counts as written.
bool flush(int handle) { return ::fsync(handle) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP; }

// A folder is flushed so that the new names in it are on disk.
bool flush(const fs::path& path) {
  const int handle = ::open(path.empty() ? "." : path.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0) return false;
  const bool flushed = flush(handle);
  ::close(handle);
  return flushed;
}

bool flush_all(const fs::path& path) {
  std::error_code error;
  for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
    if (!flush(it->path())) return false;
  }
  return flush(path);
}

std::string opened(int handle, FileHandle& file) {
  file = handle;
  return handle < 0 ? reason(errno) : "";
}

std::string why_not_regular(mode_t mode) {
  if (S_ISREG(mode)) return {};
  return S_ISDIR(mode) ? tr("it is a folder") : tr("it is a pipe or a device, not a file");
}

}  // namespace

bool is_written_directly(const fs::path& path) {
  std::error_code error;
  const auto type = fs::status(path, error).type();
  if (type == fs::file_type::fifo || type == fs::file_type::character || type == fs::file_type::block) return true;
  // Such as /dev/stdout, behind which there may be a file that another program has open.
  const std::string name = fs::absolute(path, error).lexically_normal().string();
  const bool is_special = name.starts_with("/proc/") || (name.starts_with("/dev/") && !name.starts_with("/dev/shm/"));
  return is_special && type == fs::file_type::regular;
}

std::string open_directly(const fs::path& path, FileHandle& file) {
  // O_NONBLOCK: a pipe that nobody reads is refused at once.
  const int handle = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  const std::string why = opened(handle, file);
  if (handle >= 0) ::fcntl(handle, F_SETFL, ::fcntl(handle, F_GETFL) & ~O_NONBLOCK);
  return why;
}

std::string create_file(const fs::path& path, FileHandle& file) {
  return opened(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode), file);
}

std::string write_all(FileHandle file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(static_cast<int>(file), bytes.data(), bytes.size());
    if (written >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return reason(errno);
    }
  }
  return {};
}

std::string close_file(FileHandle& file) {
  const int closed = ::close(static_cast<int>(file));
  file = kNoFile;
  return closed != 0 ? reason(errno) : "";
}

std::string put_durably(const fs::path& part, const fs::path& target) {
  std::error_code error;
  const bool flushed = fs::is_directory(part, error) ? flush_all(part) : flush(part);
  if (!flushed) return reason(errno);
  // The new file gets the permissions of the one that it replaces.
  struct stat facts {};
  if (::stat(target.c_str(), &facts) == 0 && S_ISREG(facts.st_mode)) ::chmod(part.c_str(), facts.st_mode & 07777);
  fs::rename(part, target, error);
  if (error) return reason(error.value());
  flush(target.parent_path());  // some file systems cannot do this; the file has been renamed anyway
  return {};
}

InputFile::InputFile(const std::filesystem::path& path) {
  // O_NONBLOCK: a pipe opens at once although nobody writes to it. Regular files are not affected.
  const int handle = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  struct stat facts {};
  handle_ = handle;
  if (handle < 0 || ::fstat(handle, &facts) != 0) {
    // A socket cannot be opened; say that it is not a file.
    const int error = errno;
    fault_ = error == ENXIO ? why_not_regular(S_IFSOCK) : reason(error);
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
      fault_ = trf("reading it failed: {}", reason(errno));
    }
  }
  return done;
}

}  // namespace repose
