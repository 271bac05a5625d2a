// The air of the conserving automaton: pressure and flow in tiles of 4 x 4 cells, and the gusts with which it carries
// cells. A staggered wave equation in integers (Harlow and Welch 1965 placed pressure and flow so): what flows out of a
// tile flows into its neighbour, so no unit is ever lost. The specification, which the scalar backend runs; docs/
// automata.md, "Air", describes it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "automata/conserving/conserving.hpp"
#include "core/edited_cells.hpp"
#include "repose/cell_view.hpp"
#include "repose/edit.hpp"
#include "repose/ledger.hpp"
#include "repose/world.hpp"

namespace repose::conserving {

// What a cell of a blast, or of the brush of Blow, gives to its tile.
inline constexpr int kBurstAir = 1800, kBlowAir = 14;
// The pressure of a tile, up or down, at which its sources give it no more.
inline constexpr std::int32_t kSourceMost = 1 << 15;
inline constexpr int kWindFlow = 24;  // the flow that a wind of 1 has over an open side; divisible by kWindParts

// ---- one step of the flow over a side of a tile ----

// Parts of a number, as powers of 2 by which it is divided. The push is a quarter of the difference over an open side.
inline constexpr int kDrag = 5, kPush = 5, kSeep = 7, kLeak = 2;

// Divides by 2^kShift, towards 0; or away from 0.
template <int kShift>
constexpr std::int32_t toward_zero(std::int32_t n) {
  return n / (1 << kShift);
}
template <int kShift>
constexpr std::int32_t from_zero(std::int32_t n) {
  return (n < 0 ? n - ((1 << kShift) - 1) : n + ((1 << kShift) - 1)) / (1 << kShift);
}

// The flow that the wind has over a side: none through soil and walls, where it would press without moving anything.
inline constexpr int kWindParts = 4;
constexpr std::int32_t wind_over(std::int32_t wind, int open) {
  return wind / kWindParts * std::max(open - kWindParts, 0);
}
// The flow over a side in the next step: it loses a part of what differs from the wind, is pushed, and goes with the
// difference of pressure, `fall`, as far as the side is open.
constexpr std::int32_t next_flow(std::int32_t flow, std::int32_t wind, std::int32_t push, std::int32_t fall, int open) {
  if (open == 0) return 0;
  return flow - from_zero<kDrag>(flow - wind_over(wind, open)) + push + toward_zero<kPush>(fall * open);
}
// What goes over the side in the step: the flow, and a part that seeps, which smooths sharp edges.
constexpr std::int32_t passing(std::int32_t flow, std::int32_t fall, int open) {
  return flow + toward_zero<kSeep>(fall * open);
}
// What a tile at an open border loses.
constexpr std::int32_t leaving(std::int32_t pressure) { return from_zero<kLeak>(pressure); }

// ---- gusts: the air carries cells ----

// Passes of pairs of neighbours in a step: side by side and over one another, by turns.
inline constexpr int kGusts = 8;
// The flow over both sides of a tile, added, moves cells if it is at least this, and more than their grip. Each
// kGustCell more carries them one cell farther in a step.
inline constexpr int kBreeze = 128, kGustCell = 2048;
inline constexpr int kGrip = 2400;                                        // of what does not drift
inline constexpr int kGustMore = static_cast<int>(kCertain) / kGustCell;  // chance, for each unit of speed

// The least speed at which pass i carries anything, and the chance that it carries a cell with this grip.
constexpr int least_gust(int i) { return std::max(kBreeze, i / 2 * kGustCell + 1); }
constexpr std::uint32_t gust_chance(int i, int speed, int grip) {
  const int more = speed - grip - i / 2 * kGustCell;
  if (speed < kBreeze || more <= 0) return 0;
  return static_cast<std::uint32_t>(std::min(more, kGustCell) * kGustMore);
}

// ---- what the air breaks ----

// The chance in a step that a cell breaks, at twice its strength; less or more by what is beyond the strength.
inline constexpr std::uint32_t kBreakMore = kCertain / 64;

// `strain`: see AirField.
constexpr std::uint32_t break_chance(std::int32_t strain, int strength) {
  if (strength == 0 || strain <= strength) return 0;
  const auto more = static_cast<std::uint32_t>(std::min(strain - strength, kAirMost - 1));
  return std::min(more * kBreakMore / static_cast<std::uint32_t>(strength), kCertain);
}

// The strength of an element is that of a wall of four cells; a thinner wall has less, a thicker one more, up to eight
// cells.
inline constexpr int kThickUsual = 4, kThickMost = 8;
constexpr int strength_of(int strength, int thickness) {
  return (strength * (kThickUsual + thickness) + 2 * kThickUsual - 1) / (2 * kThickUsual);
}

// ---- the air of a world ----

struct AirBounds {
  bool joined_sides = false, joined_ends = false;  // the last column of tiles lies beside the first; the last row
  Borders open;                                    // where air leaves
  int wind_right = 0, wind_down = 0;               // flows

