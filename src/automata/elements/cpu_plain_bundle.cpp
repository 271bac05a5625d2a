#include "automata/elements/cpu_plain_bundle.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include "automata/elements/cpu_lanes.hpp"
#include "automata/elements/lattice.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "automata/elements/cpu_plain_bundle.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR
#include "automata/elements/cpu_vectors.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace repose::elements::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR

void take_plain_turns(PlainBundle&) {}

#else

// The turns and late moves of the blocks in one vector.
class PlainTurns {
 public:
  PlainTurns(PlainBundle& bundle, int lane)
      : bundle_(bundle),
        lane_(static_cast<std::size_t>(lane)),
        fall_(of(bundle.fall)),
        slip_(of(bundle.slip)),
        push_(of(bundle.push)),
        held_(zero()) {}

  void take_turns() {
    const bool holds_up = bundle_.pass < Lattice::kPasses / 2;
    held_ = word(~0u);
    for (int r = Bundle::kGroupEnd - 1; r >= Bundle::kGroupBegin; --r) {
      const V allowed = of(bundle_.may_turn[index(r)]);
      scan_row(r, {Bundle::kGroupBegin, Bundle::kGroupEnd, allowed, word(~0u),
                   holds_up ? Slide::unless_held_up : Slide::always});
      end_row(r);
    }
  }

  // As BundleTurns::move_late.
  void move_late() {
    const bool last_passes = bundle_.pass >= Lattice::kPasses / 2;
    const int begin = last_passes ? 0 : Bundle::kGroupBegin, end = last_passes ? Bundle::kSide : Bundle::kGroupEnd;
    for (int r = end - 1; r >= begin; --r) {
      const bool own_row = r >= Bundle::kGroupBegin && r < Bundle::kGroupEnd;
      if (r == Bundle::kSide - 1 || r == Bundle::kGroupBegin - 1) held_ = word(~0u);
      const V allowed = of(bundle_.may_move[index(r)]);
      if (own_row && bundle_.pass % 2 == 0) {
        scan_row(r, {Bundle::kGroupBegin, Bundle::kGroupEnd, hn::And(allowed, word(kGroupColumns)), zero(),
                     Slide::if_held_up});
      } else {
        scan_row(r, {0, Bundle::kSide, allowed, own_row ? zero() : word(kGroupColumns), Slide::if_held_up});
      }
      end_row(r);
    }
  }

 private:
  static constexpr std::uint32_t kGroupColumns = (1u << Bundle::kGroupEnd) - (1u << Bundle::kGroupBegin);
  enum class Slide : std::uint8_t { always, unless_held_up, if_held_up };
  // How a row is scanned: its columns; the cells that may move, and of these the ones that may slide.
  struct Scan {
    int begin, end;
    V allowed, may_slide;
    Slide slide;
  };

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  V of(const Bundle::Words& words) const { return hn::Load(D(), &words[lane_]); }
  void set(Bundle::Words& words, V value) const { hn::Store(value, D(), &words[lane_]); }
  static V right_of(V bits) { return hn::Add(bits, bits); }
  static V left_of(V bits) { return hn::ShiftRight<1>(bits); }
  static V beside(V bits) { return hn::Or(right_of(bits), left_of(bits)); }
  static M in(V cell, V bits) { return hn::Ne(hn::And(cell, bits), zero()); }

  // held_: columns in which all cells from two rows below the present one on can fall, as far as it counts.
  void end_row(int r) {
    if (r + 1 >= Bundle::kSide) return;
    const M below_world = less(of(bundle_.last_row), word(static_cast<std::uint32_t>(r + 1)));
    held_ = choose(below_world, held_, hn::And(held_, of(bundle_.same[index(r + 1)])));
  }

