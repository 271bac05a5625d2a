// A frame of the elements automaton in plain loops: the specification that the backends must match byte for byte.
// ScalarTurns is a turn of a cell, ScalarFrame the order of turns. docs/automata.md describes both in words.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "automata/elements/elements.hpp"
#include "automata/elements/lattice.hpp"
#include "automata/step_watch.hpp"
#include "repose/edit.hpp"
#include "repose/world.hpp"

namespace repose::elements {

// The cells of an area of a world, one struct each: easy to read in plain loops.
struct Cell {
  std::uint8_t element = 0;
  std::uint8_t energy = 0;  // 0..kEnergyMax
  std::int8_t x_speed = 0, y_speed = 0;
  bool served = false;  // it moved, reacted or exchanged heat in this frame, and has no more turns. In wxSand: calc
};

// A fresh cell; background if the rules do not have the element.
inline Cell fresh_cell(const Rules& rules, std::uint8_t element) {
  Cell cell;
  if (element < rules.element_count()) cell.element = element;
  return cell;
}

// The cells of an area of a world, row by row.
struct CellArea {
  Area area;
  int world_width = 0, world_height = 0;
  std::vector<Cell> cells = {};
  int wanted_row = 0;  // the rows above it may be wrong after a frame

  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y - area.y_begin) * static_cast<std::size_t>(area.x_end - area.x_begin) +
           static_cast<std::size_t>(x - area.x_begin);
  }
};

// Copies the cells of `world`: a whole world, or the part of a larger one that begins at `origin`.
inline CellArea cells_of(const Rules& rules, const World& world, CellPoint origin, int world_width, int world_height) {
  CellArea area{
      {origin.x, origin.y, origin.x + world.width(), origin.y + world.height()}, world_width, world_height, {}};
  area.cells.resize(world.cell_count());
  const auto energy = world.bytes(Plane::energy), velocity = world.bytes(Plane::velocity);
  for (std::size_t i = 0; i < area.cells.size(); ++i) {
    Cell& cell = area.cells[i] = fresh_cell(rules, world.cells()[i]);
    if (!energy.empty()) cell.energy = std::min<std::uint8_t>(energy[i], kEnergyMax);
    if (velocity.empty()) continue;
    cell.x_speed = static_cast<std::int8_t>(velocity[2 * i]);
    cell.y_speed = static_cast<std::int8_t>(velocity[2 * i + 1]);
  }
  return area;
}

// A turn of a cell: decay, flight, heat, reactions, discs, movement.
template <class Watch>
class ScalarTurns {
 public:
  ScalarTurns(const Rules& rules, const Parameters& parameters, CellArea& cells, Watch watch)
      : rules_(rules),
        parameters_(parameters),
        width_(cells.world_width),
        height_(cells.world_height),
        area_(cells),
        watch_(watch) {}

  void begin_frame(std::uint64_t seed, std::uint32_t number) {
    seed_ = seed;
    frame_ = number;
  }
  // The next turns are those of a block. `lattice` is null when cells do not take turns in blocks.
  void begin_block(const Lattice* lattice, const Area& block, std::size_t number) {
    lattice_ = lattice;
    block_ = block;
    block_number_ = number;
    block_has_stamped_ = false;
  }

  Cell& at(int x, int y) { return area_.cells[area_.index(x, y)]; }
  bool is_border(int x, int y) const { return x == 0 || y == 0 || x == width_ - 1 || y == height_ - 1; }
  Watch& watch() { return watch_; }

  // Fills a cell by a rule, not by an edit.
  void fill(int x, int y, std::uint8_t element, Cause cause) {
    if (!is_here(x, y)) return;
    const std::uint8_t before = at(x, y).element;
    at(x, y) = fresh_cell(rules_, element);
    watch_.become({x, y}, before, at(x, y).element, cause);
  }

  void take_turn(int x, int y) {
    if (at(x, y).element == 0 || at(x, y).served) return;
    turn_ = turn_word(seed_, frame_, x, y);
    if (rules_.kind(at(x, y).element).item >= 0) return stamp_item(x, y);
    if (decay(x, y)) return;
    if (fly(x, y)) return;
    if (parameters_.energy) drift(x, y);
    if (parameters_.interactions) interact(x, y);
    if (parameters_.gravity) move(x, y);
  }

