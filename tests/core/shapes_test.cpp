// Mirror images, outlines and sprays: which cells they cover.
#include "repose/shapes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "../support.hpp"
#include "core/edited_cells.hpp"
#include "repose/rng.hpp"

using namespace repose;

namespace {

using Cells = std::set<std::pair<int, int>>;

Cells cells_of(const Edit& edit, int width, int height) {
  Cells cells;
  for_each_edited(edit, width, height, [&](int x, int y, const EditedCell&) { cells.insert({x, y}); });
  return cells;
}

Cells turned(const Cells& cells, const Mirror& mirror) {
  Cells images = cells;
  if (mirror.left_right()) {
    for (const auto& [x, y] : Cells(images)) images.insert({mirror.sum_x - x, y});
  }
  if (mirror.up_down()) {
    for (const auto& [x, y] : Cells(images)) images.insert({x, mirror.sum_y - y});
  }
  return images;
}

Cells inside(const Cells& cells, int width, int height) {
  Cells kept;
  for (const auto& [x, y] : cells) {
    if (x >= 0 && y >= 0 && x < width && y < height) kept.insert({x, y});
  }
  return kept;
}

// The edit in a world so large that nothing is clipped; coordinates are those of a small world in its middle.
Cells unclipped(const Edit& edit) {
  constexpr int kShift = 300;
  Edit shifted = edit;
  if (auto* stroke = std::get_if<StrokeEdit>(&shifted)) {
    for (CellPoint* p : {&stroke->from, &stroke->to}) *p = {p->x + kShift, p->y + kShift};
  } else if (auto* rect = std::get_if<RectEdit>(&shifted)) {
    for (CellPoint* p : {&rect->from, &rect->to}) *p = {p->x + kShift, p->y + kShift};
  } else if (auto* stamp = std::get_if<StampEdit>(&shifted)) {
    stamp->at = {stamp->at.x + kShift, stamp->at.y + kShift};
  }
  Cells cells;
  for (const auto& [x, y] : cells_of(shifted, 700, 700)) cells.insert({x - kShift, y - kShift});
  return cells;
}

std::int64_t sum_of(const AmountEdit& edit) {
  return std::accumulate(edit.amounts->begin(), edit.amounts->end(), std::int64_t{0});
}

}  // namespace

TEST_CASE("mirror images cover exactly the mirrored cells, for every kind of edit, size and axis") {
  constexpr Symmetry kSymmetries[] = {Symmetry::none, Symmetry::left_right, Symmetry::up_down, Symmetry::both};
  for (std::uint32_t trial = 0; trial < 200; ++trial) {
    INFO("trial " << trial);
    const auto draw = [&](std::uint32_t what, int n) {
      return static_cast<int>(below(random_u32(1, trial, what, 0, 9), static_cast<std::uint32_t>(n)));
    };
    const int width = 20 + draw(0, 30), height = 20 + draw(1, 30);
    const CellPoint from{draw(2, 60) - 10, draw(3, 60) - 10}, to{draw(4, 60) - 10, draw(5, 60) - 10};
    const StrokeEdit stroke{from, to, 1 + draw(6, 9), draw(7, 2) == 0 ? BrushShape::round : BrushShape::square, 1, {}};
    const StampEdit spray = scattered_stroke(stroke, {Scatter::kAll / 4, 3, trial}, width, height);
    const Mirror mirror{kSymmetries[draw(8, 4)], draw(9, 2 * width - 1), draw(10, 2 * height - 1)};
    for (const Edit& edit : {Edit(stroke), Edit(RectEdit{from, to, 1, {}}), Edit(spray)}) {
      const auto* stamp = std::get_if<StampEdit>(&edit);
      if (stamp != nullptr && stamp->cells == nullptr) continue;
      Cells covered;
      for (const Edit& image : with_images(edit, mirror)) covered.merge(cells_of(image, width, height));
      REQUIRE(covered == inside(turned(unclipped(edit), mirror), width, height));
    }
  }
}

TEST_CASE("amounts are mirrored value by value, and an image that is the edit itself is left out") {
  const auto amounts = std::make_shared<const std::vector<std::int32_t>>(std::vector<std::int32_t>{1, 2, 3, 4, 5, 6});
  const AmountEdit edit{Plane::height, {2, 1}, 3, 2, amounts};
  const std::vector<Edit> images = with_images(edit, middle_of(10, 8, Symmetry::both));
  REQUIRE(images.size() == 4);
  const auto& last = std::get<AmountEdit>(images[3]);
  CHECK(last.at == CellPoint{5, 5});
  CHECK(*last.amounts == std::vector<std::int32_t>{6, 5, 4, 3, 2, 1});

  for (const int width : {20, 21}) {  // a dab in the middle
    const CellPoint middle{width / 2, 5};
    const int size = width % 2 == 0 ? 6 : 7;
    const AmountEdit dab =
        soft_stroke({middle, middle, size, BrushShape::round, 0, {}}, Plane::height, 1000, width, 30);
    CHECK(with_images(dab, middle_of(width, 30, Symmetry::left_right)).size() == 1);
    CHECK(with_images(dab, middle_of(width, 30, Symmetry::both)).size() == 2);
  }
}

