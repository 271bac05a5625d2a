#include "core/processes.hpp"
#include "core/windows_api.hpp"

namespace repose {

int own_process_id() { return static_cast<int>(::GetCurrentProcessId()); }

bool process_runs(int id) {
  const HANDLE process = ::OpenProcess(SYNCHRONIZE, FALSE, static_cast<DWORD>(id));
  if (process == nullptr) return ::GetLastError() == ERROR_ACCESS_DENIED;
  const bool runs = ::WaitForSingleObject(process, 0) == WAIT_TIMEOUT;
  ::CloseHandle(process);
  return runs;
}

}  // namespace repose
