// A step of the conserving automaton in place, in two parts. Fall goes up the columns, one row of chunks after another,
// in any set of columns: columns do not depend on each other. All other sub-steps follow it up the rows, over a band of
// rows: each a row behind the one before it, so that a cell is read and written while it is in the cache.
//
// Bands that are computed by different threads have margins: copies of the rows beyond their own, after fall. Errors at
// the far end of a margin move one row inwards in each sub-step. A margin has as many rows as there are
// sub-steps, so errors never reach the band.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "automata/conserving/bursts.hpp"
#include "automata/conserving/conserving.hpp"
#include "automata/padded_plane.hpp"
#include "core/chunks.hpp"
#include "core/ledger.hpp"
#include "platform/machine.hpp"
#include "repose/worker_pool.hpp"

namespace repose::conserving {

// Columns begin..end-1, whole chunks: the end may be beyond the world.
struct ColumnRange {
  int begin, end;
};

// A bit for each column of a chunk; the lowest is that of the leftmost column.
using ColumnBits = std::uint64_t;
static_assert(kChunkWidth == 64);
inline constexpr ColumnBits kEvenColumns = 0x5555555555555555;

// ---- the rules as tables of bytes (PairTables), and what they say about rows of cells (PairFacts) ----

// A set of elements, for tests of many cells at once: by the low four bits of an element, a bit for each value of the
// high four.
struct ElementBits {
  alignas(16) std::array<std::uint8_t, 16> low{}, high{};  // elements below 128, and the others

  void put(std::uint8_t element) {
    (element < 128 ? low : high)[element & 15u] |= static_cast<std::uint8_t>(1u << (element >> 4 & 7u));
  }
  bool has(std::uint8_t element) const {
    return ((element < 128 ? low : high)[element & 15u] >> (element >> 4 & 7u) & 1) != 0;
  }
};

// Four bytes for each cell of a row.
struct PairFacts {
  std::uint8_t *density, *traits, *agents, *partners;

  // The same from column x on.
  PairFacts from(int x) const { return {density + x, traits + x, agents + x, partners + x}; }
};

// In most rules two cells swap if both are loose, unless both are powders. All pairs for which this is not so are
// *special*, those that react above all: they are looked up in a table. Eight groups of agents and partners tell which
// pairs may be special: every special pair is an agent and a partner of one group. Some other pairs are, too.
struct PairTables {
  enum Trait : std::uint8_t {
    kLoose = 1,  // not fixed
    kApart = 2,  // powder, if most powders do not swap with one another
    kFlows = 4,
    kRuns = 8,       // flows, and does not stride
    kDrops = 16,     // sinks into the background
    kRestless = 32,  // decays or bursts
    kRoams = 64
  };

  // By element: density, traits, groups of which it is an agent, and of which it is a partner. 0 for bytes that are no
  // elements.
  alignas(64) std::array<std::array<std::uint8_t, kElementsMax>, 4> bytes{};
  // By element of a cell and of the one below it: what both become, and these bits; and the chance. See Rules.
  enum WordBit : std::uint32_t {
    kActs = 1 << 16,  // above the other
    kFollows = 1 << 17,
    kAnywhere = 1 << 18,
    kSwaps = 1 << 19,
    kSinks = 1 << 20,
    kAlways = 1 << 21  // the chance is 1
  };
  std::vector<std::uint32_t> words, chances;
  int element_count = 0;
  bool has_special_runs = false, has_anywhere = false;  // some special pair runs, or reacts in all directions
  ElementBits decaying, roaming, bursting;

  PairTables() = default;
  explicit PairTables(const Rules& rules);
  void put(const PairFacts& facts, int x, std::uint8_t element) const {
    facts.density[x] = bytes[0][element];
    facts.traits[x] = bytes[1][element];
    facts.agents[x] = bytes[2][element];
    facts.partners[x] = bytes[3][element];
  }

 private:
  void find_groups(const Rules& rules);
};

// The facts of some rows.
class PairRowFacts {
 public:
  static constexpr int kRows = 16;  // enough for slide and all passes of flow
  static constexpr int kNone = -1;

