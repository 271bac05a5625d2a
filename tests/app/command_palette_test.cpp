// Ctrl+P: one field that finds every command.
#include <algorithm>
#include <set>

#include "app/widgets/search.hpp"
#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

void ask(Driver& d, const std::string& text) {
  d.key(SDLK_p, KMOD_LCTRL);
  d.frames(2);
  d.type(text);
  d.frames(1);
}

void take(Driver& d) {
  d.key(SDLK_RETURN);
  d.frames(3);
}

bool on_screen(const std::string& id) { return landmarks().find("commands/" + id).has_value(); }

}  // namespace

TEST_CASE("Ctrl+P, a few letters and Enter do anything") {
  Driver d;
  SECTION("an action") {
    ask(d, "plpau");
    CHECK(on_screen("action/play_pause"));
    take(d);
    CHECK_FALSE(d.desk().simulation.playing());
  }
  SECTION("a view of the world") {
    ask(d, "activity");
    CHECK(on_screen("action/show_activity"));
    take(d);
    CHECK(d.desk().view.world_views.shown() == WorldShow::activity);
  }
  SECTION("an element for the brush") {
    ask(d, "lava");
    take(d);
    CHECK(d.desk().paint_box.brush().element == d.element("lava"));
  }
  SECTION("a scene, words in any order") {
    ask(d, "bay burning");
    take(d);
    CHECK(d.session().scene() == "burning-bay");
  }
  SECTION("a config, which asks what becomes of the world") {
    ask(d, "classic config");
    take(d);
    CHECK(d.desk().dialogs->world_choice.is_open());
  }
  SECTION("a solver") {
    ask(d, "density on cpu");
    take(d);
    d.frames(2);
    d.click("choice/keep");
    CHECK(d.session().automaton() == "density");
  }
  SECTION("what other programs call otherwise") {
    ask(d, "hotkeys");
    take(d);
    CHECK(d.desk().dialogs->help.is_open());
    d.key(SDLK_ESCAPE);
    d.frames(2);
  }
  SECTION("the tour") {
    ask(d, "tour");
    take(d);
    CHECK(d.desk().panels->tour.is_running());
  }
  CHECK_FALSE(d.desk().dialogs->command_palette.is_open());
}

TEST_CASE("Ctrl+P finds everything that the README lists under its first steps") {
  struct Search {
    const char *words, *id;
  };
  constexpr Search kSearches[] = {
      {"paint", "tool_brush"},
      {"erase", "tool_brush"},
      {"brush size", "brush_larger"},
      {"pick element", "tool_pick"},
      {"line", "tool_line"},
      {"rectangle", "tool_rectangle"},
      {"fill", "tool_fill"},
      {"spray", "tool_brush"},
      {"mirror", "mirror"},
      {"wind", "tool_blow"},
      {"turn left", "turn_world_left"},
      {"hourglass", "turn_world_over"},
      {"shake", "shake"},
      {"pause", "play_pause"},
      {"one step", "step"},
      {"step back", "step_back"},
      {"rewind", "rewind"},
      {"undo", "undo"},
      {"reset", "reset"},
      {"scenes", "scene_gallery"},
      {"zoom", "zoom_in"},
      {"move view", "pan_left"},
      {"map", "minimap"},
      {"fit world", "zoom_fit"},
      {"sound", "mute"},
      {"save world", "save_world"},
      {"open world", "open"},
      {"left off", "go_on"},
      {"config", "config_gallery"},
      {"picture open", "open"},
      {"edit rules", "config_editor"},
      {"gpu cpu", "toggle_solver"},
      {"compare", "compare"},
      {"density view", "show_density"},
      {"active cells", "show_active_cells"},
      {"activity", "show_activity"},
      {"colour blind", "safe_colors"},
      {"explain", "inspector"},
      {"film", "record"},
      {"gif", "copy_gif"},
      {"replay", "save_replay"},
      {"share picture", "share"},
      {"keys", "help"},
      {"change keys", "keys"},
  };
  Driver d;
  for (const Search& search : kSearches) {
    INFO(search.words);
    const auto row = std::ranges::find(d.desk().actions.rows(), std::string_view(search.id), &ActionRow::id);
    REQUIRE(row != d.desk().actions.rows().end());
    CHECK(row->in_palette);
    const std::string beside = std::string(row->group) + ' ' + std::string(row->other_words);
    CHECK(fuzzy_match(search.words, row->title, beside).has_value());
  }
}

TEST_CASE("another name for an action comes before letters that are scattered over other titles") {
  Driver d;
  ask(d, "sound");
  REQUIRE(on_screen("action/mute"));
  const auto top = [](const std::string& id) { return landmarks().find("commands/action/" + id)->y; };
  CHECK((!on_screen("action/save_world_as") || top("mute") < top("save_world_as")));
}

TEST_CASE("menus and command palette grey out what would do nothing, and say why") {
  Driver d;
  d.session().keep_history(std::nullopt);
  CHECK(d.desk().actions.why_not("save_replay") == "Nothing has happened yet.");
  CHECK(d.desk().actions.why_not("compare").empty());
  d.click("menu/File");
  d.frames(2);
  d.click("menu/Share picture with replay...");
  d.frames(3);
  CHECK_FALSE(d.desk().dialogs->browser.is_open());
  d.key(SDLK_ESCAPE);
  d.frames(3);
  d.click("menu/Edit");
  d.frames(2);
  d.click("menu/Cut");
  d.frames(30);
  CHECK(landmarks().find("tooltip").has_value());
  d.key(SDLK_ESCAPE);
  d.frames(3);
  ask(d, "share picture");
  take(d);
  CHECK(d.message() == "Nothing has happened yet.");
}

