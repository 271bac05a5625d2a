// Work on threads of its own, which must also be done where the system starts no thread: a page in a browser may have
// none.
#pragma once

#include <future>
#include <memory>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>

namespace repose {

// Runs `work` on a new thread. Where no thread can be started, the result is not joinable, and nothing has been run.
template <class Work>
std::thread start_thread(Work work) {
  try {
    return std::thread(std::move(work));
  } catch (const std::system_error&) {
    return {};
  }
}

// The result of `work`, which runs on a thread of its own; where no thread can be started, it has been done on return.
// The destructor of the result waits, as that of std::async.
template <class Work>
std::future<std::invoke_result_t<Work&>> in_background(Work work) {
  const auto shared = std::make_shared<Work>(std::move(work));
  const auto call = [shared] { return (*shared)(); };
  try {
    return std::async(std::launch::async, call);
  } catch (const std::system_error&) {
    std::packaged_task<std::invoke_result_t<Work&>()> task(call);
    auto result = task.get_future();
    task();
    return result;
  }
}

}  // namespace repose
