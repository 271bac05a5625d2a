// The sub-steps pair by pair: whether two cells swap, slide, flow or react. For rulesets of any size, and for steps
// with the ledger. Pairs of the same element are passed over, a whole row of a chunk at a time.
#include <algorithm>
#include <cstring>

#include "automata/conserving/cpu_step.hpp"
#include "core/chunks.hpp"

namespace repose::conserving {

namespace {

// The acts of two cells, or of one, and what is written down about them.
class PairActs {
 public:
  PairActs(const StepJob& job, LedgerEvents* events) : rules_(job.rules), activity_(job.activity), events_(events) {}

  // `owns(y)`: whether events in row y are this caller's to write down. The owner of the upper cell counts the pair;
  // the activity of a cell is recorded by the owner of the cell.
  template <class Owns>
  void meet(std::uint8_t& a, std::uint8_t& b, CellPoint at_a, CellPoint at_b, const Owns& owns) const {
    const std::uint8_t c = rules_.meeting(a, b).result, d = rules_.meeting(b, a).result;
    if (events_ != nullptr && owns(at_a.y)) events_->meet(a, b, c, d);
    if (events_ != nullptr && activity_ != nullptr) {
      if (owns(at_a.y)) activity_->change(at_a, a, c, LedgerEvents::change_of(a, b, c, d));
      if (owns(at_b.y)) activity_->change(at_b, b, d, LedgerEvents::change_of(b, a, d, c));
    }
    a = c;
    b = d;
  }

  void become(std::uint8_t& cell, CellPoint at, std::uint8_t into, bool owned) const {
    if (events_ != nullptr && owned) events_->become(cell, into);
    if (events_ != nullptr && owned && activity_ != nullptr) activity_->become(at, cell, into);
    cell = into;
  }

 private:
  const Rules& rules_;
  ActivityMap* activity_;
  LedgerEvents* events_;
};

class PairFall {
 public:
  PairFall(const StepJob& job, const FallArea& area)
      : job_(job), rules_(job.rules), area_(area), acts_(job, area.events) {}

  void run() {
    for (int y = area_.end - 1; y >= area_.begin; --y) {
      for (const ColumnRange& run : area_.runs) {
        if (rules_.has_decays()) decay(run, y);
        if (y + 1 < job_.height) fall(run, y);
      }
    }
  }

 private:
  void decay(const ColumnRange& run, int y) {
    std::uint8_t* const row = area_.band.row(y);
    for (int chunk = run.begin; chunk < run.end; chunk += kChunkWidth) {
      const bool all_same = std::memcmp(row + chunk, row + chunk + 1, kChunkWidth - 1) == 0;
      if (all_same && rules_.decay(row[chunk]).probability == 0) continue;
      for (int x = chunk; x < std::min(chunk + kChunkWidth, job_.width); ++x) {
        const Decaying& decay = rules_.decay(row[x]);
        if (decay.probability == 0 || !job_.draws.decays(x, y, decay.probability)) continue;
        acts_.become(row[x], {x, y}, decay.into, area_.band.owns(y));
        area_.changed[x / kChunkWidth] = 1;
      }
    }
  }

  void fall(const ColumnRange& run, int y) {
    std::uint8_t* const upper = area_.band.row(y);
    std::uint8_t* const lower = area_.band.row(y + 1);
    for_each_chunk(run, upper, lower, find_differences, [&](int chunk, ColumnBits differ) {
      ColumnBits moved = 0, moves = 0;
      std::memcpy(&moved, area_.moved + chunk / 8, sizeof moved);
      for_each_column(chunk, differ & columns_between(chunk, 0, job_.width), [&](int x) {
        const ColumnBits column = ColumnBits{1} << (x - chunk);
        if (fall_pair(upper[x], lower[x], x, y, (moved & column) != 0)) moves |= column;
      });
      if (moves != 0) area_.changed[chunk / kChunkWidth] = 1;
      if (moves != moved) std::memcpy(area_.moved + chunk / 8, &moves, sizeof moves);
    });
  }

  // `moved`: the pair below has acted. Returns whether this one acts.
  bool fall_pair(std::uint8_t& upper, std::uint8_t& lower, int x, int y, bool moved) {
    if ((rules_.abilities(upper, lower) & (moved ? Rules::kFollows : Rules::kActsAbove)) == 0) return false;
    const Meeting& meeting = rules_.meeting(upper, lower);
    if (meeting.probability < kCertain && !job_.draws.falls(x, y, meeting.probability)) return false;
    const bool swaps = meeting.kind == Meeting::Kind::swap;
    if (swaps) set_bit(area_.band.fell_row(y + 1), x, true);
    acts_.meet(upper, lower, {x, y}, {x, y + 1}, [this](int row) { return area_.band.owns(row); });
    if (swaps && y + 2 < job_.height) fall_again(x, y + 1);
    return true;
  }

