// Configs in the app: gallery, menu, tabs of the palette, and the automata that configs name.
#include <fstream>

#include "app/desk/palette.hpp"
#include "driver.hpp"
#include "scoped_variable.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::TemporaryFolder;

namespace {

constexpr const char* kWxsand = R"(# Steam and stones, a world of ours
# subversion 2
element Empty 0 0 0 0 0 0 0 1
# Falls, and lies in heaps
element sand 200 180 100 1 0.1 0.5 0.2 1
element water 40 80 220 0.9 1 0.3 0.5 1
hotcolor water 250 250 255
element secret 9 9 9 0 0 0 0 0
element K&amp;B 90 20 90 0 0 1 0 1
element stray 90 90 90 0 0 1 0 1
neighbor 0.1 water sand 1 water water
group Powders sand
group Fluids water secret
group Nothing secret
group Odd K&amp;B
)";

// A temporary home folder with the user's configs.
struct Home {
  TemporaryFolder folder;
  test::ScopedVariable variable{"XDG_CONFIG_HOME", folder.path().string()};
  Home() { std::filesystem::create_directories(folder / "repose/configs"); }
  std::filesystem::path configs() const { return folder / "repose/configs"; }
};

}  // namespace

TEST_CASE("a wxSand text dropped on the window runs in its own automaton, at that one's pace") {
  TemporaryFolder folder;
  Driver d;
  d.desk().simulation.choose_speed(Speed(1));
  d.drop_config(test::write_text(folder / "stones.txt", kWxsand));
  CHECK(d.session().automaton() == "elements");
  CHECK(d.session().ruleset().title == "stones.txt");
  const auto step = d.session().step_count();
  d.frames(30);
  CHECK(d.session().step_count() - step >= 29);
  CHECK(d.session().step_count() - step <= 31);
  d.desk().simulation.switch_solver("conserving", Backend::cpu);
  CHECK(d.session().automaton() == "conserving");
  CHECK(d.desk().simulation.steps_per_second(d.desk().simulation.speed()) == 250);
  d.desk().simulation.switch_solver("elements", Backend::scalar);
  CHECK(d.session().ruleset().title == "stones.txt");
}

TEST_CASE("groups are tabs of the palette, hidden elements are left out, the search looks everywhere") {
  TemporaryFolder folder;
  Driver d;
  d.desk().simulation.set_playing(false);
  d.drop_config(test::write_text(folder / "stones.txt", kWxsand));
  d.click("group/Powders");
  d.frames(2);
  CHECK(landmarks().find("element/sand").has_value());
  CHECK_FALSE(landmarks().find("element/water").has_value());
  CHECK(landmarks().find("element/Empty").has_value());  // erasing is always offered
  d.click("group/Fluids");
  d.frames(2);
  CHECK(landmarks().find("element/water").has_value());
  CHECK_FALSE(landmarks().find("element/secret").has_value());
  CHECK_FALSE(landmarks().find("group/Nothing").has_value());
  d.click("group/All");
  d.frames(2);
  CHECK(landmarks().find("element/sand").has_value());
  CHECK(landmarks().find("element/water").has_value());
  d.click("group/Powders");
  d.key(SDLK_1);
  CHECK(d.desk().paint_box.brush().element == d.element("sand"));
  d.key(SDLK_e);
  d.frames(2);
  d.type("wat");
  d.key(SDLK_RETURN);
  d.frames(2);
  CHECK(d.desk().paint_box.brush().element == d.element("water"));
  CHECK(landmarks().find("element/water").has_value());  // its tab has been opened
}

TEST_CASE("groups of a sand.js config are tabs too, and what is in no group is in Misc") {
  TemporaryFolder folder;
  Driver d;
  d.desk().simulation.set_playing(false);
  const std::string config =
      "cell air 1 1 1 0.5\ncell sand 9 9 9 0.9\ncell water 8 8 8 0.8\ncell tap 7 7 7 1\n"
      "rule air sand sand air\nrule air water water air\nautomaton conserving\ngroup wet water\nclone tap\n";
  d.drop_config(test::write_text(folder / "groups.cfg", config));
  d.click("group/wet");
  d.frames(2);
  CHECK(landmarks().find("element/water").has_value());
  CHECK_FALSE(landmarks().find("element/sand").has_value());
  d.click("group/Misc");
  d.frames(2);
  CHECK(landmarks().find("element/sand").has_value());
  d.click("group/All");
  d.frames(2);
  CHECK(landmarks().find("element/tap").has_value());
  CHECK_FALSE(landmarks().find("element/tap:water").has_value());  // what the tap becomes is not offered
  CHECK(shown_name(d.session().ruleset().elements[d.element("tap:water")]) == "tap (water)");
}

