// Energies on screen: hot colours and the heat overlay, in shaders and painter.
#include <algorithm>

#include "view_support.hpp"

namespace repose::test::heat_view_test {

namespace {

// A world with an energy in every cell, bit 7 set here and there, and elements 1 and 2 with hot colours.
struct Heated {
  World world = noise(90, 70, 6);
  Palette palette = test_palette();

  Heated() {
    world.add(Plane::energy);
    for (std::size_t i = 0; i < world.cell_count(); ++i) {
      world.bytes(Plane::energy)[i] = static_cast<std::uint8_t>(i % 100 | (i % 3 == 0 ? 0x80 : 0));
    }
    palette[1].hot_color = Color{255, 40, 10};
    palette[2].hot_color = Color{240, 250, 255};
  }
  CellView view(std::uint64_t generation = 1) const {
    const auto width = static_cast<std::size_t>(world.width());
    const MemoryCells shown{.cells = {world.cells().data(), width},
                            .energy = {world.bytes(Plane::energy).data(), width}};
    return {world.width(), world.height(), generation, shown};
  }
  Shot painted(const Camera& camera, const Looks& looks) const { return painted_shot(view(), camera, looks, palette); }
};

}  // namespace

TEST_CASE("hot colours go from the colour to the hot colour in whole numbers, the same in shaders and painter") {
  REPOSE_NEEDS_GL();
  const Heated heated;
  Screen screen(300, 200);
  screen.view().set_palette(heated.palette);
  Camera camera = camera_for(300, 200, heated.world);
  const Shot shot = screen.draw(heated.view(), camera, kPlain);
  CHECK(differing(shot, heated.painted(camera, kPlain), 0) == 0);
  const auto expected = [](int k, int cold, int hot) {
    return static_cast<int>(cold + k / 99.0 * (hot - cold) + 1e-9);
  };
  int seen = 0;
  for (int y = 0; y < 70; ++y) {
    for (int x = 0; x < 90; ++x) {
      if (heated.world.cell(x, y) != 1) continue;
      const PixelPoint at = camera.to_pixel({x + 0.5, y + 0.5});
      const Color color = shot.color(static_cast<int>(at.x), static_cast<int>(at.y));
      const int k = heated.world.bytes(Plane::energy)[heated.world.index(x, y)] & kEnergyMask;
      seen += color == Color{static_cast<std::uint8_t>(expected(k, 226, 255)),
                             static_cast<std::uint8_t>(expected(k, 190, 40)),
                             static_cast<std::uint8_t>(expected(k, 120, 10))};
    }
  }
  CHECK(seen == std::ranges::count(heated.world.cells(), std::uint8_t{1}));
  camera.zoom_at({120, 80}, 5.0);
  CHECK(differing(screen.draw(heated.view(), camera, kPlain), heated.painted(camera, kPlain), 0) == 0);
  camera.zoom_at({120, 80}, 0.07);
  CHECK(differing(screen.draw(heated.view(), camera, kPlain), heated.painted(camera, kPlain), 1) == 0);
}

TEST_CASE("energies in the texture of the cells look like energies in memory") {
  REPOSE_NEEDS_GL();
  const Heated heated;
  std::vector<std::uint8_t> texels;
  for (std::size_t i = 0; i < heated.world.cell_count(); ++i) {
    texels.insert(texels.end(), {heated.world.cells()[i], heated.world.bytes(Plane::energy)[i], 3, 200});
  }
  const Texture texture(kTexelRgba8, 90, 70, "cells");
  texture.write(0, 0, 90, 70, texels.data(), 90);
  const CellView view{90, 70, 1, TextureCells{.texels = CellTexels::element_energy_velocity, .cells = texture.name()}};
  Screen screen(300, 200);
  screen.view().set_palette(heated.palette);
  const Camera camera = camera_for(300, 200, heated.world);
  CHECK(differing(screen.draw(view, camera, kPlain), heated.painted(camera, kPlain), 0) == 0);
}

TEST_CASE("the heat overlay shows energies in false colours over a dimmed world, the same in shaders and painter") {
  REPOSE_NEEDS_GL();
  const Heated heated;
  Screen screen(300, 200);
  const Camera camera = camera_for(300, 200, heated.world);
  for (const Looks& looks : {Looks{false, false, false, false, true}, Looks{true, true, true, false, true}}) {
    const Shot shot = screen.draw(heated.view(), camera, looks);
    CHECK(differing(shot, heated.painted(camera, looks), 2) == 0);
    const auto at = [&](int energy) {  // of a cell in the first row
      const PixelPoint p = camera.to_pixel({energy + 0.5, 0.5});
      return shot.color(static_cast<int>(p.x), static_cast<int>(p.y));
    };
    CHECK(at(10).b > at(10).r);
    CHECK(at(80).r > at(80).b + 100);
    CHECK(brightness(at(0)) < 160);
  }
  Looks heat_only = kPlain;
  heat_only.heat = true;
  CHECK(differing(screen.draw(memory_view(heated.world), camera, heat_only),
                  screen.draw(memory_view(heated.world), camera, kPlain), 0) == 0);  // no energies: nothing to show
}

TEST_CASE("very hot cells with a hot colour glow a little") {
  REPOSE_NEEDS_GL();
  Heated heated;
  std::ranges::fill(heated.world.cells(), std::uint8_t{0});
  std::ranges::fill(heated.world.bytes(Plane::energy), std::uint8_t{0});
  for (int y = 30; y < 40; ++y) {
    for (int x = 40; x < 50; ++x) {
      heated.world.cell(x, y) = 1;
      heated.world.bytes(Plane::energy)[heated.world.index(x, y)] = 99;
    }
  }
  Screen screen(90, 70);
  screen.view().set_palette(heated.palette);
  const Camera camera = camera_for(90, 70, heated.world);
  const Looks glow{false, false, true};
  const int lit = brightness(screen.draw(heated.view(1), camera, glow).color(45, 27));
  std::ranges::fill(heated.world.bytes(Plane::energy), std::uint8_t{0});
  CHECK(lit > brightness(screen.draw(heated.view(2), camera, glow).color(45, 27)) + 5);
}

}  // namespace repose::test::heat_view_test
