// The palette by keyboard: searching, choosing, and turning the tabs.
#include <algorithm>

#include "app/ui/panels/palette_panel.hpp"
#include "driver.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::TemporaryFolder;

namespace {

constexpr const char* kTabs =
    "cell air 1 1 1 0.5\ncell sand 9 9 9 0.9\ncell dirt 9 9 8 0.9\ncell water 8 8 8 0.8\ncell salt_water 8 8 7 0.8\n"
    "cell steam 7 7 7 0.2\ncell wall 6 6 6 1\nautomaton conserving\n"
    "group Earth sand dirt wall\ngroup Liquids water salt_water\ngroup Gases steam\n"
    "describe steam hot vapour, which rains\ndescribe wall a thing for stopping rain\n";

// The app with these rules, as a person opens them.
void open_tabs(Driver& d, const TemporaryFolder& folder, const std::string& config = kTabs) {
  d.empty_world(200, 120);
  d.drop_config(test::write_text(folder / "tabs.cfg", config));
}

std::string painted(Driver& d) { return d.session().ruleset().elements[d.desk().paint_box.brush().element].name; }
std::string on_right_button(Driver& d) {
  return d.session().ruleset().elements[d.desk().paint_box.brush().second].name;
}
std::string chosen(Driver& d) {
  const auto choice = d.desk().panels->elements.choice();
  return choice ? d.session().ruleset().elements[*choice].name : "none";
}
std::string tab(Driver& d) {
  const int group = d.desk().paint_box.group();
  return group < 0 ? "All" : d.session().ruleset().groups[static_cast<std::size_t>(group)].name;
}
bool lists(const std::string& element) { return landmarks().find("element/" + element).has_value(); }

void press(Driver& d, SDL_Keycode key, Uint16 modifiers = KMOD_NONE) {
  d.key(key, modifiers);
  d.frames(2);
}

// Opens the search field and types a text.
void search(Driver& d, const std::string& text) {
  press(d, SDLK_e);
  d.type(text);
  d.frames(2);
}

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
  const Ruleset rules = some_rules();
  CHECK(names(rules, "wat") == std::vector<std::string>{"water", "salt_water", "wood"});
  CHECK(names(rules, "fire") == std::vector<std::string>{"fire", "water"});
  CHECK(names(rules, "burn") == std::vector<std::string>{"fire", "wood"});
  CHECK(names(rules, "burns wat") == std::vector<std::string>{"wood"});
  CHECK(names(rules, "WET") == std::vector<std::string>{"salt_water", "water"});
  CHECK(names(rules, "urns").empty());  // not the beginning of a word
  CHECK(names(rules, " ").size() == rules.elements.size());
  CHECK(find_elements(rules, "ash").front().matched == std::vector<std::size_t>{0, 1, 2});
}

TEST_CASE("elements that the palette hides are not found") {
  Ruleset rules = some_rules();
  rules.elements[5].hidden = true;
  CHECK(names(rules, "ash").empty());
}

TEST_CASE("E, letters, arrows and Return choose an element of any tab, and open its tab") {
  TemporaryFolder folder;
  Driver d;
  open_tabs(d, folder);
  CHECK(tab(d) == "Earth");
  search(d, "wat");
  CHECK(chosen(d) == "water");
  CHECK(landmarks().find("card/water").has_value());
  press(d, SDLK_DOWN);
  CHECK(chosen(d) == "salt_water");
  CHECK(landmarks().find("card/salt_water").has_value());
  CHECK(painted(d) != "salt_water");
  press(d, SDLK_UP);
  press(d, SDLK_UP);  // from the first to the last
  CHECK(chosen(d) == "salt_water");
  press(d, SDLK_RETURN);
  CHECK(painted(d) == "salt_water");
  CHECK(tab(d) == "Liquids");
  CHECK(chosen(d) == "none");
  CHECK(d.desk().panels->elements.search().empty());
}

TEST_CASE("Shift+Return puts the found element on the right button") {
  TemporaryFolder folder;
  Driver d;
  open_tabs(d, folder);
  const std::string before = painted(d);
  search(d, "steam");
  press(d, SDLK_RETURN, KMOD_LSHIFT);
  CHECK(on_right_button(d) == "steam");
  CHECK(painted(d) == before);
  CHECK(chosen(d) == "none");
}

TEST_CASE("a word of the description finds an element") {
  TemporaryFolder folder;
  Driver d;
  open_tabs(d, folder);
  search(d, "vapour");
  press(d, SDLK_RETURN);
  CHECK(painted(d) == "steam");
}

