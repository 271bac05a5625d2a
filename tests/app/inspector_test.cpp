// The inspector: pointing, pinning, the explanation, and opening the rule.
#include <cstdlib>

#include "driver.hpp"

namespace repose::test {

namespace {

constexpr const char* kConfig =
    "automaton conserving\ncell air 20 20 20 0.2\ncell sand 220 190 90 0.9\ncell water 60 90 220 0.5\ncell mud 120 80 "
    "40 0.95\n"
    "rule sand air air sand\nrule water air air water\nrule mud air air mud\nrule mud water water mud\n"
    "rule mud sand sand mud\nrule sand water mud air\n";

struct Inspecting : Driver {
  Inspecting() { load(); }
  void load() {
    REQUIRE(session().execute(command::LoadConfigText{kConfig, "", command::KeepWorld::by_name, false}).ok);
    empty_world(20, 16);
  }
  void put(int x, int y, const char* name) { fill({x, y}, {x, y}, name); }
  const Sight& sight() {
    REQUIRE(desk().view.inspector.sight());
    return *desk().view.inspector.sight();
  }
};

}  // namespace

TEST_CASE_METHOD(
    Inspecting,
    "Q shows why the cell under the mouse does what it does; its rule is one click from its line in the editor") {
  put(14, 14, "sand");
  put(14, 15, "water");
  key(SDLK_q);
  point_at(14, 14);
  CHECK(sees("inspector"));
  CHECK(sight().cell == CellPoint{14, 14});
  REQUIRE(sight().explanation);
  const Explanation& said = *sight().explanation;
  CHECK(said.next == element("mud"));
  CHECK(said.reasons[0].sentence == "Sand meets water below and becomes mud.");
  CHECK(said.reasons[0].partner == CellPoint{14, 15});
  CHECK(sight().lines[0] == "rule sand water mud air");
  session().execute(command::Step{1});
  CHECK(cell(14, 14) == element("mud"));
  key(SDLK_q);
  CHECK_FALSE(sees("inspector"));

  load();
  put(14, 14, "sand");
  put(14, 15, "water");
  click("inspector/toggle");
  click_cell(14, 14);
  click("inspector/rule0");
  ConfigEditor& editor = *desk().editor;
  REQUIRE(editor.visible());
  const TextEditor& text = editor.draft().text();
  CHECK(text.line(text.line_column_of(text.cursor()).line) == "rule sand water mud air");
}

TEST_CASE_METHOD(Inspecting,
                 "a click pins the cell, which is watched while the world runs; Escape lets go and then closes") {
  put(15, 4, "sand");
  key(SDLK_q);
  click_cell(15, 4);
  CHECK(desk().view.inspector.pinned() == CellPoint{15, 4});
  CHECK(cell(15, 4) == element("sand"));  // nothing was painted
  point_at(3, 3);
  CHECK(sight().cell == CellPoint{15, 4});
  key(SDLK_SPACE);
  frames(40);
  CHECK(sight().cell == CellPoint{15, 4});
  CHECK(sight().window.cell({15, 4}) == element("air"));
  key(SDLK_ESCAPE);
  CHECK_FALSE(desk().view.inspector.pinned().has_value());
  CHECK(desk().view.inspector.on());
  key(SDLK_ESCAPE);
  CHECK_FALSE(desk().view.inspector.on());
}

TEST_CASE_METHOD(Inspecting, "while the mouse inspects, there is no outline of the brush on the world") {
  empty_world(64, 40);
  brush().size = 16;
  constexpr int kGrain = 24;   // the most that air varies from pixel to pixel
  const auto is_plain = [&] {  // from beside the cell to beyond the edge of the brush
    frames(1);
    const Picture screen = picture();
    const CellPoint left = on_screen(40, 20), right = on_screen(46, 20);
    for (int x = left.x; x < right.x; ++x) {
      if (std::abs(color_at(screen, {x, left.y}).r - color_at(screen, left).r) > kGrain) return false;
    }
    return true;
  };
  point_at(36, 20);
  CHECK_FALSE(is_plain());
  key(SDLK_q);
  CHECK(is_plain());
  key_down(SDLK_LSHIFT, KMOD_LSHIFT);  // while it is held, the mouse draws lines
  CHECK_FALSE(is_plain());
  key_up(SDLK_LSHIFT);
  CHECK(is_plain());
  key(SDLK_q);
  CHECK_FALSE(is_plain());
}

TEST_CASE_METHOD(Inspecting, "the inspector explains steps on a GPU in the same words, some frames later") {
  if (!draws_with_gl()) REPOSE_SKIP("OpenGL cannot be had here");
  for (const char* automaton : {"conserving", "density", "elements"}) {
    load();
    REQUIRE(session().execute(command::SwitchSolver{automaton, Backend::cpu}).ok);
    put(14, 9, "sand");
    put(14, 10, "water");
    if (!desk().view.inspector.on()) key(SDLK_q);
    point_at(14, 9);
    REQUIRE(sight().explanation);
    const Explanation on_cpu = *sight().explanation;
    const World seen_on_cpu = sight().window.cells;
    REQUIRE(session().execute(command::SwitchSolver{automaton, Backend::gpu}).ok);
    frames(6);
    REQUIRE(sight().explanation);
    CAPTURE(automaton);
    CHECK(sight().window.cells == seen_on_cpu);
    CHECK(sight().explanation->next == on_cpu.next);
    CHECK(sight().explanation->reasons[0].sentence == on_cpu.reasons[0].sentence);
  }
}

TEST_CASE_METHOD(Inspecting, "the inspector sees the amounts of fields on a GPU") {
  if (!draws_with_gl()) REPOSE_SKIP("OpenGL cannot be had here");
  for (const auto& [automaton, plane] : {std::pair{"water", Plane::mass}, {"sandpile", Plane::height}}) {
    load();
    REQUIRE(session().execute(command::SwitchSolver{automaton, Backend::gpu}).ok);
    for (int x = 2; x < 26; ++x) {
      const StrokeEdit dab{{x, 9}, {x, 9}, 1, BrushShape::square, 0, {}};
      const int width = session().width(), height = session().height();
      session().execute(command::Paint{amount_stroke(dab, plane, 70000 * x, width, height)});
    }
    CAPTURE(automaton);
    if (!desk().view.inspector.on()) key(SDLK_q);
    CHECK(desk().view.inspector.on());
    for (const int x : {13, 14, 15, 16}) {
      point_at(x, 9);
      const auto& seen = desk().view.inspector.sight();
      while (!(seen && seen->cell == CellPoint{x, 9})) frames(1);
      REQUIRE(sight().cell == CellPoint{x, 9});
      const WorldWindow& window = sight().window;
      const World world = session().download();
      for (int dx = -2; dx <= 2; ++dx) {
        const std::size_t i = window.cells.index(x + dx - window.box.x, 9 - window.box.y);
        CHECK(amount_at(window.cells, plane, i) == amount_at(world, plane, world.index(x + dx, 9)));
      }
      CHECK(amount_at(world, plane, world.index(x, 9)) > 0);
    }
  }
}

}  // namespace repose::test
