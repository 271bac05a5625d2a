#include <cmath>

#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

struct Navigating : Driver {
  // The point of the world in the middle of the view.
  PixelPoint middle() {
    const PixelRect& port = camera().viewport();
    return camera().to_world({port.x + port.width / 2.0, port.y + port.height / 2.0});
  }
  // A world at one pixel a cell that is larger than the canvas.
  void large_world() {
    empty_world(3000, 2400);
    move(700, 400);
    key(SDLK_0, KMOD_LCTRL);
  }
};

}  // namespace

TEST_CASE_METHOD(Navigating, "Ctrl+0 and Z show one pixel a cell, and the cell under the mouse stays there") {
  empty_world(3000, 2400);
  move(900, 300);
  for (const bool with_control : {true, false}) {
    frames(1);
    const auto before = desk().view.canvas.cell_under_mouse();
    with_control ? key(SDLK_0, KMOD_LCTRL) : key(SDLK_z);
    CHECK(camera().zoom() == 1.0);
    const auto after = desk().view.canvas.cell_under_mouse();
    REQUIRE((before && after));
    CHECK(std::abs(before->x - after->x) <= 1);
    CHECK(std::abs(before->y - after->y) <= 1);
    key(SDLK_0);
    CHECK(camera().sees_whole(3000, 2400));
  }
}

TEST_CASE_METHOD(Navigating,
                 "the view glides to its new zoom: quickly, in one direction, and the cell under the mouse stays") {
  desk().settings.view.reduced_motion = ReducedMotion::off;
  empty_world(640, 400);
  move(900, 300);
  frames(1);
  const auto cell = desk().view.canvas.cell_under_mouse();
  double zoom = camera().zoom();
  const double goal = zoom * 1.25 * 1.25;
  wheel(1, KMOD_LCTRL);
  wheel(1, KMOD_LCTRL);
  CHECK(camera().zoom() < goal * 0.99);
  for (int i = 0; i < 30; ++i) {
    frames(1);
    CHECK(camera().zoom() >= zoom);
    CHECK(desk().view.canvas.cell_under_mouse() == cell);
    zoom = camera().zoom();
  }
  CHECK(zoom == Approx(goal));
  CHECK_FALSE(desk().view.canvas.busy());
}

TEST_CASE_METHOD(Navigating, "keys move the view smoothly, the mouse at once, and a drag ends what still glides") {
  large_world();
  desk().settings.view.reduced_motion = ReducedMotion::off;
  const double start = camera().origin().x;
  key_down(SDLK_a);
  key_up(SDLK_a);
  CHECK(camera().origin().x > start);
  const double soon = camera().origin().x;
  frames(3);
  CHECK(camera().origin().x > soon);
  frames(30);
  const double there = camera().origin().x;
  key_down(SDLK_a);
  key_up(SDLK_a);
  down(SDL_BUTTON_MIDDLE);
  frames(1);
  move(690, 400);
  frames(1);
  move(650, 400);
  frames(1);
  const double dragged = camera().origin().x;
  CHECK(dragged < there + 40);
  frames(10);
  CHECK(camera().origin().x == dragged);
  up(SDL_BUTTON_MIDDLE);
  frames(1);
}

TEST_CASE_METHOD(Navigating, "the mini-map shows while a part of the world is out of sight") {
  CHECK_FALSE(sees("minimap"));
  move(700, 400);
  wheel(3, KMOD_LCTRL);
  frames(1);
  CHECK(sees("minimap"));
  key(SDLK_o);
  CHECK_FALSE(desk().settings.view.minimap);
  frames(2);
  CHECK_FALSE(sees("minimap"));
  menu({"View", "Mini-map"});
  CHECK(sees("minimap"));
  key(SDLK_0);
  CHECK_FALSE(sees("minimap"));
}

TEST_CASE_METHOD(
    Navigating,
    "a click in the mini-map brings that part into the middle, its frame is dragged by where it is caught") {
  large_world();
  const auto hash = session().hash();
  const ImVec4 map = place("minimap");
  const auto at = [&](double x, double y) {
    return CellPoint{static_cast<int>(std::lround(map.x + (map.z - map.x) * x)),
                     static_cast<int>(std::lround(map.y + (map.w - map.y) * y))};
  };
  const CellPoint corner = at(0.75, 0.8);
  click(corner.x, corner.y);
  CHECK(std::abs(middle().x - 0.75 * 3000) < 20);
  CHECK(std::abs(middle().y - 0.8 * 2400) < 20);
  CHECK(session().hash() == hash);

  const PixelPoint before = middle();
  const double cells_per_point = 3000.0 / (map.z - map.x);
  const int x = static_cast<int>(map.x + before.x / cells_per_point) + 10,
            y = static_cast<int>(map.y + before.y / cells_per_point) + 5;
  swing({x, y}, {x, y});
  CHECK(std::abs(middle().x - before.x) < 2 * cells_per_point);
  swing({x, y}, {x - 30, y});
  CHECK(std::abs(middle().x - (before.x - 30 * cells_per_point)) < 2 * cells_per_point);
  CHECK(std::abs(middle().y - before.y) < 2 * cells_per_point);
}

TEST_CASE("the mini-map has the world's colours, with OpenGL and without, for cells, heights and water") {
  for (const bool software : {false, true}) {
    Driver d({.backend = Backend::cpu, .software = software});
    if (!software && !d.draws_with_gl()) continue;
    for (const char* automaton : {"conserving", "sandpile", "water"}) {
      INFO(automaton << (software ? " without OpenGL" : " with OpenGL"));
      d.desk().simulation.set_playing(false);
      d.desk().simulation.switch_solver(automaton, Backend::cpu);
      REQUIRE(d.desk().simulation.execute(command::NewWorld{1000, 600}).ok);
      d.desk().view.canvas.fit();
      d.frames(2);
      // Fills the lower right quarter with the element of the brush.
      d.desk().simulation.paint(RectEdit{{500, 300}, {999, 599}, d.brush().element, {}});
      d.move(460, 300);
      d.wheel(6, KMOD_LCTRL);
      d.frames(40);
      const ImVec4 map = d.place("minimap");
      const auto on_map = [&](float x, float y) {
        return d.pixel(static_cast<int>(map.x + (map.z - map.x) * x), static_cast<int>(map.y + (map.w - map.y) * y));
      };
      const Color filled = on_map(0.75f, 0.75f), empty = on_map(0.25f, 0.8f);
      CHECK(std::abs(filled.r - empty.r) + std::abs(filled.g - empty.g) + std::abs(filled.b - empty.b) > 30);
    }
  }
}

TEST_CASE_METHOD(Navigating, "the mini-map of a gpu backend is drawn from its texture, upright") {
  if (!draws_with_gl()) REPOSE_SKIP("no OpenGL");
  desk().simulation.switch_solver("conserving", Backend::gpu);
  empty_world(1000, 600);
  desk().simulation.paint(RectEdit{{0, 500}, {999, 599}, element("lava"), {}});
  move(460, 300);
  wheel(6, KMOD_LCTRL);
  frames(40);
  const ImVec4 map = place("minimap");
  const int x = static_cast<int>(map.x * 0.3f + map.z * 0.7f);
  const Color above = pixel(x, static_cast<int>(map.y) + 6), below = pixel(x, static_cast<int>(map.w) - 6);
  CHECK(below.r > above.r + 40);
}
