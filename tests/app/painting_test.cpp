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

namespace {

// A running, empty world, and a brush of the usual shape that pours.
struct Pouring : Driver {
  explicit Pouring(int width = 160, int height = 120) {
    empty_world(width, height);
    desk().simulation.set_playing(true);
    pour("sand");
  }
  void pour(const char* name, int size = 13) { brush() = {size, BrushShape::round, true, element(name), 0}; }
  void hold(CellPoint at, int frame_count) {
    point_at(at.x, at.y);
    down();
    frames(frame_count);
    up();
    frames(1);
  }
  // By column, how high the heap on the floor is.
  std::vector<int> heights(const char* name) {
    const World world = session().download();
    std::vector<int> heights;
    for (int x = 0; x < world.width(); ++x) {
      int top = 0;
      while (top < world.height() && world.cell(x, world.height() - 1 - top) == element(name)) ++top;
      heights.push_back(top);
    }
    return heights;
  }
  // The height of the heap over half its width.
  double steepness(const char* name) {
    const std::vector<int> columns = heights(name);
    const auto width = std::ranges::count_if(columns, [](int height) { return height > 0; });
    return 2.0 * std::ranges::max(columns) / static_cast<double>(width);
  }
};

constexpr int kDisc = 137;  // cells of a round brush 13 cells across

}  // namespace

TEST_CASE("sand that is poured from high above for 3 s is a heap at all times, not a pole, and water is no tower") {
  Pouring d(300, 400);
  d.hold({150, 19}, 180);
  CHECK(d.count("sand") > 500);
  for (int second = 1; second <= 8; ++second) {
    d.frames(60);
    INFO(second << " s after the last grain");
    CHECK(d.steepness("sand") <= 2);
  }
  CHECK(d.steepness("sand") >= 0.9);
  CHECK(d.steepness("sand") <= 1.1);

  d.desk().simulation.execute(command::Clear{});
  d.pour("water");
  d.hold({150, 19}, 180);
  CHECK(d.count("water") > 1000);
  for (int second = 1; second <= 4; ++second) {
    d.frames(60);
    INFO(second << " s after the last drop");
    CHECK(d.steepness("water") <= 0.5);
    if (second < 3) continue;
    const auto [lowest, highest] = std::ranges::minmax(d.heights("water"));
    CHECK(highest - lowest <= 3);
  }
}

TEST_CASE_METHOD(Pouring, "a stream goes on while the mouse stands still, for each step the same at any speed") {
  point_at(80, 12);
  down();
  frames(30);
  const std::int64_t soon = count("sand");
  frames(30);
  CHECK(count("sand") > soon + 50);
  up();
  frames(1);
  key(SDLK_z, KMOD_LCTRL);
  CHECK(count("sand") == 0);  // one stroke is one operation

  const auto grains_of_a_step = [&](int speed, int frame_count) {
    desk().simulation.execute(command::Clear{});
    desk().simulation.choose_speed(Speed(speed));
    point_at(80, 12);
    down();
    frames(1);
    const std::int64_t first = count("sand");
    const std::uint64_t step = session().step_count();
    frames(frame_count);
    up();
    return static_cast<double>(count("sand") - first) / static_cast<double>(session().step_count() - step);
  };
  const double slow = grains_of_a_step(-2, 100), fast = grains_of_a_step(0, 25);
  CHECK(slow > 0.7 * fast);
  CHECK(slow < 1.4 * fast);
}

TEST_CASE_METHOD(Pouring, "a click puts down a puff of grains, a brush of one cell a cell, and a drag leaves no gaps") {
  for (const char* name : {"sand", "water", "lava", "smoke"}) {
    INFO(name);
    desk().simulation.execute(command::Clear{});
    pour(name);
    click_cell(80, 60);
    CHECK(count(name) >= kDisc / 3);
    CHECK(count(name) < kDisc);
  }
  desk().simulation.execute(command::Clear{});
  pour("sand", 1);
  click_cell(80, 20);
  CHECK(count("sand") >= 1);
  pour("sand");
  drag({30, 20}, {130, 20});
  const World world = session().download();
  for (int x = 30; x <= 130; ++x) {
    int grains = 0;
    for (int y = 0; y < world.height(); ++y) grains += world.cell(x, y) == element("sand") ? 1 : 0;
    INFO("column " << x);
    CHECK(grains > 0);
  }
}

TEST_CASE_METHOD(Pouring,
                 "solids, fire and the background fill cells; so does all in a paused world, or with Pour off") {
  const auto fills = [&](const char* name) {
    desk().simulation.execute(command::Clear{});
    pour(name);
    point_at(80, 60);
    down();
    frames(1);
    const bool full = count(name) >= kDisc * 9 / 10;  // some of the fire may have gone out
    up();
    frames(1);
    return full;
  };
  CHECK(fills("wall"));
  CHECK(fills("wood"));
  CHECK(fills("fire"));
  CHECK_FALSE(fills("sand"));
  fill({60, 40}, {100, 80}, "wall");
  click_cell(80, 60, SDL_BUTTON_RIGHT);
  CHECK(count("wall") == 41 * 41 - kDisc);
  desk().simulation.set_playing(false);
  CHECK(fills("sand"));
  desk().simulation.set_playing(true);

  desk().simulation.execute(command::Clear{});
  pour("sand");
  click("brush/pour");
  CHECK_FALSE(brush().pour);
  key(SDLK_b, KMOD_LSHIFT);
  CHECK(brush().pour);
  key(SDLK_b, KMOD_LSHIFT);
  click_cell(80, 60);
  CHECK(count("sand") == kDisc);
  desk().paint_box.set_tool(Tool::rectangle);
  brush().pour = true;
  desk().simulation.execute(command::Clear{});
  drag({50, 50}, {69, 59});
  CHECK(count("sand") == 200);

  desk().simulation.switch_solver("density", Backend::cpu);  // does not say what is loose
  desk().paint_box.set_tool(Tool::brush);
  frames(2);
  CHECK_FALSE(sees("brush/pour"));
  CHECK(fills("sand"));
}

TEST_CASE("the same moves pour the same grains, and a mirror has their images") {
  const auto pour = [] {
    Pouring d;
    d.desk().paint_box.mirror_axes().symmetry = Symmetry::left_right;
    d.hold({40, 20}, 20);
    const World world = d.session().download();  // still in the air
    CHECK(d.count("sand") > 100);
    for (int y = 0; y < world.height(); ++y) {
      for (int x = 0; x < 80; ++x) REQUIRE(world.cell(x, y) == world.cell(159 - x, y));
    }
    return d.session().hash();
  };
  CHECK(pour() == pour());
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

TEST_CASE_METHOD(Driver, "a click turns all of a fan, whichever element is chosen, and a longer drag paints") {
  desk().simulation.set_playing(false);
  for (const char* chosen : {"fan", "sand"}) {
    empty_world(120, 80);
    fill({20, 30}, {79, 33}, "fan");
    brush() = {3, BrushShape::square, false, element(chosen), 0};
    click_cell(25, 31);
    CHECK(count("fan_right") == 60 * 4);
    click_cell(70, 31);
    CHECK(count("fan_down") == 60 * 4);
    key(SDLK_z, KMOD_LCTRL);
    CHECK(count("fan_right") == 60 * 4);
    drag({25, 31}, {25, 60});
    CHECK(count(chosen) >= 9);
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
