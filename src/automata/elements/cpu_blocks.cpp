// What falls straight into nothing is decided for all cells of a row at once, in lanes, and done for as many neighbours at once
// as no other turn comes between; everything else is the work of Turns, cell by cell. A block of 16 or 32 is one or two vectors
// wide. At the edges of the world vectors read and rewrite the margins between the rows.
#include "automata/elements/cpu_blocks.hpp"

#include <algorithm>
#include <bit>

#include "automata/elements/cpu_lanes.hpp"

namespace repose::elements {

namespace {

static_assert(CellPlanes::kMargin >= 2 * BlockMarks::kSideMax, "blocks at both edges of the world overrun into one margin");
static_assert(Frame::kMargin >= BlockMarks::kSideMax);

// The first lane of a block that may be cut off at the edges of the world.
int first_lane_of(const Area& block, int side, int width) {
  return block.x_begin == 0 && block.x_end < width ? block.x_end - side : block.x_begin;
}

// One bit for each of 16 turns of row y whose word is below `probability`.
std::uint64_t happens_bits(const std::uint32_t* columns, int y, Chance probability) {
  using Words = std::uint32_t __attribute__((vector_size(4 * kLanes)));
  using Small = std::int32_t __attribute__((vector_size(4 * kLanes)));
  Words words;
  std::memcpy(&words, columns, sizeof words);
  words ^= static_cast<std::uint32_t>(y);
  words ^= words >> 16;
  words *= 0x7feb352du;
  words ^= words >> 15;
  words *= 0x846ca68bu;
  words ^= words >> 16;
  const auto drawn = reinterpret_cast<Small>(words >> 8);
  using Bytes = std::int8_t __attribute__((vector_size(kLanes)));
  return bits_of(reinterpret_cast<Lanes>(__builtin_convertvector(drawn < static_cast<std::int32_t>(probability), Bytes)));
}

// `kSide`: of the block, which is cut off at the edges of the world.
template <int kSide>
class BlockScan {
 public:
  BlockScan(const Frame& frame, const TraitTable& table, CellPlanes& planes, BlockMarks& marks, const Area& block)
      : frame_(frame),
        table_(table),
        planes_(planes),
        marks_(marks),
        block_(block),
        turns_(frame, table, planes, marks, block) {}

  void scan_group(const Area& group) {
    if (group.empty()) return;
    for (int y = group.y_end - 1; y >= group.y_begin; --y) {
      const std::uint64_t columns = marks_.within(group.x_begin, group.x_end);
      if ((marks_.due(y) & columns) != 0) scan_row(y, columns, frame_.rightwards(group.x_begin, y));
    }
  }

  // Those that have had their turn in this pass or before it: the rows of the group, without the columns whose turn is yet to
  // come; in the last two passes the rows above and below too, where what is held up slides.
  void scan_late(const Area& group, int pass) {
    if (!table_.parameters().gravity) return;
    const bool last_passes = pass >= Lattice::kPasses / 2;
    const std::uint64_t group_columns = group.x_begin < group.x_end ? marks_.within(group.x_begin, group.x_end) : 0;
    const std::uint64_t all_columns =
        marks_.within(std::max(block_.x_begin, 1), std::min(block_.x_end, planes_.width() - 1));
    for (int y = std::min(block_.y_end, planes_.height() - 1) - 1; y >= std::max(block_.y_begin, 1); --y) {
      const bool own_row = y >= group.y_begin && y < group.y_end;
      if (!own_row && !last_passes) continue;
      const std::uint64_t columns = !own_row || pass % 2 == 1 ? all_columns : group_columns;
      if ((marks_.due(y) & columns) != 0) scan_row_late(y, columns, group.x_begin, own_row ? 0 : group_columns);
    }
  }

  const std::optional<Stamp>& postponed() const { return turns_.postponed(); }

 private:
  static constexpr bool kInLanes = kSide >= kLanes;  // else cell by cell

  std::size_t lanes_at(int y) const { return planes_.index(marks_.first_lane(), y); }
  int x_of(int bit) const { return marks_.first_lane() - 1 + bit; }
  static std::uint64_t around(std::uint64_t bits) { return bits | bits << 1 | bits >> 1; }
  static int first_of(std::uint64_t bits, bool rightwards) {
    return rightwards ? std::countr_zero(bits) : 63 - std::countl_zero(bits);
  }
  // The bits that come after one.
  static std::uint64_t after(int bit, bool rightwards) {
    return rightwards ? ~std::uint64_t{1} << bit : (std::uint64_t{1} << bit) - 1;
  }

  std::uint64_t bits_holding(int y, std::uint8_t element) const {
    return bits_equal(&planes_.element[lanes_at(y)], element, kSide) << 1;
  }

