// The turns of a bundle, row by row. Compiled anew for every kind of vector.
#include <algorithm>
#include <array>
#include <vector>

#include "automata/elements/cpu_bundle.hpp"
#include "automata/elements/turn.hpp"

#if defined(REPOSE_ELEMENTS_CPU_BUNDLE_TURNS) == defined(HWY_TARGET_TOGGLE)
#ifdef REPOSE_ELEMENTS_CPU_BUNDLE_TURNS
#undef REPOSE_ELEMENTS_CPU_BUNDLE_TURNS
#else
#define REPOSE_ELEMENTS_CPU_BUNDLE_TURNS
#endif

#include <hwy/highway.h>

#include "automata/elements/cpu_bundle_interactions.hpp"
#include "automata/elements/cpu_vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace repose::elements::HWY_NAMESPACE {
namespace {

class BundleTurns : private BundleInteractions {
 public:
  BundleTurns(Bundle& bundle, const BundleTable& table, CellPlanes& planes, Bundle::Singles& singles)
      : BundleInteractions(bundle, table, planes), singles_(singles) {}

  void take_turns() {
    holds_up_ = bundle_.pass < Lattice::kPasses / 2;
    columns_ = {Bundle::kGroupBegin, Bundle::kGroupEnd};
    if (holds_up_) begin_columns();
    for (int r = Bundle::kGroupEnd - 1; r >= Bundle::kGroupBegin; --r) {
      const M8 due = due_in(r);
      if (any_of(due)) {
        mirror_rows(r, 1);
        for (int c = Bundle::kGroupBegin; c < Bundle::kGroupEnd; ++c) {
          for (int lane = 0; lane < Bundle::kLanes; lane += kWords) take_turn(r, c, lane);
        }
        mirror_rows_back(r, 1);
      }
      if (holds_up_) end_row(r);
    }
  }

  // As scan_late of ScalarFrame. In the last two passes the held-up cells of the rows above and below the group slide.
  void move_late() {
    if (!table_.gravity) return;
    const bool last_passes = bundle_.pass >= Lattice::kPasses / 2;
    const int begin = last_passes ? 0 : Bundle::kGroupBegin, end = last_passes ? Bundle::kSide : Bundle::kGroupEnd;
    for (int r = end - 1; r >= begin; --r) {
      const bool own_row = r >= Bundle::kGroupBegin && r < Bundle::kGroupEnd;
      holds_up_ = !own_row;
      columns_ = {0, Bundle::kSide};
      if (own_row && bundle_.pass % 2 == 0) columns_ = {Bundle::kGroupBegin, Bundle::kGroupEnd};
      if (r == Bundle::kSide - 1 || r == Bundle::kGroupBegin - 1) begin_columns();
      if (may_move_late(r)) {
        mirror_rows(r, 0);
        for (int c = columns_.begin; c < columns_.end; ++c) {
          for (int lane = 0; lane < Bundle::kLanes; lane += kWords) move_late(r, c, lane);
        }
        mirror_rows_back(r, 0);
      }
      if (holds_up_) end_row(r);
    }
  }

 private:
  M is_held_up(const Turn& turn) const {
    if (!holds_up_) return none();
    const M below = turn.r + 1 < Bundle::kSide ? hn::Ne(sinks(turn.element + kRow), zero()) : hn::Not(none());
    const M others = hn::Ne(load(falling_below_[Bundle::at(turn.c)].data() + turn.lane), zero());
    return without(both(below, others), turn.served);
  }

  // ---- a turn ----

  void take_turn(int r, int c, int lane) {
    Turn turn;
    if (!begin(turn, r, c, lane, Bundle::kServed | Bundle::kNoTurn)) return;
    begin_draws(turn);
    turn.kind = look_up(table_.kinds, turn.a);
    turn.stops = both(turn.acting, has(turn.kind, BundleTable::kItem));
    if (bundle_.flies) turn.stops = either(turn.stops, both(turn.acting, beside_flight(turn, -1)));
    turn.acting = without(turn.acting, turn.stops);
    if (table_.decays) decay(turn);
    if (table_.drifts) drift(turn);
    if (table_.looks) interact(turn);
    finish(turn);
    if (table_.gravity) move(turn);
  }

  // Whether one of the cells from `first` rows below the centre on to the row below it flies.
  static M beside_flight(const Turn& turn, int first) {
    V near = zero();
    for (int row = first; row <= 1; ++row) {
      for (int column = -1; column <= 1; ++column)
        near = hn::Or(near, load(turn.marks + row * kRow + column * kColumn));
    }
    return has(near, Bundle::kFlies);
  }

