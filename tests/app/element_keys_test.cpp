// The palette by keyboard: searching, choosing, and turning the tabs.
#include <algorithm>

#include "app/ui/panels/panels.hpp"
#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

namespace {

constexpr const char* kTabs =
    "cell air 1 1 1 0.5\ncell sand 9 9 9 0.9\ncell dirt 9 9 8 0.9\ncell water 8 8 8 0.8\ncell salt_water 8 8 7 0.8\n"
    "cell steam 7 7 7 0.2\ncell wall 6 6 6 1\nautomaton conserving\n"
    "group Earth sand dirt wall\ngroup Liquids water salt_water\ngroup Gases steam\n"
    "describe steam hot vapour, which rains\ndescribe wall a thing for stopping rain\n";

// The app with these rules, as a person opens them.
struct Tabs : Driver {
  explicit Tabs(AppOptions options = {}) : Driver(options) { open_tabs(kTabs); }
  void open_tabs(const std::string& config) {
    empty_world(200, 120);
    drop_config(test::write_text(folder / "tabs.cfg", config));
  }
  std::string painted() { return session().ruleset().elements[brush().element].name; }
  std::string on_right_button() { return session().ruleset().elements[brush().second].name; }
  std::string chosen() {
    const auto choice = desk().panels->elements.choice();
    return choice ? session().ruleset().elements[*choice].name : "none";
  }
  std::string tab() {
    const int group = desk().paint_box.group();
    return group < 0 ? "All" : session().ruleset().groups[static_cast<std::size_t>(group)].name;
  }
  static bool lists(const std::string& name) { return sees("element/" + name); }
  // Opens the search field and types a text.
  void search(const std::string& text) {
    key(SDLK_e);
    type(text);
  }
};

// A config of this many elements in six groups.
std::string six_groups(int elements) {
  std::string text = "cell air 1 1 1 0.5\nautomaton conserving\n";
  std::string groups[6];
  for (int i = 0; i < elements; ++i) {
    text += "cell element" + std::to_string(i) + " 9 9 " + std::to_string(i + 2) + " 0.9\n";
    groups[i * 6 / elements] += " element" + std::to_string(i);
  }
  const char* const names[] = {"Earth", "Liquids", "Gases", "Fire", "Life", "Machines"};
  for (int i = 0; i < 6; ++i) text += std::string("group ") + names[i] + groups[i] + "\n";
  return text;
}

std::vector<std::string> names(const Ruleset& rules, std::string_view query) {
  std::vector<std::string> found;
  for (const FoundElement& element : find_elements(rules, query)) found.push_back(rules.elements[element.index].name);
  return found;
}

Ruleset some_rules() {
  Ruleset rules;
  const std::pair<const char*, const char*> elements[] = {{"air", ""},
                                                          {"salt_water", "conducts"},
                                                          {"water", "puts out fire"},
                                                          {"fire", "burns wood"},
                                                          {"wood", "burns. Floats on water"},
                                                          {"ash", "falls"}};
  for (const auto& [name, description] : elements) {
    Element element;
    element.name = name;
    element.description = description;
    rules.elements.push_back(element);
  }
  rules.groups = {{"Wet things", {1, 2}}};
  return rules;
}

}  // namespace

TEST_CASE("elements are found by name first, the best first, and then by words of their descriptions") {
  Ruleset rules = some_rules();
  CHECK(names(rules, "wat") == std::vector<std::string>{"water", "salt_water", "wood"});
  CHECK(names(rules, "fire") == std::vector<std::string>{"fire", "water"});
  CHECK(names(rules, "burn") == std::vector<std::string>{"fire", "wood"});
  CHECK(names(rules, "burns wat") == std::vector<std::string>{"wood"});
  CHECK(names(rules, "WET") == std::vector<std::string>{"salt_water", "water"});
  CHECK(names(rules, "urns").empty());  // not the beginning of a word
  CHECK(names(rules, " ").size() == rules.elements.size());
  CHECK(find_elements(rules, "ash").front().matched == std::vector<std::size_t>{0, 1, 2});
  rules.elements[5].hidden = true;
  CHECK(names(rules, "ash").empty());
}

