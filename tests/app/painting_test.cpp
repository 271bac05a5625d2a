#include <algorithm>

#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

TEST_CASE_METHOD(Driver,
                 "a fast drag with the left button leaves no gaps, and painting keeps pouring while it is held") {
  empty_world(200, 120);
  brush() = {1, BrushShape::round, false, element("wall"), 0};
  drag({20, 30}, {170, 90});
  for (int x = 20; x <= 170; ++x) {
    bool found = false;
    for (int y = 0; y < 120; ++y) found = found || cell(x, y) == element("wall");
    INFO("column " << x);
    REQUIRE(found);
  }
  CHECK(cell(20, 30) == element("wall"));
  CHECK(cell(170, 90) == element("wall"));
  empty_world(120, 120);
  brush() = {5, BrushShape::square, false, element("sand"), 0};
  point_at(60, 20);
  down();
  frames(2);
  const auto first = count("sand");
  CHECK(first == 25);
  desk().simulation.set_playing(true);
  frames(40);
  up();
  frames(2);
  CHECK(count("sand") > 4 * first);
}

TEST_CASE_METHOD(Driver, "the right button erases, or paints the element that was put on it") {
  load_density_world();
  empty_world(100, 100);
  brush() = {9, BrushShape::square, false, element("wall"), 0};
  const CellPoint at = on_screen(50, 50);
  click(at.x, at.y);
  CHECK(cell(50, 50) == element("wall"));
  click(at.x, at.y, SDL_BUTTON_RIGHT);
  CHECK(cell(50, 50) == 0);

  click("element/sand", SDL_BUTTON_RIGHT);
  click(at.x, at.y, SDL_BUTTON_RIGHT);
  CHECK(cell(50, 50) == element("sand"));
}

TEST_CASE_METHOD(Driver,
                 "a middle click, Alt+left and the pick tool take the element under the cursor, and paint nothing") {
  empty_world(100, 100);
  fill({46, 46}, {54, 54}, "wall");
  const auto hash = session().hash();
  const auto picks = [&](int button, Uint16 modifiers) {
    brush().element = element("sand");
    click_cell(50, 50, button, modifiers);
    return brush().element == element("wall");
  };
  CHECK(picks(SDL_BUTTON_MIDDLE, KMOD_NONE));
  CHECK(picks(SDL_BUTTON_LEFT, KMOD_LALT));
  key(SDLK_i);
  CHECK(picks(SDL_BUTTON_LEFT, KMOD_NONE));
  CHECK(session().hash() == hash);
}

TEST_CASE_METHOD(
    Driver,
    "fire is painted beside what is there, and a gas over another one, unless one paints over or fills otherwise") {
  empty_world(100, 100);
  const CellPoint at = on_screen(50, 50), beside = on_screen(56, 50);
  const auto paint = [&](const char* name, int size, CellPoint where) {
    brush().element = element(name);
    brush().size = size;
    click(where.x, where.y);
  };
  brush() = {9, BrushShape::square, false, element("wood"), 0};
  click(at.x, at.y);
  paint("fire", 21, at);
  CHECK(count("charred_wood") == 81);  // the wood burns, but is there
  CHECK(count("fire") == 21 * 21 - 81);
  paint("methane", 3, beside);  // over fire
  CHECK(count("methane") == 9);
  CHECK(count("charred_wood") == 81);
  paint("sand", 3, at);  // sand falls on things, and is painted over them
  CHECK(count("charred_wood") == 72);

  empty_world(100, 100);
  fill({46, 46}, {54, 54}, "wood");
  brush() = {3, BrushShape::square, false, element("fire"), 0};
  brush().over = PaintOver::same;
  click_cell(50, 50);
  CHECK(cell(50, 50) == element("fire"));
  brush().over = PaintOver::everything;
  desk().paint_box.set_tool(Tool::fill);
  click_cell(46, 46);
  CHECK(count("wood") == 0);
}

TEST_CASE_METHOD(Driver,
                 "fire and sparks light what burns or explodes under the brush, and leave water and stone alone") {
  empty_world(100, 100);
  struct Row {
    const char *under, *painted, *becomes;
  };
  for (const Row row : {Row{"oil", "fire", "burning_oil"},
                        {"bomb", "fire", "blast"},
                        {"bomb", "spark", "blast"},
                        {"water", "fire", "water"},
                        {"stone", "fire", "stone"}}) {
    INFO(row.painted << " on " << row.under);
    fill({0, 0}, {99, 99}, "air");
    fill({46, 46}, {54, 54}, row.under);
    brush() = {3, BrushShape::square, false, element(row.painted), 0};
    click_cell(50, 50);
    CHECK(cell(50, 50) == element(row.becomes));
    CHECK(cell(54, 54) == element(row.under));
    key(SDLK_z, KMOD_LCTRL);
    CHECK(cell(50, 50) == element(row.under));
  }
}

