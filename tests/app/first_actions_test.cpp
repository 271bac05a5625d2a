// The most frequent tasks of a person, done with the mouse and with texts on the screen only. Each test is the complete
// task: choosing an element takes three actions, undo one, going back five seconds two, a film two.
#include "app/desk/palette.hpp"
#include "driver.hpp"
#include "user_dirs_support.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::PicturesFolder;
using repose::test::TemporaryFolder;
using repose::test::write_text;

namespace {

// Moves the mouse to the thin line below the world, where the time bar opens.
void rest_below_the_world(Driver& d) {
  const PixelRect& port = d.camera().viewport();
  d.move(port.x + port.width / 2, port.y + port.height + 3);
  d.frames(4);
}

}  // namespace

TEST_CASE_METHOD(Driver, "from the screen alone: the search field, three letters and Return choose an element") {
  click("search");
  type("lav");
  key(SDLK_RETURN);
  CHECK(brush().element == element("lava"));
}

TEST_CASE_METHOD(Driver, "from the screen alone: the time bar and the menu go back five seconds") {
  frames(420);  // seven seconds
  SECTION("time bar") {
    rest_below_the_world(*this);
    click("time/rewind");
  }
  SECTION("menu") { menu({"Simulation", "Five seconds back"}); }
  frames(2);
  CHECK(desk().simulation.seconds_ago(session().timeline().now) == Approx(5).margin(0.01));
}

TEST_CASE_METHOD(Driver, "a scene puts the element on the brush with which it is played, in a tab that shows it") {
  desk().simulation.load_scene("volcano");
  frames(2);
  CHECK(brush().element == element("Lava"));
  const auto shown = palette_elements(session().ruleset(), desk().paint_box.group());
  CHECK(std::ranges::find(shown, element("Lava")) != shown.end());
}

TEST_CASE("a wxSand file opens on its fullest tab") {
  TemporaryFolder folder;
  const auto file = write_text(folder / "tabs.txt", R"(# wxSand, File subversion 2
element Air   0 0 0 0 1 9 0 1
element A     9 0 0 1 1 1 0 1
element B     0 9 0 1 1 1 0 1
element C     0 0 9 1 1 1 0 1
group Few A
group Many B C
)");
  Driver d;
  d.empty_world(40, 30);
  d.drop(file);
  REQUIRE(d.session().automaton() == "elements");
  CHECK(d.session().ruleset().groups[static_cast<std::size_t>(d.desk().paint_box.group())].name == "Many");
}

TEST_CASE("a sand.js file says that conserving runs it, and density is one click away") {
  TemporaryFolder folder;
  const auto file = write_text(folder / "toy.cfg", "cell air 0 0 0 0.3\ncell gold 9 9 9 0.9\nrule gold air air gold\n");
  Driver d;
  d.empty_world(40, 30);
  d.drop(file);
  REQUIRE(d.session().automaton() == "conserving");
  REQUIRE(d.desk().panels->offer.is_shown());
  d.click("offer/take");
  CHECK(d.session().automaton() == "density");
  CHECK(d.session().ruleset().title == "toy.cfg");
  CHECK_FALSE(d.desk().panels->offer.is_shown());
}
