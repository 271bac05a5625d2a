// Ctrl+P: one field that finds every command, and the search behind it.
#include <algorithm>
#include <set>

#include "app/widgets/text.hpp"
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

int score(std::string_view query, std::string_view text) {
  const auto match = fuzzy_match(query, text);
  INFO(query << " in " << text);
  REQUIRE(match.has_value());
  return match->score;
}

// The text, with the matched parts in brackets.
std::string marked(std::string_view query, std::string_view text) {
  const auto match = fuzzy_match(query, text);
  if (!match) return "";
  std::string result(text);
  for (std::size_t i = match->matched.size(); i-- > 0;) {
    result.insert(match->matched[i] + 1, "]");
    result.insert(match->matched[i], "[");
  }
  return result;
}

}  // namespace

TEST_CASE_METHOD(Commands, "Ctrl+P, a few letters and Enter do anything") {
  ask("plpau");
  CHECK(lists("action/play_pause"));
  take();
  CHECK_FALSE(desk().simulation.playing());
  ask("activity");
  CHECK(lists("action/show_activity"));
  take();
  CHECK(desk().view.world_views.shown() == WorldShow::activity);
  take("lava");
  CHECK(brush().element == element("lava"));
  take("bay burning");  // a scene, words in any order
  CHECK(session().scene() == "burning-bay");
  take("density on cpu");
  frames(2);
  click("choice/keep");
  CHECK(session().automaton() == "density");
  take("classic config");
  CHECK(desk().dialogs->world_choice.is_open());
  key(SDLK_ESCAPE);
  take("hotkeys");  // what other programs call otherwise
  CHECK(desk().dialogs->help.is_open());
  key(SDLK_ESCAPE);
  take("tour");
  CHECK(desk().panels->tour.is_running());
  CHECK_FALSE(desk().dialogs->command_palette.is_open());
}

TEST_CASE("Ctrl+P finds everything that the README lists under its first steps") {
  constexpr std::pair<const char*, const char*> kSearches[] = {{"paint", "tool_brush"},
                                                               {"erase", "tool_brush"},
                                                               {"brush size", "brush_larger"},
                                                               {"pick element", "tool_pick"},
                                                               {"line", "tool_line"},
                                                               {"rectangle", "tool_rectangle"},
                                                               {"fill", "tool_fill"},
                                                               {"spray", "pour"},
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
                                                               {"change keys", "keys"}};
  Commands d;
  for (const auto& [words, id] : kSearches) {
    INFO(words);
    const auto row = std::ranges::find(d.desk().actions.rows(), std::string_view(id), &ActionRow::id);
    REQUIRE(row != d.desk().actions.rows().end());
    CHECK(row->in_palette);
    const std::string beside = std::string(row->group) + ' ' + std::string(row->other_words);
    CHECK(fuzzy_match(words, row->title, beside).has_value());
  }
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

TEST_CASE_METHOD(
    Commands, "the command palette is left by Escape, by its own key and by clicks, which take an entry or leave it") {
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

  ask("sound");
  REQUIRE(lists("action/mute"));
  const auto top = [](const std::string& id) { return landmarks().find("commands/action/" + id)->y; };
  CHECK((!lists("action/save_world_as") || top("mute") < top("save_world_as")));
  key(SDLK_ESCAPE);
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

TEST_CASE("fuzzy search finds letters in their order and words in any order") {
  for (const char* query : {"ffr", "FIRE", "fire forest", "", "  "}) {
    INFO(query);
    CHECK(fuzzy_match(query, "Forest fire").has_value());
  }
  for (const char* query : {"erif", "fires", "fire water", "longer than the whole text"}) {
    INFO(query);
    CHECK_FALSE(fuzzy_match(query, "Forest fire").has_value());
  }
  CHECK_FALSE(fuzzy_match("f", "").has_value());
  CHECK(fuzzy_match("\xc3\xa9", "caf\xc3\xa9").has_value());  // beyond ASCII
  CHECK_FALSE(fuzzy_match("\xc3\xa9", "cafe").has_value());
}

TEST_CASE("fuzzy search prefers beginnings of words, then letters side by side, and marks the best way") {
  CHECK(score("", "Forest fire") == 0);
  CHECK(score("  ", "") == 0);
  CHECK(score("fire forest", "Forest fire") == score("forest fire", "Forest fire"));
  CHECK(score("re", "Redo") > score("re", "Fire"));
  CHECK(score("re", "Fire") > score("re", "Rush home"));
  CHECK(score("pp", "Play or pause") > score("pp", "Dropped"));
  CHECK(score("sw", "Save world") > score("sw", "Answers"));
  CHECK(score("gl", "openGL") > score("gl", "single"));
  CHECK(score("nw", "New world") > score("nw", "Now and then a word"));
  CHECK(marked("fi", "Forest fire") == "Forest [f][i]re");
  CHECK(marked("ofit", "One of it, fit") == "One [o][f] [i][t], fit");
  CHECK(marked("pau", "Play or pause") == "Play or [p][a][u]se");
  CHECK(marked("or pl", "Play or pause") == "[P][l]ay [o][r] pause");
}

TEST_CASE("fuzzy search finds words beside the text too, for less") {
  const auto match = fuzzy_match("fire scene", "Forest fire", "Scene");
  REQUIRE(match.has_value());
  CHECK(match->matched == std::vector<std::size_t>{7, 8, 9, 10});
  CHECK(match->score > score("fire", "Forest fire"));
  CHECK(match->score < score("fire scene", "Forest fire Scene"));
  CHECK_FALSE(fuzzy_match("firescene", "Forest fire", "Scene").has_value());
}
