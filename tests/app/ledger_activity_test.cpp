// The view of the ledger's activity: where matter is made, destroyed, converted and moved.
#include "driver.hpp"
#include "render/overlays.hpp"

namespace repose::test {

namespace {

// Presses T until the activity is shown.
void show_activity(Driver& person) {
  for (int i = 0; i < 6 && person.desk().view.world_views.shown() != WorldShow::activity; ++i) person.key(SDLK_t);
  REQUIRE(person.desk().view.world_views.shown() == WorldShow::activity);
  person.frames(2);
}

int light(Color color) { return std::max({int{color.r}, int{color.g}, int{color.b}}); }

}  // namespace

TEST_CASE("the view of the ledger's activity lights what a rule makes and destroys, and that fades with the steps") {
  Driver person;
  person.empty_world(80, 60);
  const std::string burning =
      "cell air 0 0 0 0.1\ncell coal 60 60 60 1\ncell ash 50 50 50 1\ncell wall 90 90 90 1\ndecay coal ash 1\n";
  REQUIRE(person.session().execute(command::LoadConfigText{burning, "burning.cfg", command::KeepWorld::clear}).ok);
  person.frames(2);
  person.session().execute(command::Paint{RectEdit{{20, 20}, {30, 30}, person.element("wall"), {}}});
  show_activity(person);
  const CellPoint here = person.on_screen(50, 25), still = person.on_screen(25, 25);
  const int dim = light(person.pixel(still.x, still.y));
  person.session().execute(command::Paint{RectEdit{{48, 23}, {52, 27}, person.element("coal"), {}}});
  person.session().execute(command::Step{1});
  person.frames(2);
  const Color recent = person.pixel(here.x, here.y);
  CHECK(int{recent.r} > 200);  // converted: yellow
  CHECK(int{recent.g} > 190);
  CHECK(int{recent.b} < 120);
  person.session().execute(command::Step{60});
  person.frames(2);
  const Color fading = person.pixel(here.x, here.y);
  CHECK(light(fading) < light(recent) - 40);
  person.session().execute(command::Step{200});
  person.frames(2);
  CHECK(light(person.pixel(here.x, here.y)) < light(fading) - 40);
  CHECK(light(person.pixel(still.x, still.y)) == dim);
  person.key(SDLK_t);
  person.frames(2);
  CHECK(person.desk().view.world_views.shown() == WorldShow::natural);
  CHECK_FALSE(person.session().keeps_activity());
  CHECK_FALSE(person.session().view().activity.present());
  CHECK(light(person.pixel(still.x, still.y)) > dim);
}

TEST_CASE("activity is still recorded after undo and in other automata") {
  Driver person;
  person.empty_world(80, 60);
  show_activity(person);
  person.session().execute(command::Paint{RectEdit{{20, 5}, {60, 25}, person.element("sand"), {}}});
  person.session().execute(command::Step{20});
  person.key(SDLK_z, KMOD_CTRL);
  person.frames(2);
  CHECK(person.session().keeps_activity());
  CHECK(person.session().view().activity.present());
  CHECK(person.session().download().cell(30, 30) == 0);
  for (const AutomatonDefinition& automaton : person.session().registry().automata()) {
    INFO(automaton.name);
    person.desk().simulation.switch_solver(automaton.name, Backend::cpu);
    person.frames(2);
    REQUIRE(person.session().automaton() == automaton.name);
    CHECK(person.desk().view.world_views.shown() == WorldShow::activity);
    CHECK(person.session().view().activity.present());
  }
}

TEST_CASE("compared solvers both show their activity") {
  Driver person;
  person.empty_world(80, 60);
  person.key(SDLK_c);
  person.frames(2);
  REQUIRE(person.desk().view.compare.active());
  show_activity(person);
  CHECK(person.desk().view.compare.comparison().twin().view().activity.present());
  person.key(SDLK_t);
  person.frames(2);
  CHECK_FALSE(person.desk().view.compare.comparison().twin().view().activity.present());
}

TEST_CASE("worlds that are too large to be followed cell by cell have the view greyed, and none is kept") {
  Driver person;
  person.empty_world(80, 60);
  show_activity(person);
  REQUIRE(person.session().execute(command::NewWorld{2049, 2048}).ok);
  person.frames(2);
  CHECK(person.desk().view.world_views.shown() == WorldShow::natural);
  CHECK_FALSE(person.session().keeps_activity());
  CHECK_FALSE(person.desk().view.world_views.why_not(WorldShow::activity).empty());
  person.click("menu/View");
  person.click("menu/Show");
  person.click("menu/Activity");
  person.frames(2);
  CHECK(person.desk().view.world_views.shown() == WorldShow::natural);
}

}  // namespace repose::test
