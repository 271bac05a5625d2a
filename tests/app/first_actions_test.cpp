// The most frequent tasks of a person, done with the mouse and with texts on the screen only. Each test is the complete
// task: choosing an element takes three actions, undo one, going back five seconds two, a film two.
#include "driver.hpp"
#include "user_dirs_support.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::PicturesFolder;

namespace {

// Moves the mouse to the thin line below the world, where the time bar opens.
void rest_below_the_world(Driver& d) {
  const PixelRect& port = d.app().view().canvas.camera().viewport();
  d.move(port.x + port.width / 2, port.y + port.height + 3);
  d.frames(4);
}

}  // namespace

TEST_CASE("from the screen alone: the search field, three letters and Return choose an element") {
  Driver d;
  d.click("search");
  d.frames(2);
  d.type("lav");
  d.frames(1);
  d.key(SDLK_RETURN);
  d.frames(2);
  CHECK(d.app().paint_box().brush().element == d.element("lava"));
}

TEST_CASE("from the screen alone: one click on Undo takes back what was painted") {
  Driver d;
  d.empty_world(200, 120);
  const auto empty = d.session().hash();
  const CellPoint at = d.on_screen(100, 60);
  d.click(at.x, at.y);
  REQUIRE(d.session().hash() != empty);
  d.click("undo");
  CHECK(d.session().hash() == empty);
}

TEST_CASE("from the screen alone: the time bar and the menu go back five seconds") {
  Driver d;
  d.frames(420);  // seven seconds
  SECTION("time bar") {
    rest_below_the_world(d);
    d.click("time/rewind");
  }
  SECTION("menu") {
    d.click("menu/Simulation");
    d.frames(2);
    d.click("menu/Five seconds back");
  }
  d.frames(2);
  CHECK(d.app().simulation().seconds_ago(d.session().timeline().now) == Approx(5).margin(0.01));
}

TEST_CASE("from the screen alone: two clicks on the record button save a GIF") {
  const PicturesFolder pictures;
  Driver d;
  d.empty_world(60, 40);
  d.click("record");
  d.frames(10);
  d.click("record");
  for (int i = 0; i < 2000 && d.app().files().recording.busy(); ++i) {
    d.frames();
    SDL_Delay(2);
  }
  CHECK(d.app().files().recording.file().extension() == ".gif");
  CHECK(std::filesystem::file_size(d.app().files().recording.file()) > 0);
  CHECK(d.app().files().recording.file().parent_path() == pictures.path());
}