TEST_CASE("names with HTML entities are shown as people wrote them") {
  Element element;
  element.name = "K&amp;B";
  CHECK(shown_name(element) == "K&B");
  element.name = "sand";
  CHECK(shown_name(element) == "sand");
}

TEST_CASE("a config without groups has a palette without tabs") {
  Driver d;
  d.load_density_world();
  CHECK_FALSE(landmarks().find("group/All").has_value());
  CHECK(landmarks().find("element/sand").has_value());
}

TEST_CASE("the panel shows the parameters of the running automaton") {
  TemporaryFolder folder;
  Driver d;
  d.click("parameter/flow");  // the middle of the slider
  CHECK(d.session().solver().parameter("flow") == 4);
  d.click("parameters/more");
  d.frames(2);
  d.click("parameter/side_borders");  // a drop-down list
  d.frames(2);
  d.click("parameter/side_borders/wrap");
  d.frames(2);
  CHECK(d.session().solver().parameter("side_borders") == 2);
  CHECK(d.message() == "side_borders = wrap");
  d.desk().simulation.switch_solver("density", Backend::cpu);
  d.frames(2);
  CHECK_FALSE(landmarks().find("parameter/flow").has_value());
  d.click("parameter/open_edge");
  CHECK(d.session().solver().parameter("open_edge") == 1);
  d.drop_config(test::write_text(folder / "stones.txt", kWxsand));
  d.frames(2);
  d.click("parameter/walls");
  CHECK(d.session().solver().parameter("walls") == 0);
  d.click("parameter/walls");
  d.click("parameter/sources");
  CHECK(d.session().solver().parameter("walls") == 1);
  CHECK(d.session().solver().parameter("sources") == 0);
  d.click("parameter/block/16");
  CHECK(d.session().solver().parameter("block") == 16);
  d.click("parameter/ambient");  // the middle of the slider
  CHECK(d.session().solver().parameter("ambient") == 50);
  d.click("parameters/heading");
  d.frames(2);
  CHECK_FALSE(landmarks().find("parameter/walls").has_value());
}

TEST_CASE("the status bar and the heat overlay show the energy of the cell under the cursor") {
  TemporaryFolder folder;
  Driver d;
  d.key(SDLK_h);
  CHECK_FALSE(d.desk().settings.view.looks.heat);
  CHECK(d.message() == "conserving has no heat.");
  CHECK_FALSE(d.desk().screen->probe(d.session().view(), {3, 3})->energy.has_value());
  d.drop_config(test::write_text(folder / "stones.txt", kWxsand));
  d.desk().simulation.set_playing(false);
  World world(40, 30);
  world.add(Plane::energy);
  world.cell(20, 15) = d.element("water");
  world.bytes(Plane::energy)[world.index(20, 15)] = 99;
  REQUIRE(d.desk().simulation.execute(command::PutWorld{world}).ok);
  d.desk().view.canvas.fit();
  d.desk().settings.view.looks = {false, false, false};
  d.desk().settings.view.looks.motion = false;
  d.frames(2);
  CHECK(d.desk().screen->probe(d.session().view(), {20, 15})->energy == 99);
  const CellPoint at = d.on_screen(20, 15);
  CHECK(d.pixel(at.x, at.y) == Color{250, 250, 255});
  d.key(SDLK_h);
  CHECK(d.desk().settings.view.looks.heat);
  const Color hot = d.pixel(at.x, at.y);
  CHECK(hot.r > 200);
  CHECK(hot.b < 60);
  d.key(SDLK_h);
  CHECK(d.pixel(at.x, at.y) == Color{250, 250, 255});
}

