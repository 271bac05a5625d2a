// The turns of scalar_frame.hpp over planes and marks. The same draws decide the same things; draws that no rule needs
// are left out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "automata/elements/cpu_cells.hpp"
#include "automata/elements/elements.hpp"
#include "automata/elements/lattice.hpp"

namespace repose::elements {

// The data that all turns of a frame share.
struct Frame {
  // Number of columns on either side of the world that `columns` covers too, so that vectors may read whole blocks.
  static constexpr int kMargin = 64;

  std::uint64_t seed = 0;
  std::uint32_t number = 0;
  std::vector<std::uint32_t> columns;  // the random words of turns, x mixed in and y not yet; from x = -kMargin on
  std::optional<Lattice> lattice;      // present while blocks take turns
  std::vector<int> held_up_by;         // Lattice::held_up_by of each row; -1 without a lattice
  std::uint32_t row_base = 0;          // base of the directions of rows

  Frame(std::uint64_t seed, std::uint32_t number, int block, int width, int height);
  const std::uint32_t* column(int x) const { return columns.data() + (x + kMargin); }
  std::uint32_t turn_word(int x, int y) const { return mix32(*column(x) ^ static_cast<std::uint32_t>(y)); }
  // The same as scans_rightwards().
  bool rightwards(int x, int y) const {
    return coin(mix32(mix32(row_base ^ static_cast<std::uint32_t>(x)) ^ static_cast<std::uint32_t>(y)));
  }
};

// `Marks` is WorldMarks or BlockMarks.
template <class Marks>
class Turns {
 public:
  // `block`: all cells that the turns may change.
  Turns(const Frame& frame, const TraitTable& table, CellPlanes& planes, Marks& marks, const Area& block)
      : frame_(frame),
        table_(table),
        planes_(planes),
        marks_(marks),
        block_(block),
        element_(planes.element.data()),
        energy_(planes.energy.data()),
        speed_(planes.speed.data()),
        stride_(planes.stride()),
        walls_(table.parameters().walls),
        in_blocks_(table.parameters().block != 0),
        ambient_(table.parameters().ambient_energy()) {}

  // Takes the turn of a cell that is restless and not served. Returns whether it may have changed anything around it.
  bool take_turn(int x, int y) {
    const Site at{x, y, planes_.index(x, y)};
    const std::uint8_t a = element_[at.i];
    stirred_ = false;
    if (a == 0) {
      marks_.settle(x, y);
      return false;
    }
    const Traits& traits = table_.of(a);
    if (table_.rests_among_its_own(planes_, at.i, traits)) {
      marks_.settle(x, y);
      return false;
    }
    turn_ = frame_.turn_word(x, y);
    beside_border_ = is_beside_border(x, y);
    if (traits.only_moves && speed_[at.i] == Velocity{}) {
      move(at);
    } else {
      take_full_turn(at, traits);
    }
    if (!stirred_ && table_.rests(planes_, x, y)) marks_.settle(x, y);
    return stirred_;
  }

  // For a cell that could not fall in its turn: it falls if the draws of its turn allow it, or slides. Returns whether
  // it did.
  bool move_late(int x, int y, bool slides) {
    const Site at{x, y, planes_.index(x, y)};
    const Traits& traits = table_.of(element_[at.i]);
    stirred_ = false;
    if (traits.direction <= 0 || speed_[at.i].y < 0) return false;
    turn_ = frame_.turn_word(x, y);
    beside_border_ = is_beside_border(x, y);
    const auto drops = [&](int dx, std::uint32_t number) {
      const Site to = beside(at, dx, 1);
      return block_.contains(to.x, to.y) && element_[to.i] == 0 && happens(bits(number), traits.fall) && swap(at, to);
    };
    if (drops(0, draw::straight) || drops(diagonal_side(), draw::diagonal)) return true;
    if (slides && may_slide(at) && is_held_up(at.x, at.y)) slide(at, traits);
    return stirred_;
  }

  // A cell is held up if everything below it can fall, down to a group that has its turns later. It may fall later, so
  // it slides late. (A cell that has already moved or reacted in this frame does not.)
  bool is_held_up(int x, int y) const {
    const int held_up_by = frame_.held_up_by[static_cast<std::size_t>(y)];
    if (held_up_by < 0 || marks_.served(x, y)) return false;
    const std::uint8_t* below = element_ + planes_.index(x, y);
    for (int count = std::min(held_up_by, block_.y_end - 1) - y; count > 0; --count) {
      if (table_.of(*(below += stride_)).direction <= 0) return false;
    }
    return true;
  }