  void scan_row(int r, const Scan& scan) {
    V same = of(bundle_.same[index(r)]), nothing = of(bundle_.nothing[index(r)]), served = of(bundle_.served[index(r)]);
    V same_below = of(bundle_.same[index(r + 1)]), nothing_below = of(bundle_.nothing[index(r + 1)]);
    const V movable = hn::And(scan.allowed, hn::AndNot(served, same));
    const V reached = hn::Or(hn::Or(nothing_below, beside(nothing_below)), hn::And(beside(nothing), scan.may_slide));
    if (!any(in(movable, reached))) return;
    V served_below = of(bundle_.served[index(r + 1)]), touched = of(bundle_.touched[index(r)]);
    V touched_below = of(bundle_.touched[index(r + 1)]);
    const M rightwards = hn::Ne(of(bundle_.rightwards[index(r)]), zero());
    const V y = hn::Add(of(bundle_.top), word(static_cast<std::uint32_t>(r)));
    V me = choose(rightwards, word(1u << scan.begin), word(1u << (scan.end - 1)));
    for (int t = 0; t < scan.end - scan.begin; ++t, me = choose(rightwards, right_of(me), left_of(me))) {
      const V both_sides = beside(me);
      const V free = hn::Or(hn::And(hn::Or(me, both_sides), nothing_below), hn::And(both_sides, nothing));
      const M acts = both(in(me, hn::And(scan.allowed, hn::AndNot(served, same))), hn::Ne(free, zero()));
      if (!any(acts)) continue;
      const V column =
          choose(rightwards, of(bundle_.columns[index(scan.begin + t)]), of(bundle_.columns[index(scan.end - 1 - t)]));
      const V turn = mix(hn::Xor(column, y));
      const auto draw = [turn](std::uint32_t number)
                            HWY_ATTR { return mix(hn::Xor(turn, word(number * kGoldenRatio))); };
      const M straight = both(both(acts, in(me, nothing_below)), happens(turn, fall_));
      V to_below = hn::IfThenElseZero(straight, me), to_side = zero();
      M rest = without(acts, straight);
      if (any(both(rest, in(both_sides, nothing_below)))) {
        const V target = choose(coin(draw(draw::diagonal_side)), right_of(me), left_of(me));
        const M goes = both(both(rest, in(target, nothing_below)), happens(draw(draw::diagonal), fall_));
        to_below = hn::Or(to_below, hn::IfThenElseZero(goes, target));
        rest = without(rest, goes);
      }
      rest = both(rest, in(me, scan.may_slide));
      if (scan.slide != Slide::always) {
        const M held_up = in(me, r + 1 < Bundle::kSide ? hn::And(held_, same_below) : held_);
        rest = scan.slide == Slide::if_held_up ? both(rest, held_up) : without(rest, held_up);
      }
      if (any(both(rest, in(both_sides, nothing)))) {
        const V target = choose(coin(draw(draw::side_way)), right_of(me), left_of(me));
        const M slips = either(happens(draw(draw::slip), slip_), happens(draw(draw::side_density), push_));
        to_side = hn::IfThenElseZero(both(both(rest, in(target, nothing)), slips), target);
      }
      const V moved = hn::IfThenElseZero(hn::Ne(hn::Or(to_below, to_side), zero()), me);
      same = hn::Or(hn::AndNot(moved, same), to_side);
      nothing = hn::AndNot(to_side, hn::Or(nothing, moved));
      served = hn::Or(served, hn::Or(moved, to_side));
      touched = hn::Or(touched, hn::Or(moved, to_side));
      same_below = hn::Or(same_below, to_below);
      nothing_below = hn::AndNot(to_below, nothing_below);
      served_below = hn::Or(served_below, to_below);
      touched_below = hn::Or(touched_below, to_below);
    }
    set(bundle_.same[index(r)], same);
    set(bundle_.nothing[index(r)], nothing);
    set(bundle_.served[index(r)], served);
    set(bundle_.touched[index(r)], touched);
    set(bundle_.same[index(r + 1)], same_below);
    set(bundle_.nothing[index(r + 1)], nothing_below);
    set(bundle_.served[index(r + 1)], served_below);
    set(bundle_.touched[index(r + 1)], touched_below);
  }

