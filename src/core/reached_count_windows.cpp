#include "core/reached_count.hpp"
#include "core/windows_api.hpp"

namespace repose {

// Not std::atomic::wait(): where the system has no futex, that of GCC 12 looks at the value before it takes its lock,
// so it can miss the one call that would have woken it (GCC bug 104928).
void ReachedCount::sleep_while(std::size_t value) const {
  ::WaitOnAddress(const_cast<std::atomic<std::size_t>*>(&value_), &value, sizeof value, INFINITE);
}
void ReachedCount::wake_all() { ::WakeByAddressAll(&value_); }

}  // namespace repose
