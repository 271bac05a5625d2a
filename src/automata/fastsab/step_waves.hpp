// Steps of the fast fastsab solver that follow one another over the world like waves.
//
// A step visits column after column, and each visit may depend on all visits to columns before. So one step cannot be
// divided among threads. But a visit reaches kReach columns only: the next step can begin as soon as this one is some
// columns ahead, and the result is the same. So each thread computes a group of steps, one thread behind the other; the
// steps of a group follow one another on their thread too, so that their columns stay in its cache. Steps that begin at
// the other side (alternate_scan) cannot follow one another.
#pragma once

#include <array>
#include <cstdint>

#include "automata/fastsab/block_kernel.hpp"
#include "platform/machine.hpp"
#include "repose/solver.hpp"
#include "repose/worker_pool.hpp"

namespace repose::fastsab {

class StepWaves {
 public:
  using LeftCounts = std::array<std::uint64_t, kElementsMax>;

  StepWaves(BitGrid& grid, const StepRules& rules, const Substances& substances, const Parameters& parameters,
            WorkerPool& pool, LeftCounts& left)
      : grid_(grid), rules_(rules), substances_(substances), parameters_(parameters), pool_(pool), left_(left) {}

  // The most steps for one call of run().
  static constexpr int kStepsMax = 64;

  // flags_are_fresh: as in SweepJob, for the first step. Cells that leave the world are added to `left`.
  void run(const StepSpan& span, std::uint64_t first, int count, bool flags_are_fresh);

 private:
  struct Order {
    const StepSpan& span;
    std::uint64_t first = 0;
    int count = 0, group_steps = 1;
    bool flags_are_fresh = false;
    bool shared = false;  // among threads, which then wait for one another
  };
  void run_group(const Order& order, int group);
  void sweep_chunk(const Order& order, int step, int chunk);
  void wait_for(int group, int chunks);
  void empty_the_rim(int x);
  int chunks() const;

  BitGrid& grid_;
  const StepRules& rules_;
  const Substances& substances_;
  const Parameters& parameters_;
  WorkerPool& pool_;
  LeftCounts& left_;
  std::array<ReachedCount, kStepsMax> done_;  // by group: chunks that its last step has completed
};

}  // namespace repose::fastsab
