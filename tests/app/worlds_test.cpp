// World files in the app: saving, opening, copies of the running world, and the offer after an unexpected end.
#include <SDL.h>

#include "driver.hpp"
#include "repose/world_file.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::TemporaryFolder;

namespace fs = std::filesystem;

namespace {

std::string window_title(Driver& d) {
  d.frames(1);
  return SDL_GetWindowTitle(d.desk().screen->window());
}

void wait_for_saves(Driver& d) {
  REQUIRE(d.desk().files.worlds.settle());
  d.frames(2);
}

void paint_sand(Driver& d, int x, int y) {
  d.desk().paint_box.brush() = {9, BrushShape::square, false, d.element("sand"), 0};
  const CellPoint at = d.on_screen(x, y);
  d.click(at.x, at.y);
}

// Worlds are stored there, every tenth of a second.
AppOptions keeping_in(const fs::path& folder) {
  AppOptions options;
  options.state_folder = folder;
  options.autosave_seconds = 0.1;
  return options;
}

// Leaves the files of a window in which a person has painted, as they are on the disk while it is open.
void leave_behind(const fs::path& folder) {
  Driver d(keeping_in(folder / "living"));
  d.empty_world(100, 80);
  paint_sand(d, 50, 40);
  d.frames(12);
  wait_for_saves(d);
  REQUIRE(fs::exists(folder / "living/autosave-1.repose"));
  fs::create_directories(folder / "dead");
  fs::copy(folder / "living/autosave-1.repose", folder / "dead/autosave-1.repose");
}

}  // namespace

TEST_CASE(
    "Ctrl+S asks for a name once and then saves to the same file, and the title says which and whether it has "
    "changed") {
  TemporaryFolder folder;
  Driver d;
  d.empty_world(100, 80);
  CHECK(window_title(d) == "Repose");
  d.desk().dialogs->browser.set_folder(folder.path());
  d.key(SDLK_s, KMOD_LCTRL);
  d.frames(3);
  REQUIRE(d.desk().dialogs->browser.is_open());
  d.click("Save");
  wait_for_saves(d);
  CHECK(is_world_file(folder / "world.repose"));
  CHECK(window_title(d) == "world.repose - Repose");

  paint_sand(d, 50, 40);
  CHECK(window_title(d) == "*world.repose - Repose");
  d.key(SDLK_s, KMOD_LCTRL);
  CHECK_FALSE(d.desk().dialogs->browser.is_open());
  wait_for_saves(d);
  CHECK(window_title(d) == "world.repose - Repose");
  WorldDocument saved;
  REQUIRE(read_world_file(folder / "world.repose", saved).ok());
  CHECK(saved.world == d.session().download());
  CHECK(d.desk().settings.recent.files.front() == (folder / "world.repose").string());

  d.desk().simulation.load_scene("falls");
  CHECK(window_title(d) == "Repose");
}

TEST_CASE("a world that is dropped on the window continues where it was saved, with its automaton") {
  TemporaryFolder folder;
  Driver d;
  d.desk().simulation.load_scene("pond");
  d.frames(20);
  d.desk().simulation.set_playing(false);
  d.desk().files.worlds.save_as(folder / "pond");
  wait_for_saves(d);
  const auto hash = d.session().hash();
  const auto step = d.session().step_count();
  const std::string automaton(d.session().automaton());
  d.desk().simulation.load_scene("falls");
  REQUIRE(d.session().automaton() != automaton);
  fs::rename(folder / "pond.repose", folder / "pond.dat");  // recognised by its content
  d.drop(folder / "pond.dat");
  CHECK(d.session().automaton() == automaton);
  CHECK(d.session().step_count() == step);
  CHECK(d.session().hash() == hash);
  CHECK(window_title(d) == "pond.dat - Repose");
}

TEST_CASE("a start with a world file opens it") {
  TemporaryFolder folder;
  {
    Driver d;
    d.empty_world(90, 70);
    d.desk().files.worlds.save_as(folder / "small.repose");
    wait_for_saves(d);
  }
  std::string program = "repose", file = (folder / "small.repose").string();
  char* arguments[] = {program.data(), file.data()};
  AppOptions options;
  REQUIRE_FALSE(parse_app_options(2, arguments, options).has_value());
  Driver d(options);
  CHECK(d.session().width() == 90);
}

