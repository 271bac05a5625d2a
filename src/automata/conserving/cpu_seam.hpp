// The pairs and blocks over the seam of a world that wraps, for the cpu backend: one by one, whether all others are
// computed in vectors or not. x is the last column; its partner is column 0.
//
// `rows` has the functions of PairRows (cpu_pairs.cpp): element(at), has_fallen(at); above(at) and below(at, i), the
// elements over and under a cell, from before flow pass i, or nothing; meet(a, b), which applies the rule of a pair;
// mark(x, y).
#pragma once

#include <optional>

#include "automata/conserving/band.hpp"

namespace repose::conserving {

template <class Rows>
void slide_over_seam(const StepJob& job, Rows& rows, int y) {
  const Rules& rules = job.rules;
  const int x = job.width - 1;
  const CellPoint at_a{x, y}, at_b{0, y}, at_c{x, y + 1}, at_d{0, y + 1};
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

// Whether the pair of a row acts in flow pass i.
template <class Rows>
bool flows_over_seam(const StepJob& job, const Rows& rows, int y, int i) {
  const Rules& rules = job.rules;
  const int x = job.width - 1;
  const CellPoint at_left{x, y}, at_right{0, y};
  const std::uint8_t left = rows.element(at_left), right = rows.element(at_right);
  const Meeting& meeting = rules.meeting(left, right);
  if (i == 0 && meeting.anywhere && job.draws.reacts(x, y, meeting.probability)) return true;
  if (!rules.runs(left, right)) return false;
  const bool left_is_denser = rules.is_denser(left, right);
  const CellPoint denser = left_is_denser ? at_left : at_right, lighter = left_is_denser ? at_right : at_left;
  if (rows.has_fallen(denser)) return false;
  const std::optional<std::uint8_t> below = rows.below(denser, i), above = rows.above(lighter);
  if (below && rules.sinks(rows.element(denser), *below)) return false;
  const bool rises = above && rules.sinks(*above, rows.element(lighter));
  if (rises && (StepDraws::coins(job.draws.coin_row(y, i), x) >> (x / 2 % 32) & 1) == 0) return false;
  return job.draws.runs(x, y, i, rules.fluidity(left, right));
}

template <class Rows>
void meet_over_seam(const StepJob& job, Rows& rows, int y) {
  rows.meet({job.width - 1, y}, {0, y});
  rows.mark(job.width - 1, y);
}

template <class Rows>
void wander_over_seam(const StepJob& job, Rows& rows, int y) {
  const int x = job.width - 1;
  const std::uint32_t chance = job.rules.wanders(rows.element({x, y}), rows.element({0, y}));
  if (chance > 0 && job.draws.wanders(x, y, chance)) meet_over_seam(job, rows, y);
}

}  // namespace repose::conserving
