// The forms and the matrix of the config editor, which write into the text.
#include <fmt/format.h>

#include "editor_desk.hpp"

using namespace repose;
using repose::test::EditorTest;
using repose::test::kDeskConfig;
using repose::test::with;

TEST_CASE("a colour chosen in the form is the colour in the text, and undo brings the old one back") {
  EditorTest desk;
  desk.d.click("editor/tab_form");
  desk.d.click("editor/element/gold");
  // The first of the three fields is red: a drag to the right increases it, to the left decreases it.
  const auto rect = *landmarks().find("editor/color");
  const int y = static_cast<int>((rect.y + rect.w) / 2), x = static_cast<int>(rect.x) + 30;
  desk.d.move(x, y);
  desk.d.frames(2);
  desk.d.down();
  for (int i = 1; i <= 20; ++i) {
    desk.d.move(x - 4 * i, y);
    desk.d.frames(1);
  }
  desk.d.up();
  desk.d.frames(2);
  const Color color = desk.editor().draft().analysis().rules().elements[2].color;
  CHECK(color.r < 250);
  CHECK(color.g == 220);
  CHECK(desk.text() == with(kDeskConfig, "gold  250", "gold  " + std::to_string(color.r)));
  desk.d.key(SDLK_z, KMOD_LCTRL);
  CHECK(desk.text() == kDeskConfig);
}

TEST_CASE("the density slider writes the number into the element's line") {
  EditorTest desk;
  desk.d.click("editor/tab_form");
  desk.d.click("editor/element/sand");
  desk.d.click("editor/density");
  const double density = desk.editor().draft().analysis().rules().elements[1].density;
  CHECK(density > 0.4);
  CHECK(density < 0.6);
  CHECK(desk.text() == with(kDeskConfig, "120 0.8", "120 " + fmt::format("{:g}", density)));
  desk.d.click("editor/hidden");
  CHECK(desk.editor().draft().analysis().rules().elements[1].hidden);
  CHECK(desk.text().ends_with("hidden sand\n"));
}

TEST_CASE("a square of the matrix chooses a pair, and its products are written into its rule") {
  EditorTest desk;
  desk.d.click("editor/tab_matrix");
  desk.d.frames(2);
  desk.d.click("editor/cell/gold/sand");
  desk.d.click("editor/first/gold/sand");
  desk.d.frames(2);
  desk.d.click("editor/first/gold/sand/air");
  desk.d.frames(2);
  // "rule sand gold gold sand" has the other order: gold is its second element.
  CHECK(desk.text() == with(kDeskConfig, "rule sand gold gold sand", "rule sand gold gold air"));
  desk.d.click("editor/apply");
  CHECK(desk.d.session().ruleset().reactions[2].d == 0);
}

TEST_CASE("Escape closes a list of choices and changes nothing") {
  EditorTest desk;
  desk.d.click("editor/tab_form");
  desk.d.click("editor/element/gold");
  desk.d.click("editor/first/gold/sand");
  desk.d.frames(2);
  REQUIRE(landmarks().find("editor/first/gold/sand/air").has_value());
  desk.d.key(SDLK_ESCAPE);
  desk.d.frames(3);
  CHECK_FALSE(landmarks().find("editor/first/gold/sand/air").has_value());
  CHECK(desk.text() == kDeskConfig);
}

TEST_CASE("a new element gets rules by which it leaves the others alone") {
  EditorTest desk;
  desk.d.click("editor/tab_form");
  desk.d.click("editor/new_element");
  desk.d.type("tar");
  desk.d.key(SDLK_RETURN);
  desk.d.frames(2);
  REQUIRE(desk.editor().draft().analysis().rules().elements.size() == 4);
  CHECK(desk.editor().draft().analysis().kind(3, 0) == PairKind::undefined);
  desk.d.click("editor/leave_alone");
  for (std::uint8_t other = 0; other < 3; ++other) {
    CHECK(desk.editor().draft().analysis().kind(3, other) == PairKind::unchanged);
  }
  CHECK(desk.editor().draft().analysis().diagnostics().empty());
}

TEST_CASE("an element is renamed everywhere") {
  EditorTest desk;
  desk.d.click("editor/tab_form");
  desk.d.click("editor/element/sand");
  desk.d.click("editor/name");
  desk.d.key(SDLK_a, KMOD_LCTRL);
  desk.d.type("grit");
  desk.d.key(SDLK_RETURN);
  desk.d.frames(2);
  CHECK(desk.text().find("sand") == std::string::npos);
  CHECK(desk.editor().draft().analysis().diagnostics().empty());
}

