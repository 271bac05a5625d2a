#include <cmath>

#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

const Camera& camera(Driver& d) { return d.desk().view.canvas.camera(); }

// The point of the world in the middle of the view.
PixelPoint middle(Driver& d) {
  const PixelRect& port = camera(d).viewport();
  return camera(d).to_world({port.x + port.width / 2.0, port.y + port.height / 2.0});
}

CellPoint middle_of(const ImVec4& rect) {
  return {static_cast<int>((rect.x + rect.z) / 2), static_cast<int>((rect.y + rect.w) / 2)};
}

bool sees_map() { return landmarks().find("minimap").has_value(); }

// A world at one pixel a cell that is larger than the canvas.
void large_world(Driver& d) {
  d.empty_world(3000, 2400);
  d.move(700, 400);
  d.key(SDLK_0, KMOD_LCTRL);
  d.frames(2);
}

}  // namespace

TEST_CASE("Ctrl+0 and Z show one pixel a cell, and the cell under the mouse stays there") {
  for (const bool with_control : {true, false}) {
    Driver d;
    d.empty_world(3000, 2400);
    d.move(900, 300);
    d.frames(1);
    const auto before = d.desk().view.canvas.cell_under_mouse();
    with_control ? d.key(SDLK_0, KMOD_LCTRL) : d.key(SDLK_z);
    CHECK(camera(d).zoom() == 1.0);
    const auto after = d.desk().view.canvas.cell_under_mouse();
    REQUIRE(before.has_value());
    REQUIRE(after.has_value());
    CHECK(std::abs(before->x - after->x) <= 1);
    CHECK(std::abs(before->y - after->y) <= 1);
    d.key(SDLK_0);
    CHECK(camera(d).sees_whole(3000, 2400));
  }
}

TEST_CASE("the view glides to its new zoom: quickly, in one direction, and the cell under the mouse stays") {
  Driver d;
  d.desk().settings.view.animations = true;
  d.empty_world(640, 400);
  d.move(900, 300);
  d.frames(1);
  const auto cell = d.desk().view.canvas.cell_under_mouse();
  double zoom = camera(d).zoom();
  const double goal = zoom * 1.25 * 1.25;
  d.wheel(1, KMOD_LCTRL);
  d.wheel(1, KMOD_LCTRL);
  CHECK(camera(d).zoom() < goal * 0.99);
  for (int i = 0; i < 30; ++i) {
    d.frames(1);
    CHECK(camera(d).zoom() >= zoom);
    CHECK(d.desk().view.canvas.cell_under_mouse() == cell);
    zoom = camera(d).zoom();
  }
  CHECK(zoom == Approx(goal));
  CHECK_FALSE(d.desk().view.canvas.busy());
}

TEST_CASE("keys move the view smoothly, the mouse at once, and a drag ends what still glides") {
  Driver d;
  large_world(d);
  d.desk().settings.view.animations = true;
  const double start = camera(d).origin().x;
  d.key_down(SDLK_LEFT);
  d.key_up(SDLK_LEFT);
  CHECK(camera(d).origin().x > start);
  const double soon = camera(d).origin().x;
  d.frames(3);
  CHECK(camera(d).origin().x > soon);
  d.frames(30);
  const double there = camera(d).origin().x;
  d.key_down(SDLK_LEFT);
  d.key_up(SDLK_LEFT);
  d.down(SDL_BUTTON_MIDDLE);
  d.frames(1);
  d.move(690, 400);
  d.frames(1);
  d.move(650, 400);
  d.frames(1);
  const double dragged = camera(d).origin().x;
  CHECK(dragged < there + 40);
  d.frames(10);
  CHECK(camera(d).origin().x == dragged);
  d.up(SDL_BUTTON_MIDDLE);
  d.frames(1);
}

TEST_CASE("the mini-map shows while a part of the world is out of sight") {
  Driver d;
  CHECK_FALSE(sees_map());
  d.move(700, 400);
  d.wheel(3, KMOD_LCTRL);
  d.frames(1);
  CHECK(sees_map());
  d.key(SDLK_o);
  CHECK_FALSE(d.desk().settings.view.minimap);
  d.frames(2);
  CHECK_FALSE(sees_map());
  d.click("menu/View");
  d.click("menu/Mini-map");
  d.frames(2);
  CHECK(sees_map());
  d.key(SDLK_0);
  d.frames(2);
  CHECK_FALSE(sees_map());
}

