// Undo, redo, rewinding and settings, with mouse and keys.
#include <cmath>

#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

struct TimeTravel : Driver {
  CellPoint bar_end() {
    const PixelRect& port = camera().viewport();
    return {port.x + port.width / 2, port.y + port.height + 3};
  }
  // Opens the time bar; the mouse is on it.
  void open_bar() {
    const CellPoint at = bar_end();
    move(at.x, at.y);
    frames(4);
    REQUIRE(sees("time/track"));
  }
  static CellPoint on_track(double part) {
    const ImVec4 track = place("time/track");
    return {static_cast<int>(std::lround(track.x + (track.z - track.x) * part)), middle_of("time/track").y};
  }
  void rewind_to(double part) {
    open_bar();
    swing(on_track(0.9), on_track(part));
  }
};

}  // namespace

TEST_CASE_METHOD(TimeTravel,
                 "Ctrl+Z takes a whole stroke back, Ctrl+Y and Ctrl+Shift+Z bring it again; buttons and menu do too") {
  CHECK(session().history().undo_title.empty());  // nothing of the start
  CHECK(session().history().limit == history_limits(Settings{}).undo_bytes);
  empty_world(200, 120);
  const auto empty = session().hash();
  drag({40, 40}, {150, 60});
  const auto painted = session().hash();
  REQUIRE(painted != empty);
  key(SDLK_z, KMOD_LCTRL);
  CHECK(session().hash() == empty);
  key(SDLK_y, KMOD_LCTRL);
  CHECK(session().hash() == painted);
  key(SDLK_z, KMOD_LCTRL);
  CHECK(session().hash() == empty);
  key(SDLK_z, KMOD_LCTRL | KMOD_LSHIFT);
  CHECK(session().hash() == painted);
  click_cell(40, 80);
  click_cell(80, 80);  // two clicks are two operations
  key(SDLK_z, KMOD_LCTRL);
  CHECK(session().hash() != painted);
  key(SDLK_z, KMOD_LCTRL);
  CHECK(session().hash() == painted);

  CHECK(session().history().undo_title == "Paint sand");
  click("undo");
  CHECK(session().hash() == empty);
  click("redo");
  CHECK(session().hash() == painted);
  menu({"Edit", "undo"});
  CHECK(session().hash() == empty);
  menu({"Edit", "redo"});
  CHECK(session().hash() == painted);
  click("search");
  type("san");
  key(SDLK_z, KMOD_LCTRL);  // the field's own
  CHECK(session().hash() == painted);
}

TEST_CASE_METHOD(TimeTravel, "undo brings the config back, with its elements in the palette and its size in view") {
  desk().simulation.set_playing(false);
  empty_world(200, 120);
  const std::string before = session().ruleset().title;
  REQUIRE(desk().simulation.execute(command::NewWorld{900, 300}).ok);
  desk().view.canvas.fit();
  desk().files.opener.load_config(
      command::LoadConfigText{"cell night 10 12 30 0.3\ncell gold 250 200 40 0.9\n", "two.cfg"}, "two.cfg");
  frames(2);
  CHECK(sees("element/gold"));
  CHECK(session().ruleset().elements[brush().element].name == "gold");
  key(SDLK_z, KMOD_LCTRL);
  CHECK(session().ruleset().title == before);
  CHECK(sees("element/water"));
  CHECK(brush().element < session().ruleset().elements.size());
  key(SDLK_z, KMOD_LCTRL);
  CHECK(session().width() == 200);
  CHECK(camera().sees_whole(200, 120));
  CHECK(camera().zoom() > 2);
}

TEST_CASE_METHOD(TimeTravel, "undo works on a gpu backend") {
  if (!draws_with_gl()) REPOSE_SKIP("no OpenGL");
  desk().simulation.switch_solver("conserving", Backend::gpu);
  empty_world(200, 120);
  const auto empty = session().hash();
  click_cell(100, 60);
  frames(5);
  CHECK(session().hash() != empty);
  key(SDLK_z, KMOD_LCTRL);
  CHECK(session().hash() == empty);
  CHECK(session().backend() == Backend::gpu);
}

TEST_CASE_METHOD(TimeTravel, "the comma steps back, the full stop forward, and each is the frame that it was") {
  empty_world(200, 120);
  click_cell(100, 20);
  std::vector<std::uint64_t> hashes = {session().hash()};
  for (int i = 0; i < 5; ++i) {
    key(SDLK_PERIOD);
    hashes.push_back(session().hash());
  }
  for (int i = 4; i >= 0; --i) {
    key(SDLK_COMMA);
    CHECK(session().hash() == hashes[static_cast<std::size_t>(i)]);
  }
  for (int i = 1; i <= 5; ++i) {
    key(SDLK_PERIOD);
    CHECK(session().hash() == hashes[static_cast<std::size_t>(i)]);
  }
}

