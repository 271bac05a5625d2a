// Selecting, copying, placing and keeping parts of the world, with mouse and keys.
#include <algorithm>

#include "app/desk/library.hpp"
#include "driver.hpp"
#include "scoped_variable.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::TemporaryFolder;

namespace {

// A world with a bar of sand that has a wall at its left end: 10 x 2 cells from (10, 10).
void prepare(Driver& d) {
  d.empty_world(100, 80);
  d.desk().simulation.execute(command::Paint{RectEdit{{10, 10}, {19, 11}, d.element("sand"), {}}});
  d.desk().simulation.execute(command::Paint{RectEdit{{10, 10}, {10, 11}, d.element("wall"), {}}});
}

void drag(Driver& d, CellPoint from, CellPoint to) {
  const CellPoint a = d.on_screen(from.x, from.y), b = d.on_screen(to.x, to.y);
  d.move(a.x, a.y);
  d.frames(1);
  d.down();
  d.frames(1);
  d.move(b.x, b.y);
  d.frames(1);
  d.up();
  d.frames(2);
}

void select(Driver& d, CellPoint from, CellPoint to) {
  d.key(SDLK_m);
  drag(d, from, to);
}

void click_cell(Driver& d, int x, int y, int button = SDL_BUTTON_LEFT) {
  const CellPoint at = d.on_screen(x, y);
  d.click(at.x, at.y, button);
}

void point_at(Driver& d, int x, int y) {
  const CellPoint at = d.on_screen(x, y);
  d.move(at.x, at.y);
  d.frames(2);
}

std::int64_t count(Driver& d, const std::string& name) {
  const World world = d.session().download();
  return std::count(world.cells().begin(), world.cells().end(), d.element(name));
}

}  // namespace

TEST_CASE("a drag selects, Ctrl+C copies, Ctrl+V attaches the copy to the pointer and a click pastes it") {
  Driver d;
  prepare(d);
  select(d, {10, 10}, {19, 11});
  d.key(SDLK_c, KMOD_CTRL);
  CHECK(d.message() == "Copied 10 x 2 cells. Ctrl+V pastes them.");
  d.key(SDLK_v, KMOD_CTRL);
  d.frames(2);
  CHECK(d.desk().view.clipping.is_placing());
  click_cell(d, 60, 40);
  CHECK_FALSE(d.desk().view.clipping.is_placing());
  CHECK(d.cell(55, 39) == d.element("wall"));
  CHECK(d.cell(56, 39) == d.element("sand"));
  CHECK(d.cell(64, 40) == d.element("sand"));
  CHECK(count(d, "sand") == 36);
}

TEST_CASE("keys turn, mirror and nudge the clip that is being placed, and Return places it") {
  Driver d;
  prepare(d);
  select(d, {10, 10}, {19, 11});
  d.key(SDLK_c, KMOD_CTRL);
  point_at(d, 60, 40);
  d.key(SDLK_v, KMOD_CTRL);
  d.frames(2);
  d.key(SDLK_r);              // upright: the wall is now at the top, from (59, 35)
  d.key(SDLK_m, KMOD_SHIFT);  // and at the bottom
  d.key(SDLK_RIGHT);
  d.key(SDLK_DOWN);
  d.key(SDLK_RETURN);
  d.frames(1);
  CHECK(count(d, "sand") == 36);
  CHECK(d.cell(60, 36) == d.element("sand"));
  CHECK(d.cell(60, 45) == d.element("wall"));
  CHECK(d.cell(61, 45) == d.element("wall"));

  d.key(SDLK_r);  // without a clip on the pointer this key clears the world
  CHECK(count(d, "sand") == 0);
}

TEST_CASE("a click with Shift places once more, and the right button lets go") {
  Driver d;
  prepare(d);
  select(d, {10, 10}, {19, 11});
  d.key(SDLK_c, KMOD_CTRL);
  d.key(SDLK_v, KMOD_CTRL);
  d.frames(2);
  SDL_SetModState(KMOD_SHIFT);
  click_cell(d, 60, 20);
  click_cell(d, 60, 30);
  SDL_SetModState(KMOD_NONE);
  CHECK(count(d, "sand") == 54);
  click_cell(d, 60, 50, SDL_BUTTON_RIGHT);
  CHECK_FALSE(d.desk().view.clipping.is_placing());
  CHECK(count(d, "sand") == 54);
}

TEST_CASE("Ctrl+X takes away what it copies, Delete clears, Ctrl+A selects everything, Escape drops the selection") {
  Driver d;
  prepare(d);
  select(d, {10, 10}, {14, 11});
  d.key(SDLK_x, KMOD_CTRL);
  CHECK(d.message() == "Cut 5 x 2 cells. Ctrl+V pastes them.");
  CHECK(count(d, "sand") == 10);
  CHECK(count(d, "wall") == 0);
  d.key(SDLK_a, KMOD_CTRL);
  REQUIRE(d.desk().view.clipping.selection());
  CHECK(d.desk().view.clipping.selection()->width() == 100);
  d.key(SDLK_ESCAPE);
  CHECK_FALSE(d.desk().view.clipping.selection());
  d.key(SDLK_DELETE);
  CHECK(count(d, "sand") == 10);
  d.key(SDLK_a, KMOD_CTRL);
  d.key(SDLK_DELETE);
  CHECK(count(d, "sand") == 0);
}

