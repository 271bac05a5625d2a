// The three tasks of the first start.
#include "app/ui/panels/tour.hpp"
#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

Tour& tour(Driver& d) { return d.desk().panels->tour; }

// Lets the world run until the task is done, at most so many frames.
bool done_within(Driver& d, std::size_t task, int frames) {
  for (int i = 0; i < frames && !tour(d).done(task); ++i) d.frames(1);
  return tour(d).done(task);
}

// Holds the left button at a cell.
void hold(Driver& d, CellPoint cell, int frames) {
  const CellPoint at = d.on_screen(cell.x, cell.y);
  d.move(at.x, at.y);
  d.down();
  d.frames(frames);
  d.up();
}

}  // namespace

TEST_CASE("the tasks of the first start end when they are done, and then scenes are offered") {
  Driver d;
  d.click("menu/Help");
  d.click("menu/Take the tour");
  d.frames(3);
  REQUIRE(tour(d).task() == 0);
  CHECK(d.desk().settings.tour_seen);
  const World world = d.session().download();
  const auto tree = tree_to_light(world, d.session().ruleset()), lava = lava_to_cool(world, d.session().ruleset());
  REQUIRE((tree && lava));
  d.desk().paint_box.brush().size = 9;

  CHECK(d.desk().paint_box.brush().element == d.element("fire"));
  const CellPoint foot = d.on_screen(tree->x, tree->y);
  d.move(foot.x, foot.y);
  d.down();
  d.frames(20);
  REQUIRE(done_within(d, 0, 200));
  d.pass(60);
  CHECK(d.desk().paint_box.brush().element == d.element("fire"));  // a stroke keeps its element
  d.up();
  d.frames(3);
  REQUIRE(tour(d).task() == 1);
  CHECK(d.desk().paint_box.brush().element == d.element("water"));
  hold(d, {lava->x, lava->y - 60}, 60);  // from above: it falls onto the lava
  REQUIRE(done_within(d, 1, 200));
  d.pass(60);
  d.frames(2);
  REQUIRE(tour(d).task() == 2);
  CHECK_FALSE(tour(d).done(2));
  d.key(SDLK_j);
  d.frames(3);
  CHECK(tour(d).done(2));
  d.pass(60);
  d.frames(2);
  REQUIRE_FALSE(d.desk().simulation.playing());  // the last task paused it
  d.click("tour/fireworks");
  d.frames(3);
  CHECK(d.session().scene() == "fireworks");
  CHECK(d.desk().simulation.playing());
  CHECK_FALSE(tour(d).is_running());
}

TEST_CASE("fire beside the tree does not end the first task") {
  Driver d;
  tour(d).start();
  d.frames(2);
  const auto tree = tree_to_light(d.session().download(), d.session().ruleset());
  REQUIRE(tree);
  hold(d, {tree->x, 5}, 10);  // in the sky
  CHECK_FALSE(done_within(d, 0, 40));
}

TEST_CASE("each task can be skipped, the cross closes the card, and the card never prevents painting") {
  Driver d;
  tour(d).start();
  d.frames(3);
  for (std::size_t task = 0; task < Tour::kTaskCount; ++task) {
    REQUIRE(tour(d).task() == task);
    d.click("tour/skip");
    d.frames(3);
    CHECK_FALSE(tour(d).done(task));
  }
  d.click("tour/stay");
  CHECK_FALSE(tour(d).is_running());
  tour(d).start();
  d.frames(3);
  const auto card = landmarks().find("tour/card");
  REQUIRE(card.has_value());
  d.key(SDLK_SPACE);
  const auto before = d.session().hash();
  d.click(static_cast<int>(card->x) + 5, static_cast<int>(card->w) - 5);  // on the card, beside its buttons
  CHECK(d.session().hash() == before);
  d.click(d.on_screen(300, 100).x, d.on_screen(300, 100).y);
  CHECK(d.session().hash() != before);
  d.click("tour/close");
  CHECK_FALSE(tour(d).is_running());
}

TEST_CASE("the tour opens its scene if another world is open, and Undo brings that back") {
  Driver d;
  d.empty_world(60, 40);
  const auto hash = d.session().hash();
  tour(d).start();
  CHECK(d.session().scene() == Tour::kScene);
  d.session().execute(command::Undo{});
  CHECK(d.session().hash() == hash);
}

TEST_CASE("another scene ends the tasks") {
  Driver d;
  tour(d).start();
  d.frames(2);
  d.desk().simulation.load_scene("sorting");
  d.frames(2);
  CHECK_FALSE(tour(d).is_running());
}

TEST_CASE("scripts and tests begin without the tour") {
  Driver d;
  CHECK_FALSE(tour(d).is_running());
}
