// Pictures of the fields: constants of the shading, and shaders against the painter.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "automata/field/gpu_field.hpp"
#include "automata/field_support.hpp"
#include "render/field_shading.hpp"
#include "view_support.hpp"

namespace repose::test::field_view_test {
namespace {

Palette field_palette() {
  Palette palette;
  palette.fill({{12, 16, 26}, repose::Matter::background, 0.0f});
  palette[1] = {{40, 110, 220}, repose::Matter::liquid, 0.0f};
  palette[2] = {{112, 108, 116}, repose::Matter::solid, 0.0f};
  return palette;
}

PlaneRows<std::int32_t> amounts_of(const World& world, Plane plane) {
  return {reinterpret_cast<const std::int32_t*>(world.bytes(plane).data()), static_cast<std::size_t>(world.width())};
}

// Heights in cells as a function of the position, with planes for obstacles and wetness.
struct Sand {
  World world;
  std::vector<std::int32_t> wetness;

  template <class Height>
  Sand(int width, int height, const Height& height_of) : world(width, height), wetness(world.cell_count(), 0) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        set_value(world, Plane::height, world.index(x, y), static_cast<std::int32_t>(height_of(x, y) * kHeightOne));
      }
    }
  }
  CellView view(std::uint64_t generation = 1) const {
    const auto width = static_cast<std::size_t>(world.width());
    const MemoryCells shown{.wall = {world.cells().data(), width},
                            .height = amounts_of(world, Plane::height),
                            .wetness = {wetness.data(), width}};
    return {world.width(), world.height(), generation, shown};
  }
};

Sand rough_sand(int width, int height) {
  Sand sand(width, height, [](int x, int y) {
    return 20 + 12 * std::sin(x * 0.11) + 9 * std::cos(y * 0.07) + (x > 60 && y > 40 ? 25 : 0);
  });
  for (std::size_t i = 0; i < sand.world.cell_count(); ++i) {
    const std::uint32_t random = random_u32(5, 0, static_cast<std::uint32_t>(i), 0, 1);
    const bool block = (i / 9) % 23 == 7;
    sand.world.cells()[i] = block ? 1 : random % 97 == 0 ? 2 : random % 89 == 0 ? 3 : 0;
    sand.wetness[i] = static_cast<int>(i) % width < width / 3 ? 200 : 0;
  }
  return sand;
}

struct Water {
  World world;

  Water(int width, int height) : world(width, height) { world.add(Plane::mass); }
  void set(int x, int y, double mass) {
    set_value(world, Plane::mass, world.index(x, y), static_cast<std::int32_t>(mass * kFullCell));
  }
  void stand(int x, int y) {
    world.cell(x, y) = 2;
    set_value(world, Plane::mass, world.index(x, y), -1);
  }
  CellView view(std::uint64_t generation = 1) const {
    const auto width = static_cast<std::size_t>(world.width());
    const MemoryCells shown{.cells = {world.cells().data(), width}, .mass = amounts_of(world, Plane::mass)};
    return {world.width(), world.height(), generation, shown};
  }
};

// A pool under spray, with ground at the bottom and a wall across.
Water rough_water(int width, int height) {
  Water water(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const double random =
          random_u32(9, 0, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 1) / 4294967296.0;
      if (y > height * 5 / 6 || x == width / 2) {
        water.stand(x, y);
      } else if (y > height / 3 + static_cast<int>(4 * std::sin(x * 0.2))) {
        water.set(x, y, 0.9 + 0.02 * (y - height / 3) + 0.1 * random);
      } else if (random > 0.9) {
        water.set(x, y, random * random);
      }
    }
  }
  return water;
}

Shot painted(const CellView& view, const Camera& camera, const Looks& looks) {
  return painted_shot(view, camera, looks, field_palette());
}

Shot drawn(const CellView& view, const Camera& camera, const Looks& looks) {
  Screen screen(camera.viewport().width, camera.viewport().height);
  screen.view().set_palette(field_palette());
  const Shot shot = screen.draw(view, camera, looks);
  CHECK(glGetError() == GL_NO_ERROR);
  return shot;
}

Color color_at(const Shot& shot, const Camera& camera, double x, double y) {
  const PixelPoint p = camera.to_pixel({x, y});
  return shot.color(static_cast<int>(p.x), static_cast<int>(p.y));
}
int brightness(const Shot& shot, const Camera& camera, double x, double y) {
  return test::brightness(color_at(shot, camera, x, y));
}

constexpr Looks kSmooth{false, false, false};
// Rounding may differ: at the border between two cells in reduced pictures, and where grain or a shadow begins.
constexpr double kFewPixels = 0.006;

}  // namespace

