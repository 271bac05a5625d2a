// "Make a land...": the world behind the dialog, Keep and Cancel.
#include <set>

#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

const LandPlan& plan(Driver& d) { return d.desk().dialogs->land.plan(); }

// The dialog over a paused world. Returns the hash of the world before.
std::uint64_t open(Driver& d) {
  d.desk().simulation.set_playing(false);
  d.frames(2);
  const std::uint64_t before = d.session().hash();
  d.menu({"Scenes", "Make a land..."});
  d.draw(2);
  REQUIRE(d.desk().dialogs->land.is_open());
  return before;
}

}  // namespace

TEST_CASE("Make a land draws a land behind its dialog, and Cancel brings back the world before") {
  Driver d;
  const std::uint64_t before = open(d);
  const std::string title = d.session().history().undo_title;
  CHECK(d.session().scene() == "land");
  const std::uint64_t first = d.session().hash();
  CHECK(d.count("water") > 0);
  d.click_start_of("land/Water");
  d.draw(2);
  CHECK(plan(d).water == 0);
  CHECK(d.count("water") == 0);
  d.click("land/Another");
  d.draw(2);
  CHECK(d.session().hash() != first);
  CHECK(d.count("water") == 0);
  CHECK(d.session().history().undo_title == title);
  d.click("land/Cancel");
  d.draw(2);
  CHECK_FALSE(d.desk().dialogs->land.is_open());
  CHECK(d.session().hash() == before);

  open(d);
  d.key(SDLK_ESCAPE);
  d.draw(2);
  CHECK(d.session().hash() == before);
}

TEST_CASE("the keyboard alone makes a land, and a land that is kept is one step of undo") {
  Driver d;
  const std::uint64_t before = open(d);
  const LandPlan usual = plan(d);
  d.key(SDLK_DOWN);
  d.key(SDLK_RIGHT);
  d.key(SDLK_SPACE);
  CHECK(plan(d).water == usual.water + 1);
  CHECK(plan(d).seed != usual.seed);
  d.key(SDLK_RETURN);
  d.draw(2);
  CHECK_FALSE(d.desk().dialogs->land.is_open());
  CHECK(d.session().scene() == "land");
  CHECK(d.session().hash() != before);
  d.key(SDLK_z, KMOD_CTRL);
  CHECK(d.session().hash() == before);
}

TEST_CASE("a slider that is dragged draws a few lands a second, and the last one is the one it shows") {
  Driver d;
  open(d);
  const ImVec4 slider = Driver::place("land/Hills");
  const int y = static_cast<int>((slider.y + slider.w) / 2);
  const int left = static_cast<int>(slider.x), wide = static_cast<int>(slider.z - slider.x);
  const auto x = [&](int frame) { return left + wide * (frame % 30) / 30; };
  d.move(x(0), y);
  d.down();
  std::set<std::uint64_t> lands;
  for (int frame = 0; frame < 36; ++frame) {
    d.move(x(frame), y);
    d.frames();
    lands.insert(d.session().hash());
  }
  CHECK(lands.size() >= 2);
  CHECK(lands.size() <= 5);
  d.move(left + 1, y);
  d.frames();
  d.up();
  d.draw(3);
  CHECK(plan(d).hills == 0);
  World flat(d.session().width(), d.session().height());
  REQUIRE(find_scene("land")->fill(flat, d.session().ruleset(), pack_land(plan(d))).ok());
  CHECK(flat == d.session().download());
}