  bool may_move_late(int x, int y) {
    const Cell& cell = at(x, y);
    return parameters_.gravity && !cell.served && cell.y_speed >= 0 && rules_.kind(cell.element).direction > 0;
  }

  // For a cell that could not fall in its turn because the cell below left only later: it falls if the draws of its
  // turn allow it, or slides. Without this, slabs of sand would break apart at the borders of groups.
  void move_late(int x, int y, bool slides) {
    const Kind& kind = rules_.kind(at(x, y).element);
    turn_ = turn_word(seed_, frame_, x, y);
    const auto drops = [&](int to_x, std::uint32_t number) {
      const bool free = block_.contains(to_x, y + 1) && at(to_x, y + 1).element == 0;
      return free && happens(bits(number), kind.fall) && swap(x, y, to_x, y + 1, Cause::fall);
    };
    if (drops(x, draw::straight) || drops(x + diagonal_side(), draw::diagonal)) return;
    if (slides && is_held_up(x, y)) slide(x, y, kind);
  }

  // Draws, at the end of a pass, the stamps of its turns.
  void draw_waiting() {
    const auto draw = [this](int x, int y, std::uint8_t element) { fill_cell(x, y, element, Cause::late_disc); };
    draw_stamps(stamps_, width_, height_, draw);
    stamps_.clear();
  }

 private:
  bool is_here(int x, int y) const { return area_.area.contains(x, y); }
  // Nothing moves or flies into a walled border, and nothing reacts with it.
  bool is_wall(int x, int y) const { return parameters_.walls && is_border(x, y); }

  std::uint32_t bits(std::uint32_t number) const { return draw_bits(turn_, number); }
  // Returns the result of that draw. If it fails, tells the watch what did not happen.
  bool decide(std::uint32_t number, Chance probability, int x, int y, int to_x, int to_y, Cause cause) {
    const bool yes = happens(bits(number), probability);
    if (!yes && probability > 0) {
      watch_.miss({x, y}, {to_x, to_y}, at(x, y).element, at(to_x, to_y).element, cause,
                  static_cast<double>(probability) / kAlways);
    }
    return yes;
  }

  bool decay(int x, int y) {
    Cell& cell = at(x, y);
    const Kind& kind = rules_.kind(cell.element);
    if (kind.decay < 0) return false;
    const Effect& decay = rules_.decay(kind);
    if (!decay.acts_at(cell.energy) || !decide(draw::decay, decay.probability, x, y, x, y, Cause::decay)) return false;
    cell.energy = decay.energy_after(cell.energy);
    const std::uint8_t before = cell.element;
    cell.element = decay.outcome(product_slot(bits(draw::decay_product)), before, 0).a;
    watch_.become({x, y}, before, cell.element, Cause::decay);
    if (cell.element == 0) cell = {};
    cell.served = true;  // a cell that decays has no more turns, and does not fall late
    return true;
  }

  // An explosion throws a cell through everything except a walled border.
  bool fly(int x, int y) {
    return fly(x, y, &Cell::x_speed, {1, 0}, draw::x_momentum) || fly(x, y, &Cell::y_speed, {0, 1}, draw::y_momentum);
  }

  bool fly(int x, int y, std::int8_t Cell::*speed, Offset axis, std::uint32_t number) {
    Cell& cell = at(x, y);
    const int before = cell.*speed;
    if (before == 0) return false;
    const int sign = before > 0 ? 1 : -1;
    const int now = before - sign;
    cell.*speed = static_cast<std::int8_t>(now);
    if (!happens(bits(number), chance(now * sign / 100.0))) return false;
    return swap(x, y, x + sign * axis.dx, y + sign * axis.dy, Cause::flight);
  }

  // Swaps all that two cells hold, unless a wall forbids it.
  bool swap(int x, int y, int to_x, int to_y, Cause cause) {
    if (is_wall(to_x, to_y)) return false;
    watch_.trade({x, y}, {to_x, to_y}, at(x, y).element, at(to_x, to_y).element, cause);
    std::swap(at(x, y), at(to_x, to_y));
    at(x, y).served = at(to_x, to_y).served = true;
    return true;
  }

