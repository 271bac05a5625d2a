// How a step of the cpu backend goes over the bands of a world: on one thread, or on several in one of two orders. The
// results are the same.
#pragma once

#include <cstddef>
#include <vector>

#include "automata/conserving/cpu_bands.hpp"
#include "automata/conserving/cpu_rules.hpp"
#include "platform/machine.hpp"
#include "repose/worker_pool.hpp"

namespace repose::conserving {

class BandSteps {
 public:
  // Both must outlive it.
  BandSteps(WorkerPool& pool, const CpuRules& rules) : pool_(pool), rules_(rules) {}

  // From now on steps go over this world, divided by make_bands(). The world must stay in its place.
  void take_over(CpuWorld& world, std::vector<OwnedBand> bands) {
    world_ = &world;
    bands_ = std::move(bands);
  }
  // Whether a step can be shared among threads.
  bool can_share() const { return bands_.size() > 1; }
  // Falls, slides and flows of a step. `keep_events`: adds what happened to `events`.
  void run(const StepJob& job, bool shared, bool keep_events, LedgerEvents& events);

 private:
  StepChunks& chunks() const { return world_->chunks; }

  void step_alone(const StepJob& job);
  void step_in_waves(const StepJob& job);
  void step_wave(const StepJob& job, std::size_t number, std::size_t below);
  void step_in_strips(const StepJob& job);
  bool fall_in(const StepJob& job, OwnedBand& owned, int row, int begin, int end, LedgerEvents* events = nullptr);

  WorkerPool& pool_;
  const CpuRules& rules_;
  CpuWorld* world_ = nullptr;
  std::vector<OwnedBand> bands_;
  // Of the step that runs.
  bool keep_events_ = false;
  LedgerEvents* events_ = nullptr;
  ReachedCount fallen_bands_;
  std::vector<OwnedBand*> active_bands_;
  std::vector<LedgerEvents> strip_events_;
};

}  // namespace repose::conserving