  PlainBundle& bundle_;
  const std::size_t lane_;
  const V fall_, slip_, push_;
  V held_;
};

void take_plain_turns(PlainBundle& bundle) {
  for (int lane = 0; lane < Bundle::kLanes; lane += static_cast<int>(hn::MaxLanes(D()))) {
    PlainTurns turns(bundle, lane);
    turns.take_turns();
    turns.move_late();
  }
}

#endif

}  // namespace
}  // namespace repose::elements::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace repose::elements {

HWY_EXPORT(take_plain_turns);

namespace {

std::size_t row_of(int r) { return static_cast<std::size_t>(r); }

// Bits of the columns begin..end-1 that are in a block.
std::uint32_t columns_between(int begin, int end) {
  begin = std::clamp(begin, 0, Bundle::kSide);
  end = std::clamp(end, begin, Bundle::kSide);
  return static_cast<std::uint32_t>((std::uint64_t{1} << end) - (std::uint64_t{1} << begin));
}

// Whether the 32 cells have no energy and no speed.
bool is_blank(const std::uint8_t* energy, const Velocity* speed) {
  const auto* const speeds = reinterpret_cast<const std::uint8_t*>(speed);
  static_assert(sizeof(Velocity) * Bundle::kSide == 4 * kLanes);
  Lanes any = load_lanes(energy) | load_lanes(energy + kLanes);
  for (int i = 0; i < 4; ++i) any |= load_lanes(speeds + i * kLanes);
  std::uint64_t words[2];
  std::memcpy(words, &any, sizeof any);
  return (words[0] | words[1]) == 0;
}

// What a plain block may hold beside its kind and empty cells.
bool is_inert(const TraitTable& table, std::uint8_t kind, std::uint8_t other) {
  const Traits& traits = table.of(other);
  return traits.only_moves && traits.direction == 0 && (table.pair(kind, other) & can::move) == 0;
}

struct PlainRow {
  std::uint32_t same = 0, nothing = 0;
};

// A row of a block, from an index in the planes on; none if the block is not plain.
std::optional<PlainRow> load_row(const TraitTable& table, const CellPlanes& planes, std::size_t cells,
                                 std::uint8_t kind, std::uint32_t in_world) {
  if (!is_blank(&planes.energy[cells], &planes.speed[cells])) return std::nullopt;
  const auto holding = [&](std::uint8_t element) {
    return static_cast<std::uint32_t>(bits_equal(&planes.element[cells], element, Bundle::kSide)) & in_world;
  };
  const PlainRow row{holding(kind), holding(0)};
  for (std::uint32_t others = in_world & ~(row.nothing | row.same); others != 0; others &= others - 1) {
    const std::uint8_t other = planes.element[cells + static_cast<std::size_t>(std::countr_zero(others))];
    if (!is_inert(table, kind, other)) return std::nullopt;
  }
  return row;
}

// The kind that moves in a plain block: the first cell of the group that is neither empty nor inert holds it.
std::optional<std::uint8_t> kind_of(const Area& group, const TraitTable& table, const CellPlanes& planes) {
  for (int y = group.y_end - 1; y >= group.y_begin; --y) {
    for (int x = group.x_begin; x < group.x_end; ++x) {
      const std::uint8_t element = planes.element[planes.index(x, y)];
      const Traits& traits = table.of(element);
      if (element == 0) continue;
      if (!traits.only_moves) return std::nullopt;
      if (traits.direction > 0) return element;
    }
  }
  return std::nullopt;
}

}  // namespace

