#include "repose/edit.hpp"

#include <climits>
#include <set>

#include "../support.hpp"
#include "core/edited_cells.hpp"
#include "repose/rng.hpp"

using namespace repose;

namespace {

std::vector<std::string> picture(const std::vector<Span>& spans, int width, int height) {
  std::vector<std::string> rows(static_cast<std::size_t>(height), std::string(static_cast<std::size_t>(width), '.'));
  for (const Span& span : spans) {
    std::string& row = rows.at(static_cast<std::size_t>(span.y));
    for (int x = span.x_begin; x < span.x_end; ++x) row.at(static_cast<std::size_t>(x)) = '#';
  }
  return rows;
}

StrokeEdit dab(CellPoint at, int size, BrushShape shape) { return {at, at, size, shape, 1, {}}; }

std::vector<std::string> round_dab(int size) {
  return picture(rasterise(dab({3, 3}, size, BrushShape::round), 7, 7), 7, 7);
}

using Rows = std::vector<std::string>;

}  // namespace

TEST_CASE("round brushes of sizes 1 to 5 look as drawn") {
  CHECK(round_dab(1) == Rows{".......", ".......", ".......", "...#...", ".......", ".......", "......."});
  CHECK(round_dab(2) == Rows{".......", ".......", "..##...", "..##...", ".......", ".......", "......."});
  CHECK(round_dab(3) == Rows{".......", ".......", "..###..", "..###..", "..###..", ".......", "......."});
  CHECK(round_dab(4) == Rows{".......", "..##...", ".####..", ".####..", "..##...", ".......", "......."});
  CHECK(round_dab(5) == Rows{".......", "..###..", ".#####.", ".#####.", ".#####.", "..###..", "......."});
}

TEST_CASE("a square brush of size 24 covers -12 to +11, as in sand.js") {
  const auto spans = rasterise(dab({50, 60}, 24, BrushShape::square), 200, 200);
  REQUIRE(spans.size() == 24);
  CHECK(spans.front().y == 48);
  CHECK(spans.back().y == 71);
  for (const Span& span : spans) CHECK((span.x_begin == 38 && span.x_end == 62));
}

TEST_CASE("brush sizes outside the range are clamped") {
  CHECK(rasterise(dab({5, 5}, 0, BrushShape::square), 10, 10) == std::vector<Span>{{5, 5, 6}});
  CHECK(rasterise(dab({5, 5}, -7, BrushShape::round), 10, 10) == std::vector<Span>{{5, 5, 6}});
  CHECK(rasterise(dab({500, 500}, 100000, BrushShape::square), 1000, 1000).size() == kBrushSizeMax);
}

TEST_CASE("a stroke of a one-cell brush is the Bresenham line, connected by the sides of its cells") {
  const StrokeEdit stroke{{1, 1}, {8, 4}, 1, BrushShape::round, 1, {}};
  CHECK(picture(rasterise(stroke, 10, 6), 10, 6) ==
        Rows{"..........", ".###......", "...###....", ".....###..", ".......##.", ".........."});
}

TEST_CASE("a stroke covers exactly the union of the dabs along its line") {
  constexpr int kSide = 64;
  for (std::uint32_t trial = 0; trial < 200; ++trial) {
    const auto draw = [&](std::uint32_t what, std::uint32_t n) {
      return static_cast<int>(below(random_u32(1, trial, what, 0, 9), n));
    };
    const CellPoint from{draw(0, 90) - 13, draw(1, 90) - 13}, to{draw(2, 90) - 13, draw(3, 90) - 13};
    const int size = 2 + draw(4, 11);
    const BrushShape shape = draw(5, 2) == 0 ? BrushShape::round : BrushShape::square;

    std::set<std::pair<int, int>> expected, covered;
    for_each_on_line(from, to, [&](CellPoint at) {
      for (const Span& span : rasterise(dab(at, size, shape), kSide, kSide)) {
        for (int i = span.x_begin; i < span.x_end; ++i) expected.insert({i, span.y});
      }
    });
    for (const Span& span : rasterise(StrokeEdit{from, to, size, shape, 1, {}}, kSide, kSide)) {
      for (int i = span.x_begin; i < span.x_end; ++i) covered.insert({i, span.y});
    }
    REQUIRE(covered == expected);
  }
}

TEST_CASE("strokes and rectangles are clipped to the world") {
  CHECK(rasterise(dab({0, 0}, 3, BrushShape::square), 4, 4) == std::vector<Span>{{0, 0, 2}, {1, 0, 2}});
  CHECK(rasterise(dab({-5, 2}, 3, BrushShape::square), 4, 4).empty());
  CHECK(rasterise(dab({2, 100}, 3, BrushShape::square), 4, 4).empty());
  CHECK(rasterise(RectEdit{{-3, 2}, {1, 90}, 1, {}}, 4, 4) == std::vector<Span>{{2, 0, 2}, {3, 0, 2}});
  CHECK(rasterise(RectEdit{{4, 0}, {9, 9}, 1, {}}, 4, 4).empty());
}

