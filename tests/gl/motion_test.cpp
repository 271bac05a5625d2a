// How matter in motion looks: streaks, streams, gaps in thin liquids, foam, smoke. The same in shaders and painter.
#include <algorithm>

#include "view_support.hpp"

namespace repose::test::motion_test {

namespace {

constexpr Looks kMotionOnly{.grain = false, .depth_tint = false, .glow = false};

// A picture of one pixel a cell, by the painter.
Shot picture(const World& world, const Looks& looks, std::uint64_t step = 0) {
  CellView view = memory_view(world);
  view.step = step;
  return painted_shot(view, camera_for(world.width(), world.height(), world), looks);
}

bool same(const World& world, const Looks& looks) {
  Looks without = looks;
  without.motion = false;
  return picture(world, looks).rgb == picture(world, without).rgb;
}

void fill(World& world, int left, int top, int right, int bottom, std::uint8_t element) {
  for (int y = top; y <= bottom; ++y) {
    for (int x = left; x <= right; ++x) world.cell(x, y) = element;
  }
}

// Air, a floor in the lowest row, and everything that falls in all densities.
World shower(int width, int height) {
  World world = noise(width, height, 40);
  for (std::uint8_t& cell : world.cells()) cell = cell < 6 ? cell : 0;
  fill(world, width / 2, height * 2 / 3, width - 1, height - 2, 2);
  fill(world, 0, height - 1, width - 1, height - 1, 4);
  return world;
}

// Codes that are the elements themselves, 16 cells a texel.
std::vector<std::uint32_t> packed(const World& world) {
  std::vector<std::uint32_t> words(world.cells().size() / 4);
  for (std::size_t i = 0; i < world.cells().size(); ++i) {
    words[i / 4] |= std::uint32_t{world.cells()[i]} << (8 * (i % 4));
  }
  return words;
}

}  // namespace

TEST_CASE("a ladder of falling water is drawn as one stream, and a ladder of sand as a thread") {
  World world(16, 32);
  fill(world, 0, 31, 15, 31, 4);
  for (int y = 0; y < 31; y += 2) {
    world.cell(4, y) = 2;
    world.cell(10, y) = 1;
  }
  const Shot shot = picture(world, kMotionOnly), without = picture(world, kPlain);
  const Color water = test_palette()[2].color, sand = test_palette()[1].color;
  for (int y = 2; y < 28; ++y) {
    INFO(y);
    CHECK(shot.color(4, y) == water);
    if (y % 2 == 0) CHECK(shot.color(10, y) == sand);
    if (y % 2 == 1) CHECK(shot.color(10, y).r > 90);
    CHECK(shot.at(3, y) == without.at(3, y));
    CHECK(shot.at(11, y) == without.at(11, y));
  }
}

TEST_CASE("a drop and a grain leave a streak above them that fades, and nothing below") {
  World world(16, 32);
  world.cell(4, 16) = 2;
  world.cell(10, 16) = 1;
  const Shot shot = picture(world, kMotionOnly);
  const int dark = brightness(test_palette()[0].color);
  for (const int x : {4, 10}) {
    for (int y = 12; y < 16; ++y) CHECK(brightness(shot.color(x, y)) < brightness(shot.color(x, y + 1)));
    CHECK(brightness(shot.color(x, 12)) > dark);
    CHECK(brightness(shot.color(x, 11)) == dark);
    CHECK(brightness(shot.color(x, 17)) == dark);
  }
}

TEST_CASE("what rests is drawn as it is: checkerboards of walls, leaves and gaps, heaps, a lake") {
  World world(64, 64);
  for (int y = 0; y < 24; ++y) {
    for (int x = y % 2; x < 64; x += 2) world.cell(x, y) = 4;
  }
  fill(world, 0, 63, 63, 63, 4);
  for (int x = 0; x < 20; ++x) fill(world, x, 62 - std::min(x, 19 - x), x, 62, 1);
  for (int x = 22; x < 32; x += 2) fill(world, x, 40, x, 62, 1);  // columns of powder
  fill(world, 33, 40, 33, 62, 4);
  fill(world, 34, 44, 63, 62, 2);
  CHECK(same(world, kMotionOnly));
  CHECK(same(world, Looks{}));
}

TEST_CASE("elements that do not fall, and elements of the density view, leave no streaks") {
  World world(16, 32);
  for (int y = 0; y < 31; y += 2) world.cell(4, y) = 2;
  Palette palette = test_palette();
  palette[2].falls = false;
  const Camera camera = camera_for(16, 32, world);
  CHECK(painted_shot(memory_view(world), camera, kMotionOnly, palette).rgb ==
        painted_shot(memory_view(world), camera, kPlain, palette).rgb);
}

TEST_CASE("a gap in the top row of a liquid is half filled, and a hole in it is a bubble") {
  World world(16, 16);
  fill(world, 0, 8, 15, 15, 2);
  fill(world, 0, 7, 6, 7, 2);
  fill(world, 8, 7, 15, 7, 2);
  world.cell(4, 12) = 0;
  const Shot shot = picture(world, Looks{});
  const int dark = brightness(test_palette()[0].color);
  CHECK(brightness(shot.color(7, 7)) > dark + 60);
  CHECK(brightness(shot.color(7, 7)) < brightness(shot.color(6, 7)));
  CHECK(shot.color(4, 12).b > 90);
  CHECK(brightness(shot.color(7, 6)) < dark + 20);
}

TEST_CASE("water foams where water falls on it, and nowhere else") {
  World world(32, 32);
  fill(world, 0, 20, 31, 31, 2);
  World falling = world;
  falling.cell(16, 17) = 2;
  const Shot calm = picture(world, kMotionOnly), foamy = picture(falling, kMotionOnly);
  CHECK(brightness(foamy.color(16, 20)) > brightness(calm.color(16, 20)) + 60);
  for (const int x : {4, 10, 22}) CHECK(foamy.at(x, 20) == calm.at(x, 20));
}

TEST_CASE("a hole that rises through a lake does not make the water above it a stream") {
  World world(32, 32), full(32, 32);
  fill(world, 0, 4, 31, 31, 2);
  fill(full, 0, 4, 31, 31, 2);
  world.cell(12, 20) = 0;
  const Looks looks{.grain = false, .glow = false};
  const Shot shot = picture(world, looks), calm = picture(full, looks);
  CHECK(differing(shot, calm, 60) == 0);
}

TEST_CASE("things in a lake, and air trapped below them, leave no light stripe in its depth") {
  World world(9, 40);
  fill(world, 0, 2, 8, 39, 2);
  fill(world, 4, 14, 4, 16, 4);
  world.cell(4, 17) = 0;
  const Shot shot = picture(world, {.grain = false, .glow = false, .motion = false});
  int below = 0, others = 0;  // sums of 22 cells
  for (int y = 18; y < 40; ++y) {
    below += brightness(shot.color(4, y));
    others += (brightness(shot.color(1, y)) + brightness(shot.color(7, y))) / 2;
  }
  CHECK(std::abs(below - others) < 22 * 15);
}

TEST_CASE("a ceiling over the air above a pool does not make the pool darker") {
  World open(24, 40);
  fill(open, 0, 24, 23, 39, 2);
  World roofed = open;
  fill(roofed, 6, 0, 17, 8, 4);
  const Looks looks{.grain = false, .glow = false, .motion = false};
  const Shot free = picture(open, looks), under = picture(roofed, looks);
  for (int y = 24; y < 40; ++y) {
    for (int x = 0; x < 24; ++x) CHECK(free.at(x, y) == under.at(x, y));
  }
}

TEST_CASE("the texture of what falls falls with it") {
  World high(8, 64), low(8, 64);
  for (int y = 10; y < 20; y += 2) {
    high.cell(3, y) = low.cell(3, y + 20) = 1;
    high.cell(5, y) = low.cell(5, y + 20) = 1;
  }
  const Looks grain{.depth_tint = false, .glow = false};
  const Shot before = picture(high, grain, 100), after = picture(low, grain, 120);
  for (int y = 5; y < 20; ++y) CHECK(before.at(3, y) == after.at(3, y + 20));
  CHECK(before.at(3, 10) != before.at(3, 12));
}

TEST_CASE("gaps in smoke are filled") {
  World world(16, 16);
  for (int y = 4; y < 12; ++y) {
    for (int x = 4 + y % 2; x < 12; x += 2) world.cell(x, y) = 3;
  }
  const Shot shot = picture(world, kMotionOnly);
  CHECK(brightness(shot.color(7, 8)) > brightness(test_palette()[0].color) + 80);
  CHECK(brightness(shot.color(2, 8)) == brightness(test_palette()[0].color));
}

TEST_CASE("shaders and painter draw the same motion, in part and whole, in memory and in textures") {
  REPOSE_NEEDS_GL();
  const World world = shower(160, 120);
  const Texture texture = texture_of(world);
  CellView view = memory_view(world, 9), from_texture{160, 120, 9, TextureCells{.cells = texture.name()}};
  const Texture codes(kTexelRgba32ui, 10, 120, "codes"), elements(kTexelRgba8, 256, 1, "elements by code");
  codes.write(0, 0, 10, 120, packed(world).data(), 10);
  std::vector<std::uint8_t> own(256 * 4);
  for (std::size_t code = 0; code < 256; ++code) own[code * 4] = static_cast<std::uint8_t>(code);
  elements.write(0, 0, 256, 1, own.data(), 256);
  CellView from_codes{160, 120, 9, TextureCells{CellTexels::codes_8, codes.name(), elements.name()}};
  view.step = from_texture.step = from_codes.step = 77;
  Screen screen(320, 240);
  Camera camera = camera_for(320, 240, world);
  Looks all;
  all.glow = false;  // the painter's is another one
  for (const double zoom : {1.0, 3.0, 2.0}) {
    camera.zoom_at({200, 190}, zoom);
    for (const Looks& looks : {all, kMotionOnly}) {
      const Shot shot = screen.draw(view, camera, looks);
      CHECK(differing(shot, painted_shot(view, camera, looks), 2) == 0);
      CHECK(differing(shot, screen.draw(from_texture, camera, looks), 0) == 0);
      CHECK(differing(shot, screen.draw(from_codes, camera, looks), 0) == 0);
      CHECK(differing(shot, screen.draw(view, camera, kPlain), 8) > 3000);
    }
  }
}

}  // namespace repose::test::motion_test
