// The sub-steps pair by pair: whether two cells swap, slide, flow or react. For rulesets of any size, and for steps
// with the ledger.
#include <algorithm>
#include <cstring>

#include "automata/conserving/band.hpp"
#include "core/chunk_flags.hpp"

namespace repose::conserving {

namespace {

class PairRows {
 public:
  PairRows(const StepJob& job, const Band& band) : job_(job), rules_(job.rules), band_(band) {}

  void decay(int y) {
    std::uint8_t* const row = band_.row(y);
    for (const ColumnRange& run : runs_of(job_, y)) {
      for (int x = run.begin; x < end_of(run); ++x) {
        const Decaying& decay = rules_.decay(row[x]);
        if (decay.probability == 0 || !job_.draws.decays(x, y, decay.probability)) continue;
        if (band_.events != nullptr) note_decay({x, y}, row[x], decay.into);
        row[x] = decay.into;
        mark(x, y);
      }
    }
  }

  void fall(int y) {
    std::uint8_t* const upper = band_.row(y);
    std::uint8_t* const lower = band_.row(y + 1);
    const int odd = job_.draws.is_upper(0, y) ? 0 : 1;
    for (const ColumnRange& run : runs_of(job_, y)) {
      for (int x = run.begin + odd; x < end_of(run); x += 2) {
        const Meeting& meeting = rules_.meeting(upper[x], lower[x]);
        if (meeting.kind == Meeting::Kind::inert) continue;
        if (!meeting.anywhere && !rules_.is_denser(upper[x], lower[x])) continue;
        if (meeting.probability < kCertain && !job_.draws.falls(x, y, meeting.probability)) continue;
        meet(upper[x], lower[x], {x, y}, {x, y + 1});
        mark(x, y);
      }
    }
  }

  void slide(int y) {
    std::uint8_t* const upper = band_.row(y);
    std::uint8_t* const lower = band_.row(y + 1);
    for (const ColumnRange& run : runs_of(job_, y)) {
      for (int x = run.begin + job_.draws.block_column(y); x < last_of(run); x += 2)
        slide_block(upper + x, lower + x, x, y);
    }
  }

  void flow(int y, int i) {
    std::uint8_t* const row = band_.row(y);
    const std::uint8_t* const above = y > band_.begin ? band_.kept_row(i, y - 1) : nullptr;
    const std::uint8_t* const below = y + 1 < band_.end ? band_.row(y + 1) : nullptr;
    for (const ColumnRange& run : runs_of(job_, y)) {
      std::memcpy(band_.kept_row(i, y) + run.begin, row + run.begin, static_cast<std::size_t>(run.end - run.begin));
      for (int x = run.begin + job_.draws.flow_column(y, i); x < last_of(run); x += 2) {
        const Meeting& meeting = rules_.meeting(row[x], row[x + 1]);
        if (meeting.kind == Meeting::Kind::inert) continue;
        const bool reacts = i == 0 && meeting.anywhere && job_.draws.reacts(x, y, meeting.probability);
        if (reacts ||
            runs(row + x, above == nullptr ? nullptr : above + x, below == nullptr ? nullptr : below + x, x, y, i)) {
          meet(row[x], row[x + 1], {x, y}, {x + 1, y});
          mark(x, y);
        }
      }
    }
  }

 private:
  int end_of(const ColumnRange& run) const { return std::min(run.end, job_.width); }
  // Pairs begin before this column.
  int last_of(const ColumnRange& run) const { return std::min(run.end, job_.width - 1); }

  void mark(int x, int y) { band_.changed_in(y)[x / kChunkWidth] = 1; }

  void meet(std::uint8_t& a, std::uint8_t& b, CellPoint at_a, CellPoint at_b) {
    const std::uint8_t c = rules_.meeting(a, b).result, d = rules_.meeting(b, a).result;
    if (band_.events != nullptr) note_meeting(at_a, at_b, a, b, c, d);
    a = c;
    b = d;
  }