TEST_CASE("every action, scene, element, config and stamp is in the command palette once") {
  Driver d;
  const std::vector<CommandEntry> entries = d.desk().dialogs->command_palette.entries();
  std::set<std::string> ids;
  std::set<std::string> kinds;
  for (const CommandEntry& entry : entries) {
    INFO(entry.id);
    CHECK(ids.insert(entry.id).second);
    CHECK_FALSE(entry.title.empty());
    CHECK((entry.run != nullptr) != entry.asks_for.has_value());
    kinds.insert(entry.kind);
  }
  for (const char* kind : {"Scene", "Element", "Config", "Stamp", "Solver", "Parameter"}) CHECK(kinds.contains(kind));
  for (const Scene& scene : scenes()) CHECK(ids.contains("scene/" + std::string(scene.name)) == scene.in_menu);
}

TEST_CASE("an empty command palette lists the last used entries first") {
  Driver d;
  ask(d, "lava");
  take(d);
  ask(d, "mini-map");
  take(d);
  CHECK(d.desk().settings.recent.commands == std::vector<std::string>{"action/minimap", "element/lava"});
  d.key(SDLK_p, KMOD_LCTRL);
  d.frames(3);
  const auto minimap = landmarks().find("commands/action/minimap"), lava = landmarks().find("commands/element/lava");
  const auto undo = landmarks().find("commands/action/undo");
  REQUIRE((minimap && lava && undo));
  CHECK(minimap->y < lava->y);
  CHECK(lava->y < undo->y);
  d.desk().paint_box.brush().element = 0;
  d.key(SDLK_DOWN);  // Enter takes the first entry, this key goes to the second
  take(d);
  CHECK(d.desk().paint_box.brush().element == d.element("lava"));
}

TEST_CASE("an entry that an older version named otherwise is still among the last used ones") {
  Driver d;
  d.desk().settings.recent.commands = {"menu/tour"};
  d.key(SDLK_p, KMOD_LCTRL);
  d.frames(3);
  take(d);
  CHECK(d.desk().panels->tour.is_running());
}

TEST_CASE("the command palette is left by Escape, by its own key and by a click beside it") {
  Driver d;
  const auto open = [&] {
    d.key(SDLK_p, KMOD_LCTRL);
    d.frames(2);
    REQUIRE(d.desk().dialogs->command_palette.is_open());
    REQUIRE(landmarks().find("commands/field").has_value());
  };
  open();
  d.key(SDLK_ESCAPE);
  d.frames(3);
  CHECK_FALSE(landmarks().find("commands/field").has_value());
  open();
  d.key(SDLK_p, KMOD_LCTRL);
  d.frames(3);
  CHECK_FALSE(landmarks().find("commands/field").has_value());
  open();
  const auto hash = d.session().step_count();
  d.click(1200, 700);
  d.frames(3);
  CHECK_FALSE(d.desk().dialogs->command_palette.is_open());
  CHECK(d.session().step_count() > hash);  // the world runs meanwhile
}

TEST_CASE("a click takes an entry of the command palette, Up goes around to the last") {
  Driver d;
  ask(d, "step");
  d.click("commands/action/step_back");
  d.frames(2);
  CHECK(d.desk().simulation.in_the_past());
  ask(d, "fit the world");
  d.key(SDLK_UP);
  d.key(SDLK_DOWN);
  take(d);
  CHECK(d.desk().settings.recent.commands.front() == "action/zoom_fit");
}

TEST_CASE("what cannot be done now says why in the command palette, and does nothing") {
  Driver d;
  d.empty_world(100, 100);
  d.desk().simulation.session().keep_history(std::nullopt);
  REQUIRE(d.desk().actions.why_not("undo") == "Nothing to undo.");
  ask(d, "undo");
  take(d);
  CHECK(d.message() == "Nothing to undo.");
  CHECK(d.desk().dialogs->command_palette.is_open());
  d.key(SDLK_ESCAPE);
  d.frames(2);
  CHECK(d.desk().actions.why_not("turn_left") == "No clip is being placed.");
  CHECK(d.desk().actions.why_not("copy").starts_with("Nothing is selected."));
  d.key(SDLK_a, KMOD_LCTRL);
  CHECK(d.desk().actions.why_not("copy").empty());
}

TEST_CASE("a parameter that takes a number is asked for it in the command palette") {
  Driver d;
  const Solver& solver = d.session().solver_facts();
  const ParameterInfo* wanted = nullptr;
  for (const ParameterInfo& info : solver.parameters()) {
    if (info.kind != ParameterInfo::Kind::boolean && info.choices.empty()) wanted = &info;
  }
  if (wanted == nullptr) REPOSE_SKIP("conserving has no parameter that is a number");
  ask(d, std::string(wanted->title) + " parameter");
  take(d);
  REQUIRE(d.desk().dialogs->command_palette.is_open());
  d.type("much");
  take(d);
  CHECK(d.message().find("not a number") != std::string::npos);
  d.key(SDLK_a, KMOD_LCTRL);
  d.type(std::to_string(wanted->maximum * 10));
  take(d);
  CHECK_FALSE(d.desk().dialogs->command_palette.is_open());
  CHECK(d.session().solver_facts().parameter(wanted->name) == wanted->maximum);
}
