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
    AppOptions options;
    options.window_width = size.width;
    options.window_height = size.height;
    Driver d(options);
    d.desk().simulation.load_scene("valley");
    d.frames(2);
    const Camera& camera = d.desk().view.canvas.camera();
    const double width = d.session().width() * camera.zoom(), height = d.session().height() * camera.zoom();
    CHECK(width <= camera.viewport().width + 1);
    CHECK(height <= camera.viewport().height + 1);
    CHECK(width >= camera.viewport().width - 6);
    CHECK(height >= camera.viewport().height - 6);
    CHECK(d.session().width() * d.session().height() >= 180'000);
    CHECK(d.session().width() * d.session().height() <= 360'000);
  }
}

TEST_CASE("Ctrl and wheel zoom to the cursor: the cell under it stays under it") {
  Driver d;
  const CellPoint at = d.on_screen(400, 100);
  d.move(at.x, at.y);
  d.frames(1);
  const double zoom = d.desk().view.canvas.camera().zoom();
  const auto before = d.desk().view.canvas.cell_under_mouse();
  for (int i = 0; i < 4; ++i) d.wheel(1, KMOD_LCTRL);
  CHECK(d.desk().view.canvas.camera().zoom() > 2 * zoom);
  CHECK(d.desk().view.canvas.cell_under_mouse() == before);
  d.key(SDLK_0);
  CHECK(d.desk().view.canvas.camera().zoom() == zoom);
}

TEST_CASE("Space with a drag moves the view and does not pause") {
  Driver d;
  const auto hash_world = d.session().download();
  const CellPoint at = d.on_screen(320, 200);
  for (int i = 0; i < 4; ++i) d.wheel(1, KMOD_LCTRL);
  const PixelPoint before = d.desk().view.canvas.camera().origin();
  d.move(at.x, at.y);
  d.key_down(SDLK_SPACE);
  d.down();
  d.frames(1);
  d.move(at.x + 60, at.y + 25);
  d.frames(1);
  d.up();
  d.frames(1);
  d.key_up(SDLK_SPACE);
  const PixelPoint after = d.desk().view.canvas.camera().origin();
  CHECK(std::lround(after.x - before.x) == 60);
  CHECK(std::lround(after.y - before.y) == 25);
  CHECK(d.desk().simulation.playing());
}

TEST_CASE("a middle drag of more than four pixels moves the view and picks nothing") {
  Driver d;
  d.desk().paint_box.brush().element = d.element("lava");
  const CellPoint at = d.on_screen(320, 200);
  d.move(at.x, at.y);
  d.wheel(3, KMOD_LCTRL);
  const PixelPoint before = d.desk().view.canvas.camera().origin();
  d.down(SDL_BUTTON_MIDDLE);
  d.move(at.x - 40, at.y);
  d.frames(1);
  d.up(SDL_BUTTON_MIDDLE);
  d.frames(3);
  CHECK(d.desk().view.canvas.camera().origin().x < before.x - 30);
  CHECK(d.desk().paint_box.brush().element == d.element("lava"));
}

TEST_CASE("arrow keys and W A S D move the view") {
  Driver d;
  d.move(700, 400);
  d.wheel(3, KMOD_LCTRL);
  const auto origin = [&] { return d.desk().view.canvas.camera().origin(); };
  for (const auto& [left, right, up, down] :
       {std::array{SDLK_LEFT, SDLK_RIGHT, SDLK_UP, SDLK_DOWN}, {SDLK_a, SDLK_d, SDLK_w, SDLK_s}}) {
    const PixelPoint before = origin();
    d.key(left);
    CHECK(origin().x > before.x);
    d.key(right);
    CHECK(origin().x == Approx(before.x));
    d.key(up);
    CHECK(origin().y > before.y);
    d.key(down);
    CHECK(origin().y == Approx(before.y));
  }
}

TEST_CASE("a key that moves the view moves it as long as it is held") {
  Driver d;
  d.move(700, 400);
  d.wheel(3, KMOD_LCTRL);
  const auto x = [&] { return d.desk().view.canvas.camera().origin().x; };
  const double before = x();
  d.key_down(SDLK_d);
  const double tapped = x();
  CHECK(tapped < before);
  d.frames(6);
  CHECK(x() < tapped - 50);
  d.key_up(SDLK_d);
  const double released = x();
  d.frames(3);
  CHECK(x() == released);
}

TEST_CASE("wheel and Ctrl+wheel change places when the wheel is to zoom") {
  Driver d;
  d.move(700, 400);
  const auto zoom = [&] { return d.desk().view.canvas.camera().zoom(); };
  const int size = d.desk().paint_box.brush().size;
  const double before = zoom();
  d.wheel(1);
  CHECK(d.desk().paint_box.brush().size > size);
  CHECK(zoom() == before);
  d.click("menu/View");
  d.click("menu/Wheel zooms");
  d.move(700, 400);
  d.frames(2);
  const int larger = d.desk().paint_box.brush().size;
  d.wheel(1);
  CHECK(zoom() > before);
  CHECK(d.desk().paint_box.brush().size == larger);
  d.wheel(-1, KMOD_LCTRL);
  CHECK(d.desk().paint_box.brush().size < larger);
  const double wheeled = zoom();
  d.key(SDLK_PLUS);  // keys zoom either way
  CHECK(zoom() > wheeled);
}

TEST_CASE("the soft picture is a look of the menu, with and without OpenGL") {
  for (const bool software : {false, true}) {
    CAPTURE(software);
    AppOptions options;
    options.software = software;
    Driver d(options);
    d.empty_world(40, 30);
    d.session().execute(command::Paint{RectEdit{{0, 0}, {19, 29}, d.element("stone"), {}}});
    d.frames(2);
    const CellPoint last = d.on_screen(19, 15), next = d.on_screen(20, 15);
    const auto colors = [&] {  // from one element to the other
      std::set<int> found;
      for (int x = last.x; x <= next.x; ++x) found.insert(d.pixel(x, last.y).g);
      return found.size();
    };
    const std::size_t sharp = colors();
    d.click("menu/View");
    d.click("menu/Soft picture");
    d.key(SDLK_ESCAPE);
    d.frames(2);
    CHECK(d.desk().settings.view.looks.blur);
    CHECK(colors() > sharp + 2);
  }
}

TEST_CASE("fastsab begins with a soft picture and has its own switch for it") {
  AppOptions options;
  options.software = true;
  Driver d(options);
  const auto shown = [&] { return d.desk().view.world_views.looks().blur; };
  CHECK_FALSE(shown());
  d.session().execute(command::SwitchSolver{"fastsab", Backend::cpu, true});
  CHECK(shown());
  d.click("menu/View");
  d.click("menu/Soft picture");
  CHECK_FALSE(shown());
  d.session().execute(command::SwitchSolver{"conserving", Backend::cpu, true});
  CHECK_FALSE(shown());
  CHECK_FALSE(d.desk().settings.view.looks.blur);
  CHECK_FALSE(d.desk().settings.view.soft_original);
}

TEST_CASE("the window may be small: nothing that is needed leaves it") {
  AppOptions options;
  options.window_width = 800;
  options.window_height = 600;
  Driver d(options);
  for (const char* name :
       {"play", "step", "reset", "clear", "speed", "brush/size", "search", "element/sand", "menu/Help"}) {
    INFO(name);
    const auto rect = landmarks().find(name);
    REQUIRE(rect.has_value());
    CHECK(rect->x >= 0);
    CHECK(rect->y >= 0);
    CHECK(rect->z <= 800);
    CHECK(rect->w <= 600);
  }
}
