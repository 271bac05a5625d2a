// What is on screen: the shaders against known colours and against the painter, which does without GL.
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "view_support.hpp"

namespace repose::test::view_test {

TEST_CASE("with every look off a pixel has exactly the colour of its element") {
  REPOSE_NEEDS_GL();
  const World world = noise(40, 20, 8);  // bytes 6 and 7 are not elements
  Screen screen(330, 170);
  const Camera camera = camera_for(330, 170, world);  // 8 pixels a cell, 5 left over on both sides
  const Shot shot = screen.draw(memory_view(world), camera, kPlain);
  int wrong = 0;
  for (int y = 0; y < 170; ++y) {
    for (int x = 0; x < 330; ++x) {
      const CellPoint cell = camera.cell_at({x + 0.5, y + 0.5});
      const Color expected =
          world.contains(cell.x, cell.y) ? test_palette()[world.cell(cell.x, cell.y)].color : Screen::kSurround;
      wrong += !(shot.color(x, y) == expected);
    }
  }
  CHECK(wrong == 0);
  CHECK(screen.opaque());
}

namespace {

// How many pixels of shaders and painter differ.
int disagreement(Screen& screen, const World& world, const Camera& camera, const Looks& looks, int tolerance = 0) {
  return differing(screen.draw(memory_view(world), camera, looks), painted_shot(memory_view(world), camera, looks),
                   tolerance);
}

}  // namespace

TEST_CASE("shaders and painter draw the same pixels with every look off, but for ties of rounding in parts of pixels") {
  REPOSE_NEEDS_GL();
  const World world = noise(90, 70, 6);
  Screen screen(300, 200);
  Camera camera = camera_for(300, 200, world);
  CHECK(disagreement(screen, world, camera, kPlain) == 0);
  camera.zoom_at({120, 80}, 5.0);
  camera.pan(-31, 12);
  CHECK(disagreement(screen, world, camera, kPlain) == 0);
  camera.fit(90, 70);
  camera.zoom_at({140.3, 70.7}, 1.37);
  CHECK(disagreement(screen, world, camera, kPlain) < 300);
}

TEST_CASE("a reduced picture is the mean of four cells a pixel, the same in shaders and painter") {
  REPOSE_NEEDS_GL();
  const World world = noise(600, 400, 6);
  Screen screen(300, 200);
  const Camera camera = camera_for(300, 200, world);  // exactly 2 x 2 cells a pixel
  REQUIRE(camera.zoom() == 0.5);
  const Shot shot = screen.draw(memory_view(world), camera, kPlain);
  CHECK(differing(shot, painted_shot(memory_view(world), camera, kPlain), 1) == 0);
  int sum = 0;
  for (const auto& [x, y] : {std::pair{100, 60}, {101, 60}, {100, 61}, {101, 61}}) {
    sum += test_palette()[world.cell(x, y)].color.r;
  }
  CHECK(std::abs(shot.color(50, 30).r - sum / 4.0) <= 1.0);
}

TEST_CASE("shaders and painter look alike with grain and depth tint") {
  REPOSE_NEEDS_GL();
  const World world = pond(128, 96);
  Screen screen(384, 288);
  const Camera camera = camera_for(384, 288, world);
  for (const Looks& looks :
       {Looks{true, false, false}, Looks{false, true, false}, Looks{true, true, false},
        Looks{.grain = false, .depth_tint = false, .glow = false}, Looks{.glow = false, .motion = false}}) {
    CHECK(disagreement(screen, world, camera, looks, 2) == 0);
  }
  const World large = pond(512, 300);
  const Camera reduced = camera_for(256, 150, large);
  Screen small(256, 150);
  CHECK(disagreement(small, large, reduced, {true, true, false}, 2) == 0);
}

TEST_CASE("textures make some cells of a colour lighter and others darker, the same in shaders and painter") {
  REPOSE_NEEDS_GL();
  World world(32, 32);
  for (int y = 0; y < 32; ++y) {
    for (int x = 0; x < 32; ++x) world.cell(x, y) = static_cast<std::uint8_t>(1 + x / 4 % std::size(kTextures));
  }
  Palette palette = test_palette();
  const Color grey = {120, 120, 120};
  for (std::size_t i = 0; i < std::size(kTextures); ++i)
    palette[i + 1] = {.color = grey, .texture = static_cast<std::uint8_t>(i)};
  Screen screen(128, 128);
  screen.view().set_palette(palette);
  const Camera camera = camera_for(128, 128, world);
  const Shot shot = screen.draw(memory_view(world), camera, kPlain);
  CHECK(differing(shot, painted_shot(memory_view(world), camera, kPlain, palette), 1) == 0);
  CHECK(shot.color(0, 0) == grey);
  std::set<std::vector<bool>> patterns;
  for (int texture = 1; texture < static_cast<int>(std::size(kTextures)); ++texture) {
    std::vector<bool> pattern;
    for (int y = 0; y < 4; ++y) {
      for (int x = 0; x < 4; ++x) pattern.push_back(shot.color((texture * 4 + x) * 4, y * 4).r > grey.r);
    }
    patterns.insert(pattern);
  }
  CHECK(patterns.size() == std::size(kTextures) - 1);
}

TEST_CASE("a texture view and a memory view of the same cells give the same picture, in part and whole") {
  REPOSE_NEEDS_GL();
  const World world = pond(160, 120);
  const Texture texture = texture_of(world);
  const CellView view{160, 120, 1, TextureCells{.cells = texture.name()}};
  Screen screen(320, 240);
  Camera camera = camera_for(320, 240, world);
  CHECK(differing(screen.draw(view, camera, {}), screen.draw(memory_view(world), camera, {}), 0) == 0);
  camera.zoom_at({200, 200}, 4);
  CHECK(differing(screen.draw(view, camera, {}), screen.draw(memory_view(world), camera, {}), 0) == 0);
}

TEST_CASE("grain varies a powder from cell to cell and never inside a cell") {
  REPOSE_NEEDS_GL();
  World world(32, 32);
  std::ranges::fill(world.cells(), std::uint8_t{1});
  Screen screen(128, 128);
  const Camera camera = camera_for(128, 128, world);
  const Shot shot = screen.draw(memory_view(world), camera, {true, false, false});
  int different_neighbours = 0;
  for (int x = 0; x < 31; ++x) different_neighbours += shot.at(x * 4, 50) != shot.at(x * 4 + 4, 50);
  CHECK(different_neighbours > 20);
  CHECK(shot.at(40, 40) == shot.at(43, 43));
}

TEST_CASE(
    "an element with shimmer changes its colour with the steps, alike in shaders and painter, and no other does") {
  REPOSE_NEEDS_GL();
  constexpr Looks kGrainy{.depth_tint = false, .glow = false, .motion = false};
  Palette palette = test_palette();
  palette[0].shimmer = palette[1].shimmer = palette[4].shimmer = 1.0f;
  palette[3].shimmer = 0.5f;
  const World world = noise(128, 96, 6);
  CellView view = memory_view(world);
  Screen shimmering(256, 192), still(256, 192);
  shimmering.view().set_palette(palette);
  for (const double zoom : {2.0, 0.7}) {
    Camera camera = camera_for(256, 192, world);
    camera.zoom_at({128, 96}, zoom / camera.zoom());
    std::optional<Shot> before;
    for (const std::uint64_t step : {0u, 4u, 32u}) {
      INFO("zoom " << zoom << ", step " << step);
      view.step = step;
      const Shot shot = shimmering.draw(view, camera, kGrainy);
      if (zoom >= 1) CHECK(differing(shot, painted_shot(view, camera, kGrainy, palette), 1) == 0);
      if (zoom < 1) CHECK(differing(shot, painted_shot(view, camera, kGrainy, palette), 2) < 300);
      if (before) CHECK(differing(shot, *before, 2) > 3000);
      before = shot;
      CHECK(differing(still.draw(view, camera, kGrainy), painted_shot(memory_view(world), camera, kGrainy), 1) < 300);
      CHECK(shimmering.draw(view, camera, kPlain).rgb == still.draw(view, camera, kPlain).rgb);
    }
  }
}

TEST_CASE("shimmer 1 changes a colour by at most a quarter, and returns to it after a whole cycle") {
  World world(64, 64);
  std::ranges::fill(world.cells(), std::uint8_t{3});
  Palette palette = test_palette();
  palette[3].matter = repose::Matter::background;  // without grain
  const Camera camera = camera_for(64, 64, world);
  CellView view = memory_view(world);
  const auto picture = [&](float shimmer, std::uint64_t step) {
    palette[3].shimmer = shimmer;
    view.step = step;
    return painted_shot(view, camera, {true, false, false}, palette);
  };
  const Shot still = picture(0, 0);
  CHECK(picture(0, 32).rgb == still.rgb);
  for (const std::uint64_t step : {0u, 20u, 60u}) {
    CHECK(differing(picture(1, step), still, 64) == 0);
    CHECK(differing(picture(1, step), still, 16) > 64 * 64 / 4);
    CHECK(picture(1, step).rgb == picture(1, step + 64).rgb);
  }
  CHECK(picture(1, 0).rgb == picture(1, 3).rgb);
  CHECK(differing(picture(1, 0), picture(1, 4), 16) == 0);  // small changes
}

TEST_CASE("a liquid is light at its surface and dark in its depth") {
  REPOSE_NEEDS_GL();
  World world(16, 64);
  for (int y = 20; y < 64; ++y) {
    for (int x = 0; x < 16; ++x) world.cell(x, y) = 2;
  }
  Screen screen(16, 64);
  const Shot shot = screen.draw(memory_view(world), camera_for(16, 64, world), {false, true, false});
  const int surface = brightness(shot.color(8, 20)), shallow = brightness(shot.color(8, 24));
  const int deep = brightness(shot.color(8, 60)), flat = brightness(test_palette()[2].color);
  CHECK(surface > flat);
  CHECK(shallow < flat);
  CHECK(deep < shallow);
}

TEST_CASE("what glows lights the cells around it, and nothing when glow is off") {
  REPOSE_NEEDS_GL();
  World world(96, 96);
  for (int y = 40; y < 56; ++y) {
    for (int x = 40; x < 56; ++x) world.cell(x, y) = 5;
  }
  Screen screen(96, 96);
  const Camera camera = camera_for(96, 96, world);
  const Shot on = screen.draw(memory_view(world), camera, {false, false, true});
  const Shot off = screen.draw(memory_view(world), camera, kPlain);
  const int dark = brightness(test_palette()[0].color);
  CHECK(brightness(on.color(48, 34)) > dark + 60);
  CHECK(brightness(on.color(48, 34)) > brightness(on.color(48, 24)));
  CHECK(on.color(48, 34).r > on.color(48, 34).b);  // in the colour of its source
  CHECK(brightness(off.color(48, 34)) == dark);
  CHECK(off.color(48, 48) == test_palette()[5].color);
  CHECK(screen.opaque());
}

TEST_CASE("what glows outside the viewport still lights what is inside") {
  REPOSE_NEEDS_GL();
  World world(200, 100);
  for (int y = 0; y < 100; ++y) {
    for (int x = 0; x < 40; ++x) world.cell(x, y) = 5;
  }
  Screen screen(100, 100);
  Camera camera = camera_for(100, 100, world);
  camera.zoom_at({0, 50}, 4 / camera.zoom());
  camera.pan(-4 * 44.0 - camera.origin().x, 0);  // left edge of the viewport at cell 44
  const Shot shot = screen.draw(memory_view(world), camera, {false, false, true});
  CHECK(brightness(shot.color(2, 50)) > brightness(test_palette()[0].color) + 30);
}

TEST_CASE("a picture is redrawn when the generation, a look or the palette changes, and only then") {
  REPOSE_NEEDS_GL();
  World world(32, 32);
  Screen screen(64, 64);
  const Camera camera = camera_for(64, 64, world);
  const Shot before = screen.draw(memory_view(world, 1), camera, kPlain);
  std::ranges::fill(world.cells(), std::uint8_t{1});
  CHECK(differing(before, screen.draw(memory_view(world, 1), camera, kPlain), 0) ==
        0);  // equal generation means: no change
  CHECK(screen.draw(memory_view(world, 2), camera, kPlain).color(30, 30) == test_palette()[1].color);
  CHECK(differing(screen.draw(memory_view(world, 2), camera, {true, false, false}), before, 0) > 0);
  Palette palette = test_palette();
  palette[1].color = {1, 2, 3};
  screen.view().set_palette(palette);
  CHECK(screen.draw(memory_view(world, 2), camera, kPlain).color(30, 30) == Color{1, 2, 3});
}

TEST_CASE("while a world rests, views that move over it show it as new views do, and its changes show at once") {
  REPOSE_NEEDS_GL();
  World world = pond(900, 700);
  Screen moving(160, 100);
  Camera camera = camera_for(160, 100, world);
  std::uint64_t generation = 1;
  for (const double zoom : {0.3, 1.0, 2.5}) {
    camera.centre_on({450, 350});
    camera.zoom_at({80, 50}, zoom / camera.zoom());
    for (int i = 0; i < 12; ++i) {
      camera.pan(i < 6 ? 23.0 : -41.0, i % 3 == 0 ? 17.5 : -9.0);
      if (i == 8) {
        for (int x = 0; x < world.width(); ++x) world.cell(x, 350) = 5;
        ++generation;
      }
      const CellView view = memory_view(world, generation);
      Screen fresh(160, 100);
      INFO("zoom " << zoom << ", move " << i);
      CHECK(moving.draw(view, camera, Looks{}).rgb == fresh.draw(view, camera, Looks{}).rgb);
    }
  }
}

TEST_CASE("the picture keeps to its viewport in a larger framebuffer") {
  REPOSE_NEEDS_GL();
  World world(20, 10);
  std::ranges::fill(world.cells(), std::uint8_t{1});
  Screen screen(100, 80);
  Camera camera;
  camera.set_viewport({30, 10, 40, 30});
  camera.fit(20, 10);
  const Shot first = screen.draw(memory_view(world), camera_for(100, 80, world), kPlain);
  const Shot shot = screen.draw(memory_view(world), camera, kPlain);
  CHECK(shot.color(31, 24) == test_palette()[1].color);
  CHECK(shot.color(31, 11) == Screen::kSurround);
  CHECK(shot.at(29, 24) == first.at(29, 24));
  CHECK(shot.at(70, 24) == first.at(70, 24));
  CHECK(shot.at(50, 9) == first.at(50, 9));
  CHECK(shot.at(50, 40) == first.at(50, 40));
}

TEST_CASE("no pixel beyond the world shows it, and none shows the world before it") {
  REPOSE_NEEDS_GL();
  World tall(640, 500), low(640, 400);
  std::ranges::fill(tall.cells(), std::uint8_t{5});
  std::ranges::fill(low.cells(), std::uint8_t{2});
  const auto shows = [](const Camera& camera, int x, int y) {
    const CellPoint cell = camera.cell_at({x + 0.5, y + 0.5});
    return cell.x >= 0 && cell.y >= 0 && cell.x < 640 && cell.y < 400;
  };
  std::uint64_t generation = 0;
  Screen screen(1280, 740);
  for (int k = 0; k < 20; ++k) {
    Camera camera;
    camera.set_viewport({k % 3, 0, 1270 - 47 * k, 733 - 31 * (k % 11)});
    camera.fit(640, 400);
    if (k % 4 == 1) camera.zoom_at({500, 300}, 0.4 + 0.07 * k);
    if (k % 4 == 2) camera.pan(11.5, -0.5);
    INFO("viewport " << camera.viewport().width << " x " << camera.viewport().height << ", zoom " << camera.zoom());
    screen.draw(memory_view(tall, ++generation), camera, kPlain);
    const Shot shots[] = {screen.draw(memory_view(low, ++generation), camera, kPlain),
                          painted_shot(memory_view(low, generation), camera, kPlain)};
    for (const Shot& shot : shots) {
      const int left = &shot == shots ? camera.viewport().x : 0;
      int wrong = 0, ties = 0;
      for (int y = 0; y < camera.viewport().height; ++y) {
        for (int x = 0; x < camera.viewport().width; ++x) {
          const Color color = shot.color(left + x, y);
          const bool is_low = color == test_palette()[2].color;
          if (!is_low && !(color == Screen::kSurround)) ++wrong;
          if (is_low != shows(camera, camera.viewport().x + x, y)) ++ties;
        }
      }
      CHECK(wrong == 0);
      CHECK(ties <= 1280 + 740);  // a row and a column whose centres are just on an edge
    }
  }
}

TEST_CASE("views without cells and cameras without pixels draw only the surround") {
  REPOSE_NEEDS_GL();
  const World world(8, 8);
  Screen screen(32, 32);
  const Camera camera = camera_for(32, 32, world);
  CHECK(screen.draw(CellView{}, camera, {}).color(16, 16) == Screen::kSurround);
  CHECK(painted_shot(CellView{}, camera, {}).color(16, 16) == Screen::kSurround);
  Camera empty;
  empty.set_viewport({0, 0, 0, 0});
  screen.draw(memory_view(world), empty, {});
  CHECK(glGetError() == GL_NO_ERROR);
}

TEST_CASE("blur melts cells into one another, and leaves an even colour as it is") {
  REPOSE_NEEDS_GL();
  World world(32, 32);
  for (int y = 0; y < 32; ++y) {
    for (int x = 0; x < 16; ++x) world.cell(x, y) = 1;
  }
  Screen screen(256, 256);
  const Camera camera = camera_for(256, 256, world);
  const Looks blur{false, false, false, true};
  const Shot soft = screen.draw(memory_view(world), camera, blur);
  CHECK(soft.color(40, 128) == test_palette()[1].color);
  CHECK(soft.color(220, 128) == test_palette()[0].color);
  int steps = 0;  // colours in the transition from one side to the other
  for (int x = 100; x < 156; ++x) steps += soft.at(x, 128) != soft.at(x + 1, 128);
  CHECK(steps > 12);
  CHECK(screen.opaque());
  Camera near = camera;
  near.zoom_at({128, 128}, 4);
  CHECK(screen.draw(memory_view(world), near, blur).color(3, 128) == test_palette()[1].color);
}

TEST_CASE("the soft picture is the same without OpenGL, enlarged, moved and reduced") {
  REPOSE_NEEDS_GL();
  constexpr Looks kSoft{.grain = true, .depth_tint = false, .glow = false, .blur = true, .motion = false};
  const World world = noise(150, 90, 8);
  Screen screen(210, 130);
  Camera camera = camera_for(210, 130, world);
  for (const double zoom : {1.0, 1.37, 4.0, 0.4}) {
    for (const PixelPoint shift : {PixelPoint{0, 0}, PixelPoint{-30.3, 11.8}}) {
      camera.show_whole(150, 90);
      camera.zoom_at({105, 65}, zoom / camera.zoom());
      camera.pan(shift.x, shift.y);
      CAPTURE(zoom, shift.x);
      const Shot soft = painted_shot(memory_view(world), camera, kSoft);
      CHECK(differing(screen.draw(memory_view(world), camera, kSoft), soft, 3) == 0);
      Looks sharp = kSoft;
      sharp.blur = false;
      CHECK(differing(painted_shot(memory_view(world), camera, sharp), soft, 3) > 1000);
    }
  }
}

}  // namespace repose::test::view_test
