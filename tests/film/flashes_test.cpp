// How often a film flashes, measured on synthetic pictures of a screen.
#include "film/flashes.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

#include "render/looks.hpp"
#include "repose/rng.hpp"

namespace repose::test {

namespace {

constexpr int kRate = 60;

// The grey with that relative luminance.
std::uint32_t grey(double luminance) {
  const Color c = color_of(LinearColor{luminance, luminance, luminance});
  return static_cast<std::uint32_t>(c.r) << 16 | static_cast<std::uint32_t>(c.g) << 8 | c.b;
}

// Whether a square wave with so many periods a second is in its second half.
bool is_on(int picture, double per_second) { return std::fmod(picture * per_second / kRate, 1.0) >= 0.5; }

struct Film {
  int width = kFlashScreenWidth, height = kFlashScreenHeight, scale = 1;

  // Two seconds of a picture whose pixels are a function of picture number and position.
  FlashMeter play(const std::function<std::uint32_t(int picture, int x, int y)>& pixel) const {
    FlashMeter meter(width, height, scale, kRate);
    std::vector<std::uint32_t> picture(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (int number = 0; number < 2 * kRate; ++number) {
      std::size_t i = 0;
      for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) picture[i++] = pixel(number, x, y);
      }
      meter.add(picture);
    }
    return meter;
  }
};

// A block, enlarged, so that the tests are fast.
constexpr Film kBlock{kFlashBlockWidth / 4, kFlashBlockHeight / 4, 4};

}  // namespace

TEST_CASE("flashes are counted in the second that has the most of them") {
  for (const int per_second : {1, 2, 3, 4, 6, 10, 15, 20, 30}) {
    INFO(per_second);
    const FlashMeter meter =
        kBlock.play([&](int picture, int, int) { return is_on(picture, per_second) ? 0xffffffu : 0x202020u; });
    CHECK(meter.general().flashes == per_second);
    CHECK(meter.red().flashes == 0);
  }
}

TEST_CASE("a flash changes the luminance by a tenth, and its darker picture is below 0.8") {
  const auto flashes = [](double dark, double light) {
    return kBlock.play([&](int picture, int, int) { return grey(is_on(picture, 4) ? light : dark); }).general().flashes;
  };
  CHECK(flashes(0.30, 0.42) == 4);
  CHECK(flashes(0.30, 0.38) == 0);
  CHECK(flashes(0.78, 0.95) == 4);
  CHECK(flashes(0.82, 1.00) == 0);
}

TEST_CASE("a slow change in small steps is a change too") {
  const FlashMeter meter = kBlock.play([](int picture, int, int) {
    return grey(0.3 + 0.2 * std::sin(2 * 3.14159265 * 2 * picture / kRate));  // two a second
  });
  CHECK(meter.general().flashes == 2);
}

TEST_CASE("only flashes of more than a quarter of a block count, wherever it is, and at any scale") {
  const auto flashes = [](const Film& film, int left, int top, int side) {
    return film
        .play([&](int picture, int x, int y) {
          const bool is_inside = x >= left && x < left + side && y >= top && y < top + side;
          return is_inside && is_on(picture, 4) ? 0xffffffu : 0u;
        })
        .general()
        .flashes;
  };
  const Film screen{kFlashScreenWidth / 2, kFlashScreenHeight / 2, 1};
  CHECK(flashes(screen, 240, 160, 160) == 4);  // 25,600 pixels
  CHECK(flashes(screen, 240, 160, 140) == 0);  // 19,600
  const Film enlarged{kFlashScreenWidth / 3, kFlashScreenHeight / 3, 3};
  CHECK(flashes(enlarged, 200, 100, 54) == 4);  // 26,244 of the screen
  CHECK(flashes(enlarged, 200, 100, 46) == 0);  // 19,044
  // Two small ones at the same time count together if they are near each other.
  const auto pair = [&](int distance) {
    return screen
        .play([&](int picture, int x, int y) {
          const bool is_inside = y >= 200 && y < 320 && (x % distance) < 120 && x < distance + 120;
          return is_inside && is_on(picture, 4) ? 0xffffffu : 0u;
        })
        .general()
        .flashes;
  };
  CHECK(pair(160) == 4);
  CHECK(pair(390) == 0);
}

TEST_CASE("red flashes are measured beside the general ones") {
  const auto play = [](std::uint32_t one, std::uint32_t other) {
    return kBlock.play([=](int picture, int, int) { return is_on(picture, 4) ? one : other; });
  };
  const FlashMeter red = play(0xff0000, 0x400000);
  CHECK(red.red().flashes == 4);
  CHECK(red.general().flashes == 4);
  const FlashMeter dark_red = play(0x900000, 0x200000);  // changes the luminance by less than a tenth
  CHECK(dark_red.red().flashes == 4);
  CHECK(dark_red.general().flashes == 0);
  CHECK(play(0xb08080, 0x608080).red().flashes == 0);  // not saturated
  CHECK(play(0x300000, 0x200000).red().flashes == 0);  // too small a change
}

TEST_CASE("the flicker of single cells and a moving edge are no flashes") {
  const FlashMeter noise = Film{kFlashBlockWidth / 3, kFlashBlockHeight / 3, 3}.play([](int picture, int x, int y) {
    return random_u32(1, static_cast<std::uint32_t>(picture / 3), static_cast<std::uint32_t>(x),
                      static_cast<std::uint32_t>(y), 1) %
                       2 !=
                   0
               ? 0xffffffu
               : 0u;
  });
  CHECK(noise.general().flashes == 0);
  const FlashMeter edge = kBlock.play([](int picture, int x, int) { return x < picture ? 0xffffffu : 0u; });
  CHECK(edge.general().flashes == 0);
}

}  // namespace repose::test