  // Writes the centre, after the turns that are not done in vectors.
  void finish(Turn& turn) {
    if (any(turn.stops)) take_singles(turn, [this](int k, int r, int c) { return singles_.take_turn(k, r, c); });
    turn.touched = without(turn.touched, turn.stops);
    turn.served = without(turn.served, turn.stops);
    if (!any(turn.touched)) return;
    store(choose(turn.touched, turn.a, load(turn.element)), turn.element);
    store(choose(turn.touched, turn.e, load(turn.energy)), turn.energy);
    const V marks = hn::Or(hn::IfThenElseZero(turn.served, word(Bundle::kServed)),
                           hn::IfThenElseZero(turn.touched, word(Bundle::kTouched)));
    turn.marks_before = hn::Or(turn.marks_before, marks);
    store(turn.marks_before, turn.marks);
    if (turn.reacted) turn.kind = look_up(table_.kinds, turn.a);
  }

  // ---- turns that are not done in vectors ----

  template <class TakeTurn>
  HWY_NOINLINE void take_singles(Turn& turn, TakeTurn take) {
    alignas(64) std::uint32_t stops[Bundle::kLanes];
    hn::Store(hn::VecFromMask(D(), turn.stops), D(), stops);
    for (int k = 0; k < kWords; ++k) {
      if (stops[k] == 0) continue;
      const int lane = turn.lane + k, c = mirrored_[index(lane)] != 0 ? Bundle::kSide - 1 - turn.c : turn.c;
      write_around(lane, turn.r, c);
      read_around(lane, turn.r, c, take(lane, turn.r, c));
    }
    turn.acting = without(turn.acting, turn.stops);
    turn.marks_before = load(turn.marks);
  }

  // ---- late moves ----

  void move_late(int r, int c, int lane) {
    Turn turn;
    if (!begin(turn, r, c, lane, Bundle::kServed | Bundle::kNoLateMove)) return;
    const V below = load(turn.element + kRow);
    const V before = load(turn.element + kRow - kColumn), ahead = load(turn.element + kRow + kColumn);
    // The least of them is 0 if there is nothing in one.
    M loose = hn::Eq(hn::Min(below, hn::Min(before, ahead)), zero());
    const bool slides = slides_at(c);
    if (slides) {
      loose = either(loose, hn::Ne(load(turn.element - kColumn), turn.a));
      loose = either(loose, hn::Ne(load(turn.element + kColumn), turn.a));
    }
    turn.acting = both(turn.acting, loose);
    if (!any(turn.acting)) return;
    turn.kind = look_up(table_.kinds, turn.a);
    turn.acting = both(turn.acting, has(turn.kind, BundleTable::kSinks));
    if (bundle_.flies) {
      turn.stops = both(turn.acting, beside_flight(turn, 0));
      if (any(turn.stops)) {
        take_singles(turn, [&](int k, int row, int column) { return singles_.move_late(k, row, column, slides); });
      }
    }
    if (!any(turn.acting)) return;
    begin_draws(turn);
    const V fall = hn::And(turn.kind, word(BundleTable::kChanceMask));
    Moves moves;
    M stays = turn.acting;
    moves.to[0][1] = both(both(stays, hn::Eq(below, zero())), happens(turn.word_of_turn, fall));
    stays = without(stays, moves.to[0][1]);
    const M to_ahead = hn::Xor(coin(turn.draw(draw::diagonal_side)), turn.mirrored);
    const M drops =
        both(both(stays, hn::Eq(choose(to_ahead, ahead, before), zero())), happens(turn.draw(draw::diagonal), fall));
    moves.to[0][0] = without(drops, to_ahead);
    moves.to[0][2] = both(drops, to_ahead);
    stays = without(stays, drops);
    if (slides && any(stays)) slide(turn, stays, true, moves);
    if (any(moves.all())) swap(turn, moves);
  }

  // ---- movement ----

  void move(Turn& turn) {
    // A cell among its own kind does not move.
    M among = both(is_own(turn, kColumn), is_own(turn, -kColumn));
    if (!any(without(turn.acting, among)))
      among = both(among, is_hemmed_in(turn));
    else
      among = none();
    const M free = without(turn.acting, among);
    const M down = both(free, has(turn.kind, BundleTable::kSinks));
    const M up = both(free, has(turn.kind, BundleTable::kRises));
    M stays = either(down, up);
    if (!any(stays)) return;
    Moves moves;
    if (any(down)) fall(turn, down, moves);
    if (any(up)) rise(turn, up, moves);
    stays = without(stays, moves.all());
    if (any(stays)) slide(turn, stays, false, moves);
    if (any(moves.all())) swap(turn, moves);
  }

