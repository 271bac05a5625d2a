// Camera arithmetic; needs no GL.
#include <cmath>

#include "render/camera.hpp"
#include "support.hpp"

namespace repose::test::camera_test {
namespace {

Camera camera_on(PixelRect viewport) {
  Camera camera;
  camera.set_viewport(viewport);
  return camera;
}

}  // namespace

TEST_CASE("fit enlarges by a whole number where that fills the viewport nearly, and centres on whole pixels") {
  Camera camera = camera_on({100, 20, 1280, 800});
  camera.fit(300, 200);
  CHECK(camera.zoom() == 4.0);
  CHECK(camera.origin().x == 100 + (1280 - 1200) / 2);
  CHECK(camera.origin().y == 20 + 0);
  camera.fit(314, 195);
  CHECK(camera.zoom() == 4.0);  // 4.08 would show hardly more
  camera.fit(290, 180);         // 4 pixels a cell would leave a tenth of the viewport empty
  CHECK(camera.zoom() == Approx(1280.0 / 290));
  camera.fit(800, 500);  // cells of one and two pixels beside each other would look uneven
  CHECK(camera.zoom() == Approx(1.6));
  camera.fit(1150, 720);
  CHECK(camera.zoom() == 1.0);
  camera.fit(301, 201);  // 3 pixels a cell would leave a quarter of the viewport empty
  CHECK(camera.zoom() == Approx(800.0 / 201));
  CHECK(camera.origin().x == std::floor(camera.origin().x));
}

TEST_CASE("fit reduces a world that is larger than the viewport so that all of it shows") {
  Camera camera = camera_on({0, 0, 1000, 500});
  camera.fit(4000, 1000);
  CHECK(camera.zoom() == Approx(0.25));
  CHECK(camera.to_pixel({4000, 1000}).x <= 1000.0);
  CHECK(camera.to_pixel({4000, 1000}).y <= 500.0);
}

TEST_CASE("zooming keeps the cell under the pointer under it") {
  Camera camera = camera_on({0, 0, 1280, 800});
  camera.fit(640, 400);
  const PixelPoint pointer{333.5, 601.5};
  const CellPoint before = camera.cell_at(pointer);
  for (const double factor : {1.25, 1.25, 1.25, 0.8, 3.0}) {
    camera.zoom_at(pointer, factor);
    CHECK(camera.cell_at(pointer) == before);
  }
}

TEST_CASE("zoom stays within its limits, and nonsense is ignored") {
  Camera camera = camera_on({0, 0, 1280, 800});
  camera.fit(640, 400);
  camera.zoom_at({10, 10}, 1e9);
  CHECK(camera.zoom() == Camera::kZoomMax);
  camera.zoom_at({10, 10}, 1e-9);
  CHECK(camera.zoom() == Camera::kZoomMin);
  camera.zoom_at({10, 10}, -2.0);
  camera.zoom_at({10, 10}, 0.0);
  camera.zoom_at({10, 10}, std::nan(""));
  CHECK(camera.zoom() == Camera::kZoomMin);
}

TEST_CASE("pixels and cells convert into each other, also outside the world") {
  Camera camera = camera_on({0, 0, 1280, 800});
  camera.fit(640, 400);
  CHECK(camera.cell_at({0.5, 0.5}) == CellPoint{0, 0});
  CHECK(camera.cell_at({1279.5, 799.5}) == CellPoint{639, 399});
  CHECK(camera.cell_at({-0.5, 800.5}) == CellPoint{-1, 400});
  CHECK(camera.cell_at({-1e300, 1e300}).x < 0);
  const PixelPoint pixel = camera.to_pixel(camera.to_world({77, 55}));
  CHECK(pixel.x == Approx(77));
  CHECK(pixel.y == Approx(55));
}

TEST_CASE("however far it is panned, a part of the world stays in the viewport") {
  Camera camera = camera_on({50, 30, 1280, 800});
  camera.fit(640, 400);
  for (const double push : {-1e6, 1e6}) {
    camera.pan(push, -push);
    camera.keep_in_reach(640, 400);
    const Area pixels = pixels_on_world(camera, 640, 400);
    CHECK(pixels.x.size() >= 60);
    CHECK(pixels.y.size() >= 60);
  }
}

TEST_CASE("a pixel shows a cell exactly when its centre lies on the world") {
  Camera camera = camera_on({0, 0, 100, 80});
  camera.fit(9, 7);  // 11 pixels a cell
  camera.pan(-30.25, 13.5);
  const Area pixels = pixels_on_world(camera, 9, 7);
  for (int x = 0; x < 100; ++x) {
    const int cell = camera.cell_at({x + 0.5, 0}).x;
    CHECK((x >= pixels.x.begin && x < pixels.x.end) == (cell >= 0 && cell < 9));
  }
  for (int y = 0; y < 80; ++y) {
    const int cell = camera.cell_at({0, y + 0.5}).y;
    CHECK((y >= pixels.y.begin && y < pixels.y.end) == (cell >= 0 && cell < 7));
  }
}

TEST_CASE("the cells in view are those that pixels show, and the margin stops at the world's edge") {
  Camera camera = camera_on({0, 0, 128, 128});
  camera.fit(512, 512);
  camera.zoom_at({0, 0}, 8);  // 2 pixels a cell, top left corner in view
  CHECK(cells_in_view(camera, 512, 512, 0) == Area{{0, 64}, {0, 64}});
  CHECK(cells_in_view(camera, 512, 512, 10) == Area{{0, 74}, {0, 74}});
  camera.pan(-1e5, 0);
  CHECK(cells_in_view(camera, 512, 512, 10).x.empty());
}

TEST_CASE("one pixel a cell keeps the cell under the pointer under it, and puts cells on whole pixels") {
  Camera camera = camera_on({10, 20, 1280, 800});
  camera.fit(5000, 3000);
  const PixelPoint pointer{333, 601};
  const PixelPoint before = camera.to_world(pointer);
  camera.zoom_to_cells(pointer);
  CHECK(camera.zoom() == 1.0);
  CHECK(std::abs(camera.to_world(pointer).x - before.x) <= 0.5);
  CHECK(std::abs(camera.to_world(pointer).y - before.y) <= 0.5);
  CHECK(camera.origin().x == std::round(camera.origin().x));
}

TEST_CASE("the way to another zoom keeps the point that both show at the same pixel, and goes in one direction") {
  Camera camera = camera_on({0, 0, 1280, 800});
  camera.fit(8192, 8192);
  Camera goal = camera;
  const PixelPoint pointer{900.5, 100.5};
  goal.zoom_at(pointer, 40);
  const PixelPoint under = camera.to_world(pointer);
  double zoom = camera.zoom();
  for (int i = 0; i < 30; ++i) {
    camera.approach(goal, 0.2);
    CHECK(camera.to_world(pointer).x == Approx(under.x));
    CHECK(camera.to_world(pointer).y == Approx(under.y));
    CHECK(camera.zoom() > zoom);
    CHECK(camera.zoom() <= goal.zoom());
    zoom = camera.zoom();
  }
  CHECK(camera.zoom() == Approx(goal.zoom()).epsilon(0.01));
  camera.approach(goal, 1);
  CHECK(camera.zoom() == goal.zoom());
  CHECK(camera.origin().x == goal.origin().x);
}

TEST_CASE("the way to another place at the same zoom is straight and even") {
  Camera camera = camera_on({0, 0, 1280, 800});
  camera.fit(640, 400);
  Camera goal = camera;
  goal.pan(100, -40);
  const PixelPoint from = camera.origin();
  camera.approach(goal, 0.25);
  CHECK(camera.origin().x == Approx(from.x + 25));
  CHECK(camera.origin().y == Approx(from.y - 10));
}

TEST_CASE("it is known whether the whole world is in sight") {
  Camera camera = camera_on({100, 50, 1280, 800});
  camera.fit(8192, 8192);
  CHECK(camera.sees_whole(8192, 8192));
  camera.zoom_at({600, 400}, 1.25);
  CHECK_FALSE(camera.sees_whole(8192, 8192));
  camera.show_whole(100000, 30);
  CHECK(camera.sees_whole(100000, 30));
  CHECK(camera.to_pixel({100000, 30}).x == Approx(1380));
  camera.pan(2, 0);
  CHECK_FALSE(camera.sees_whole(100000, 30));
}

TEST_CASE("a point of the world moves to the middle") {
  Camera camera = camera_on({100, 50, 1000, 500});
  camera.fit(4000, 3000);
  camera.centre_on({17, 2900});
  CHECK(camera.to_world({600, 300}).x == Approx(17));
  CHECK(camera.to_world({600, 300}).y == Approx(2900));
}

}  // namespace repose::test::camera_test
