#include "platform/machine.hpp"
#include "platform/windows_api.hpp"

namespace repose {

std::string cpu_name() {
  constexpr const wchar_t* kKey = L"HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0";
  wchar_t name[256] = L"";
  DWORD bytes = sizeof(name);
  const LSTATUS error =
      ::RegGetValueW(HKEY_LOCAL_MACHINE, kKey, L"ProcessorNameString", RRF_RT_REG_SZ, nullptr, name, &bytes);
  return error == ERROR_SUCCESS && name[0] != L'\0' ? to_utf8(name) : "unknown";
}

// Windows has large pages only for users with a special right.
void ask_for_huge_pages(void*, std::size_t) {}

// Not std::atomic::wait(): where the system has no futex, that of GCC 12 reads the value before it locks, so it can
// miss the one call that would have woken it (GCC bug 104928).
void ReachedCount::sleep_while(std::size_t value) const {
  ::WaitOnAddress(const_cast<std::atomic<std::size_t>*>(&value_), &value, sizeof value, INFINITE);
}
void ReachedCount::wake_all() { ::WakeByAddressAll(&value_); }

}  // namespace repose
