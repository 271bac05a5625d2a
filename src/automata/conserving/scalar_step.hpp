// A step of the conserving automaton in plain loops: its specification. Follows the table in docs/automata.md; written
// to be read, not to be fast. Every sub-step divides the world into pairs that share no cell. No pair can affect
// another one, so nothing can be lost between two of them.
#pragma once

#include "automata/conserving/conserving.hpp"
#include "automata/step_watch.hpp"
#include "repose/world.hpp"

namespace repose::conserving {

// Steps a whole world, or a part of one. In a part the cells beyond its rim are missing, so results are wrong at the
// rim, and each sub-step carries that error one cell inwards.
template <class Watch>
class ScalarStep {
 public:
  using Cell = std::uint8_t;

  // `cells` is the part of a world that begins at `origin`; `watch` is told what happens to them.
  ScalarStep(const Rules& rules, int flow_passes, World& cells, CellPoint origin, Watch watch)
      : rules_(rules), flow_passes_(flow_passes), cells_(cells), origin_(origin), watch_(watch) {}

  void run(const StepDraws& draws) {
    decay(draws);
    fall(draws);
    slide(draws);
    for (int i = 0; i < flow_passes_; ++i) flow(draws, i);
  }

 private:
  int left() const { return origin_.x; }
  int top() const { return origin_.y; }
  int right() const { return origin_.x + cells_.width(); }
  int bottom() const { return origin_.y + cells_.height(); }
  // The first column from the left with the parity of `parity`.
  int first_column(int parity) const { return left() + ((left() ^ parity) & 1); }
  Cell& at(int x, int y) { return cells_.cell(x - origin_.x, y - origin_.y); }
  Cell before(int x, int y) const { return before_.cell(x - origin_.x, y - origin_.y); }

  // Applies the rule of a pair.
  void meet(CellPoint at_a, CellPoint at_b) {
    Cell& a = at(at_a.x, at_a.y);
    Cell& b = at(at_b.x, at_b.y);
    const Cell c = rules_.meeting(a, b).result, d = rules_.meeting(b, a).result;
    watch_.meet(at_a, at_b, a, b, c, d);
    a = c;
    b = d;
  }

  // Returns `drawn`. If the draw fails, tells the watch what did not happen.
  bool decide(bool drawn, CellPoint at_a, CellPoint at_b, std::uint32_t probability) {
    if (drawn) return true;
    const double chance = static_cast<double>(probability) / kCertain;
    const Cause cause = at_a == at_b ? Cause::decay : Cause::rule;
    if (probability > 0) watch_.miss(at_a, at_b, at(at_a.x, at_a.y), at(at_b.x, at_b.y), cause, chance);
    return false;
  }

  void decay(const StepDraws& draws) {
    for (int y = top(); y < bottom(); ++y) {
      for (int x = left(); x < right(); ++x) {
        Cell& cell = at(x, y);
        const Decaying& decay = rules_.decay(cell);
        if (!decide(draws.decays(x, y, decay.probability), {x, y}, {x, y}, decay.probability)) continue;
        watch_.become({x, y}, cell, decay.into, Cause::decay);
        cell = decay.into;
      }
    }
  }

  // Pairs of a cell and the one below it, arranged like the squares of a chessboard.
  void fall(const StepDraws& draws) {
    for (int y = top(); y + 1 < bottom(); ++y) {
      for (int x = left(); x < right(); ++x) {
        if (!draws.is_upper(x, y)) continue;
        const Cell upper = at(x, y), lower = at(x, y + 1);
        const Meeting& meeting = rules_.meeting(upper, lower);
        if (!rules_.is_denser(upper, lower) && !meeting.anywhere) continue;
        if (meeting.kind == Meeting::Kind::inert) continue;
        if (decide(draws.falls(x, y, meeting.probability), {x, y}, {x, y + 1}, meeting.probability))
          meet({x, y}, {x, y + 1});
      }
    }
  }

  // Blocks of 2 x 2 cells, a b over c d. Their diagonals are the pairs.
  void slide(const StepDraws& draws) {
    for (int y = top(); y + 1 < bottom(); ++y) {
      if (!draws.has_blocks(y)) continue;
      for (int x = first_column(draws.block_column(y)); x + 1 < right(); x += 2) slide_block(draws, x, y);
    }
  }

  void slide_block(const StepDraws& draws, int x, int y) {
    const Cell a = at(x, y), b = at(x + 1, y), c = at(x, y + 1), d = at(x + 1, y + 1);
    const CellPoint at_a = {x, y}, at_b = {x + 1, y}, at_c = {x, y + 1}, at_d = {x + 1, y + 1};
    const bool falls = rules_.sinks(a, c) || rules_.sinks(b, d);
    const std::uint32_t chance_right = rules_.meeting(a, d).probability, chance_left = rules_.meeting(b, c).probability;
    const bool right = slides(a, d, falls, rules_.is_fixed(b) && rules_.is_fixed(c)) &&
                       decide(draws.slides(x, y, false, chance_right), at_a, at_d, chance_right);
    const bool left = slides(b, c, falls, rules_.is_fixed(a) && rules_.is_fixed(d)) &&
                      decide(draws.slides(x, y, true, chance_left), at_b, at_c, chance_left);
    if (right) meet(at_a, at_d);
    if (left) meet(at_b, at_c);
  }

  // No pair slides where one of its cells falls, or if both are fixed.
  bool slides(Cell upper, Cell lower, bool falls, bool squeezes) const {
    const Meeting& meeting = rules_.meeting(upper, lower);
    if (meeting.kind == Meeting::Kind::inert) return false;
    return meeting.anywhere || (rules_.is_denser(upper, lower) && !falls && !squeezes);
  }

  // Pairs of a cell and the one to its right. Because the pairs alternate, a liquid cell moves in one direction, one
  // cell a pass, and turns back where it is blocked.
  void flow(const StepDraws& draws, int i) {
    before_ = cells_;
    for (int y = top(); y < bottom(); ++y) {
      for (int x = first_column(draws.flow_column(y, i)); x + 1 < right(); x += 2) {
        const Meeting& meeting = rules_.meeting(at(x, y), at(x + 1, y));
        const bool may_react = i == 0 && meeting.anywhere;
        const bool reacts =
            may_react && decide(draws.reacts(x, y, meeting.probability), {x, y}, {x + 1, y}, meeting.probability);
        if (reacts || runs(draws, x, y, i)) meet({x, y}, {x + 1, y});
      }
    }
  }

  // Only if the denser one is not about to fall. If the lighter one could rise, a coin decides.
  bool runs(const StepDraws& draws, int x, int y, int i) const {
    const Cell left = before(x, y), right = before(x + 1, y);
    if (!rules_.runs(left, right)) return false;
    const bool left_is_denser = rules_.is_denser(left, right);
    const int denser = left_is_denser ? x : x + 1, lighter = left_is_denser ? x + 1 : x;
    if (y + 1 < bottom() && rules_.sinks(before(denser, y), before(denser, y + 1))) return false;
    const bool rises = y > top() && rules_.sinks(before(lighter, y - 1), before(lighter, y));
    return !rises || (StepDraws::coins(draws.coin_row(y, i), x) >> (x / 2 % 32) & 1) != 0;
  }

  const Rules& rules_;
  int flow_passes_;
  World& cells_;
  CellPoint origin_;
  World before_;
  Watch watch_;
};

}  // namespace repose::conserving
