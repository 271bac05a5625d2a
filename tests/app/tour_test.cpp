// The three tasks of the first start.
#include "app/ui/panels/panels.hpp"
#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

struct Touring : Driver {
  Tour& tour() { return desk().panels->tour; }
  // Lets the world run until the task is done, at most so many frames.
  bool done_within(std::size_t task, int limit) {
    for (int i = 0; i < limit && !tour().done(task); ++i) frames(1);
    return tour().done(task);
  }
  // Holds the left button at a cell.
  void hold(CellPoint cell, int frame_count) {
    point_at(cell.x, cell.y);
    down();
    frames(frame_count);
    up();
  }
};

}  // namespace

TEST_CASE_METHOD(Touring, "the tasks of the first start end when they are done, and then scenes are offered") {
  CHECK_FALSE(tour().is_running());  // scripts and tests begin without it
  menu({"Help", "Take the tour"});
  REQUIRE(tour().task() == 0);
  CHECK(desk().settings.tour_seen);
  const World world = session().download();
  const auto tree = tree_to_light(world, session().ruleset()), lava = lava_to_cool(world, session().ruleset());
  REQUIRE((tree && lava));
  brush().size = 9;

  CHECK(brush().element == element("fire"));
  point_at(tree->x, tree->y);
  down();
  frames(20);
  REQUIRE(done_within(0, 200));
  frames(60);
  CHECK(brush().element == element("fire"));  // a stroke keeps its element
  up();
  frames(3);
  REQUIRE(tour().task() == 1);
  CHECK(brush().element == element("water"));
  key(SDLK_j);  // pauses; the stroke plays on
  CHECK_FALSE(desk().simulation.playing());
  hold({lava->x, lava->y - 60}, 60);  // from above: it falls onto the lava
  REQUIRE(done_within(1, 200));
  frames(60);
  frames(2);
  REQUIRE(tour().task() == 2);
  CHECK_FALSE(tour().done(2));
  key(SDLK_j);
  CHECK(tour().done(2));
  frames(60);
  key(SDLK_j);  // held, while the card of the scenes appears
  draw(2);
  REQUIRE(tour().task() == Tour::kTaskCount);
  REQUIRE_FALSE(desk().simulation.playing());  // the last task paused it
  hold({lava->x, lava->y - 60}, 3);
  CHECK(desk().simulation.playing());
  key(SDLK_j);
  click("tour/fireworks");
  CHECK(session().scene() == "fireworks");
  CHECK(desk().simulation.playing());
  CHECK_FALSE(tour().is_running());
}

TEST_CASE_METHOD(Touring, "fire beside the tree does not end the first task") {
  tour().start();
  frames(2);
  const auto tree = tree_to_light(session().download(), session().ruleset());
  REQUIRE(tree);
  hold({tree->x, 5}, 10);  // in the sky
  CHECK_FALSE(done_within(0, 40));
}

TEST_CASE_METHOD(Touring, "each task can be skipped, the cross closes the card, and the card never prevents painting") {
  tour().start();
  frames(3);
  for (std::size_t task = 0; task < Tour::kTaskCount; ++task) {
    REQUIRE(tour().task() == task);
    click("tour/skip");
    CHECK_FALSE(tour().done(task));
  }
  key(SDLK_j);
  CHECK_FALSE(desk().simulation.playing());
  click("tour/stay");
  CHECK_FALSE(tour().is_running());
  CHECK(desk().simulation.playing());
  tour().start();
  frames(3);
  const ImVec4 card = place("tour/card");
  key(SDLK_SPACE);
  const auto before = session().hash();
  click(static_cast<int>(card.x) + 5, static_cast<int>(card.w) - 5);  // on the card, beside its buttons
  CHECK(session().hash() == before);
  click(on_screen(300, 100).x, on_screen(300, 100).y);
  CHECK(session().hash() != before);
  click("tour/close");
  CHECK_FALSE(tour().is_running());
  CHECK_FALSE(desk().simulation.playing());  // because Space has paused it
}

TEST_CASE_METHOD(Touring, "the tour opens its scene if another world is open, and Undo brings that back") {
  empty_world(60, 40);
  const auto hash = session().hash();
  tour().start();
  CHECK(session().scene() == Tour::kScene);
  session().execute(command::Undo{});
  CHECK(session().hash() == hash);
  tour().start();
  frames(2);
  desk().simulation.load_scene("sorting");  // another scene ends the tasks
  frames(2);
  CHECK_FALSE(tour().is_running());
}

TEST_CASE_METHOD(Touring, "the first task names the mouse, or the keys once they are used") {
  menu({"Help", "Take the tour"});
  CHECK(tour().text_of(0).find("left mouse button") != std::string::npos);
  key(SDLK_RIGHT);
  CHECK(tour().text_of(0).find("arrow keys") != std::string::npos);
  CHECK(tour().text_of(1).find("hold Return") != std::string::npos);
}
