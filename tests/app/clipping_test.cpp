// Selecting, copying, placing and keeping parts of the world, with mouse and keys.
#include <algorithm>

#include "app/desk/files.hpp"
#include "driver.hpp"
#include "scoped_variable.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::TemporaryFolder;

namespace {

// A world with a bar of sand that has a wall at its left end: 10 x 2 cells from (10, 10).
struct Scissors : Driver {
  Scissors() {
    empty_world(100, 80);
    fill({10, 10}, {19, 11}, "sand");
    fill({10, 10}, {10, 11}, "wall");
  }
  void select(CellPoint from, CellPoint to) {
    key(SDLK_m);
    drag(from, to);
  }
  void copy_bar() {
    select({10, 10}, {19, 11});
    key(SDLK_c, KMOD_CTRL);
  }
};

}  // namespace

TEST_CASE_METHOD(Scissors,
                 "a drag selects, Ctrl+C copies, Ctrl+V attaches the copy to the pointer and a click pastes it") {
  copy_bar();
  CHECK(message() == "Copied 10 x 2 cells. Ctrl+V pastes them.");
  key(SDLK_v, KMOD_CTRL);
  CHECK(desk().view.clipping.is_placing());
  click_cell(60, 40);
  CHECK_FALSE(desk().view.clipping.is_placing());
  CHECK(cell(55, 39) == element("wall"));
  CHECK(cell(56, 39) == element("sand"));
  CHECK(cell(64, 40) == element("sand"));
  CHECK(count("sand") == 36);
  key(SDLK_v, KMOD_CTRL);
  click_cell(60, 20, SDL_BUTTON_LEFT, KMOD_SHIFT);  // places once more
  click_cell(60, 30, SDL_BUTTON_LEFT, KMOD_SHIFT);
  CHECK(count("sand") == 72);
  click_cell(60, 50, SDL_BUTTON_RIGHT);  // lets go
  CHECK_FALSE(desk().view.clipping.is_placing());
  CHECK(count("sand") == 72);
}

TEST_CASE_METHOD(Scissors, "keys turn, mirror and nudge the clip that is being placed, and Return places it") {
  copy_bar();
  point_at(60, 40);
  key(SDLK_v, KMOD_CTRL);
  key(SDLK_r);              // upright: the wall is now at the top, from (59, 35)
  key(SDLK_m, KMOD_SHIFT);  // and at the bottom
  key(SDLK_RIGHT);
  key(SDLK_DOWN);
  key(SDLK_RETURN);
  CHECK(count("sand") == 36);
  CHECK(cell(60, 36) == element("sand"));
  CHECK(cell(60, 45) == element("wall"));
  CHECK(cell(61, 45) == element("wall"));

  key(SDLK_r);  // without a clip on the pointer this key clears the world
  CHECK(message() == "Cleared. Ctrl+Z takes it back.");
  CHECK(count("sand") == 0);
}

TEST_CASE_METHOD(
    Scissors,
    "Ctrl+X takes away what it copies, Delete clears, Ctrl+A selects everything, Escape drops the selection") {
  select({10, 10}, {19, 11});
  click_cell(50, 50);
  CHECK_FALSE(desk().view.clipping.selection());
  key(SDLK_c, KMOD_CTRL);
  CHECK(message() == "Nothing is selected. Press M and drag to select, or press Ctrl+A to select everything.");
  key(SDLK_v, KMOD_CTRL);
  CHECK(message() == "There is nothing to paste.");
  select({10, 10}, {14, 11});
  key(SDLK_x, KMOD_CTRL);
  CHECK(message() == "Cut 5 x 2 cells. Ctrl+V pastes them.");
  CHECK(count("sand") == 10);
  CHECK(count("wall") == 0);
  key(SDLK_a, KMOD_CTRL);
  REQUIRE(desk().view.clipping.selection());
  CHECK(desk().view.clipping.selection()->width() == 100);
  key(SDLK_ESCAPE);
  CHECK_FALSE(desk().view.clipping.selection());
  key(SDLK_DELETE);
  CHECK(count("sand") == 10);
  key(SDLK_a, KMOD_CTRL);
  key(SDLK_DELETE);
  CHECK(count("sand") == 0);
}

TEST_CASE_METHOD(Scissors, "the preview shows the matter where it will be placed") {
  copy_bar();
  key(SDLK_ESCAPE);
  key(SDLK_v, KMOD_CTRL);
  const CellPoint sand = on_screen(62, 40), air = on_screen(62, 44);
  point_at(60, 40);
  const Color shown = pixel(sand.x, sand.y), beside = pixel(air.x, air.y);
  CHECK(shown.r > beside.r + 80);
  CHECK(shown.r > shown.b + 40);
}

TEST_CASE_METHOD(Scissors,
                 "heights and their obstacles are copied and placed too, and cells cannot be placed on heights") {
  copy_bar();
  REQUIRE(desk().simulation.execute(command::SwitchSolver{"sandpile", Backend::cpu, true}).ok);
  key(SDLK_v, KMOD_CTRL);
  CHECK_FALSE(desk().view.clipping.is_placing());
  CHECK(message() == "These are cells, and sandpile has only heights of sand.");
  empty_world(64, 48);
  desk().simulation.execute(command::Paint{
      amount_stroke({{12, 12}, {12, 12}, 6, BrushShape::round, 0, {}}, Plane::height, 9 * kHeightOne, 64, 48)});
  fill({8, 8}, {9, 9}, "rock");
  select({6, 6}, {19, 19});
  key(SDLK_c, KMOD_CTRL);
  const auto copied = session().copy({6, 6}, {19, 19});
  key(SDLK_v, KMOD_CTRL);
  click_cell(40, 30);
  CHECK(session().copy({33, 23}, {46, 36})->world == copied->world);
}

TEST_CASE("a stamp is saved, named, chosen, placed, thrown away and put back") {
  const TemporaryFolder home;
  const test::ScopedVariable variable("XDG_DATA_HOME", home.path().string());
  Scissors d;
  d.select({10, 10}, {19, 11});
  d.key(SDLK_k, KMOD_SHIFT);
  REQUIRE(d.desk().dialogs->stamps.is_open());
  d.type("little bar");
  d.key(SDLK_RETURN);
  const auto file = user_stamps_folder() / "little bar.png";
  CHECK(std::filesystem::exists(file));

  d.click("stamps/little bar");
  CHECK_FALSE(d.desk().dialogs->stamps.is_open());
  REQUIRE(d.desk().view.clipping.is_placing());
  d.click_cell(60, 40);
  CHECK(d.count("sand") == 36);

  d.key(SDLK_k);
  const CellPoint card = d.middle_of("stamps/little bar");
  d.move(card.x, card.y);
  d.frames(3);
  d.click("stamps/delete");
  CHECK_FALSE(std::filesystem::exists(file));
  d.click("stamps/put back");
  CHECK(std::filesystem::exists(file));
}

TEST_CASE_METHOD(Scissors, "shipped stamps are listed and placed with their own matter") {
  empty_world(100, 80);
  key(SDLK_k);
  frames(20);  // one stamp is read a frame
  click("stamps/Bucket");
  REQUIRE(desk().view.clipping.is_placing());
  click_cell(50, 40);
  CHECK(count("water") > 500);
  CHECK(count("wall") > 200);
}