  // The energy of a cell with conductivity, beside an empty cell, moves one towards the ambient energy.
  void drift(int x, int y) {
    Cell& cell = at(x, y);
    const Kind& kind = rules_.kind(cell.element);
    cell.energy = static_cast<std::uint8_t>(std::min(kEnergyMax, cell.energy + kind.self_heating));
    const int ambient = parameters_.ambient_energy();
    if (cell.energy == ambient || !happens(bits(draw::drift), kind.drift) || !is_beside_nothing(x, y)) return;
    cell.energy = static_cast<std::uint8_t>(cell.energy + (cell.energy < ambient ? 1 : -1));
  }

  bool is_beside_nothing(int x, int y) {
    const auto is_nothing = [&](Offset o) { return at(x + o.dx, y + o.dy).element == 0; };
    return std::ranges::any_of(kOrthogonal, is_nothing) || std::ranges::any_of(kDiagonal, is_nothing);
  }

  // ---- interactions ----

  void interact(int x, int y) {
    const std::uint32_t choice = bits(draw::neighbours);
    const Offset* const around = coin(choice) ? kDiagonal : kOrthogonal;
    const std::uint8_t* const order = kOrders[below(choice << 1, kOrderCount)];
    for (std::uint32_t look = 0; look < 4; ++look) {
      const Offset to = around[order[look]];
      if (at(x, y).element == 0) return;
      look_at(x, y, x + to.dx, y + to.dy, draw::look + look * draw::look_stride);
    }
  }

  void look_at(int x, int y, int to_x, int to_y, std::uint32_t first_draw) {
    Cell& centre = at(x, y);
    Cell& neighbour = at(to_x, to_y);
    const std::uint8_t a = centre.element, b = neighbour.element;
    if (parameters_.energy && b != 0) take_heat(centre, neighbour);

    Stamp* const stamp = explode_at(x, y, rules_.disc(a, b));
    // After a disc the interaction goes on: the two cells may still react, inside the filled disc.
    const Effect* const effect = is_wall(to_x, to_y) ? nullptr : rules_.reaction(a, b);
    if (effect == nullptr || !effect->acts_at(std::min(kEnergyMax, centre.energy + neighbour.energy))) return;
    if (!decide(first_draw + draw::reaction, effect->probability, x, y, to_x, to_y, Cause::rule)) return;
    if (stamp != nullptr) stamp->spared = {{{x, y}, {to_x, to_y}}};
    watch_.become({x, y}, centre.element, a, Cause::rule);
    watch_.become({to_x, to_y}, neighbour.element, b, Cause::rule);
    centre.element = a;
    neighbour.element = b;
    react({x, y}, {to_x, to_y}, *effect, first_draw);
  }

  void take_heat(Cell& centre, Cell& neighbour) {
    const std::uint32_t conductivity = rules_.kind(centre.element).conductivity;
    if (conductivity == 0 || neighbour.energy <= centre.energy) return;
    const auto difference = static_cast<std::uint32_t>(neighbour.energy - centre.energy);
    const auto heat = heat_flow(conductivity, difference);
    centre.energy = static_cast<std::uint8_t>(centre.energy + heat);
    neighbour.energy = static_cast<std::uint8_t>(neighbour.energy - heat);
    centre.served = neighbour.served = true;
  }

  void react(CellPoint at_centre, CellPoint at_neighbour, const Effect& effect, std::uint32_t first_draw) {
    Cell& centre = at(at_centre.x, at_centre.y);
    Cell& neighbour = at(at_neighbour.x, at_neighbour.y);
    const int slot = product_slot(bits(first_draw + draw::product));
    const Product product = effect.outcome(slot, centre.element, neighbour.element);
    watch_.meet(at_centre, at_neighbour, centre.element, neighbour.element, product.a, product.b);
    std::uint32_t speed_draw = first_draw + draw::speeds;
    for (Cell* cell : {&centre, &neighbour}) {
      cell->energy = effect.energy_after(cell->energy);
      cell->element = cell == &centre ? product.a : product.b;
      if (effect.x_speed != 0) cell->x_speed = thrown(effect.x_speed, bits(speed_draw));
      if (effect.y_speed != 0) cell->y_speed = thrown(effect.y_speed, bits(speed_draw + 1));
      speed_draw += 2;
      if (cell->element == 0) *cell = {};
      cell->served = true;
    }
  }