TEST_CASE_METHOD(Driver, "a click on the switch of Fortress sets off the bombs, and so do sparks painted on it") {
  desk().simulation.load_scene("fortress");
  desk().simulation.set_playing(false);
  frames(2);
  const World fortress = session().download();
  const auto cells = fortress.cells();
  const auto found = static_cast<int>(std::ranges::find(cells, element("switch")) - cells.begin());
  const CellPoint corner = {found % session().width(), found / session().width()};
  const std::int64_t bombs = count("bomb"), off = count("switch");
  REQUIRE(off > 20);
  const auto sets_off = [&] {
    CHECK(count("switch_turning_on") > 0);
    CHECK(count("switch") + count("switch_turning_on") == off);
    REQUIRE(session().execute(command::Step{800}).ok);
    CHECK(count("bomb") < bombs / 2);
    desk().simulation.execute(command::Reset{});
    frames(2);
  };
  const auto click_with = [&](const char* name) {
    brush() = {3, BrushShape::square, false, element(name), 0};
    click_cell(corner.x + 2, corner.y + 2);
  };
  click_with("sand");  // loose
  click_with("sand");  // while it turns, a click does nothing
  CHECK(count("sand") == 0);
  sets_off();
  click_with("spark");
  sets_off();
  brush() = {3, BrushShape::square, false, element("spark"), 0};
  drag({corner.x - 20, corner.y + 1}, {corner.x + 2, corner.y + 1});
  sets_off();

  click_with("spark");
  key(SDLK_z, KMOD_LCTRL);
  CHECK(count("switch") == off);
  click_with("wall");  // replaces it, and so does the background
  CHECK(count("switch") == off - 9);
  CHECK(count("switch_turning_on") == 0);
  key(SDLK_z, KMOD_LCTRL);
  click_cell(corner.x + 2, corner.y + 2, SDL_BUTTON_RIGHT);
  CHECK(count("switch") == off - 9);
}

TEST_CASE_METHOD(Driver, "Shift drags a line and Ctrl a rectangle") {
  empty_world(100, 100);
  brush() = {1, BrushShape::round, false, element("wall"), 0};
  const auto drag = [&](CellPoint from, CellPoint to, Uint16 modifiers) {
    SDL_SetModState(static_cast<SDL_Keymod>(modifiers));
    const CellPoint a = on_screen(from.x, from.y), b = on_screen(to.x, to.y);
    move(a.x, a.y);
    down();
    frames(1);
    move((a.x + b.x) / 2, a.y - 20);  // a detour that must leave no paint
    frames(1);
    move(b.x, b.y);
    frames(1);
    up();
    frames(1);
    SDL_SetModState(KMOD_NONE);
  };
  drag({10, 10}, {40, 10}, KMOD_LSHIFT);
  CHECK(count("wall") == 31);
  drag({20, 50}, {29, 59}, KMOD_LCTRL);
  CHECK(count("wall") == 31 + 100);
  CHECK(cell(25, 55) == element("wall"));
}

TEST_CASE_METHOD(Driver, "wheel and brackets change the brush, B its shape, and size 1 and 256 are the ends") {
  point_at(100, 100);
  const int before = brush().size;
  wheel(1);
  CHECK(brush().size > before);
  wheel(-1);
  wheel(-1);
  CHECK(brush().size < before);
  for (const auto& [bracket, near, end] : {std::tuple{SDLK_RIGHTBRACKET, 230, 256}, {SDLK_LEFTBRACKET, 3, 1}}) {
    brush().size = near;
    for (int i = 0; i < 4; ++i) key(bracket);
    CHECK(brush().size == end);
  }
  key(SDLK_b);
  CHECK(brush().shape == BrushShape::square);
}

TEST_CASE_METHOD(Driver, "a click on a panel does not paint behind it") {
  empty_world(640, 400);
  const auto hash = session().hash();
  click("element/lava");
  click("menu/View");
  key(SDLK_ESCAPE);
  CHECK(session().hash() == hash);
}

TEST_CASE("what is painted is what the screen shows, with OpenGL and without") {
  for (const bool software : {false, true}) {
    Driver d({.software = software});
    d.desk().settings.view.looks = {false, false, false};
    d.empty_world(160, 100);
    d.brush() = {21, BrushShape::square, false, d.element("lava"), 0};
    d.click_cell(80, 50);
    const CellPoint at = d.on_screen(80, 50);
    d.move(at.x + 200, at.y);
    const std::vector<Element>& elements = d.session().ruleset().elements;
    CHECK(d.pixel(at.x, at.y) == elements[d.element("lava")].color);
    CHECK(d.pixel(at.x - 150, at.y) == elements[0].color);
  }
}
