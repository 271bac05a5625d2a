// The forms and the matrix of the config editor, which write into the text.
#include <fmt/format.h>

#include "editor_desk.hpp"

using namespace repose;
using repose::test::EditorTest;
using repose::test::kDeskConfig;
using repose::test::with;

TEST_CASE_METHOD(EditorTest,
                 "a colour chosen in the form is the colour in the text, and undo brings the old one back") {
  click("editor/tab_form");
  click("editor/element/gold");
  // The first of the three fields is red: a drag to the right increases it, to the left decreases it.
  const auto rect = *landmarks().find("editor/color");
  const int y = static_cast<int>((rect.y + rect.w) / 2), x = static_cast<int>(rect.x) + 30;
  move(x, y);
  frames(2);
  down();
  for (int i = 1; i <= 20; ++i) {
    move(x - 4 * i, y);
    frames(1);
  }
  up();
  frames(2);
  const Color color = analysis().rules().elements[2].color;
  CHECK(color.r < 250);
  CHECK(color.g == 220);
  CHECK(text() == with(kDeskConfig, "gold  250", "gold  " + std::to_string(color.r)));
  key(SDLK_z, KMOD_LCTRL);
  CHECK(text() == kDeskConfig);
}

TEST_CASE_METHOD(EditorTest, "the density slider writes the number into the element's line") {
  click("editor/tab_form");
  click("editor/element/sand");
  click("editor/density");
  const double density = analysis().rules().elements[1].density;
  CHECK(density > 0.4);
  CHECK(density < 0.6);
  CHECK(text() == with(kDeskConfig, "120 0.8", "120 " + fmt::format("{:g}", density)));
  click("editor/hidden");
  CHECK(analysis().rules().elements[1].hidden);
  CHECK(text().ends_with("hidden sand\n"));
}

TEST_CASE_METHOD(EditorTest, "a square of the matrix chooses a pair, and its products are written into its rule") {
  click("editor/tab_matrix");
  click("editor/cell/gold/sand");
  click("editor/first/gold/sand");
  click("editor/first/gold/sand/air");
  // "rule sand gold gold sand" has the other order: gold is its second element.
  CHECK(text() == with(kDeskConfig, "rule sand gold gold sand", "rule sand gold gold air"));
  click("editor/apply");
  CHECK(session().ruleset().reactions[2].d == 0);
}

TEST_CASE_METHOD(EditorTest, "Escape closes a list of choices and changes nothing") {
  click("editor/tab_form");
  click("editor/element/gold");
  click("editor/first/gold/sand");
  REQUIRE(sees("editor/first/gold/sand/air"));
  key(SDLK_ESCAPE);
  CHECK_FALSE(sees("editor/first/gold/sand/air"));
  CHECK(text() == kDeskConfig);
}

TEST_CASE_METHOD(EditorTest, "a new element gets rules by which it leaves the others alone") {
  click("editor/tab_form");
  click("editor/new_element");
  type("tar");
  key(SDLK_RETURN);
  REQUIRE(analysis().rules().elements.size() == 4);
  CHECK(analysis().kind(3, 0) == PairKind::undefined);
  click("editor/leave_alone");
  for (std::uint8_t other = 0; other < 3; ++other) {
    CHECK(analysis().kind(3, other) == PairKind::unchanged);
  }
  CHECK(analysis().diagnostics().empty());
}

TEST_CASE_METHOD(EditorTest, "an element is renamed everywhere") {
  click("editor/tab_form");
  click("editor/element/sand");
  click("editor/name");
  key(SDLK_a, KMOD_LCTRL);
  type("grit");
  key(SDLK_RETURN);
  CHECK(text().find("sand") == std::string::npos);
  CHECK(analysis().diagnostics().empty());
}

namespace {

// The form of gold in the desk's config, with our own words, for an automaton that has parameters.
struct Words : EditorTest {
  Words() {
    start = std::string(kDeskConfig) + "automaton conserving\n";
    repose::test::write_text(file, start);
    drop_config(file);
    click("editor/tab_form");
    click("editor/element/gold");
    click("editor/more");
  }
  // What the text has besides the start.
  std::string added() {
    REQUIRE(text().starts_with(start));
    return text().substr(start.size());
  }
  void choose(const std::string& place, const std::string& word) {
    click(place);
    click(place + "/" + word);
  }
  std::string start;
};

}  // namespace

TEST_CASE_METHOD(Words, "the form adds and removes marks") {
  for (const char* word : {"powder", "clone", "react", "airborne"}) {
    INFO(word);
    click(std::string("editor/") + word);
    CHECK(added().find(std::string(word) + " gold\n") != std::string::npos);
    click(std::string("editor/") + word);
    CHECK(added().find(std::string(word) + " gold\n") == std::string::npos);
  }
}

TEST_CASE_METHOD(Words, "the form writes numbers of our own words with sliders") {
  for (const char* word : {"shimmer", "viscosity", "wander", "resistance"}) {
    INFO(word);
    click(std::string("editor/") + word);
    CHECK(added().find(std::string(word) + " gold 0.") != std::string::npos);
  }
}

TEST_CASE_METHOD(Words, "the form adds, changes and removes a burst") {
  click("editor/burst");
  CHECK(added() == "burst gold 3 air\n");
  choose("editor/burst_into", "sand");
  CHECK(added() == "burst gold 3 sand\n");
  click("editor/burst_chance");
  CHECK(added().starts_with("burst gold 3 sand 0."));
  click("editor/burst_radius");
  CHECK_FALSE(added().starts_with("burst gold 3 "));
  click("editor/burst");
  CHECK(added().empty());
}

TEST_CASE_METHOD(Words, "the form puts an element into groups and takes it out") {
  click("editor/new_group");
  type("shiny");
  key(SDLK_RETURN);
  CHECK(added() == "group shiny gold\n");
  click("editor/element/sand");
  click("editor/group/shiny");
  CHECK(added() == "group shiny gold sand\n");
  click("editor/group/shiny");
  CHECK(added() == "group shiny gold\n");
}

TEST_CASE_METHOD(Words, "the form puts an element into sets, and leaves alone what a line about a group says") {
  TextEditor& text = written();
  text.set_cursor(text.text().size());
  text.insert("set bright gold\nset shiny bright\nhidden bright\n");
  rest();
  click("editor/hidden");
  CHECK(added() == "set bright gold\nset shiny bright\nhidden bright\n");
  CHECK(message().find("Line 11 says so for a group") == 0);
  click("editor/group/shiny");
  CHECK(added() == "set bright gold\nset shiny bright\nhidden bright\n");
  click("editor/group/bright");
  CHECK(added() == "set shiny bright\nhidden bright\n");
}

TEST_CASE_METHOD(Words, "the form adds, changes and removes lines of when") {
  click("editor/add_when");
  CHECK(added() == "when gold touches all becomes gold all\n");
  choose("editor/when/9/b", "sand");
  choose("editor/when/9/d", "air");
  CHECK(added() == "when gold touches sand becomes gold air\n");
  click("editor/when/9/remove");
  CHECK(added().empty());
}

TEST_CASE_METHOD(Words, "the form sets and removes parameters of the automaton that the file names") {
  click("editor/parameter/flow");
  CHECK(added() == "parameter flow 3\n");
  click("editor/parameter/flow");
  CHECK(added().empty());
}
