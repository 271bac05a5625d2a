#include <set>

#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

TEST_CASE_METHOD(Driver, "the app opens on a scene that moves; keys and buttons pause, step, clear and reset") {
  CHECK(session().scene() == "valley");
  const auto before = session().hash();
  frames(10);
  CHECK(session().step_count() > 10);
  CHECK(session().hash() != before);

  key(SDLK_SPACE);
  REQUIRE_FALSE(desk().simulation.playing());
  const auto paused_at = session().step_count();
  frames(5);
  CHECK(session().step_count() == paused_at);
  key(SDLK_PERIOD);
  CHECK(session().step_count() == paused_at + 1);
  key(SDLK_f);
  CHECK(session().step_count() == paused_at + 2);
  key(SDLK_SPACE);
  frames(5);
  CHECK(session().step_count() > paused_at + 2);

  click("play");
  REQUIRE_FALSE(desk().simulation.playing());
  const auto at = session().step_count();
  click("step");
  CHECK(session().step_count() == at + 1);
  const auto kinds = [&] {
    const World world = session().download();
    return std::set<std::uint8_t>(world.cells().begin(), world.cells().end());
  };
  click("clear");
  CHECK(kinds() == std::set<std::uint8_t>{0});
  click("reset");
  CHECK(session().step_count() == 0);
  CHECK(kinds().size() > 3);
}

TEST_CASE_METHOD(Driver, "pace: 60 frames of a second are as many steps as the speed says") {
  const auto steps_of_a_second = [&] {
    const auto before = session().step_count();
    frames(60);
    return static_cast<double>(session().step_count() - before);
  };
  CHECK(steps_of_a_second() == Approx(125).margin(2));
  key(SDLK_PERIOD, KMOD_LSHIFT);
  CHECK(desk().simulation.speed().text() ==
        "\xc3\x97"
        "2");
  CHECK(steps_of_a_second() == Approx(250).margin(2));
  key(SDLK_COMMA, KMOD_LSHIFT);
  key(SDLK_COMMA, KMOD_LSHIFT);
  CHECK(desk().simulation.speed().text() ==
        "\xc3\x97"
        "1/2");
  CHECK(steps_of_a_second() == Approx(62.5).margin(2));
}

TEST_CASE_METHOD(Driver, "speeds go from a sixteenth to sixteen times the pace, and then as fast as it can") {
  desk().simulation.set_playing(false);
  for (int i = 0; i < 20; ++i) key(SDLK_COMMA, KMOD_LSHIFT);
  CHECK(desk().simulation.speed().factor() == 1.0 / 16);
  for (int i = 0; i < 8; ++i) key(SDLK_PERIOD, KMOD_LSHIFT);
  CHECK(desk().simulation.speed().factor() == 16);
  key(SDLK_PERIOD, KMOD_LSHIFT);
  CHECK(desk().simulation.speed().unlimited());
  key(SDLK_PERIOD, KMOD_LSHIFT);
  CHECK(desk().simulation.speed().unlimited());
  click_start_of("speed");
  CHECK(desk().simulation.speed().notch() == Speed::kSlowest);
}

TEST_CASE_METHOD(Driver, "elements are chosen by click and number; keys do nothing else while a person types") {
  click("element/lava");
  CHECK(brush().element == element("lava"));
  key(SDLK_2);
  CHECK(brush().element == element("water"));  // the second of the tab
  key(SDLK_e);
  const auto shape = brush().shape;
  key(SDLK_b);
  key(SDLK_SPACE);
  CHECK(brush().shape == shape);
  CHECK(desk().simulation.playing());
}

TEST_CASE_METHOD(Driver, "a new world has the size that was asked for, and resizing keeps what the anchor holds") {
  menu({"Simulation", "New world..."});
  click("new/1280 x 800");
  click("Create");
  CHECK(session().width() == 1280);
  CHECK(session().height() == 800);
  key(SDLK_n, KMOD_LCTRL);
  click("new/320 x 200");
  click_start_of("new/width");
  key(SDLK_a, KMOD_LCTRL);
  type("330");
  key(SDLK_RETURN);
  CHECK_FALSE(desk().dialogs->new_world.is_open());
  CHECK(session().width() == 330);
  key(SDLK_n, KMOD_LCTRL);
  desk().dialogs->new_world.form().width = 1;  // too narrow: the button is grey
  key(SDLK_RETURN);
  click("Create");
  CHECK(desk().dialogs->new_world.is_open());
  key(SDLK_ESCAPE);
  CHECK_FALSE(desk().dialogs->new_world.is_open());
  CHECK(session().width() == 330);

  empty_world(100, 100);
  brush() = {1, BrushShape::square, false, element("wall"), 0};
  click_cell(50, 99);
  menu({"Simulation", "Resize world..."});
  desk().dialogs->new_world.form().width = 200;
  desk().dialogs->new_world.form().height = 150;
  frames(1);
  click("new/anchor6");  // bottom left
  click("Resize");
  CHECK(session().width() == 200);
  CHECK(session().height() == 150);
  CHECK(cell(50, 149) == element("wall"));
}