TEST_CASE("a click in the mini-map brings that part of the world into the middle and paints nothing") {
  Driver d;
  large_world(d);
  const auto hash = d.session().hash();
  const auto map = landmarks().find("minimap");
  REQUIRE(map.has_value());
  const auto at = [&](double x, double y) {
    return CellPoint{static_cast<int>(std::lround(map->x + (map->z - map->x) * x)),
                     static_cast<int>(std::lround(map->y + (map->w - map->y) * y))};
  };
  const CellPoint corner = at(0.75, 0.8);
  d.click(corner.x, corner.y);
  CHECK(std::abs(middle(d).x - 0.75 * 3000) < 20);
  CHECK(std::abs(middle(d).y - 0.8 * 2400) < 20);
  CHECK(d.session().hash() == hash);
}

TEST_CASE("the frame of the mini-map is dragged by where it is caught") {
  Driver d;
  large_world(d);
  const auto map = landmarks().find("minimap");
  REQUIRE(map.has_value());
  const PixelPoint before = middle(d);
  const double cells_per_point = 3000.0 / (map->z - map->x);
  const int x = static_cast<int>(map->x + before.x / cells_per_point) + 10,
            y = static_cast<int>(map->y + before.y / cells_per_point) + 5;
  d.move(x, y);
  d.frames(2);
  d.down();
  d.frames(2);
  CHECK(std::abs(middle(d).x - before.x) < 2 * cells_per_point);
  d.move(x - 30, y);
  d.frames(2);
  d.up();
  d.frames(1);
  CHECK(std::abs(middle(d).x - (before.x - 30 * cells_per_point)) < 2 * cells_per_point);
  CHECK(std::abs(middle(d).y - before.y) < 2 * cells_per_point);
}

TEST_CASE("the mini-map has the world's colours, with OpenGL and without, for cells, heights and water") {
  for (const bool software : {false, true}) {
    for (const char* automaton : {"conserving", "sandpile", "water"}) {
      AppOptions options;
      options.software = software;
      options.backend = Backend::cpu;
      Driver d(options);
      if (!software && !d.draws_with_gl()) continue;
      INFO(automaton << (software ? " without OpenGL" : " with OpenGL"));
      d.desk().simulation.set_playing(false);
      d.desk().simulation.switch_solver(automaton, Backend::cpu);
      REQUIRE(d.desk().simulation.execute(command::NewWorld{1000, 600}).ok);
      d.desk().view.canvas.fit();
      d.frames(2);
      // Fills the lower right quarter with the element of the brush.
      d.desk().simulation.paint(RectEdit{{500, 300}, {999, 599}, d.desk().paint_box.brush().element, {}});
      d.move(460, 300);
      d.wheel(6, KMOD_LCTRL);
      d.frames(40);
      const auto map = landmarks().find("minimap");
      REQUIRE(map.has_value());
      const auto on_map = [&](float x, float y) {
        return d.pixel(static_cast<int>(map->x + (map->z - map->x) * x),
                       static_cast<int>(map->y + (map->w - map->y) * y));
      };
      const Color filled = on_map(0.75f, 0.75f), empty = on_map(0.25f, 0.8f);
      CHECK(std::abs(filled.r - empty.r) + std::abs(filled.g - empty.g) + std::abs(filled.b - empty.b) > 30);
    }
  }
}

TEST_CASE("the mini-map of a gpu backend is drawn from its texture, upright") {
  Driver d;
  if (!d.draws_with_gl()) REPOSE_SKIP("no OpenGL");
  d.desk().simulation.switch_solver("conserving", Backend::gpu);
  d.empty_world(1000, 600);
  d.desk().simulation.paint(RectEdit{{0, 500}, {999, 599}, d.element("lava"), {}});
  d.move(460, 300);
  d.wheel(6, KMOD_LCTRL);
  d.frames(40);
  const auto map = landmarks().find("minimap");
  REQUIRE(map.has_value());
  const int x = static_cast<int>(map->x * 0.3f + map->z * 0.7f);
  const Color above = d.pixel(x, static_cast<int>(map->y) + 6), below = d.pixel(x, static_cast<int>(map->w) - 6);
  CHECK(below.r > above.r + 40);
}

TEST_CASE("the mouse on the ledger does not paint the world behind it") {
  Driver d;
  d.empty_world(640, 400);
  d.key(SDLK_l);
  d.frames(3);
  const auto hash = d.session().hash();
  const auto button = landmarks().find("ledger/Restart");
  REQUIRE(button.has_value());
  const CellPoint at = middle_of(*button);
  d.click(at.x, at.y + 2);
  d.frames(3);
  CHECK(d.session().hash() == hash);
}