TEST_CASE("a cell has one, two or four images") {
  CHECK(with_images(CellPoint{3, 4}, middle_of(10, 10, Symmetry::none)) == std::vector<CellPoint>{{3, 4}});
  CHECK(with_images(CellPoint{3, 4}, middle_of(10, 10, Symmetry::left_right)) ==
        std::vector<CellPoint>{{3, 4}, {6, 4}});
  CHECK(with_images(CellPoint{3, 4}, middle_of(10, 10, Symmetry::both)) ==
        std::vector<CellPoint>{{3, 4}, {6, 4}, {3, 5}, {6, 5}});
  CHECK(with_images(CellPoint{5, 4}, middle_of(11, 10, Symmetry::left_right)) == std::vector<CellPoint>{{5, 4}});
}

TEST_CASE("a frame is the rectangle without its inside, and no cell of it is covered twice") {
  for (const int thickness : {1, 2, 3, 5, 40}) {
    INFO("thickness " << thickness);
    const RectEdit whole{{12, 3}, {2, 9}, 1, {}};
    std::size_t count = 0;
    Cells covered;
    for (const RectEdit& part : outline_of(whole, thickness)) {
      Cells cells = cells_of(part, 20, 20);
      count += cells.size();
      covered.merge(cells);
    }
    CHECK(covered.size() == count);
    Cells expected;
    for (const auto& [x, y] : cells_of(whole, 20, 20)) {
      if (std::min({x - 2, 12 - x, y - 3, 9 - y}) < thickness) expected.insert({x, y});
    }
    CHECK(covered == expected);
  }
}

TEST_CASE(
    "a spray hits its share of the brush's cells, others at every dab, and is the same again for the same numbers") {
  const StrokeEdit stroke{{60, 60}, {60, 60}, 100, BrushShape::round, 1, {}};
  std::set<std::pair<int, int>> brush, hit;
  for (const Span& span : rasterise(stroke, 120, 120)) {
    for (int x = span.x_begin; x < span.x_end; ++x) brush.insert({x, span.y});
  }
  std::size_t hits = 0;
  constexpr std::uint32_t kDabs = 100;
  for (std::uint32_t i = 0; i < kDabs; ++i) {
    const Scatter scatter{Scatter::kAll / 50, 5, i};
    const StampEdit spray = scattered_stroke(stroke, scatter, 120, 120);
    REQUIRE(spray.cells != nullptr);
    CHECK(*spray.cells == *scattered_stroke(stroke, scatter, 120, 120).cells);
    for (int y = 0; y < spray.height; ++y) {
      for (int x = 0; x < spray.width; ++x) {
        if ((*spray.cells)[static_cast<std::size_t>(y * spray.width + x)] != stroke.element) continue;
        REQUIRE(brush.count({spray.at.x + x, spray.at.y + y}) == 1);
        hit.insert({spray.at.x + x, spray.at.y + y});
        ++hits;
      }
    }
  }
  // Binomial: within five standard deviations of the share; after 100 dabs 1 - 0.98^100 of the cells.
  const auto cells = static_cast<double>(brush.size());
  CHECK(static_cast<double>(hits) == Approx(cells * kDabs / 50).margin(5 * std::sqrt(cells * kDabs / 50)));
  CHECK(static_cast<double>(hit.size()) == Approx(cells * 0.867).epsilon(0.03));
}

TEST_CASE("a spray of everything is the stroke, and one of nearly nothing may miss") {
  const StrokeEdit stroke{{5, 5}, {30, 12}, 6, BrushShape::square, 0, std::uint8_t{3}};
  const StampEdit all = scattered_stroke(stroke, {Scatter::kAll, 1, 0}, 40, 40);
  std::size_t covered = 0, painted = 0;
  for (const Span& span : rasterise(stroke, 40, 40)) covered += static_cast<std::size_t>(span.x_end - span.x_begin);
  for (const std::uint8_t cell : *all.cells) painted += cell != all.transparent;
  CHECK(painted == covered);
  CHECK(scattered_stroke({{5, 5}, {5, 5}, 1, BrushShape::round, 1, {}}, {1, 1, 0}, 40, 40).cells == nullptr);
  CHECK(scattered_stroke({{500, 5}, {500, 5}, 9, BrushShape::round, 1, {}}, {Scatter::kAll, 1, 0}, 40, 40).cells ==
        nullptr);
}

TEST_CASE("scattered amounts drop as much on fewer cells") {
  const AmountEdit soft =
      soft_stroke({{60, 60}, {60, 60}, 101, BrushShape::round, 0, {}}, Plane::height, 1 << 16, 121, 121);
  std::int64_t dropped = 0;
  for (std::uint32_t i = 0; i < 40; ++i) dropped += sum_of(scattered(soft, {Scatter::kAll / 10, 2, i}));
  CHECK(static_cast<double>(dropped) / 40 == Approx(static_cast<double>(sum_of(soft))).epsilon(0.02));
  const AmountEdit once = scattered(soft, {Scatter::kAll / 10, 2, 0});
  const auto hit = std::ranges::count_if(*once.amounts, [](std::int32_t amount) { return amount != 0; });
  CHECK(static_cast<double>(hit) == Approx(0.1 * 101 * 101 * 3.14 / 4).epsilon(0.15));
}
