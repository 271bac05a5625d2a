// The memory of a world of the cpu backend, and the bands of rows in which a step goes over it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "automata/conserving/bursts.hpp"
#include "automata/conserving/cpu_kernel.hpp"
#include "automata/padded_plane.hpp"
#include "core/chunks.hpp"
#include "platform/machine.hpp"
#include "repose/worker_pool.hpp"

namespace repose::conserving {

// Which chunks of a world a step of the cpu backend computes: those that are awake before it, those that falls enter
// from below, and the neighbours of these.

class StepChunks {
 public:
  StepChunks() : StepChunks(0, 0) {}
  // In chunks.
  StepChunks(int columns, int rows);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  // From one row of marks to the next.
  std::size_t stride() const { return static_cast<std::size_t>(columns_) + 1; }

  // From now on the first and the last column of chunks are neighbours, or not.
  void set_wraps(bool wraps) { wraps_ = wraps; }
  // Whether a change in a chunk of this column can reach a cell beyond the seam within a step: the last chunk may be
  // narrow, so the last but one is near the seam too.
  bool is_near_seam(int column) const { return wraps_ && (column == 0 || column >= columns_ - 2); }
  // Begins a step. Returns the number of cells in chunks that are awake; if it is 0, the step changes nothing.
  std::uint64_t begin(ChunkFlags& flags);
  // What is unsettled on one side of the seam wakes the other side.
  void wake_over_seam(ChunkFlags& flags) const;
  // Ends it.
  void clear();

  // The runs of these columns in which cells may fall; `runs` is overwritten. The rows below must be done. Different
  // threads may use different columns.
  void find_falls(int row, int begin, int end, std::vector<ColumnRange>& runs);
  // Whether falls enter row `row`, which is the next one, from below.
  bool is_entered() const;
  // True if nothing falls in this row or in any above it, unless it enters from below.
  bool sleeps_from(int row) const { return row < top_awake_row_; }
  bool has_awake(int row) const { return row_awake_[static_cast<std::size_t>(row)] != 0; }
  // Finds the runs of a row after its falls: what was awake, and the neighbours of chunks that falls have entered, in
  // this row or, if they changed there, in the row below. Call it for rows from the bottom up. Uses no row above the
  // next one.
  void widen(int row);
  // What widen(row) would find if no row above were done, for a thread that needs a copy of it.
  std::vector<ColumnRange> runs_ahead(int row) const;
  void gather_rows();  // after all widen()

  // After widen(); empty for other rows.
  const std::vector<ColumnRange>* runs() const { return runs_.data(); }
  const std::vector<ColumnRange>& runs(int row) const { return runs_[static_cast<std::size_t>(row)]; }
  // After gather_rows().
  const std::vector<int>& rows_with_runs() const { return rows_with_runs_; }

  // Bits, one for each column of cells: whether the last pair there has fallen.
  std::uint8_t* moved() { return reinterpret_cast<std::uint8_t*>(moved_.data()); }
  const std::vector<std::uint64_t>& moved_words() const { return moved_; }
  // One byte for each chunk of a row: set if something in it has changed.
  std::uint8_t* changed(int row) { return marks(changed_, row); }

  // Calls visit(column, row) for every chunk with cells that may have changed, some of them more than once: pairs and
  // blocks that begin in a chunk may change the next column and row too. After gather_rows().
  template <class Visit>
  void for_each_changed(const Visit& visit) const {
    for (const int row : rows_with_runs_) {
      for (int column = 0; column < columns_; ++column) {
        if (marks(changed_, row)[column] != 0) for_each_partner(column, row, visit);
      }
    }
  }
  // Calls visit(column, row) for a chunk and for those with partners of its cells.
  template <class Visit>
  void for_each_partner(int column, int row, const Visit& visit) const {
    for (int y = row; y < std::min(row + 2, rows_); ++y) {
      for (int x = column; x < std::min(column + 2, columns_); ++x) visit(x, y);
      if (wraps_ && column + 1 == columns_) visit(0, y);
    }
  }

 private:
  static_assert(kChunkWidth == 64, "moved_ has a word for each column of chunks");
  std::uint8_t* marks(std::vector<std::uint8_t>& all, int row) const {
    return &all[static_cast<std::size_t>(row) * stride()];
  }
  const std::uint8_t* marks(const std::vector<std::uint8_t>& all, int row) const {
    return &all[static_cast<std::size_t>(row) * stride()];
  }
  // Calls visit(near) for a column of chunks and its neighbours.
  template <class Visit>
  void for_each_near(int column, const Visit& visit) const {
    for (int near = std::max(column - 1, 0); near < std::min(column + 2, columns_); ++near) visit(near);
    if (!is_near_seam(column)) return;
    for (const int near : {0, std::max(columns_ - 2, 0), columns_ - 1}) visit(near);
  }
  static void append(std::vector<ColumnRange>& runs, int column);

