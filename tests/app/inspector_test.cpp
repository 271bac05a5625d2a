// The inspector: pointing, pinning, the explanation, and opening the rule.
#include <cstdlib>

#include "driver.hpp"

namespace repose::test {

namespace {

constexpr const char* kConfig =
    "cell air 20 20 20 0.2\n"
    "cell sand 220 190 90 0.9\n"
    "cell water 60 90 220 0.5\n"
    "cell mud 120 80 40 0.95\n"
    "rule sand air air sand\n"
    "rule water air air water\n"
    "rule mud air air mud\n"
    "rule mud water water mud\n"
    "rule mud sand sand mud\n"
    "rule sand water mud air\n";

void load(Driver& person) {
  REQUIRE(person.session().execute(command::LoadConfigText{kConfig, "", command::KeepWorld::by_name, false}).ok);
  person.empty_world(20, 16);
}

void put(Driver& person, int x, int y, const char* element) {
  person.session().execute(command::Paint{RectEdit{{x, y}, {x, y}, person.element(element), {}}});
}

void point_at(Driver& person, int x, int y) {
  const CellPoint at = person.on_screen(x, y);
  person.move(at.x, at.y);
  person.frames(4);
}

void click_cell(Driver& person, int x, int y) {
  const CellPoint at = person.on_screen(x, y);
  person.click(at.x, at.y);
  person.frames(3);
}

const Sight& sight(Driver& person) {
  REQUIRE(person.desk().view.inspector.sight());
  return *person.desk().view.inspector.sight();
}

}  // namespace

TEST_CASE("Q shows why the cell under the mouse does what it does, and Q again closes it") {
  Driver person;
  load(person);
  put(person, 14, 14, "sand");
  put(person, 14, 15, "water");
  person.key(SDLK_q);
  point_at(person, 14, 14);
  CHECK(landmarks().find("inspector").has_value());
  CHECK(sight(person).cell == CellPoint{14, 14});
  REQUIRE(sight(person).explanation);
  const Explanation& said = *sight(person).explanation;
  CHECK(said.next == person.element("mud"));
  CHECK(said.reasons[0].sentence == "Sand meets water below and becomes mud.");
  CHECK(said.reasons[0].partner == CellPoint{14, 15});
  CHECK(sight(person).lines[0] == "rule sand water mud air");
  person.session().execute(command::Step{1});
  CHECK(person.cell(14, 14) == person.element("mud"));
  person.key(SDLK_q);
  person.frames(3);
  CHECK_FALSE(landmarks().find("inspector").has_value());
}

TEST_CASE("a click pins the cell, which is watched while the world runs; Escape lets go and then closes") {
  Driver person;
  load(person);
  put(person, 15, 4, "sand");
  person.key(SDLK_q);
  click_cell(person, 15, 4);
  CHECK(person.desk().view.inspector.pinned() == CellPoint{15, 4});
  CHECK(person.cell(15, 4) == person.element("sand"));  // nothing was painted
  point_at(person, 3, 3);
  CHECK(sight(person).cell == CellPoint{15, 4});
  person.key(SDLK_SPACE);
  person.frames(40);
  CHECK(sight(person).cell == CellPoint{15, 4});
  CHECK(sight(person).window.cell({15, 4}) == person.element("air"));
  person.key(SDLK_ESCAPE);
  CHECK_FALSE(person.desk().view.inspector.pinned().has_value());
  CHECK(person.desk().view.inspector.on());
  person.key(SDLK_ESCAPE);
  CHECK_FALSE(person.desk().view.inspector.on());
}

TEST_CASE("while the mouse inspects, there is no outline of the brush on the world") {
  Driver person;
  person.empty_world(64, 40);
  person.desk().paint_box.brush().size = 16;
  constexpr int kGrain = 24;   // the most that air varies from pixel to pixel
  const auto is_plain = [&] {  // from beside the cell to beyond the edge of the brush
    person.frames(2);
    const Picture picture = person.desk().screen->read_pixels();
    const CellPoint left = person.on_screen(40, 20), right = person.on_screen(46, 20);
    const auto pixel = [&](int x) { return &picture.rgb[3 * (static_cast<std::size_t>(left.y) * picture.width + x)]; };
    for (int x = left.x; x < right.x; ++x) {
      if (std::abs(int{*pixel(x)} - int{*pixel(left.x)}) > kGrain) return false;
    }
    return true;
  };
  point_at(person, 36, 20);
  CHECK_FALSE(is_plain());
  person.key(SDLK_q);
  CHECK(is_plain());
  person.key_down(SDLK_LSHIFT, KMOD_LSHIFT);  // while it is held, the mouse draws lines
  CHECK_FALSE(is_plain());
  person.key_up(SDLK_LSHIFT);
  CHECK(is_plain());
  person.key(SDLK_q);
  CHECK_FALSE(is_plain());
}

TEST_CASE("the rule in the inspector is one click from its line in the editor") {
  Driver person;
  load(person);
  put(person, 14, 14, "sand");
  put(person, 14, 15, "water");
  person.click("inspector/toggle");
  click_cell(person, 14, 14);
  person.frames(2);
  person.click("inspector/rule0");
  person.frames(2);
  ConfigEditor& editor = *person.desk().editor;
  REQUIRE(editor.visible());
  const TextEditor& text = editor.draft().text();
  CHECK(text.line(text.line_column_of(text.cursor()).line) == "rule sand water mud air");
}

TEST_CASE("the inspector explains steps on a GPU in the same words, some frames later") {
  Driver person;
  if (!person.draws_with_gl()) REPOSE_SKIP("OpenGL cannot be had here");
  for (const char* automaton : {"conserving", "density", "elements"}) {
    load(person);
    REQUIRE(person.session().execute(command::SwitchSolver{automaton, Backend::cpu}).ok);
    put(person, 14, 9, "sand");
    put(person, 14, 10, "water");
    if (!person.desk().view.inspector.on()) person.key(SDLK_q);
    point_at(person, 14, 9);
    REQUIRE(sight(person).explanation);
    const Explanation on_cpu = *sight(person).explanation;
    const World seen_on_cpu = sight(person).window.cells;
    REQUIRE(person.session().execute(command::SwitchSolver{automaton, Backend::gpu}).ok);
    person.frames(6);
    REQUIRE(sight(person).explanation);
    CAPTURE(automaton);
    CHECK(sight(person).window.cells == seen_on_cpu);
    CHECK(sight(person).explanation->next == on_cpu.next);
    CHECK(sight(person).explanation->reasons[0].sentence == on_cpu.reasons[0].sentence);
  }
}

TEST_CASE("the inspector sees the amounts of fields on a GPU") {
  Driver person;
  if (!person.draws_with_gl()) REPOSE_SKIP("OpenGL cannot be had here");
  for (const auto& [automaton, plane] : {std::pair{"water", Plane::mass}, {"sandpile", Plane::height}}) {
    load(person);
    REQUIRE(person.session().execute(command::SwitchSolver{automaton, Backend::gpu}).ok);
    for (int x = 2; x < 26; ++x) {
      const StrokeEdit dab{{x, 9}, {x, 9}, 1, BrushShape::square, 0, {}};
      const int width = person.session().width(), height = person.session().height();
      person.session().execute(command::Paint{amount_stroke(dab, plane, 70000 * x, width, height)});
    }
    CAPTURE(automaton);
    if (!person.desk().view.inspector.on()) person.key(SDLK_q);
    CHECK(person.desk().view.inspector.on());
    for (const int x : {13, 14, 15, 16}) {
      point_at(person, x, 9);
      const auto& seen = person.desk().view.inspector.sight();
      for (int frame = 0; frame < 100 && !(seen && seen->cell == CellPoint{x, 9}); ++frame) person.frames(1);
      REQUIRE(sight(person).cell == CellPoint{x, 9});
      const WorldWindow& window = sight(person).window;
      const World world = person.session().download();
      for (int dx = -2; dx <= 2; ++dx) {
        const std::size_t i = window.cells.index(x + dx - window.box.x, 9 - window.box.y);
        CHECK(amount_at(window.cells, plane, i) == amount_at(world, plane, world.index(x + dx, 9)));
      }
      CHECK(amount_at(world, plane, world.index(x, 9)) > 0);
    }
  }
}

}  // namespace repose::test
