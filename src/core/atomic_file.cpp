#include "core/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <string>
#include <string_view>

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPart = ".part";
constexpr mode_t kMode = 0666;  // less the umask

// Whether a file is NAME.PID.part of a process that has ended.
bool is_abandoned(std::string_view name, std::string_view of) {
  if (name.size() <= of.size() + 1 + kPart.size() || !name.starts_with(of) || name[of.size()] != '.' ||
      !name.ends_with(kPart)) {
    return false;
  }
  const std::string_view digits = name.substr(of.size() + 1, name.size() - of.size() - 1 - kPart.size());
  pid_t process = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), process);
  if (error != std::errc() || end != digits.data() + digits.size() || process <= 0) return false;
  return ::kill(process, 0) != 0 && errno == ESRCH;
}

void remove_abandoned(const fs::path& path) {
  std::error_code error;
  const std::string name = path.filename().string();
  for (fs::directory_iterator it(path.parent_path().empty() ? fs::path(".") : path.parent_path(), error), end;
       !error && it != end; it.increment(error)) {
    std::error_code ignored;
    if (is_abandoned(it->path().filename().string(), name)) fs::remove(it->path(), ignored);
  }
}

// The new name is on disk only after the folder has been flushed too.
void put_on_disk(const fs::path& folder) {
  const int handle = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return;  // some file systems cannot do this; the file has been renamed anyway
  ::fsync(handle);
  ::close(handle);
}

}  // namespace

AtomicFile::AtomicFile(const fs::path& path) : path_(path) {
  std::error_code error;
  if (fs::is_symlink(path, error)) path_ = fs::weakly_canonical(path, error);
  if (fs::exists(path_, error) && !fs::is_regular_file(path_, error)) {
    fail("it is not a file");
    return;
  }
  remove_abandoned(path_);
  part_ = path_;
  part_ += fmt::format(".{}{}", ::getpid(), kPart);
  file_ = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode);
  if (file_ < 0) fail(std::strerror(errno));
}

AtomicFile::~AtomicFile() {
  if (file_ < 0) return;
  ::close(file_);
  ::unlink(part_.c_str());
}

void AtomicFile::fail(const char* reason) {
  if (status_) status_ = Status::failure(fmt::format("{} could not be written: {}.", path_.string(), reason));
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  while (status_ && !bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      fail(std::strerror(errno));
    }
  }
}

Status AtomicFile::commit() {
  if (status_ && ::fsync(file_) != 0) fail(std::strerror(errno));
  if (!status_) return status_;
  const int closed = ::close(file_);
  file_ = -1;
  if (closed != 0 || ::rename(part_.c_str(), path_.c_str()) != 0) {
    fail(std::strerror(errno));
    ::unlink(part_.c_str());
    return status_;
  }
  put_on_disk(path_.parent_path());
  return status_;
}

}  // namespace repose
