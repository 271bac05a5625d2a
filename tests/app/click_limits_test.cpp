// How few actions it takes to get at things from what the screen shows alone: a click, a typed word and a key are one
// each.
#include <cstdlib>

#include "driver.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::TemporaryFolder;

namespace {

class Counted {
 public:
  explicit Counted(Driver& d) : d_(d) {}

  void click(const std::string& landmark) {
    ++actions_;
    d_.click(landmark);
    d_.frames(2);
  }
  void type(const std::string& word) {
    ++actions_;
    d_.type(word);
    d_.frames(1);
  }
  void enter() {
    ++actions_;
    d_.key(SDLK_RETURN);
    d_.frames(2);
  }
  int actions() const { return actions_; }

 private:
  Driver& d_;
  int actions_ = 0;
};

// To the thin line below the world, which opens under the mouse.
void rest_below_the_world(Driver& d) {
  const PixelRect& port = d.app().canvas().camera().viewport();
  d.move(port.x + port.width / 2, port.y + port.height + 3);
  d.frames(4);
}

}  // namespace

TEST_CASE("from the screen alone: an element is found by search in three actions") {
  Driver d;
  Counted person(d);
  person.click("search");
  person.type("lav");
  person.enter();
  CHECK(d.app().ui().brush.element == d.element("lava"));
  CHECK(person.actions() <= 3);
}

TEST_CASE("from the screen alone: undo is one action") {
  Driver d;
  d.empty_world(200, 120);
  const auto empty = d.session().hash();
  const CellPoint at = d.on_screen(100, 60);
  d.click(at.x, at.y);
  REQUIRE(d.session().hash() != empty);
  Counted person(d);
  person.click("undo");
  CHECK(d.session().hash() == empty);
  CHECK(person.actions() <= 1);
}

TEST_CASE("from the screen alone: five seconds are rewound in two actions, by the time bar and by the menu") {
  Driver d;
  d.frames(420);  // seven seconds
  const auto seconds_back = [&] { return d.app().seconds_ago(d.session().timeline().now); };
  Counted person(d);
  SECTION("time bar") {
    rest_below_the_world(d);
    person.click("time/rewind");
  }
  SECTION("menu") {
    person.click("menu/Simulation");
    person.click("menu/Five seconds back");
  }
  CHECK(seconds_back() == Approx(5).margin(0.01));
  CHECK(person.actions() <= 2);
}

TEST_CASE("from the screen alone: a GIF is saved in two actions") {
  TemporaryFolder folder;
  ::setenv("XDG_PICTURES_DIR", folder.path().c_str(), 1);
  {
    Driver d;
    d.empty_world(60, 40);
    Counted person(d);
    person.click("record");
    d.frames(10);
    person.click("record");
    for (int i = 0; i < 2000 && d.app().recording().busy(); ++i) {
      d.frames();
      SDL_Delay(2);
    }
    CHECK(d.app().recording().file().extension() == ".gif");
    CHECK(std::filesystem::file_size(d.app().recording().file()) > 0);
    CHECK(d.app().recording().file().parent_path() == folder.path());
    CHECK(person.actions() <= 3);
  }
  ::unsetenv("XDG_PICTURES_DIR");
}
