#include "cli/cpu_name.hpp"

#include "core/windows_api.hpp"

namespace repose::cli {

std::string cpu_name() {
  constexpr const wchar_t* kKey = L"HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0";
  wchar_t name[256] = L"";
  DWORD bytes = sizeof(name);
  const LSTATUS error =
      ::RegGetValueW(HKEY_LOCAL_MACHINE, kKey, L"ProcessorNameString", RRF_RT_REG_SZ, nullptr, name, &bytes);
  return error == ERROR_SUCCESS && name[0] != L'\0' ? to_utf8(name) : "unknown";
}

}  // namespace repose::cli
