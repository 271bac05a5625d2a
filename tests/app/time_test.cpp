// Undo, redo, rewinding and settings, with mouse and keys.
#include <cmath>

#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

// A thick dot of the brush's element in the middle of an empty world.
void paint_dot(Driver& d, int x, int y) {
  const CellPoint at = d.on_screen(x, y);
  d.click(at.x, at.y);
}

CellPoint bar_end(Driver& d) {
  const PixelRect& port = d.desk().view.canvas.camera().viewport();
  return {port.x + port.width / 2, port.y + port.height + 3};
}

// Opens the time bar; the mouse is on it.
void open_bar(Driver& d) {
  const CellPoint at = bar_end(d);
  d.move(at.x, at.y);
  d.frames(4);
  REQUIRE(landmarks().find("time/track").has_value());
}

CellPoint on_track(double part) {
  const auto track = landmarks().find("time/track");
  REQUIRE(track.has_value());
  return {static_cast<int>(std::lround(track->x + (track->z - track->x) * part)),
          static_cast<int>((track->y + track->w) / 2)};
}

void rewind_to(Driver& d, double part) {
  open_bar(d);
  const CellPoint from = on_track(0.9), to = on_track(part);
  d.move(from.x, from.y);
  d.frames(2);
  d.down();
  d.frames(2);
  d.move(to.x, to.y);
  d.frames(3);
  d.up();
  d.frames(2);
}

}  // namespace

TEST_CASE("Ctrl+Z takes a whole stroke back, Ctrl+Y and Ctrl+Shift+Z bring it again") {
  Driver d;
  d.empty_world(200, 120);
  const auto empty = d.session().hash();
  const CellPoint from = d.on_screen(40, 40), to = d.on_screen(150, 60);
  d.move(from.x, from.y);
  d.frames(1);
  d.down();
  for (int i = 1; i <= 6; ++i) {
    d.move(from.x + (to.x - from.x) * i / 6, from.y + (to.y - from.y) * i / 6);
    d.frames(2);
  }
  d.up();
  d.frames(2);
  const auto painted = d.session().hash();
  REQUIRE(painted != empty);
  d.key(SDLK_z, KMOD_LCTRL);
  CHECK(d.session().hash() == empty);
  d.key(SDLK_y, KMOD_LCTRL);
  CHECK(d.session().hash() == painted);
  d.key(SDLK_z, KMOD_LCTRL);
  CHECK(d.session().hash() == empty);
  d.key(SDLK_z, KMOD_LCTRL | KMOD_LSHIFT);
  CHECK(d.session().hash() == painted);
}

TEST_CASE("buttons and the Edit menu undo too, and the menu says what") {
  Driver d;
  d.empty_world(200, 120);
  const auto empty = d.session().hash();
  paint_dot(d, 100, 60);
  const auto painted = d.session().hash();
  CHECK(d.session().history().undo_title == "Paint sand");
  d.click("undo");
  CHECK(d.session().hash() == empty);
  d.click("redo");
  CHECK(d.session().hash() == painted);
  d.click("menu/Edit");
  d.click("menu/undo");
  CHECK(d.session().hash() == empty);
  d.click("menu/Edit");
  d.click("menu/redo");
  CHECK(d.session().hash() == painted);
}

TEST_CASE("Ctrl+Z in the config editor or in a field of text is the text's own") {
  Driver d;
  d.empty_world(200, 120);
  paint_dot(d, 100, 60);
  const auto painted = d.session().hash();
  d.click("search");
  d.type("san");
  d.key(SDLK_z, KMOD_LCTRL);
  CHECK(d.session().hash() == painted);
}

