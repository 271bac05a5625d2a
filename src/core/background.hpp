// Work on threads of its own, which must also be done where the system starts no thread: a page in a browser may have
// none, or none more.
#pragma once

#include <future>
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
auto in_background(Work work) -> std::future<std::invoke_result_t<Work&>> {
  // std::async of libc++ waits for ever for a thread that it could not start. So another one, which ends at once, is
  // started before.
  if (std::thread probe = start_thread([] {}); probe.joinable()) {
    probe.join();
    return std::async(std::launch::async, std::move(work));
  }
  std::packaged_task<std::invoke_result_t<Work&>()> task(std::move(work));
  task();
  return task.get_future();
}

}  // namespace repose