bool load_plain(PlainBundle& bundle, int lane, const Bundle::Lane& block, const TraitTable& table,
                const CellPlanes& planes, const std::uint32_t* columns) {
  const auto k = static_cast<std::size_t>(lane);
  const int width = planes.width(), height = planes.height();
  const std::optional<std::uint8_t> kind = kind_of(block.group, table, planes);
  if (!kind) return false;
  const std::uint32_t in_world = columns_between(-block.left, width - block.left);
  const std::uint32_t inside = columns_between(1 - block.left, width - 1 - block.left);
  const std::uint32_t in_group = columns_between(block.group.x_begin - block.left, block.group.x_end - block.left);
  for (int r = 0; r < Bundle::kSide; ++r) {
    const int y = block.top + r;
    const bool row_inside = y > 0 && y < height - 1;
    std::optional<PlainRow> row = PlainRow{};
    if (y >= 0 && y < height) row = load_row(table, planes, planes.index(block.left, y), *kind, in_world);
    if (!row) return false;
    if (table.parameters().walls) row->nothing &= row_inside ? inside : 0;
    bundle.same[row_of(r)][k] = row->same;
    bundle.nothing[row_of(r)][k] = row->nothing;
    bundle.served[row_of(r)][k] = block.served[row_of(r)];
    bundle.touched[row_of(r)][k] = 0;
    bundle.may_move[row_of(r)][k] = row_inside ? inside : 0;
    bundle.may_turn[row_of(r)][k] = y >= block.group.y_begin && y < block.group.y_end ? in_group : 0;
    bundle.rightwards[row_of(r)][k] = block.rightwards[row_of(r)] ? ~0u : 0;
    bundle.columns[row_of(r)][k] = columns[block.left + r];
  }
  bundle.kind[k] = *kind;
  bundle.fall[k] = table.of(*kind).fall;
  bundle.slip[k] = table.of(*kind).slip;
  bundle.push[k] = table.rules().push(*kind, 0);
  bundle.top[k] = static_cast<std::uint32_t>(block.top);
  bundle.last_row[k] = static_cast<std::uint32_t>(std::clamp(height - 1 - block.top, 0, Bundle::kSide - 1));
  for (auto* rows : {&bundle.same, &bundle.nothing, &bundle.served, &bundle.touched}) rows->back()[k] = 0;
  return true;
}

void clear_plain(PlainBundle& bundle, int lane) {
  for (auto* rows : {&bundle.same, &bundle.nothing, &bundle.served, &bundle.touched, &bundle.may_move, &bundle.may_turn,
                     &bundle.rightwards}) {
    for (auto& words : *rows) words[static_cast<std::size_t>(lane)] = 0;
  }
}

void take_turns(PlainBundle& bundle) { HWY_DYNAMIC_DISPATCH(take_plain_turns)(bundle); }

void store_plain(const PlainBundle& bundle, int lane, Bundle::Lane& block, CellPlanes& planes) {
  const auto k = static_cast<std::size_t>(lane);
  for (int r = 0; r < Bundle::kSide; ++r) {
    const std::uint32_t touched = block.touched[row_of(r)] = bundle.touched[row_of(r)][k];
    block.served[row_of(r)] = bundle.served[row_of(r)][k] & touched;
    if (touched == 0) continue;
    std::uint8_t* const cells = &planes.element[planes.index(block.left, block.top + r)];
    const Lanes kind = Lanes{} + bundle.kind[k];
    for (int c = 0; c < Bundle::kSide; c += kLanes) {
      const Lanes changed = lanes_of(touched >> c), same = lanes_of(bundle.same[row_of(r)][k] >> c);
      store_lanes(cells + c, (load_lanes(cells + c) & ~changed) | (same & kind & changed));
    }
  }
}

std::uint32_t resting(const PlainBundle& bundle, int lane, int row) {
  const auto k = static_cast<std::size_t>(lane);
  const std::uint32_t beside = bundle.nothing[row_of(row)][k], below = bundle.nothing[row_of(row + 1)][k];
  return ~(below | below << 1 | below >> 1 | beside << 1 | beside >> 1);
}

}  // namespace repose::elements
#endif
