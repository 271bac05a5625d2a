#include "automata/fastsab/step_waves.hpp"

#include <algorithm>
#include <thread>

namespace repose::fastsab {
namespace {

// Columns that a step visits before the next one may follow. Each step reads kRefreshAhead + 1 columns ahead and needs
// that no earlier step reaches back to them.
constexpr int kChunkColumns = 24;
static_assert(kChunkColumns >= kRefreshAhead + 1 + kReach);
// Steps of a group. More would not stay in the cache, and less would be divided if there are few steps.
constexpr int kGroupStepsMax = 4;
// Below this number of blocks that change, waiting takes longer than the steps.
constexpr std::int64_t kSharedBlocksMin = 100;
// Attempts before a thread sleeps: about as long as a step of a chunk. None if there are more threads than cores,
// because spinning would take time from the thread that this one waits for.
constexpr int kSpins = 300;
int spins(int threads) {
  static const auto cores = static_cast<int>(std::thread::hardware_concurrency());  // asks the operating system
  return threads <= cores ? kSpins : 0;
}

void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

int StepWaves::chunks() const { return (grid_.width() + kChunkColumns - 1) / kChunkColumns; }

void StepWaves::run(const StepSpan& span, std::uint64_t first, int count, bool flags_are_fresh) {
  const bool shared =
      !parameters_.alternate_scan && pool_.thread_count() > 1 && grid_.restless_blocks() >= kSharedBlocksMin;
  const int even_share = (count + pool_.thread_count() - 1) / pool_.thread_count();
  const int group_steps = parameters_.alternate_scan ? 1 : std::min(shared ? even_share : count, kGroupStepsMax);
  const Order order{span, first, count, group_steps, flags_are_fresh, shared};
  const int groups = (count + group_steps - 1) / group_steps;
  for (int i = 0; i < groups; ++i) done_[static_cast<std::size_t>(i)].restart();
  // Threads begin groups in their order, so that none waits for one that is not under way.
  if (shared) {
    pool_.run(static_cast<std::size_t>(groups), [&](std::size_t i) { run_group(order, static_cast<int>(i)); });
  } else {
    for (int i = 0; i < groups; ++i) run_group(order, i);
  }
}

void StepWaves::run_group(const Order& order, int group) {
  const int begin = group * order.group_steps, steps = std::min(order.group_steps, order.count - begin);
  ReachedCount& done = done_[static_cast<std::size_t>(group)];
  for (int time = 0; time < chunks() + steps - 1; ++time) {
    if (order.shared && group > 0 && time < chunks()) wait_for(group - 1, std::min(time + 2, chunks()));
    for (int k = 0; k < steps; ++k) {
      const int chunk = time - k;
      if (chunk >= 0 && chunk < chunks()) sweep_chunk(order, begin + k, chunk);
    }
    if (!order.shared || time - (steps - 1) < 0) continue;
    done.reach(static_cast<std::size_t>(time - (steps - 1) + 1));
  }
}

void StepWaves::wait_for(int group, int chunks) {
  const ReachedCount& done = done_[static_cast<std::size_t>(group)];
  const auto wanted = static_cast<std::size_t>(chunks);
  for (int spin = spins(pool_.thread_count()); spin > 0 && !done.has_reached(wanted); --spin) relax();
  done.wait_for(wanted);
}

void StepWaves::sweep_chunk(const Order& order, int step, int chunk) {
  const std::uint64_t number = order.first + static_cast<std::uint64_t>(step);
  const SweepJob job{.grid = grid_,
                     .rules = rules_,
                     .substances = substances_,
                     .parameters = parameters_,
                     .seed = order.span.seed,
                     .step = static_cast<std::uint32_t>(number),
                     .from_right = parameters_.alternate_scan && order.span.bias(number) == Bias::right,
                     .flags_are_fresh = order.flags_are_fresh && step == 0};
  const int begin = chunk * kChunkColumns, end = std::min(begin + kChunkColumns, grid_.width());
  sweep_columns(job, begin, end);
  if (parameters_.borders) return;
  // No visit of this step reaches these columns any more.
  const int last = end == grid_.width() ? end : end - kReach;
  const int first = std::max(0, begin - kReach), width = grid_.width();
  const int x_begin = job.from_right ? width - last : first, x_end = job.from_right ? width - first : last;
  grid_.for_each_column(BitGrid::kAtRim, x_begin, x_end, [this](int x) { empty_the_rim(x); });
}

void StepWaves::empty_the_rim(int x) {
  const auto visit = [&](int y) {
    const std::uint8_t element = grid_.element(x, y);
    if (element == 0 || substances_.at(element).wall) return;
    std::atomic_ref(left_[element]).fetch_add(1, std::memory_order_relaxed);
    grid_.put(x, y, 0);
  };
  grid_.column_marks(x) &= static_cast<std::uint8_t>(~BitGrid::kAtRim);
  visit(0);
  visit(grid_.height() - 1);
  if (x > 0 && x + 1 < grid_.width()) return;
  for (int y = 0; y < grid_.height(); ++y) visit(y);
}

}  // namespace repose::fastsab
