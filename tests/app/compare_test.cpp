// Two solvers side by side, and the views of the world.
#include <algorithm>
#include <cmath>

#include "driver.hpp"
#include "render/palettes.hpp"
#include "repose/paths.hpp"

namespace repose::test {

namespace {

void pour(Driver& person) {
  const auto box = [&](int x0, int y0, int x1, int y1, const char* name) {
    person.session().execute(command::Paint{RectEdit{{x0, y0}, {x1, y1}, person.element(name), {}}});
  };
  box(0, 40, 79, 59, "water");
  box(20, 5, 60, 25, "sand");
}

const Differences& found(Driver& person) {
  REQUIRE(person.desk().view.compare.active());
  const Differences* differences = person.desk().view.compare.comparison().differences();
  REQUIRE(differences != nullptr);
  return *differences;
}

const Session& twin(Driver& person) { return person.desk().view.compare.comparison().twin(); }

// The position of a cell in the other half of the screen.
CellPoint in_second(Driver& person, int x, int y) {
  const PixelPoint pixel = person.desk().view.compare.second_camera().to_pixel({x + 0.5, y + 0.5});
  return {static_cast<int>(pixel.x), static_cast<int>(pixel.y)};
}

bool is_mark(Color c) { return c == Color{255, 0, 214}; }

}  // namespace

TEST_CASE("three clicks put two solvers side by side, and no cell differs between exact backends") {
  Driver person;
  person.empty_world(80, 60);
  pour(person);
  person.click("menu/View");
  person.click("menu/Compare with");
  person.click("menu/compare/conserving/scalar");
  REQUIRE(person.desk().view.compare.active());
  CHECK(twin(person).backend() == Backend::scalar);
  person.key(SDLK_SPACE);
  person.frames(40);
  CHECK(person.session().step_count() > 20);
  CHECK(twin(person).step_count() == person.session().step_count());
  CHECK(found(person).cells == 0);
  CHECK(landmarks().find("compare/count").has_value());
  person.key(SDLK_z, KMOD_LCTRL);
  person.frames(2);
  CHECK(found(person).cells == 0);
  CHECK(twin(person).hash() == person.session().hash());
}

TEST_CASE("C sets density beside conserving and back, and marks on both halves where sand.js loses matter") {
  for (const bool software : {false, true}) {
    CAPTURE(software);
    AppOptions options;
    options.software = software;
    Driver person(options);
    person.load_density_world();
    person.empty_world(80, 60);
    pour(person);
    person.key(SDLK_c);
    REQUIRE(person.desk().view.compare.active());
    CHECK(person.session().automaton() == "conserving");
    CHECK(twin(person).automaton() == "density");
    person.session().execute(command::Step{60});
    person.frames(3);
    const Differences& differences = found(person);
    REQUIRE(differences.cells > 0);
    // The lowest one: no panel covers it.
    const auto last =
        std::ranges::find_if(differences.mask.rbegin(), differences.mask.rend(), [](std::uint8_t m) { return m != 0; });
    const auto at = static_cast<int>(differences.mask.rend() - last) - 1;
    const CellPoint first = person.on_screen(at % 80, at / 80), second = in_second(person, at % 80, at / 80);
    CHECK(is_mark(person.pixel(first.x, first.y)));
    CHECK(is_mark(person.pixel(second.x, second.y)));
    person.click("compare/mark");
    person.frames(2);
    CHECK_FALSE(is_mark(person.pixel(first.x, first.y)));
    person.key(SDLK_c);
    CHECK_FALSE(person.desk().view.compare.active());
    person.desk().simulation.switch_solver("density", Backend::cpu);
    person.key(SDLK_c);
    REQUIRE(person.desk().view.compare.active());
    CHECK(twin(person).automaton() == "conserving");
  }
}

TEST_CASE("C does not choose an automaton in which the default world would vanish") {
  AppOptions options;
  options.config = find_data("configs/default.cfg").value();
  Driver person(options);
  person.empty_world(80, 60);
  person.key(SDLK_c);
  REQUIRE(person.desk().view.compare.active());
  CHECK(twin(person).automaton() == "conserving");
}

TEST_CASE("painting on either half paints both") {
  Driver person;
  person.empty_world(80, 60);
  person.desk().paint_box.brush().element = person.element("wall");
  person.desk().paint_box.brush().size = 3;
  person.key(SDLK_c);
  person.frames(2);
  const CellPoint left = person.on_screen(20, 40), right = in_second(person, 60, 45);
  person.click(left.x, left.y);
  person.click(right.x, right.y);
  for (const World& world : {person.session().download(), twin(person).download()}) {
    CHECK(world.cell(20, 40) == person.element("wall"));
    CHECK(world.cell(60, 45) == person.element("wall"));
  }
  CHECK(found(person).cells == 0);
}

TEST_CASE("what is selected in the right half is copied from its solver, and both halves show where") {
  Driver person;
  person.load_density_world();
  person.empty_world(80, 60);
  pour(person);
  person.key(SDLK_c);
  person.session().execute(command::Step{60});
  person.frames(3);
  REQUIRE(twin(person).hash() != person.session().hash());
  person.desk().paint_box.set_tool(Tool::select);
  const CellPoint from = in_second(person, 5, 10), to = in_second(person, 75, 58);
  person.move(from.x, from.y);
  person.frames(1);
  person.down();
  person.frames(1);
  person.move(to.x, to.y);
  person.frames(1);
  person.up();
  person.frames(1);
  REQUIRE(person.desk().view.clipping.selection());
  CHECK(person.desk().view.clipping.selection()->from == CellPoint{5, 10});
  const Picture picture = person.desk().screen->read_pixels();
  const auto is_framed = [&](CellPoint at) {
    for (int y = at.y - 8; y < at.y + 8; ++y) {
      const std::uint8_t* c = &picture.rgb[3 * (static_cast<std::size_t>(y) * picture.width + at.x)];
      if (c[0] > 200 && c[1] > 140 && c[2] < 120) return true;  // the accent
    }
    return false;
  };
  CHECK(is_framed(person.on_screen(70, 10)));
  CHECK(is_framed(in_second(person, 70, 10)));
  person.key(SDLK_c, KMOD_LCTRL);
  CHECK(person.message().find("of the right half") != std::string::npos);
  const auto copied = twin(person).copy({5, 10}, {75, 58});
  const auto other = person.session().copy({5, 10}, {75, 58});
  REQUIRE(copied.has_value());
  CHECK_FALSE(copied->world == other->world);
  person.key(SDLK_v, KMOD_LCTRL);
  person.frames(2);
  REQUIRE(person.desk().view.clipping.is_placing());
  person.key(SDLK_b);  // with its background
  const CellPoint middle = person.on_screen(40, 34);
  person.click(middle.x, middle.y);
  person.frames(2);
  CHECK(person.session().copy({5, 10}, {75, 58})->world == copied->world);
}

TEST_CASE("the table of elements says which column is which half") {
  Driver person;
  person.desk().simulation.load_scene("falls");
  person.desk().simulation.set_playing(false);
  person.key(SDLK_c);
  person.session().execute(command::Step{60});
  person.frames(3);
  REQUIRE((found(person).counts[0] != found(person).counts[1]));
  CHECK(landmarks().find("compare/headings").has_value());
}

TEST_CASE("a stroke that crosses the divider continues in the half where it began") {
  Driver person;
  person.empty_world(80, 60);
  person.desk().paint_box.brush().element = person.element("wall");
  person.desk().paint_box.brush().size = 1;
  person.key(SDLK_c);
  person.frames(2);
  const CellPoint from = person.on_screen(70, 30), to = in_second(person, 10, 30);
  person.move(from.x, from.y);
  person.down();
  person.frames(1);
  person.move(to.x, to.y);
  person.frames(1);
  person.up();
  person.frames(1);
  CHECK(person.cell(79, 30) == person.element("wall"));
  CHECK(person.cell(40, 30) == 0);
}

TEST_CASE("the divider can be dragged") {
  Driver person;
  person.empty_world(80, 60);
  person.key(SDLK_c);
  person.frames(2);
  const int before = person.desk().view.canvas.camera().viewport().width;
  const auto divider = landmarks().find("compare/divider");
  REQUIRE(divider);
  const int x = static_cast<int>((divider->x + divider->z) / 2), y = static_cast<int>(divider->w) - 120;
  person.move(x, y);
  person.frames(2);
  person.down();
  person.frames(2);
  person.move(x - 150, y);
  person.frames(2);
  person.up();
  person.frames(2);
  const int after = person.desk().view.canvas.camera().viewport().width;
  CHECK(after < before - 140);
  CHECK(after > before - 160);
  person.click("compare/close");
  CHECK_FALSE(person.desk().view.compare.active());
}

TEST_CASE("solvers that cannot be compared are greyed, and none is taken") {
  Driver person;
  person.empty_world(80, 60);
  person.click("menu/View");
  person.click("menu/Compare with");
  person.click("menu/compare/sandpile/cpu");
  person.frames(2);
  CHECK_FALSE(person.desk().view.compare.active());
  person.key(SDLK_ESCAPE);
  person.frames(2);
  person.click("menu/View");
  person.click("menu/Compare with");
  person.click("menu/compare/conserving/cpu");
  person.frames(2);
  CHECK_FALSE(person.desk().view.compare.active());
}

TEST_CASE("T goes through the available views, and density has its colours") {
  Driver person;
  person.empty_world(80, 60);
  pour(person);
  const CellPoint sand = person.on_screen(40, 15);
  person.key(SDLK_t);
  person.frames(2);
  CHECK(person.desk().view.world_views.shown() == WorldShow::density);
  const Palette palette = density_palette(person.session().ruleset());
  CHECK(person.pixel(sand.x, sand.y) == palette[person.element("sand")].color);
  person.key(SDLK_t);  // conserving has no heat
  CHECK(person.desk().view.world_views.shown() == WorldShow::active_cells);
  person.key(SDLK_t);
  CHECK(person.desk().view.world_views.shown() == WorldShow::activity);
  person.key(SDLK_t);
  CHECK(person.desk().view.world_views.shown() == WorldShow::natural);
}

TEST_CASE("active cells: a world at rest is dark, and lit where the next step looks") {
  for (const std::string_view automaton : {"conserving", "density", "fastsab"}) {
    CAPTURE(automaton);
    Driver person;
    person.session().execute(command::SwitchSolver{std::string(automaton), Backend::cpu});
    person.empty_world(256, 128);
    person.desk().view.world_views.show(WorldShow::active_cells);
    REQUIRE(person.desk().view.world_views.shown() == WorldShow::active_cells);
    person.session().execute(command::Step{4});
    person.frames(2);
    const CellPoint here = person.on_screen(22, 70), elsewhere = person.on_screen(200, 30);
    const Color rest = person.pixel(here.x, here.y), dark = person.pixel(elsewhere.x, elsewhere.y);
    person.session().execute(command::Paint{RectEdit{{20, 70}, {24, 72}, person.element("sand"), {}}});
    person.frames(2);
    CHECK(person.pixel(here.x, here.y).g > rest.g + 20);
    CHECK(person.pixel(elsewhere.x, elsewhere.y) == dark);
  }
}

TEST_CASE("active cells are those of the picture: while steps are under way, and beside a second solver") {
  Driver person;
  person.empty_world(80, 60);
  pour(person);
  person.desk().view.world_views.show(WorldShow::active_cells);
  person.key(SDLK_c);
  person.frames(2);
  const auto shown = person.session().active_cells();
  REQUIRE(shown.has_value());
  REQUIRE_FALSE(shown->boxes.empty());
  REQUIRE(person.session().begin_steps(200));
  if (person.session().stepping()) CHECK(person.session().active_cells() == shown);
  person.frames(3);
  CHECK(twin(person).active_cells().has_value());
}

TEST_CASE("safe colours show in the world and in the palette, and the config keeps its own") {
  Driver person;
  person.empty_world(80, 60);
  pour(person);
  const Color written = person.session().ruleset().elements[person.element("sand")].color;
  person.click("menu/View");
  person.click("menu/Show");
  person.click("menu/Colours safe for colour-blind people");
  person.frames(2);
  REQUIRE(person.desk().settings.view.safe_colors);
  const Color safe = safe_colors(person.session().ruleset())[person.element("sand")];
  CHECK_FALSE(safe == written);
  CHECK(person.desk().view.world_views.color_of(person.element("sand")) == safe);
  CHECK(person.session().ruleset().elements[person.element("sand")].color == written);
  person.key(SDLK_ESCAPE);
  person.desk().settings.view.looks.grain = false;
  person.frames(3);
  const CellPoint sand = person.on_screen(40, 15);
  CHECK(person.pixel(sand.x, sand.y) == safe);
}

TEST_CASE("the grid draws lines between large cells and none between small ones") {
  Driver person;
  person.empty_world(80, 60);
  person.desk().settings.view.looks.depth_tint = false;
  person.frames(2);
  const PixelPoint corner = person.desk().view.canvas.camera().to_pixel({10, 10});
  const auto at_line = [&] {
    return person.pixel(static_cast<int>(std::round(corner.x)), static_cast<int>(std::round(corner.y)) + 3);
  };
  REQUIRE(person.desk().view.canvas.camera().zoom() >= 6);
  const Color without = at_line();
  person.key(SDLK_g, KMOD_LSHIFT);
  person.frames(2);
  CHECK(person.desk().settings.view.grid);
  CHECK_FALSE(at_line() == without);
}

}  // namespace repose::test