  // Throws std::bad_alloc.
  explicit PairRowFacts(int width)
      : plane_(width, 4 * kRows),
        described_(static_cast<std::size_t>(kRows) *
                   static_cast<std::size_t>((width + kChunkWidth - 1) / kChunkWidth)) {
    for (int i = 0; i < kRows; ++i)
      rows_[static_cast<std::size_t>(i)] = {plane_.row(4 * i), plane_.row(4 * i + 1), plane_.row(4 * i + 2),
                                            plane_.row(4 * i + 3)};
  }
  const PairFacts& row(int i) const { return rows_[static_cast<std::size_t>(i)]; }
  // Which row of the world row i describes in a chunk.
  int& described(int chunk, int i) { return described_[static_cast<std::size_t>(chunk / kChunkWidth * kRows + i)]; }
  void forget() { std::ranges::fill(described_, kNone); }
  // Whether row y has changed in flow pass i, and is kept as it was before: for the last even row, and the last odd
  // one.
  bool& is_kept(int i, int y) { return is_kept_[static_cast<std::size_t>(2 * i + y % 2)]; }

 private:
  PaddedPlane plane_;
  std::array<PairFacts, kRows> rows_{};
  std::vector<int> described_;
  std::array<bool, std::size_t{2} * Parameters::kFlowMax> is_kept_{};
};

// What all parts of a step share.
struct StepJob {
  const Rules& rules;
  const PairTables& tables;
  StepDraws draws;
  int flow_passes;
  int width, height;
  bool wraps;                            // the last column and column 0 are neighbours
  const std::vector<ColumnRange>* runs;  // the columns of each row of chunks in which cells may change after fall
  ActivityMap* activity;                 // of the world; null unless it is kept

  // Slump and strides follow, which ask what has fallen.
  bool keeps_fell() const { return rules.moves_far(); }
  SidePairs pairs(int first, bool turns) const { return side_pairs(width, wraps, first, turns); }
};

// Bits in rows: one for each cell.
inline bool bit_at(const std::uint8_t* row, int x) { return (row[x / 8] >> (x % 8) & 1) != 0; }
inline void set_bit(std::uint8_t* row, int x, bool on) {
  const auto bit = static_cast<std::uint8_t>(1 << (x % 8));
  row[x / 8] = static_cast<std::uint8_t>(on ? row[x / 8] | bit : row[x / 8] & ~bit);
}

// Rows above and below a band on which the sub-steps after fall depend: slide, flow and wandering.
constexpr int reach_of(int flow_passes) { return 2 + flow_passes; }

// What cannot happen in a row of a chunk, whatever the draws: found once, and true until a cell changes. In most chunks
// that are awake, only few rows change.
class StillRows {
 public:
  // No pair of rows y and y + 1 acts, one over the other, or crosswise in any block; none side by side in row y (a pair
  // belongs to the chunk of its left cell); no cell of row y, with the first column of the next chunk, roams; no cell
  // of row y decays, or bursts; no gust could move a cell of row y, its right or its lower neighbour. kFacts: what
  // these cells, with two columns of the next chunk, do with the air is known (CpuAir).
  enum Kind : std::uint8_t {
    kFall = 1,
    kSlide = 2,
    kFlow = 4,
    kWander = 8,
    kDecay = 16,
    kBurst = 32,
    kAir = 64,
    kFacts = 128
  };

  StillRows() : StillRows(0, 0) {}
  // Columns of chunks, rows of cells. Nothing is still at first.
  StillRows(int columns, int rows)
      : stride_(static_cast<std::size_t>(columns) + 2), flags_(stride_ * (static_cast<std::size_t>(rows) + 4)) {}

  bool is(Kind kind, int chunk, int y) const { return (flags_[at(chunk, y)] & kind) != 0; }
  void put(Kind kind, int chunk, int y) { flags_[at(chunk, y)] |= kind; }
  // The first chunk from `chunk` on, before column `end`, in which row y is not still; or `end`.
  int next(Kind kind, int chunk, int end, int y) const {
    const std::uint8_t* flags = &flags_[at(chunk, y)];
    while (chunk < end && (*flags & kind) != 0) ++flags, chunk += kChunkWidth;
    return chunk;
  }
  void forget() { std::ranges::fill(flags_, std::uint8_t{0}); }
  // Forgets what is known of row y, whose cells have changed in these columns of a chunk. `next`: also in the first
  // column of the next chunk.
  void stir_row(int chunk, int y, ColumnBits columns, bool next) {
    const std::size_t i = at(chunk, y);
    flags_[i] = 0;
    if ((columns & 3) != 0) flags_[i - 1] = 0;
    if (next) flags_[i + 1] = 0;
  }
  // Cells of rows begin..end-1 of a chunk have changed.
  void stir(int chunk, int begin, int end) {
    for (int y = begin - 1; y < end; ++y) stir_row(chunk, y, 1, false);
  }

