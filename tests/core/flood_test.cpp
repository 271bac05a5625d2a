// Connected cells, compared with a search that is too simple to be wrong.
#include "core/flood.hpp"

#include <string>

#include "../support.hpp"
#include "repose/rng.hpp"

using namespace repose;

namespace {

struct Kinds {
  int width, height;
  std::vector<std::uint8_t> cells;

  KindRows rows() const { return {cells.data(), static_cast<std::size_t>(width), width, height}; }
  std::uint8_t at(CellPoint p) const { return cells[static_cast<std::size_t>(p.y * width + p.x)]; }
};

Kinds random_kinds(std::uint32_t trial) {
  const auto draw = [&](std::uint32_t x, std::uint32_t y, std::uint32_t n) {
    return below(random_u32(7, trial, x, y, 9), n);
  };
  Kinds kinds{1 + static_cast<int>(draw(0, 0, 140)), 1 + static_cast<int>(draw(1, 0, 50)), {}};
  const std::uint32_t mostly = 2 + draw(2, 0, 8);
  for (int i = 0; i < kinds.width * kinds.height; ++i) {
    kinds.cells.push_back(draw(static_cast<std::uint32_t>(i), 1, mostly) == 0 ? std::uint8_t{1} : std::uint8_t{0});
  }
  return kinds;
}

std::vector<bool> simple_flood(const Kinds& kinds, CellPoint from) {
  std::vector<bool> found(kinds.cells.size());
  std::vector<CellPoint> waiting = {from};
  while (!waiting.empty()) {
    const CellPoint p = waiting.back();
    waiting.pop_back();
    if (p.x < 0 || p.y < 0 || p.x >= kinds.width || p.y >= kinds.height || kinds.at(p) != kinds.at(from)) continue;
    const auto i = static_cast<std::size_t>(p.y * kinds.width + p.x);
    if (found[i]) continue;
    found[i] = true;
    for (const CellPoint next : {CellPoint{p.x - 1, p.y}, {p.x + 1, p.y}, {p.x, p.y - 1}, {p.x, p.y + 1}})
      waiting.push_back(next);
  }
  return found;
}

}  // namespace

TEST_CASE("a flood finds the same cells as a search cell by cell") {
  for (std::uint32_t trial = 0; trial < 200; ++trial) {
    INFO("trial " << trial);
    const Kinds kinds = random_kinds(trial);
    const CellPoint from{
        static_cast<int>(below(random_u32(7, trial, 3, 2, 9), static_cast<std::uint32_t>(kinds.width))),
        static_cast<int>(below(random_u32(7, trial, 4, 2, 9), static_cast<std::uint32_t>(kinds.height)))};
    const CellSet cells = flood(kinds.rows(), std::vector{from});
    const std::vector<bool> expected = simple_flood(kinds, from);
    std::uint64_t count = 0;
    for (int y = 0; y < kinds.height; ++y) {
      for (int x = 0; x < kinds.width; ++x) {
        const bool found = expected[static_cast<std::size_t>(y * kinds.width + x)];
        REQUIRE(cells.has(x, y) == found);
        count += found;
        if (found) REQUIRE((x >= cells.x_begin() && x < cells.x_end() && y >= cells.y_begin() && y < cells.y_end()));
      }
    }
    REQUIRE(cells.count() == count);
  }
}

TEST_CASE("cells that touch at a corner are not connected") {
  const Kinds kinds{3, 3, {0, 1, 0, 1, 0, 1, 0, 1, 0}};
  CHECK(flood(kinds.rows(), std::vector{CellPoint{1, 1}}).count() == 1);
}

TEST_CASE(
    "a flood from several places joins what it finds, each place by its own kind, and takes no notice of places "
    "outside") {
  const Kinds kinds{4, 1, {0, 0, 1, 0}};
  const CellSet cells = flood(kinds.rows(), std::vector<CellPoint>{{0, 0}, {1, 0}, {2, 0}, {-1, 0}, {4, 0}, {0, 1}});
  CHECK(cells.count() == 3);
  CHECK_FALSE(cells.has(3, 0));
  CHECK(flood(kinds.rows(), std::vector<CellPoint>{{9, 9}}).empty());
}

TEST_CASE("a flood that has found enough stops") {
  const Kinds kinds{100, 100, std::vector<std::uint8_t>(10000)};
  const CellSet cells = flood(kinds.rows(), std::vector<CellPoint>{{50, 50}}, 500);
  CHECK(cells.count() >= 500);
  CHECK(cells.count() < 1000);
}

TEST_CASE("a set of cells tells where its runs begin and end") {
  CellSet cells(200, 2);
  cells.add({1, 3, 130});
  cells.add({1, 131, 200});
  CHECK(cells.next_in(0, 1) == 3);
  CHECK(cells.next_outside(3, 1) == 130);
  CHECK(cells.next_in(130, 1) == 131);
  CHECK(cells.next_outside(131, 1) == 200);
  CHECK(cells.next_in(200, 1) == 200);
  CHECK(cells.next_in(0, 0) == 200);
  CHECK(cells.next_outside(0, 0) == 0);
}