TEST_CASE_METHOD(Tabs, "E, letters, arrows and Return choose an element of any tab, and open its tab") {
  CHECK(tab() == "Earth");
  search("wat");
  CHECK(chosen() == "water");
  CHECK(sees("card/water"));
  key(SDLK_DOWN);
  CHECK(chosen() == "salt_water");
  CHECK(sees("card/salt_water"));
  CHECK(painted() != "salt_water");
  key(SDLK_UP);
  key(SDLK_UP);  // from the first to the last
  CHECK(chosen() == "salt_water");
  key(SDLK_RETURN);
  CHECK(painted() == "salt_water");
  CHECK(tab() == "Liquids");
  CHECK(chosen() == "none");
  CHECK(desk().panels->elements.search().empty());

  search("steam");
  key(SDLK_RETURN, KMOD_LSHIFT);
  CHECK(on_right_button() == "steam");
  CHECK(painted() == "salt_water");
  CHECK(chosen() == "none");
  search("vapour");  // a word of its description
  key(SDLK_RETURN);
  CHECK(painted() == "steam");
  search("xyzzy");  // nothing
  CHECK_FALSE(lists("steam"));
  key(SDLK_RETURN);
  CHECK(painted() == "steam");
  CHECK(lists("steam"));
}

TEST_CASE_METHOD(Tabs, "the search opens from the menu too, a click takes a found element, and the cross ends it") {
  menu({"Edit", "Next tab of elements"});
  CHECK(tab() == "Liquids");
  menu({"Edit", "Search for an element"});
  type("wat");
  click("element/salt_water");
  CHECK(painted() == "salt_water");
  CHECK(lists("water"));  // the list stays, so that a second click takes no other element
  CHECK_FALSE(lists("sand"));
  click("search/end");
  CHECK(desk().panels->elements.search().empty());
  CHECK(tab() == "Liquids");
}

TEST_CASE_METHOD(Tabs, "Escape ends the search, changes nothing, and gives the keyboard back to the world") {
  desk().actions.perform("inspector");
  const std::string before = painted();
  search("steam");
  key(SDLK_ESCAPE);
  CHECK(painted() == before);
  CHECK(chosen() == "none");
  CHECK(desk().panels->elements.search().empty());
  CHECK(desk().view.inspector.on());  // Escape was for the search only
  const Tool tool = desk().paint_box.tool();
  key(SDLK_n);
  CHECK(desk().paint_box.tool() != tool);
}

TEST_CASE_METHOD(Tabs, "with an empty field the arrows walk through the tabs and their elements") {
  key(SDLK_e);
  CHECK(chosen() == painted());
  key(SDLK_RIGHT);
  CHECK(tab() == "Liquids");
  CHECK(chosen() == "water");
  key(SDLK_DOWN);
  CHECK(chosen() == "salt_water");
  key(SDLK_LEFT);
  key(SDLK_LEFT);
  CHECK(tab() == "All");
  key(SDLK_PAGEDOWN);
  CHECK(chosen() == "air");  // the last one
  key(SDLK_PAGEUP);
  key(SDLK_RETURN);
  CHECK(painted() == "sand");
}

TEST_CASE_METHOD(Tabs, "Ctrl+PageDown and Ctrl+PageUp turn the tabs, which ends a search but leaves its field") {
  const std::string before = painted();
  key(SDLK_PAGEDOWN, KMOD_LCTRL);
  CHECK(tab() == "Liquids");
  CHECK(lists("water"));
  CHECK_FALSE(lists("sand"));
  CHECK(painted() == before);
  for (const auto& [number, name] :
       {std::pair{SDLK_1, "sand"}, {SDLK_2, "dirt"}, {SDLK_4, "water"}, {SDLK_6, "steam"}}) {
    key(number);  // the first tab, then the others
    CHECK(painted() == name);
  }
  CHECK(tab() == "Gases");
  click("group/Liquids");
  for (const char* expected : {"Gases", "All", "Earth"}) {
    key(SDLK_PAGEDOWN, KMOD_LCTRL);
    CHECK(tab() == expected);
  }
  key(SDLK_PAGEUP, KMOD_LCTRL);
  CHECK(tab() == "All");
  key(SDLK_PAGEDOWN, KMOD_LCTRL);

  search("sand");
  key(SDLK_PAGEDOWN, KMOD_LCTRL);
  CHECK(tab() == "Liquids");
  CHECK(desk().panels->elements.search().empty());
  CHECK(chosen() == "water");
  type("st");
  CHECK(chosen() == "steam");
  key(SDLK_ESCAPE);

  load_density_world();  // no groups
  key(SDLK_PAGEDOWN, KMOD_LCTRL);
  CHECK(message() == desk().actions.why_not("next_tab"));
  CHECK_FALSE(message().empty());
}

