// The activity of the ledger: which events count as what, and how activity fades.
#include "core/copies.hpp"
#include "core/ledger.hpp"
#include "repose/rng.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

constexpr std::uint8_t kNothing = 0, kSand = 1, kAcid = 2, kSmoke = 3;

// The latest event of the cell at (x, 0) in a world of one row.
std::optional<ActivityKind> latest(const ActivityMap& activity, int x) {
  for (const ActivityKind kind :
       {ActivityKind::made, ActivityKind::destroyed, ActivityKind::converted, ActivityKind::moved}) {
    if (activity.view().age(static_cast<std::size_t>(x), kind) == 0) return kind;
  }
  return std::nullopt;
}

ActivityMap row_of(int width) {
  ActivityMap activity;
  REQUIRE(activity.keep(true, width, 1));
  activity.pass(1);
  return activity;
}

}  // namespace

TEST_CASE("every cell of an event gets the activity of what happened to it, and the background counts as empty") {
  struct Case {
    std::uint8_t from[2], to[2];
    std::optional<ActivityKind> activity[2];
  };
  const Case cases[] = {
      {{kSand, kNothing}, {kNothing, kSand}, {ActivityKind::moved, ActivityKind::moved}},
      {{kSand, kAcid}, {kAcid, kSand}, {ActivityKind::moved, ActivityKind::moved}},
      {{kSand, kAcid}, {kNothing, kAcid}, {ActivityKind::destroyed, std::nullopt}},
      {{kNothing, kAcid}, {kSmoke, kAcid}, {ActivityKind::made, std::nullopt}},
      {{kSand, kAcid}, {kSmoke, kAcid}, {ActivityKind::converted, std::nullopt}},
      {{kAcid, kSand}, {kNothing, kAcid}, {ActivityKind::moved, ActivityKind::destroyed}},
      {{kAcid, kSand}, {kSmoke, kAcid}, {ActivityKind::made, ActivityKind::destroyed}},
      {{kSand, kAcid}, {kSand, kAcid}, {std::nullopt, std::nullopt}},
      {{kSand, kSand}, {kSmoke, kNothing}, {ActivityKind::converted, ActivityKind::destroyed}},
  };
  for (const Case& one : cases) {
    ActivityMap activity = row_of(2);
    activity.meet({0, 0}, {1, 0}, one.from[0], one.from[1], one.to[0], one.to[1]);
    INFO(int{one.from[0]} << int{one.from[1]} << " to " << int{one.to[0]} << int{one.to[1]});
    CHECK((latest(activity, 0) == one.activity[0]));
    CHECK((latest(activity, 1) == one.activity[1]));
  }
}

TEST_CASE("a cell that changes without a partner is made, destroyed or converted") {
  ActivityMap activity = row_of(4);
  activity.become({0, 0}, kNothing, kSand);
  activity.become({1, 0}, kSand, kNothing);
  activity.become({2, 0}, kSand, kSmoke);
  activity.become({3, 0}, kSand, kSand);
  CHECK((latest(activity, 0) == ActivityKind::made));
  CHECK((latest(activity, 1) == ActivityKind::destroyed));
  CHECK((latest(activity, 2) == ActivityKind::converted));
  CHECK_FALSE(latest(activity, 3).has_value());
}

TEST_CASE("activity ages with the steps, whichever way they are counted, and is forgotten in the end") {
  for (const std::uint64_t stride : {1, 3, 7, 100}) {
    ActivityMap activity = row_of(1);
    for (int round = 0; round < 5; ++round) {  // beyond the overflow of its clock
      activity.note({0, 0}, ActivityKind::converted);
      for (std::uint64_t age = stride; age < 400; age += stride) {
        activity.pass(stride);
        const int told = activity.view().age(0, ActivityKind::converted);
        INFO("stride " << stride << ", age " << age);
        if (age < kActivitySteps) REQUIRE(told == static_cast<int>(age));
        if (age >= kActivitySteps) REQUIRE(told >= kActivitySteps);
      }
      CHECK(activity.view().age(0, ActivityKind::made) >= kActivitySteps);
    }
  }
}

TEST_CASE("after many steps at once there is no activity, and new events are recorded") {
  ActivityMap activity = row_of(1);
  activity.note({0, 0}, ActivityKind::made);
  activity.pass(std::uint64_t{1} << 40);
  CHECK(activity.view().age(0, ActivityKind::made) >= kActivitySteps);
  activity.note({0, 0}, ActivityKind::made);
  CHECK(activity.view().age(0, ActivityKind::made) == 0);
}

TEST_CASE("there is activity only while it is kept, and none in another world") {
  ActivityMap activity;
  activity.pass(3);
  CHECK_FALSE(activity.view().present());
  REQUIRE(activity.keep(true, 3, 2));
  activity.note({2, 1}, ActivityKind::made);
  activity.begin_again(4, 4);
  REQUIRE(activity.view().present());
  for (std::size_t cell = 0; cell < 16; ++cell) CHECK(activity.view().age(cell, ActivityKind::made) >= kActivitySteps);
  REQUIRE(activity.keep(false, 0, 0));
  CHECK_FALSE(activity.view().present());
  activity.begin_again(4, 4);
  CHECK_FALSE(activity.view().present());
}

}  // namespace repose::test

namespace repose::test::activity_copy_test {

// A copy of activity equals what it was taken from, also when only what is new was copied; blocks hold the latest times
// of their cells.

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