TEST_CASE("a click with the select tool drops the selection, and copying nothing says how to select") {
  Driver d;
  prepare(d);
  select(d, {10, 10}, {19, 11});
  click_cell(d, 50, 50);
  CHECK_FALSE(d.desk().view.clipping.selection());
  d.key(SDLK_c, KMOD_CTRL);
  CHECK(d.message() == "Nothing is selected. Press M and drag to select, or press Ctrl+A to select everything.");
  d.key(SDLK_v, KMOD_CTRL);
  d.frames(2);
  CHECK(d.message() == "There is nothing to paste.");
}

TEST_CASE("the preview shows the matter where it will be placed") {
  Driver d;
  prepare(d);
  select(d, {10, 10}, {19, 11});
  d.key(SDLK_c, KMOD_CTRL);
  d.key(SDLK_ESCAPE);
  d.key(SDLK_v, KMOD_CTRL);
  const CellPoint sand = d.on_screen(62, 40), air = d.on_screen(62, 44);
  point_at(d, 60, 40);
  const Color shown = d.pixel(sand.x, sand.y), beside = d.pixel(air.x, air.y);
  CHECK(shown.r > beside.r + 80);
  CHECK(shown.r > shown.b + 40);
}

TEST_CASE("heights and their obstacles are copied and placed too") {
  Driver d;
  REQUIRE(d.desk().simulation.execute(command::SwitchSolver{"sandpile", Backend::cpu, true}).ok);
  d.empty_world(64, 48);
  d.desk().simulation.execute(command::Paint{
      amount_stroke({{12, 12}, {12, 12}, 6, BrushShape::round, 0, {}}, Plane::height, 9 * kHeightOne, 64, 48)});
  d.desk().simulation.execute(command::Paint{RectEdit{{8, 8}, {9, 9}, d.element("rock"), {}}});
  select(d, {6, 6}, {19, 19});
  d.key(SDLK_c, KMOD_CTRL);
  const auto copied = d.session().copy({6, 6}, {19, 19});
  d.key(SDLK_v, KMOD_CTRL);
  d.frames(2);
  click_cell(d, 40, 30);
  CHECK(d.session().copy({33, 23}, {46, 36})->world == copied->world);
}

TEST_CASE("cells that were copied cannot be placed on heights, and a sentence says so") {
  Driver d;
  prepare(d);
  select(d, {10, 10}, {19, 11});
  d.key(SDLK_c, KMOD_CTRL);
  REQUIRE(d.desk().simulation.execute(command::SwitchSolver{"sandpile", Backend::cpu, true}).ok);
  d.key(SDLK_v, KMOD_CTRL);
  d.frames(2);
  CHECK_FALSE(d.desk().view.clipping.is_placing());
  CHECK(d.message() == "These are cells, and sandpile has only heights of sand.");
}

TEST_CASE("a stamp is saved, named, chosen, placed, thrown away and put back") {
  const TemporaryFolder home;
  const test::ScopedVariable variable("XDG_DATA_HOME", home.path().string());
  Driver d;
  prepare(d);
  select(d, {10, 10}, {19, 11});
  d.key(SDLK_k, KMOD_SHIFT);
  d.frames(4);
  REQUIRE(d.desk().dialogs->stamps.is_open());
  d.type("little bar");
  d.key(SDLK_RETURN);
  d.frames(4);
  const auto file = user_stamps_folder() / "little bar.png";
  CHECK(std::filesystem::exists(file));

  d.click("stamps/little bar");
  CHECK_FALSE(d.desk().dialogs->stamps.is_open());
  REQUIRE(d.desk().view.clipping.is_placing());
  click_cell(d, 60, 40);
  CHECK(count(d, "sand") == 36);

  d.key(SDLK_k);
  d.frames(4);
  const auto card = landmarks().find("stamps/little bar");
  REQUIRE(card);
  d.move(static_cast<int>((card->x + card->z) / 2), static_cast<int>((card->y + card->w) / 2));
  d.frames(3);
  d.click("stamps/delete");
  d.frames(3);
  CHECK_FALSE(std::filesystem::exists(file));
  d.click("stamps/put back");
  d.frames(3);
  CHECK(std::filesystem::exists(file));
}

TEST_CASE("shipped stamps are listed and placed with their own matter") {
  Driver d;
  d.empty_world(100, 80);
  d.key(SDLK_k);
  d.frames(20);  // one stamp is read a frame
  d.click("stamps/Bucket");
  REQUIRE(d.desk().view.clipping.is_placing());
  click_cell(d, 50, 40);
  CHECK(count(d, "water") > 500);
  CHECK(count(d, "wall") > 200);
}
