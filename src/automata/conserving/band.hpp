// A step of the conserving automaton in place, in two parts. Fall goes up the columns, one row of chunks after another,
// in any set of columns: columns do not depend on each other. All other sub-steps follow it up the rows, over a band of
// rows: each a row behind the one before it, so that a cell is read and written while it is in the cache.
//
// Bands that are computed by different threads have margins: copies of the rows beyond their own, after fall. Errors at
// the far end of a margin move one row inwards in each sub-step. A margin has as many rows as there are
// sub-steps, so errors never reach the band.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "automata/conserving/conserving.hpp"
#include "automata/padded_plane.hpp"
#include "core/chunks.hpp"
#include "core/ledger.hpp"

namespace repose::conserving {

// The byte of cells beyond the world in the rows of a band. If elements are few, it is not the index of an element
// (cpu_tables.hpp).
inline constexpr std::uint8_t kNothing = 0xff;
// Set in a cell that has fallen in this step, if elements are few.
inline constexpr std::uint8_t kFell = 0x40;

// Columns begin..end-1, whole chunks: the end may be beyond the world.
struct ColumnRange {
  int begin, end;
};

// What all parts of a step share.
struct StepJob {
  const Rules& rules;
  StepDraws draws;
  int flow_passes;
  int width, height;
  bool wraps;                            // the last column and column 0 are neighbours
  int padded_width;                      // the width rounded up to whole chunks
  const std::uint8_t* nothing;           // a row of kNothing, with margins
  const std::vector<ColumnRange>* runs;  // the columns of each row of chunks in which cells may change after fall
  ActivityMap* activity;                 // of the world; null unless it is kept

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

// Rows of bits, for cpu_flow.hpp: one word for each chunk.
class FlowBits {
 public:
  using Word = std::uint32_t;

  // `groups` of so many rows each. All are zeros at first, and whenever these numbers change. Throws std::bad_alloc.
  void take_shape(int chunk_columns, int groups, int rows_of_group) {
    if (groups == groups_ && rows_of_group == rows_of_group_) return;
    plane_ = PaddedPlane(chunk_columns * static_cast<int>(sizeof(Word)), groups * rows_of_group);
    groups_ = groups;
    rows_of_group_ = rows_of_group;
  }
  int row_words() const { return static_cast<int>(plane_.stride() / sizeof(Word)); }
  Word* row(int i) { return reinterpret_cast<Word*>(plane_.row(i)); }

 private:
  PaddedPlane plane_;
  int groups_ = 0, rows_of_group_ = 0;
};

struct Band {
  int own_begin = 0, own_end = 0;  // its own rows: whole chunks
  int begin = 0, end = 0;  // the rows that a step goes over, margins included; they end at the edges of the world
  int rows_begin = 0;
  std::vector<std::uint8_t*> rows;  // by row, beginning with rows_begin
  std::vector<std::uint8_t*> fell;  // the same: bits of cells that have fallen; unused if elements are few
  // Two rows for each flow pass: copies of rows from before the pass. Unused if elements are few.
  std::vector<std::uint8_t*> kept;
  FlowBits* flow_bits = nullptr;  // if elements are few
  // One byte for each chunk, beginning with the world's first: set if a pair or block changes whose upper left cell is
  // in the chunk.
  std::uint8_t* changed = nullptr;
  std::size_t changed_stride = 0;          // from one row of chunks to the next
  std::uint8_t* changed_beyond = nullptr;  // the same for cells outside of the band's own rows
  LedgerEvents* events = nullptr;          // null unless the ledger or the activity is kept
  // Those of the rows above its own, if StepJob's are not yet known when it needs them.
  const std::vector<ColumnRange>* runs_above = nullptr;

  bool owns(int y) const { return y >= own_begin && y < own_end; }
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

// Decay and fall in one row of chunks: in its rows from the lowest up.
struct FallArea {
  const Band& band;
  int begin, end;  // rows; the row `end` is a row of the band too, unless it is beyond the world
  std::span<const ColumnRange> runs;
  std::uint8_t* moved;    // bits: before, whether the pair of rows end and end + 1 has acted; after, the uppermost pair
  std::uint8_t* changed;  // one byte for each chunk, beginning with the world's first: set if a pair in it acts
  LedgerEvents* events;   // null unless the ledger or the activity is kept
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

// For rulesets of any size, and for steps with the ledger.
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
// of a chunk and those next to it, below and to the right.
bool pairs_at_rest(const Rules& rules, const RestRows& rows, int x_begin, int x_end);

}  // namespace repose::conserving
