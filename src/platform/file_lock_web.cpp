#include <emscripten.h>
#include <sys/stat.h>

#include "platform/file_lock.hpp"

// cmake/web/storage.js takes the locks of the browser before the app begins, because it has to wait for them. Tabs that
// begin later find these locks taken.

// clang-format off

// The number of the lock; 0 when another tab has it.
EM_JS(int, repose_take_lock, (const char* path), { return Module.page.takeLock(UTF8ToString(path)); });

EM_JS(void, repose_release_lock, (int number), { Module.page.releaseLock(number); });

// clang-format on

namespace repose {

std::optional<FileLock> FileLock::take(const std::filesystem::path& path) {
  const int number = repose_take_lock(path.c_str());
  return number > 0 ? std::optional(FileLock(number)) : std::nullopt;
}

FileLock::~FileLock() {
  if (handle_ >= 0) repose_release_lock(static_cast<int>(handle_));
}

std::time_t written_at(const std::filesystem::path& file) {
  struct stat facts {};
  return ::stat(file.c_str(), &facts) == 0 ? facts.st_mtime : 0;
}

}  // namespace repose
