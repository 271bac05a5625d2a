#include <algorithm>

#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

std::uint64_t count(Session& session, std::uint8_t element) {
  const World world = session.download();
  return static_cast<std::uint64_t>(std::count(world.cells().begin(), world.cells().end(), element));
}

}  // namespace

TEST_CASE("a fast drag with the left button leaves no gaps") {
  Driver d;
  d.empty_world(200, 120);
  d.desk().paint_box.brush() = {1, BrushShape::round, false, d.element("wall"), 0};
  const CellPoint from = d.on_screen(20, 30), to = d.on_screen(170, 90);
  d.move(from.x, from.y);
  d.down();
  d.move(to.x, to.y);  // one event for the whole way
  d.up();
  d.frames(2);
  for (int x = 20; x <= 170; ++x) {
    bool found = false;
    for (int y = 0; y < 120; ++y) found = found || d.cell(x, y) == d.element("wall");
    INFO("column " << x);
    REQUIRE(found);
  }
  CHECK(d.cell(20, 30) == d.element("wall"));
  CHECK(d.cell(170, 90) == d.element("wall"));
}

TEST_CASE("painting keeps pouring while the button is held") {
  Driver d;
  d.empty_world(120, 120);
  d.desk().paint_box.brush() = {5, BrushShape::square, false, d.element("sand"), 0};
  const CellPoint at = d.on_screen(60, 20);
  d.move(at.x, at.y);
  d.down();
  d.frames(2);
  const auto first = count(d.session(), d.element("sand"));
  CHECK(first == 25);
  d.desk().simulation.set_playing(true);
  d.frames(40);
  d.up();
  d.frames(2);
  CHECK(count(d.session(), d.element("sand")) > 4 * first);
}

TEST_CASE("the right button erases, or paints the element that was put on it") {
  Driver d;
  d.load_density_world();
  d.empty_world(100, 100);
  d.desk().paint_box.brush() = {9, BrushShape::square, false, d.element("wall"), 0};
  const CellPoint at = d.on_screen(50, 50);
  d.click(at.x, at.y);
  CHECK(d.cell(50, 50) == d.element("wall"));
  d.click(at.x, at.y, SDL_BUTTON_RIGHT);
  CHECK(d.cell(50, 50) == 0);

  d.click("element/stone", SDL_BUTTON_RIGHT);
  d.click(at.x, at.y, SDL_BUTTON_RIGHT);
  CHECK(d.cell(50, 50) == d.element("stone"));
}

TEST_CASE("a middle click and Alt+left pick the element under the cursor") {
  Driver d;
  d.empty_world(100, 100);
  d.desk().paint_box.brush() = {9, BrushShape::square, false, d.element("wall"), 0};
  const CellPoint at = d.on_screen(50, 50);
  d.click(at.x, at.y);
  d.desk().paint_box.brush().element = d.element("sand");
  d.click(at.x, at.y, SDL_BUTTON_MIDDLE);
  d.frames(4);
  CHECK(d.desk().paint_box.brush().element == d.element("wall"));

  d.desk().paint_box.brush().element = d.element("sand");
  SDL_SetModState(KMOD_LALT);
  d.click(at.x, at.y);
  SDL_SetModState(KMOD_NONE);
  d.frames(4);
  CHECK(d.desk().paint_box.brush().element == d.element("wall"));
}

TEST_CASE("only over empty changes no other cells") {
  Driver d;
  d.empty_world(100, 100);
  d.desk().paint_box.brush() = {9, BrushShape::square, false, d.element("wall"), 0};
  const CellPoint at = d.on_screen(50, 50);
  d.click(at.x, at.y);
  d.click("paint_over");
  REQUIRE(d.desk().paint_box.brush().over == PaintOver::empty);
  d.desk().paint_box.brush().element = d.element("stone");
  d.desk().paint_box.brush().size = 31;
  d.click(at.x, at.y);
  CHECK(d.cell(50, 50) == d.element("wall"));
  CHECK(d.cell(60, 50) == d.element("stone"));
}

TEST_CASE("fire is painted beside what is there, and a gas over another one") {
  Driver d;
  d.empty_world(100, 100);
  auto& brush = d.desk().paint_box.brush();
  const CellPoint at = d.on_screen(50, 50), beside = d.on_screen(56, 50);
  const auto paint = [&](const char* name, int size, CellPoint where) {
    brush.element = d.element(name);
    brush.size = size;
    d.click(where.x, where.y);
  };
  brush = {9, BrushShape::square, false, d.element("wood"), 0};
  d.click(at.x, at.y);
  paint("fire", 21, at);
  CHECK(count(d.session(), d.element("charwood")) == 81);  // the wood burns, but is there
  CHECK(count(d.session(), d.element("fire")) == 21 * 21 - 81);
  paint("methane", 3, beside);  // over fire
  CHECK(count(d.session(), d.element("methane")) == 9);
  CHECK(count(d.session(), d.element("charwood")) == 81);
  paint("sand", 3, at);  // sand falls on things, and is painted over them
  CHECK(count(d.session(), d.element("charwood")) == 72);
}

