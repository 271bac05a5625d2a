// All turns of one block of the fast elements solver: those of its group, then the late moves. Also finds cells that
// cannot act, many at a time.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "automata/elements/cpu_cells.hpp"
#include "automata/elements/cpu_turns.hpp"

namespace repose::elements {

// For all cells of a row at once, vectors compute which cells fall straight into empty cells. Neighbours that fall and
// have no other turn between them are moved together. Everything else is done by Turns, cell by cell. A block of 16 or
// 32 is one or two vectors wide. At the edges of the world vectors read and rewrite the margins between the rows.

static_assert(CellPlanes::kMargin >= 2 * BlockMarks::kSideMax,
              "blocks at both edges of the world overrun into one margin");
static_assert(Frame::kMargin >= BlockMarks::kSideMax);

// `kSide`: the side of the block before it is clipped to the world.
template <int kSide>
class BlockScan {
 public:
  BlockScan(const Frame& frame, const TraitTable& table, CellPlanes& planes, BlockMarks& marks, const Area& block)
      : frame_(frame),
        table_(table),
        planes_(planes),
        marks_(marks),
        block_(block),
        inside_(marks.within(block.x_begin, block.x_end)),
        inner_(inside_ & ~bit_at(1) & ~bit_at(planes.width() - 2)),
        turns_(frame, table, planes, marks, block) {}

  void scan_group(const Area& group) {
    if (group.empty()) return;
    for (int y = group.y_end - 1; y >= group.y_begin; --y) {
      const std::uint64_t columns = marks_.within(group.x_begin, group.x_end);
      if ((marks_.due(y) & columns) != 0) scan_row(y, columns, frame_.rightwards(group.x_begin, y));
    }
  }

  // Late moves of the cells that have had their turn in this pass or before it: the rows of the group, without the
  // columns whose turn comes later. In the last two passes also the rows above and below, where held-up cells slide.
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
  static constexpr bool kInLanes = kSide >= kLanes;  // false: cell by cell

  std::size_t lanes_at(int y) const { return planes_.index(marks_.first_lane(), y); }
  int x_of(int bit) const { return marks_.first_lane() - 1 + bit; }
  // 0 for cells outside of the bits.
  std::uint64_t bit_at(int x) const {
    const int bit = x - x_of(0);
    return bit >= 0 && bit < 64 ? std::uint64_t{1} << bit : 0;
  }
  static std::uint64_t around(std::uint64_t bits) { return bits | bits << 1 | bits >> 1; }
  static int first_of(std::uint64_t bits, bool rightwards) {
    return rightwards ? std::countr_zero(bits) : 63 - std::countl_zero(bits);
  }
  // The bits after `bit`, in the direction of the scan.
  static std::uint64_t after(int bit, bool rightwards) {
    return rightwards ? ~std::uint64_t{1} << bit : (std::uint64_t{1} << bit) - 1;
  }

  std::uint64_t bits_holding(int y, std::uint8_t element) const {
    return bits_equal(&planes_.element[lanes_at(y)], element, kSide) << 1;
  }

  // A row in which mostly cells of one kind move, into empty cells. Bits as in BlockMarks. Cells that are to fall
  // together count as fallen.
  struct Row {
    int y;
    std::uint8_t kind;
    const Traits& traits;
    std::uint64_t same = 0, nothing = 0, same_below = 0, nothing_below = 0;  // what the cells hold
    std::uint64_t plain = 0;  // cells not at the border that have only the kind or empty cells beside and below
    std::uint64_t still = 0;  // cells that do not fly
    std::uint64_t drawn = 0;  // cells that do not fly and fall straight if nothing is below them; maybe not all of them
    RowDraws draws{};         // of cells that may be able to move

    std::uint64_t others() const { return ~(same | nothing); }
    std::uint64_t falls() const { return drawn & same & nothing_below; }
    // Cells that have one of `free` on the drawn side.
    static std::uint64_t towards(std::uint64_t right, std::uint64_t free) {
      return (right & free >> 1) | (~right & free << 1);
    }
    // Plain cells that stay in place in their turn, whichever cells fall before it. `may_slide`: cells that slide if
    // they can.
    std::uint64_t stays(std::uint64_t may_slide) const {
      const std::uint64_t goes = (draws.falls & nothing_below) |
                                 (draws.diagonal & towards(draws.diagonal_right, nothing_below)) |
                                 (draws.slides & may_slide & towards(draws.slide_right, nothing | falls()));
      const std::uint64_t anywhere = around(nothing_below | nothing | falls());
      return plain & same & still & (draws.drawn | ~anywhere) & ~goes;
    }
  };

