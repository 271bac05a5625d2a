// World files in the app: saving, opening, copies of the running world, and the offer after an unexpected end.
#include <SDL.h>

#include "driver.hpp"
#include "repose/world_file.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::TemporaryFolder;

namespace fs = std::filesystem;

namespace {

// Worlds are stored in the state folder, every tenth of a second.
struct Worlds : Driver {
  explicit Worlds(AppOptions options = {}) : Driver(options) {}
  explicit Worlds(const fs::path& state) : Driver({.state_folder = state, .autosave_seconds = 0.1}) {}
  std::string window_title() {
    frames(1);
    return SDL_GetWindowTitle(desk().screen->window());
  }
  void wait_for_saves() {
    REQUIRE(desk().files.worlds.settle());
    frames(2);
  }
  void paint_sand(int x, int y) {
    brush() = {9, BrushShape::square, false, element("sand"), 0};
    click_cell(x, y);
  }
  // An empty world into which a person has painted, stored if it can be.
  void paint_and_keep() {
    empty_world(100, 80);
    paint_sand(50, 40);
    frames(12);
    wait_for_saves();
  }
};

// Leaves the files of a window in which a person has painted, as they are on the disk while it is open.
void leave_behind(const fs::path& folder) {
  Worlds d(folder / "living");
  d.paint_and_keep();
  REQUIRE(fs::exists(folder / "living/autosave-1.repose"));
  fs::create_directories(folder / "dead");
  fs::copy(folder / "living/autosave-1.repose", folder / "dead/autosave-1.repose");
}

}  // namespace

TEST_CASE_METHOD(
    Worlds,
    "Ctrl+S asks for a name once and then saves to the same file, and the title says which and whether it has "
    "changed") {
  empty_world(100, 80);
  CHECK(window_title() == "Repose");
  desk().dialogs->browser.set_folder(folder.path());
  key(SDLK_s, KMOD_LCTRL);
  REQUIRE(desk().dialogs->browser.is_open());
  click("Save");
  wait_for_saves();
  CHECK(is_world_file(folder / "world.repose"));
  CHECK(window_title() == "world.repose - Repose");

  paint_sand(50, 40);
  CHECK(window_title() == "*world.repose - Repose");
  key(SDLK_s, KMOD_LCTRL);
  CHECK_FALSE(desk().dialogs->browser.is_open());
  wait_for_saves();
  CHECK(window_title() == "world.repose - Repose");
  WorldDocument saved;
  REQUIRE(read_world_file(folder / "world.repose", saved).ok());
  CHECK(saved.world == session().download());
  CHECK(desk().settings.recent.files.front() == (folder / "world.repose").string());

  desk().simulation.load_scene("falls");
  CHECK(window_title() == "Repose");
  fs::remove(folder / "world.repose");
  menu({"File", "Recent files", "recent/" + (folder / "world.repose").string()});
  CHECK(session().scene() == "falls");
  CHECK(desk().messages.last().tone != Tone::error);  // greyed
  click("menu/Clear this list");
  CHECK(desk().settings.recent.files.empty());
}

TEST_CASE_METHOD(
    Worlds, "a world that is dropped continues where it was saved, with its automaton; a spoilt one changes nothing") {
  desk().simulation.load_scene("pond");
  frames(20);
  desk().simulation.set_playing(false);
  desk().files.worlds.save_as(folder / "pond");
  wait_for_saves();
  const auto hash = session().hash();
  const auto step = session().step_count();
  const std::string automaton(session().automaton());
  desk().simulation.load_scene("falls");
  REQUIRE(session().automaton() != automaton);
  fs::rename(folder / "pond.repose", folder / "pond.dat");  // recognised by its content
  drop(folder / "pond.dat");
  CHECK(session().automaton() == automaton);
  CHECK(session().step_count() == step);
  CHECK(session().hash() == hash);
  CHECK(window_title() == "pond.dat - Repose");

  std::string program = "repose", file = (folder / "pond.dat").string();
  char* arguments[] = {program.data(), file.data()};
  AppOptions options;
  REQUIRE_FALSE(parse_app_options(2, arguments, options).has_value());
  CHECK(options.world == folder / "pond.dat");  // for a start with the world
  std::string bytes = repose::test::read_text(folder / "pond.dat");
  bytes[bytes.size() / 2] ^= 1;
  std::ofstream(folder / "b.repose", std::ios::binary) << bytes;
  drop(folder / "b.repose");
  CHECK(desk().messages.last().tone == Tone::error);
  CHECK_THAT(message(), Catch::Contains("b.repose could not be opened"));
  CHECK(session().hash() == hash);
}

TEST_CASE_METHOD(Worlds, "a save that cannot be done is said, and the window stays open") {
  desk().files.worlds.save_as(folder / "no/such/folder/a.repose");
  app().quit();
  CHECK(app().running());
  CHECK(desk().messages.last().tone == Tone::error);
  app().quit();
  CHECK_FALSE(app().running());
}