 private:
  std::size_t at(int chunk, int y) const {
    return static_cast<std::size_t>(y + 2) * stride_ + static_cast<std::size_t>(chunk / kChunkWidth + 1);
  }

  std::size_t stride_;
  std::vector<std::uint8_t> flags_;
};

struct Band {
  int own_begin = 0, own_end = 0;  // its own rows: whole chunks
  int begin = 0, end = 0;  // the rows that a step goes over, margins included; they end at the edges of the world
  int rows_begin = 0;
  std::vector<std::uint8_t*> rows;  // by row, beginning with rows_begin
  // The same: bits of cells that have fallen.
  std::vector<std::uint8_t*> fell;
  // Two rows for each flow pass: copies of rows from before the pass.
  std::vector<std::uint8_t*> kept;
  std::unique_ptr<PairRowFacts> facts;  // memory for a sub-step
  // One byte for each chunk, beginning with the world's first: set if a pair or block changes whose upper left cell is
  // in the chunk.
  std::uint8_t* changed = nullptr;
  std::size_t changed_stride = 0;          // from one row of chunks to the next
  std::uint8_t* changed_beyond = nullptr;  // the same for cells outside of the band's own rows
  LedgerEvents* events = nullptr;          // null unless the ledger or the activity is kept
  ReactionNotes* notes = nullptr;          // null unless reactions are watched
  StillRows* still = nullptr;              // of the world; the band uses those of its own rows
  // The runs of the rows above its own, if StepJob's are not yet known when it needs them.
  const std::vector<ColumnRange>* runs_above = nullptr;

  bool owns(int y) const { return y >= own_begin && y < own_end; }
  bool is_still(StillRows::Kind kind, int chunk, int y) const { return owns(y) && still->is(kind, chunk, y); }
  // As StillRows::next().
  int next_stirred(StillRows::Kind kind, int chunk, int before, int y) const {
    return owns(y) ? still->next(kind, chunk, before, y) : chunk;
  }
  // Calls visit(chunk) for the chunks of a run in which row y is not still.
  template <class Visit>
  void for_each_stirred(StillRows::Kind kind, const ColumnRange& run, int y, const Visit& visit) const {
    const auto next = [&](int chunk) { return next_stirred(kind, chunk, run.end, y); };
    for (int chunk = next(run.begin); chunk < run.end; chunk = next(chunk + kChunkWidth)) visit(chunk);
  }
  // Whether there are such chunks.
  bool has_stirred(StillRows::Kind kind, const std::vector<ColumnRange>& runs, int y) const {
    return std::ranges::any_of(
        runs, [&](const ColumnRange& run) { return next_stirred(kind, run.begin, run.end, y) < run.end; });
  }
  void put_still(StillRows::Kind kind, int chunk, int y) const {
    if (owns(y)) still->put(kind, chunk, y);
  }
  // See StillRows::stir_row().
  void stir(int chunk, int y, ColumnBits columns, bool next = false) const {
    for (int row = y - 1; row <= y; ++row) {
      if (owns(row)) still->stir_row(chunk, row, columns, next);
    }
  }
  std::uint8_t* row(int y) const { return rows[static_cast<std::size_t>(y - rows_begin)]; }
  std::uint8_t* fell_row(int y) const { return fell[static_cast<std::size_t>(y - rows_begin)]; }
  std::uint8_t* kept_row(int i, int y) const { return kept[static_cast<std::size_t>(2 * i + y % 2)]; }
  std::uint8_t* changed_in(int y) const {
    return owns(y) ? changed + static_cast<std::size_t>(y / kChunkHeight) * changed_stride : changed_beyond;
  }
};

inline const std::vector<ColumnRange>& runs_of(const StepJob& job, const Band& band, int y) {
  return y < band.own_begin && band.runs_above != nullptr ? *band.runs_above : job.runs[y / kChunkHeight];
}

// Whether the pair of row y over the seam may change: it begins in the last column.
inline bool has_awake_seam(const StepJob& job, const Band& band, int y) {
  const std::vector<ColumnRange>& runs = runs_of(job, band, y);
  return !runs.empty() && runs.back().end >= job.width;
}

// Decay and fall in one row of chunks: in its rows from the lowest up. A cell that has fallen from row y to row y + 1
// falls again before the pair of rows y - 1 and y falls: the result is the same as if no cell fell again before all
// have fallen, because that pair and those above it see neither row y + 1 nor y + 2. Afterwards the rows from begin + 2
// on are final, or all rows at the top of the world.
struct FallArea {
  const Band& band;
  int begin, end;  // rows; the rows `end` and end + 1 are rows of the band too, unless they are beyond the world
  std::span<const ColumnRange> runs;
  std::uint8_t* moved;    // bits: before, whether the pair of rows end and end + 1 has acted; after, the uppermost pair
  std::uint8_t* changed;  // one byte for each chunk, beginning with the world's first: set if a pair in it acts
  std::uint8_t* changed_below;  // the same for the next row of chunks, into which cells fall
  LedgerEvents* events;         // null unless the ledger or the activity is kept
};

// Slides rows `from` down to `to`, where rows to..from + 1 have fallen, and does all that can follow: the last sub-step
// is done for rows from to + 1 + flow_passes on. `rows` has slide(y) for rows y and y + 1, flow(y, i), finish(y) and
// wander(y) for row y, or rows y and y + 1.
template <class Rows>
void step_rows(const StepJob& job, const Band& band, Rows& rows, int from, int to) {
  const auto has = [&](int y) { return y >= band.begin && y < band.end; };
  for (int y = from; y >= to; --y) {
    if (has(y) && has(y + 1) && job.draws.has_blocks(y)) rows.slide(y);
    for (int i = 0; i < job.flow_passes; ++i) {
      if (has(y + 2 + i)) rows.flow(y + 2 + i, i);
    }
    const int last = y + 1 + job.flow_passes;
    if (!has(last)) continue;
    rows.finish(last);
    if (job.rules.has_wanderers()) rows.wander(last);
  }
}

// The sub-steps (cpu_pairs.cpp).
void fall_in_pairs(const StepJob& job, const FallArea& area);
void step_pairs(const StepJob& job, const Band& band, int from, int to);

// Rows of the world around a chunk: rows -1..count+1; null outside the world.
struct RestRows {
  std::array<const std::uint8_t*, kChunkHeight + 3> rows{};
  int count = 0;
  int width = 0;