  static M is_own(const Turn& turn, int offset) { return hn::Eq(load(turn.element + offset), turn.a); }
  static M is_hemmed_in(const Turn& turn) {
    M own = both(is_own(turn, kRow), is_own(turn, -kRow));
    for (const int offset : kDiagonalAt) own = both(own, is_own(turn, offset));
    return own;
  }

  // The lanes that move: into the row below, into the same row, into the row above; and there behind, straight, ahead.
  struct Moves {
    M to[3][3];

    Moves() {
      for (auto& row : to) row[0] = row[1] = row[2] = none();
    }
    M all() const {
      const auto three = [](const M(&row)[3]) HWY_ATTR { return either(either(row[0], row[1]), row[2]); };
      return either(either(three(to[0]), three(to[1])), three(to[2]));
    }
  };

  void fall(const Turn& turn, M falls, Moves& moves) const {
    const V below = load(turn.element + kRow);
    const M straight = both(falls, happens(turn.word_of_turn, look_up(table_.sinks, pair_of(turn.a, below))));
    moves.to[0][1] = straight;
    falls = without(falls, straight);
    if (!any(falls)) return;
    const M ahead = hn::Xor(coin(turn.draw(draw::diagonal_side)), turn.mirrored);
    const V target = choose(ahead, load(turn.element + kRow + kColumn), load(turn.element + kRow - kColumn));
    const V chance = hn::IfThenElseZero(falls, look_up(table_.sinks, pair_of(turn.a, target)));
    if (!any(hn::Ne(chance, zero()))) return;
    const M moved = happens(turn.draw(draw::diagonal), chance);
    moves.to[0][0] = without(moved, ahead);
    moves.to[0][2] = both(moved, ahead);
  }

  void rise(const Turn& turn, M rises, Moves& moves) const {
    const V way = turn.draw(draw::rise_way);
    const M straight = happens(way, word(kRisesStraight));
    const M ahead = hn::Xor(has(way, 1), turn.mirrored);
    const std::uint8_t* const above = turn.element - kRow;
    const V target = choose(straight, load(above), choose(ahead, load(above + kColumn), load(above - kColumn)));
    rises = both(rises, hn::Eq(target, zero()));
    if (!any(rises)) return;
    rises = both(rises, happens(turn.draw(draw::rise), hn::And(turn.kind, word(BundleTable::kChanceMask))));
    moves.to[2][1] = both(rises, straight);
    moves.to[2][2] = both(without(rises, straight), ahead);
    moves.to[2][0] = without(without(rises, straight), ahead);
  }

  // Only cells that are held up slide late, and only the others in their turn.
  void slide(const Turn& turn, M slides, bool late, Moves& moves) const {
    const M ahead = hn::Xor(coin(turn.draw(draw::side_way)), turn.mirrored);
    const V beside = choose(ahead, load(turn.element + kColumn), load(turn.element - kColumn));
    const V push = look_up(table_.pushes, pair_of(turn.a, beside));
    const M empty = hn::Eq(beside, zero());
    slides = both(slides, either(empty, hn::Ne(push, zero())));
    if (!any(slides)) return;
    slides = late ? both(slides, is_held_up(turn)) : without(slides, is_held_up(turn));
    if (!any(slides)) return;
    M moved = happens(turn.draw(draw::side_density), push);
    if (any(both(slides, empty))) {
      moved = either(moved, both(empty, happens(turn.draw(draw::slip), look_up(table_.slips, turn.a))));
    }
    moved = both(moved, slides);
    moves.to[1][0] = without(moved, ahead);
    moves.to[1][2] = both(moved, ahead);
  }

  void swap(Turn& turn, const Moves& moves) {
    V a = turn.a, e = turn.e;
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) {
        const M lanes = moves.to[row][column];
        if (!any(lanes)) continue;
        const int offset = (1 - row) * kRow + (column - 1) * kColumn;
        a = choose(lanes, load(turn.element + offset), a);
        e = choose(lanes, load(turn.energy + offset), e);
        put(turn, offset, lanes, turn.a, turn.e);
      }
    }
    const M moved = moves.all();
    store(choose(moved, a, load(turn.element)), turn.element);
    store(choose(moved, e, load(turn.energy)), turn.energy);
    store(choose(moved, hn::Or(turn.marks_before, word(Bundle::kServed | Bundle::kTouched)), turn.marks_before),
          turn.marks);
  }

  Bundle::Singles& singles_;
};

}  // namespace
}  // namespace repose::elements::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
