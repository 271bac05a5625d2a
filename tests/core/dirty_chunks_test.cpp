#include "core/chunks.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

using namespace repose;

namespace {

constexpr int kMany = 100;

DirtyChunks resting(int width, int height) {
  DirtyChunks dirty(width, height);
  for (const CellArea& area : dirty.find_areas(kReach, kMany, kMany)) dirty.begin(area, std::nullopt);
  REQUIRE(dirty.find_areas(kReach, kMany, kMany).empty());
  return dirty;
}

bool same(const CellArea& a, const CellArea& b) {
  return a.x_begin == b.x_begin && a.y_begin == b.y_begin && a.x_end == b.x_end && a.y_end == b.y_end;
}

}  // namespace

TEST_CASE("all of a new world can change, in areas no larger than asked for") {
  DirtyChunks dirty(5 * kChunkWidth - 3, 4 * kChunkHeight - 5);
  CHECK(dirty.cells_in_reach(kReach) == std::uint64_t{5 * kChunkWidth - 3} * (4 * kChunkHeight - 5));
  std::vector<int> seen(std::size_t{5 * kChunkWidth} * 4 * kChunkHeight);
  for (const CellArea& area : dirty.find_areas(kReach, 2, 3)) {
    CHECK(area.x_end - area.x_begin <= 2 * kChunkWidth);
    CHECK(area.y_end - area.y_begin <= 3 * kChunkHeight);
    for (int y = area.y_begin; y < area.y_end; ++y) {
      for (int x = area.x_begin; x < area.x_end; ++x) ++seen[static_cast<std::size_t>(y * 5 * kChunkWidth + x)];
    }
  }
  CHECK(*std::max_element(seen.begin(), seen.end()) == 1);
  CHECK(std::count(seen.begin(), seen.end(), 1) == (5 * kChunkWidth - 3) * (4 * kChunkHeight - 5));
}

TEST_CASE("around a cell that has changed, what is within reach can change, and nothing else") {
  DirtyChunks dirty = resting(6 * kChunkWidth, 6 * kChunkHeight);
  dirty.mark({200, 80, 201, 81});
  const auto& areas = dirty.find_areas(kReach, kMany, kMany);
  REQUIRE(areas.size() == 1);
  CHECK(same(areas[0], {198, 78, 203, 83}));
  CHECK(dirty.cells_in_reach(kReach) == 25);
}

TEST_CASE("reach ends at the edges of the world") {
  DirtyChunks dirty = resting(70, 40);
  dirty.mark({69, 39, 70, 40});
  const auto& areas = dirty.find_areas(kReach, kMany, kMany);
  REQUIRE(areas.size() == 1);
  CHECK(same(areas[0], {67, 37, 70, 40}));
}

TEST_CASE("what has changed under one bias is looked at until both have passed over it") {
  DirtyChunks dirty = resting(300, 300);
  dirty.mark({100, 100, 101, 101});
  const auto pass = [&](Bias bias) {
    const std::vector<CellArea> areas = dirty.find_areas(kReach, kMany, kMany);
    for (const CellArea& area : areas) dirty.begin(area, bias);
    return areas.size();
  };
  CHECK(pass(Bias::left) == 1);
  CHECK(pass(Bias::left) == 1);  // the same bias again says nothing about the other
  CHECK(pass(Bias::right) == 1);
  CHECK(pass(Bias::left) == 0);
}

TEST_CASE("changes that are recorded while an area is stepped count for the next pass") {
  DirtyChunks dirty = resting(300, 300);
  dirty.mark({100, 100, 101, 101});
  for (const CellArea& area : dirty.find_areas(kReach, kMany, kMany)) dirty.begin(area, Bias::left);
  dirty.record(1, 3, std::uint64_t{5} << 36, std::uint32_t{1} << 5);  // columns 100 and 102 of row 101
  const auto& areas = dirty.find_areas(kReach, kMany, kMany);
  REQUIRE(areas.size() == 1);
  CHECK(same(areas[0], {98, 98, 105, 104}));
}
