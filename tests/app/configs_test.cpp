// Configs in the app: gallery, menu, links, tabs of the palette, and the automata that configs name.
#include <fstream>

#include "app/desk/tools.hpp"
#include "core/files.hpp"
#include "driver.hpp"
#include "platform/page.hpp"
#include "repose/paths.hpp"
#include "scoped_variable.hpp"
#include "session/config_link.hpp"

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

constexpr const char* kHoney =
    "cell background 0 0 0 0.1\ncell honey 200 150 20 0.9\nrule honey background background honey\n";

std::string link_of(const ConfigLink& link) {
  std::string made;
  REQUIRE(make_config_link(link, "https://example.org/", {}, made));
  return made;
}

void drop_text(Driver& d, const std::string& text) {
  SDL_Event event{};
  event.drop.type = SDL_DROPTEXT;
  event.drop.file = SDL_strdup(text.c_str());
  SDL_PushEvent(&event);
  d.frames(2);
}

std::string shipped(const std::string& name) {
  std::string fault;
  return read_whole_file(find_data("configs/" + name).value(), kLinkedTextBytesMax, fault).value();
}

}  // namespace

TEST_CASE_METHOD(Driver, "a wxSand text dropped on the window runs in its own automaton, at that one's pace") {
  desk().simulation.choose_speed(Speed(1));
  drop_config(test::write_text(folder / "stones.txt", kWxsand));
  CHECK(session().automaton() == "elements");
  CHECK(session().ruleset().title == "stones.txt");
  const auto step = session().step_count();
  frames(30);
  CHECK(session().step_count() - step >= 29);
  CHECK(session().step_count() - step <= 31);
  desk().simulation.switch_solver("conserving", Backend::cpu);
  CHECK(session().automaton() == "conserving");
  CHECK(desk().simulation.steps_per_second(desk().simulation.speed()) == 250);
  desk().simulation.switch_solver("elements", Backend::scalar);
  CHECK(session().ruleset().title == "stones.txt");
}

TEST_CASE_METHOD(Driver, "groups are tabs of the palette, hidden elements are left out, the search looks everywhere") {
  desk().simulation.set_playing(false);
  drop_config(test::write_text(folder / "stones.txt", kWxsand));
  click("group/Powders");
  CHECK(sees("element/sand"));
  CHECK_FALSE(sees("element/water"));
  CHECK(sees("element/Empty"));  // erasing is always offered
  click("group/Fluids");
  CHECK(sees("element/water"));
  CHECK_FALSE(sees("element/secret"));
  CHECK_FALSE(sees("group/Nothing"));
  click("group/All");
  CHECK(sees("element/sand"));
  CHECK(sees("element/water"));
  click("group/Powders");
  for (const auto& [number, name] : {std::pair{SDLK_1, "stray"}, {SDLK_2, "sand"}, {SDLK_3, "water"}}) {
    key(number);
    CHECK(brush().element == element(name));
  }
  key(SDLK_e);
  type("wat");
  key(SDLK_RETURN);
  CHECK(brush().element == element("water"));
  CHECK(sees("element/water"));         // its tab has been opened
  CHECK(sees("element/K&B") == false);  // in another tab, with its entity decoded
  click("group/Odd");
  CHECK(sees("element/K&B"));

  key(SDLK_e, KMOD_LCTRL);  // the editor shows it as text, and says that its forms are for sand.js
  for (const char* tab : {"editor/tab_form", "editor/tab_matrix"}) {
    click(tab);
    CHECK(sees("editor/to_text"));
  }
  click("editor/to_text");
  CHECK_FALSE(sees("editor/to_text"));
}

TEST_CASE_METHOD(Driver, "groups of a sand.js config are tabs too, and what is in no group is in Misc") {
  desk().simulation.set_playing(false);
  const std::string config =
      "cell air 1 1 1 0.5\ncell sand 9 9 9 0.9\ncell water 8 8 8 0.8\ncell tap 7 7 7 1\n"
      "rule air sand sand air\nrule air water water air\nautomaton conserving\ngroup wet water\nclone tap\n";
  drop_config(test::write_text(folder / "groups.cfg", config));
  click("group/wet");
  CHECK(sees("element/water"));
  CHECK_FALSE(sees("element/sand"));
  click("group/Misc");
  CHECK(sees("element/sand"));
  click("group/All");
  CHECK(sees("element/tap"));
  CHECK_FALSE(sees("element/tap:water"));  // what the tap becomes is not offered
  CHECK(shown_name(session().ruleset().elements[element("tap:water")]) == "tap (water)");
  load_density_world();  // no groups
  CHECK_FALSE(sees("group/All"));
  CHECK(sees("element/sand"));
}