  const std::uint8_t* row(int y) const { return rows[static_cast<std::size_t>(y + 1)]; }
};
// Whether no pair with a cell of rows 0..count, columns x_begin..x_end can act, whatever the draws. These are the pairs
// of a chunk and those next to it, below and to the right. The rows need PaddedPlane's margins.
bool pairs_at_rest(const Rules& rules, const PairTables& tables, const RestRows& rows, int x_begin, int x_end);

// ---- rows of cells as bits (cpu_pairs.cpp) ----
//
// A bit for each column says whether its cell is in a set of elements, or differs from another one.

// The columns begin..end-1 of the chunk that begins in column `chunk`.
inline ColumnBits columns_between(int chunk, int begin, int end) {
  ColumnBits bits = ~ColumnBits{0};
  if (begin > chunk) bits &= begin - chunk < kChunkWidth ? bits << (begin - chunk) : 0;
  if (end < chunk + kChunkWidth) bits &= end > chunk ? ~(~ColumnBits{0} << (end - chunk)) : 0;
  return bits;
}

// The columns in which a[x] and b[x] differ, of so many chunks.
void find_differences(const std::uint8_t* a, const std::uint8_t* b, int chunks, ColumnBits* columns);

// The columns of so many chunks whose cells are in the set.
void find_members(const std::uint8_t* cells, int chunks, const ElementBits& set, ColumnBits* columns);
// Those of one chunk in some rows, whose cells are in each of two or three sets: row by row, a word for each set.
void find_members(std::span<const std::uint8_t* const> rows, std::span<const ElementBits* const> sets,
                  ColumnBits* columns);

// Calls visit(x) for these columns of the chunk that begins in column `chunk`, from the left.
template <class Visit>
void for_each_column(int chunk, ColumnBits columns, const Visit& visit) {
  for (; columns != 0; columns &= columns - 1) visit(chunk + std::countr_zero(columns));
}

// ---- blocks and pairs one by one: those over the seam, and those that flow or wander ----
//
// `rows` has element(at), has_fallen(at); above(at) and below(at, i), the elements over and under a cell, from before
// flow pass i, or nothing; meet(a, b), which applies the rule of a pair; become(a, b, directed); mark(x, y). `next` is
// the column to the right of x: x + 1, or column 0 if x is the last one.

template <class Rows>
void slide_block(const StepJob& job, Rows& rows, int x, int next, int y) {
  const Rules& rules = job.rules;
  const CellPoint at_a{x, y}, at_b{next, y}, at_c{x, y + 1}, at_d{next, y + 1};
  const std::uint8_t a = rows.element(at_a), b = rows.element(at_b), c = rows.element(at_c), d = rows.element(at_d);
  const bool falls = rules.sinks(a, c) || rules.sinks(b, d);
  const auto slides = [&](CellPoint at, std::uint8_t upper, std::uint8_t lower, bool squeezes, bool to_left) {
    const Meeting& meeting = rules.meeting(upper, lower);
    if (meeting.kind == Meeting::Kind::inert) return false;
    const bool stays = meeting.kind == Meeting::Kind::swap && rows.has_fallen(at);
    const bool may = meeting.anywhere || (rules.is_denser(upper, lower) && !falls && !squeezes && !stays);
    return may && job.draws.slides(x, y, to_left, meeting.probability);
  };
  const bool right = slides(at_a, a, d, rules.is_fixed(b) && rules.is_fixed(c), false);
  const bool left = slides(at_b, b, c, rules.is_fixed(a) && rules.is_fixed(d), true);
  if (right) rows.meet(at_a, at_d);
  if (left) rows.meet(at_b, at_c);
  if (right || left) rows.mark(x, y);
}

// Whether the pair acts in flow pass i.
template <class Rows>
bool flows(const StepJob& job, const Rows& rows, int x, int next, int y, int i) {
  const Rules& rules = job.rules;
  const CellPoint at_left{x, y}, at_right{next, y};
  const std::uint8_t left = rows.element(at_left), right = rows.element(at_right);
  const Meeting& meeting = rules.meeting(left, right);
  if (i == 0 && meeting.anywhere && job.draws.reacts(x, y, meeting.probability)) return true;
  if (!rules.runs(left, right)) return false;
  const bool left_is_denser = rules.is_denser(left, right);
  const CellPoint denser = left_is_denser ? at_left : at_right, lighter = left_is_denser ? at_right : at_left;
  if (rows.has_fallen(denser)) return false;
  const std::optional<std::uint8_t> below = rows.below(denser, i), above = rows.above(lighter);
  if (below && rules.sinks(left_is_denser ? left : right, *below)) return false;
  const bool rises = above && rules.sinks(*above, left_is_denser ? right : left);
  if (rises && (StepDraws::coins(job.draws.coin_row(y, i), x) >> (x / 2 % 32) & 1) == 0) return false;
  const std::uint32_t fluidity = rules.fluidity(left, right);
  return fluidity == kCertain || job.draws.runs(x, y, i, fluidity);
}

template <class Rows>
void wander_pair(const StepJob& job, Rows& rows, CellPoint a, CellPoint b) {
  const Directed directed = job.rules.directed(a.y != b.y, rows.element(a), rows.element(b));
  if (directed.probability > 0 && job.draws.wanders(a.x, a.y, directed.probability)) {
    rows.become(a, b, directed);
    rows.mark(a.x, a.y);
    return;
  }
  const std::uint32_t chance = job.rules.wanders(rows.element(a), rows.element(b));
  if (chance == 0 || !job.draws.wanders(a.x, a.y, chance)) return;
  rows.meet(a, b);
  rows.mark(a.x, a.y);
}

// ---- the memory of a world, and the bands of rows in which a step goes over it ----

// The chunks of a world that a step computes: those that are awake before it, those that falls enter from below, and
// the neighbours of these.
class StepChunks {
 public:
  StepChunks() : StepChunks(0, 0) {}
  // In chunks.
  StepChunks(int columns, int rows)
      : columns_(columns),
        rows_(rows),
        row_awake_(static_cast<std::size_t>(rows)),
        moved_(static_cast<std::size_t>(columns)),
        runs_(static_cast<std::size_t>(rows)) {
    for (auto* const all : {&awake_, &entered_, &changed_}) all->assign(static_cast<std::size_t>(rows) * stride(), 0);
  }

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
  std::uint64_t begin(ChunkFlags& flags) {
    wake_over_seam(flags);
    std::ranges::fill(moved_, 0);
    top_awake_row_ = rows_;
    std::uint64_t cells = 0;
    for (const ChunkRun& run : flags.find_awake()) {
      const int count = run.column_end - run.column_begin;
      std::memset(marks(awake_, run.row) + run.column_begin, 1, static_cast<std::size_t>(count));
      row_awake_[static_cast<std::size_t>(run.row)] = 1;
      top_awake_row_ = std::min(top_awake_row_, run.row);
      cells += static_cast<std::uint64_t>(count) * kChunkWidth * kChunkHeight;
    }
    return cells;
  }
  // What is unsettled on one side of the seam wakes the other side.
  void wake_over_seam(ChunkFlags& flags) const {
    if (!wraps_) return;
    const int last = columns_ - 1;
    for (int row = 0; row < rows_; ++row) {
      if (flags.is_settled(0, row) && flags.is_settled(last, row) && flags.is_settled(std::max(last - 1, 0), row))
        continue;
      for (const int column : {0, last})
        flags.wake(column * kChunkWidth, row * kChunkHeight, column * kChunkWidth + 1, row * kChunkHeight + 1);
    }
  }
  // Ends it.
  void clear() {
    for (const int row : rows_with_runs_) {
      for (auto* const all : {&awake_, &entered_, &changed_}) std::memset(marks(*all, row), 0, stride());
      row_awake_[static_cast<std::size_t>(row)] = 0;
      runs_[static_cast<std::size_t>(row)].clear();
    }
    rows_with_runs_.clear();
  }

