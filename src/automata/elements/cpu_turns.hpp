// The turns of scalar.cpp over planes and marks: the same draws for the same questions, but none that no rule asks for.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "automata/elements/cpu_marks.hpp"
#include "automata/elements/cpu_planes.hpp"
#include "automata/elements/cpu_traits.hpp"
#include "automata/elements/lattice.hpp"
#include "automata/elements/stamps.hpp"
#include "automata/elements/turn.hpp"

namespace repose::elements {

// What all turns of a frame share.
struct Frame {
  std::uint64_t seed = 0;
  std::uint32_t number = 0;
  std::vector<std::uint32_t> columns;  // the random words of turns, x mixed in and y not yet
  std::optional<Lattice> lattice;      // while blocks take turns

  Frame(std::uint64_t seed, std::uint32_t number, int block, int width, int height);
  std::uint32_t turn_word(int x, int y) const {
    return mix32(columns[static_cast<std::size_t>(x)] ^ static_cast<std::uint32_t>(y));
  }
};

// `Marks` is WorldMarks or BlockMarks.
template <class Marks>
class Turns {
 public:
  // `block`: all that the turns may touch.
  Turns(const Frame& frame, const TraitTable& table, CellPlanes& planes, Marks& marks, const Area& block)
      : frame_(frame),
        table_(table),
        planes_(planes),
        marks_(marks),
        block_(block),
        walls_(table.parameters().walls),
        in_blocks_(table.parameters().block != 0),
        gravity_(table.parameters().gravity),
        ambient_(table.parameters().ambient_energy()) {}

  // Cells x_begin..x_end-1 of a row take their turns.
  void scan_row(int y, int x_begin, int x_end, bool rightwards) {
    marks_.for_each_due(y, x_begin, x_end, rightwards, [this, y](int x) { take_turn(x, y); });
  }
  // Those of them that have had their turn and were not served fall late, or slide where `slides(x)`.
  template <class Slides>
  void scan_row_late(int y, int x_begin, int x_end, bool rightwards, Slides slides) {
    if (!gravity_) return;
    marks_.for_each_due(y, x_begin, x_end, rightwards, [&](int x) { move_late(x, y, slides(x)); });
  }

  // The stamp that waits for the end of the pass.
  const std::optional<Stamp>& postponed() const { return postponed_; }

 private:
  std::size_t index(int x, int y) const { return planes_.index(x, y); }
  std::uint8_t element(int x, int y) const { return planes_.element[index(x, y)]; }
  bool is_wall(int x, int y) const { return walls_ && planes_.is_border(x, y); }
  std::uint32_t bits(std::uint32_t number) const { return draw_bits(turn_, number); }

  void touch(int x, int y) {
    marks_.touch(x, y);
    stirred_ = true;
  }
  void serve(int x, int y) {
    touch(x, y);
    marks_.serve(x, y);
  }

  void take_turn(int x, int y) {
    const std::size_t i = index(x, y);
    const std::uint8_t a = planes_.element[i];
    if (a == 0) return marks_.settle(x, y);
    const Traits& traits = table_.of(a);
    turn_ = frame_.turn_word(x, y);
    stirred_ = false;
    if (traits.is_item) return stamp_item(x, y);
    if (traits.decays && decay(x, y)) return;
    if (planes_.speed[i] != Speeds{} && fly(x, y)) return;
    if ((traits.drift | traits.self_heating) != 0) drift(x, y, traits);
    if (traits.looks) interact(x, y);
    move(x, y);
    if (!stirred_ && table_.rests(planes_, x, y)) marks_.settle(x, y);
  }

  bool decay(int x, int y) {
    const std::size_t i = index(x, y);
    const Effect& decay = table_.rules().decay(table_.rules().kind(planes_.element[i]));
    if (!decay.acts_at(planes_.energy[i])) return false;
    stirred_ = true;
    if (!happens(bits(draw::decay), decay.probability)) return false;
    planes_.energy[i] = decay.energy_after(planes_.energy[i]);
    planes_.element[i] = decay.outcome(product_slot(bits(draw::decay_product)), planes_.element[i], 0).a;
    if (planes_.element[i] == 0) planes_.put(i, 0);
    serve(x, y);
    return true;
  }