TEST_CASE("a slope that faces the sun is lighter than one that faces away, for every position of the sun") {
  const Sand ridge(64, 32, [](int x, int) { return 30.0 - std::abs(x - 32) * 0.5; });
  const Camera camera = camera_for(256, 128, ridge.world);
  for (const float azimuth : {270.0f, 300.0f, 90.0f, 60.0f}) {
    Looks looks = kSmooth;
    looks.sun_azimuth = azimuth;
    const Shot pixels = painted(ridge.view(), camera, looks);
    const int west = brightness(pixels, camera, 20.5, 16.5), east = brightness(pixels, camera, 44.5, 16.5);
    INFO(azimuth);
    CHECK((azimuth > 180 ? west - east : east - west) > 40);
  }
}

TEST_CASE("a block casts a shadow away from the sun, longer when the sun is lower") {
  const Sand block(160, 40, [](int x, int) { return x >= 40 && x < 60 ? 60.0 : 0.0; });
  const Camera camera = camera_for(640, 160, block.world);
  const auto shadow_length = [&](float elevation) {
    Looks looks = kSmooth;
    looks.sun_azimuth = 270;
    looks.sun_elevation = elevation;
    const Shot pixels = painted(block.view(), camera, looks);
    const int lit = brightness(pixels, camera, 150.5, 20.5);
    CHECK(brightness(pixels, camera, 30.5, 20.5) > lit * 9 / 10);
    int cells = 0;
    for (int x = 60; x < 150; ++x) cells += brightness(pixels, camera, x + 0.5, 20.5) < lit * 3 / 4;
    return cells;
  };
  const double drawn_height = 60 * shading::kDrawnHeight;
  CHECK(std::abs(shadow_length(45) - drawn_height) < 5);
  CHECK(std::abs(shadow_length(25) - drawn_height / std::tan(25 * 3.14159 / 180)) < 8);
}

TEST_CASE("higher sand is paler, wet sand darker") {
  Sand flat(64, 16, [](int, int) { return 2.0; });
  const Camera camera = camera_for(512, 128, flat.world);
  const Shot low = painted(flat.view(), camera, kSmooth);
  const Sand high(64, 16, [](int, int) { return 90.0; });
  CHECK(brightness(painted(high.view(), camera, kSmooth), camera, 20.5, 8.5) > brightness(low, camera, 20.5, 8.5) + 60);
  std::ranges::fill(flat.wetness, 255);
  CHECK(brightness(painted(flat.view(2), camera, kSmooth), camera, 20.5, 8.5) <
        brightness(low, camera, 20.5, 8.5) - 60);
}

TEST_CASE("obstacles look like stone: grey, with an edge towards the sun that is lighter than the one away from it") {
  Sand sand(48, 48, [](int, int) { return 10.0; });
  for (int y = 16; y < 32; ++y) {
    for (int x = 16; x < 32; ++x) sand.world.cell(x, y) = 1;
  }
  const Camera camera = camera_for(384, 384, sand.world);
  const Shot pixels = painted(sand.view(), camera, kSmooth);
  CHECK(brightness(pixels, camera, 16.6, 24.5) > brightness(pixels, camera, 31.4, 24.5) + 40);
  const Color stone = color_at(pixels, camera, 24.5, 24.5);
  CHECK(std::abs(stone.r - stone.b) < 40);
}

TEST_CASE("a cell that is half full has its surface at half its height, whatever the zoom") {
  for (const double fill : {0.25, 0.5, 0.75}) {
    Water water(12, 12);
    for (int y = 6; y < 12; ++y) {
      for (int x = 0; x < 12; ++x) water.set(x, y, y == 6 ? fill : 1.0);
    }
    const Camera camera = camera_for(384, 384, water.world);  // 32 pixels a cell
    const Shot pixels = painted(water.view(), camera, kSmooth);
    int first = 0;
    while (first < 384 && brightness(pixels, camera, 5.5, (first + 0.5) / 32) < 150) ++first;
    INFO(fill);
    CHECK(std::abs(first / 32.0 - (7 - fill)) < 0.1);
  }
}

TEST_CASE("deeper water is darker, and so is water under pressure") {
  Water water(16, 64);
  for (int y = 8; y < 64; ++y) {
    for (int x = 0; x < 16; ++x) water.set(x, y, 1.0 + 0.02 * (y - 8));
  }
  const Camera camera = camera_for(128, 512, water.world);
  const Shot pixels = painted(water.view(), camera, {false, true, false});
  const int shallow = brightness(pixels, camera, 8.5, 10.5), middle = brightness(pixels, camera, 8.5, 24.5);
  CHECK(shallow > middle + 40);
  CHECK(middle > brightness(pixels, camera, 8.5, 60.5) + 20);
}

