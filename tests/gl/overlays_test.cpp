// Marks over cells are where the painter draws those cells, at every zoom, and single marks are always visible.
#include "render/overlays.hpp"
#include "core/ledger.hpp"
#include "render/painter.hpp"
#include "support.hpp"

namespace repose::test::cell_overlay_test {

namespace {

constexpr Color kMark{255, 0, 214}, kInk{200, 220, 90};
constexpr int kWidth = 90, kHeight = 60;

Camera camera_at(double zoom, double x, double y) {
  Camera camera;
  camera.set_viewport({10, 5, 160, 120});
  camera.zoom_at({10, 5}, zoom / camera.zoom());
  camera.centre_on({x, y});
  return camera;
}

// Draws the overlay over the window with nearest filtering; true at pixels that are marked.
bool is_marked(const CellOverlay& overlay, int x, int y) {
  const double u = (x + 0.5 - overlay.low.x) / (overlay.high.x - overlay.low.x),
               v = (y + 0.5 - overlay.low.y) / (overlay.high.y - overlay.low.y);
  if (u < 0 || v < 0 || u >= 1 || v >= 1) return false;
  const auto column = static_cast<std::size_t>(u * overlay.width), row = static_cast<std::size_t>(v * overlay.height);
  return overlay.rgba[(row * static_cast<std::size_t>(overlay.width) + column) * 4 + 3] != 0;
}

}  // namespace

TEST_CASE("marked cells are the pixels in which the painter draws those cells") {
  World world(kWidth, kHeight);
  for (int i = 0; i < kHeight; ++i) world.cell(i, i) = world.cell(kWidth - 1 - i, i / 2) = 1;
  Palette palette;
  palette.fill({});
  palette[1].color = kInk;
  palette[1].matter = repose::Matter::solid;
  Looks plain;
  plain.grain = plain.depth_tint = plain.glow = false;
  const CellView view{kWidth, kHeight, 1, MemoryCells{.cells = {world.cells().data(), kWidth}}};
  for (const double zoom : {1.0, 2.0, 3.0, 8.0}) {
    CAPTURE(zoom);
    const Camera camera = camera_at(zoom, 40, 30);
    std::vector<std::uint32_t> pixels(160 * 120);
    paint_world(view, palette, camera, plain, {0, 0, 0}, pixels.data(), 160);
    CellOverlay overlay;
    mark_cells(world.cells(), kWidth, kHeight, camera, kMark, overlay);
    int wrong = 0;
    for (int y = 0; y < 120; ++y) {
      for (int x = 0; x < 160; ++x) {
        const bool painted = (pixels[static_cast<std::size_t>(y * 160 + x)] & 0xffffffu) == 0xc8dc5au;
        wrong += painted != is_marked(overlay, x + 10, y + 5);
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("a single marked cell shows however small cells are") {
  for (const double zoom : {0.9, 0.5, 0.13}) {
    CAPTURE(zoom);
    std::vector<std::uint8_t> mask(1000 * 700);
    mask[333 * 1000 + 501] = 1;
    CellOverlay overlay;
    mark_cells(mask, 1000, 700, camera_at(zoom, 500, 333), kMark, overlay);
    int marked = 0;
    for (std::size_t i = 0; i < overlay.rgba.size(); i += 4) marked += overlay.rgba[i + 3] != 0;
    CHECK(marked >= 1);
    CHECK(marked <= 4);
  }
}

TEST_CASE("an overlay is empty where no cell is in sight") {
  std::vector<std::uint8_t> mask(20, 1);
  CellOverlay overlay;
  mark_cells(mask, 5, 4, camera_at(1, 5000, 5000), kMark, overlay);
  CHECK(overlay.width * overlay.height == 0);
}

TEST_CASE("active cells have a tint and the rest is dimmed, at every zoom") {
  const ActiveCells active{ActiveCells::Unit::cell, {{0, 0, 1, 1}, {10, 5, 3, 2}, {40, 30, 1, 1}, {70, 40, 9, 1}}};
  const auto is_active = [&](int x, int y) {
    return std::ranges::any_of(active.boxes, [&](const CellBox& box) { return box.contains({x, y}); });
  };
  for (const double zoom : {0.13, 0.5, 0.77, 1.0, 3.0}) {
    CAPTURE(zoom);
    const Camera camera = camera_at(zoom, 40, 30);
    CellOverlay overlay, plain;
    paint_active_cells(active, kWidth, kHeight, camera, overlay);
    const OverlayGrid grid = begin_overlay(kWidth, kHeight, camera, plain);
    REQUIRE((overlay.width == plain.width && overlay.height == plain.height));
    for (int j = 0; j < overlay.height; ++j) {
      for (int i = 0; i < overlay.width; ++i) {
        bool expected = false;
        for (int y = grid.rows_of(j).begin; y < grid.rows_of(j).end; ++y) {
          for (int x = grid.columns_of(i).begin; x < grid.columns_of(i).end; ++x) expected |= is_active(x, y);
        }
        const std::uint8_t* const pixel = &overlay.rgba[4 * static_cast<std::size_t>(j * overlay.width + i)];
        REQUIRE((pixel[0] == kActiveColor.r) == expected);
        REQUIRE(pixel[3] > 0);
      }
    }
  }
}

}  // namespace repose::test::cell_overlay_test

namespace repose::test::activity_overlay_test {

// The picture of the ledger's activity: hues by kind, strength by age, and no event left out where cells are smaller
// than pixels.

namespace {

constexpr int kWidth = 400, kHeight = 300, kFade = 100;

struct Heated {
  std::vector<std::uint8_t> stamps = std::vector<std::uint8_t>(kActivityKindCount * kWidth * kHeight);
  ActivityView activity() const { return {stamps.data(), 200}; }
  void happens(int x, int y, ActivityKind kind, int age) {
    stamps[static_cast<std::size_t>(y * kWidth + x) * kActivityKindCount + static_cast<std::size_t>(kind)] =
        static_cast<std::uint8_t>(200 - age);
  }
};

Camera camera_at(double zoom, double x, double y) {
  Camera camera;
  camera.set_viewport({0, 0, 160, 120});
  camera.zoom_at({0, 0}, zoom / camera.zoom());
  camera.centre_on({x, y});
  return camera;
}

std::array<std::uint8_t, 4> at(const CellOverlay& overlay, int x, int y) {
  const std::uint8_t* const pixel = &overlay.rgba[static_cast<std::size_t>(y * overlay.width + x) * 4];
  return {pixel[0], pixel[1], pixel[2], pixel[3]};
}

// How strong a hue is over black.
int light_of(const std::array<std::uint8_t, 4>& pixel) {
  return std::max({pixel[0], pixel[1], pixel[2]}) * pixel[3] / 255;
}

}  // namespace

TEST_CASE("every kind of event has its hue, which fades with the steps until the cell is dim like the others") {
  Heated world;
  const ActivityKind kinds[] = {ActivityKind::made, ActivityKind::destroyed, ActivityKind::converted,
                                ActivityKind::moved};
  for (int kind = 0; kind < 4; ++kind) {
    for (int i = 0; i < 4; ++i) world.happens(10 + i, 10 + kind, kinds[kind], i * 33);
  }
  world.happens(20, 20, ActivityKind::made, kFade);
  CellOverlay overlay;
  const Camera camera = camera_at(4, 20, 15);
  paint_activity(world.activity(), kWidth, kHeight, camera, kFade, overlay);
  REQUIRE(overlay.width > 30);
  const CellPoint first = camera.cell_at({0.5, 0.5});
  const auto cell = [&](int x, int y) { return at(overlay, x - first.x, y - first.y); };
  const auto quiet = cell(30, 20);
  CHECK(light_of(quiet) == 0);
  CHECK(quiet[3] > 100);
  CHECK(cell(20, 20) == quiet);
  for (int kind = 0; kind < 4; ++kind) {
    for (int i = 0; i < 3; ++i) CHECK(light_of(cell(10 + i, 10 + kind)) > light_of(cell(11 + i, 10 + kind)));
  }
  CHECK(cell(10, 10)[2] > cell(10, 10)[0]);                    // made: blue
  CHECK(cell(10, 11)[0] > cell(10, 11)[2]);                    // destroyed: vermilion
  CHECK(light_of(cell(10, 13)) < light_of(cell(10, 10)) / 3);  // movement is faint
}

TEST_CASE("the latest event of made, destroyed and converted is shown, and movement only without any of them") {
  Heated world;
  world.happens(5, 5, ActivityKind::made, 50);
  world.happens(5, 5, ActivityKind::destroyed, 20);
  world.happens(5, 5, ActivityKind::moved, 0);
  world.happens(6, 5, ActivityKind::destroyed, 20);
  world.happens(7, 5, ActivityKind::destroyed, kFade);
  world.happens(7, 5, ActivityKind::moved, 0);
  world.happens(8, 5, ActivityKind::moved, 0);
  CellOverlay overlay;
  const Camera camera = camera_at(4, 20, 15);
  paint_activity(world.activity(), kWidth, kHeight, camera, kFade, overlay);
  const CellPoint first = camera.cell_at({0.5, 0.5});
  const auto cell = [&](int x) { return at(overlay, x - first.x, 5 - first.y); };
  CHECK(cell(5) == cell(6));
  CHECK(cell(7) == cell(8));
}

TEST_CASE("single events show where many cells share a pixel") {
  Heated world;
  world.happens(123, 77, ActivityKind::converted, 0);
  for (const double zoom : {1.0, 0.5, 0.3}) {
    CellOverlay overlay;
    paint_activity(world.activity(), kWidth, kHeight, camera_at(zoom, 130, 80), kFade, overlay);
    int lit = 0;
    for (int y = 0; y < overlay.height; ++y) {
      for (int x = 0; x < overlay.width; ++x) lit += light_of(at(overlay, x, y)) > 0 ? 1 : 0;
    }
    INFO("zoom " << zoom);
    CHECK(lit >= 1);
    CHECK(lit <= 4);
  }
  CellOverlay overlay;
  paint_activity(world.activity(), kWidth, kHeight, camera_at(1, 5000, 5000), kFade, overlay);
  CHECK(overlay.width * overlay.height == 0);
}

TEST_CASE("a single event is seen however small the world is drawn") {
  constexpr int kSide = 2000;
  ActivityMap map;
  REQUIRE(map.keep(true, kSide, kSide));
  map.note({1234, 777}, ActivityKind::made);
  for (const double zoom : {0.3, 0.25, 0.1, 0.0625, 0.04}) {
    CAPTURE(zoom);
    const Camera camera = camera_at(zoom, 1234, 777);
    CellOverlay overlay;
    paint_activity(map.view(), kSide, kSide, camera, kFade, overlay);
    int lit = 0, lit_at = 0;
    for (int i = 0; i < overlay.width * overlay.height; ++i) {
      if (light_of(at(overlay, i % overlay.width, i / overlay.width)) == 0) continue;
      ++lit;
      lit_at = i;
    }
    REQUIRE(lit == 1);
    const PixelPoint seen{overlay.low.x + lit_at % overlay.width + 0.5, overlay.low.y + lit_at / overlay.width + 0.5};
    const PixelPoint expected = camera.to_pixel({1234.5, 777.5});
    CHECK(std::abs(seen.x - expected.x) < 1.6);
    CHECK(std::abs(seen.y - expected.y) < 1.6);
  }
}

}  // namespace repose::test::activity_overlay_test