  // --- Flight ---

  bool fly(int x, int y) {
    stirred_ = true;
    Speeds& speed = planes_.speed[index(x, y)];
    return (speed.x != 0 && fly(x, y, speed.x, {1, 0}, draw::x_momentum)) ||
           (speed.y != 0 && fly(x, y, speed.y, {0, 1}, draw::y_momentum));
  }

  bool fly(int x, int y, std::int8_t& speed, Offset axis, std::uint32_t number) {
    const int sign = speed > 0 ? 1 : -1;
    speed = static_cast<std::int8_t>(speed - sign);
    if (!happens(bits(number), chance(speed * sign / 100.0))) return false;
    return swap(x, y, x + sign * axis.dx, y + sign * axis.dy);
  }

  // Exchanges all that two cells hold, unless a wall forbids it.
  bool swap(int x, int y, int to_x, int to_y) {
    if (is_wall(to_x, to_y)) return false;
    const std::size_t from = index(x, y), to = index(to_x, to_y);
    std::swap(planes_.element[from], planes_.element[to]);
    std::swap(planes_.energy[from], planes_.energy[to]);
    std::swap(planes_.speed[from], planes_.speed[to]);
    serve(x, y);
    serve(to_x, to_y);
    return true;
  }

  // --- Energy ---

  void drift(int x, int y, const Traits& traits) {
    std::uint8_t& energy = planes_.energy[index(x, y)];
    const int before = energy;
    const int heated = std::min(kEnergyMax, before + traits.self_heating);
    int after = heated;
    if (heated != ambient_ && happens(bits(draw::drift), traits.drift) && is_beside_nothing(x, y)) {
      after += heated < ambient_ ? 1 : -1;
    }
    if (after == before) return;
    energy = static_cast<std::uint8_t>(after);
    touch(x, y);
  }

  bool is_beside_nothing(int x, int y) const {
    const auto is_nothing = [&](Offset o) { return element(x + o.dx, y + o.dy) == 0; };
    return std::ranges::any_of(kOrthogonal, is_nothing) || std::ranges::any_of(kDiagonal, is_nothing);
  }

  void take_heat(int x, int y, int from_x, int from_y) {
    std::uint8_t &centre = planes_.energy[index(x, y)], &neighbour = planes_.energy[index(from_x, from_y)];
    if (neighbour <= centre) return;
    const auto difference = static_cast<std::uint32_t>(neighbour - centre);
    const std::uint32_t conductivity = table_.of(element(x, y)).conductivity;
    const auto heat = static_cast<std::uint8_t>((conductivity * difference + 0xffffu) >> 16);
    centre = static_cast<std::uint8_t>(centre + heat);
    neighbour = static_cast<std::uint8_t>(neighbour - heat);
    serve(x, y);
    serve(from_x, from_y);
  }

  // --- Interactions ---

  void interact(int x, int y) {
    const std::uint32_t choice = bits(draw::neighbours);
    const Offset* const around = coin(choice) ? kDiagonal : kOrthogonal;
    if (!may_do_any(x, y, around)) return;
    const std::uint8_t* const order = kOrders[below(choice << 1, 24)];
    for (std::uint32_t look = 0; look < 4; ++look) {
      const Offset to = around[order[look]];
      if (element(x, y) == 0) return;
      look_at(x, y, x + to.dx, y + to.dy, draw::look + look * draw::look_stride);
    }
  }

  // Whether one of four looks can come to anything. Where none can, none changes what the next one sees.
  bool may_do_any(int x, int y, const Offset* around) const {
    const std::size_t i = index(x, y);
    const std::uint8_t a = planes_.element[i], energy = planes_.energy[i];
    bool any = false;
    for (int k = 0; k < 4; ++k) {
      const std::size_t j = index(x + around[k].dx, y + around[k].dy);
      const std::uint8_t ways = table_.pair(a, planes_.element[j]);
      any |= (ways & (can::react | can::blow_up)) != 0;
      any |= (ways & can::take_heat) != 0 && planes_.energy[j] > energy;
    }
    return any;
  }

