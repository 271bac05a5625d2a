// Marks over cells are where the painter draws those cells, at every zoom, and single marks are always visible.
#include "render/overlays.hpp"
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
