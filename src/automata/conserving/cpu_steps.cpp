#include "automata/conserving/cpu_steps.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace repose::conserving {

namespace {
constexpr int kStripsPerThread = 2;
// Falls take about a fifth of a step, and one band at a time falls.
constexpr int kWaveThreadsMax = 4;
}  // namespace

void BandSteps::run(const StepJob& job, bool shared, bool keep_events, LedgerEvents& events) {
  keep_events_ = keep_events;
  events_ = &events;
  for (OwnedBand& band : shared ? std::span(bands_).subspan(1) : std::span(bands_).first(1))
    rules_.prepare(band.flow_bits(), chunks().columns(), job.flow_passes);
  if (!shared) return step_alone(job);
  pool_.thread_count() <= kWaveThreadsMax ? step_in_waves(job) : step_in_strips(job);
}

// Both parts of the step go up the rows of chunks together.
void BandSteps::step_alone(const StepJob& job) {
  OwnedBand& owned = bands_[0];
  const int lag = reach_of(job.flow_passes);
  int next = -1;  // the next row to slide; negative: no group of rows is under way
  bool falls = false;
  for (int row = chunks().rows() - 1; row >= 0; --row) {
    falls = (falls || chunks().has_awake(row)) && fall_in(job, owned, row, 0, chunks().columns());
    if (falls || next >= 0) chunks().widen(row);
    if (chunks().runs(row).empty()) {
      if (next >= 0) rules_.step(job, owned.band(), next, next - lag);
      next = -1;
      if (chunks().sleeps_from(row)) break;
      continue;
    }
    if (next < 0) {
      next = std::min((row + 1) * kChunkHeight, world_->height) - 1;
      owned.take_rows(*world_, 0, next + 1, keep_events_);
    }
    rules_.step(job, owned.band(), next, row * kChunkHeight + 1);
    next = row * kChunkHeight;
  }
  if (next >= 0) rules_.step(job, owned.band(), next, next - lag);
  *events_ += std::exchange(owned.events(), {});
}

// Bands of rows follow one another from the bottom up: the falls of each wait for those of the band below, all else
// does not. So each band stays in the cache of its core.
void BandSteps::step_in_waves(const StepJob& job) {
  const std::size_t count = bands_.size() - 1;
  fallen_bands_.restart();
  pool_.run(count, [&](std::size_t i) { step_wave(job, count - i, i); });
  for (OwnedBand& band : bands_) *events_ += std::exchange(band.events(), {});
}

// `below`: how many bands are below this one. Threads take bands in their order, so that none waits for one that is
// not under way.
void BandSteps::step_wave(const StepJob& job, std::size_t number, std::size_t below) {
  OwnedBand& owned = bands_[number];
  const Band& band = owned.band();
  const int first = band.own_begin / kChunkHeight, last = (band.own_end - 1) / kChunkHeight;
  fallen_bands_.wait_for(below);
  bool falls = chunks().is_entered();
  for (int row = last; row >= first; --row) {
    falls = (falls || chunks().has_awake(row)) && fall_in(job, owned, row, 0, chunks().columns());
    chunks().widen(row);
  }
  OwnedBand* const above = number > 1 ? &bands_[number - 1] : nullptr;
  owned.hand_over(*world_, above);
  fallen_bands_.reach(below + 1);
  if (!owned.take_awake_rows(*world_, job.flow_passes, keep_events_)) return;
  if (above != nullptr && !chunks().runs(first).empty()) rules_.fall(job, owned.fall_above(job.flow_passes));
  rules_.step(job, band, band.end - 1, band.begin - reach_of(job.flow_passes));
}

// First all falls, in strips of columns; then the rest, in bands of rows. For more threads than waves can use.
void BandSteps::step_in_strips(const StepJob& job) {
  const int columns = chunks().columns(), rows = chunks().rows();
  const int count = std::min(columns, pool_.thread_count() * kStripsPerThread);
  strip_events_.assign(static_cast<std::size_t>(count), {});
  bands_[0].take_rows(*world_, 0, world_->height, false);
  pool_.run(static_cast<std::size_t>(count), [&](std::size_t i) {
    const int strip = static_cast<int>(i);
    bool falls = false;
    for (int row = rows - 1; row >= 0; --row) {
      falls = (falls || chunks().has_awake(row)) &&
              fall_in(job, bands_[0], row, columns * strip / count, columns * (strip + 1) / count, &strip_events_[i]);
    }
  });
  for (const LedgerEvents& events : strip_events_) *events_ += events;
  for (int row = rows - 1; row >= 0; --row) chunks().widen(row);
  active_bands_.clear();
  for (std::size_t i = 1; i < bands_.size(); ++i) {
    if (bands_[i].take_awake_rows(*world_, job.flow_passes, keep_events_)) active_bands_.push_back(&bands_[i]);
  }
  for (OwnedBand* band : active_bands_) band->copy_margins(*world_);
  const int lag = reach_of(job.flow_passes);
  pool_.run(active_bands_.size(), [&](std::size_t i) {
    const Band& band = active_bands_[i]->band();
    rules_.step(job, band, band.end - 1, band.begin - lag);
  });
  for (OwnedBand* band : active_bands_) *events_ += std::exchange(band->events(), {});
}

// Falls in these columns of a row of chunks. Rows below must be done. False if nothing can fall there. `events`: null
// for those of the band.
bool BandSteps::fall_in(const StepJob& job, OwnedBand& owned, int row, int begin, int end, LedgerEvents* events) {
  std::vector<ColumnRange> runs;
  chunks().find_falls(row, begin, end, runs);
  if (runs.empty()) return false;
  rules_.fall(job, {.band = owned.band(),
                    .begin = row * kChunkHeight,
                    .end = std::min((row + 1) * kChunkHeight, world_->height),
                    .runs = runs,
                    .moved = chunks().moved(),
                    .changed = chunks().changed(row),
                    .events = !keep_events_       ? nullptr
                              : events != nullptr ? events
                                                  : &owned.events()});
  return true;
}

}  // namespace repose::conserving