  void look_at(int x, int y, int to_x, int to_y, std::uint32_t first_draw) {
    const std::size_t i = index(x, y), j = index(to_x, to_y);
    const std::uint8_t a = planes_.element[i], b = planes_.element[j];
    const std::uint8_t ways = table_.pair(a, b);
    if ((ways & can::take_heat) != 0) take_heat(x, y, to_x, to_y);

    Stamp* const stamp = (ways & can::blow_up) != 0 ? explode_at(x, y, *table_.rules().disc(a, b)) : nullptr;
    // A disc does not end the look: the reaction goes on between those that met, in the midst of the filling.
    if ((ways & can::react) == 0 || is_wall(to_x, to_y)) return;
    const Effect& effect = *table_.rules().reaction(a, b);
    if (!effect.acts_at(std::min(kEnergyMax, planes_.energy[i] + planes_.energy[j]))) return;
    stirred_ = true;
    if (!happens(bits(first_draw + draw::reaction), effect.probability)) return;
    if (stamp != nullptr) stamp->spared = {{{x, y}, {to_x, to_y}}};
    const Product product = effect.outcome(product_slot(bits(first_draw + draw::product)), a, b);
    become(x, y, product.a, effect, first_draw + draw::speeds);
    become(to_x, to_y, product.b, effect, first_draw + draw::speeds + 2);
  }

  // One of the two of a reaction.
  void become(int x, int y, std::uint8_t product, const Effect& effect, std::uint32_t speed_draw) {
    const std::size_t i = index(x, y);
    planes_.energy[i] = effect.energy_after(planes_.energy[i]);
    planes_.element[i] = product;
    if (effect.x_speed != 0) planes_.speed[i].x = thrown(effect.x_speed, bits(speed_draw));
    if (effect.y_speed != 0) planes_.speed[i].y = thrown(effect.y_speed, bits(speed_draw + 1));
    if (product == 0) planes_.put(i, 0);
    serve(x, y);
  }

  // --- Discs and items ---