TEST_CASE_METHOD(Driver, "the palette, the card of a config, the message and the editor count the same elements") {
  const auto file = find_data("configs/default.cfg").value();
  const std::size_t count = palette_elements(session().ruleset(), kAllGroups).size();
  CHECK(count == 69);  // README.md says so
  CHECK(paintable_count(session().ruleset()) == count);
  CHECK(facts_of(read_config_file(file)).elements == count);
  drop_config(file);
  CHECK(message().find("69 elements") != std::string::npos);
  const ConfigResult wxsand = read_config(kWxsand, "stones.txt");
  CHECK(paintable_count(*wxsand.ruleset) == palette_elements(*wxsand.ruleset, kAllGroups).size());
}

TEST_CASE("marks of Markdown in comments of configs are not shown") {
  CHECK(without_marks("for the automaton *elements*: `sand`, 2 * 3 * 4, a*") ==
        "for the automaton elements: sand, 2 * 3 * 4, a*");
  for (const auto& entry : std::filesystem::directory_iterator(find_data("configs").value())) {
    CAPTURE(entry.path());
    CHECK(facts_of(read_config_file(entry.path())).about.find_first_of("*`") == std::string::npos);
  }
}

TEST_CASE_METHOD(Driver, "the panel shows the parameters of the running automaton") {
  CHECK_FALSE(sees("parameter/flow"));
  SDL_SetWindowSize(desk().screen->window(), 1280, 1200);  // so that no list scrolls
  frames(2);
  click("parameters/heading");
  click("parameter/flow");  // the middle of the slider
  CHECK(session().solver().parameter("flow") == 4);
  click("parameter/side_borders");  // a drop-down list
  click("parameter/side_borders/wrap");
  CHECK(session().solver().parameter("side_borders") == 2);
  CHECK(message() == "side_borders = wrap");
  desk().simulation.switch_solver("density", Backend::cpu);
  frames(2);
  CHECK_FALSE(sees("parameter/flow"));
  click("parameter/open_edge");
  CHECK(session().solver().parameter("open_edge") == 1);
  drop_config(test::write_text(folder / "stones.txt", kWxsand));
  click("parameter/walls");
  CHECK(session().solver().parameter("walls") == 0);
  click("parameter/walls");
  click("parameter/sources");
  CHECK(session().solver().parameter("walls") == 1);
  CHECK(session().solver().parameter("sources") == 0);
  click("parameter/block/16");
  CHECK(session().solver().parameter("block") == 16);
  click("parameter/ambient");  // the middle of the slider
  CHECK(session().solver().parameter("ambient") == 50);
  click("parameters/heading");
  CHECK_FALSE(sees("parameter/walls"));
}

TEST_CASE_METHOD(Driver, "the status bar and the heat overlay show the energy of the cell under the cursor") {
  key(SDLK_h);
  CHECK_FALSE(desk().settings.view.looks.heat);
  CHECK(message() == "conserving has no heat.");
  CHECK_FALSE(desk().view.probe.read(session().view(), {3, 3})->energy.has_value());
  drop_config(test::write_text(folder / "stones.txt", kWxsand));
  desk().simulation.set_playing(false);
  World world(40, 30);
  world.add(Plane::energy);
  world.cell(20, 15) = element("water");
  world.bytes(Plane::energy)[world.index(20, 15)] = 99;
  REQUIRE(desk().simulation.execute(command::PutWorld{world}).ok);
  desk().view.canvas.fit();
  desk().settings.view.looks = {false, false, false};
  desk().settings.view.looks.motion = false;
  frames(2);
  CHECK(desk().view.probe.read(session().view(), {20, 15})->energy == 99);
  const CellPoint at = on_screen(20, 15);
  CHECK(pixel(at.x, at.y) == Color{250, 250, 255});
  key(SDLK_h);
  CHECK(desk().settings.view.looks.heat);
  const Color hot = pixel(at.x, at.y);
  CHECK(hot.r > 200);
  CHECK(hot.b < 60);
  key(SDLK_h);
  CHECK(pixel(at.x, at.y) == Color{250, 250, 255});
}

TEST_CASE("the config gallery shows the contents of every config, the user's own too") {
  const Home home;
  test::write_text(home.configs() / "stones_and_steam.txt", kWxsand);
  test::write_text(home.configs() / "bad.cfg", "cell air 0 0 0 0.1\nrule air erth air air\n");
  test::write_text(home.configs() / "notes.md", "no config");
  Driver d;
  d.key(SDLK_F4);
  d.frames(16);  // one config a frame
  CHECK(d.sees("configs/default.cfg"));
  CHECK_FALSE(d.sees("configs/notes.md"));
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
    CHECK(entry.facts->elements == 5);
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
  d.fill({30, 20}, {34, 24}, "sand");
  d.menu({"Configs", "Your own", "config/aa.txt"});
  d.click("choice/keep");
  CHECK(d.session().automaton() == "elements");
  CHECK(d.count("sand") == 25);
  d.key(SDLK_F4);
  d.click("configs/classic.cfg");
  d.click("choice/empty");
  CHECK(d.session().automaton() == "conserving");
  CHECK(d.count("sand") == 0);
  d.key(SDLK_F4);
  d.key(SDLK_ESCAPE);
  CHECK_FALSE(d.desk().dialogs->configs.is_open());
}

