// Ctrl+P: one field that finds every command.
#include <algorithm>
#include <set>

#include "app/widgets/search.hpp"
#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

struct Commands : Driver {
  void ask(const std::string& text) {
    key(SDLK_p, KMOD_LCTRL);
    type(text);
  }
  void take() { key(SDLK_RETURN); }
  void take(const std::string& text) {
    ask(text);
    take();
  }
  static bool lists(const std::string& id) { return sees("commands/" + id); }
};

}  // namespace

TEST_CASE_METHOD(Commands, "Ctrl+P, a few letters and Enter do anything") {
  SECTION("an action") {
    ask("plpau");
    CHECK(lists("action/play_pause"));
    take();
    CHECK_FALSE(desk().simulation.playing());
  }
  SECTION("a view of the world") {
    ask("activity");
    CHECK(lists("action/show_activity"));
    take();
    CHECK(desk().view.world_views.shown() == WorldShow::activity);
  }
  SECTION("an element for the brush") {
    take("lava");
    CHECK(brush().element == element("lava"));
  }
  SECTION("a scene, words in any order") {
    take("bay burning");
    CHECK(session().scene() == "burning-bay");
  }
  SECTION("a config, which asks what becomes of the world") {
    take("classic config");
    CHECK(desk().dialogs->world_choice.is_open());
  }
  SECTION("a solver") {
    take("density on cpu");
    frames(2);
    click("choice/keep");
    CHECK(session().automaton() == "density");
  }
  SECTION("what other programs call otherwise") {
    take("hotkeys");
    CHECK(desk().dialogs->help.is_open());
    key(SDLK_ESCAPE);
  }
  SECTION("the tour") {
    take("tour");
    CHECK(desk().panels->tour.is_running());
  }
  CHECK_FALSE(desk().dialogs->command_palette.is_open());
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
  Commands d;
  for (const Search& search : kSearches) {
    INFO(search.words);
    const auto row = std::ranges::find(d.desk().actions.rows(), std::string_view(search.id), &ActionRow::id);
    REQUIRE(row != d.desk().actions.rows().end());
    CHECK(row->in_palette);
    const std::string beside = std::string(row->group) + ' ' + std::string(row->other_words);
    CHECK(fuzzy_match(search.words, row->title, beside).has_value());
  }
}

TEST_CASE_METHOD(Commands, "another name for an action comes before letters that are scattered over other titles") {
  ask("sound");
  REQUIRE(lists("action/mute"));
  const auto top = [](const std::string& id) { return landmarks().find("commands/action/" + id)->y; };
  CHECK((!lists("action/save_world_as") || top("mute") < top("save_world_as")));
}

TEST_CASE_METHOD(Commands, "every action, scene, element, config and stamp is in the command palette once") {
  const std::vector<CommandEntry> entries = desk().dialogs->command_palette.entries();
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

TEST_CASE_METHOD(Commands, "an empty command palette lists the last used entries first") {
  take("lava");
  take("mini-map");
  CHECK(desk().settings.recent.commands == std::vector<std::string>{"action/minimap", "element/lava"});
  key(SDLK_p, KMOD_LCTRL);
  const auto minimap = landmarks().find("commands/action/minimap"), lava = landmarks().find("commands/element/lava");
  const auto undo = landmarks().find("commands/action/undo");
  REQUIRE((minimap && lava && undo));
  CHECK(minimap->y < lava->y);
  CHECK(lava->y < undo->y);
  brush().element = 0;
  key(SDLK_DOWN);  // Enter takes the first entry, this key goes to the second
  take();
  CHECK(brush().element == element("lava"));
}

TEST_CASE_METHOD(Commands, "the command palette is left by Escape, by its own key and by a click beside it") {
  const auto open = [&] {
    key(SDLK_p, KMOD_LCTRL);
    REQUIRE(desk().dialogs->command_palette.is_open());
    REQUIRE(sees("commands/field"));
  };
  open();
  key(SDLK_ESCAPE);
  CHECK_FALSE(sees("commands/field"));
  open();
  key(SDLK_p, KMOD_LCTRL);
  CHECK_FALSE(sees("commands/field"));
  open();
  const auto hash = session().step_count();
  click(1200, 700);
  CHECK_FALSE(desk().dialogs->command_palette.is_open());
  CHECK(session().step_count() > hash);  // the world runs meanwhile
}

TEST_CASE_METHOD(Commands, "a click takes an entry of the command palette, Up goes around to the last") {
  ask("step");
  click("commands/action/step_back");
  CHECK(desk().simulation.in_the_past());
  ask("fit the world");
  key(SDLK_UP);
  key(SDLK_DOWN);
  take();
  CHECK(desk().settings.recent.commands.front() == "action/zoom_fit");
}

TEST_CASE_METHOD(Commands, "what cannot be done now says why in the command palette, and does nothing") {
  empty_world(100, 100);
  desk().simulation.session().keep_history(std::nullopt);
  REQUIRE(desk().actions.why_not("undo") == "Nothing to undo.");
  take("undo");
  CHECK(message() == "Nothing to undo.");
  CHECK(desk().dialogs->command_palette.is_open());
  key(SDLK_ESCAPE);
  CHECK(desk().actions.why_not("turn_left") == "No clip is being placed.");
  CHECK(desk().actions.why_not("copy").starts_with("Nothing is selected."));
  key(SDLK_a, KMOD_LCTRL);
  CHECK(desk().actions.why_not("copy").empty());
}

TEST_CASE_METHOD(Commands, "a parameter that takes a number is asked for it in the command palette") {
  const Solver& solver = session().solver_facts();
  const ParameterInfo* wanted = nullptr;
  for (const ParameterInfo& info : solver.parameters()) {
    if (info.kind != ParameterInfo::Kind::boolean && info.choices.empty()) wanted = &info;
  }
  if (wanted == nullptr) REPOSE_SKIP("conserving has no parameter that is a number");
  ask(std::string(wanted->title) + " parameter");
  take();
  REQUIRE(desk().dialogs->command_palette.is_open());
  type("much");
  take();
  CHECK(message().find("not a number") != std::string::npos);
  key(SDLK_a, KMOD_LCTRL);
  type(std::to_string(wanted->maximum * 10));
  take();
  CHECK_FALSE(desk().dialogs->command_palette.is_open());
  CHECK(session().solver_facts().parameter(wanted->name) == wanted->maximum);
}
