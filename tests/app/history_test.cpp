// Undo in the app: gestures and limits.
#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

TEST_CASE("nothing of the start can be undone, and the settings say how much memory undo may take") {
  Driver d;
  CHECK(d.session().history().undo_title.empty());
  CHECK(d.session().history().limit == history_limits(Settings{}).undo_bytes);
}

TEST_CASE("a stroke of the mouse is one undo, two clicks are two") {
  Driver d;
  d.empty_world(200, 120);
  d.desk().paint_box.brush() = {5, BrushShape::round, false, d.element("wall"), 0};
  const World empty = d.session().download();
  const auto at = [&](int x) { return d.on_screen(x, 40); };
  d.move(at(20).x, at(20).y);
  d.down();
  for (int x = 30; x < 150; x += 10) {
    d.move(at(x).x, at(x).y);
    d.frames();
  }
  d.up();
  d.frames();
  CHECK(d.session().history().undo_title == "Paint wall");
  const World stroke = d.session().download();
  REQUIRE_FALSE(stroke == empty);
  d.click(at(20).x, at(20).y + 60);
  d.click(at(60).x, at(60).y + 60);
  REQUIRE(d.session().execute(command::Undo{}).ok);
  REQUIRE(d.session().execute(command::Undo{}).ok);
  CHECK(d.session().download() == stroke);
  REQUIRE(d.session().execute(command::Undo{}).ok);
  CHECK(d.session().download() == empty);
}
