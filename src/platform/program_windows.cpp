#include "platform/program.hpp"
#include "platform/windows_api.hpp"
#include "repose/paths.hpp"

namespace repose {

namespace fs = std::filesystem;

fs::path executable_folder() {
  constexpr std::size_t kUnitsMax = 1u << 15;  // the longest path of Windows
  std::wstring path(kUnitsMax, L'\0');
  const DWORD units = ::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
  if (units == 0 || units == path.size()) return {};
  path.resize(units);
  return fs::path(path).parent_path();
}

fs::path environment_path(const char* name) {
  const std::wstring wide = to_wide(name);
  std::wstring value(::GetEnvironmentVariableW(wide.c_str(), nullptr, 0), L'\0');
  value.resize(::GetEnvironmentVariableW(wide.c_str(), value.data(), static_cast<DWORD>(value.size())));
  return value;
}

// The arguments of main() are in the code page of the system, which lacks most letters.
ProgramArguments::ProgramArguments(int argc, char** argv) {
  int count = 0;
  wchar_t** const wide = ::CommandLineToArgvW(::GetCommandLineW(), &count);
  for (int i = 0; wide != nullptr && i < count; ++i) words_.push_back(to_utf8(wide[i]));
  if (wide == nullptr) words_.assign(argv, argv + argc);
  ::LocalFree(wide);
  for (std::string& word : words_) pointers_.push_back(word.data());
  pointers_.push_back(nullptr);
}

int own_process_id() { return static_cast<int>(::GetCurrentProcessId()); }

bool process_runs(int id) {
  const HANDLE process = ::OpenProcess(SYNCHRONIZE, FALSE, static_cast<DWORD>(id));
  if (process == nullptr) return ::GetLastError() == ERROR_ACCESS_DENIED;
  const bool runs = ::WaitForSingleObject(process, 0) == WAIT_TIMEOUT;
  ::CloseHandle(process);
  return runs;
}

}  // namespace repose
