// A step of the conserving automaton over a band of rows, in place. All sub-steps move down the rows together, each a
// row or two behind the one before it, so that a cell is read and written once a step while it is in the cache.
//
// Bands that are computed by different threads have margins: copies of the rows beyond their own, taken before the
// step. Errors at the far end of a margin move one row inwards in each sub-step. A margin has as many rows as a step
// has sub-steps, so errors never reach the band.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "automata/conserving/conserving.hpp"
#include "core/activity_map.hpp"
#include "core/chunk_flags.hpp"
#include "core/ledger_book.hpp"

namespace repose::conserving {

// The byte of cells beyond the world in the rows of a band. If elements are few, it is not the index of an element
// (cpu_tables.hpp).
inline constexpr std::uint8_t kNothing = 0xff;

// Columns begin..end-1, whole chunks: the end may be beyond the world.
struct ColumnRange {
  int begin, end;
};

// What all bands of a step share.
struct StepJob {
  const Rules& rules;
  StepDraws draws;
  int flow_passes;
  int width;
  int padded_width;                      // the width rounded up to whole chunks
  const std::uint8_t* nothing;           // a row of kNothing, with margins
  const std::vector<ColumnRange>* runs;  // the awake columns of each row of chunks
};

// Rows above and below a band on which a step of it depends.
constexpr int reach_of(int flow_passes) { return 2 + flow_passes; }

struct Band {
  int own_begin = 0, own_end = 0;  // its own rows: whole chunks
  int begin = 0, end = 0;  // the rows that a step goes over, margins included; they end at the edges of the world
  int rows_begin = 0;
  std::vector<std::uint8_t*> rows;  // by row, beginning with rows_begin
  std::vector<std::uint8_t*> kept;  // two rows for each flow pass: copies of rows from before the pass
  // One byte for each chunk, beginning with the world's first: set if a pair or block changes whose upper left cell is
  // in the chunk.
  std::uint8_t* changed = nullptr;
  std::size_t changed_stride = 0;          // from one row of chunks to the next
  std::uint8_t* changed_beyond = nullptr;  // the same for cells outside of the band's own rows
  LedgerEvents* events = nullptr;          // null unless the ledger or the activity is kept
  ActivityMap* activity =
      nullptr;  // of the world; null unless it is kept; a band records what happens to its own cells

  bool owns(int y) const { return y >= own_begin && y < own_end; }
  std::uint8_t* row(int y) const { return rows[static_cast<std::size_t>(y - rows_begin)]; }
  std::uint8_t* kept_row(int i, int y) const { return kept[static_cast<std::size_t>(2 * i + y % 2)]; }
  std::uint8_t* changed_in(int y) const {
    return owns(y) ? changed + static_cast<std::size_t>(y / kChunkHeight) * changed_stride : changed_beyond;
  }
};

inline const std::vector<ColumnRange>& runs_of(const StepJob& job, int y) { return job.runs[y / kChunkHeight]; }

// `rows` has decay(y), fall(y) and slide(y) for rows y and y + 1, and flow(y, i).
template <class Rows>
void step_band(const StepJob& job, const Band& band, Rows& rows) {
  for (int y = band.begin; y < band.end + reach_of(job.flow_passes); ++y) {
    if (job.rules.has_decays() && y < band.end) rows.decay(y);
    const int fallen = y - 1, slid = y - 2, flowed = y - 3;  // what is ready for them
    if (fallen >= band.begin && fallen + 1 < band.end) rows.fall(fallen);
    if (slid >= band.begin && slid + 1 < band.end && job.draws.has_blocks(slid)) rows.slide(slid);
    for (int i = 0; i < job.flow_passes; ++i) {
      if (flowed - i >= band.begin && flowed - i < band.end) rows.flow(flowed - i, i);
    }
  }
}

// For rulesets of any size, and for steps with the ledger.
void step_pairs(const StepJob& job, const Band& band);

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