  // As in scalar.cpp: returns what waits, or null.
  Stamp* explode_at(int x, int y, const DiscRule& disc) {
    Stamp stamp;
    stamp.x = x;
    stamp.y = y;
    stamp.key = stamp_key(bits(draw::event_key), disc.filling);
    stamp.element = disc.filling;
    stamp.radius = disc.diameter / 2;
    if (!in_blocks_ || stamp.radius < kFarRadius) {
      draw_now(stamp);
      return nullptr;
    }
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        if (!planes_.is_border(x + dx, y + dy)) fill_cell(x + dx, y + dy, stamp.element);
      }
    }
    return postpone(stamp);
  }

  void stamp_item(int x, int y) {
    Stamp stamp;
    stamp.x = x;
    stamp.y = y;
    stamp.element = element(x, y);
    stamp.key = stamp_key(bits(draw::event_key), stamp.element);
    stamp.item = &table_.rules().item(table_.rules().kind(stamp.element));
    if (!in_blocks_) return draw_now(stamp);
    postpone(stamp);
  }

  Stamp* postpone(const Stamp& stamp) {
    if (postponed_) return nullptr;
    return &postponed_.emplace(stamp);
  }

  void draw_now(const Stamp& stamp) {
    const auto fill = [this](int x, int y, std::uint8_t fresh) { fill_cell(x, y, fresh); };
    draw_stamp(stamp, planes_.width(), planes_.height(), fill);
  }

  void fill_cell(int x, int y, std::uint8_t fresh) {
    planes_.put(index(x, y), table_.admit(fresh));
    touch(x, y);
  }

  // --- Movement ---

  void move(int x, int y) {
    const std::size_t i = index(x, y);
    const std::uint8_t a = planes_.element[i];
    const Traits& traits = table_.of(a);
    if (traits.direction == 0 || planes_.speed[i].y < 0) return;
    const bool moved = traits.direction > 0 ? fall(x, y, a, traits) : rise(x, y, traits);
    if (!moved && !is_held_up(x, y)) slide(x, y, a, traits);
  }

  bool fall(int x, int y, std::uint8_t a, const Traits& traits) {
    if (sink(x, y, x, a, traits, turn_)) return true;
    const std::uint8_t* const below = &planes_.element[index(x, y + 1)];
    if (((table_.pair(a, below[-1]) | table_.pair(a, below[1])) & can::sink) == 0) return false;
    return sink(x, y, x + diagonal_side(), a, traits, bits(draw::diagonal));
  }

  int diagonal_side() const { return coin(bits(draw::diagonal_side)) ? 1 : -1; }

  // Into the row below: freely where nothing is, by density otherwise.
  bool sink(int x, int y, int to_x, std::uint8_t a, const Traits& traits, std::uint32_t random) {
    const Chance probability = table_.sink(traits, a, element(to_x, y + 1));
    stirred_ |= probability > 0;
    return happens(random, probability) && swap(x, y, to_x, y + 1);
  }

  bool rise(int x, int y, const Traits& traits) {
    const std::uint8_t* const above = &planes_.element[index(x, y - 1)];
    if (above[-1] != 0 && above[0] != 0 && above[1] != 0) return false;
    const std::uint32_t way = bits(draw::rise_way);
    const int side = (way & 1u) != 0 ? 1 : -1;
    const int to_x = happens(way, kRisesStraight) ? x : x + side;
    return element(to_x, y - 1) == 0 && happens(bits(draw::rise), traits.fall) && swap(x, y, to_x, y - 1);
  }

  void slide(int x, int y, std::uint8_t a, const Traits& traits) {
    const std::uint8_t* const here = &planes_.element[index(x, y)];
    if (((table_.pair(a, here[-1]) | table_.pair(a, here[1])) & can::slide) == 0) return;
    const int to_x = x + (coin(bits(draw::side_way)) ? 1 : -1);
    const std::uint8_t beside = element(to_x, y);
    if (beside == 0 && happens(bits(draw::slip), traits.slip) && swap(x, y, to_x, y)) return;
    if (happens(bits(draw::side_density), table_.rules().push(a, beside))) swap(x, y, to_x, y);
  }

  void move_late(int x, int y, bool slides) {
    const std::size_t i = index(x, y);
    const std::uint8_t a = planes_.element[i];
    const Traits& traits = table_.of(a);
    if (traits.direction <= 0 || planes_.speed[i].y < 0) return;
    turn_ = frame_.turn_word(x, y);
    const auto drops = [&](int to_x, std::uint32_t number) {
      const bool free = block_.contains(to_x, y + 1) && element(to_x, y + 1) == 0;
      return free && happens(bits(number), traits.fall) && swap(x, y, to_x, y + 1);
    };
    if (drops(x, draw::straight) || drops(x + diagonal_side(), draw::diagonal)) return;
    if (slides && is_held_up(x, y)) slide(x, y, a, traits);
  }

  // What lies on an unbroken stack of things that fall, down to a group that has its turns only later, may yet fall: it
  // slides late. (Who has its share of the frame already will not.)
  bool is_held_up(int x, int y) const {
    const int held_up_by = frame_.lattice ? frame_.lattice->held_up_by(y) : -1;
    if (held_up_by < 0 || marks_.served(x, y)) return false;
    for (int below = y + 1; below <= held_up_by && below < block_.y_end; ++below) {
      if (table_.rules().kind(element(x, below)).direction <= 0) return false;
    }
    return true;
  }

  const Frame& frame_;
  const TraitTable& table_;
  CellPlanes& planes_;
  Marks& marks_;
  const Area block_;
  const bool walls_, in_blocks_, gravity_;
  const int ambient_;
  std::uint32_t turn_ = 0;  // the word of the turn that is being taken
  bool stirred_ = false;    // in this turn something changed or might have
  std::optional<Stamp> postponed_;
};

}  // namespace repose::elements