  // ---- discs and items ----

  // The cells around the centre are filled at once. While blocks take turns, the rest of a large disc is drawn at the
  // end of the pass, and a block has at most one such disc in a pass. Returns that stamp, or null.
  Stamp* explode_at(int x, int y, const DiscRule* disc) {
    if (disc == nullptr) return nullptr;
    Stamp stamp;
    stamp.x = x;
    stamp.y = y;
    stamp.key = stamp_key(bits(draw::event_key), disc->filling);
    stamp.element = disc->filling;
    stamp.radius = disc->diameter / 2;
    if (parameters_.block == 0 || stamp.radius < kFarRadius) {
      draw_now(stamp);
      return nullptr;
    }
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        if (!is_border(x + dx, y + dy)) fill_cell(x + dx, y + dy, stamp.element, Cause::disc);
      }
    }
    return postpone(stamp);
  }

  void stamp_item(int x, int y) {
    Stamp stamp;
    stamp.x = x;
    stamp.y = y;
    stamp.element = at(x, y).element;
    stamp.key = stamp_key(bits(draw::event_key), stamp.element);
    stamp.item = &rules_.item(rules_.kind(stamp.element));
    if (parameters_.block == 0) return draw_now(stamp);
    postpone(stamp);
  }

  Stamp* postpone(const Stamp& stamp) {
    if (block_has_stamped_) return nullptr;
    block_has_stamped_ = true;
    stamps_.push_back(stamp);
    stamps_.back().block = block_number_;
    return &stamps_.back();
  }

  void draw_now(const Stamp& stamp) {
    draw_stamp(stamp, width_, height_,
               [this](int x, int y, std::uint8_t element) { fill_cell(x, y, element, Cause::disc); });
  }

  void fill_cell(int x, int y, std::uint8_t element, Cause cause) {
    if (!is_here(x, y)) return;
    const bool served = at(x, y).served;
    fill(x, y, element, cause);
    at(x, y).served = served;
  }

  // ---- movement ----

  void move(int x, int y) {
    const Cell& cell = at(x, y);
    const Kind& kind = rules_.kind(cell.element);
    if (kind.direction == 0 || cell.y_speed < 0) return;
    const bool moved = kind.direction > 0 ? fall(x, y, kind) : rise(x, y, kind);
    if (!moved && !is_held_up(x, y)) slide(x, y, kind);
  }

  // A cell is held up if everything below it can fall, down to a group that has its turns later. It may fall later, so
  // it slides late. (A cell that has already moved or reacted in this frame does not.) Cells beyond the block belong to
  // other blocks and are not read.
  bool is_held_up(int x, int y) {
    const int held_up_by = lattice_ ? lattice_->held_up_by(y) : -1;
    if (held_up_by < 0 || at(x, y).served) return false;
    for (int below = y + 1; below <= held_up_by && below < block_.y_end; ++below) {
      if (rules_.kind(at(x, below).element).direction <= 0) return false;
    }
    return true;
  }

  bool fall(int x, int y, const Kind& kind) {
    return sink(x, y, x, kind, draw::straight) || sink(x, y, x + diagonal_side(), kind, draw::diagonal);
  }

  int diagonal_side() const { return coin(bits(draw::diagonal_side)) ? 1 : -1; }

  // Moves into the row below: always if that cell is empty, otherwise by density.
  bool sink(int x, int y, int to_x, const Kind& kind, std::uint32_t number) {
    const std::uint8_t below = at(to_x, y + 1).element;
    const Chance probability = below == 0 ? kind.fall : rules_.sink(at(x, y).element, below);
    return decide(number, probability, x, y, to_x, y + 1, Cause::fall) &&
           swap(x, y, to_x, y + 1, below == 0 ? Cause::fall : Cause::density);
  }

  bool rise(int x, int y, const Kind& kind) {
    const std::uint32_t way = bits(draw::rise_way);
    const int side = (way & 1u) != 0 ? 1 : -1;
    const int to_x = happens(way, kRisesStraight) ? x : x + side;
    return at(to_x, y - 1).element == 0 && decide(draw::rise, kind.fall, x, y, to_x, y - 1, Cause::fall) &&
           swap(x, y, to_x, y - 1, Cause::fall);
  }

  void slide(int x, int y, const Kind& kind) {
    const int to_x = x + (coin(bits(draw::side_way)) ? 1 : -1);
    const std::uint8_t beside = at(to_x, y).element;
    if (beside == 0 && happens(bits(draw::slip), kind.slip) && swap(x, y, to_x, y, Cause::slide)) return;
    if (happens(bits(draw::side_density), rules_.push(at(x, y).element, beside))) swap(x, y, to_x, y, Cause::density);
  }

  const Rules& rules_;
  const Parameters& parameters_;
  int width_, height_;  // of the world
  CellArea& area_;
  Watch watch_;
  std::uint64_t seed_ = 0;
  std::uint32_t frame_ = 0;
  std::uint32_t turn_ = 0;  // the word of the present turn
  std::vector<Stamp> stamps_;
  bool block_has_stamped_ = false;
  const Lattice* lattice_ = nullptr;  // of this frame; null unless blocks take turns
  Area block_;                        // the block that takes its turns
  std::size_t block_number_ = 0;
};

