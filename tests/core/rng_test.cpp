#include <catch2/catch.hpp>

#include <array>
#include <vector>

#include "repose/rng.hpp"

using namespace repose;

// The table was computed by an independent program (Python integers).
TEST_CASE("random numbers are those of the table") {
  CHECK(mix32(0) == 0x0u);
  CHECK(mix32(1) == 0x688990c0u);
  CHECK(mix32(0xffffffffu) == 0x6768824au);
  CHECK(random_u32(0, 0, 0, 0, 1) == 0x4beb7506u);
  CHECK(random_u32(1, 0, 0, 0, 1) == 0x751b2aefu);
  CHECK(random_u32(1, 0, 1, 0, 1) == 0x0de33ce6u);
  CHECK(random_u32(1, 0, 0, 1, 1) == 0x0787c4cdu);
  CHECK(random_u32(1, 1, 0, 0, 1) == 0x15571a77u);
  CHECK(random_u32(1, 0, 0, 0, 2) == 0xf06dbeb1u);
  CHECK(random_u32(std::uint64_t{1} << 32, 0, 0, 0, 1) == 0x5a56bbd6u);
  CHECK(random_u32(0xdeadbeefcafef00du, 123456, 16383, 8191, 2) == 0x9cfb15cfu);
}

TEST_CASE("random numbers can be computed at compile time") {
  static_assert(random_u32(1, 0, 0, 0, 1) == 0x751b2aefu);
  static_assert(below(0xffffffffu, 6) == 5);
  static_assert(below(0, 6) == 0);
  SUCCEED();
}

TEST_CASE("below spreads evenly and stays below") {
  constexpr std::uint32_t kSides = 7, kThrows = 70000;
  std::array<int, kSides> counts{};
  for (std::uint32_t i = 0; i < kThrows; ++i) ++counts.at(below(random_u32(5, 0, i, 0, 1), kSides));
  // 10 000 each. The standard deviation of a count is 93, and a deviation of 5 times that is practically impossible.
  for (int count : counts) CHECK(std::abs(count - 10000) < 465);
}

TEST_CASE("neighbouring cells share no pattern") {
  // Among n independent pairs the top bits agree in n/2 cases, standard deviation sqrt(n)/2 = 128.
  constexpr int kSide = 256;
  int agree_x = 0, agree_y = 0, agree_step = 0;
  for (std::uint32_t y = 0; y < kSide; ++y) {
    for (std::uint32_t x = 0; x < kSide; ++x) {
      const std::uint32_t here = random_u32(1, 0, x, y, 1) >> 31;
      agree_x += here == random_u32(1, 0, x + 1, y, 1) >> 31;
      agree_y += here == random_u32(1, 0, x, y + 1, 1) >> 31;
      agree_step += here == random_u32(1, 1, x, y, 1) >> 31;
    }
  }
  for (int agree : {agree_x, agree_y, agree_step}) CHECK(std::abs(agree - kSide * kSide / 2) < 5 * 128);
}
