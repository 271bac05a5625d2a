#include "core/reached_count.hpp"

namespace repose {

void ReachedCount::sleep_while(std::size_t value) const { value_.wait(value, std::memory_order_acquire); }
void ReachedCount::wake_all() { value_.notify_all(); }

}  // namespace repose