  // The cell of row y has just fallen.
  void fall_again(int x, int y) {
    std::uint8_t &upper = area_.band.row(y)[x], &lower = area_.band.row(y + 1)[x];
    if (lower != 0 || bit_at(area_.band.fell_row(y + 1), x) || !rules_.sinks(upper, 0)) return;
    set_bit(area_.band.fell_row(y), x, false);
    set_bit(area_.band.fell_row(y + 1), x, true);
    acts_.meet(upper, lower, {x, y}, {x, y + 1}, [this](int row) { return area_.band.owns(row); });
    if (y == area_.end) area_.changed_below[x / kChunkWidth] = 1;
  }

  const StepJob& job_;
  const Rules& rules_;
  const FallArea& area_;
  PairActs acts_;
};

class PairRows {
 public:
  PairRows(const StepJob& job, const Band& band) : job_(job), rules_(job.rules), band_(band), acts_(job, band.events) {}

  void slide(int y) {
    std::uint8_t* const upper = band_.row(y);
    std::uint8_t* const lower = band_.row(y + 1);
    const int first = job_.draws.block_column(y);
    const SidePairs pairs = job_.pairs(first, job_.draws.turns());
    for (const ColumnRange& run : runs_of(job_, band_, y)) {
      for_each_chunk(run, upper, lower, find_crossed_differences, [&](int chunk, ColumnBits differ) {
        for_each_column(chunk, differ & columns_of(pairs, first, chunk), [&](int x) {
          const int may = rules_.abilities(upper[x], lower[x + 1]) | rules_.abilities(upper[x + 1], lower[x]);
          if ((may & Rules::kActsAbove) != 0) slide_block(job_, *this, x, x + 1, y);
        });
      });
    }
    if (pairs.over_seam && has_awake_seam(job_, band_, y)) slide_block(job_, *this, job_.width - 1, 0, y);
  }

  void flow(int y, int i) {
    std::uint8_t* const row = band_.row(y);
    const int first = job_.draws.flow_column(y, i);
    const SidePairs pairs = job_.pairs(first, job_.draws.flow_turns(i));
    const int acts = i == 0 ? Rules::kRuns | Rules::kActsAnywhere : Rules::kRuns;
    const auto flow_pair = [&](int x, int next) {
      if ((rules_.abilities(row[x], row[next]) & acts) == 0 || !flows(job_, *this, x, next, y, i)) return;
      meet({x, y}, {next, y});
      mark(x, y);
    };
    for (const ColumnRange& run : runs_of(job_, band_, y)) {
      std::memcpy(band_.kept_row(i, y) + run.begin, row + run.begin, static_cast<std::size_t>(run.end - run.begin));
      for_each_chunk(run, row, row + 1, find_differences, [&](int chunk, ColumnBits differ) {
        for_each_column(chunk, differ & columns_of(pairs, first, chunk), [&](int x) { flow_pair(x, x + 1); });
      });
    }
    if (pairs.over_seam && has_awake_seam(job_, band_, y)) flow_pair(job_.width - 1, 0);
  }

  // Removes the marks of cells that fell, unless strides need them.
  void finish(int y) {
    if (job_.keeps_fell()) return;
    for (const ColumnRange& run : runs_of(job_, band_, y))
      std::memset(band_.fell_row(y) + run.begin / 8, 0, static_cast<std::size_t>(run.end - run.begin) / 8);
  }

  void wander(int y) {
    const int first = job_.draws.wander_from(), dx = job_.draws.wanders_sideways() ? 1 : 0;
    if (dx == 0 && (y % 2 != first || y + 1 >= band_.end)) return;
    std::uint8_t* const row = band_.row(y);
    std::uint8_t* const other = dx == 0 ? band_.row(y + 1) : row + 1;
    const SidePairs pairs = dx == 0 ? SidePairs{} : job_.pairs(first, job_.draws.turns());
    for (const ColumnRange& run : runs_of(job_, band_, y)) {
      for_each_chunk(run, row, other, find_differences, [&](int chunk, ColumnBits differ) {
        const ColumnBits columns = dx == 0 ? columns_between(chunk, 0, job_.width) : columns_of(pairs, first, chunk);
        for_each_column(chunk, differ & columns, [&](int x) {
          if ((rules_.abilities(row[x], other[x]) & Rules::kWanders) != 0)
            wander_pair(job_, *this, {x, y}, {x + dx, y + 1 - dx});
        });
      });
    }
    if (pairs.over_seam && has_awake_seam(job_, band_, y)) wander_pair(job_, *this, {job_.width - 1, y}, {0, y});
  }