  // The runs of columns in which cells may fall; `runs` is overwritten. The rows below must be done.
  void find_falls(int row, std::vector<ColumnRange>& runs) {
    const std::uint8_t* const awake = marks(awake_, row);
    std::uint8_t* const entered = marks(entered_, row);
    runs.clear();
    for (int column = 0; column < columns_; ++column) {
      const bool enters = moved_[static_cast<std::size_t>(column)] != 0;
      if (enters) entered[column] = 1;
      if (enters || awake[column] != 0) append(runs, column);
    }
  }
  // Whether falls enter row `row`, which is the next one, from below.
  bool is_entered() const {
    return std::ranges::any_of(moved_, [](std::uint64_t word) { return word != 0; });
  }
  // True if nothing falls in this row or in any above it, unless it enters from below.
  bool sleeps_from(int row) const { return row < top_awake_row_; }
  bool has_awake(int row) const { return row_awake_[static_cast<std::size_t>(row)] != 0; }
  // Finds the runs of a row after its falls: what was awake, and the neighbours of chunks that falls have entered, in
  // this row or, if they changed there, in the row below. Call it for rows from the bottom up. Uses no row above the
  // next one.
  void widen(int row) {
    const std::uint8_t* const entered = marks(entered_, row);
    const std::uint8_t* const changed = marks(changed_, row);
    std::uint8_t* const awake = marks(awake_, row);
    std::uint8_t* const awake_above = row > 0 ? marks(awake_, row - 1) : nullptr;
    for (int column = 0; column < columns_; ++column) {
      if (entered[column] == 0) continue;
      for_each_near(column, [&](int near) {
        awake[near] = 1;
        if (awake_above != nullptr && changed[column] != 0) awake_above[near] = 1;
      });
    }
    std::vector<ColumnRange>& runs = runs_[static_cast<std::size_t>(row)];
    for (int column = 0; column < columns_; ++column) {
      if (awake[column] != 0) append(runs, column);
    }
  }
  // What widen(row) would find if no row above were done, for a thread that needs a copy of it.
  std::vector<ColumnRange> runs_ahead(int row) const {
    const std::uint8_t* const awake = marks(awake_, row);
    std::vector<ColumnRange> runs;
    for (int column = 0; column < columns_; ++column) {
      bool enters = false;
      for_each_near(column, [&](int near) { enters = enters || moved_[static_cast<std::size_t>(near)] != 0; });
      if (awake[column] != 0 || enters) append(runs, column);
    }
    return runs;
  }
  void gather_rows() {
    for (int row = 0; row < rows_; ++row) {
      if (!runs(row).empty()) rows_with_runs_.push_back(row);
    }
  }  // after all widen()

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
  static void append(std::vector<ColumnRange>& runs, int column) {
    const ColumnRange range{column * kChunkWidth, (column + 1) * kChunkWidth};
    if (!runs.empty() && runs.back().end == range.begin) {
      runs.back().end = range.end;
    } else {
      runs.push_back(range);
    }
  }

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

  int width = 0, height = 0;  // cells
  PaddedPlane cells, fell;    // `fell`: bits, one for each cell
  StillRows still;
  StepChunks chunks;
};

}  // namespace repose::conserving