  // Cells of row y that fall straight into nothing, as is drawn: of a kind's, those over nothing.
  std::uint64_t falling(int y, std::uint8_t kind, std::uint64_t over_nothing) const {
    if (over_nothing == 0 || (y + 1 == planes_.height() - 1 && table_.parameters().walls)) return 0;
    const std::uint64_t still =
        still_bits(&planes_.speed[lanes_at(y)], kSide) & still_bits(&planes_.speed[lanes_at(y + 1)], kSide);
    const std::uint64_t may_fall = over_nothing & still << 1;
    std::uint64_t falls = 0;
    for (std::uint64_t left = may_fall; left != 0;) {
      const int first = std::countr_zero(left);
      const std::uint64_t part = std::uint64_t{0xffff} << first;
      falls |= happens_bits(frame_.column(x_of(first)), y, table_.of(kind).fall) << first;
      left &= ~part;
    }
    return falls & may_fall;
  }

  // `falls` after a single turn that may have changed the cells beside it.
  std::uint64_t look_again(int y, int bit, std::uint8_t kind, std::uint64_t falls) const {
    for (const int beside : {bit - 1, bit + 1}) {
      const std::uint64_t mask = std::uint64_t{1} << beside;
      const std::size_t here = planes_.index(x_of(beside), y), below = planes_.index(x_of(beside), y + 1);
      const bool falls_still = (falls & mask) != 0 && planes_.element[here] == kind && planes_.element[below] == 0 &&
                               planes_.speed[here] == Speeds{} && planes_.speed[below] == Speeds{};
      if (!falls_still) falls &= ~mask;
    }
    return falls;
  }

  // Cells of row y change places with nothing below them; neither flies. Marks change at once, for the turns to come; cells
  // only when somebody looks, or at the end of the row.
  void fall_together(int y, std::uint64_t bits) {
    marks_.fall_bits(y, bits);
    falling_ |= bits;
  }

  // Before a single turn, which sees the cells on either side.
  void let_fall_beside(int y, int bit) {
    for (const int beside : {bit - 1, bit + 1}) {
      if ((falling_ >> beside & 1) == 0) continue;
      const std::size_t here = planes_.index(x_of(beside), y), below = here + static_cast<std::size_t>(planes_.stride());
      std::swap(planes_.element[here], planes_.element[below]);
      std::swap(planes_.energy[here], planes_.energy[below]);
      falling_ &= ~(std::uint64_t{1} << beside);
    }
  }

  void let_all_fall(int y) {
    if (falling_ == 0) return;
    const std::size_t here = lanes_at(y), below = lanes_at(y + 1);
    exchange_lanes(&planes_.element[here], &planes_.element[below], falling_ >> 1, kSide);
    exchange_lanes(&planes_.energy[here], &planes_.energy[below], falling_ >> 1, kSide);
    falling_ = 0;
  }

  void scan_row(int y, std::uint64_t ahead, bool rightwards) {
    if constexpr (!kInLanes) return scan_cells(y, ahead, rightwards);
    const std::uint64_t nothing = bits_holding(y, 0);
    marks_.settle_bits(y, nothing & ahead);
    const std::uint64_t first_due = marks_.due(y) & ahead;
    if (first_due == 0) return;
    const std::uint8_t kind = planes_.element[planes_.index(x_of(first_of(first_due, rightwards)), y)];
    const Traits& traits = table_.of(kind);
    if (!traits.only_moves || traits.direction <= 0) return scan_cells(y, ahead, rightwards);

    const std::uint64_t same = bits_holding(y, kind), same_below = bits_holding(y + 1, kind);
    const std::uint64_t hemmed_in = same & same << 1 & same >> 1 & same_below & same_below << 1 & same_below >> 1;
    if ((hemmed_in & first_due) != 0) settle(y, hemmed_in & ahead);
    // Whoever is neither of the kind nor nothing may get something to do when a cell beside it falls.
    const std::uint64_t others = ~(same | nothing);
    std::uint64_t falls = falling(y, kind, same & bits_holding(y + 1, 0));
    while (const std::uint64_t due = marks_.due(y) & ahead) {
      const std::uint64_t stops = ((due & ~falls) | others) & ahead;
      const int stop = stops != 0 ? first_of(stops, rightwards) : -1;
      const std::uint64_t together = stop >= 0 ? due & ~after(stop, rightwards) & ~(std::uint64_t{1} << stop) : due;
      if (together != 0) fall_together(y, together);
      ahead &= stop >= 0 ? after(stop, rightwards) : after(first_of(together, !rightwards), rightwards);
      if (stop < 0 || (marks_.due(y) >> stop & 1) == 0) continue;
      let_fall_beside(y, stop);
      if (turns_.take_turn(x_of(stop), y)) falls = look_again(y, stop, kind, falls);
    }
    let_all_fall(y);
  }

