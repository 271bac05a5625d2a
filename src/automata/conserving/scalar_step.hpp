// A step of the conserving automaton in plain loops: its specification. Follows docs/automata.md;
// written to be read, not to be fast. Every act is one of a pair: both cells follow its rule, or neither does. Pairs
// act one after another, in fall, or share no cell, in all other sub-steps. So nothing can be lost between two of them.
#pragma once

#include <vector>

#include "automata/conserving/air.hpp"
#include "automata/conserving/bursts.hpp"
#include "automata/conserving/conserving.hpp"
#include "automata/step_watch.hpp"
#include "repose/world.hpp"

namespace repose::conserving {

// Steps a whole world, or a part of one. In a part the cells beyond its rim are missing, so results are wrong at the
// rim. Fall carries that error up whole columns, each other sub-step one cell inwards.
template <class Watch>
class ScalarStep {
 public:
  using Cell = std::uint8_t;
  // What strides need to know of the world of which the cells are a part.
  struct WorldRows {
    int width = 0;
    bool wraps = false;
  };

  // `cells` is the part of a world that begins at `origin`; `borders` are those of the part; `watch` is told what
  // happens to the cells.
  // `world`: the rows of the whole world. `air`, `air_bounds`: those of the part, whose origin must lie where a tile
  // begins.
  ScalarStep(const Rules& rules, int flow_passes, const Borders& borders, World& cells, CellPoint origin,
             WorldRows world, AirField& air, const AirBounds& air_bounds, Watch watch)
      : rules_(rules),
        flow_passes_(flow_passes),
        borders_(borders),
        cells_(cells),
        origin_(origin),
        world_(world),
        air_(air),
        air_bounds_(air_bounds),
        watch_(watch) {}

  void run(const StepDraws& draws, const BurstDraws& burst_draws) {
    if (!rules_.bursting().empty()) burst(burst_draws);
    step_air();
    if (rules_.strength_min() > 0) break_strained(draws);
    fell_.assign(cells_.cell_count(), false);
    decay(draws);
    for (int x = left(); x < right(); ++x) fall_in_column(draws, x);
    for (int x = left(); x < right(); ++x) fall_again_in_column(x);
    slide(draws);
    for (int i = 0; i < flow_passes_; ++i) flow(draws, i);
    if (rules_.has_wanderers()) wander(draws);
    for (int i = 0; i < kGusts && !air_.is_still(); ++i) gust(draws, i);
    if (rules_.moves_far()) move_far(draws);
    if (borders_.is_any_open()) leave();
  }

  // What has left in the steps up to now.
  const LeftCells& left_cells() const { return left_; }

 private:
  int left() const { return origin_.x; }
  int top() const { return origin_.y; }
  int right() const { return origin_.x + cells_.width(); }
  int bottom() const { return origin_.y + cells_.height(); }
  // The first column from the left with the parity of `parity`.
  int first_column(int parity) const { return left() + ((left() ^ parity) & 1); }
  // Calls visit(x, next) for the pairs of a column and the one to its right. A row that wraps begins at column 0.
  template <class Visit>
  void for_each_side_pair(int parity, bool turns, const Visit& visit) const {
    const SidePairs pairs = side_pairs(right(), borders_.wraps, first_column(parity), turns);
    for (int x = pairs.begin; x + 1 < pairs.end; x += 2) visit(x, x + 1);
    if (pairs.over_seam) visit(right() - 1, left());
  }
  Cell& at(int x, int y) { return cells_.cell(x - origin_.x, y - origin_.y); }
  Cell before(int x, int y) const { return before_.cell(x - origin_.x, y - origin_.y); }
  std::vector<bool>::reference fell(int x, int y) {
    return fell_[static_cast<std::size_t>(y - origin_.y) * static_cast<std::size_t>(cells_.width()) +
                 static_cast<std::size_t>(x - origin_.x)];
  }

