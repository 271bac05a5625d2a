#include <sys/stat.h>

#include "platform/file_lock.hpp"
#include "platform/windows_api.hpp"

namespace repose {

// A file that is shared with nobody can be opened once. Windows closes it however the program ends.
std::optional<FileLock> FileLock::take(const std::filesystem::path& path) {
  const HANDLE handle = ::CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE, 0, nullptr, OPEN_ALWAYS,
                                      FILE_ATTRIBUTE_NORMAL, nullptr);
  if (handle == INVALID_HANDLE_VALUE) return std::nullopt;
  return FileLock(reinterpret_cast<std::intptr_t>(handle));
}

FileLock::~FileLock() {
  if (handle_ != -1) ::CloseHandle(reinterpret_cast<HANDLE>(handle_));
}

std::time_t written_at(const std::filesystem::path& file) {
  struct _stat64 facts {};
  return ::_wstat64(file.c_str(), &facts) == 0 ? facts.st_mtime : 0;
}

}  // namespace repose
