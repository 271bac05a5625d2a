// Two solvers side by side, and the views of the world.
#include <algorithm>
#include <cmath>

#include "driver.hpp"
#include "render/looks.hpp"
#include "repose/paths.hpp"

namespace repose::test {

namespace {

// An empty world of 80 x 60 cells that can be compared with another solver's.
struct Comparing : Driver {
  explicit Comparing(AppOptions options = {}) : Driver(options) { empty_world(80, 60); }
  void pour() {
    fill({0, 40}, {79, 59}, "water");
    fill({20, 5}, {60, 25}, "sand");
  }
  const Session& twin() { return desk().view.compare.comparison().twin(); }
  const Differences& found() {
    REQUIRE(desk().view.compare.active());
    const Differences* differences = desk().view.compare.comparison().differences();
    REQUIRE(differences != nullptr);
    return *differences;
  }
  // The position of a cell in the other half of the screen.
  CellPoint in_second(int x, int y) {
    const PixelPoint pixel = desk().view.compare.second_camera().to_pixel({x + 0.5, y + 0.5});
    return {static_cast<int>(pixel.x), static_cast<int>(pixel.y)};
  }
};

bool is_mark(Color c) { return c == Color{255, 0, 214}; }

}  // namespace

TEST_CASE_METHOD(Comparing, "three clicks put two solvers side by side, and no cell differs between exact backends") {
  pour();
  menu({"View", "Compare with", "compare/conserving/scalar"});
  REQUIRE(desk().view.compare.active());
  CHECK(twin().backend() == Backend::scalar);
  key(SDLK_SPACE);
  frames(40);
  CHECK(session().step_count() > 20);
  CHECK(twin().step_count() == session().step_count());
  CHECK(found().cells == 0);
  CHECK(sees("compare/count"));
  key(SDLK_z, KMOD_LCTRL);
  CHECK(found().cells == 0);
  CHECK(twin().hash() == session().hash());
}

TEST_CASE("C sets density beside conserving and back, and marks on both halves where sand.js loses matter") {
  for (const bool software : {false, true}) {
    CAPTURE(software);
    Comparing person({.software = software});
    person.load_density_world();
    person.empty_world(80, 60);
    person.pour();
    person.key(SDLK_c);
    REQUIRE(person.desk().view.compare.active());
    CHECK(person.session().automaton() == "conserving");
    CHECK(person.twin().automaton() == "density");
    person.session().execute(command::Step{60});
    person.frames(3);
    const Differences& differences = person.found();
    REQUIRE(differences.cells > 0);
    // The lowest one: no panel covers it.
    const auto last =
        std::ranges::find_if(differences.mask.rbegin(), differences.mask.rend(), [](std::uint8_t m) { return m != 0; });
    const auto at = static_cast<int>(differences.mask.rend() - last) - 1;
    const CellPoint first = person.on_screen(at % 80, at / 80), second = person.in_second(at % 80, at / 80);
    CHECK(is_mark(person.pixel(first.x, first.y)));
    CHECK(is_mark(person.pixel(second.x, second.y)));
    person.click("compare/mark");
    CHECK_FALSE(is_mark(person.pixel(first.x, first.y)));
    person.key(SDLK_c);
    CHECK_FALSE(person.desk().view.compare.active());
    person.desk().simulation.switch_solver("density", Backend::cpu);
    person.key(SDLK_c);
    REQUIRE(person.desk().view.compare.active());
    CHECK(person.twin().automaton() == "conserving");
  }
}

TEST_CASE_METHOD(Comparing, "painting on either half paints both") {
  brush().element = element("wall");
  brush().size = 3;
  key(SDLK_c);
  CHECK(twin().automaton() == "conserving");  // in density the default world would vanish
  const CellPoint left = on_screen(20, 40), right = in_second(60, 45);
  click(left.x, left.y);
  click(right.x, right.y);
  for (const World& world : {session().download(), twin().download()}) {
    CHECK(world.cell(20, 40) == element("wall"));
    CHECK(world.cell(60, 45) == element("wall"));
  }
  CHECK(found().cells == 0);
}

TEST_CASE_METHOD(Comparing,
                 "what is selected in the right half is copied from its solver, and both halves show where") {
  load_density_world();
  pour();
  key(SDLK_c);
  session().execute(command::Step{60});
  frames(3);
  REQUIRE(twin().hash() != session().hash());
  desk().paint_box.set_tool(Tool::select);
  swing(in_second(5, 10), in_second(75, 58));
  REQUIRE(desk().view.clipping.selection());
  CHECK(desk().view.clipping.selection()->from == CellPoint{5, 10});
  const Picture screen = picture();
  const auto is_framed = [&](CellPoint at) {
    for (int y = at.y - 8; y < at.y + 8; ++y) {
      const Color c = color_at(screen, {at.x, y});
      if (c.r > 200 && c.g > 140 && c.b < 120) return true;  // the accent
    }
    return false;
  };
  CHECK(is_framed(on_screen(70, 10)));
  CHECK(is_framed(in_second(70, 10)));
  key(SDLK_c, KMOD_LCTRL);
  CHECK(message().find("of the right half") != std::string::npos);
  const auto copied = twin().copy({5, 10}, {75, 58});
  const auto other = session().copy({5, 10}, {75, 58});
  REQUIRE(copied.has_value());
  CHECK_FALSE(copied->world == other->world);
  key(SDLK_v, KMOD_LCTRL);
  REQUIRE(desk().view.clipping.is_placing());
  key(SDLK_b);  // with its background
  click_cell(40, 34);
  CHECK(session().copy({5, 10}, {75, 58})->world == copied->world);
}

TEST_CASE_METHOD(Comparing, "the table of elements says which column is which half") {
  desk().simulation.load_scene("falls");
  desk().simulation.set_playing(false);
  key(SDLK_c);
  session().execute(command::Step{60});
  frames(3);
  REQUIRE((found().counts[0] != found().counts[1]));
  CHECK(sees("compare/headings"));
}

TEST_CASE_METHOD(Comparing,
                 "a stroke over the divider continues in the half where it began, and the divider can be dragged") {
  brush().element = element("wall");
  brush().size = 1;
  key(SDLK_c);
  swing(on_screen(70, 30), in_second(10, 30));
  CHECK(cell(79, 30) == element("wall"));
  CHECK(cell(40, 30) == 0);

  const int before = camera().viewport().width;
  const int x = middle_of("compare/divider").x, y = static_cast<int>(place("compare/divider").w) - 120;
  swing({x, y}, {x - 150, y});
  CHECK(std::abs(camera().viewport().width - (before - 150)) < 10);
  click("compare/close");
  CHECK_FALSE(desk().view.compare.active());
}

TEST_CASE_METHOD(Comparing, "solvers that cannot be compared are greyed, and none is taken") {
  menu({"View", "Compare with", "compare/sandpile/cpu"});
  CHECK_FALSE(desk().view.compare.active());
  key(SDLK_ESCAPE);
  menu({"View", "Compare with", "compare/conserving/cpu"});
  CHECK_FALSE(desk().view.compare.active());
}

TEST_CASE_METHOD(Comparing, "T goes through the available views, and density has its colours") {
  pour();
  const CellPoint sand = on_screen(40, 15);
  key(SDLK_t);
  CHECK(desk().view.world_views.shown() == WorldShow::density);
  const Palette palette = density_palette(session().ruleset());
  CHECK(pixel(sand.x, sand.y) == palette[element("sand")].color);
  key(SDLK_t);  // conserving has no heat
  CHECK(desk().view.world_views.shown() == WorldShow::active_cells);
  key(SDLK_t);
  CHECK(desk().view.world_views.shown() == WorldShow::activity);
  key(SDLK_t);
  CHECK(desk().view.world_views.shown() == WorldShow::air);
  key(SDLK_t);
  CHECK(desk().view.world_views.shown() == WorldShow::natural);
}

TEST_CASE_METHOD(Comparing, "active cells: a world at rest is dark, and lit where the next step looks") {
  for (const char* automaton : {"conserving", "density", "fastsab"}) {
    CAPTURE(automaton);
    session().execute(command::SwitchSolver{automaton, Backend::cpu});
    empty_world(256, 128);
    desk().view.world_views.show(WorldShow::active_cells);
    REQUIRE(desk().view.world_views.shown() == WorldShow::active_cells);
    session().execute(command::Step{4});
    frames(2);
    const CellPoint here = on_screen(22, 70), elsewhere = on_screen(200, 30);
    const Color rest = pixel(here.x, here.y), dark = pixel(elsewhere.x, elsewhere.y);
    fill({20, 70}, {24, 72}, "sand");
    frames(2);
    CHECK(pixel(here.x, here.y).g > rest.g + 20);
    CHECK(pixel(elsewhere.x, elsewhere.y) == dark);
  }
}

TEST_CASE_METHOD(Comparing,
                 "active cells are those of the picture: while steps are under way, and beside a second solver") {
  pour();
  desk().view.world_views.show(WorldShow::active_cells);
  key(SDLK_c);
  const auto shown = session().active_cells();
  REQUIRE(shown.has_value());
  REQUIRE_FALSE(shown->boxes.empty());
  REQUIRE(session().begin_steps(200));
  if (session().stepping()) CHECK(session().active_cells() == shown);
  frames(3);
  CHECK(twin().active_cells().has_value());
}

TEST_CASE_METHOD(Comparing, "safe colours show in the world and in the palette, and the config keeps its own") {
  pour();
  const Color written = session().ruleset().elements[element("sand")].color;
  menu({"View", "Show", "Colours safe for colour-blind people"});
  REQUIRE(desk().settings.view.safe_colors);
  const Color safe = safe_colors(session().ruleset())[element("sand")];
  CHECK_FALSE(safe == written);
  CHECK(desk().view.world_views.color_of(element("sand")) == safe);
  CHECK(session().ruleset().elements[element("sand")].color == written);
  key(SDLK_ESCAPE);
  desk().settings.view.looks.grain = false;
  frames(3);
  const CellPoint sand = on_screen(40, 15);
  CHECK(pixel(sand.x, sand.y) == safe);
}

TEST_CASE_METHOD(Comparing, "the grid draws lines between large cells and none between small ones") {
  desk().settings.view.looks.depth_tint = false;
  frames(2);
  const PixelPoint corner = camera().to_pixel({10, 10});
  const auto at_line = [&] {
    return pixel(static_cast<int>(std::round(corner.x)), static_cast<int>(std::round(corner.y)) + 3);
  };
  REQUIRE(camera().zoom() >= 6);
  const Color without = at_line();
  key(SDLK_g, KMOD_LSHIFT);
  CHECK(desk().settings.view.grid);
  CHECK_FALSE(at_line() == without);
}

}  // namespace repose::test