  // ---- for slide_block(), flows(), wander_pair() ----

  std::uint8_t element(CellPoint at) const { return band_.row(at.y)[at.x]; }
  bool has_fallen(CellPoint at) const { return bit_at(band_.fell_row(at.y), at.x); }
  std::optional<std::uint8_t> above(CellPoint at) const {
    return at.y > band_.begin ? std::optional(band_.row(at.y - 1)[at.x]) : std::nullopt;
  }
  std::optional<std::uint8_t> below(CellPoint at, int i) const {
    return at.y + 1 < band_.end ? std::optional(band_.kept_row(i, at.y + 1)[at.x]) : std::nullopt;
  }
  // A cell that swaps keeps its mark; a cell that reacts loses it.
  void meet(CellPoint at_a, CellPoint at_b) {
    std::uint8_t &a = band_.row(at_a.y)[at_a.x], &b = band_.row(at_b.y)[at_b.x];
    const bool a_fell = has_fallen(at_a), b_fell = has_fallen(at_b);
    if (a_fell || b_fell) {
      const bool swaps = rules_.meeting(a, b).kind == Meeting::Kind::swap;
      set_bit(band_.fell_row(at_a.y), at_a.x, swaps && b_fell);
      set_bit(band_.fell_row(at_b.y), at_b.x, swaps && a_fell);
    }
    acts_.meet(a, b, at_a, at_b, [this](int y) { return band_.owns(y); });
  }
  void mark(int x, int y) { band_.changed_in(y)[x / kChunkWidth] = 1; }

 private:
  // The columns of a chunk in which a pair of a row begins.
  static ColumnBits columns_of(const SidePairs& pairs, int first, int chunk) {
    return kEvenColumns << first & columns_between(chunk, pairs.begin, pairs.end - 1);
  }

  const StepJob& job_;
  const Rules& rules_;
  const Band& band_;
  PairActs acts_;
};

// Leaves out cells that may fall: the vertical pairs find them.
bool acts_beside(const Rules& rules, std::uint8_t left, std::uint8_t right) {
  return rules.runs(left, right) || rules.meeting(left, right).anywhere || rules.wanders(left, right) > 0;
}

bool block_acts(const Rules& rules, const std::uint8_t* upper, const std::uint8_t* lower) {
  const auto slides = [&](std::uint8_t from, std::uint8_t to, std::uint8_t p, std::uint8_t q) {
    return rules.acts_above(from, to) &&
           (rules.meeting(from, to).anywhere || !(rules.is_fixed(p) && rules.is_fixed(q)));
  };
  return slides(upper[0], lower[1], upper[1], lower[0]) || slides(upper[1], lower[0], upper[0], lower[1]);
}

}  // namespace

bool pairs_at_rest(const Rules& rules, const RestRows& rows, int x_begin, int x_end) {
  for (int y = -1; y <= rows.count; ++y) {
    const std::uint8_t *upper = rows.row(y), *lower = rows.row(y + 1);
    if (upper == nullptr) continue;
    for (int x = std::max(x_begin - 1, 0); x <= std::min(x_end, rows.width - 1); ++x) {
      const bool in_last_column = x + 1 == rows.width;
      if (rules.decay(upper[x]).probability > 0 || rules.burst(upper[x]).probability > 0) return false;
      if (!in_last_column && acts_beside(rules, upper[x], upper[x + 1])) return false;
      if (lower == nullptr) continue;
      if (rules.acts_above(upper[x], lower[x]) || rules.wanders(upper[x], lower[x]) > 0) return false;
      if (!in_last_column && block_acts(rules, upper + x, lower + x)) return false;
    }
  }
  return true;
}

void fall_in_pairs(const StepJob& job, const FallArea& area) { PairFall(job, area).run(); }

void step_pairs(const StepJob& job, const Band& band, int from, int to) {
  PairRows rows(job, band);
  step_rows(job, band, rows, from, to);
}

}  // namespace repose::conserving
