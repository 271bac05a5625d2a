// The slump and strides on the cpu backend: after the other sub-steps and over rows of cells as bits, so that where
// nothing can move far, a row costs a look at each of its bytes. Gives what ScalarStep::move_far() gives.
//
// Rows y and y + 1 that form pairs do not depend on other such rows: what lies below them is read as it was before the
// sub-step. So each pair of rows is done on its own, all passes at once.
//
// A chunk is *calm* once no cell in it could slump or stride, whatever the draws, neither from an even row nor from an
// odd one. A change in a chunk unsettles all chunks from which a cell could reach it or depend on it: those within the
// greatest distance, in its row of chunks and in the one above. If a row of chunks has one that is not calm, the
// strides of all its cells are computed: within a step one can make way for another one far away. Powders slump before,
// and only from chunks that are not calm.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "automata/conserving/cpu_step.hpp"

namespace repose::conserving {

class CpuStrides {
 public:
  struct Act {
    CellPoint from, to;
  };
  // What the strides of a step need.
  struct Job {
    CpuWorld& world;
    const Rules& rules;
    const StepDraws& draws;
    WorkerPool* pool;       // null: only the calling thread computes
    LedgerEvents* events;   // null unless the ledger or the activity is kept
    ActivityMap* activity;  // null unless it is kept
  };

  CpuStrides();
  ~CpuStrides();
  CpuStrides(const CpuStrides&) = delete;
  CpuStrides& operator=(const CpuStrides&) = delete;

  // All chunks count as changed after each of these. resize() throws std::bad_alloc.
  void set_rules(const Rules& rules);
  void resize(const CpuWorld& world);
  void set_wraps(bool wraps);

  // Cells of this chunk have changed.
  void touch(int column, int row);
  void touch_all();
  // No cell could slump or stride.
  bool rests() const;
  // The chunks that are not calm.
  std::uint64_t restless_chunks() const {
    return !moves_far_ ? 0 : static_cast<std::uint64_t>(std::ranges::count_if(calm_, is_restless));
  }

  // The slump and the strides of a step. Touches the chunks that they change. Valid until the next call, like acts().
  const std::vector<Act>& run(const Job& job);
  const std::vector<Act>& acts() const { return acts_; }

 private:
  // A liquid that strides.
  struct Liquid {
    std::uint8_t element;
    int dispersion;
    ElementBits self{}, open{}, sinks{}, passes{}, passes_under{};  // see Rules
  };
  // A pass: its pairs, and a bit for the left column of each.
  struct Pass {
    Stride stride;
    std::vector<ColumnBits> lefts;
  };
  class Rows;

  // Marks of a chunk: nothing strides from its even rows, or slumps there; for odd rows one bit higher.
  enum : std::uint8_t { kStridesRest = 1, kSlumpRests = 4, kStridesCalm = 3, kCalm = 15 };
  static bool is_restless(std::uint8_t calm) { return calm != kCalm; }
  std::uint8_t* calm(int row) { return &calm_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_)]; }
  const std::uint8_t* calm(int row) const {
    return &calm_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_)];
  }
  bool is_calm(int row) const;
  void find_passes(const Job& job);
  void find_reach();

  int width_ = 0;               // cells
  int columns_ = 0, rows_ = 0;  // chunks
  int dispersion_max_ = 0;
  int reach_ = 0;        // of the longest stride in this world
  int slump_reach_ = 0;  // likewise; below 2 if nothing slumps
  bool wraps_ = false;
  std::vector<Liquid> liquids_;
  std::array<std::size_t, kElementsMax> numbers_{};  // by element that strides: its place in liquids_
  ElementBits striding_, powders_, flowing_;
  bool moves_far_ = false, has_powders_ = false;
  std::vector<std::uint8_t> calm_;  // by chunk
  Pass slump_;
  std::array<Pass, kStrides> passes_;
  // The first kSlumpReach rows below each row of chunks, as they were before.
  PaddedPlane rows_below_;
  std::vector<int> awake_rows_;
  std::vector<std::unique_ptr<Rows>> workers_;  // by awake row
  std::vector<Act> acts_;
};

}  // namespace repose::conserving