  // The band that owns the upper cell counts the pair. The activity of a cell is recorded by the band that owns the
  // cell.
  void note_meeting(CellPoint at_a, CellPoint at_b, std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
    if (band_.owns(at_a.y)) band_.events->meet(a, b, c, d);
    if (band_.activity == nullptr) return;
    if (band_.owns(at_a.y)) band_.activity->change(at_a, a, c, LedgerEvents::change_of(a, b, c, d));
    if (band_.owns(at_b.y)) band_.activity->change(at_b, b, d, LedgerEvents::change_of(b, a, d, c));
  }

  void note_decay(CellPoint at, std::uint8_t from, std::uint8_t to) {
    if (!band_.owns(at.y)) return;
    band_.events->become(from, to);
    if (band_.activity != nullptr) band_.activity->become(at, from, to);
  }

  void slide_block(std::uint8_t* upper, std::uint8_t* lower, int x, int y) {
    std::uint8_t &a = upper[0], &b = upper[1], &c = lower[0], &d = lower[1];
    const Meeting &right = rules_.meeting(a, d), &left = rules_.meeting(b, c);
    if (right.kind == Meeting::Kind::inert && left.kind == Meeting::Kind::inert) return;
    const bool falls = rules_.sinks(a, c) || rules_.sinks(b, d);
    const bool right_acts = slides(right, a, d, falls, b, c) && job_.draws.slides(x, y, false, right.probability);
    const bool left_acts = slides(left, b, c, falls, a, d) && job_.draws.slides(x, y, true, left.probability);
    if (right_acts) meet(a, d, {x, y}, {x + 1, y + 1});
    if (left_acts) meet(b, c, {x + 1, y}, {x, y + 1});
    if (right_acts || left_acts) mark(x, y);
  }

  // p and q: the other two cells of the block.
  bool slides(const Meeting& meeting, std::uint8_t upper, std::uint8_t lower, bool falls, std::uint8_t p,
              std::uint8_t q) const {
    if (meeting.kind == Meeting::Kind::inert) return false;
    return meeting.anywhere ||
           (rules_.is_denser(upper, lower) && !falls && !(rules_.is_fixed(p) && rules_.is_fixed(q)));
  }

  // Pointers to the left cell of the pair and to the cells above and below it.
  bool runs(const std::uint8_t* cells, const std::uint8_t* above, const std::uint8_t* below, int x, int y,
            int i) const {
    if (!rules_.runs(cells[0], cells[1])) return false;
    const int denser = rules_.is_denser(cells[0], cells[1]) ? 0 : 1, lighter = 1 - denser;
    if (below != nullptr && rules_.sinks(cells[denser], below[denser])) return false;
    const bool rises = above != nullptr && rules_.sinks(above[lighter], cells[lighter]);
    return !rises || (StepDraws::coins(job_.draws.coin_row(y, i), x) >> (x / 2 % 32) & 1) != 0;
  }

  const StepJob& job_;
  const Rules& rules_;
  const Band& band_;
};

bool acts_above(const Rules& rules, std::uint8_t upper, std::uint8_t lower) {
  const Meeting& meeting = rules.meeting(upper, lower);
  return meeting.kind != Meeting::Kind::inert && (meeting.anywhere || rules.is_denser(upper, lower));
}

// Leaves out cells that may fall: the vertical pairs find them.
bool acts_beside(const Rules& rules, std::uint8_t left, std::uint8_t right) {
  return rules.runs(left, right) || rules.meeting(left, right).anywhere;
}

bool block_acts(const Rules& rules, const std::uint8_t* upper, const std::uint8_t* lower) {
  const auto slides = [&](std::uint8_t from, std::uint8_t to, std::uint8_t p, std::uint8_t q) {
    return acts_above(rules, from, to) &&
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
      if (rules.decay(upper[x]).probability > 0) return false;
      if (!in_last_column && acts_beside(rules, upper[x], upper[x + 1])) return false;
      if (lower == nullptr) continue;
      if (acts_above(rules, upper[x], lower[x])) return false;
      if (!in_last_column && block_acts(rules, upper + x, lower + x)) return false;
    }
  }
  return true;
}

void step_pairs(const StepJob& job, const Band& band) {
  PairRows rows(job, band);
  step_band(job, band, rows);
}

}  // namespace repose::conserving
