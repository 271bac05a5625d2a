// The first screen: what runs, in which automaton, computed by what, and how to change each; scenes that fill it.
#include "driver.hpp"

namespace repose::test::first_screen_test {

namespace {

void resize(Driver& d, int width, int height) {
  SDL_SetWindowSize(d.desk().screen->window(), width, height);
  d.frames(4);
}

}  // namespace

TEST_CASE_METHOD(Driver, "the panel says which rules, automaton and backend run, and each is one click away") {
  for (const char* id :
       {"setup/world", "setup/solver", "setup/backend/gpu", "setup/backend/cpu", "setup/backend/scalar"})
    CHECK(sees(id));
  CHECK(place("setup/backend/scalar").w < place("search").y);  // above the elements
  click("setup/backend/scalar");
  CHECK(session().backend() == Backend::scalar);
  click("setup/backend/cpu");
  CHECK(session().backend() == Backend::cpu);
  click("setup/backend/gpu");
  CHECK(session().backend() == (draws_with_gl() ? Backend::gpu : Backend::cpu));

  for (const char* list : {"setup/solver", "status/solver"}) {
    INFO(list);
    click(list);
    for (const AutomatonDefinition& automaton : session().registry().automata())
      CHECK(sees("setup/solver/" + std::string(automaton.name)));
    key(SDLK_ESCAPE);
  }
  empty_world(40, 30);
  click("status/solver");
  click("setup/solver/fastsab");
  if (sees("choice/keep")) click("choice/keep");
  CHECK(session().automaton() == "fastsab");

  click("setup/world");
  click("menu/All scenes, with pictures...");
  CHECK(desk().dialogs->scenes.is_open());
}

TEST_CASE_METHOD(Driver, "in a window of less than 1100 points one button holds what runs") {
  resize(*this, 1024, 700);
  REQUIRE(sees("setup"));
  CHECK_FALSE(sees("setup/backend/cpu"));
  click("setup");
  click("setup/backend/scalar");
  CHECK(session().backend() == Backend::scalar);
  CHECK(sees("parameters/heading"));
  key(SDLK_ESCAPE);
  resize(*this, 1280, 800);
  desk().settings.window.ui_scale_percent = 200;  // elements have space with large text, too
  desk().style.restyle();
  frames(4);
  CHECK(place("element/water").w < 740);
}

TEST_CASE_METHOD(Driver, "the gallery begins with the classics, and each brings its automaton") {
  resize(*this, 2560, 1440);
  for (const AutomatonDefinition& automaton : session().registry().automata()) {
    if (!automaton.source.starts_with("from ")) continue;
    INFO(automaton.name);
    CHECK(automaton.source.find("20") != std::string::npos);  // and says the year
    key(SDLK_F3);
    const std::string card = "scenes/" + std::string(automaton.best_scene);
    CHECK(place(card).y < place("scenes/valley").y);
    CHECK(place("scenes/valley").z - place("scenes/valley").x > 376);
    click(card);
    CHECK(session().automaton() == automaton.name);
  }
}

TEST_CASE_METHOD(Driver, "every scene of the menu fills the canvas") {
  for (const auto& [width, height] : {std::pair{1280, 800}, {2560, 1440}}) {
    resize(*this, width, height);
    for (const Scene& scene : scenes()) {
      if (!scene.in_menu) continue;
      INFO(scene.name << " in " << width << " x " << height);
      desk().simulation.load_scene(std::string(scene.name));
      frames(1);
      const double zoom = camera().zoom();
      CHECK(camera().viewport().width - session().width() * zoom < zoom + 8);
      CHECK(camera().viewport().height - session().height() * zoom < zoom + 8);
    }
  }
}

TEST_CASE_METHOD(Driver,
                 "a scene that has just begun takes the new shape of the window, one that a person changed stays") {
  const auto fills = [&] {
    return camera().viewport().width - session().width() * camera().zoom() < camera().zoom() + 8;
  };
  desk().simulation.load_scene("valley");
  resize(*this, 1900, 800);
  frames(60);
  CHECK(fills());
  CHECK(session().scene() == "valley");
  brush().element = element("acid");
  click_cell(20, 20);
  key(SDLK_z, KMOD_LCTRL);  // what can be repeated is not thrown away either
  resize(*this, 1280, 800);
  frames(60);
  CHECK(session().width() > session().height() * 2);
}

TEST_CASE_METHOD(Driver, "a scene that is opened after a rewind plays") {
  desk().simulation.set_playing(true);
  frames(30);
  desk().simulation.seek(5);
  CHECK_FALSE(desk().simulation.playing());
  desk().simulation.load_scene("wildfire");
  CHECK(desk().simulation.playing());
  key(SDLK_SPACE);
  desk().simulation.load_scene("valley");
  CHECK_FALSE(desk().simulation.playing());  // a person has paused it
}

TEST_CASE("the tour's card does not hide the tree, with text of 200 % too") {
  for (const int percent : {100, 200}) {
    INFO(percent);
    Driver d;
    d.desk().settings.window.ui_scale_percent = percent;
    d.desk().style.restyle();
    d.desk().panels->tour.start();
    d.frames(4);
    const auto tree = tree_to_light(d.session().download(), d.session().ruleset());
    REQUIRE(tree);
    const ImVec4 card = Driver::place("tour/card");
    for (int up = 0; up < 60; ++up) {
      const CellPoint at = d.on_screen(tree->x, tree->y - up);
      const auto x = static_cast<float>(at.x), y = static_cast<float>(at.y);
      CHECK_FALSE((x >= card.x && x < card.z && y >= card.y && y < card.w));
    }
  }
}

}  // namespace repose::test::first_screen_test
