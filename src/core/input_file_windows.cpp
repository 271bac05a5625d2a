#include <fmt/format.h>

#include <algorithm>

#include "core/input_file.hpp"
#include "core/windows_api.hpp"

namespace repose {

namespace {

HANDLE to_windows(std::intptr_t handle) { return reinterpret_cast<HANDLE>(handle); }

}  // namespace

InputFile::InputFile(const std::filesystem::path& path) {
  // Others may write, rename and delete it meanwhile, as on other systems. With BACKUP_SEMANTICS a folder opens, too.
  const HANDLE file =
      ::CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                    OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_SEQUENTIAL_SCAN, nullptr);
  handle_ = reinterpret_cast<std::intptr_t>(file);
  if (file == INVALID_HANDLE_VALUE) {
    fault_ = windows_reason(::GetLastError());
    return;
  }
  BY_HANDLE_FILE_INFORMATION facts{};
  if (::GetFileType(file) != FILE_TYPE_DISK) {
    fault_ = "it is a pipe or a device, not a file";
  } else if (::GetFileInformationByHandle(file, &facts) == 0) {
    fault_ = windows_reason(::GetLastError());
  } else if ((facts.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0) {
    fault_ = "it is a folder";
  }
  bytes_ = static_cast<std::uint64_t>(facts.nFileSizeHigh) << 32 | facts.nFileSizeLow;
}

InputFile::~InputFile() {
  if (to_windows(handle_) != INVALID_HANDLE_VALUE) ::CloseHandle(to_windows(handle_));
}

std::size_t InputFile::read(std::span<std::byte> bytes) {
  constexpr std::size_t kPieceBytes = 1u << 30;
  std::size_t done = 0;
  while (fault_.empty() && done < bytes.size()) {
    DWORD got = 0;
    const auto piece = static_cast<DWORD>(std::min(bytes.size() - done, kPieceBytes));
    if (::ReadFile(to_windows(handle_), bytes.data() + done, piece, &got, nullptr) == 0)
      fault_ = fmt::format("reading it failed: {}", windows_reason(::GetLastError()));
    if (got == 0) break;
    done += got;
  }
  return done;
}

}  // namespace repose