TEST_CASE("a spoilt world file changes nothing and says so") {
  TemporaryFolder folder;
  Driver d;
  d.empty_world(90, 70);
  d.desk().files.worlds.save_as(folder / "a.repose");
  wait_for_saves(d);
  std::string bytes = repose::test::read_text(folder / "a.repose");
  bytes[bytes.size() / 2] ^= 1;
  std::ofstream(folder / "b.repose", std::ios::binary) << bytes;
  d.desk().simulation.load_scene("falls");
  const auto hash = d.session().hash();
  d.desk().simulation.set_playing(false);
  d.drop(folder / "b.repose");
  CHECK(d.desk().messages.last().tone == Tone::error);
  CHECK_THAT(d.message(), Catch::Contains("b.repose could not be opened"));
  CHECK(d.session().hash() == hash);
}

TEST_CASE("a save that cannot be done is said, and the window stays open") {
  TemporaryFolder folder;
  Driver d;
  d.desk().files.worlds.save_as(folder / "no/such/folder/a.repose");
  d.app().quit();
  CHECK(d.app().running());
  CHECK(d.desk().messages.last().tone == Tone::error);
  d.app().quit();
  CHECK_FALSE(d.app().running());
}

TEST_CASE("recent files that are gone cannot be opened, and the list can be cleared") {
  TemporaryFolder folder;
  Driver d;
  d.desk().files.worlds.save_as(folder / "a.repose");
  wait_for_saves(d);
  fs::remove(folder / "a.repose");
  const auto hash = d.session().ruleset().text;
  d.click("menu/File");
  d.click("menu/Recent files");
  d.click("menu/recent/" + (folder / "a.repose").string());
  CHECK(d.desk().messages.last().tone != Tone::error);
  d.click("menu/Clear this list");
  CHECK(d.desk().settings.recent.files.empty());
}

TEST_CASE("a changed world is stored while the window is open, and an unchanged one is not") {
  TemporaryFolder folder;
  Driver d(keeping_in(folder.path()));
  d.frames(12);
  wait_for_saves(d);
  CHECK_FALSE(fs::exists(folder / "autosave-1.repose"));
  d.empty_world(100, 80);
  paint_sand(d, 50, 40);
  d.frames(12);
  wait_for_saves(d);
  WorldDocument kept;
  REQUIRE(read_world_file(folder / "autosave-1.repose", kept).ok());
  // On a busy machine the first save comes in the midst of the stroke; the rest of it is saved soon after.
  for (int i = 0; i < 300 && kept.world != d.session().download(); ++i) {
    d.frames(1);
    wait_for_saves(d);
    REQUIRE(read_world_file(folder / "autosave-1.repose", kept).ok());
  }
  CHECK(kept.world == d.session().download());
}

TEST_CASE("a world on the gpu is stored as it was, while the gpu continues") {
  TemporaryFolder folder;
  AppOptions options = keeping_in(folder.path());
  options.backend = Backend::gpu;
  Driver d(options);
  if (d.session().backend() != Backend::gpu) REPOSE_SKIP("there is no gpu backend here");
  d.empty_world(100, 80);
  paint_sand(d, 50, 40);
  for (int i = 0; i < 300 && !fs::exists(folder / "autosave-1.repose"); ++i) d.frames(1);
  wait_for_saves(d);
  WorldDocument kept;
  REQUIRE(read_world_file(folder / "autosave-1.repose", kept).ok());
  CHECK(kept.world == d.session().download());
}

