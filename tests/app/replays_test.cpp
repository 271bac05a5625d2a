// Replays in the app: saved, opened, shown, shared, reported. Compared with the same run in a session without the app.
#include <fmt/format.h>

#include "density_world.hpp"
#include "driver.hpp"
#include "repose/replay.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::TemporaryFolder;

namespace fs = std::filesystem;

namespace {

// Some seconds of play with sand.
void play_about(Driver& d, int width = 120, int height = 90) {
  d.empty_world(width, height);
  d.desk().paint_box.brush() = {9, BrushShape::round, false, d.element("sand"), 0};
  const CellPoint from = d.on_screen(30, 20), to = d.on_screen(80, 30);
  d.move(from.x, from.y);
  d.down();
  d.desk().simulation.set_playing(true);
  d.frames(10);
  d.move(to.x, to.y);
  d.frames(10);
  d.up();
  d.frames(20);
  d.desk().simulation.set_playing(false);
  d.frames(1);
}

// Plays it without a window, and returns the hash at its end.
std::uint64_t played(const fs::path& file, Backend backend, int threads) {
  const Registry registry = make_registry();
  Session session(registry, test::density_world(), {.threads = threads});
  REQUIRE(session.execute(command::SwitchSolver{std::string(session.automaton()), backend}).ok);
  REQUIRE(session.execute(command::LoadReplay{file}).ok);
  REQUIRE(session.execute(command::Step{session.timeline().newest}).ok);
  return session.hash();
}

}  // namespace

TEST_CASE(
    "F10 saves the last minutes, and what was done on the GPU comes out the same on cpu and scalar, with any threads") {
  TemporaryFolder folder;
  AppOptions options;
  options.backend = Backend::gpu;  // not chosen by default, because OpenGL may run on the processor
  Driver d(options);
  play_about(d);
  d.desk().dialogs->browser.set_folder(folder.path());
  d.key(SDLK_F10);
  d.frames(3);
  REQUIRE(d.desk().dialogs->browser.is_open());
  d.click("Save");
  d.frames(2);
  const fs::path file = folder / "last minutes.replay";
  REQUIRE(fs::exists(file));
  const std::uint64_t expected = d.session().hash();
  CHECK(played(file, Backend::scalar, 1) == expected);
  CHECK(played(file, Backend::cpu, 1) == expected);
  CHECK(played(file, Backend::cpu, 3) == expected);
  if (!d.draws_with_gl()) REPOSE_SKIP("no OpenGL here, so that it was recorded on the cpu");
  CHECK(d.session().backend() == Backend::gpu);
}

TEST_CASE(
    "a replay that is dropped on the window plays from its beginning, stops at its end, plays again, and can be left") {
  TemporaryFolder folder;
  Driver d;
  play_about(d);
  const std::uint64_t end = d.session().hash();
  d.desk().simulation.execute(command::SaveReplay{folder / "sand.replay", 40});
  d.empty_world(64, 64);
  d.drop(folder / "sand.replay");
  d.frames(2);
  CHECK(d.desk().files.replays.showing());
  CHECK(d.desk().simulation.playing());
  CHECK(d.session().width() == 120);
  d.frames(120);
  CHECK_FALSE(d.desk().simulation.playing());
  CHECK(d.desk().files.replays.ended());
  CHECK(d.session().hash() == end);
  d.frames(5);
  CHECK(d.message().starts_with("End of the replay: every cell is as recorded."));

  d.key(SDLK_SPACE);
  d.frames(2);
  CHECK(d.desk().simulation.playing());
  CHECK_FALSE(d.desk().files.replays.ended());
  d.click("replay/Play again");
  d.frames(2);
  CHECK(d.desk().simulation.playing());
  CHECK_FALSE(d.desk().files.replays.ended());
  d.click("replay/To the end");
  d.frames(30);
  CHECK(d.session().hash() == end);
  CHECK(d.desk().simulation.speed() == Speed());

  d.click("replay/Leave");
  d.frames(2);
  CHECK_FALSE(d.desk().files.replays.showing());
  d.desk().simulation.set_playing(true);
  d.frames(10);
  CHECK(d.session().timeline().newest > 40);
}

TEST_CASE("painting into a replay ends it, and undo brings back the world from before it") {
  TemporaryFolder folder;
  Driver d;
  play_about(d);
  d.desk().simulation.execute(command::SaveReplay{folder / "sand.replay"});
  d.empty_world(64, 64);
  const std::uint64_t before = d.session().hash();
  d.drop(folder / "sand.replay");
  d.frames(5);
  d.desk().simulation.set_playing(false);
  const CellPoint at = d.on_screen(60, 60);
  d.click(at.x, at.y);
  d.frames(2);
  CHECK_FALSE(d.desk().files.replays.showing());
  d.key(SDLK_z, KMOD_LCTRL);
  d.key(SDLK_z, KMOD_LCTRL);
  CHECK(d.session().hash() == before);
  CHECK(d.session().width() == 64);
}