TEST_CASE("the config gallery shows the contents of every config, the user's own too") {
  const Home home;
  test::write_text(home.configs() / "stones_and_steam.txt", kWxsand);
  test::write_text(home.configs() / "bad.cfg", "cell air 0 0 0 0.1\nrule air erth air air\n");
  test::write_text(home.configs() / "notes.md", "no config");
  Driver d;
  d.key(SDLK_F4);
  d.frames(16);  // one config a frame
  CHECK(landmarks().find("configs/default.cfg").has_value());
  CHECK_FALSE(landmarks().find("configs/notes.md").has_value());
  bool seen = false;
  for (const ConfigEntry& entry : d.desk().dialogs->configs.library().entries()) {
    INFO(entry.file);
    REQUIRE(entry.facts.has_value());
    if (entry.shipped) CHECK(entry.facts->errors == 0);
    if (entry.file.filename() == "chemistry.txt") {  // two lines of the comment are one sentence
      CHECK(entry.facts->about.find("Some reactions add heat: their hotneighbor") != std::string::npos);
    }
    if (entry.file.filename() == "bad.cfg") CHECK(entry.facts->errors == 1);
    if (entry.file.filename() != "stones_and_steam.txt") continue;
    seen = true;
    CHECK(entry.title() == "Stones and steam");
    CHECK(entry.facts->dialect == Dialect::wxsand);
    CHECK(entry.facts->elements == 6);
    CHECK(entry.facts->rules == 1);
    CHECK(entry.facts->about == "Steam and stones, a world of ours");
  }
  CHECK(seen);
}

TEST_CASE("a config from the gallery keeps the world, or starts fresh, as one wishes") {
  const Home home;
  test::write_text(home.configs() / "aa.txt", kWxsand);
  Driver d;
  d.empty_world(60, 40);
  d.desk().paint_box.brush() = {5, BrushShape::square, false, d.element("sand"), 0};
  const CellPoint at = d.on_screen(30, 20);
  d.click(at.x, at.y);
  const auto count = [&](const char* name) {
    const World world = d.session().download();
    return std::ranges::count(world.cells(), d.element(name));
  };
  REQUIRE(count("sand") == 25);
  d.click("menu/Configs");
  d.click("menu/Your own");
  d.click("menu/config/aa.txt");
  d.frames(2);
  d.click("choice/keep");
  CHECK(d.session().automaton() == "elements");
  CHECK(count("sand") == 25);
  d.key(SDLK_F4);
  d.frames(4);
  d.click("configs/classic.cfg");
  d.frames(2);
  d.click("choice/empty");
  CHECK(d.session().automaton() == "conserving");
  CHECK(count("sand") == 0);
  d.key(SDLK_F4);
  d.frames(4);
  d.key(SDLK_ESCAPE);
  d.frames(3);
  CHECK_FALSE(d.desk().dialogs->configs.is_open());
}

TEST_CASE("the editor shows a wxSand config as text, and says that its forms are for sand.js") {
  TemporaryFolder folder;
  Driver d;
  const auto file = test::write_text(folder / "stones.txt", kWxsand);
  d.drop_config(file);
  d.key(SDLK_e, KMOD_LCTRL);
  d.frames(2);
  d.click("editor/tab_form");
  d.frames(2);
  CHECK(landmarks().find("editor/to_text").has_value());
  d.click("editor/tab_matrix");
  d.frames(2);
  CHECK(landmarks().find("editor/to_text").has_value());
  d.click("editor/to_text");
  d.frames(2);
  CHECK_FALSE(landmarks().find("editor/to_text").has_value());
}

TEST_CASE("every automaton of the registry can be chosen from the menu, and keeps the world by name") {
  Driver d;
  d.empty_world(60, 40);
  d.desk().paint_box.brush() = {5, BrushShape::square, false, d.element("sand"), 0};
  const CellPoint at = d.on_screen(30, 20);
  d.click(at.x, at.y);
  for (const AutomatonDefinition& info : d.session().registry().automata()) {
    if (!info.needs_ruleset) continue;  // fields have no cells to keep
    INFO(info.name);
    d.click("menu/Solver");
    d.click("menu/solver/" + std::string(info.name));
    d.frames(3);
    if (d.desk().dialogs->world_choice.is_open()) d.click("choice/keep");
    CHECK(d.session().automaton() == info.name);
    const World world = d.session().download();
    CHECK(std::ranges::count(world.cells(), d.element("sand")) == 25);
  }
}
