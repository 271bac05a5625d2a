// A step of the conserving automaton over a band of rows, in place: all sub-steps go down the rows together, each a row or two
// behind the one before it, so that a cell is read and written once a step while it stays in the cache.
//
// Where bands are computed by different threads, each has margins: copies of the rows beyond its own, taken before the step.
// What a sub-step gets wrong at the far end of a margin travels one row towards the band; the margins are as wide as a step has
// sub-steps, so that it never arrives.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "automata/conserving/conserving.hpp"
#include "core/chunk_flags.hpp"
#include "core/ledger_book.hpp"

namespace repose::conserving {

// Columns begin..end-1: whole chunks, so that the end may lie beyond the world.
struct ColumnRange {
  int begin, end;
};

// What all bands of a step share.
struct StepJob {
  const Rules& rules;
  Lots lots;
  int flow_passes;
  int width;
};

// Rows that a step depends on above and below those that it changes.
constexpr int reach_of(int flow_passes) { return 2 + flow_passes; }

struct Band {
  int own_begin = 0, own_end = 0;  // its own rows
  int begin = 0, end = 0;          // with margins, which end at the edges of the world
  std::vector<std::uint8_t*> rows;                      // of begin..end-1
  std::vector<std::span<const ColumnRange>> runs;       // the same: what is awake in them
  std::vector<std::uint8_t*> changed;                   // the same: a byte for each column of chunks, set where a cell changes
  std::vector<std::uint8_t*> above;                     // two rows for each flow pass: rows as they were before it
  std::uint8_t* outside = nullptr;                      // a row that holds nothing
  LedgerEvents* events = nullptr;                       // where the ledger is kept

  std::uint8_t* row(int y) const { return rows[static_cast<std::size_t>(y - begin)]; }
  std::span<const ColumnRange> runs_of(int y) const { return runs[static_cast<std::size_t>(y - begin)]; }
  std::uint8_t* changed_in(int y) const { return changed[static_cast<std::size_t>(y - begin)]; }
  std::uint8_t* above_row(int i, int y) const { return above[static_cast<std::size_t>(2 * i + y % 2)]; }
  bool owns(int y) const { return y >= own_begin && y < own_end; }
};

// What stands beyond the world in the rows of a band, on either side; no element's where elements are few (cpu_tables.hpp).
inline constexpr std::uint8_t kNothing = 0xff;

// Rows: decay(y), fall(y) and slide(y) of rows y and y + 1, flow(y, i).
template <class Rows>
void step_band(const StepJob& job, const Band& band, Rows& rows) {
  for (int y = band.begin; y < band.end + reach_of(job.flow_passes); ++y) {
    if (job.rules.has_decays() && y < band.end) rows.decay(y);
    const int fallen = y - 1, slid = y - 2, flowed = y - 3;  // what is ready for them
    if (fallen >= band.begin && fallen + 1 < band.end) rows.fall(fallen);
    if (slid >= band.begin && slid + 1 < band.end && job.lots.has_blocks(slid)) rows.slide(slid);
    for (int i = 0; i < job.flow_passes; ++i) {
      if (flowed - i >= band.begin && flowed - i < band.end) rows.flow(flowed - i, i);
    }
  }
}

// For rulesets of any size, and where the ledger is kept.
void step_pairs(const StepJob& job, const Band& band);

// Rows of the world around a chunk: rows -1..count are there, null outside the world.
struct RestRows {
  std::array<const std::uint8_t*, kChunkHeight + 2> rows{};
  int count = 0;
  int width = 0;

  const std::uint8_t* row(int y) const { return rows[static_cast<std::size_t>(y + 1)]; }
};
// Whether no pair with a cell of rows 0..count-1, columns x_begin..x_end-1 can do anything, whatever the lots.
bool pairs_at_rest(const Rules& rules, const RestRows& rows, int x_begin, int x_end);

}  // namespace repose::conserving