  // `columns`: those of the turns that may be taken.
  Row look_at_row(int y, std::uint8_t kind, std::uint64_t columns) const {
    Row row{.y = y, .kind = kind, .traits = table_.of(kind)};
    look(row);
    const std::uint64_t falls = row.same & row.nothing_below & columns;
    const std::uint64_t plain = row.plain & row.same & columns & around(row.nothing_below | row.nothing | falls);
    draw_moves_of(row, falls | plain);
    const bool above_wall = y + 1 == planes_.height() - 1 && table_.parameters().walls;
    if (falls != 0 && !above_wall) row.drawn = row.draws.falls & falls & still(y);
    return row;
  }

  void look(Row& row) const {
    row.same = bits_holding(row.y, row.kind);
    row.nothing = bits_holding(row.y, 0);
    if (row.y + 1 < block_.y_end) {  // no cell falls out of the block
      row.same_below = bits_holding(row.y + 1, row.kind);
      row.nothing_below = bits_holding(row.y + 1, 0) & inside_;
    }
    row.still = still_bits(&planes_.speed[lanes_at(row.y)], kSide) << 1;
    const bool beside_border = row.y == 1 || row.y == planes_.height() - 2;
    row.plain = beside_border ? 0 : inner_ & ~around(row.others() | ~(row.same_below | row.nothing_below));
  }

  void look_again(Row& row) {
    let_all_fall(row.y);
    look(row);
    if (row.drawn != 0) row.drawn &= still(row.y);  // otherwise the row below may belong to another block
  }

  // The cells that do not fly, and that have no flying cell below.
  std::uint64_t still(int y) const {
    return (still_bits(&planes_.speed[lanes_at(y)], kSide) & still_bits(&planes_.speed[lanes_at(y + 1)], kSide)) << 1;
  }

  // Computes the draws for the turns of `cells`, and for some beside them.
  void draw_moves_of(Row& row, std::uint64_t cells) const {
    const MoveChances chances{row.traits.fall, row.traits.slip, table_.rules().push(row.kind, 0)};
    while (cells != 0) {
      const int first = std::countr_zero(cells);
      RowDraws draws;
      draw_moves(frame_.column(x_of(first)), row.y, chances, draws);
      row.draws.drawn |= draws.drawn << first;
      row.draws.falls |= draws.falls << first;
      row.draws.diagonal_right |= draws.diagonal_right << first;
      row.draws.diagonal |= draws.diagonal << first;
      row.draws.slide_right |= draws.slide_right << first;
      row.draws.slides |= draws.slides << first;
      cells &= ~(std::uint64_t{0xffff} << first);
    }
  }

  // Cells of a row swap with empty cells below them; neither flies. Marks change at once, because later turns need
  // them; cells change when they are read next, or at the end of the row.
  void fall_together(Row& row, std::uint64_t bits) {
    falling_ |= bits;
    mark_fallen(row, bits);
  }

  void mark_fallen(Row& row, std::uint64_t bits) {
    marks_.fall_bits(row.y, bits);
    row.same &= ~bits;
    row.nothing |= bits;
    row.same_below |= bits;
    row.nothing_below &= ~bits;
  }

  void let_fall(int y, std::uint64_t bits) {
    for (bits &= falling_; bits != 0; bits &= bits - 1) {
      exchange(x_of(std::countr_zero(bits)), y, 0, 1);
      falling_ &= ~(bits & -bits);
    }
  }

  void let_all_fall(int y) {
    if (falling_ == 0) return;
    const std::size_t here = lanes_at(y), below = lanes_at(y + 1);
    exchange_lanes(&planes_.element[here], &planes_.element[below], falling_ >> 1, kSide);
    exchange_lanes(&planes_.energy[here], &planes_.energy[below], falling_ >> 1, kSide);
    falling_ = 0;
  }

  void exchange(int x, int y, int dx, int dy) {
    const std::size_t from = planes_.index(x, y), to = planes_.index(x + dx, y + dy);
    std::swap(planes_.element[from], planes_.element[to]);
    std::swap(planes_.energy[from], planes_.energy[to]);
    std::swap(planes_.speed[from], planes_.speed[to]);
  }