  AirBounds() = default;
  explicit AirBounds(const Parameters& parameters)
      : joined_sides(parameters.borders().wraps || parameters.wind_right() != 0),
        joined_ends(parameters.wind_down() != 0),
        open(parameters.borders()),
        wind_right(kWindFlow * parameters.wind_right()),
        wind_down(kWindFlow * parameters.wind_down()) {}
  AirBounds of_part(const CellBox& part, int width, int height) const {
    AirBounds bounds = *this;
    bounds.open = open.of_part(part, width, height);
    bounds.joined_sides = joined_sides && part.width == width;
    bounds.joined_ends = joined_ends && part.height == height;
    return bounds;
  }
  friend bool operator==(const AirBounds&, const AirBounds&) = default;
  // Whether a tile is at a border over which air leaves.
  bool is_open(int column, int row, int columns, int rows) const {
    return (open.left_open && column == 0) || (open.top_open && row == 0) ||
           (open.right_open && column + 1 == columns) || (open.bottom_open && row + 1 == rows);
  }
  bool has_wind() const { return wind_right != 0 || wind_down != 0; }
};

// What the cells of a tile do with its air.
struct AirFacts {
  // How open the way to these neighbours is, in eighths; 0 if there is none. For each of four rows (or columns) one
  // eighth if no cell between the middles of the two tiles is closed, and one if all of these are open.
  std::uint8_t right = 0, down = 0;
  AirSource source;  // of all its cells
};

// The flow of the wind that the parameters of this solver ask for, whatever its direction.
inline double wind_of(const Solver& solver) {
  return kWindFlow * std::hypot(solver.parameter("wind_right"), solver.parameter("wind_down"));
}

class AirField {
 public:
  AirField() : AirField(1, 1) {}
  // Still air. Sides in cells.
  AirField(int width, int height)
      : columns_(height < kAirTile ? 0 : width / kAirTile),
        rows_(width < kAirTile ? 0 : height / kAirTile),
        stride_((columns_ + kMargin - 1) / kMargin * kMargin + 2 * kMargin) {
    for (auto* const all : {&pressure_, &right_, &down_})
      all->resize(static_cast<std::size_t>(rows_) * static_cast<std::size_t>(stride_));
  }
  // Takes over Plane::air of a world, if it has one.
  void upload(const World& world) {
    *this = AirField(world.width(), world.height());
    if (!world.has(Plane::air)) return;
    const auto admit = [](std::int32_t number) { return std::clamp(number, -kAirAdmitted, kAirAdmitted); };
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column < columns_; ++column) {
        const AirTile there = air_at(world, column, row);
        put(column, row, {admit(there.pressure), admit(there.right), admit(there.down)});
      }
    }
  }
  // Adds Plane::air to the world, unless all air is still.
  void download(World& world) const {
    if (is_still()) return;
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column < columns_; ++column) put_air(world, column, row, tile(column, row));
    }
  }

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  int stride() const { return stride_; }  // numbers from one row to the next
  AirTile tile(int column, int row) const { return {pressure(row)[column], right(row)[column], down(row)[column]}; }
  void put(int column, int row, const AirTile& tile) {
    pressure(row)[column] = tile.pressure;
    right(row)[column] = tile.right;
    down(row)[column] = tile.down;
  }
  // The numbers of a row, by column; kMargin more on either side may be written to, and mean nothing.
  static constexpr int kMargin = 16;
  std::int32_t* pressure(int row) { return &pressure_[index(0, row)]; }
  std::int32_t* right(int row) { return &right_[index(0, row)]; }
  std::int32_t* down(int row) { return &down_[index(0, row)]; }
  const std::int32_t* pressure(int row) const { return &pressure_[index(0, row)]; }
  const std::int32_t* right(int row) const { return &right_[index(0, row)]; }
  const std::int32_t* down(int row) const { return &down_[index(0, row)]; }
  bool is_still() const {
    for (int row = 0; row < rows_; ++row) {
      for (const std::int32_t* const numbers : {pressure(row), right(row), down(row)}) {
        if (std::any_of(numbers, numbers + columns_, [](std::int32_t number) { return number != 0; })) return false;
      }
    }
    return true;
  }
  // For CellView::air. Valid until the next call of a function that is not const.
  AirView view() const {
    if (rows_ == 0) return {};
    return {columns_, rows_, pressure(0), right(0), down(0), static_cast<std::size_t>(stride_)};
  }

  // Starts the ledger of this air.
  void begin_ledger() { ledger_ = {.before = total()}; }
  // Since begin_ledger(), with what there is now.
  AirLedger ledger() const {
    AirLedger ledger = ledger_;
    ledger.now = total();
    return ledger;
  }
  // Counts what sources have given, and what has left.
  void count(std::int64_t given, std::int64_t left) {
    ledger_.given += given;
    ledger_.left += left;
  }

  // A blast has reached this cell.
  void burst_at(int x, int y) {
    if (!has(x, y)) return;
    bursts_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
    ++bursts_[static_cast<std::size_t>(y / kAirTile) * static_cast<std::size_t>(columns_) +
              static_cast<std::size_t>(x / kAirTile)];
  }
  // Adds the pressure of all blasts since the last call. Calls changed(row) for the rows of tiles that it changes.
  template <class Changed>
  void end_bursts(const Changed& changed);
  // Blow over a cell.
  void blow_at(int x, int y, int dx, int dy) {
    if (!has(x, y)) return;
    const int column = x / kAirTile, row = y / kAirTile;
    const auto push = [](std::int32_t& flow, int way) {
      flow = std::clamp(flow + way * kBlowAir, -kAirMost, kAirMost);
    };
    push(right(row)[column], dx);
    if (column > 0) push(right(row)[column - 1], dx);
    push(down(row)[column], dy);
    if (row > 0) push(down(row - 1)[column], dy);
  }

  // `facts`: of all tiles, row by row.
  void step(const std::vector<AirFacts>& facts, const AirBounds& bounds) {
    const AirField before = *this;
    const auto facts_of = [&](int column, int row) -> const AirFacts& {
      return facts[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                   static_cast<std::size_t>(column)];
    };
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column < columns_; ++column) {
        const int beside = (column + 1) % columns_, below = (row + 1) % rows_;
        const AirFacts& own = facts_of(column, row);
        const std::int32_t here = before.pressure(row)[column];
        const auto pass = [&](std::int32_t& flow, std::int32_t& there, std::int32_t fall, int wind, int push,
                              int open) {
          flow = next_flow(flow, wind, push, fall, open);
          const std::int32_t moved = passing(flow, fall, open);
          pressure(row)[column] -= moved;
          there += moved;
        };
        pass(right(row)[column], pressure(row)[beside], here - before.pressure(row)[beside], bounds.wind_right,
             own.source.right + facts_of(beside, row).source.right, own.right);
        pass(down(row)[column], pressure(below)[column], here - before.pressure(below)[column], bounds.wind_down,
             own.source.down + facts_of(column, below).source.down, own.down);
      }
    }
    for (int row = 0; row < rows_; ++row) {
      for (int column = 0; column < columns_; ++column) {
        std::int32_t& here = pressure(row)[column];
        const std::int32_t given =
            std::abs(before.pressure(row)[column]) < kSourceMost ? facts_of(column, row).source.pressure : 0;
        here += given;
        const std::int32_t left = bounds.is_open(column, row, columns_, rows_) ? leaving(here) : 0;
        here -= left;
        count(given, left);
      }
    }
  }

  // The speed of a gust over a pair of cells, the left or upper one of which is at (x, y), and whose right one is in
  // column `next`: positive to the right, or down.
  std::int32_t gust_right(int x, int y, int next, bool joined) const {
    const int row = std::min(y / kAirTile, rows_ - 1), last = columns_ - 1;
    const int column = std::min(x / kAirTile, last);
    if (next < x) return joined ? 2 * right(row)[last] : 0;
    if (std::min(next / kAirTile, last) != column) return 2 * right(row)[column];
    const std::int32_t left = column > 0 ? right(row)[column - 1] : joined ? right(row)[last] : 0;
    return left + right(row)[column];
  }
  std::int32_t gust_down(int x, int y, bool joined) const {
    const int column = std::min(x / kAirTile, columns_ - 1), last = rows_ - 1;
    const int row = std::min(y / kAirTile, last);
    if (std::min((y + 1) / kAirTile, last) != row) return 2 * down(row)[column];
    const std::int32_t above = row > 0 ? down(row - 1)[column] : joined ? down(last)[column] : 0;
    return above + down(row)[column];
  }
  // How the air pulls at the cells of a tile: the greatest difference of pressure between it and those left and right,
  // or between it and those above and below. No tile is beside those at the rim, even if the air is joined there.
  std::int32_t strain(int column, int row) const {
    const std::int32_t own = pressure(row)[column];
    const auto range = [own](std::int32_t before, std::int32_t after) {
      return std::max({before, own, after}) - std::min({before, own, after});
    };
    return std::max(range(pressure(row)[std::max(column - 1, 0)], pressure(row)[std::min(column + 1, columns_ - 1)]),
                    range(pressure(std::max(row - 1, 0))[column], pressure(std::min(row + 1, rows_ - 1))[column]));
  }
  // The cells beyond the last tile belong to it.
  int column_of(int x) const { return std::min(x / kAirTile, columns_ - 1); }
  int row_of(int y) const { return std::min(y / kAirTile, rows_ - 1); }

 private:
  std::int64_t total() const {
    std::int64_t total = 0;
    for (int row = 0; row < rows_; ++row) total = std::accumulate(pressure(row), pressure(row) + columns_, total);
    return total;
  }
  bool has(int x, int y) const { return x >= 0 && y >= 0 && x < columns_ * kAirTile && y < rows_ * kAirTile; }
  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(stride_) +
           static_cast<std::size_t>(column + kMargin);
  }

  int columns_, rows_, stride_;
  std::vector<std::int32_t> pressure_, right_, down_;
  std::vector<int> bursts_;  // by tile: cells of blasts; empty if there are none
  AirLedger ledger_;         // but for `now`
};