  // The stamp that is drawn at the end of the pass.
  const std::optional<Stamp>& postponed() const { return postponed_; }

 private:
  struct Site {
    int x, y;
    std::size_t i;
  };

  Site beside(const Site& at, int dx, int dy) const {
    return {at.x + dx, at.y + dy, at.i + static_cast<std::size_t>(dy * stride_ + dx)};
  }
  bool is_beside_border(int x, int y) const {
    return x == 1 || y == 1 || x == planes_.width() - 2 || y == planes_.height() - 2;
  }
  bool is_wall(const Site& at) const { return beside_border_ && walls_ && planes_.is_border(at.x, at.y); }
  std::uint32_t bits(std::uint32_t number) const { return draw_bits(turn_, number); }
  // Something may move in a later frame. Ignored beside the border, where a wall may prevent it.
  void may_move() { stirred_ |= !beside_border_; }

  void touch(const Site& at) {
    marks_.touch(at.x, at.y);
    stirred_ = true;
  }
  void serve(const Site& at) {
    touch(at);
    marks_.serve(at.x, at.y);
  }

  void take_full_turn(const Site& at, const Traits& traits) {
    if (traits.is_item) return stamp_item(at);
    if (traits.decays && decay(at)) return;
    if (speed_[at.i] != Velocity{} && fly(at)) return;
    if ((traits.drift | traits.self_heating) != 0) drift(at, traits);
    if (traits.looks) interact(at);
    move(at);
  }

  bool decay(const Site& at) {
    const Effect& decay = table_.rules().decay(table_.rules().kind(element_[at.i]));
    if (!decay.acts_at(energy_[at.i])) return false;
    stirred_ = true;
    if (!happens(bits(draw::decay), decay.probability)) return false;
    energy_[at.i] = decay.energy_after(energy_[at.i]);
    element_[at.i] = decay.outcome(product_slot(bits(draw::decay_product)), element_[at.i], 0).a;
    if (element_[at.i] == 0) planes_.put(at.i, 0);
    serve(at);
    return true;
  }

  // ---- flight ----

  bool fly(const Site& at) {
    stirred_ = true;
    Velocity& speed = speed_[at.i];
    return (speed.x != 0 && fly(at, speed.x, {1, 0}, draw::x_momentum)) ||
           (speed.y != 0 && fly(at, speed.y, {0, 1}, draw::y_momentum));
  }

  bool fly(const Site& at, std::int8_t& speed, Offset axis, std::uint32_t number) {
    const int sign = speed > 0 ? 1 : -1;
    speed = static_cast<std::int8_t>(speed - sign);
    return happens(bits(number), chance(speed * sign / 100.0)) && swap(at, beside(at, sign * axis.dx, sign * axis.dy));
  }

  // Swaps all that two cells hold, unless a wall forbids it.
  bool swap(const Site& from, const Site& to) {
    if (is_wall(to)) return false;
    std::swap(element_[from.i], element_[to.i]);
    std::swap(energy_[from.i], energy_[to.i]);
    std::swap(speed_[from.i], speed_[to.i]);
    serve(from);
    serve(to);
    return true;
  }

  // ---- energy ----

  void drift(const Site& at, const Traits& traits) {
    const int before = energy_[at.i], heated = std::min(kEnergyMax, before + traits.self_heating);
    int after = heated;
    if (heated != ambient_ && is_beside_nothing(at.i)) {
      stirred_ |= traits.drift > 0;
      if (happens(bits(draw::drift), traits.drift)) after += heated < ambient_ ? 1 : -1;
    }
    if (after == before) return;
    energy_[at.i] = static_cast<std::uint8_t>(after);
    touch(at);
  }

  bool is_beside_nothing(std::size_t i) const {
    const std::uint8_t *const here = element_ + i, *const above = here - stride_, *const below = here + stride_;
    return (above[-1] == 0) | (above[0] == 0) | (above[1] == 0) | (here[-1] == 0) | (here[1] == 0) | (below[-1] == 0) |
           (below[0] == 0) | (below[1] == 0);
  }

  void take_heat(const Site& at, const Site& from) {
    std::uint8_t &centre = energy_[at.i], &neighbour = energy_[from.i];
    if (neighbour <= centre) return;
    const auto difference = static_cast<std::uint32_t>(neighbour - centre);
    const std::uint32_t conductivity = table_.of(element_[at.i]).conductivity;
    const auto heat = heat_flow(conductivity, difference);
    centre = static_cast<std::uint8_t>(centre + heat);
    neighbour = static_cast<std::uint8_t>(neighbour - heat);
    serve(at);
    serve(from);
  }

  // ---- interactions ----