  // The turn, or the late move, of a plain cell, with the result of Turns.
  enum class Slide { unless_held_up, if_held_up, never };
  void move_plain(Row& row, int bit, Slide slide) {
    const std::uint64_t me = std::uint64_t{1} << bit;
    if ((row.draws.drawn & me) == 0) draw_moves_of(row, me);
    const int x = x_of(bit);
    if ((row.nothing_below & row.draws.falls & me) != 0) {
      exchange(x, row.y, 0, 1);
      return mark_fallen(row, me);
    }
    if ((row.draws.diagonal & Row::towards(row.draws.diagonal_right, row.nothing_below) & me) != 0) {
      const int dx = (row.draws.diagonal_right & me) != 0 ? 1 : -1;
      const std::uint64_t to = dx > 0 ? me << 1 : me >> 1;
      move_to(x, row.y, dx, 1);
      row.same &= ~me;
      row.nothing |= me;
      row.same_below |= to;
      row.nothing_below &= ~to;
      return;
    }
    if (slide == Slide::never || (row.draws.slides & Row::towards(row.draws.slide_right, row.nothing) & me) == 0)
      return;
    const int dx = (row.draws.slide_right & me) != 0 ? 1 : -1;
    const std::uint64_t to = dx > 0 ? me << 1 : me >> 1;
    if (turns_.is_held_up(x, row.y) != (slide == Slide::if_held_up)) return;
    let_fall(row.y, to);
    move_to(x, row.y, dx, 0);
    row.same = (row.same & ~me) | to;
    row.nothing = (row.nothing | me) & ~to;
  }

  void move_to(int x, int y, int dx, int dy) {
    exchange(x, y, dx, dy);
    marks_.touch(x, y);
    marks_.touch(x + dx, y + dy);
    marks_.serve(x, y);
    marks_.serve(x + dx, y + dy);
  }

  // Moves together all cells that are due and fall before the next of `stops`. Returns that stop, or -1.
  int fall_to_stop(Row& row, std::uint64_t due, std::uint64_t stops, std::uint64_t& ahead, bool rightwards) {
    const int stop = stops != 0 ? first_of(stops, rightwards) : -1;
    const std::uint64_t before = stop >= 0 ? ~after(stop, rightwards) & ~(std::uint64_t{1} << stop) : ~std::uint64_t{0};
    const std::uint64_t together = due & row.falls() & before;
    ahead &= after(stop >= 0 ? stop : first_of(due, !rightwards), rightwards);
    if (together != 0) fall_together(row, together);
    return stop >= 0 && (marks_.due(row.y) >> stop & 1) != 0 ? stop : -1;
  }

  bool is_plain(const Row& row, int bit) const {
    const std::uint64_t cell = std::uint64_t{1} << bit;
    return (row.plain & row.same & row.still & cell) != 0;
  }

  void scan_row(int y, std::uint64_t ahead, bool rightwards) {
    if constexpr (!kInLanes) return scan_cells(y, ahead, rightwards);
    marks_.settle_bits(y, bits_holding(y, 0) & ahead);
    const std::uint64_t first_due = marks_.due(y) & ahead;
    if (first_due == 0) return;
    const std::uint8_t kind = planes_.element[planes_.index(x_of(first_of(first_due, rightwards)), y)];
    if (!table_.of(kind).only_moves || table_.of(kind).direction <= 0) return scan_cells(y, ahead, rightwards);

    Row row = look_at_row(y, kind, ahead);
    const std::uint64_t hemmed_in =
        ~around(~row.same) & row.same_below & row.same_below << 1 & row.same_below >> 1 & ahead;
    if ((hemmed_in & first_due) != 0) settle(y, hemmed_in);
    while (const std::uint64_t due = marks_.due(y) & ahead) {
      // A cell that is neither of the kind nor empty may become able to act when a cell beside it falls.
      const std::uint64_t turns = due & ~row.falls() & ~row.stays(~std::uint64_t{0});
      const int stop = fall_to_stop(row, due, (turns | row.others()) & ahead, ahead, rightwards);
      if (stop < 0) continue;
      if (is_plain(row, stop)) {
        move_plain(row, stop, Slide::unless_held_up);
        continue;
      }
      let_fall(y, around(std::uint64_t{1} << stop));
      if (turns_.take_turn(x_of(stop), y)) look_again(row);
    }
    let_all_fall(y);
  }

  // Marks cells that do not fly as resting.
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