TEST_CASE("undo brings the config back, with its elements in the palette and its size in view") {
  Driver d;
  d.desk().simulation.set_playing(false);
  d.empty_world(200, 120);
  const std::string before = d.session().ruleset().title;
  REQUIRE(d.desk().simulation.execute(command::NewWorld{900, 300}).ok);
  d.desk().view.canvas.fit();
  d.desk().files.opener.load_config(
      command::LoadConfigText{"cell night 10 12 30 0.3\ncell gold 250 200 40 0.9\n", "two.cfg"}, "two.cfg");
  d.frames(2);
  CHECK(landmarks().find("element/gold").has_value());
  CHECK(d.session().ruleset().elements[d.desk().paint_box.brush().element].name == "gold");
  d.key(SDLK_z, KMOD_LCTRL);
  d.frames(2);
  CHECK(d.session().ruleset().title == before);
  CHECK(landmarks().find("element/water").has_value());
  CHECK(d.desk().paint_box.brush().element < d.session().ruleset().elements.size());
  d.key(SDLK_z, KMOD_LCTRL);
  d.frames(2);
  CHECK(d.session().width() == 200);
  CHECK(d.desk().view.canvas.camera().sees_whole(200, 120));
  CHECK(d.desk().view.canvas.camera().zoom() > 2);
}

TEST_CASE("undo works on a gpu backend") {
  Driver d;
  if (!d.draws_with_gl()) REPOSE_SKIP("no OpenGL");
  d.desk().simulation.switch_solver("conserving", Backend::gpu);
  d.empty_world(200, 120);
  const auto empty = d.session().hash();
  paint_dot(d, 100, 60);
  d.frames(5);
  CHECK(d.session().hash() != empty);
  d.key(SDLK_z, KMOD_LCTRL);
  CHECK(d.session().hash() == empty);
  CHECK(d.session().backend() == Backend::gpu);
}

TEST_CASE("the comma steps back, the full stop forward, and each is the frame that it was") {
  Driver d;
  d.empty_world(200, 120);
  paint_dot(d, 100, 20);
  std::vector<std::uint64_t> hashes = {d.session().hash()};
  for (int i = 0; i < 5; ++i) {
    d.key(SDLK_PERIOD);
    hashes.push_back(d.session().hash());
  }
  for (int i = 4; i >= 0; --i) {
    d.key(SDLK_COMMA);
    CHECK(d.session().hash() == hashes[static_cast<std::size_t>(i)]);
  }
  for (int i = 1; i <= 5; ++i) {
    d.key(SDLK_PERIOD);
    CHECK(d.session().hash() == hashes[static_cast<std::size_t>(i)]);
  }
}

TEST_CASE("dragging the time bar rewinds; play continues from there") {
  Driver d;
  d.empty_world(200, 120);
  paint_dot(d, 100, 20);
  d.desk().simulation.set_playing(true);
  d.frames(60);
  const std::uint64_t newest = d.session().timeline().newest;
  REQUIRE(newest > 100);
  rewind_to(d, 0.5);
  CHECK_FALSE(d.desk().simulation.playing());
  const TimelineFacts line = d.session().timeline();
  CHECK(line.newest >= newest);
  const double part = static_cast<double>(line.now - line.oldest) / static_cast<double>(line.newest - line.oldest);
  CHECK(part == Approx(0.5).margin(0.03));
  d.frames(10);
  CHECK(d.session().timeline().now == line.now);
  d.click("time/play");
  CHECK(d.desk().simulation.playing());
  d.frames(20);
  CHECK(d.session().timeline().now > line.now);
  CHECK(d.session().timeline().newest == line.newest);  // adds to the old time line
}

TEST_CASE("the button in the time bar returns to the newest position, and painting in the past continues from there") {
  Driver d;
  d.empty_world(200, 120);
  paint_dot(d, 100, 20);
  for (int i = 0; i < 30; ++i) d.key(SDLK_PERIOD);
  const auto present = d.session().hash();
  rewind_to(d, 0.3);
  CHECK(d.session().hash() != present);
  d.click("time/now");
  CHECK(d.session().hash() == present);
  rewind_to(d, 0.3);
  const auto line = d.session().timeline();
  REQUIRE(line.now < line.newest);
  d.desk().simulation.set_playing(false);
  paint_dot(d, 30, 60);
  CHECK(d.session().timeline().newest == line.now);
}

