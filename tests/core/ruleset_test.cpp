#include <catch2/catch.hpp>

#include <cfenv>
#include <limits>
#include <utility>

#include "repose/ruleset.hpp"

using namespace repose;

TEST_CASE("densities become bytes as in sand.js") {
  const std::pair<double, int> kTable[] = {{0, 0},       {0.1, 26},   {0.3, 76},     {0.5, 128}, {0.7, 178},
                                           {0.9, 230},   {0.95, 242}, {0.999, 255},  {1, 255},   {-1, 0},
                                           {1e300, 255}, {-0.0, 0},   {1.0 / 510, 0}};
  for (const auto& [density, byte] : kTable) {
    INFO(density);
    CHECK(density_to_byte(density) == byte);
  }
  CHECK(density_to_byte(std::numeric_limits<double>::quiet_NaN()) == 0);
  CHECK(density_to_byte(std::numeric_limits<double>::infinity()) == 255);
  CHECK(density_to_byte(-std::numeric_limits<double>::infinity()) == 0);
}

TEST_CASE("the rounding mode of the thread does not matter") {
  for (int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST}) {
    std::fesetround(mode);
    const int half = density_to_byte(0.5);
    std::fesetround(FE_TONEAREST);
    CHECK(half == 128);
  }
}

TEST_CASE("of elements of one name the newest is found") {
  Ruleset ruleset;
  for (const char* name : {"air", "sand", "sand", "wall"}) {
    Element element;
    element.name = name;
    ruleset.elements.push_back(element);
  }
  CHECK(ruleset.find("sand") == std::uint8_t{2});
  CHECK(ruleset.find("air") == std::uint8_t{0});
  CHECK_FALSE(ruleset.find("Sand").has_value());
}

namespace {
// Element 0 is the background; 1 to 4 are heavier, 5 is as heavy, 6 a wall.
Ruleset seven_elements(std::vector<Reaction> reactions) {
  Ruleset ruleset;
  for (const int density : {30, 90, 90, 90, 90, 30, 255}) {
    ruleset.elements.emplace_back().density_byte = static_cast<std::uint8_t>(density);
  }
  ruleset.reactions = std::move(reactions);
  return ruleset;
}
}  // namespace

TEST_CASE("an element moves through the background when the last rule for the pair swaps them") {
  const Ruleset ruleset = seven_elements({{1, 0, 0, 1}, {0, 2, 2, 0}, {3, 0, 0, 3}, {3, 0, 3, 3}});
  CHECK_FALSE(moves_through_background(ruleset, 0));
  CHECK(moves_through_background(ruleset, 1));
  CHECK(moves_through_background(ruleset, 2));
  CHECK_FALSE(moves_through_background(ruleset, 3));
  CHECK_FALSE(moves_through_background(ruleset, 4));  // no rule
}

TEST_CASE("what changes, fades or leaves a trail while it moves counts as moving; what changes in place does not") {
  const Ruleset ruleset = seven_elements({{0, 1, 2, 0}, {2, 0, 0, 0}, {3, 0, 4, 3}, {4, 0, 3, 1}});
  CHECK(moves_through_background(ruleset, 1));        // becomes 2 on the way
  CHECK(moves_through_background(ruleset, 2));        // fades
  CHECK(moves_through_background(ruleset, 3));        // leaves 4 behind
  CHECK_FALSE(moves_through_background(ruleset, 4));  // a spring of 1
}

TEST_CASE("walls and what is as heavy as the background do not move through it, whatever the rules say") {
  const Ruleset ruleset = seven_elements({{5, 0, 0, 5}, {6, 0, 0, 6}});
  CHECK_FALSE(moves_through_background(ruleset, 5));
  CHECK_FALSE(moves_through_background(ruleset, 6));
}
