// Benchmarks: scenes x solvers on one machine. Compares each solver with scalar before it is measured, leaves out the
// warm-up, and measures a plain memory copy alternately with each row, so that ratios are usable on a busy machine.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/bench_rounds.hpp"
#include "repose/registry.hpp"

namespace repose::cli {

struct BenchOptions {
  std::string scene;                // empty = mixed, churn and settled
  std::string automaton;            // empty = all
  std::optional<Backend> backend;   // empty = all that run here
  int width = 1024, height = 1024;  // cells
  int threads = 0;                  // of the cpu backend; 0 = a row for one thread and a row for one per core
  bool without_skipping = false;    // a second row for the cpu backend, with SolverOptions::skip_settled off
  bool with_brush = false;          // one step at a time, with a dab of the brush before each
  double seconds = 0.2;             // of each repetition
  std::uint64_t steps = 64;         // of each window, after the warm-up
  // A row for each: how many steps a call takes. 0 = as many as take a tenth of a second, at most 64.
  std::vector<std::uint64_t> steps_per_call = {0};
  bench::GpuMeter* gpu = nullptr;        // not null when there is a GL context
  std::optional<SolverEntry> yardstick;  // the gpu backend of its automaton is measured against it
};

struct BenchRow {
  std::string scene, automaton, backend;
  int threads = 1;
  bool skip_settled = true;
  int width = 0, height = 0;
  std::uint64_t steps = 0;           // measured, over all repetitions
  std::uint64_t steps_per_call = 0;  // as in BenchOptions
  double cells_per_s = 0;  // cell updates a second: world cells x steps, sleeping cells too; median of repetitions
  double spread = 0;       // (largest - smallest) / median
  std::optional<double> ns_per_active_cell;  // empty if no cell was active
  std::optional<double> ratio_to_yardstick;  // cells_per_s over those of the row `yardstick`, measured alternately
  double ratio_to_copy = 0;  // cells_per_s over the bytes a second of one thread's memcpy, measured alternately
  std::optional<double> ratio_to_gpu_copy;  // the same, over the bytes a second of a copying pass on the GPU
  std::string hash;                         // of the world after the verified run, 16 hex digits
};

struct BenchFailure {
  std::string scene, automaton, backend, reason;
};

struct BenchReport {
  nlohmann::ordered_json machine;
  double copy_bytes_per_s = 0;                // median of all rounds
  double gpu_copy_bytes_per_s = 0;            // of the last gpu row; 0 = not measured
  std::vector<BenchRow> rows;                 // only what was measured
  std::vector<BenchFailure> failures;         // solvers that differ from scalar or could not be created
  std::optional<double> churn_changed_share;  // of the cells of `churn`, in 256 steps
};

using BenchProgress = std::function<void(const std::string& what)>;

// Throws Failure (failure.hpp) for a scene, automaton or backend that does not exist or does not run here, and when
// a signal of StopSignals has come.
BenchReport run_bench(const Registry& registry, const BenchOptions& options, const BenchProgress& progress);

// Processor, cores, compiler: the object "machine" of the JSON output.
nlohmann::ordered_json describe_machine();

std::string to_table(const BenchReport& report);
nlohmann::ordered_json to_json(const BenchReport& report);

}  // namespace repose::cli
