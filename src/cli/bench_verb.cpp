// `repose-cli bench`: reads the options, runs bench.hpp and prints the report.
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "cli/backends.hpp"
#include "cli/bench.hpp"
#include "cli/failure.hpp"
#include "cli/json.hpp"
#include "cli/options.hpp"
#include "cli/words.hpp"
#include "platform/terminal.hpp"

namespace repose::cli {

namespace {

constexpr int kStepsMax = 1'000'000;  // of one window
constexpr double kSecondsMax = 3600;  // of one repetition; a larger value is probably a typing mistake

BenchOptions to_options(const BenchWords& words) {
  BenchOptions options;
  options.scene = words.scene;
  options.automaton = words.automaton;
  if (!words.backend.empty()) options.backend = backend("--backend", words.backend);
  if (!words.size.empty()) {
    const WorldSize size = world_size("--size", words.size);
    options.width = size.width;
    options.height = size.height;
  }
  options.threads = static_cast<int>(whole_number("--threads", words.threads, 0, kThreadsMax));
  options.without_skipping = words.no_skip;
  options.with_brush = words.brush;
  if (!words.seconds.empty()) options.seconds = real_number("--seconds", words.seconds);
  if (options.seconds <= 0 || options.seconds > kSecondsMax) {
    refuse(fmt::format("--seconds: '{}' must be above 0 and at most {:g}", words.seconds, kSecondsMax));
  }
  options.steps = whole_number("--steps", words.steps, 1, kStepsMax);
  if (!words.steps_per_call.empty()) options.steps_per_call.clear();
  for (const std::string& word : words.steps_per_call) {
    options.steps_per_call.push_back(whole_number("--steps-per-call", word, 1, kStepsMax));
  }
  return options;
}

// A line on a terminal that says what is being measured; removed at the end, also after Ctrl+C.
class ProgressLine {
 public:
  ProgressLine() : watched_(stderr_is_terminal()) {}
  ~ProgressLine() { show(""); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const std::string& what) const {
    if (watched_) std::fputs(("\r\033[K" + what).c_str(), stderr);
  }

 private:
  bool watched_;
};

BenchReport measure(const Backends& backends, const BenchOptions& options) {
  const StopSignals signals;
  const ProgressLine line;
  return run_bench(backends.registry(), options, [&](const std::string& what) { line.show(what); });
}

}  // namespace

int run_bench_verb(const BenchWords& words) {
  BenchOptions options = to_options(words);
  const bool may_need_gpu = !options.backend || *options.backend == Backend::gpu;
  const Backends backends(may_need_gpu, words.gl_device, gl_path("--gl-path", words.gl_path));
  options.yardstick = backends.yardstick();
  const std::unique_ptr<bench::GpuMeter> gpu = backends.gpu_meter();
  options.gpu = gpu.get();
  BenchReport report = measure(backends, options);
  if (const std::string renderer = backends.renderer(); !renderer.empty()) report.machine["renderer"] = renderer;
  if (words.json) {
    print_json(to_json(report));
  } else {
    fmt::print("{}", to_table(report));
  }
  return report.failures.empty() ? kExitFine : kExitCheckFailed;
}

}  // namespace repose::cli