TEST_CASE_METHOD(Driver, "every automaton of the registry can be chosen from the menu, and keeps the world by name") {
  empty_world(60, 40);
  fill({30, 20}, {34, 24}, "sand");
  for (const AutomatonDefinition& info : session().registry().automata()) {
    if (!info.needs_ruleset) continue;  // fields have no cells to keep
    INFO(info.name);
    menu({"Solver", "solver/" + std::string(info.name)});
    if (desk().dialogs->world_choice.is_open()) click("choice/keep");
    CHECK(session().automaton() == info.name);
    CHECK(count("sand") == 25);
  }
}

TEST_CASE_METHOD(Driver,
                 "a wxSand file opens on its fullest tab, and a scene on the tab of the element to play it with") {
  empty_world(40, 30);
  drop(test::write_text(folder / "tabs.txt", R"(# wxSand, File subversion 2
element Air   0 0 0 0 1 9 0 1
element A     9 0 0 1 1 1 0 1
element B     0 9 0 1 1 1 0 1
element C     0 0 9 1 1 1 0 1
group Few A
group Many B C
)"));
  REQUIRE(session().automaton() == "elements");
  CHECK(session().ruleset().groups[static_cast<std::size_t>(desk().paint_box.group())].name == "Many");
  desk().simulation.load_scene("volcano");
  frames(2);
  CHECK(brush().element == element("Lava"));
  const auto shown = palette_elements(session().ruleset(), desk().paint_box.group());
  CHECK(std::ranges::find(shown, element("Lava")) != shown.end());
}

TEST_CASE_METHOD(Driver,
                 "a sand.js file runs in density, says what conserving would change, and that is one click away") {
  empty_world(40, 30);
  drop(test::write_text(folder / "toy.cfg", "cell air 0 0 0 0.3\ncell gold 9 9 9 0.9\nrule gold air air gold\n"));
  REQUIRE(session().automaton() == "density");
  frames(60 * 25);  // the button stays as long as what it says is true
  frames(2);
  click("setup/run in conserving");
  CHECK(session().automaton() == "conserving");
  CHECK(session().ruleset().title == "toy.cfg");
  CHECK_FALSE(sees("setup/run in conserving"));
}

TEST_CASE("the app starts with the config of a link, and an empty world in the shape of the canvas") {
  Driver d({.link = link_of({kHoney, "fastsab"})});
  CHECK(d.session().ruleset().text == kHoney);
  CHECK(d.session().automaton() == "fastsab");
  CHECK(d.message() == "Opened the config of the link; fastsab runs it.");
  const World world = d.session().download();
  CHECK(world.cell_count() > 200000);
  CHECK(std::ranges::all_of(world.cells(), [](std::uint8_t cell) { return cell == 0; }));
}

TEST_CASE("an app that is started with a link that cannot be read shows the first scene and says why") {
  Driver d({.link = "#config=zzz"});
  CHECK(d.session().scene() == "valley");
  CHECK(d.message() == "The config in this link cannot be read: a part of the link is missing or was changed.");
}

TEST_CASE_METHOD(Driver, "a link opens the scene that belongs to a shipped config; one that cannot be read says why") {
  drop_text(*this, link_of({kHoney, "", "volcano"}));  // a scene that does not belong to it
  CHECK(session().ruleset().text == kHoney);
  CHECK(session().scene().empty());
  drop_text(*this, link_of({shipped("volcano.txt"), "elements", "volcano"}));
  CHECK(session().ruleset().title == "volcano.txt");
  CHECK(session().scene() == "volcano");
  CHECK(session().automaton() == "elements");
  desk().simulation.set_playing(false);
  const std::uint64_t hash = session().hash();
  const std::string good = link_of({kHoney});
  drop_text(*this, good.substr(0, good.size() - 5));
  CHECK(message() == "The config in this link cannot be read: a part of the link is missing or was changed.");
  drop_text(*this, "a shopping list");
  CHECK(message() == "This link carries no config.");
  drop_text(*this, link_of({"cell sand\nrule\n"}));
  CHECK(desk().dialogs->problems.is_open());
  CHECK(session().ruleset().title == "volcano.txt");
  CHECK(session().hash() == hash);
}

TEST_CASE_METHOD(Driver, "in a window the action that shares a link says that links belong to the page") {
  const std::string reason = desk().actions.why_not("share_link");
  CHECK(reason == page::why_no_links());
  CHECK_FALSE(reason.empty());
  CHECK(desk().actions.why_not("quit").empty());
}
