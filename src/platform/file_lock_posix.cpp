#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/file_lock.hpp"

namespace repose {

std::optional<FileLock> FileLock::take(const std::filesystem::path& path) {
  const int handle = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  FileLock lock(handle);
  if (handle < 0 || ::flock(handle, LOCK_EX | LOCK_NB) != 0) return std::nullopt;
  return lock;
}

FileLock::~FileLock() {
  if (handle_ >= 0) ::close(static_cast<int>(handle_));
}

std::time_t written_at(const std::filesystem::path& file) {
  struct stat facts {};
  return ::stat(file.c_str(), &facts) == 0 ? facts.st_mtime : 0;
}

}  // namespace repose
