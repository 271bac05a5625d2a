#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

#include "core/chunks.hpp"

using namespace repose;

namespace {

// One step in which exactly the chunks of `changing` change.
void step(ChunkFlags& flags, Bias bias, const std::vector<std::pair<int, int>>& changing = {}) {
  for (const ChunkRun& run : flags.find_awake()) {
    for (int column = run.column_begin; column < run.column_end; ++column) {
      bool changed = false;
      for (const auto& [c, r] : changing) changed |= c == column && r == run.row;
      flags.record(column, run.row, bias, changed);
    }
  }
}

std::uint64_t chunks(std::uint64_t count) { return count * kChunkWidth * kChunkHeight; }

ChunkFlags resting_flags(int columns, int rows) {
  ChunkFlags flags(columns * kChunkWidth, rows * kChunkHeight);
  step(flags, Bias::left);
  step(flags, Bias::right);
  return flags;
}

}  // namespace

TEST_CASE("cells are counted to the edge of the world only") {
  CHECK(ChunkFlags(1, 1).awake_cells() == 1);
  CHECK(ChunkFlags(kChunkWidth + 1, kChunkHeight + 1).awake_cells() == (kChunkWidth + 1) * (kChunkHeight + 1));
}

TEST_CASE("chunks sleep after an unchanged step of each bias, not of one") {
  ChunkFlags flags(5 * kChunkWidth, 5 * kChunkHeight);
  step(flags, Bias::left);
  step(flags, Bias::left);
  step(flags, Bias::left);
  CHECK(flags.awake_cells() == chunks(25));
  step(flags, Bias::right);
  CHECK(flags.awake_cells() == 0);
  CHECK(flags.find_awake().empty());
}

TEST_CASE("a write wakes its chunk and the chunks around it") {
  ChunkFlags flags = resting_flags(5, 5);
  flags.wake(2 * kChunkWidth, 2 * kChunkHeight, 2 * kChunkWidth + 1, 2 * kChunkHeight + 1);
  CHECK(flags.awake_cells() == chunks(9));
  const auto& runs = flags.find_awake();
  REQUIRE(runs.size() == 3);
  for (const ChunkRun& run : runs) CHECK((run.column_begin == 1 && run.column_end == 4));
  step(flags, Bias::right);
  step(flags, Bias::left);
  CHECK(flags.awake_cells() == 0);
}

TEST_CASE("wide worlds are handed out in runs of limited length") {
  ChunkFlags flags((2 * kRunChunksMax + 1) * kChunkWidth, kChunkHeight);
  const auto& runs = flags.find_awake();
  REQUIRE(runs.size() == 3);
  CHECK(runs[1].column_begin == kRunChunksMax);
  CHECK(runs[2].column_end - runs[2].column_begin == 1);
}

TEST_CASE("a change away from the edges of its chunk wakes no other chunk") {
  ChunkFlags flags = resting_flags(5, 5);
  const auto step_with = [&](Bias bias, const ChunkChange& change) {
    for (const ChunkRun& run : flags.find_awake()) {
      for (int column = run.column_begin; column < run.column_end; ++column) {
        flags.record(column, run.row, bias, column == 2 && run.row == 2 ? change : ChunkChange{});
      }
    }
  };
  flags.wake(2 * kChunkWidth, 2 * kChunkHeight, 2 * kChunkWidth + 1, 2 * kChunkHeight + 1);
  const ChunkChange inside{true, false, false, false, false};
  for (int i = 0; i < 4; ++i) step_with(i % 2 == 0 ? Bias::left : Bias::right, inside);
  CHECK(flags.awake_cells() == chunks(1));
  step_with(Bias::left, {true, true, false, false, false});
  CHECK(flags.awake_cells() == chunks(2));  // the one to the left
  step_with(Bias::right, {true, true, false, true, false});
  CHECK(flags.awake_cells() == chunks(4));  // above, and the one that shares the corner
  step_with(Bias::left, inside);
  CHECK(flags.awake_cells() == chunks(4));  // the right-biased step is still missing
  step_with(Bias::right, inside);
  CHECK(flags.awake_cells() == chunks(1));
  step_with(Bias::left, {true, false, true, false, true});
  CHECK(flags.awake_cells() == chunks(4));
  step_with(Bias::right, {});
  step_with(Bias::left, {});
  CHECK(flags.awake_cells() == 0);
}

// ---- changed cells ----

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