  int columns_, rows_;
  bool wraps_ = false;
  std::vector<std::uint8_t> awake_, entered_, changed_;  // by chunk, rows of stride()
  std::vector<std::uint8_t> row_awake_;                  // by row
  std::vector<std::uint64_t> moved_;
  std::vector<std::vector<ColumnRange>> runs_;  // by row
  std::vector<int> rows_with_runs_;
  int top_awake_row_ = 0;
};

struct CpuWorld {
  CpuWorld() = default;
  // Cells are background. Throws std::bad_alloc.
  CpuWorld(int width, int height);

  int bit_bytes() const { return chunks.columns() * (kChunkWidth / 8); }  // of a row of bits

  int width = 0, height = 0;         // cells
  PaddedPlane cells, fell, nothing;  // `fell`: bits, as in FallArea; `nothing`: one row of kNothing
  StepChunks chunks;
};

// How often each element is in the world.
LedgerEvents::Counts count_cells(const CpuWorld& world);

// A band, with the memory of its margins and kept rows.
class OwnedBand {
 public:
  // Owns these rows of chunks. Throws std::bad_alloc. `world` must outlive the band, in its place.
  OwnedBand(CpuWorld& world, int chunk_row_begin, int chunk_row_end);

  const Band& band() const { return band_; }
  LedgerEvents& events() { return events_; }

  // The rows that a step goes over are begin..end-1.
  void take_rows(CpuWorld& world, int begin, int end, bool keep_events);
  // They are those from the first awake one to the last, and margins. False when no row is awake.
  bool take_awake_rows(CpuWorld& world, int flow_passes, bool keep_events);
  FlowBits& flow_bits() { return flow_bits_; }
  // Copies the margins from the world, in which all falls are done.
  void copy_margins(const CpuWorld& world);

  // ---- if falls of several bands follow one another ----
  // After the falls in its own rows, before those above: gives the band above what that one needs.
  void hand_over(CpuWorld& world, OwnedBand* above);
  // Falls in the rows above its own that it needs; changes only its copies of them, and its own first row.
  FallArea fall_above(int flow_passes);

 private:
  int rows_end() const { return band_.rows_begin + static_cast<int>(band_.rows.size()); }
  void copy_rows(const CpuWorld& world, int begin, int end);

  Band band_;
  std::vector<ColumnRange> runs_above_;  // for falls above its own rows, like the next one
  std::vector<std::uint64_t> moved_above_;
  PaddedPlane margins_, fell_margins_, kept_;
  FlowBits flow_bits_;
  std::vector<std::uint8_t> changed_beyond_;
  LedgerEvents events_;
};

// The first band is the whole world, for steps on one thread. If there are more threads the others divide the world.
std::vector<OwnedBand> make_bands(CpuWorld& world, int threads);

// The rules as the cpu backend uses them, and the parts of a step in the form that suits them: in vectors for few
// elements, pair by pair for many and for steps with the ledger.

class CpuRules {
 public:
  CpuRules() = default;
  explicit CpuRules(const Ruleset& ruleset);

  const Rules& rules() const { return rules_; }

  void fall(const StepJob& job, const FallArea& area) const;
  // step_rows(), in cpu_kernel.hpp.
  void step(const StepJob& job, const Band& band, int from, int to) const;
  // Allocates Band::flow_bits for step(). Throws std::bad_alloc.
  void prepare(FlowBits& bits, int chunk_columns, int flow_passes) const {
    if (few_elements_ && tables_.flow.is_needed)
      bits.take_shape(chunk_columns, tables_.flow.rows(flow_passes), tables_.flow.row_planes());
  }
  // Whether no pair with a cell in the chunk, in the row below it or in the column to its right can act.
  bool is_at_rest(const CpuWorld& world, int column, int row) const;
  // The cells that explode. Only awake chunks can hold some.
  std::vector<Blast> find_blasts(const CpuWorld& world, const std::vector<ChunkRun>& awake,
                                 const BurstDraws& draws) const;

 private:
  bool is_seam_at_rest(const RestRows& rows) const;
  void find_blasts(const CpuWorld& world, const BurstDraws& draws, int y, int begin, int end,
                   std::vector<Blast>& blasts) const;

  Rules rules_;
  SmallTables tables_;
  bool few_elements_ = false;
};

// How a step of the cpu backend goes over the bands of a world: on one thread, or on several in one of two orders. The
// results are the same.

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
  // Valid while a step runs.
  bool keep_events_ = false;
  LedgerEvents* events_ = nullptr;
  ReachedCount fallen_bands_;
  std::vector<OwnedBand*> active_bands_;
  std::vector<LedgerEvents> strip_events_;
};

}  // namespace repose::conserving