TEST_CASE("a rectangle includes both corners, whichever comes first") {
  CHECK(rasterise(RectEdit{{3, 2}, {1, 1}, 1, {}}, 9, 9) == std::vector<Span>{{1, 1, 4}, {2, 1, 4}});
  CHECK(rasterise(RectEdit{{1, 2}, {3, 1}, 1, {}}, 9, 9) == std::vector<Span>{{1, 1, 4}, {2, 1, 4}});
}

// A loop over all rows and columns of these would exceed the time limit of every test.
TEST_CASE("wild coordinates cost no time and no memory") {
  for (int wild : {INT_MIN, INT_MAX, -1000000000, 1000000000}) {
    for (const Span& span : rasterise(StrokeEdit{{wild, 5}, {10, wild}, 256, BrushShape::round, 1, {}}, 64, 64)) {
      CHECK((span.y >= 0 && span.y < 64 && span.x_begin >= 0 && span.x_begin < span.x_end && span.x_end <= 64));
    }
    for (const Span& span : rasterise(RectEdit{{wild, wild}, {wild / -2, 7}, 1, {}}, 64, 64)) {
      CHECK((span.y >= 0 && span.y < 64 && span.x_begin >= 0 && span.x_begin < span.x_end && span.x_end <= 64));
    }
  }
}

TEST_CASE("a rectangle may reach to the last integer") {
  const RectEdit everything{{INT_MIN, INT_MIN}, {INT_MAX, INT_MAX}, 1, {}};
  CHECK(rasterise(everything, 3, 2) == std::vector<Span>{{0, 0, 3}, {1, 0, 3}});
}

namespace {
std::int64_t sum(const AmountEdit& edit) {
  std::int64_t total = 0;
  for (const std::int32_t amount : *edit.amounts) total += amount;
  return total;
}
}  // namespace

TEST_CASE("a soft dab is fullest in the middle, the same on all sides, and nothing at its rim") {
  const AmountEdit dab = soft_stroke({{20, 20}, {20, 20}, 9, BrushShape::round, 0, {}}, Plane::height, 65536, 41, 41);
  REQUIRE(dab.width == 9);
  REQUIRE(dab.height == 9);
  CHECK(dab.at == CellPoint{16, 16});
  const auto at = [&](int x, int y) { return (*dab.amounts)[static_cast<std::size_t>(y * 9 + x)]; };
  CHECK(at(4, 4) == 65536);
  for (int i = 0; i < 4; ++i) CHECK(at(i, 4) < at(i + 1, 4));
  for (int i = 0; i < 9; ++i) {
    CHECK(at(i, 4) == at(8 - i, 4));
    CHECK(at(i, 4) == at(4, i));
  }
  CHECK(at(0, 0) == 0);
  CHECK(at(0, 4) > 0);
}

TEST_CASE("a soft sweep divides the amount of a dab, without gaps") {
  const auto stroke = [](CellPoint to, int size) {
    return soft_stroke({{50, 50}, to, size, BrushShape::round, 0, {}}, Plane::height, 1 << 24, 400, 200);
  };
  for (const int size : {1, 2, 12, 40}) {
    INFO("size " << size);
    const auto once = static_cast<double>(sum(stroke({50, 50}, size)));
    const AmountEdit sweep = stroke({300, 120}, size);
    CHECK(static_cast<double>(sum(sweep)) == Approx(once).epsilon(0.001));
    int empty_columns = 0;
    for (int x = 0; x < sweep.width; ++x) {
      bool any = false;
      for (int y = 0; y < sweep.height; ++y)
        any = any || (*sweep.amounts)[static_cast<std::size_t>(y * sweep.width + x)] != 0;
      empty_columns += !any;
    }
    CHECK(empty_columns == 0);
  }
}

TEST_CASE("a soft stroke is cut off at the edges of the world, and may miss it") {
  const AmountEdit corner = soft_stroke({{0, 0}, {0, 0}, 9, BrushShape::square, 0, {}}, Plane::height, 100, 30, 20);
  CHECK(corner.at == CellPoint{0, 0});
  CHECK(corner.width == 5);
  CHECK((*corner.amounts)[0] == 100);
  CHECK(soft_stroke({{-50, 3}, {-40, 3}, 9, BrushShape::round, 0, {}}, Plane::height, 100, 30, 20).amounts == nullptr);
}
