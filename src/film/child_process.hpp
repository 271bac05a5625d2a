// A child process that reads its standard input from this program. It is ended when it makes no progress, so that
// nothing here waits for it forever.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "platform/piped_process.hpp"

namespace repose {

class ChildProcess {
 public:
  struct Limits {
    double idle_seconds = 10;   // without reading, writing or computing; then it hangs
    double busy_seconds = 120;  // computing without reading or writing
    // When this returns true, the process is ended soon. Called on the thread that writes or waits.
    std::function<bool()> given_up = [] { return false; };
  };

  // `result`: the file that it writes; growth of the file is progress.
  ChildProcess(std::filesystem::path result, Limits limits) : result_(std::move(result)), limits_(std::move(limits)) {}

  // Starts the program of that path; it is ended with this object. Returns why it could not be started; empty if it
  // runs. Its standard output is discarded.
  std::string start(std::vector<std::string> words);
  // Waits until it has taken all bytes. False when it has ended, hangs, or was given up.
  bool write(std::span<const std::uint8_t> bytes);
  // Closes its standard input and waits for its end. True if it succeeded.
  bool finish();
  // Ends it at once. Leaves no zombie.
  void kill() { process_.kill(); }

  // Why write() or finish() failed: it was ended because it hung, or the last line that it wrote to its standard error.
  std::string complaint() const;

 private:
  // Whether it may go on: it makes progress and is not given up. Otherwise ends it. Call it many times a second.
  bool may_go_on();
  void note_progress();

  using Clock = std::chrono::steady_clock;
  std::filesystem::path result_;
  Limits limits_;
  PipedProcess process_;
  Clock::time_point moved_at_ = Clock::now(), busy_at_ = moved_at_;
  std::uintmax_t result_bytes_ = 0;
  std::uint64_t cpu_ticks_ = 0;
  std::string ended_because_;  // empty: it was not ended here
};

}  // namespace repose
