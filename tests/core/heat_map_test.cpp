// The heat of the ledger: what counts as what, and how it fades.
#include "core/heat_map.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

constexpr std::uint8_t kNothing = 0, kSand = 1, kAcid = 2, kSmoke = 3;

// Of the cell at (x, 0) in a world of one row.
std::optional<HeatKind> latest(const HeatMap& heat, int x) {
  for (const HeatKind kind : {HeatKind::made, HeatKind::destroyed, HeatKind::turned, HeatKind::moved}) {
    if (heat.view().age(static_cast<std::size_t>(x), kind) == 0) return kind;
  }
  return std::nullopt;
}

HeatMap row_of(int width) {
  HeatMap heat;
  REQUIRE(heat.keep(true, width, 1));
  heat.pass(1);
  return heat;
}

}  // namespace

TEST_CASE("every cell of an event gets the heat of what happened to it, and the background counts as nothing") {
  struct Case {
    std::uint8_t from[2], to[2];
    std::optional<HeatKind> heat[2];
  };
  const Case cases[] = {
      {{kSand, kNothing}, {kNothing, kSand}, {HeatKind::moved, HeatKind::moved}},
      {{kSand, kAcid}, {kAcid, kSand}, {HeatKind::moved, HeatKind::moved}},
      {{kSand, kAcid}, {kNothing, kAcid}, {HeatKind::destroyed, std::nullopt}},
      {{kNothing, kAcid}, {kSmoke, kAcid}, {HeatKind::made, std::nullopt}},
      {{kSand, kAcid}, {kSmoke, kAcid}, {HeatKind::turned, std::nullopt}},
      {{kAcid, kSand}, {kNothing, kAcid}, {HeatKind::moved, HeatKind::destroyed}},
      {{kAcid, kSand}, {kSmoke, kAcid}, {HeatKind::made, HeatKind::destroyed}},
      {{kSand, kAcid}, {kSand, kAcid}, {std::nullopt, std::nullopt}},
      {{kSand, kSand}, {kSmoke, kNothing}, {HeatKind::turned, HeatKind::destroyed}},
  };
  for (const Case& one : cases) {
    HeatMap heat = row_of(2);
    heat.meet({0, 0}, {1, 0}, one.from[0], one.from[1], one.to[0], one.to[1]);
    INFO(int{one.from[0]} << int{one.from[1]} << " to " << int{one.to[0]} << int{one.to[1]});
    CHECK((latest(heat, 0) == one.heat[0]));
    CHECK((latest(heat, 1) == one.heat[1]));
  }
}

TEST_CASE("what becomes something else for itself is made, destroyed or turned") {
  HeatMap heat = row_of(4);
  heat.become({0, 0}, kNothing, kSand);
  heat.become({1, 0}, kSand, kNothing);
  heat.become({2, 0}, kSand, kSmoke);
  heat.become({3, 0}, kSand, kSand);
  CHECK((latest(heat, 0) == HeatKind::made));
  CHECK((latest(heat, 1) == HeatKind::destroyed));
  CHECK((latest(heat, 2) == HeatKind::turned));
  CHECK_FALSE(latest(heat, 3).has_value());
}

TEST_CASE("heat ages with the steps, whichever way they are counted, and is forgotten in the end") {
  for (const std::uint64_t stride : {1, 3, 7, 100}) {
    HeatMap heat = row_of(1);
    for (int round = 0; round < 5; ++round) {  // past the end of its clock
      heat.note({0, 0}, HeatKind::turned);
      for (std::uint64_t age = stride; age < 400; age += stride) {
        heat.pass(stride);
        const int told = heat.view().age(0, HeatKind::turned);
        INFO("stride " << stride << ", age " << age);
        if (age < kHeatSteps) REQUIRE(told == static_cast<int>(age));
        if (age >= kHeatSteps) REQUIRE(told >= kHeatSteps);
      }
      CHECK(heat.view().age(0, HeatKind::made) >= kHeatSteps);
    }
  }
}

TEST_CASE("many steps at once leave a cold world, in which things can happen") {
  HeatMap heat = row_of(1);
  heat.note({0, 0}, HeatKind::made);
  heat.pass(std::uint64_t{1} << 40);
  CHECK(heat.view().age(0, HeatKind::made) >= kHeatSteps);
  heat.note({0, 0}, HeatKind::made);
  CHECK(heat.view().age(0, HeatKind::made) == 0);
}

TEST_CASE("heat is there only while it is kept, and another world is cold") {
  HeatMap heat;
  heat.pass(3);
  CHECK_FALSE(heat.view().present());
  REQUIRE(heat.keep(true, 3, 2));
  heat.note({2, 1}, HeatKind::made);
  heat.begin_again(4, 4);
  REQUIRE(heat.view().present());
  for (std::size_t cell = 0; cell < 16; ++cell) CHECK(heat.view().age(cell, HeatKind::made) >= kHeatSteps);
  REQUIRE(heat.keep(false, 0, 0));
  CHECK_FALSE(heat.view().present());
  heat.begin_again(4, 4);
  CHECK_FALSE(heat.view().present());
}

}  // namespace repose::test