template <class Changed>
void AirField::end_bursts(const Changed& changed) {
  for (std::size_t i = 0; i < bursts_.size(); ++i) {
    const auto row = static_cast<int>(i) / columns_;
    std::int32_t& there = pressure(row)[static_cast<int>(i) % columns_];
    if (bursts_[i] == 0 || there >= kAirMost) continue;
    there += kBurstAir * bursts_[i];
    count(kBurstAir * bursts_[i], 0);
    changed(row);
  }
  bursts_.clear();
}

// Whether any cell of a blast that reaches it gives its tile pressure: what is closed does not.
inline bool takes_air(const Rules& rules, std::uint8_t element) {
  return rules.air_way(element) != Rules::AirWay::closed;
}

// The facts of a tile; cells(x, y) is a cell.
template <class Cells>
AirFacts air_facts(const Rules& rules, const AirField& field, const AirBounds& bounds, int column, int row,
                   const Cells& cells) {
  AirFacts facts;
  const int x = column * kAirTile, y = row * kAirTile;
  // In each of four lines four cells, from the middle of this tile on.
  const auto open = [&](const auto& cell_at) {
    int eighths = 0;
    for (int line = 0; line < kAirTile; ++line) {
      bool closed = false, loose = false;
      for (int along = kAirTile / 2; along < kAirTile / 2 + kAirTile; ++along) {
        const Rules::AirWay way = rules.air_way(cell_at(line, along));
        closed |= way == Rules::AirWay::closed;
        loose |= way == Rules::AirWay::loose;
      }
      eighths += closed ? 0 : loose ? 1 : 2;
    }
    return static_cast<std::uint8_t>(eighths);
  };
  const int right_end = field.columns() * kAirTile, down_end = field.rows() * kAirTile;
  if (column + 1 < field.columns() || bounds.joined_sides)
    facts.right = open([&](int line, int along) { return cells((x + along) % right_end, y + line); });
  if (row + 1 < field.rows() || bounds.joined_ends)
    facts.down = open([&](int line, int along) { return cells(x + line, (y + along) % down_end); });
  for (int i = 0; i < kAirTile * kAirTile && rules.has_air_sources(); ++i) {
    const AirSource& source = rules.air_source(cells(x + i % kAirTile, y + i / kAirTile));
    facts.source.pressure += source.pressure;
    facts.source.right += source.right;
    facts.source.down += source.down;
  }
  return facts;
}

