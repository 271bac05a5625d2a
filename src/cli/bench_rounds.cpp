#include "cli/bench_rounds.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "cli/verbs.hpp"

namespace repose::cli {

namespace {

using Clock = std::chrono::steady_clock;

// Steps before each window, because a world changes most in its first steps.
constexpr std::uint64_t kWarmUpSteps = 8;
constexpr std::uint64_t kCallSteps = 64;
constexpr int kRoundsMin = 3, kRoundsMax = 9;
constexpr std::size_t kCopyBytes = std::size_t{256} << 20;  // far larger than any cache
constexpr double kPieceSeconds = 0.1;  // longest wait for Ctrl+C, unless a step or a given call takes longer

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Takes up to `piece` steps in a call, and checks for Ctrl+C between two calls.
void take_steps(Solver& solver, std::uint64_t first, std::uint64_t count, std::uint64_t piece,
                const std::optional<Edit>& brush) {
  if (brush) piece = 1;
  for (std::uint64_t k = 0; k < count; k += piece) {
    check_bench_stop();
    if (brush) solver.apply(*brush);
    solver.step(bench_span(first + k, std::min(piece, count - k)));
  }
}

// Seconds of one window of steps from a fresh world, and the cells that were active, on average.
struct Window {
  double seconds = 0, active_cells = 0;
};

Window measure_window(Solver& solver, const World& start_world, const RoundPlan& plan) {
  [[maybe_unused]] const Status uploaded = solver.upload(start_world);  // it succeeded before
  const auto warm_up_start = Clock::now();
  take_steps(solver, 0, kWarmUpSteps, 1, {});
  if (plan.gpu != nullptr) plan.gpu->finish();
  const double steps_in_piece = kPieceSeconds * kWarmUpSteps / seconds_since(warm_up_start);
  auto piece = static_cast<std::uint64_t>(std::clamp<double>(steps_in_piece, 1, kCallSteps));
  if (plan.steps_per_call != 0) piece = plan.steps_per_call;
  const auto active_before = static_cast<double>(solver.stats().active_cells);
  const auto start = Clock::now();
  take_steps(solver, kWarmUpSteps, plan.steps, piece, plan.brush);
  if (plan.gpu != nullptr) plan.gpu->finish();
  const double seconds = seconds_since(start);
  return {seconds, (active_before + static_cast<double>(solver.stats().active_cells)) / 2};
}

// Measures as many windows as fit into plan.seconds. Returns how many seconds they took.
double measure_round(Solver& solver, const World& world, const RoundPlan& plan, Rounds& rounds) {
  const auto start = Clock::now();
  double stepping = 0, active = 0, windows = 0;
  do {
    const Window window = measure_window(solver, world, plan);
    stepping += window.seconds;
    active += window.active_cells;
    ++windows;
  } while (seconds_since(start) < plan.seconds);
  rounds.cells_per_s.push_back(static_cast<double>(world.cell_count() * plan.steps) * windows / stepping);
  rounds.active.push_back(active / windows);
  rounds.steps += static_cast<std::uint64_t>(windows) * plan.steps;
  return seconds_since(start);
}

}  // namespace

StepSpan bench_span(std::uint64_t first, std::uint64_t count) {
  StepSpan span;
  span.first_step = first;
  span.count = count;
  span.seed = kBenchSeed;
  return span;
}

void check_bench_stop() { check_stop("before the benchmark was complete"); }

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

CopyMeter::CopyMeter() : from_(kCopyBytes, 1), to_(kCopyBytes) {}

double CopyMeter::bytes_per_s() {
  const auto start = Clock::now();
  std::memcpy(to_.data(), from_.data(), kCopyBytes);
  const double seconds = seconds_since(start);
  from_[0] = static_cast<std::uint8_t>(to_[kCopyBytes - 1] + 1);  // so that the compiler removes no copy
  all_.push_back(static_cast<double>(kCopyBytes) / seconds);
  return all_.back();
}

MeasuredRounds measure_rounds(Solver& solver, const World& world, const RoundPlan& plan) {
  MeasuredRounds rounds;
  double total = 0;
  for (int round = 0; round < kRoundsMax && (round < kRoundsMin || total < kRoundsMax * plan.seconds); ++round) {
    rounds.solver.copies.push_back(plan.copy->bytes_per_s());
    const double gpu_copy = plan.gpu != nullptr ? plan.gpu->copied_bytes_per_s() : 0;
    if (gpu_copy > 0) rounds.solver.gpu_copies.push_back(gpu_copy);
    total += measure_round(solver, world, plan, rounds.solver);
    if (plan.yardstick != nullptr) measure_round(*plan.yardstick, world, plan, rounds.yardstick);
  }
  rounds.yardstick.copies = rounds.solver.copies;
  rounds.yardstick.gpu_copies = rounds.solver.gpu_copies;
  return rounds;
}

}  // namespace repose::cli