TEST_CASE("fire and sparks light what burns or explodes under the brush, and leave water and stone alone") {
  Driver d;
  d.empty_world(100, 100);
  auto& brush = d.desk().paint_box.brush();
  const CellPoint at = d.on_screen(50, 50);
  const auto paint = [&](const char* name, int size) {
    brush = {size, BrushShape::square, false, d.element(name), 0};
    d.click(at.x, at.y);
  };
  const auto [name, painted, into] =
      GENERATE(table<const char*, const char*, const char*>({{"oil", "fire", "burningoil"},
                                                             {"bomb", "fire", "blast"},
                                                             {"bomb", "spark", "blast"},
                                                             {"water", "fire", "water"},
                                                             {"stone", "fire", "stone"}}));
  INFO(painted << " on " << name);
  paint(name, 9);
  paint(painted, 3);
  CHECK(d.cell(50, 50) == d.element(into));
  CHECK(d.cell(54, 54) == d.element(name));
  d.key(SDLK_z, KMOD_LCTRL);
  CHECK(d.cell(50, 50) == d.element(name));
}

TEST_CASE("what is airborne obeys the other ways of painting over, and the fill tool") {
  Driver d;
  d.empty_world(100, 100);
  auto& brush = d.desk().paint_box.brush();
  const CellPoint at = d.on_screen(50, 50);
  brush = {9, BrushShape::square, false, d.element("wood"), 0};
  d.click(at.x, at.y);
  brush.element = d.element("fire");
  brush.size = 3;
  brush.over = PaintOver::same;
  d.click(at.x, at.y);
  CHECK(d.cell(50, 50) == d.element("fire"));
  brush.over = PaintOver::everything;
  d.desk().paint_box.set_tool(Tool::fill);
  const CellPoint corner = d.on_screen(46, 46);
  d.click(corner.x, corner.y);
  CHECK(count(d.session(), d.element("wood")) == 0);
}

TEST_CASE("Shift drags a line and Ctrl a rectangle") {
  Driver d;
  d.empty_world(100, 100);
  d.desk().paint_box.brush() = {1, BrushShape::round, false, d.element("wall"), 0};
  const auto drag = [&](CellPoint from, CellPoint to, Uint16 modifiers) {
    SDL_SetModState(static_cast<SDL_Keymod>(modifiers));
    const CellPoint a = d.on_screen(from.x, from.y), b = d.on_screen(to.x, to.y);
    d.move(a.x, a.y);
    d.down();
    d.frames(1);
    d.move((a.x + b.x) / 2, a.y - 20);  // a detour that must leave no paint
    d.frames(1);
    d.move(b.x, b.y);
    d.frames(1);
    d.up();
    d.frames(1);
    SDL_SetModState(KMOD_NONE);
  };
  drag({10, 10}, {40, 10}, KMOD_LSHIFT);
  CHECK(count(d.session(), d.element("wall")) == 31);
  drag({20, 50}, {29, 59}, KMOD_LCTRL);
  CHECK(count(d.session(), d.element("wall")) == 31 + 100);
  CHECK(d.cell(25, 55) == d.element("wall"));
}

TEST_CASE("wheel and brackets change the brush, B its shape, and size 1 and 256 are the ends") {
  Driver d;
  const CellPoint at = d.on_screen(100, 100);
  d.move(at.x, at.y);
  d.frames(1);
  const int before = d.desk().paint_box.brush().size;
  d.wheel(1);
  CHECK(d.desk().paint_box.brush().size > before);
  d.wheel(-1);
  d.wheel(-1);
  CHECK(d.desk().paint_box.brush().size < before);
  for (int i = 0; i < 60; ++i) d.key(SDLK_RIGHTBRACKET);
  CHECK(d.desk().paint_box.brush().size == 256);
  for (int i = 0; i < 60; ++i) d.key(SDLK_LEFTBRACKET);
  CHECK(d.desk().paint_box.brush().size == 1);
  d.key(SDLK_b);
  CHECK(d.desk().paint_box.brush().shape == BrushShape::square);
}

TEST_CASE("a click on a panel does not paint behind it") {
  Driver d;
  d.empty_world(640, 400);
  const auto hash = d.session().hash();
  d.click("element/lava");
  d.click("menu/View");
  d.key(SDLK_ESCAPE);
  d.frames(2);
  CHECK(d.session().hash() == hash);
}

TEST_CASE("what is painted is what the screen shows") {
  Driver d;
  d.desk().settings.view.looks = {false, false, false};
  d.empty_world(160, 100);
  d.desk().paint_box.brush() = {21, BrushShape::square, false, d.element("lava"), 0};
  const CellPoint at = d.on_screen(80, 50);
  d.click(at.x, at.y);
  d.move(at.x + 200, at.y);
  const Color lava = d.session().ruleset().elements[d.element("lava")].color;
  CHECK(d.pixel(at.x, at.y) == lava);
  CHECK(d.pixel(at.x - 150, at.y) == d.session().ruleset().elements[0].color);
}
