// A copy of activity equals what it was taken from, also when only what is new was copied; blocks hold the latest times
// of their cells.
#include "core/copies.hpp"
#include "core/ledger.hpp"
#include "repose/rng.hpp"
#include "support.hpp"

namespace repose::test::activity_copy_test {

namespace {

constexpr int kWidth = 71, kHeight = 45;  // no multiples of a block

std::vector<std::uint8_t> times_of(const std::uint8_t* times, int width, int height) {
  return {times, times + kActivityKindCount * static_cast<std::size_t>(width) * static_cast<std::size_t>(height)};
}

// The latest times of the blocks, from those of the cells.
std::vector<std::uint8_t> expected_blocks(const ActivityView& view, int side) {
  const int columns = activity_blocks(kWidth, side), rows = activity_blocks(kHeight, side);
  std::vector<std::uint8_t> blocks(kActivityKindCount * static_cast<std::size_t>(columns * rows));
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      for (std::size_t kind = 0; kind < kActivityKindCount; ++kind) {
        std::uint8_t& latest =
            blocks[kActivityKindCount * static_cast<std::size_t>(y / side * columns + x / side) + kind];
        latest = std::max(latest, view.times[kActivityKindCount * static_cast<std::size_t>(y * kWidth + x) + kind]);
      }
    }
  }
  return blocks;
}

void check_same(const ActivityView& copy, const ActivityView& view) {
  REQUIRE(copy.now == view.now);
  REQUIRE(times_of(copy.times, kWidth, kHeight) == times_of(view.times, kWidth, kHeight));
  for (std::size_t i = 0; i < kActivityBlocks.size(); ++i) {
    const int columns = activity_blocks(kWidth, kActivityBlocks[i]),
              rows = activity_blocks(kHeight, kActivityBlocks[i]);
    REQUIRE(times_of(view.blocks[i], columns, rows) == expected_blocks(view, kActivityBlocks[i]));
    REQUIRE(times_of(copy.blocks[i], columns, rows) == times_of(view.blocks[i], columns, rows));
  }
}

}  // namespace

TEST_CASE("a copy of activity equals the activity, whatever has happened since the copy before") {
  ActivityMap map;
  REQUIRE(map.keep(true, kWidth, kHeight));
  ActivityCopy copies[2];  // as while steps run in the background: each is taken every second time
  std::uint32_t roll = 0;
  const auto dice = [&](int below_this) {
    return static_cast<int>(below(random_u32(7, ++roll, 0, 0, 0), static_cast<std::uint32_t>(below_this)));
  };
  for (int i = 0; i < 400; ++i) {
    for (int events = dice(6); events > 0; --events)
      map.note({dice(kWidth), dice(kHeight)}, static_cast<ActivityKind>(dice(kActivityKindCount)));
    if (dice(3) > 0) map.pass(static_cast<std::uint64_t>(dice(9)));
    if (dice(100) == 0) REQUIRE(map.keep(true, kWidth, kHeight));
    ActivityCopy& copy = copies[i % 2];
    copy.take(map.view(), kWidth, kHeight);
    CAPTURE(i);
    check_same(copy.view(), map.view());
  }
}

TEST_CASE("the copy of activity that is not kept shows none") {
  ActivityMap map;
  REQUIRE(map.keep(true, 8, 8));
  ActivityCopy copy;
  copy.take(map.view(), 8, 8);
  CHECK(copy.view().present());
  copy.take(ActivityView{}, 8, 8);
  CHECK_FALSE(copy.view().present());
  copy.take(map.view(), 8, 8);
  CHECK(copy.view().present());
}

}  // namespace repose::test::activity_copy_test