TEST_CASE("a shared picture plays when it is dropped; a plain one stays a picture") {
  TemporaryFolder folder;
  Driver d;
  play_about(d);
  d.desk().dialogs->browser.set_folder(folder.path());
  d.click("menu/File");
  d.frames(2);
  d.click("menu/Share picture with replay...");
  d.frames(3);
  d.click("Save");
  d.frames(2);
  REQUIRE(holds_replay(folder / "replay.png"));
  d.desk().simulation.execute(command::SavePicture{folder / "plain.png"});
  d.drop(folder / "replay.png");
  d.frames(2);
  CHECK(d.desk().files.replays.showing());
  d.drop(folder / "plain.png");
  d.frames(2);
  CHECK_FALSE(d.desk().files.replays.showing());
  CHECK(d.session().timeline().now > 0);
}

TEST_CASE("a report of a problem is a folder with a replay and a text that names no file of its writer") {
  TemporaryFolder folder;
  Driver d;
  play_about(d);
  d.click("menu/Help");
  d.frames(2);
  d.click("menu/Report a problem...");
  d.frames(3);
  d.desk().dialogs->report.set_parent_folder(folder.path());
  d.click("Write report");
  d.frames(3);
  const fs::path report = d.desk().dialogs->report.folder();
  REQUIRE(report.parent_path() == folder.path());
  CHECK(holds_replay(report / "last minutes.replay"));
  const std::string text = repose::test::read_text(report / "about.txt");
  CHECK(text.find("Repose ") == 0);
  CHECK(text.find(fmt::format("conserving on {}", backend_name(d.session().backend()))) != std::string::npos);
  CHECK(text.find(folder.path().string()) == std::string::npos);
  d.click("Close");
  d.frames(2);
  CHECK_FALSE(d.desk().dialogs->report.is_open());
}

TEST_CASE("every change at the end of a replay leaves it, so that Space continues from there") {
  TemporaryFolder folder;
  Driver d;
  play_about(d);
  d.desk().simulation.execute(command::SaveReplay{folder / "sand.replay"});
  d.drop(folder / "sand.replay");
  d.frames(120);
  REQUIRE(d.desk().files.replays.ended());
  REQUIRE(d.desk().files.replays.showing());
  d.desk().simulation.load_scene("acid-cave");
  d.frames(2);
  CHECK_FALSE(d.desk().files.replays.showing());
  d.key(SDLK_SPACE);
  d.frames(5);
  CHECK(d.session().width() == 640);
}

TEST_CASE("seeking far into a replay without keyframes plays it, with a responsive window, and can be stopped") {
  constexpr std::uint64_t kLong = 12'000, kThere = 9'000;
  static_assert(!may_repeat(kThere, 640 * 400));
  TemporaryFolder folder;
  Driver d;
  play_about(d, 640, 400);
  d.desk().simulation.execute(command::Step{kLong});
  d.desk().simulation.execute(command::SaveReplay{folder / "long.replay"});
  Replay replay;
  REQUIRE(read_replay(folder / "long.replay", replay).ok());
  for (ReplaySegment& segment : replay.segments) segment.keyframes.clear();
  REQUIRE(write_replay(folder / "long.replay", replay).ok());
  d.drop(folder / "long.replay");
  d.desk().simulation.set_playing(false);
  d.frames(1);
  const auto now = [&] { return d.session().timeline().now; };
  d.desk().files.replays.seek(kThere);
  CHECK(d.desk().files.replays.goal() == kThere);
  CHECK(now() < 500);
  d.frames(1);
  CHECK(now() > 0);
  CHECK(now() < kThere);
  CHECK(landmarks().find("replay/Stop").has_value());

  SECTION("it arrives, and stays there") {
    for (int i = 0; i < 50'000 && d.desk().files.replays.goal(); ++i) d.frames(1);
    CHECK(now() == kThere);
    CHECK_FALSE(d.desk().files.replays.goal().has_value());
    CHECK_FALSE(d.desk().simulation.playing());
    CHECK(d.desk().simulation.speed() == Speed());
    const std::uint64_t hash = d.session().hash();
    d.desk().files.replays.seek(100);  // the way back is short
    CHECK(now() == 100);
    d.desk().files.replays.seek(kThere);
    CHECK(now() == kThere);
    CHECK(d.session().hash() == hash);
    const Registry registry = make_registry();
    Session session(registry, test::density_world(), {.threads = 1});
    REQUIRE(session.execute(command::LoadReplay{folder / "long.replay"}).ok);
    REQUIRE(session.execute(command::Step{kThere}).ok);
    CHECK(session.hash() == hash);
  }
  SECTION("Escape stops it where it is") {
    const std::uint64_t before = now();
    d.key(SDLK_ESCAPE);
    d.frames(3);
    CHECK(now() == before);
    CHECK_FALSE(d.desk().simulation.playing());
    CHECK(d.desk().simulation.speed() == Speed());
    CHECK(d.desk().files.replays.showing());
  }
}