// Rows are scanned from bottom to top, and a turn reaches one row up. So a row after a pass depends on the rows below
// it, and on this many rows above it before the pass.
inline constexpr int kRowsBefore = 3;

// Computes a frame of a whole world, or of an area. In an area only the blocks that are completely inside it (apart
// from rows above the wanted row) take their turns; the cells of other blocks are wrong afterwards.
template <class Watch>
class ScalarFrame {
 public:
  ScalarFrame(const Rules& rules, const Parameters& parameters, CellArea& cells, Watch watch)
      : rules_(rules),
        parameters_(parameters),
        width_(cells.world_width),
        height_(cells.world_height),
        area_(cells),
        turns_(rules, parameters, cells, watch) {}

  void run(std::uint64_t seed, std::uint32_t number) {
    seed_ = seed;
    frame_ = number;
    turns_.begin_frame(seed, number);
    for (Cell& cell : area_.cells) cell.served = false;
    if (width_ > 2 && height_ > 2) {
      if (parameters_.sources) pour();
      if (parameters_.block == 0) {
        turns_.begin_block(nullptr, {}, 0);
        scan_world();
      } else {
        scan_blocks();
      }
    }
    clear_border();
  }

 private:
  template <class Visit>
  static void for_each_in_row(const Area& area, int y, bool rightwards, Visit visit) {
    for (int i = 0; i < area.x_end - area.x_begin; ++i) visit(rightwards ? area.x_begin + i : area.x_end - 1 - i, y);
  }

  void pour() {
    const auto count = static_cast<int>(rules_.sources().size());
    const int spacing = width_ / (count + 1);
    for (int i = 0; i < kSourceWidth; ++i) {
      if (!happens(random_u32(seed_, frame_, static_cast<std::uint32_t>(i), 0, kSourceSalt), kSourcePours)) continue;
      for (int source = 0; source < count; ++source) {
        const int x = spacing * (source + 1) + i;
        if (!turns_.is_border(std::min(x, width_ - 1), 1))
          turns_.fill(x, 1, rules_.sources()[static_cast<std::size_t>(source)], Cause::source);
      }
    }
  }

  // The cells that may take turns: those inside the border of the world; in an area, those whose neighbours are all
  // inside it.
  Area inner() const {
    const Area& area = area_.area;
    return {std::max(1, area.x_begin + (area.x_begin > 0 ? 1 : 0)),
            std::max(1, area.y_begin + (area.y_begin > 0 ? 1 : 0)), area.x_end - 1, area.y_end - 1};
  }