TEST_CASE_METHOD(Driver, "every scene of the menu loads by two clicks") {
  for (const Scene& scene : scenes()) {
    if (!scene.in_menu) continue;
    INFO(scene.name);
    menu({"Scenes"});
    const std::string item = "menu/scene/" + std::string(scene.name);
    if (!sees(item)) menu({"More scenes"});
    click(item);
    CHECK(session().scene() == scene.name);
    if (!session().solver_facts().state_planes().has(Plane::cells)) {
      const std::string painted = session().ruleset().elements[brush().element].name;
      CHECK((painted == "sand" || painted == "water"));
    }
    const auto before = session().hash();
    frames(5);
    CHECK(session().hash() != before);
  }
}

TEST_CASE_METHOD(Driver, "F1 lists every key, whole in the window, searched by typing and closed by Escape") {
  key(SDLK_F1);
  for (const ActionRow& row : desk().actions.rows()) {
    if (!desk().actions.keys(row.id).empty()) CHECK(place("help/" + std::string(row.title)).w < 778);
  }
  const float before = place("help/Quit").y;
  key(SDLK_PAGEDOWN);
  CHECK(place("help/Quit").y <= before);
  type("redo");
  CHECK(sees("help/Redo"));
  CHECK_FALSE(sees("help/Quit"));
  type("xyz");
  CHECK_FALSE(sees("help/Redo"));
  key(SDLK_ESCAPE);
  CHECK_FALSE(desk().dialogs->help.is_open());
}

TEST_CASE_METHOD(Driver, "a key that comes in the same frame as Escape does what it does without the dialog") {
  const auto press_both = [&](SDL_Keycode key) {
    for (const SDL_Keycode each : {SDL_Keycode{SDLK_ESCAPE}, key}) {
      for (const SDL_EventType type : {SDL_KEYDOWN, SDL_KEYUP}) push_key(each, type);
    }
    frames(2);
  };
  key(SDLK_F1);  // a dialog with a field of text
  REQUIRE(ImGui::GetIO().WantTextInput);
  press_both(SDLK_u);
  CHECK_FALSE(desk().dialogs->help.is_open());
  CHECK(desk().paint_box.tool() == Tool::rectangle);
  key(SDLK_F1);
  press_both(SDLK_SPACE);
  CHECK_FALSE(desk().simulation.playing());
  key(SDLK_p, KMOD_LCTRL);  // the command palette
  press_both(SDLK_g);
  CHECK(desk().paint_box.tool() == Tool::fill);
  key(SDLK_e);  // a field in a panel
  REQUIRE(ImGui::GetIO().WantTextInput);
  press_both(SDLK_n);
  CHECK(desk().paint_box.tool() == Tool::line);
}

TEST_CASE_METHOD(Driver, "F7 hides every panel, theme and text size change while it runs, and Ctrl+Q quits") {
  REQUIRE(sees("play"));
  key(SDLK_F7);
  CHECK_FALSE(sees("play"));
  CHECK(camera().viewport().width == 1280);
  key(SDLK_F7);
  CHECK(sees("play"));
  const auto before = pixel(5, 400);
  menu({"View", "Light theme"});
  CHECK_FALSE(pixel(5, 400) == before);
  const auto height = [] { return place("play").w - place("play").y; };
  const float small = height();
  desk().settings.window.ui_scale_percent = 200;
  desk().style.restyle();
  frames(3);
  CHECK(height() > 1.8f * small);
  key(SDLK_q, KMOD_LCTRL);
  CHECK_FALSE(app().running());
}

TEST_CASE_METHOD(Driver, "the scene gallery shows every scene and loads the one that is clicked") {
  key(SDLK_F3);
  for (const Scene& scene : scenes()) {
    if (!scene.in_menu) continue;
    INFO(scene.name);
    CHECK(sees("scenes/" + std::string(scene.name)));
    CHECK(desk().files.thumbnails.of(*desk().screen, scene) != nullptr);
    CHECK(scene.description.size() > 40);
  }
  click("scenes/storm");
  CHECK(session().scene() == "storm");
  CHECK_FALSE(desk().dialogs->scenes.is_open());
}

TEST_CASE_METHOD(Driver, "pause when unfocused is an option") {
  const auto focus = [&](Uint8 what) {
    SDL_Event event{};
    event.type = SDL_WINDOWEVENT;
    event.window.event = what;
    SDL_PushEvent(&event);
    frames(2);
  };
  focus(SDL_WINDOWEVENT_FOCUS_LOST);
  auto steps = session().step_count();
  frames(5);
  CHECK(session().step_count() > steps);
  desk().settings.window.pause_when_unfocused = true;
  frames(1);
  steps = session().step_count();
  frames(5);
  CHECK(session().step_count() == steps);
  focus(SDL_WINDOWEVENT_FOCUS_GAINED);
  frames(5);
  CHECK(session().step_count() > steps);
}

TEST_CASE_METHOD(Driver, "through an open edge matter leaves the world and is counted") {
  desk().simulation.switch_solver("density", Backend::cpu);  // conserving has parameters for its sides
  empty_world(100, 100);
  menu({"Simulation", "parameter/open_edge"});
  REQUIRE(session().solver().parameter("open_edge") == 1);
  brush() = {9, BrushShape::square, false, element("sand"), 0};
  click_cell(50, 90);
  desk().simulation.choose_speed(Speed(2));
  desk().simulation.set_playing(true);
  frames(120);
  CHECK(session().solver().stats().left_cells >= 81);
  const World world = session().download();
  CHECK(std::set<std::uint8_t>(world.cells().begin(), world.cells().end()) == std::set<std::uint8_t>{0});
}