TEST_CASE("a quick press on the thin time bar goes to the place under the mouse") {
  Driver d;
  d.desk().settings.view.animations = true;  // the bar opens slowly
  d.frames(200);
  const auto thin = landmarks().find("time/thin track");
  REQUIRE(thin.has_value());
  const int x = static_cast<int>((thin->x + thin->z) / 2), y = static_cast<int>((thin->y + thin->w) / 2);
  d.move(x, y);
  d.down();
  d.frames(1);
  const TimelineFacts line = d.session().timeline();
  d.up();
  REQUIRE(line.newest > 100);
  CHECK(line.now > line.oldest + (line.newest - line.oldest) * 45 / 100);
  CHECK(line.now < line.oldest + (line.newest - line.oldest) * 55 / 100);
}

TEST_CASE("the time bar is thin until the mouse is over it, stays closed during a stroke, and never paints") {
  Driver d;
  d.empty_world(400, 400);
  d.frames(3);
  CHECK_FALSE(landmarks().find("time/play").has_value());
  const CellPoint at = bar_end(d);
  const CellPoint above = {at.x, at.y - 60};
  d.move(above.x, above.y);
  d.frames(1);
  d.down();
  d.frames(1);
  d.move(at.x, at.y);
  d.frames(4);
  CHECK_FALSE(landmarks().find("time/play").has_value());
  d.up();
  d.frames(2);
  const auto painted = d.session().hash();
  d.frames(4);
  CHECK(landmarks().find("time/play").has_value());
  const CellPoint track = on_track(0.99);  // the newest position
  d.click(track.x, track.y);
  d.move(700, 300);
  d.frames(4);
  CHECK_FALSE(landmarks().find("time/play").has_value());
  CHECK(d.session().hash() == painted);
}

TEST_CASE("the time bar has a transport of its own") {
  Driver d;
  d.frames(10);
  open_bar(d);
  d.click("time/play");
  CHECK_FALSE(d.desk().simulation.playing());
  const auto step = d.session().step_count();
  d.click("time/step");
  CHECK(d.session().step_count() == step + 1);
  d.click("time/back");
  CHECK(d.session().step_count() == step);
  d.click("time/faster");
  CHECK(d.desk().simulation.speed().factor() == 2);
  d.click("time/slower");
  d.click("time/slower");
  CHECK(d.desk().simulation.speed().factor() == 0.5);
}

TEST_CASE("settings are changed in a window of their own") {
  Driver d;
  d.key(SDLK_COMMA, KMOD_LCTRL);
  d.frames(3);
  REQUIRE(d.desk().dialogs->settings.is_open());
  d.click("settings/minimap");
  CHECK_FALSE(d.desk().settings.view.minimap);
  d.click("settings/animations");
  CHECK(d.desk().settings.view.animations);
  d.click("settings/Light");
  CHECK(d.desk().settings.window.theme == ThemeName::light);
  const auto slider = landmarks().find("settings/undo");
  REQUIRE(slider.has_value());
  d.click(static_cast<int>(slider->x) + 2, static_cast<int>((slider->y + slider->w) / 2));
  CHECK(d.desk().settings.history.undo_mebibytes == 16);
  CHECK(d.session().history().limit == std::size_t{16} << 20);
  d.click("Done");
  CHECK_FALSE(d.desk().dialogs->settings.is_open());
}

TEST_CASE("J and its button go five seconds back, at the automaton's own pace") {
  Driver d;
  d.frames(400);  // more than six seconds
  const auto newest = d.session().timeline().newest;
  d.key(SDLK_j);
  CHECK(d.session().timeline().newest - d.session().timeline().now == 625);
  CHECK_FALSE(d.desk().simulation.playing());
  open_bar(d);
  d.click("time/rewind");
  CHECK(d.session().timeline().now == d.session().timeline().oldest);
  CHECK(d.session().timeline().newest >= newest);
}