TEST_CASE_METHOD(
    TimeTravel,
    "dragging the time bar rewinds; play and painting continue from there, a button returns to the newest position") {
  empty_world(200, 120);
  click_cell(100, 20);
  desk().simulation.set_playing(true);
  frames(60);
  const std::uint64_t newest = session().timeline().newest;
  REQUIRE(newest > 100);
  rewind_to(0.5);
  CHECK_FALSE(desk().simulation.playing());
  const TimelineFacts line = session().timeline();
  CHECK(line.newest >= newest);
  const double part = static_cast<double>(line.now - line.oldest) / static_cast<double>(line.newest - line.oldest);
  CHECK(part == Approx(0.5).margin(0.03));
  frames(10);
  CHECK(session().timeline().now == line.now);
  click("time/play");
  CHECK(desk().simulation.playing());
  frames(20);
  CHECK(session().timeline().now > line.now);
  CHECK(session().timeline().newest == line.newest);  // adds to the old time line

  desk().simulation.set_playing(false);
  click("time/now");
  const auto present = session().hash();
  rewind_to(0.3);
  CHECK(session().hash() != present);
  click("time/now");
  CHECK(session().hash() == present);
  rewind_to(0.3);
  const auto past = session().timeline();
  REQUIRE(past.now < past.newest);
  click_cell(30, 60);  // painting in the past continues from there
  CHECK(session().timeline().newest == past.now);
}

TEST_CASE_METHOD(TimeTravel, "a quick press on the thin time bar goes to the place under the mouse") {
  desk().settings.view.reduced_motion = ReducedMotion::off;  // the bar opens slowly
  frames(200);
  const ImVec4 thin = place("time/thin track");
  const int x = static_cast<int>((thin.x + thin.z) / 2), y = static_cast<int>((thin.y + thin.w) / 2);
  move(x, y);
  down();
  frames(1);
  const TimelineFacts line = session().timeline();
  up();
  REQUIRE(line.newest > 100);
  CHECK(line.now > line.oldest + (line.newest - line.oldest) * 45 / 100);
  CHECK(line.now < line.oldest + (line.newest - line.oldest) * 55 / 100);
}

TEST_CASE_METHOD(TimeTravel,
                 "the time bar is thin until the mouse is over it, stays closed during a stroke, and never paints") {
  empty_world(400, 400);
  frames(3);
  CHECK_FALSE(sees("time/play"));
  const CellPoint at = bar_end();
  move(at.x, at.y - 60);
  frames(1);
  down();
  frames(1);
  move(at.x, at.y);
  frames(4);
  CHECK_FALSE(sees("time/play"));
  up();
  frames(2);
  const auto painted = session().hash();
  frames(4);
  CHECK(sees("time/play"));
  const CellPoint track = on_track(0.99);  // the newest position
  click(track.x, track.y);
  move(700, 300);
  frames(4);
  CHECK_FALSE(sees("time/play"));
  CHECK(session().hash() == painted);
}

TEST_CASE_METHOD(TimeTravel, "the time bar has a transport of its own") {
  frames(10);
  open_bar();
  click("time/play");
  CHECK_FALSE(desk().simulation.playing());
  const auto step = session().step_count();
  click("time/step");
  CHECK(session().step_count() == step + 1);
  click("time/back");
  CHECK(session().step_count() == step);
  click("time/faster");
  CHECK(desk().simulation.speed().factor() == 2);
  click("time/slower");
  click("time/slower");
  CHECK(desk().simulation.speed().factor() == 0.5);
}

TEST_CASE_METHOD(TimeTravel, "settings are changed in a window of their own") {
  key(SDLK_COMMA, KMOD_LCTRL);
  REQUIRE(desk().dialogs->settings.is_open());
  click("settings/minimap");
  CHECK_FALSE(desk().settings.view.minimap);
  CHECK_FALSE(desk().settings.view.animates());
  click("settings/motion/off");
  CHECK(desk().settings.view.animates());
  click("settings/motion/system");
  CHECK(desk().settings.view.reduced_motion == ReducedMotion::system);
  click("settings/Light");
  CHECK(desk().settings.window.theme == ThemeName::light);
  click_start_of("settings/undo");
  CHECK(desk().settings.history.undo_mebibytes == 16);
  CHECK(session().history().limit == std::size_t{16} << 20);
  click("Done");
  CHECK_FALSE(desk().dialogs->settings.is_open());
}

TEST_CASE_METHOD(TimeTravel, "J, its button and the menu go five seconds back, at the automaton's own pace") {
  frames(800);  // more than thirteen seconds
  const auto newest = session().timeline().newest;
  key(SDLK_j);
  CHECK(session().timeline().newest - session().timeline().now == 625);
  CHECK_FALSE(desk().simulation.playing());
  open_bar();
  click("time/rewind");
  CHECK(session().timeline().newest - session().timeline().now == 1250);
  CHECK(desk().simulation.seconds_ago(session().timeline().now) == Approx(10).margin(0.01));
  menu({"Simulation", "Five seconds back"});
  CHECK(session().timeline().now == session().timeline().oldest);
  CHECK(session().timeline().newest >= newest);
}
