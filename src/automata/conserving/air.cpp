#include "automata/conserving/air.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace repose::conserving {

AirBounds::AirBounds(const Parameters& parameters)
    : joined_sides(parameters.borders().wraps || parameters.wind_right() != 0),
      joined_ends(parameters.wind_down() != 0),
      open(parameters.borders()),
      wind_right(kWindFlow * parameters.wind_right()),
      wind_down(kWindFlow * parameters.wind_down()) {}

AirBounds AirBounds::of_part(const CellBox& part, int width, int height) const {
  AirBounds bounds = *this;
  bounds.open = open.of_part(part, width, height);
  bounds.joined_sides = joined_sides && part.width == width;
  bounds.joined_ends = joined_ends && part.height == height;
  return bounds;
}

double wind_of(const Solver& solver) {
  return kWindFlow * std::hypot(solver.parameter("wind_right"), solver.parameter("wind_down"));
}

AirField::AirField(int width, int height)
    : columns_(height < kAirTile ? 0 : width / kAirTile),
      rows_(width < kAirTile ? 0 : height / kAirTile),
      stride_((columns_ + kMargin - 1) / kMargin * kMargin + 2 * kMargin) {
  for (auto* const all : {&pressure_, &right_, &down_})
    all->resize(static_cast<std::size_t>(rows_) * static_cast<std::size_t>(stride_));
}

void AirField::put(int column, int row, const AirTile& tile) {
  pressure(row)[column] = tile.pressure;
  right(row)[column] = tile.right;
  down(row)[column] = tile.down;
}

void AirField::upload(const World& world) {
  *this = AirField(world.width(), world.height());
  if (!world.has(Plane::air)) return;
  const auto admit = [](std::int32_t number) { return std::clamp(number, -kAirMost, kAirMost); };
  for (int row = 0; row < rows_; ++row) {
    for (int column = 0; column < columns_; ++column) {
      const AirTile there = air_at(world, column, row);
      put(column, row, {admit(there.pressure), admit(there.right), admit(there.down)});
    }
  }
}

bool AirField::is_still() const {
  for (int row = 0; row < rows_; ++row) {
    for (const std::int32_t* const numbers : {pressure(row), right(row), down(row)}) {
      if (std::any_of(numbers, numbers + columns_, [](std::int32_t number) { return number != 0; })) return false;
    }
  }
  return true;
}

AirView AirField::view() const {
  if (rows_ == 0) return {};
  return {columns_, rows_, pressure(0), right(0), down(0), static_cast<std::size_t>(stride_)};
}

std::int64_t AirField::total() const {
  std::int64_t total = 0;
  for (int row = 0; row < rows_; ++row) total = std::accumulate(pressure(row), pressure(row) + columns_, total);
  return total;
}

AirLedger AirField::ledger() const {
  AirLedger ledger = ledger_;
  ledger.now = total();
  return ledger;
}

void AirField::download(World& world) const {
  if (is_still()) return;
  for (int row = 0; row < rows_; ++row) {
    for (int column = 0; column < columns_; ++column) put_air(world, column, row, tile(column, row));
  }
}

void AirField::blow_at(int x, int y, int dx, int dy) {
  if (!has(x, y)) return;
  const int column = x / kAirTile, row = y / kAirTile;
  const auto push = [](std::int32_t& flow, int way) { flow = std::clamp(flow + way * kBlowAir, -kAirMost, kAirMost); };
  push(right(row)[column], dx);
  if (column > 0) push(right(row)[column - 1], dx);
  push(down(row)[column], dy);
  if (row > 0) push(down(row - 1)[column], dy);
}

void AirField::step(const std::vector<AirFacts>& facts, const AirBounds& bounds) {
  const AirField before = *this;
  const auto facts_of = [&](int column, int row) -> const AirFacts& {
    return facts[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column)];
  };
  for (int row = 0; row < rows_; ++row) {
    for (int column = 0; column < columns_; ++column) {
      const int beside = (column + 1) % columns_, below = (row + 1) % rows_;
      const AirFacts& own = facts_of(column, row);
      const std::int32_t here = before.pressure(row)[column];
      const auto pass = [&](std::int32_t& flow, std::int32_t& there, std::int32_t fall, int wind, int push, int open) {
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

std::int32_t AirField::strain(int column, int row) const {
  const std::int32_t own = pressure(row)[column];
  const auto range = [own](std::int32_t before, std::int32_t after) {
    return std::max({before, own, after}) - std::min({before, own, after});
  };
  return std::max(range(pressure(row)[std::max(column - 1, 0)], pressure(row)[std::min(column + 1, columns_ - 1)]),
                  range(pressure(std::max(row - 1, 0))[column], pressure(std::min(row + 1, rows_ - 1))[column]));
}

std::int32_t AirField::gust_right(int x, int y, int next, bool joined) const {
  const int row = std::min(y / kAirTile, rows_ - 1), last = columns_ - 1;
  const int column = std::min(x / kAirTile, last);
  if (next < x) return joined ? 2 * right(row)[last] : 0;
  if (std::min(next / kAirTile, last) != column) return 2 * right(row)[column];
  const std::int32_t left = column > 0 ? right(row)[column - 1] : joined ? right(row)[last] : 0;
  return left + right(row)[column];
}

std::int32_t AirField::gust_down(int x, int y, bool joined) const {
  const int column = std::min(x / kAirTile, columns_ - 1), last = rows_ - 1;
  const int row = std::min(y / kAirTile, last);
  if (std::min((y + 1) / kAirTile, last) != row) return 2 * down(row)[column];
  const std::int32_t above = row > 0 ? down(row - 1)[column] : joined ? down(last)[column] : 0;
  return above + down(row)[column];
}

}  // namespace repose::conserving