TEST_CASE("when no frame may follow, the world is stored at once, if it has changed") {
  TemporaryFolder folder;
  AppOptions options = keeping_in(folder.path());
  options.autosave_seconds = 3600;
  Driver d(options);
  const fs::path file = folder / "autosave-1.repose";
  const auto keep_now = [&] {
    fs::remove(file);
    d.desk().files.worlds.keep_now();
    d.desk().files.worlds.settle();
    return fs::exists(file);
  };
  CHECK_FALSE(keep_now());
  d.empty_world(100, 80);
  paint_sand(d, 50, 40);
  REQUIRE(keep_now());
  WorldDocument kept;
  REQUIRE(read_world_file(file, kept).ok());
  CHECK(kept.world == d.session().download());
  CHECK_FALSE(keep_now());
  d.desk().settings.autosave = false;
  paint_sand(d, 20, 40);
  CHECK_FALSE(keep_now());
}

TEST_CASE("with autosave switched off nothing is kept") {
  TemporaryFolder folder;
  {
    Driver d(keeping_in(folder.path()));
    d.desk().settings.autosave = false;
    d.empty_world(100, 80);
    paint_sand(d, 50, 40);
    d.frames(12);
    wait_for_saves(d);
    CHECK_FALSE(fs::exists(folder / "autosave-1.repose"));
  }
  CHECK_FALSE(fs::exists(folder / "last.repose"));
}

TEST_CASE("a closed window's world waits in the menu and in a card, and the next start needs no answer") {
  TemporaryFolder folder;
  std::uint64_t hash = 0;
  {
    Driver d(keeping_in(folder.path()));
    d.empty_world(100, 80);
    paint_sand(d, 50, 40);
    hash = d.session().hash();
  }
  CHECK(fs::exists(folder / "last.repose"));
  Driver d(keeping_in(folder.path()));
  CHECK_FALSE(d.desk().files.worlds.leftover());
  d.desk().simulation.set_playing(false);
  SECTION("the menu") {
    d.click("menu/File");
    d.click("menu/Continue where you left off");
  }
  SECTION("the card") { d.click("offer/take"); }
  CHECK(d.session().hash() == hash);
  CHECK(window_title(d) == "Repose");
}

TEST_CASE("the world of a window that ended unexpectedly is offered, without holding up the start") {
  TemporaryFolder folder;
  leave_behind(folder.path());
  Driver d(keeping_in(folder / "dead"));
  REQUIRE(d.desk().files.worlds.leftover());
  const auto steps = d.session().step_count();
  d.frames(5);
  CHECK(d.session().step_count() > steps);
  d.desk().simulation.set_playing(false);

  SECTION("restored, it is this window's world, and kept again if this window ends too") {
    d.click("Restore");
    CHECK(d.session().width() == 100);
    CHECK(d.cell(50, 40) == d.element("sand"));
    CHECK_FALSE(d.desk().files.worlds.leftover());
    CHECK(fs::exists(folder / "dead/autosave-2.repose"));
    CHECK_FALSE(fs::exists(folder / "dead/autosave-1.repose"));
  }
  SECTION("discarded, it is gone") {
    d.click("Discard");
    CHECK_FALSE(d.desk().files.worlds.leftover());
    CHECK_FALSE(fs::exists(folder / "dead/autosave-1.repose"));
    CHECK(d.session().width() != 100);
  }
  SECTION("postponed, it is offered at the next start") {
    d.click("Later");
    CHECK_FALSE(d.desk().files.worlds.leftover());
    Autosave next(folder / "dead");
    CHECK(next.leftover());
  }
}

TEST_CASE("two windows keep their worlds apart, and only one of them offers what was left behind") {
  TemporaryFolder folder;
  std::ofstream(folder / "autosave-1.repose") << "left behind";
  const Autosave one(folder.path());
  const Autosave two(folder.path());
  CHECK(one.leftover());
  CHECK_FALSE(two.leftover());
  CHECK_FALSE(one.file().empty());
  CHECK_FALSE(two.file().empty());
  CHECK(one.file() != two.file());
}

TEST_CASE("where nothing can be kept the window opens all the same") {
  TemporaryFolder folder;
  std::ofstream(folder / "file") << "no folder";
  Driver d(keeping_in(folder / "file"));
  d.empty_world(100, 80);
  paint_sand(d, 50, 40);
  d.frames(12);
  CHECK(d.desk().files.worlds.settle());
  CHECK(d.app().running());
}