  // Applies the rule of a pair. A cell that swaps keeps its mark; a cell that reacts loses it.
  // `cause`: `gust` if the air makes them swap.
  void meet(CellPoint at_a, CellPoint at_b, Cause cause = Cause::rule) {
    Cell& a = at(at_a.x, at_a.y);
    Cell& b = at(at_b.x, at_b.y);
    const Cell c = rules_.meeting(a, b).result, d = rules_.meeting(b, a).result;
    cause == Cause::gust ? watch_.trade(at_a, at_b, a, b, cause) : watch_.meet(at_a, at_b, a, b, c, d);
    const bool swaps = rules_.meeting(a, b).kind == Meeting::Kind::swap;
    const bool a_fell = fell(at_a.x, at_a.y), b_fell = fell(at_b.x, at_b.y);
    fell(at_a.x, at_a.y) = swaps && b_fell;
    fell(at_b.x, at_b.y) = swaps && a_fell;
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

  void burst(const BurstDraws& draws) {
    std::vector<Blast> blasts;
    for (int y = top(); y < bottom(); ++y) {
      for (int x = left(); x < right(); ++x) {
        const Bursting& burst = rules_.burst(at(x, y));
        if (burst.probability > 0 && draws.bursts({x, y}, burst.probability))
          blasts.push_back({{x, y}, burst.radius, burst.into, draws.order({x, y})});
      }
    }
    if (blasts.empty()) return;
    const BlastClaims claims(blasts, left(), top(), right(), bottom(), borders_.wraps);
    blow_up(
        rules_, draws, claims, [this](int x, int y) -> Cell& { return at(x, y); },
        [this](int x, int y) { air_.burst_at(x - left(), y - top()); }, watch_);
    air_.end_bursts([](int) {});
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

  bool falls(const StepDraws& draws, int x, int y, const Meeting& meeting) {
    return decide(draws.falls(x, y, meeting.probability), {x, y}, {x, y + 1}, meeting.probability);
  }

  // The pairs of a column, from the lowest one up. If a pair acts, only what may follow it acts in the pair above: so a
  // gap runs up through a whole body within one step, but what has risen one cell waits there, and no reaction sets off
  // another.
  void fall_in_column(const StepDraws& draws, int x) {
    bool moved = false;  // the pair below has acted
    for (int y = bottom() - 2; y >= top(); --y) {
      const Cell upper = at(x, y), lower = at(x, y + 1);
      const Meeting& meeting = rules_.meeting(upper, lower);
      const bool may = moved ? rules_.follows(upper, lower) : rules_.acts_above(upper, lower);
      moved = may && falls(draws, x, y, meeting);
      if (!moved) continue;
      meet({x, y}, {x, y + 1});
      fell(x, y + 1) = meeting.kind == Meeting::Kind::swap;
    }
  }

  // What has fallen falls one row more, if background is below it that has not fallen itself: again from the lowest
  // pair up, so that cells that have fallen one above the other move as one.
  void fall_again_in_column(int x) {
    for (int y = bottom() - 2; y >= top(); --y) {
      const bool is_free = at(x, y + 1) == 0 && !fell(x, y + 1);
      if (is_free && fell(x, y) && rules_.sinks(at(x, y), 0)) meet({x, y}, {x, y + 1});
    }
  }

  // Blocks of 2 x 2 cells, a b over c d. Their diagonals are the pairs.
  void slide(const StepDraws& draws) {
    for (int y = top(); y + 1 < bottom(); ++y) {
      if (!draws.has_blocks(y)) continue;
      for_each_side_pair(draws.block_column(y), draws.turns(),
                         [&](int x, int next) { slide_block(draws, x, next, y); });
    }
  }

  void slide_block(const StepDraws& draws, int x, int next, int y) {
    const Cell a = at(x, y), b = at(next, y), c = at(x, y + 1), d = at(next, y + 1);
    const CellPoint at_a = {x, y}, at_b = {next, y}, at_c = {x, y + 1}, at_d = {next, y + 1};
    const bool falls = rules_.sinks(a, c) || rules_.sinks(b, d);
    const std::uint32_t chance_right = rules_.meeting(a, d).probability, chance_left = rules_.meeting(b, c).probability;
    const bool right = slides(at_a, at_d, falls, rules_.is_fixed(b) && rules_.is_fixed(c)) &&
                       decide(draws.slides(x, y, false, chance_right), at_a, at_d, chance_right);
    const bool left = slides(at_b, at_c, falls, rules_.is_fixed(a) && rules_.is_fixed(d)) &&
                      decide(draws.slides(x, y, true, chance_left), at_b, at_c, chance_left);
    if (right) meet(at_a, at_d);
    if (left) meet(at_b, at_c);
  }

  // No pair slides where one of its cells falls, or if both are fixed; and no cell that fell in this step swaps.
  bool slides(CellPoint at_upper, CellPoint at_lower, bool falls, bool squeezes) {
    const Cell upper = at(at_upper.x, at_upper.y), lower = at(at_lower.x, at_lower.y);
    const Meeting& meeting = rules_.meeting(upper, lower);
    if (meeting.kind == Meeting::Kind::inert) return false;
    if (meeting.anywhere) return true;
    const bool stays = meeting.kind == Meeting::Kind::swap && fell(at_upper.x, at_upper.y);
    return rules_.is_denser(upper, lower) && !falls && !squeezes && !stays;
  }

  // Pairs of a cell and the one to its right. Because the pairs alternate, a liquid cell moves in one direction, one
  // cell a pass, and turns back where it is blocked.
  void flow(const StepDraws& draws, int i) {
    before_ = cells_;
    for (int y = top(); y < bottom(); ++y) {
      for_each_side_pair(draws.flow_column(y, i), draws.flow_turns(i), [&](int x, int next) {
        const Meeting& meeting = rules_.meeting(at(x, y), at(next, y));
        const bool may_react = i == 0 && meeting.anywhere;
        const bool reacts =
            may_react && decide(draws.reacts(x, y, meeting.probability), {x, y}, {next, y}, meeting.probability);
        if (reacts || runs(draws, x, next, y, i)) meet({x, y}, {next, y});
      });
    }
  }

  // Only if the denser one has not fallen and is not about to fall. If the lighter one could rise, a coin decides.
  bool runs(const StepDraws& draws, int x, int next, int y, int i) {
    const Cell left = before(x, y), right = before(next, y);
    if (!rules_.runs(left, right)) return false;
    const bool left_is_denser = rules_.is_denser(left, right);
    const int denser = left_is_denser ? x : next, lighter = left_is_denser ? next : x;
    if (fell(denser, y)) return false;
    if (y + 1 < bottom() && rules_.sinks(before(denser, y), before(denser, y + 1))) return false;
    const bool rises = y > top() && rules_.sinks(before(lighter, y - 1), before(lighter, y));
    if (rises && (StepDraws::coins(draws.coin_row(y, i), x) >> (x / 2 % 32) & 1) == 0) return false;
    const std::uint32_t fluidity = rules_.fluidity(left, right);
    return decide(draws.runs(x, y, i, fluidity), {x, y}, {next, y}, fluidity);
  }

  // Disjoint pairs, side by side or over one another.
  void wander(const StepDraws& draws) {
    for (int y = top(); y < bottom(); ++y) {
      if (draws.wanders_sideways()) {
        for_each_side_pair(draws.wander_from(), draws.turns(), [&](int x, int next) {
          wander_pair(draws, {x, y}, {next, y});
        });
      } else if ((y & 1) == draws.wander_from() && y + 1 < bottom()) {
        for (int x = left(); x < right(); ++x) wander_pair(draws, {x, y}, {x, y + 1});
      }
    }
  }

  // One draw decides about the directed reaction of the two and, if they have none or it does not allow it, whether
  // they change places.
  void wander_pair(const StepDraws& draws, CellPoint at_a, CellPoint at_b) {
    Cell& a = at(at_a.x, at_a.y);
    Cell& b = at(at_b.x, at_b.y);
    const Directed directed = rules_.directed(at_a.y != at_b.y, a, b);
    const bool drawn = directed.probability > 0 && draws.wanders(at_a.x, at_a.y, directed.probability);
    if (decide(drawn, at_a, at_b, directed.probability)) {
      watch_.meet(at_a, at_b, a, b, directed.first, directed.second);
      a = directed.first;
      b = directed.second;
      fell(at_a.x, at_a.y) = fell(at_b.x, at_b.y) = false;
      return;
    }
    const std::uint32_t chance = rules_.wanders(at(at_a.x, at_a.y), at(at_b.x, at_b.y));
    if (chance > 0 && decide(draws.wanders(at_a.x, at_a.y, chance), at_a, at_b, chance)) meet(at_a, at_b);
  }

  void step_air() {
    if (air_.is_still() && !rules_.has_air_sources() && !air_bounds_.has_wind()) return;
    std::vector<AirFacts> facts;
    const auto cell_at = [this](int x, int y) { return cells_.cell(x, y); };
    for (int row = 0; row < air_.rows(); ++row) {
      for (int column = 0; column < air_.columns(); ++column)
        facts.push_back(air_facts(rules_, air_, air_bounds_, column, row, cell_at));
    }
    air_.step(facts, air_bounds_);
  }

  // What the air presses on too much breaks.
  void break_strained(const StepDraws& draws) {
    if (air_.columns() == 0 || air_.rows() == 0) return;
    before_ = cells_;
    const auto cell_before = [this](int x, int y) { return before(x, y); };
    for (int y = top(); y < bottom(); ++y) {
      for (int x = left(); x < right(); ++x) {
        Cell& cell = at(x, y);
        if (rules_.strength(cell) == 0) continue;
        const std::int32_t strain = air_.strain(air_.column_of(x - left()), air_.row_of(y - top()));
        const CellBox box{left(), top(), cells_.width(), cells_.height()};
        const auto hits = [&](std::uint32_t chance) { return draws.breaks(x, y, chance); };
        const auto thick = [&] { return thickness(rules_, box, x, y, cell_before); };
        if (!breaks(strain, rules_.strength(cell), hits, thick)) continue;
        watch_.become({x, y}, cell, rules_.debris(cell), Cause::pressure);
        cell = rules_.debris(cell);
      }
    }
  }

  // Pairs side by side or over one another, by turns.
  void gust(const StepDraws& draws, int i) {
    if (air_.columns() == 0 || air_.rows() == 0) return;
    if (StepDraws::gusts_sideways(i)) {
      for (int y = top(); y < bottom(); ++y) {
        for_each_side_pair(draws.gust_from(i, y), draws.turns(), [&](int x, int next) {
          blow(draws, i, {x, y}, {next, y},
               air_.gust_right(x - left(), y - top(), next - left(), air_bounds_.joined_sides));
        });
      }
      return;
    }
    for (int x = left(); x < right(); ++x) {
      for (int y = top(); y + 1 < bottom(); ++y) {
        if ((y & 1) == draws.gust_from(i, x))
          blow(draws, i, {x, y}, {x, y + 1}, air_.gust_down(x - left(), y - top(), air_bounds_.joined_ends));
      }
    }
  }

  // The air carries the first cell into the place of the second, or the second into that of the first.
  void blow(const StepDraws& draws, int i, CellPoint at_a, CellPoint at_b, std::int32_t speed) {
    const Cell a = at(at_a.x, at_a.y), b = at(at_b.x, at_b.y);
    const Cell blown = speed > 0 ? a : b, into = speed > 0 ? b : a;
    if (!rules_.is_blown(blown, into)) return;
    const std::uint32_t chance = gust_chance(i, std::abs(speed), rules_.grip(blown));
    if (chance > 0 && decide(draws.blows(i, at_a.x, at_a.y, chance), at_a, at_b, chance)) meet(at_a, at_b, Cause::gust);
  }

  // What is loose on an open side becomes background.
  void leave() {
    for_each_open_cell(borders_, cells_.width(), cells_.height(), {0, 0, cells_.width(), cells_.height()},
                       [this](int x, int y) {
                         Cell& cell = cells_.cell(x, y);
                         if (cell == 0 || !rules_.leaves(cell)) return;
                         watch_.leave({left() + x, top() + y}, cell);
                         left_.count(cell);
                         cell = 0;
                       });
  }

  // Powders and liquids move sideways, far, to a lower place: powders in one pass, then liquids in several. Cells of
  // two rows are pairs crosswise: a cell and the one `distance` columns beside it, one row lower. Conditions are those
  // before the pass; what lies below the two rows is read as it was before the first pass.
  void move_far(const StepDraws& draws) {
    const World rows_below = cells_;
    const Stride slump = draws.slump(world_.width, world_.wraps);
    if (rules_.has_powders()) {
      for_each_far_pair(slump, draws,
                        [&](CellPoint from, int to, int way) { return slumps(slump, from, to, way, rows_below); });
    }
    for (int i = 0; i < kStrides; ++i) {
      const Stride pass = draws.stride(i, world_.width, rules_.dispersion_max(), world_.wraps);
      for_each_far_pair(pass, draws,
                        [&](CellPoint from, int to, int way) { return strides(pass, from, to, way, rows_below); });
    }
  }

  // `moves(from, to, way)`: whether the cell at `from` moves to column `to` of the row below, to the right (1) or to
  // the left (-1).
  template <class Moves>
  void for_each_far_pair(const Stride& pass, const StepDraws& draws, const Moves& moves) {
    if (pass.distance == 0) return;
    before_ = cells_;
    for (int y = top(); y + 1 < bottom(); ++y) {
      if (!draws.has_strides(y)) continue;
      pass.for_each_pair(world_.width, world_.wraps, [&](int x, int far) {
        const bool is_inside = x >= left() && x < right() && far >= left() && far < right();
        if (!is_inside || (far < x && !borders_.wraps)) return;
        const bool to_right = moves({x, y}, far, 1), to_left = moves({far, y}, x, -1);
        if (to_right) meet({x, y}, {far, y + 1});
        if (to_left) meet({far, y}, {x, y + 1});
      });
    }
  }

  // The cell at `from` is of powder that stands, and the column `to` is free for it from its own row down to
  // `distance` rows below: so nothing slumps where a slope is no steeper than one row a column. The way leads over
  // loose cells, through loose cells, so powder does not move away from firm ground.
  bool slumps(const Stride& pass, CellPoint from, int to, int way, const World& rows_below) {
    const int y = from.y;
    const Cell self = before(from.x, y);
    if (self == 0 || !rules_.is_powder(self) || fell(from.x, y) || rules_.sinks(self, before(from.x, y + 1)))
      return false;
    if (y + pass.distance >= bottom()) return false;
    for (int row = y; row <= y + pass.distance; ++row) {
      if (!rules_.is_free(self, rows_below.cell(to - origin_.x, row - origin_.y))) return false;
    }
    for (int x = from.x; x != to; x = around(x + way)) {
      if (rules_.is_fixed(before(x, y)) || rules_.is_fixed(before(x, y + 1))) return false;
    }
    return decide(StepDraws::strides(pass, from.x, y, kSlumpChance), from, {to, y + 1}, kSlumpChance);
  }

  // Whether the cell at `from` moves to column `to` of the row below. It is a cell of liquid that stands; the place is
  // of something lighter that flows (Rules::is_place), and it lies on the same liquid or next to what the liquid does
  // not push aside: so liquid goes on where it lies, in one piece. The way to it is free, in the row of the cell or
  // under it.
  bool strides(const Stride& pass, CellPoint from, int to, int way, const World& rows_below) {
    const int y = from.y;
    const Cell self = before(from.x, y), place = before(to, y + 1), below = before(from.x, y + 1);
    if (rules_.dispersion(self) < pass.distance || fell(from.x, y) || rules_.sinks(self, below)) return false;
    if (!rules_.is_place(self, place, before(to, y))) return false;
    const auto lies_on_it = [&](int x) {
      return y + 2 < bottom() && rows_below.cell(x - origin_.x, y + 2 - origin_.y) == self;
    };
    if (!lies_on_it(to) && rules_.is_open(self, before(around(to - way), y + 1))) return false;
    // It does not go over a place into which it would fall: those on the way are filled or lie on the same liquid.
    const bool under_liquid = rules_.strides(place);
    const auto is_way_free = [&](int row) {
      for (int x = around(from.x + way); x != to; x = around(x + way)) {
        if (!rules_.passes(self, before(x, row), under_liquid)) return false;
        if (rules_.is_open(self, before(x, y + 1)) && !lies_on_it(x)) return false;
      }
      return rules_.passes(self, before(to, row), under_liquid);
    };
    if (!is_way_free(y) && !(below == self && is_way_free(y + 1))) return false;
    const std::uint32_t fluidity = rules_.fluidity(self, place);
    return decide(StepDraws::strides(pass, from.x, y, fluidity), from, {to, y + 1}, fluidity);
  }

  int around(int x) const { return !borders_.wraps ? x : (x + world_.width) % world_.width; }

  const Rules& rules_;
  int flow_passes_;
  Borders borders_;
  World& cells_;
  CellPoint origin_;
  WorldRows world_;
  AirField& air_;
  AirBounds air_bounds_;
  World before_;
  LeftCells left_;
  std::vector<bool> fell_;  // by cell: it has fallen in this step
  Watch watch_;
};

}  // namespace repose::conserving
