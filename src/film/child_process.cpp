#include "film/child_process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <thread>

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr int kLookMilliseconds = 20;  // time between two polls of a process that is waited for

}  // namespace

std::string ChildProcess::start(std::vector<std::string> words) {
  std::string why = process_.start(std::move(words));
  note_progress();
  return why;
}

bool ChildProcess::write(std::span<const std::uint8_t> bytes) {
  if (process_.runs()) note_progress();  // it cannot make any while there is nothing to read
  while (!bytes.empty()) {
    if (!process_.runs() || limits_.given_up()) return may_go_on();
    const std::optional<std::size_t> sent = process_.send(bytes);
    if (!sent) {
      finish();
      return false;
    }
    if (*sent > 0) {
      bytes = bytes.subspan(*sent);
      note_progress();
    } else if (!may_go_on()) {
      return false;
    }
  }
  return true;
}

bool ChildProcess::finish() {
  note_progress();
  while (process_.runs() && !process_.has_taken_all()) {
    if (!may_go_on()) return false;
  }
  process_.close_input();
  note_progress();
  for (int milliseconds = 1; process_.runs() && !process_.has_ended();
       milliseconds = std::min(2 * milliseconds, kLookMilliseconds)) {
    if (!may_go_on()) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  }
  return ended_because_.empty() && process_.has_succeeded();
}

void ChildProcess::note_progress() { moved_at_ = busy_at_ = Clock::now(); }

bool ChildProcess::may_go_on() {
  if (!process_.runs()) return false;
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(result_, error);
  if (!error && bytes != result_bytes_) {
    result_bytes_ = bytes;
    note_progress();
  }
  const auto now = Clock::now();
  if (const std::uint64_t ticks = process_.cpu_ticks(); ticks != cpu_ticks_) {
    cpu_ticks_ = ticks;
    busy_at_ = now;
  }
  const auto seconds_since = [&](Clock::time_point time) { return std::chrono::duration<double>(now - time).count(); };
  const double limit = seconds_since(busy_at_) > limits_.idle_seconds ? limits_.idle_seconds : limits_.busy_seconds;
  if (limits_.given_up()) {
    ended_because_ = "it was given up.";
  } else if (seconds_since(moved_at_) > limit) {
    ended_because_ = fmt::format("ffmpeg did nothing for {:g} s and was ended.", limit);
  } else {
    return true;
  }
  kill();
  return false;
}

std::string ChildProcess::complaint() const { return ended_because_.empty() ? process_.last_line() : ended_because_; }

}  // namespace repose