  // `row_name`: the column from which the row's direction is hashed. `slides`: columns in which held-up cells slide.
  void scan_row_late(int y, std::uint64_t ahead, int row_name, std::uint64_t slides) {
    if constexpr (!kInLanes) return scan_cells_late(y, ahead, frame_.rightwards(row_name, y), slides);
    // Only a cell with an empty cell below it may fall. While the row is scanned, no cell below it becomes empty.
    const std::uint64_t nothing_below = y + 1 < block_.y_end ? bits_holding(y + 1, 0) & inside_ : 0;
    ahead &= (around(nothing_below) | slides) & ~bits_holding(y, 0);
    const std::uint64_t first_due = marks_.due(y) & ahead;
    if (first_due == 0) return;
    const bool rightwards = frame_.rightwards(row_name, y);
    const std::uint8_t kind = planes_.element[planes_.index(x_of(first_of(first_due, rightwards)), y)];
    // A cell between two of its own kind does not slide.
    const std::uint64_t same = bits_holding(y, kind);
    if ((first_due & (around(nothing_below) | (slides & around(~same)))) == 0) return;
    if (table_.of(kind).direction <= 0) return scan_cells_late(y, ahead, rightwards, slides);

    Row row = look_at_row(y, kind, first_due);
    const auto hopeful = [&] { return (around(row.nothing_below) | (slides & around(~row.same))) & ~row.nothing; };
    while (const std::uint64_t due = marks_.due(y) & ahead & hopeful()) {
      const int stop = fall_to_stop(row, due, due & ~row.falls() & ~row.stays(slides), ahead, rightwards);
      if (stop < 0) continue;
      const bool may_slide = (slides >> stop & 1) != 0;
      if (is_plain(row, stop)) {
        move_plain(row, stop, may_slide ? Slide::if_held_up : Slide::never);
        continue;
      }
      let_fall(y, around(std::uint64_t{1} << stop));
      if (turns_.move_late(x_of(stop), y, may_slide)) look_again(row);
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
  const std::uint64_t inside_, inner_;  // columns of the block; of these, columns that are not beside the border
  Turns<BlockMarks> turns_;
  std::uint64_t falling_ = 0;  // cells of the row that have fallen but have not been swapped yet with those below
};

namespace {

template <int kSide>
std::optional<Stamp> scan(const Frame& frame, const TraitTable& table, CellPlanes& planes, WorldMarks& world_marks,
                          const BlockPlace& place, bool shared) {
  const Lattice& lattice = *frame.lattice;
  const Area block = lattice.block(lattice.pass_class(place.pass), place.column, place.row);
  if (block.empty()) return std::nullopt;
  const bool is_clipped_left = block.x_begin == 0 && block.x_end < planes.width();
  BlockMarks marks(world_marks, block, is_clipped_left ? block.x_end - kSide : block.x_begin, shared);
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

namespace {

[[gnu::always_inline]] inline void draw_lanes(const std::uint32_t* columns, int y, const MoveChances& chances,
                                              RowDraws& draws) {
  std::uint32_t said[kLanes];  // one bit for each result
  for (int k = 0; k < kLanes; ++k) {
    const std::uint32_t turn = mix32(columns[k] ^ static_cast<std::uint32_t>(y));
    const auto drawn = [turn](std::uint32_t number) { return draw_bits(turn, number); };
    said[k] = (happens(turn, chances.fall) ? 1u : 0u) | (coin(drawn(draw::diagonal_side)) ? 2u : 0u) |
              (happens(drawn(draw::diagonal), chances.fall) ? 4u : 0u) | (coin(drawn(draw::side_way)) ? 8u : 0u) |
              (happens(drawn(draw::slip), chances.slip) ? 16u : 0u) |
              (happens(drawn(draw::side_density), chances.push) ? 16u : 0u);
  }
  std::uint8_t bytes[kLanes];
  for (int k = 0; k < kLanes; ++k) bytes[k] = static_cast<std::uint8_t>(said[k]);
  const Lanes lanes = load_lanes(bytes);
  const auto bits = [&lanes](int question) {
    const auto bit = static_cast<std::uint8_t>(1 << question);
    const Lanes wanted = Lanes{} + bit;
    return bits_of(static_cast<Lanes>((lanes & wanted) == wanted));
  };
  draws = {0xffff, bits(0), bits(1), bits(2), bits(3), bits(4)};
}

}  // namespace

// With a vector multiplication this takes a quarter of the time. (Thread sanitizers cannot choose the target so early.)
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)

__attribute__((target("avx2"))) static void draw_moves_avx2(const std::uint32_t* columns, int y,
                                                            const MoveChances& chances, RowDraws& draws) {
  draw_lanes(columns, y, chances, draws);
}

static const bool has_avx2 = (__builtin_cpu_init(), __builtin_cpu_supports("avx2") != 0);

void draw_moves(const std::uint32_t* columns, int y, const MoveChances& chances, RowDraws& draws) {
  has_avx2 ? draw_moves_avx2(columns, y, chances, draws) : draw_lanes(columns, y, chances, draws);
}

#else

void draw_moves(const std::uint32_t* columns, int y, const MoveChances& chances, RowDraws& draws) {
  draw_lanes(columns, y, chances, draws);
}

#endif

namespace {

static_assert(CellPlanes::kMargin >= kLanes, "loads reach one cell beyond a word on either side");

// Calls lanes(offset) for the four parts of a word and joins the results.
template <class Part>
std::uint64_t gather_word(Part part) {
  std::uint64_t word = 0;
  for (int offset = 0; offset < 64; offset += kLanes) word |= bits_of(part(offset)) << offset;
  return word;
}

// If a word holds more kinds than this, the cells of the others keep their marks: such a mixed region is rarely at
// rest.
constexpr int kKindsMax = 4;

// The cells of a word whose neighbours all hold the same element and no more energy.
std::uint64_t among_their_own(const std::uint8_t* element, const std::uint8_t* energy, std::ptrdiff_t stride) {
  return gather_word([=](int offset) {
    const Lanes own = load_lanes(element + offset), own_energy = load_lanes(energy + offset);
    Lanes same = ~Lanes{};
    for (const std::ptrdiff_t neighbour :
         {-stride - 1, -stride, -stride + 1, std::ptrdiff_t{-1}, std::ptrdiff_t{1}, stride - 1, stride, stride + 1}) {
      same &= static_cast<Lanes>(load_lanes(element + neighbour + offset) == own);
      same &= static_cast<Lanes>(load_lanes(energy + neighbour + offset) <= own_energy);
    }
    return same;
  });
}

// The cells whose neighbours, beside them and in the row to which they would move, are all of the kind. A cell that
// only moves stays in place there.
std::uint64_t hemmed_in(const std::uint8_t* element, std::ptrdiff_t stride, std::uint8_t kind, int direction) {
  if (direction == 0) return ~std::uint64_t{0};
  const Lanes wanted = Lanes{} + kind;
  const std::uint8_t* const ahead = element + direction * stride;
  return gather_word([=](int offset) {
    const auto is_kind = [&](const std::uint8_t* cells) {
      return static_cast<Lanes>(load_lanes(cells + offset) == wanted);
    };
    return is_kind(element - 1) & is_kind(element + 1) & is_kind(ahead - 1) & is_kind(ahead) & is_kind(ahead + 1);
  });
}

std::uint64_t up_to(const std::uint8_t* energy, int limit) {
  const Lanes most = Lanes{} + static_cast<std::uint8_t>(limit);
  return gather_word([=](int offset) { return static_cast<Lanes>(load_lanes(energy + offset) <= most); });
}

// Of the cells of a word, none of which is empty: those that rest unless they fly.
std::uint64_t resting(const TraitTable& table, const CellPlanes& planes, std::size_t i, std::uint64_t cells) {
  const std::uint8_t *const element = &planes.element[i], *const energy = &planes.energy[i];
  std::optional<std::uint64_t> own;
  std::uint64_t rest = 0;
  for (int kinds = 0; cells != 0 && kinds < kKindsMax; ++kinds) {
    const std::uint8_t kind = element[std::countr_zero(cells)];
    const std::uint64_t of_kind = cells & bits_equal(element, kind, 64);
    cells &= ~of_kind;
    const Traits& traits = table.of(kind);
    if (traits.only_moves) {
      rest |= of_kind & hemmed_in(element, planes.stride(), kind, traits.direction);
    } else if (traits.rests_up_to >= 0) {
      if (!own) own = among_their_own(element, energy, planes.stride());
      if ((of_kind & *own) != 0) rest |= of_kind & *own & up_to(energy, traits.rests_up_to);
    }
  }
  return rest;
}

}  // namespace

int settle_row(const TraitTable& table, const CellPlanes& planes, BitRows& restless, int y) {
  std::uint64_t* const words = restless.row(y);
  int count = 0;
  for (int word = 0; word < restless.words(); ++word) {
    words[word] &= WorldMarks::within(word, 1, planes.width() - 1);
    if (words[word] == 0) continue;
    const std::size_t i = planes.index(word * 64, y);
    words[word] &= ~bits_equal(&planes.element[i], 0, 64);
    const std::uint64_t rest = words[word] != 0 ? resting(table, planes, i, words[word]) : 0;
    if (rest != 0) words[word] &= ~(rest & still_bits(&planes.speed[i], 64));
    count += std::popcount(words[word]);
  }
  return count;
}

}  // namespace repose::elements