TEST_CASE("a changed world is stored while the window is open, and an unchanged one is not") {
  TemporaryFolder folder;
  Worlds d(folder.path());
  d.frames(12);
  d.wait_for_saves();
  CHECK_FALSE(fs::exists(folder / "autosave-1.repose"));
  d.paint_and_keep();
  WorldDocument kept;
  REQUIRE(read_world_file(folder / "autosave-1.repose", kept).ok());
  // On a busy machine the first save comes in the midst of the stroke; the rest of it is saved soon after.
  while (kept.world != d.session().download()) {
    d.frames(1);
    d.wait_for_saves();
    REQUIRE(read_world_file(folder / "autosave-1.repose", kept).ok());
  }
  CHECK(kept.world == d.session().download());
}

TEST_CASE("a world on the gpu is stored as it was, while the gpu continues") {
  TemporaryFolder folder;
  AppOptions options{.backend = Backend::gpu, .state_folder = folder.path(), .autosave_seconds = 0.1};
  Worlds d(options);
  if (d.session().backend() != Backend::gpu) REPOSE_SKIP("there is no gpu backend here");
  d.empty_world(100, 80);
  d.paint_sand(50, 40);
  // On a busy machine the first save comes in the midst of the stroke; the rest of it is saved soon after.
  WorldDocument kept;
  do {
    d.frames(1);
    d.wait_for_saves();
  } while (!fs::exists(folder / "autosave-1.repose") ||
           (read_world_file(folder / "autosave-1.repose", kept).ok() && kept.world != d.session().download()));
  CHECK(kept.world == d.session().download());
}

TEST_CASE("when no frame may follow, the world is stored at once, if it has changed and autosave is on") {
  TemporaryFolder folder;
  AppOptions options{.state_folder = folder.path(), .autosave_seconds = 3600};
  auto window = std::make_unique<Worlds>(options);
  Worlds& d = *window;
  const fs::path file = folder / "autosave-1.repose";
  const auto keep_now = [&] {
    fs::remove(file);
    d.desk().files.worlds.keep_now();
    d.desk().files.worlds.settle();
    return fs::exists(file);
  };
  CHECK_FALSE(keep_now());
  d.empty_world(100, 80);
  d.paint_sand(50, 40);
  REQUIRE(keep_now());
  WorldDocument kept;
  REQUIRE(read_world_file(file, kept).ok());
  CHECK(kept.world == d.session().download());
  CHECK_FALSE(keep_now());
  d.desk().settings.autosave = false;
  d.paint_sand(20, 40);
  CHECK_FALSE(keep_now());
  window.reset();
  CHECK_FALSE(fs::exists(folder / "last.repose"));
}

TEST_CASE("a closed window's world waits in the menu and in a card, and the next start needs no answer") {
  TemporaryFolder folder;
  std::uint64_t hash = 0;
  {
    Worlds d(folder.path());
    d.empty_world(100, 80);
    d.paint_sand(50, 40);
    hash = d.session().hash();
  }
  CHECK(fs::exists(folder / "last.repose"));
  Worlds d(folder.path());
  CHECK_FALSE(d.desk().files.worlds.autosave().leftover());
  d.desk().simulation.set_playing(false);
  SECTION("the menu") { d.menu({"File", "Continue where you left off"}); }
  SECTION("the card") { d.click("offer/take"); }
  CHECK(d.session().hash() == hash);
  CHECK(d.window_title() == "Repose");
}

TEST_CASE("the world of a window that ended unexpectedly is offered, without holding up the start") {
  TemporaryFolder folder;
  leave_behind(folder.path());
  Worlds d(folder / "dead");
  REQUIRE(d.desk().files.worlds.autosave().leftover());
  const auto steps = d.session().step_count();
  d.frames(5);
  CHECK(d.session().step_count() > steps);
  d.desk().simulation.set_playing(false);

  SECTION("restored, it is this window's world, and kept again if this window ends too") {
    d.click("Restore");
    CHECK(d.session().width() == 100);
    CHECK(d.cell(50, 40) == d.element("sand"));
    CHECK_FALSE(d.desk().files.worlds.autosave().leftover());
    CHECK(fs::exists(folder / "dead/autosave-2.repose"));
    CHECK_FALSE(fs::exists(folder / "dead/autosave-1.repose"));
  }
  SECTION("discarded, it is gone") {
    d.click("Discard");
    CHECK_FALSE(d.desk().files.worlds.autosave().leftover());
    CHECK_FALSE(fs::exists(folder / "dead/autosave-1.repose"));
    CHECK(d.session().width() != 100);
  }
  SECTION("postponed, it is offered at the next start") {
    d.click("Later");
    CHECK_FALSE(d.desk().files.worlds.autosave().leftover());
    Autosave next(folder / "dead");
    CHECK(next.leftover());
  }
}

TEST_CASE("where nothing can be kept the window opens all the same; of two windows one offers what was left behind") {
  TemporaryFolder folder;
  std::ofstream(folder / "file") << "no folder";
  Worlds d(folder / "file");
  d.empty_world(100, 80);
  d.paint_sand(50, 40);
  d.frames(12);
  CHECK(d.desk().files.worlds.settle());
  CHECK(d.app().running());

  std::ofstream(folder / "autosave-1.repose") << "left behind";
  const Autosave one(folder.path());
  const Autosave two(folder.path());
  CHECK(one.leftover());
  CHECK_FALSE(two.leftover());
  CHECK_FALSE(one.file().empty());
  CHECK_FALSE(two.file().empty());
  CHECK(one.file() != two.file());
}