  // Cells that do not fly rest.
  void settle(int y, std::uint64_t bits) {
    marks_.settle_bits(y, bits & still_bits(&planes_.speed[lanes_at(y)], kSide) << 1);
  }

  void scan_cells(int y, std::uint64_t ahead, bool rightwards) {
    while (const std::uint64_t due = marks_.due(y) & ahead) {
      const int bit = first_of(due, rightwards);
      ahead &= after(bit, rightwards);
      turns_.take_turn(x_of(bit), y);
    }
  }

  // `row_name`: the column that names the row's direction. `slides`: columns where what is held up slides.
  void scan_row_late(int y, std::uint64_t ahead, int row_name, std::uint64_t slides) {
    if constexpr (!kInLanes) return scan_cells_late(y, ahead, frame_.rightwards(row_name, y), slides);
    // Only who has nothing below may fall. Nobody falls out of the block.
    const std::uint64_t nothing_below = y + 1 < block_.y_end ? bits_holding(y + 1, 0) : 0;
    std::uint64_t hopeful = around(nothing_below) | slides;
    hopeful &= ~bits_holding(y, 0);
    const std::uint64_t first_due = marks_.due(y) & ahead & hopeful;
    if (first_due == 0) return;
    const bool rightwards = frame_.rightwards(row_name, y);
    const std::uint8_t kind = planes_.element[planes_.index(x_of(first_of(first_due, rightwards)), y)];
    if (table_.of(kind).direction <= 0) return scan_cells_late(y, ahead, rightwards, slides);

    // Who lies between its own does not slide.
    const std::uint64_t same = bits_holding(y, kind);
    hopeful &= around(nothing_below) | ~(same & same << 1 & same >> 1);
    std::uint64_t falls = falling(y, kind, same & nothing_below);
    while (const std::uint64_t due = marks_.due(y) & ahead & hopeful) {
      const std::uint64_t stops = due & ~falls;
      const int stop = stops != 0 ? first_of(stops, rightwards) : -1;
      const std::uint64_t together = stop >= 0 ? due & ~after(stop, rightwards) & ~(std::uint64_t{1} << stop) : due;
      if (together != 0) fall_together(y, together);
      hopeful |= around(together) & slides;
      ahead &= stop >= 0 ? after(stop, rightwards) : after(first_of(together, !rightwards), rightwards);
      if (stop < 0 || (marks_.due(y) >> stop & 1) == 0) continue;
      let_fall_beside(y, stop);
      if (!turns_.move_late(x_of(stop), y, (slides >> stop & 1) != 0)) continue;
      falls = look_again(y, stop, kind, falls);
      hopeful |= around(std::uint64_t{1} << stop) & slides;
    }
    let_all_fall(y);
  }

  void scan_cells_late(int y, std::uint64_t ahead, bool rightwards, std::uint64_t slides) {
    while (const std::uint64_t due = marks_.due(y) & ahead) {
      const int bit = first_of(due, rightwards);
      ahead &= after(bit, rightwards);
      turns_.move_late(x_of(bit), y, (slides >> bit & 1) != 0);
    }
  }

  const Frame& frame_;
  const TraitTable& table_;
  CellPlanes& planes_;
  BlockMarks& marks_;
  const Area block_;
  Turns<BlockMarks> turns_;
  std::uint64_t falling_ = 0;  // cells of the row that have fallen, but are still to be exchanged with those below
};

template <int kSide>
std::optional<Stamp> scan(const Frame& frame, const TraitTable& table, CellPlanes& planes, WorldMarks& world_marks,
                          const BlockPlace& place, bool shared) {
  const Lattice& lattice = *frame.lattice;
  const Area block = lattice.block(lattice.pass_class(place.pass), place.column, place.row);
  if (block.empty()) return std::nullopt;
  BlockMarks marks(world_marks, block, first_lane_of(block, kSide, planes.width()), shared);
  if (!marks.any_restless()) return std::nullopt;
  const Area group = lattice.group(lattice.pass_class(place.pass), place.column, place.row);
  BlockScan<kSide> scan(frame, table, planes, marks, block);
  scan.scan_group(group);
  scan.scan_late(group, place.pass);
  marks.give_back(group);
  return scan.postponed();
}

}  // namespace

std::optional<Stamp> scan_block(const Frame& frame, const TraitTable& table, CellPlanes& planes, WorldMarks& marks,
                                const BlockPlace& place, bool shared) {
  switch (table.parameters().block) {
    case 8: return scan<8>(frame, table, planes, marks, place, shared);
    case 16: return scan<16>(frame, table, planes, marks, place, shared);
    default: return scan<32>(frame, table, planes, marks, place, shared);
  }
}

}  // namespace repose::elements
