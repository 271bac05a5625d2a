#include <algorithm>
#include <cwctype>

#include "core/language.hpp"
#include "platform/files.hpp"
#include "platform/windows_api.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr DWORD kShareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

HANDLE to_windows(FileHandle file) { return reinterpret_cast<HANDLE>(file); }

std::string last_reason() { return windows_reason(::GetLastError()); }

// Whether a name belongs to a device in every folder: nul, com1. Windows also takes nul.txt for the device.
bool is_device_name(std::wstring_view name) {
  std::wstring upper(name.substr(0, name.find_last_not_of(L' ') + 1));
  std::ranges::transform(upper, upper.begin(), [](wchar_t c) { return static_cast<wchar_t>(std::towupper(c)); });
  for (const std::wstring_view device : {L"CON", L"PRN", L"AUX", L"NUL", L"CONIN$", L"CONOUT$"}) {
    if (upper == device) return true;
  }
  return upper.size() == 4 && (upper.starts_with(L"COM") || upper.starts_with(L"LPT")) && upper[3] >= L'1' &&
         upper[3] <= L'9';
}

// Why Windows could not make a file of that name, or would make something else. Empty: it can.
std::string why_no_file_name(const std::wstring& name) {
  const std::wstring first = name.substr(0, name.find(L'.'));
  if (is_device_name(first)) return trf("Windows keeps the name {} for a device", to_utf8(first));
  const auto is_forbidden = [](wchar_t c) {
    return c < L' ' || std::wstring_view(L"<>:\"|?*").find(c) != std::wstring_view::npos;
  };
  if (std::ranges::any_of(name, is_forbidden)) return tr("a name cannot contain any of < > : \" | ? * on Windows");
  return {};
}

std::string opened(HANDLE handle, FileHandle& file) {
  file = reinterpret_cast<FileHandle>(handle);
  return file == kNoFile ? last_reason() : "";
}

std::string flush(const fs::path& path) {
  const HANDLE file = ::CreateFileW(path.c_str(), GENERIC_WRITE, kShareAll, nullptr, OPEN_EXISTING, 0, nullptr);
  if (file == INVALID_HANDLE_VALUE) return last_reason();
  // Some file systems cannot flush; then the file counts as written.
  const bool flushed = ::FlushFileBuffers(file) != 0 || ::GetLastError() == ERROR_INVALID_FUNCTION;
  const std::string why = flushed ? "" : last_reason();
  ::CloseHandle(file);
  return why;
}

std::string flush_all(const fs::path& folder) {
  std::error_code error;
  std::string why;
  for (fs::directory_iterator it(folder, error), end; why.empty() && !error && it != end; it.increment(error))
    why = flush(it->path());
  return why;
}

// Programs that read new files, such as search indexes and virus scanners, have them open for a moment.
std::string move_soon(const fs::path& from, const fs::path& to) {
  constexpr int kTries = 40;
  constexpr DWORD kPauseMilliseconds = 25;
  // A folder may have this attribute too; there it means something else.
  constexpr DWORD kReadOnly = FILE_ATTRIBUTE_READONLY, kBoth = kReadOnly | FILE_ATTRIBUTE_DIRECTORY;
  const DWORD old = ::GetFileAttributesW(to.c_str());
  const bool is_read_only = old != INVALID_FILE_ATTRIBUTES && (old & kBoth) == kReadOnly;
  if (is_read_only) return windows_reason(ERROR_ACCESS_DENIED);  // wine would replace it
  for (int tries = 1;; ++tries) {
    if (::MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0) return {};
    const DWORD error = ::GetLastError(), facts = ::GetFileAttributesW(to.c_str());
    const bool is_file = facts != INVALID_FILE_ATTRIBUTES && (facts & FILE_ATTRIBUTE_DIRECTORY) == 0;
    const bool may_pass =
        error == ERROR_SHARING_VIOLATION || error == ERROR_LOCK_VIOLATION || (error == ERROR_ACCESS_DENIED && is_file);
    if (!may_pass || tries == kTries) return windows_reason(error);
    ::Sleep(kPauseMilliseconds);
  }
}

}  // namespace

bool is_written_directly(const fs::path& path) {
  return is_device_name(path.filename().native()) || path.native().starts_with(L"\\\\.\\");
}

std::string open_directly(const fs::path& path, FileHandle& file) {
  return opened(::CreateFileW(path.c_str(), GENERIC_WRITE, kShareAll, nullptr, OPEN_EXISTING, 0, nullptr), file);
}

std::string create_file(const fs::path& path, FileHandle& file) {
  if (std::string why = why_no_file_name(path.filename().native()); !why.empty()) return why;
  return opened(
      ::CreateFileW(path.c_str(), GENERIC_WRITE, kShareAll, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr), file);
}

std::string write_all(FileHandle file, std::span<const std::byte> bytes) {
  constexpr std::size_t kPieceBytes = 1u << 30;
  while (!bytes.empty()) {
    DWORD written = 0;
    const auto piece = static_cast<DWORD>(std::min(bytes.size(), kPieceBytes));
    if (::WriteFile(to_windows(file), bytes.data(), piece, &written, nullptr) == 0) return last_reason();
    bytes = bytes.subspan(written);
  }
  return {};
}

std::string close_file(FileHandle& file) {
  const bool closed = ::CloseHandle(to_windows(file)) != 0;
  file = kNoFile;
  return closed ? "" : last_reason();
}

std::string put_durably(const fs::path& part, const fs::path& target) {
  std::error_code error;
  const bool is_folder = fs::is_directory(part, error);
  if (std::string why = is_folder ? flush_all(part) : flush(part); !why.empty()) return why;
  // MoveFileExW replaces no folder.
  if (is_folder && fs::is_directory(target, error) && ::RemoveDirectoryW(target.c_str()) == 0) return last_reason();
  return move_soon(part, target);
}

InputFile::InputFile(const std::filesystem::path& path) {
  // Others may write, rename and delete it meanwhile, as on other systems. With BACKUP_SEMANTICS a folder opens, too.
  const HANDLE file = ::CreateFileW(path.c_str(), GENERIC_READ, kShareAll, nullptr, OPEN_EXISTING,
                                    FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_SEQUENTIAL_SCAN, nullptr);
  handle_ = reinterpret_cast<std::intptr_t>(file);
  if (file == INVALID_HANDLE_VALUE) {
    fault_ = last_reason();
    return;
  }
  BY_HANDLE_FILE_INFORMATION facts{};
  if (::GetFileType(file) != FILE_TYPE_DISK) {
    fault_ = tr("it is a pipe or a device, not a file");
  } else if (::GetFileInformationByHandle(file, &facts) == 0) {
    fault_ = last_reason();
  } else if ((facts.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0) {
    fault_ = tr("it is a folder");
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
      fault_ = trf("reading it failed: {}", last_reason());
    if (got == 0) break;
    done += got;
  }
  return done;
}

}  // namespace repose