TEST_CASE_METHOD(Driver,
                 "the keys 1 to 9 choose the first nine elements of the first tab in every tab of the default world") {
  const Ruleset& rules = session().ruleset();
  const std::vector<std::uint8_t> favourites = palette_elements(rules, palette_groups(rules).front());
  for (const int group : palette_groups(rules)) {
    desk().paint_box.set_group(group);
    frames(2);
    for (int number = 1; number <= 9; ++number) {
      key(SDLK_0 + number);
      REQUIRE(brush().element == favourites[static_cast<std::size_t>(number - 1)]);
    }
  }
}

TEST_CASE_METHOD(Tabs, "an element that is picked from the world opens its tab and is scrolled into view") {
  open_tabs(six_groups(60));
  brush() = {5, BrushShape::square, false, element("element59"), 0};
  click_cell(100, 60);
  desk().paint_box.pick(element("element0"));
  frames(3);
  REQUIRE(tab() == "Earth");
  click_cell(100, 60, SDL_BUTTON_MIDDLE);
  CHECK(painted() == "element59");
  CHECK(tab() == "Machines");
  CHECK(lists("element59"));

  click("group/All");
  key(SDLK_e);
  for (int i = 0; i < 45; ++i) key(SDLK_UP);  // the choice stays in view
  const ImVec4 row = place("element/" + chosen());
  CHECK(row.y >= place("group/All").w);
  CHECK(row.w <= 800 - 30);  // above the status bar
  CHECK(place("card/" + chosen()).w <= 800 - 30);
}

TEST_CASE_METHOD(Tabs, "a hidden element that is picked from the world leaves the tab as it is") {
  open_tabs(std::string(kTabs) + "cell stage 5 5 5 0.3\nhidden stage\n");
  brush() = {5, BrushShape::square, false, element("stage"), 0};
  click_cell(100, 60);
  click("group/Liquids");
  desk().paint_box.pick(element("water"));
  click_cell(100, 60, SDL_BUTTON_MIDDLE);
  CHECK(painted() == "stage");
  CHECK(tab() == "Liquids");
  CHECK(lists("water"));
}

TEST_CASE("six tabs and the one for all elements fit into the panel, whole, at every scale") {
  for (const int scale : {100, 150, 200}) {
    Tabs d({.window_width = 1280 * scale / 100, .window_height = 800 * scale / 100});
    d.desk().settings.window.ui_scale_percent = scale;
    d.desk().style.restyle();
    d.open_tabs(six_groups(60));
    d.frames(3);
    for (const char* name : {"Earth", "Liquids", "Gases", "Fire", "Life", "Machines", "All"}) {
      INFO(name << " at " << scale);
      const ImVec4 tab = d.place(std::string("group/") + name);
      CHECK(tab.x >= d.place("search").x);
      CHECK(tab.z <= d.place("search").z);
      CHECK(tab.w <= d.place("element/element0").y);
    }
    CHECK_FALSE(d.sees("group/Misc"));  // only the background is in no group
  }
}

TEST_CASE_METHOD(Tabs, "keys that follow at once after E are text, even when a slow frame gets all of them together") {
  const auto push_letter = [](char letter) {
    push_key(letter, SDL_KEYDOWN);
    SDL_Event event{};
    event.type = SDL_TEXTINPUT;
    event.text.text[0] = letter;
    SDL_PushEvent(&event);
    push_key(letter, SDL_KEYUP);
  };
  for (const char letter : {'e', 'w', 'a', 't'}) push_letter(letter);
  for (const SDL_Keycode key : {SDLK_DOWN, SDLK_DOWN, SDLK_DOWN, SDLK_RETURN}) {
    push_key(key, SDL_KEYDOWN);
    push_key(key, SDL_KEYUP);
  }
  frames(20);
  CHECK(painted() == "salt_water");  // the second of two, after three steps
}

TEST_CASE_METHOD(Tabs, "Ctrl+F finds elements from the config editor too") {
  key(SDLK_e, KMOD_LCTRL);
  key(SDLK_f, KMOD_LCTRL);
  type("steam");
  key(SDLK_RETURN);
  CHECK(painted() == "steam");
  CHECK_FALSE(desk().editor->draft().edited());
  const Tool tool = desk().paint_box.tool();
  key(SDLK_n);  // the keyboard belongs to the world again
  CHECK(desk().paint_box.tool() != tool);
}
