#include <cstdlib>

#include "platform/windows_api.hpp"
#include "system.hpp"
// After windows.h.
#include <psapi.h>

namespace repose::test {

namespace fs = std::filesystem;

namespace {

constexpr UINT kKilled = 0xdead;  // the exit code of a program that was killed

HANDLE output_to(const fs::path& path) {
  SECURITY_ATTRIBUTES rights{sizeof(rights), nullptr, TRUE};
  return ::CreateFileW(path.c_str(), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, &rights,
                       CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr);
}

HANDLE to_windows(Process process) { return reinterpret_cast<HANDLE>(process); }

}  // namespace

fs::path make_temporary_folder() {
  static unsigned number = 0;
  for (;;) {
    const fs::path folder = fs::temp_directory_path() /
                            ("repose-test-" + std::to_string(::GetCurrentProcessId()) + "-" + std::to_string(++number));
    if (fs::create_directory(folder)) return folder;
  }
}

void set_variable(const char* name, const std::string& value) {
  ::_wputenv_s(to_wide(name).c_str(), to_wide(value).c_str());
}
void unset_variable(const char* name) { ::_wputenv_s(to_wide(name).c_str(), L""); }

int dead_process() {
  const Process process = start_program({fs::path(::_wgetenv(L"COMSPEC")).string(), "/c", "exit"}, "NUL", "NUL");
  const int id = process_id(process);
  end_program(process);
  return id;
}

int living_process() { return static_cast<int>(::GetCurrentProcessId()); }

bool make_pipe(const fs::path&) { return false; }

void sleep_milliseconds(int milliseconds) { ::Sleep(static_cast<DWORD>(milliseconds)); }

bool knows_peak_memory() { return ::GetProcAddress(::GetModuleHandleW(L"ntdll.dll"), "wine_get_version") == nullptr; }

Process start_program(std::vector<std::string> words, const fs::path& out, const fs::path& err) {
  std::wstring line = command_line_of(words);
  STARTUPINFOW facts{};
  facts.cb = sizeof(facts);
  facts.dwFlags = STARTF_USESTDHANDLES;
  facts.hStdInput = ::GetStdHandle(STD_INPUT_HANDLE);
  facts.hStdOutput = output_to(out);
  facts.hStdError = output_to(err);
  PROCESS_INFORMATION started{};
  const bool good = ::CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, CREATE_NEW_PROCESS_GROUP, nullptr,
                                     nullptr, &facts, &started) != 0;
  ::CloseHandle(facts.hStdOutput);
  ::CloseHandle(facts.hStdError);
  if (!good) return kNoProcess;
  ::CloseHandle(started.hThread);
  return reinterpret_cast<Process>(started.hProcess);
}

int process_id(Process process) { return static_cast<int>(::GetProcessId(to_windows(process))); }

Ended end_program(Process process) {
  ::WaitForSingleObject(to_windows(process), INFINITE);
  DWORD code = 0;
  PROCESS_MEMORY_COUNTERS memory{};
  ::GetExitCodeProcess(to_windows(process), &code);
  ::GetProcessMemoryInfo(to_windows(process), &memory, sizeof(memory));
  ::CloseHandle(to_windows(process));
  return {code == kKilled ? -1 : static_cast<int>(code), static_cast<double>(memory.PeakWorkingSetSize) / 1e6};
}

// Ctrl+Break, because Ctrl+C reaches only the group of this program. Both need a console.
bool interrupt_program(Process process) {
  return ::GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, ::GetProcessId(to_windows(process))) != 0;
}

void kill_program(Process process) { ::TerminateProcess(to_windows(process), kKilled); }

}  // namespace repose::test
