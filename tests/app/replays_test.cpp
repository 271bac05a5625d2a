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
void play_about(Driver& d, int width = 120, int height = 90, bool pours = false) {
  d.empty_world(width, height);
  d.brush() = {9, BrushShape::round, pours, d.element("sand"), 0};
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
  Driver d({.backend = Backend::gpu});
  play_about(d);
  d.desk().dialogs->browser.set_folder(folder.path());
  d.key(SDLK_F10);
  REQUIRE(d.desk().dialogs->browser.is_open());
  d.click("Save");
  const fs::path file = folder / "last minutes.replay";
  REQUIRE(fs::exists(file));
  const std::uint64_t expected = d.session().hash();
  CHECK(played(file, Backend::scalar, 1) == expected);
  CHECK(played(file, Backend::cpu, 1) == expected);
  CHECK(played(file, Backend::cpu, 3) == expected);
  if (!d.draws_with_gl()) REPOSE_SKIP("no OpenGL here, so that it was recorded on the cpu");
  CHECK(d.session().backend() == Backend::gpu);
}

TEST_CASE("what was poured is replayed grain by grain") {
  TemporaryFolder folder;
  Driver d;
  play_about(d, 120, 90, true);
  CHECK(d.session().history().undo_title == "Pour sand");
  d.desk().dialogs->browser.set_folder(folder.path());
  d.key(SDLK_F10);
  d.click("Save");
  CHECK(played(folder / "last minutes.replay", Backend::scalar, 1) == d.session().hash());
}

TEST_CASE_METHOD(
    Driver,
    "a replay that is dropped on the window plays from its beginning, stops at its end, plays again, and can be left") {
  play_about(*this);
  const std::uint64_t end = session().hash();
  desk().simulation.execute(command::SaveReplay{folder / "sand.replay", 40});
  empty_world(64, 64);
  drop(folder / "sand.replay");
  CHECK(desk().files.replays.showing());
  CHECK(desk().simulation.playing());
  CHECK(session().width() == 120);
  frames(120);
  CHECK_FALSE(desk().simulation.playing());
  CHECK(desk().files.replays.ended());
  CHECK(session().hash() == end);
  frames(5);
  CHECK(message().starts_with("End of the replay: every cell is as recorded."));

  key(SDLK_SPACE);
  CHECK(desk().simulation.playing());
  CHECK_FALSE(desk().files.replays.ended());
  click("replay/Play again");
  CHECK(desk().simulation.playing());
  CHECK_FALSE(desk().files.replays.ended());
  click("replay/To the end");
  frames(30);
  CHECK(session().hash() == end);
  CHECK(desk().simulation.speed() == Speed());

  click("replay/Leave");
  CHECK_FALSE(desk().files.replays.showing());
  desk().simulation.set_playing(true);
  frames(10);
  CHECK(session().timeline().newest > 40);
}

TEST_CASE_METHOD(Driver, "painting into a replay ends it, and undo brings back the world from before it") {
  play_about(*this);
  desk().simulation.execute(command::SaveReplay{folder / "sand.replay"});
  empty_world(64, 64);
  const std::uint64_t before = session().hash();
  drop(folder / "sand.replay");
  frames(5);
  desk().simulation.set_playing(false);
  click_cell(60, 60);
  CHECK_FALSE(desk().files.replays.showing());
  key(SDLK_z, KMOD_LCTRL);
  key(SDLK_z, KMOD_LCTRL);
  CHECK(session().hash() == before);
  CHECK(session().width() == 64);

  drop(folder / "sand.replay");
  frames(120);
  REQUIRE(desk().files.replays.ended());
  REQUIRE(desk().files.replays.showing());
  desk().simulation.load_scene("acid-cave");  // every change at its end leaves it
  frames(2);
  CHECK_FALSE(desk().files.replays.showing());
  key(SDLK_SPACE);
  frames(5);
  CHECK(session().scene() == "acid-cave");
}

TEST_CASE_METHOD(
    Driver,
    "a report of a problem holds a replay and a text that names no file of its writer, a shared picture plays") {
  play_about(*this);
  menu({"Help", "Report a problem..."});
  desk().dialogs->report.set_parent_folder(folder.path());
  click("Write report");
  const fs::path report = desk().dialogs->report.folder();
  REQUIRE(report.parent_path() == folder.path());
  CHECK(holds_replay(report / "last minutes.replay"));
  const std::string text = repose::test::read_text(report / "about.txt");
  CHECK(text.find("Repose ") == 0);
  CHECK(text.find(fmt::format("conserving on {}", backend_name(session().backend()))) != std::string::npos);
  CHECK(text.find(folder.path().string()) == std::string::npos);
  click("Close");
  CHECK_FALSE(desk().dialogs->report.is_open());

  desk().dialogs->browser.set_folder(folder.path());
  menu({"File", "Share picture with replay..."});
  click("Save");
  REQUIRE(holds_replay(folder / "replay.png"));
  desk().simulation.execute(command::SavePicture{folder / "plain.png"});
  drop(folder / "replay.png");
  CHECK(desk().files.replays.showing());
  drop(folder / "plain.png");
  CHECK_FALSE(desk().files.replays.showing());
  CHECK(session().timeline().now > 0);
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

  const std::uint64_t before = now();
  d.key(SDLK_ESCAPE);
  CHECK(now() == before);
  CHECK_FALSE(d.desk().simulation.playing());
  CHECK(d.desk().simulation.speed() == Speed());
  CHECK(d.desk().files.replays.showing());

  d.desk().files.replays.seek(kThere);
  while (d.desk().files.replays.goal()) d.frames(1);
  CHECK(now() == kThere);  // and stays there
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
