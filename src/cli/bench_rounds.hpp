// Measures one solver in rounds. Each round measures a plain copy of memory first, so that ratios are usable on a busy
// machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "bench/gpu_meter.hpp"
#include "repose/edit.hpp"
#include "repose/solver.hpp"
#include "repose/world.hpp"

namespace repose::cli {

inline constexpr std::uint64_t kBenchSeed = 1;

StepSpan bench_span(std::uint64_t first, std::uint64_t count);
// Ends the verb when a signal has come.
void check_bench_stop();
double median(std::vector<double> values);

// One thread's memcpy.
class CopyMeter {
 public:
  CopyMeter();
  double bytes_per_s();
  double median_bytes_per_s() const { return all_.empty() ? 0 : median(all_); }

 private:
  std::vector<std::uint8_t> from_, to_;
  std::vector<double> all_;
};

struct RoundPlan {
  double seconds = 0.2;              // of each round, uploads included
  std::uint64_t steps = 64;          // of each window: every solver takes the same steps of the same world
  std::uint64_t steps_per_call = 0;  // 0 = as many as take a tenth of a second, at most 64
  std::optional<Edit> brush = {};    // applied before each step; then a call takes one step
  CopyMeter* copy = nullptr;         // never null
  bench::GpuMeter* gpu = nullptr;    // not null when the solver runs on the GPU
  Solver* yardstick = nullptr;       // measured in the same rounds; may be null
};

struct Rounds {
  std::vector<double> cells_per_s, copies, gpu_copies, active;  // one of each round
  std::uint64_t steps = 0;                                      // of all rounds
};

struct MeasuredRounds {
  Rounds solver, yardstick;
};

MeasuredRounds measure_rounds(Solver& solver, const World& world, const RoundPlan& plan);

}  // namespace repose::cli