  // The original's order: bottom to top, each row from left to right or from right to left.
  void scan_world() {
    const Area all = inner();
    for (int y = all.y_end - 1; y >= all.y_begin; --y) scan_row(all, y, scans_rightwards(seed_, frame_, 1, y));
  }

  void scan_blocks() {
    const Lattice lattice(parameters_.block, seed_, frame_, width_, height_);
    for (int pass = 0; pass < Lattice::kPasses; ++pass) {
      for (int row = first_block(lattice.period_y(), area_.area.y_begin);
           row < lattice.rows() && !is_below(lattice, pass, row); ++row) {
        for (int column = first_block(lattice.period_x(), area_.area.x_begin); column < lattice.columns(); ++column) {
          if (is_right_of(lattice, pass, column)) break;
          if (lies_here(lattice.block(lattice.pass_class(pass), column, row), pass))
            scan_block(lattice, pass, column, row);
        }
      }
      turns_.draw_waiting();
    }
  }

  // The first block that may be in the area, along one axis on which the periods begin at `start`.
  int first_block(int start, int area_begin) const { return std::max(0, (area_begin - start) / parameters_.block - 1); }
  bool is_below(const Lattice& lattice, int pass, int row) const {
    return lattice.block(lattice.pass_class(pass), 0, row).y_begin >= area_.area.y_end;
  }
  bool is_right_of(const Lattice& lattice, int pass, int column) const {
    return lattice.block(lattice.pass_class(pass), column, 0).x_begin >= area_.area.x_end;
  }
  bool lies_here(const Area& block, int pass) const {
    const Area& area = area_.area;
    const int y_begin = std::max(block.y_begin, first_row(pass) - kRowsBefore);
    return block.x_begin >= area.x_begin && y_begin >= area.y_begin && block.x_end <= area.x_end &&
           block.y_end <= area.y_end;
  }
  // The first row that must be right after a pass.
  int first_row(int pass) const { return area_.wanted_row - kRowsBefore * (Lattice::kPasses - 1 - pass); }

  void scan_block(const Lattice& lattice, int pass, int column, int row) {
    const Area group = lattice.group(lattice.pass_class(pass), column, row);
    const Area block = lattice.block(lattice.pass_class(pass), column, row);
    turns_.begin_block(
        &lattice, block,
        static_cast<std::size_t>(row) * static_cast<std::size_t>(lattice.columns()) + static_cast<std::size_t>(column));
    // A late fall ends one row lower; a turn reaches one row up.
    for (int y = group.y_end - 1; y >= std::max(group.y_begin, first_row(pass) - 2); --y) {
      if (!group.empty()) scan_row(group, y, lattice.rightwards(group, y));
    }
    const auto visit_late = [&](int x, int y) {
      const bool had_turn = turns_.may_move_late(x, y) && !turns_.is_border(x, y) && lattice.pass_of(x, y) <= pass;
      if (had_turn) turns_.move_late(x, y, lattice.slides_now(group, pass, x, y));
    };
    for (int y = block.y_end - 1; y >= std::max(block.y_begin, first_row(pass) - 1); --y) {
      for_each_in_row(block, y, lattice.rightwards(group, y), visit_late);
    }
  }

  void scan_row(const Area& area, int y, bool rightwards) {
    for_each_in_row(area, y, rightwards, [this](int tx, int ty) { turns_.take_turn(tx, ty); });
  }

  void clear_border() {
    for (int y = area_.area.y_begin; y < area_.area.y_end; ++y) {
      for (int x = area_.area.x_begin; x < area_.area.x_end; ++x) {
        if (!turns_.is_border(x, y)) continue;
        Cell& cell = turns_.at(x, y);
        if (cell.element != 0) turns_.watch().leave({x, y}, cell.element);
        cell = {};
      }
    }
  }

  const Rules& rules_;
  const Parameters& parameters_;
  int width_, height_;  // of the world
  CellArea& area_;
  ScalarTurns<Watch> turns_;
  std::uint64_t seed_ = 0;
  std::uint32_t frame_ = 0;
};

}  // namespace repose::elements