// How thick the wall is to which a fixed cell at (x, y) belongs: so many fixed cells are beside each other in its row,
// or over one another in its column if those are fewer; at most kThickMost count. 0 if no neighbour is loose: only
// cells at the surface break. cells(x, y) is a cell; `box`: those that there are.
template <class Cells>
int thickness(const Rules& rules, const CellBox& box, int x, int y, const Cells& cells) {
  bool is_surface = false;
  const auto fixed_beyond = [&](int dx, int dy) {
    for (int i = 1; i < kThickMost; ++i) {
      const CellPoint at{x + i * dx, y + i * dy};
      if (box.contains(at) && rules.is_fixed(cells(at.x, at.y))) continue;
      is_surface |= i == 1 && box.contains(at);
      return i - 1;
    }
    return kThickMost - 1;
  };
  const int across = 1 + fixed_beyond(-1, 0) + fixed_beyond(1, 0), along = 1 + fixed_beyond(0, -1) + fixed_beyond(0, 1);
  return is_surface ? std::min({across, along, kThickMost}) : 0;
}

// Whether a cell breaks. hits(chance): whether its draw is below the chance; thickness(): as above, which is only
// looked for if the thinnest wall would break.
template <class Hits, class Thickness>
bool breaks(std::int32_t strain, int strength, const Hits& hits, const Thickness& thickness) {
  const std::uint32_t most = break_chance(strain, strength_of(strength, 1));
  if (most == 0 || !hits(most)) return false;
  const int thick = thickness();
  return thick > 0 && hits(break_chance(strain, strength_of(strength, thick)));
}

// Calls visit(x, y, dx, dy) for the cells over which Blow pushes the air.
template <class Visit>
void for_each_blown(const PushEdit& edit, int width, int height, const Visit& visit) {
  const Push push(edit);
  for (const Span& span : rasterise(edit, width, height)) {
    for (int x = span.x_begin; x < span.x_end; ++x) visit(x, span.y, push.dx, push.dy);
  }
}
inline bool is_blow(const PushEdit& edit) { return edit.dx != 0 || edit.dy != 0; }

}  // namespace repose::conserving