  void interact(const Site& at) {
    const std::uint32_t choice = bits(draw::neighbours);
    const Offset* const around = coin(choice) ? kDiagonal : kOrthogonal;
    if (!may_do_any(at, around)) return;
    const std::uint8_t* const order = kOrders[below(choice << 1, kOrderCount)];
    for (std::uint32_t look = 0; look < 4; ++look) {
      const Offset to = around[order[look]];
      if (element_[at.i] == 0) return;
      look_at(at, beside(at, to.dx, to.dy), draw::look + look * draw::look_stride);
    }
  }

  // Whether one of the four interactions with neighbours can have a result. If none can, none affects the next one.
  bool may_do_any(const Site& at, const Offset* around) const {
    const std::uint8_t a = element_[at.i], energy = energy_[at.i];
    bool any = false;
    for (int k = 0; k < 4; ++k) {
      const std::size_t i = beside(at, around[k].dx, around[k].dy).i;
      const std::uint8_t ways = table_.pair(a, element_[i]);
      any |= (ways & (can::react | can::blow_up)) != 0;
      any |= ((ways & can::take_heat) != 0) & (energy_[i] > energy);
    }
    return any;
  }

  void look_at(const Site& at, const Site& to, std::uint32_t first_draw) {
    const std::uint8_t a = element_[at.i], b = element_[to.i];
    const std::uint8_t ways = table_.pair(a, b);
    if ((ways & can::take_heat) != 0) take_heat(at, to);

    Stamp* const stamp = (ways & can::blow_up) != 0 ? explode_at(at, *table_.rules().disc(a, b)) : nullptr;
    // After a disc the interaction goes on: the two cells may still react, inside the filled disc.
    if ((ways & can::react) == 0 || is_wall(to)) return;
    const Effect& effect = *table_.rules().reaction(a, b);
    if (!effect.acts_at(std::min(kEnergyMax, energy_[at.i] + energy_[to.i]))) return;
    stirred_ = true;
    if (!happens(bits(first_draw + draw::reaction), effect.probability)) return;
    if (stamp != nullptr) stamp->spared = {{{at.x, at.y}, {to.x, to.y}}};
    const Product product = effect.outcome(product_slot(bits(first_draw + draw::product)), a, b);
    become(at, product.a, effect, first_draw + draw::speeds);
    become(to, product.b, effect, first_draw + draw::speeds + 2);
  }

  // One of the two cells of a reaction.
  void become(const Site& at, std::uint8_t product, const Effect& effect, std::uint32_t speed_draw) {
    energy_[at.i] = effect.energy_after(energy_[at.i]);
    element_[at.i] = product;
    if (effect.x_speed != 0) speed_[at.i].x = thrown(effect.x_speed, bits(speed_draw));
    if (effect.y_speed != 0) speed_[at.i].y = thrown(effect.y_speed, bits(speed_draw + 1));
    if (product == 0) planes_.put(at.i, 0);
    serve(at);
  }

  // ---- discs and items ----