TEST_CASE("thin water that falls is a veil, and a stream keeps its width") {
  Water water(9, 40);
  for (int y = 0; y < 36; ++y) water.set(4, y, 0.2);
  const Camera camera = camera_for(144, 640, water.world);
  const Shot pixels = painted(water.view(), camera, kSmooth);
  const int sky = brightness(pixels, camera, 1.5, 20.5);
  int least = 1000, most = 0;
  for (int y = 4 * 16; y < 32 * 16; ++y) {
    const int here = brightness(pixels, camera, 4.5, (y + 0.5) / 16);
    least = std::min(least, here);
    most = std::max(most, here);
  }
  CHECK(least > sky + 60);
  CHECK(most - least < 20);  // no steps along the stream
}

TEST_CASE("pressure in false colours leaves the air neutral and rises from blue to yellow") {
  Water water(16, 64);
  for (int y = 8; y < 64; ++y) {
    for (int x = 0; x < 16; ++x) water.set(x, y, 1.0 + 0.06 * (y - 8));
  }
  Looks looks;
  looks.pressure = true;
  const Camera camera = camera_for(128, 512, water.world);
  const Shot pixels = painted(water.view(), camera, looks);
  const Color low = color_at(pixels, camera, 8.5, 9.5), high = color_at(pixels, camera, 8.5, 62.5);
  CHECK(low.b > low.r);
  CHECK(high.r > high.b + 100);
  CHECK(brightness(pixels, camera, 8.5, 3.5) < 60);
}

TEST_CASE("shaders and painter draw the same heights and the same water, enlarged, reduced and in part") {
  REPOSE_NEEDS_GL();
  const Sand sand = rough_sand(150, 110);
  const Water water = rough_water(150, 110);
  Looks pressure;
  pressure.pressure = true;
  for (const double zoom : {0.6, 1.0, 1.7, 6.0, 16.0}) {
    Camera camera = camera_for(300, 220, sand.world);
    camera.zoom_at({130, 90}, zoom / camera.zoom());
    for (const Looks& looks : {kSmooth, Looks{}, pressure}) {
      INFO(zoom);
      CHECK(differing(drawn(sand.view(), camera, looks), painted(sand.view(), camera, looks), 4) <
            kFewPixels * 300 * 220);
      CHECK(differing(drawn(water.view(), camera, looks), painted(water.view(), camera, looks), 6) <
            kFewPixels * 300 * 220);
    }
  }
}

namespace {
FieldSquares squares_of(const World& world, Plane plane) {
  FieldPlane field(world.width(), world.height(), 0);
  const PlaneRows<std::int32_t> amounts = amounts_of(world, plane);
  for (int y = 0; y < world.height(); ++y) std::copy_n(amounts.row(y), world.width(), field.row(y));
  FieldSquares squares(world.width(), world.height(), 0, "amounts");
  squares.write(field, {0, 0, world.width(), world.height()});
  return squares;
}
}  // namespace

TEST_CASE("heights in textures look like heights in memory") {
  REPOSE_NEEDS_GL();
  const Sand sand = rough_sand(150, 110);
  const Camera camera = camera_for(300, 220, sand.world);
  std::vector<std::uint8_t> ground;
  for (std::size_t i = 0; i < sand.world.cell_count(); ++i) {
    ground.insert(ground.end(), {sand.world.cells()[i], static_cast<std::uint8_t>(sand.wetness[i]), 0, 255});
  }
  const Texture cells(kTexelRgba8, 150, 110, "cells");
  cells.write(0, 0, 150, 110, ground.data(), 150);
  const FieldSquares heights = squares_of(sand.world, Plane::height);
  const TextureCells shown{.texels = CellTexels::wall_wetness, .cells = cells.name(), .height = heights.name()};
  const CellView view{150, 110, 1, shown};
  CHECK(differing(drawn(view, camera, {}), drawn(sand.view(), camera, {}), 1) == 0);
}

TEST_CASE("water in textures looks like water in memory") {
  REPOSE_NEEDS_GL();
  const Water water = rough_water(150, 110);
  std::vector<std::uint8_t> ground;
  for (const std::uint8_t element : water.world.cells()) ground.insert(ground.end(), {element, 0, 0, 255});
  const Texture cells(kTexelRgba8, 150, 110, "cells");
  cells.write(0, 0, 150, 110, ground.data(), 150);
  const FieldSquares masses = squares_of(water.world, Plane::mass);
  const CellView view{150, 110, 1, TextureCells{.cells = cells.name(), .mass = masses.name()}};
  for (const double zoom : {0.6, 6.0}) {
    Camera camera = camera_for(300, 220, water.world);
    camera.zoom_at({130, 90}, zoom / camera.zoom());
    INFO(zoom);
    CHECK(differing(drawn(view, camera, {}), drawn(water.view(), camera, {}), 1) == 0);
  }
}

}  // namespace repose::test::field_view_test
