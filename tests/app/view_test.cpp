#include <array>
#include <cmath>
#include <set>

#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

TEST_CASE("the opening scene fills the canvas of every window") {
  struct Size {
    int width, height;
  };
  for (const Size size : {Size{1280, 800}, {2560, 1440}, {1920, 1080}, {800, 600}, {1100, 1400}}) {
    INFO(size.width << "x" << size.height);
    Driver d({.window_width = size.width, .window_height = size.height});
    d.desk().simulation.load_scene("valley");
    d.frames(2);
    const Camera& camera = d.camera();
    const double width = d.session().width() * camera.zoom(), height = d.session().height() * camera.zoom();
    CHECK(width <= camera.viewport().width + 1);
    CHECK(height <= camera.viewport().height + 1);
    CHECK(width >= camera.viewport().width - 6);
    CHECK(height >= camera.viewport().height - 6);
    CHECK(d.session().width() * d.session().height() >= 180'000);
    CHECK(d.session().width() * d.session().height() <= 360'000);
  }
}

TEST_CASE_METHOD(Driver, "Ctrl and wheel zoom to the cursor: the cell under it stays under it") {
  point_at(400, 100);
  const double zoom = camera().zoom();
  const auto before = desk().view.canvas.cell_under_mouse();
  for (int i = 0; i < 4; ++i) wheel(1, KMOD_LCTRL);
  CHECK(camera().zoom() > 2 * zoom);
  CHECK(desk().view.canvas.cell_under_mouse() == before);
  key(SDLK_0);
  CHECK(camera().zoom() == zoom);
}

TEST_CASE_METHOD(Driver, "in a scene of tiles, too, the plain wheel zooms if the setting says so, as in the original") {
  desk().simulation.load_scene("terraces");
  REQUIRE(session().automaton() == "tiles");
  point_at(100, 100);
  const int size = brush().size;
  const double zoom = camera().zoom();
  wheel(1);
  CHECK(camera().zoom() == zoom);
  CHECK(brush().size > size);
  brush().size = size;
  desk().settings.controls.wheel_zooms = true;
  wheel(2);
  CHECK(camera().zoom() > zoom);
  CHECK(brush().size == size);
  wheel(1, KMOD_LCTRL);
  CHECK(brush().size > size);
}

TEST_CASE_METHOD(Driver, "Space with a drag and a middle drag move the view, and neither pause nor pick") {
  const CellPoint at = on_screen(320, 200);
  for (int i = 0; i < 4; ++i) wheel(1, KMOD_LCTRL);
  const PixelPoint before = camera().origin();
  move(at.x, at.y);
  key_down(SDLK_SPACE);
  down();
  frames(1);
  move(at.x + 60, at.y + 25);
  frames(1);
  up();
  frames(1);
  key_up(SDLK_SPACE);
  const PixelPoint after = camera().origin();
  CHECK(std::lround(after.x - before.x) == 60);
  CHECK(std::lround(after.y - before.y) == 25);
  CHECK(desk().simulation.playing());
  brush().element = element("lava");
  const PixelPoint moved = camera().origin();
  swing(at, {at.x - 40, at.y}, SDL_BUTTON_MIDDLE);
  CHECK(camera().origin().x < moved.x - 30);
  CHECK(brush().element == element("lava"));
}

TEST_CASE_METHOD(Driver, "W A S D move the view, as long as they are held") {
  move(700, 400);
  wheel(3, KMOD_LCTRL);
  const auto origin = [&] { return camera().origin(); };
  const PixelPoint at_first = origin();
  key(SDLK_a);
  CHECK(origin().x > at_first.x);
  key(SDLK_d);
  CHECK(origin().x == Approx(at_first.x));
  key(SDLK_w);
  CHECK(origin().y > at_first.y);
  key(SDLK_s);
  CHECK(origin().y == Approx(at_first.y));
  const double before = origin().x;
  key_down(SDLK_d);
  const double tapped = origin().x;
  CHECK(tapped < before);
  frames(6);
  CHECK(origin().x < tapped - 50);
  key_up(SDLK_d);
  const double released = origin().x;
  frames(3);
  CHECK(origin().x == released);
}

TEST_CASE_METHOD(Driver, "wheel and Ctrl+wheel change places when the wheel is to zoom") {
  move(700, 400);
  const auto zoom = [&] { return camera().zoom(); };
  const int size = brush().size;
  const double before = zoom();
  wheel(1);
  CHECK(brush().size > size);
  CHECK(zoom() == before);
  menu({"View", "Wheel zooms"});
  move(700, 400);
  frames(2);
  const int larger = brush().size;
  wheel(1);
  CHECK(zoom() > before);
  CHECK(brush().size == larger);
  wheel(-1, KMOD_LCTRL);
  CHECK(brush().size < larger);
  const double wheeled = zoom();
  key(SDLK_PLUS);  // keys zoom either way
  CHECK(zoom() > wheeled);
}

TEST_CASE("the soft picture is a look of the menu, with and without OpenGL") {
  for (const bool software : {false, true}) {
    CAPTURE(software);
    Driver d({.software = software});
    d.empty_world(40, 30);
    d.session().execute(command::Paint{RectEdit{{0, 0}, {19, 29}, d.element("stone"), {}}});
    d.frames(2);
    const CellPoint last = d.on_screen(19, 15), next = d.on_screen(20, 15);
    const auto colors = [&] {  // from one element to the other
      std::set<int> found;
      const Picture screen = d.picture();
      for (int x = last.x; x <= next.x; ++x) found.insert(Driver::color_at(screen, {x, last.y}).g);
      return found.size();
    };
    const std::size_t sharp = colors();
    d.menu({"View", "Soft picture"});
    d.key(SDLK_ESCAPE);
    CHECK(d.desk().settings.view.looks.blur);
    CHECK(colors() > sharp + 2);
  }
}

TEST_CASE("fastsab begins with a soft picture and has its own switch for it") {
  Driver d({.software = true});
  const auto shown = [&] { return d.desk().view.world_views.looks().blur; };
  CHECK_FALSE(shown());
  d.session().execute(command::SwitchSolver{"fastsab", Backend::cpu, true});
  CHECK(shown());
  d.menu({"View", "Soft picture"});
  CHECK_FALSE(shown());
  d.session().execute(command::SwitchSolver{"conserving", Backend::cpu, true});
  CHECK_FALSE(shown());
  CHECK_FALSE(d.desk().settings.view.looks.blur);
  CHECK_FALSE(d.desk().settings.view.soft_original);
}

TEST_CASE("the window may be small: nothing that is needed leaves it") {
  Driver d({.window_width = 800, .window_height = 600});
  for (const char* name :
       {"play", "step", "reset", "clear", "speed", "brush/size", "search", "element/sand", "menu/Help"}) {
    INFO(name);
    const ImVec4 at = d.place(name);
    CHECK((at.x >= 0 && at.y >= 0 && at.z <= 800 && at.w <= 600));
  }
}