  // As in scalar_frame.hpp: returns the stamp for the end of the pass, or null.
  Stamp* explode_at(const Site& at, const DiscRule& disc) {
    Stamp stamp;
    stamp.x = at.x;
    stamp.y = at.y;
    stamp.key = stamp_key(bits(draw::event_key), disc.filling);
    stamp.element = disc.filling;
    stamp.radius = disc.diameter / 2;
    if (!in_blocks_ || stamp.radius < kFarRadius) {
      draw_now(stamp);
      return nullptr;
    }
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const Site to = beside(at, dx, dy);
        if (!planes_.is_border(to.x, to.y)) fill_cell(to, stamp.element);
      }
    }
    return postpone(stamp);
  }

  void stamp_item(const Site& at) {
    Stamp stamp;
    stamp.x = at.x;
    stamp.y = at.y;
    stamp.element = element_[at.i];
    stamp.key = stamp_key(bits(draw::event_key), stamp.element);
    stamp.item = &table_.rules().item(table_.rules().kind(stamp.element));
    stirred_ = true;
    if (!in_blocks_) return draw_now(stamp);
    postpone(stamp);
  }

  Stamp* postpone(const Stamp& stamp) {
    if (postponed_) return nullptr;
    return &postponed_.emplace(stamp);
  }

  void draw_now(const Stamp& stamp) {
    const auto fill = [this](int x, int y, std::uint8_t fresh) { fill_cell({x, y, planes_.index(x, y)}, fresh); };
    draw_stamp(stamp, planes_.width(), planes_.height(), fill);
  }

  void fill_cell(const Site& at, std::uint8_t fresh) {
    planes_.put(at.i, table_.admit(fresh));
    touch(at);
  }

  // ---- movement ----

  void move(const Site& at) {
    const Traits& traits = table_.of(element_[at.i]);
    if (traits.direction == 0 || speed_[at.i].y < 0) return;
    const bool moved = traits.direction > 0 ? fall(at, traits) : rise(at, traits);
    if (!moved && may_slide(at) && !is_held_up(at.x, at.y)) slide(at, traits);
  }

  bool fall(const Site& at, const Traits& traits) {
    const std::uint8_t a = element_[at.i];
    const std::uint8_t* const below = element_ + at.i + stride_;
    if ((table_.pair(a, below[0]) & can::sink) != 0) {
      may_move();
      if (happens(turn_, table_.sink(traits, a, below[0])) && swap(at, beside(at, 0, 1))) return true;
    }
    if (((table_.pair(a, below[-1]) | table_.pair(a, below[1])) & can::sink) == 0) return false;
    may_move();
    const int side = diagonal_side();
    return happens(bits(draw::diagonal), table_.sink(traits, a, below[side])) && swap(at, beside(at, side, 1));
  }

  int diagonal_side() const { return coin(bits(draw::diagonal_side)) ? 1 : -1; }

  bool rise(const Site& at, const Traits& traits) {
    const std::uint8_t* const above = element_ + at.i - stride_;
    if (above[-1] != 0 && above[0] != 0 && above[1] != 0) return false;
    may_move();
    const std::uint32_t way = bits(draw::rise_way);
    const int dx = happens(way, kRisesStraight) ? 0 : (way & 1u) != 0 ? 1 : -1;
    return above[dx] == 0 && happens(bits(draw::rise), traits.fall) && swap(at, beside(at, dx, -1));
  }

  bool may_slide(const Site& at) {
    const std::uint8_t* const here = element_ + at.i;
    if (((table_.pair(*here, here[-1]) | table_.pair(*here, here[1])) & can::slide) == 0) return false;
    may_move();
    return true;
  }

  void slide(const Site& at, const Traits& traits) {
    const std::uint8_t a = element_[at.i];
    const std::uint8_t* const here = element_ + at.i;
    const int dx = coin(bits(draw::side_way)) ? 1 : -1;
    const std::uint8_t b = here[dx];
    if (b == 0 && happens(bits(draw::slip), traits.slip) && swap(at, beside(at, dx, 0))) return;
    const Chance push = table_.rules().push(a, b);
    if (push > 0 && happens(bits(draw::side_density), push)) swap(at, beside(at, dx, 0));
  }

  const Frame& frame_;
  const TraitTable& table_;
  CellPlanes& planes_;
  Marks& marks_;
  const Area block_;
  std::uint8_t *const element_, *const energy_;
  Velocity* const speed_;
  const std::ptrdiff_t stride_;
  const bool walls_, in_blocks_;
  const int ambient_;
  std::uint32_t turn_ = 0;      // the word of the present turn
  bool beside_border_ = false;  // of the cell whose turn it is
  bool stirred_ = false;        // something changed in this turn, or might have
  std::optional<Stamp> postponed_;
};

// The results of the draws of the turns of a row, one bit each.
struct RowDraws {
  std::uint64_t drawn = 0;  // turns that have been drawn; all bits of the others are 0
  std::uint64_t falls = 0;
  std::uint64_t diagonal_right = 0, diagonal = 0;  // the drawn side is the right one; the draw allows the move
  std::uint64_t slide_right = 0, slides = 0;
};

struct MoveChances {
  Chance fall, slip, push;
};

// The draws of kLanes turns of row y, from a column on, in the lowest bits. `columns`: words of the columns, as Frame
// stores them.
void draw_moves(const std::uint32_t* columns, int y, const MoveChances& chances, RowDraws& draws);

// A block of a pass.
struct BlockPlace {
  int pass = 0, column = 0, row = 0;
};

// Takes the turns of a block of `frame.lattice`; changes nothing outside the block except marks. Returns the stamp that
// is drawn at the end of the pass. `shared`: other threads work on other blocks of the pass at the same time.
std::optional<Stamp> scan_block(const Frame& frame, const TraitTable& table, CellPlanes& planes, WorldMarks& marks,
                                const BlockPlace& place, bool shared);

// Clears the mark `restless` of the cells of a row that are empty, or that rest among cells of their own kind and
// energy. Other cells that cannot act are found when their turn comes. Returns how many cells keep the mark.
// Precondition: the row is not in the border.
int settle_row(const TraitTable& table, const CellPlanes& planes, BitRows& restless, int y);

}  // namespace repose::elements