TEST_CASE("the menu opens the search and turns the tabs too") {
  TemporaryFolder folder;
  Driver d;
  open_tabs(d, folder);
  d.click("menu/Edit");
  d.click("menu/Next tab of elements");
  CHECK(tab(d) == "Liquids");
  d.click("menu/Edit");
  d.click("menu/Search for an element");
  d.frames(3);
  d.type("steam");
  d.frames(2);
  press(d, SDLK_RETURN);
  CHECK(painted(d) == "steam");
}

TEST_CASE("a click takes a found element, and the cross beside the text ends the search") {
  TemporaryFolder folder;
  Driver d;
  open_tabs(d, folder);
  search(d, "wat");
  d.click("element/salt_water");
  CHECK(painted(d) == "salt_water");
  CHECK(lists("water"));  // the list stays, so that a second click takes no other element
  CHECK_FALSE(lists("sand"));
  d.click("search/end");
  d.frames(2);
  CHECK(d.desk().panels->elements.search().empty());
  CHECK(tab(d) == "Liquids");
}

TEST_CASE("Return without a find changes nothing and ends the search") {
  TemporaryFolder folder;
  Driver d;
  open_tabs(d, folder);
  const std::string before = painted(d);
  search(d, "xyzzy");
  CHECK_FALSE(lists("sand"));
  press(d, SDLK_RETURN);
  CHECK(painted(d) == before);
  CHECK(lists("sand"));
}

TEST_CASE("Escape ends the search, changes nothing, and gives the keyboard back to the world") {
  TemporaryFolder folder;
  Driver d;
  open_tabs(d, folder);
  d.desk().actions.perform("inspector");
  const std::string before = painted(d);
  search(d, "steam");
  press(d, SDLK_ESCAPE);
  CHECK(painted(d) == before);
  CHECK(chosen(d) == "none");
  CHECK(d.desk().panels->elements.search().empty());
  CHECK(d.desk().view.inspector.on());  // Escape was for the search only
  const Tool tool = d.desk().paint_box.tool();
  press(d, SDLK_n);
  CHECK(d.desk().paint_box.tool() != tool);
}

TEST_CASE("with an empty field the arrows walk through the tabs and their elements") {
  TemporaryFolder folder;
  Driver d;
  open_tabs(d, folder);
  press(d, SDLK_e);
  CHECK(chosen(d) == painted(d));
  press(d, SDLK_RIGHT);
  CHECK(tab(d) == "Liquids");
  CHECK(chosen(d) == "water");
  press(d, SDLK_DOWN);
  CHECK(chosen(d) == "salt_water");
  press(d, SDLK_LEFT);
  press(d, SDLK_LEFT);
  CHECK(tab(d) == "All");
  press(d, SDLK_PAGEDOWN);
  CHECK(chosen(d) == "air");  // the last one
  press(d, SDLK_PAGEUP);
  press(d, SDLK_RETURN);
  CHECK(painted(d) == "sand");
}

TEST_CASE("Ctrl+PageDown and Ctrl+PageUp turn the tabs, and a tab shows its elements") {
  TemporaryFolder folder;
  Driver d;
  open_tabs(d, folder);
  const std::string before = painted(d);
  press(d, SDLK_PAGEDOWN, KMOD_LCTRL);
  CHECK(tab(d) == "Liquids");
  CHECK(lists("water"));
  CHECK_FALSE(lists("sand"));
  CHECK(painted(d) == before);
  press(d, SDLK_1);
  CHECK(painted(d) == "water");
  for (const char* expected : {"Gases", "All", "Earth"}) {
    press(d, SDLK_PAGEDOWN, KMOD_LCTRL);
    CHECK(tab(d) == expected);
  }
  press(d, SDLK_PAGEUP, KMOD_LCTRL);
  CHECK(tab(d) == "All");
}

TEST_CASE("turning the tab ends the search but leaves the keyboard in its field") {
  TemporaryFolder folder;
  Driver d;
  open_tabs(d, folder);
  search(d, "sand");
  press(d, SDLK_PAGEDOWN, KMOD_LCTRL);
  CHECK(tab(d) == "Liquids");
  CHECK(d.desk().panels->elements.search().empty());
  CHECK(chosen(d) == "water");
  d.type("st");
  d.frames(2);
  CHECK(chosen(d) == "steam");
}

TEST_CASE("a config without groups has no tabs to turn, and says so") {
  Driver d;
  d.load_density_world();
  press(d, SDLK_PAGEDOWN, KMOD_LCTRL);
  CHECK(d.message() == d.desk().actions.why_not("next_tab"));
  CHECK_FALSE(d.message().empty());
}

