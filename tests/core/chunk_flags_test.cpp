#include "core/chunks.hpp"

#include <catch2/catch.hpp>

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