namespace {

// The form of an element of the desk's config, with our own words, for an automaton that has parameters.
struct Words : EditorTest {
  explicit Words(const std::string& element, const std::string& lines = {}) {
    start = std::string(kDeskConfig) + "automaton conserving\n" + lines;
    repose::test::write_text(file, start);
    d.drop_config(file);
    d.frames(3);
    d.click("editor/tab_form");
    d.click("editor/element/" + element);
    d.click("editor/more");
    d.frames(2);
  }
  // What the text has besides the start.
  std::string added() {
    REQUIRE(text().starts_with(start));
    return text().substr(start.size());
  }
  void choose(const std::string& place, const std::string& word) {
    d.click(place);
    d.frames(2);
    d.click(place + "/" + word);
    d.frames(2);
  }
  std::string start;
};

}  // namespace

TEST_CASE("the form adds and removes marks") {
  Words desk("gold");
  for (const char* word : {"powder", "clone", "react", "airborne"}) {
    INFO(word);
    desk.d.click(std::string("editor/") + word);
    desk.d.frames(2);
    CHECK(desk.added().find(std::string(word) + " gold\n") != std::string::npos);
    desk.d.click(std::string("editor/") + word);
    desk.d.frames(2);
    CHECK(desk.added().find(std::string(word) + " gold\n") == std::string::npos);
  }
}

TEST_CASE("the form writes numbers of our own words with sliders") {
  Words desk("gold");
  for (const char* word : {"shimmer", "viscosity", "wander", "resistance"}) {
    INFO(word);
    desk.d.click(std::string("editor/") + word);
    desk.d.frames(2);
    CHECK(desk.added().find(std::string(word) + " gold 0.") != std::string::npos);
  }
}

TEST_CASE("the form adds, changes and removes a burst") {
  Words desk("gold");
  desk.d.click("editor/burst");
  desk.d.frames(2);
  CHECK(desk.added() == "burst gold 3 air\n");
  desk.choose("editor/burst_into", "sand");
  CHECK(desk.added() == "burst gold 3 sand\n");
  desk.d.click("editor/burst_chance");
  desk.d.frames(2);
  CHECK(desk.added().starts_with("burst gold 3 sand 0."));
  desk.d.click("editor/burst_radius");
  desk.d.frames(2);
  CHECK_FALSE(desk.added().starts_with("burst gold 3 "));
  desk.d.click("editor/burst");
  desk.d.frames(2);
  CHECK(desk.added().empty());
}

TEST_CASE("the form puts an element into groups and takes it out") {
  Words desk("gold");
  desk.d.click("editor/new_group");
  desk.d.type("shiny");
  desk.d.key(SDLK_RETURN);
  desk.d.frames(2);
  CHECK(desk.added() == "group shiny gold\n");
  desk.d.click("editor/element/sand");
  desk.d.frames(2);
  desk.d.click("editor/group/shiny");
  desk.d.frames(2);
  CHECK(desk.added() == "group shiny gold sand\n");
  desk.d.click("editor/group/shiny");
  desk.d.frames(2);
  CHECK(desk.added() == "group shiny gold\n");
}

TEST_CASE("the form puts an element into sets, and leaves alone what a line about a group says") {
  Words desk("gold");
  TextEditor& text = desk.editor().draft().text();
  text.set_cursor(text.text().size());
  text.insert("set bright gold\nset shiny bright\nhidden bright\n");
  desk.rest();
  desk.d.click("editor/hidden");
  desk.d.frames(2);
  CHECK(desk.added() == "set bright gold\nset shiny bright\nhidden bright\n");
  CHECK(desk.d.message().find("Line 11 says so for a group") == 0);
  desk.d.click("editor/group/shiny");
  desk.d.frames(2);
  CHECK(desk.added() == "set bright gold\nset shiny bright\nhidden bright\n");
  desk.d.click("editor/group/bright");
  desk.d.frames(2);
  CHECK(desk.added() == "set shiny bright\nhidden bright\n");
}

TEST_CASE("the form adds, changes and removes lines of when") {
  Words desk("gold");
  desk.d.click("editor/add_when");
  desk.d.frames(2);
  CHECK(desk.added() == "when gold touches all becomes gold all\n");
  desk.choose("editor/when/9/b", "sand");
  desk.choose("editor/when/9/d", "air");
  CHECK(desk.added() == "when gold touches sand becomes gold air\n");
  desk.d.click("editor/when/9/remove");
  desk.d.frames(2);
  CHECK(desk.added().empty());
}

TEST_CASE("the form sets and removes parameters of the automaton that the file names") {
  Words desk("gold");
  desk.d.click("editor/parameter/flow");
  desk.d.frames(2);
  CHECK(desk.added() == "parameter flow 3\n");
  desk.d.click("editor/parameter/flow");
  desk.d.frames(2);
  CHECK(desk.added().empty());
}