TEST_CASE("an element that is picked from the world opens its tab and is scrolled into view") {
  TemporaryFolder folder;
  Driver d;
  open_tabs(d, folder, six_groups(60));
  d.desk().paint_box.brush() = {5, BrushShape::square, false, d.element("element59"), 0};
  const CellPoint at = d.on_screen(100, 60);
  d.click(at.x, at.y);
  d.desk().paint_box.pick(d.element("element0"));
  d.frames(3);
  REQUIRE(tab(d) == "Earth");
  d.click(at.x, at.y, SDL_BUTTON_MIDDLE);
  d.frames(4);
  CHECK(painted(d) == "element59");
  CHECK(tab(d) == "Machines");
  CHECK(lists("element59"));
}

TEST_CASE("a hidden element that is picked from the world leaves the tab as it is") {
  TemporaryFolder folder;
  Driver d;
  open_tabs(d, folder, std::string(kTabs) + "cell stage 5 5 5 0.3\nhidden stage\n");
  d.desk().paint_box.brush() = {5, BrushShape::square, false, d.element("stage"), 0};
  const CellPoint at = d.on_screen(100, 60);
  d.desk().simulation.set_playing(false);
  d.click(at.x, at.y);
  d.click("group/Liquids");
  d.desk().paint_box.pick(d.element("water"));
  d.click(at.x, at.y, SDL_BUTTON_MIDDLE);
  d.frames(3);
  CHECK(painted(d) == "stage");
  CHECK(tab(d) == "Liquids");
  CHECK(lists("water"));
}

TEST_CASE("the choice stays in view while the arrows go through sixty elements") {
  TemporaryFolder folder;
  Driver d;
  open_tabs(d, folder, six_groups(60));
  d.click("group/All");
  press(d, SDLK_e);
  for (int i = 0; i < 45; ++i) d.key(SDLK_DOWN);
  d.frames(4);
  const auto row = landmarks().find("element/" + chosen(d));
  REQUIRE(row.has_value());
  CHECK(row->y >= landmarks().find("group/All")->w);
  CHECK(row->w <= 800 - 30);  // above the status bar
  CHECK(landmarks().find("card/" + chosen(d))->w <= 800 - 30);
}

TEST_CASE("six tabs and the one for all elements fit into the panel, whole, at every scale") {
  TemporaryFolder folder;
  const int scale = GENERATE(100, 150, 200);
  AppOptions options;
  options.window_width = 1280 * scale / 100;
  options.window_height = 800 * scale / 100;
  Driver d(options);
  d.desk().settings.window.ui_scale_percent = scale;
  d.desk().style.restyle();
  open_tabs(d, folder, six_groups(60));
  d.frames(3);
  const auto field = landmarks().find("search");
  REQUIRE(field.has_value());
  for (const char* name : {"Earth", "Liquids", "Gases", "Fire", "Life", "Machines", "All"}) {
    INFO(name << " at " << scale);
    const auto place = landmarks().find(std::string("group/") + name);
    REQUIRE(place.has_value());
    CHECK(place->x >= field->x);
    CHECK(place->z <= field->z);
    CHECK(place->w <= landmarks().find("element/element0")->y);
  }
  CHECK_FALSE(landmarks().find("group/Misc").has_value());  // only the background is in no group
}

TEST_CASE("keys that follow at once after E are text, even when a slow frame gets all of them together") {
  TemporaryFolder folder;
  Driver d;
  open_tabs(d, folder);
  const auto push_key = [](SDL_Keycode key, Uint32 type) {
    SDL_Event event{};
    event.type = type;
    event.key.keysym.sym = key;
    event.key.keysym.scancode = SDL_GetScancodeFromKey(key);
    SDL_PushEvent(&event);
  };
  const auto push_letter = [&](char letter) {
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
  d.frames(20);
  CHECK(painted(d) == "salt_water");  // the second of two, after three steps
}

TEST_CASE("Ctrl+F finds elements from the config editor too") {
  TemporaryFolder folder;
  Driver d;
  open_tabs(d, folder);
  press(d, SDLK_e, KMOD_LCTRL);
  d.frames(3);
  press(d, SDLK_f, KMOD_LCTRL);
  d.type("steam");
  d.frames(2);
  press(d, SDLK_RETURN);
  CHECK(painted(d) == "steam");
  CHECK_FALSE(d.desk().editor->draft().edited());
  const Tool tool = d.desk().paint_box.tool();
  press(d, SDLK_n);  // the keyboard belongs to the world again
  CHECK(d.desk().paint_box.tool() != tool);
}
