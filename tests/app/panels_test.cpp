#include <set>

#include "driver.hpp"

using namespace repose;
using repose::test::Driver;

TEST_CASE("the app opens on a scene that moves") {
  Driver d;
  CHECK(d.session().scene() == "valley");
  const auto before = d.session().hash();
  d.frames(10);
  CHECK(d.session().step_count() > 10);
  CHECK(d.session().hash() != before);
}

TEST_CASE("Space pauses and plays, the full stop and F take one step") {
  Driver d;
  d.key(SDLK_SPACE);
  REQUIRE_FALSE(d.desk().simulation.playing());
  const auto paused_at = d.session().step_count();
  d.frames(5);
  CHECK(d.session().step_count() == paused_at);
  d.key(SDLK_PERIOD);
  CHECK(d.session().step_count() == paused_at + 1);
  d.key(SDLK_f);
  CHECK(d.session().step_count() == paused_at + 2);
  d.key(SDLK_SPACE);
  d.frames(5);
  CHECK(d.session().step_count() > paused_at + 2);
}

TEST_CASE("the transport buttons do what their keys do") {
  Driver d;
  d.click("play");
  REQUIRE_FALSE(d.desk().simulation.playing());
  const auto at = d.session().step_count();
  d.click("step");
  CHECK(d.session().step_count() == at + 1);
  d.click("clear");
  const World empty = d.session().download();
  CHECK(std::set<std::uint8_t>(empty.cells().begin(), empty.cells().end()) == std::set<std::uint8_t>{0});
  d.click("reset");
  CHECK(d.session().step_count() == 0);
  const World back = d.session().download();
  CHECK(std::set<std::uint8_t>(back.cells().begin(), back.cells().end()).size() > 3);
}

TEST_CASE("pace: 60 frames of a second are as many steps as the speed says") {
  Driver d;
  const auto steps_of_a_second = [&] {
    const auto before = d.session().step_count();
    d.frames(60);
    return static_cast<double>(d.session().step_count() - before);
  };
  CHECK(steps_of_a_second() == Approx(125).margin(2));
  d.key(SDLK_PERIOD, KMOD_LSHIFT);
  CHECK(d.desk().simulation.speed().text() ==
        "\xc3\x97"
        "2");
  CHECK(steps_of_a_second() == Approx(250).margin(2));
  d.key(SDLK_COMMA, KMOD_LSHIFT);
  d.key(SDLK_COMMA, KMOD_LSHIFT);
  CHECK(d.desk().simulation.speed().text() ==
        "\xc3\x97"
        "1/2");
  CHECK(steps_of_a_second() == Approx(62.5).margin(2));
}

TEST_CASE("speeds go from a sixteenth to sixteen times the pace, and then as fast as it can") {
  Driver d;
  d.desk().simulation.set_playing(false);
  for (int i = 0; i < 20; ++i) d.key(SDLK_COMMA, KMOD_LSHIFT);
  CHECK(d.desk().simulation.speed().factor() == 1.0 / 16);
  for (int i = 0; i < 8; ++i) d.key(SDLK_PERIOD, KMOD_LSHIFT);
  CHECK(d.desk().simulation.speed().factor() == 16);
  d.key(SDLK_PERIOD, KMOD_LSHIFT);
  CHECK(d.desk().simulation.speed().unlimited());
  d.key(SDLK_PERIOD, KMOD_LSHIFT);
  CHECK(d.desk().simulation.speed().unlimited());
  const auto slider = landmarks().find("speed");
  REQUIRE(slider.has_value());
  d.click(static_cast<int>(slider->x) + 3, static_cast<int>((slider->y + slider->w) / 2));
  CHECK(d.desk().simulation.speed().notch() == Speed::kSlowest);
}

TEST_CASE("elements are chosen by click, number and search") {
  Driver d;
  d.click("element/lava");
  CHECK(d.desk().paint_box.brush().element == d.element("lava"));
  d.key(SDLK_2);
  CHECK(d.desk().paint_box.brush().element == d.element("water"));  // the second of the tab
  d.key(SDLK_e);
  d.frames(2);
  d.type("aCi");
  d.key(SDLK_RETURN);
  d.frames(2);
  CHECK(d.desk().paint_box.brush().element == d.element("acid"));
  CHECK(d.desk().panels->elements.search().empty());
}

TEST_CASE("keys do nothing while a person types") {
  Driver d;
  d.key(SDLK_e);
  d.frames(2);
  const auto size = d.desk().paint_box.brush().shape;
  d.key(SDLK_b);
  d.key(SDLK_SPACE);
  CHECK(d.desk().paint_box.brush().shape == size);
  CHECK(d.desk().simulation.playing());
}

TEST_CASE("a new world has the size that was asked for, and a wrong size cannot be asked for") {
  Driver d;
  d.click("menu/Simulation");
  d.click("menu/New world...");
  d.frames(2);
  d.click("new/1280 x 800");
  d.click("Create");
  CHECK(d.session().width() == 1280);
  CHECK(d.session().height() == 800);
  d.desk().actions.perform("new_world");
  d.frames(2);
  d.desk().dialogs->new_world.form().width = 20;
  d.frames(1);
  d.click("Create");
  CHECK(d.session().width() == 1280);
  d.key(SDLK_ESCAPE);
  d.frames(3);
  CHECK_FALSE(d.desk().dialogs->new_world.is_open());
}

TEST_CASE("resizing keeps the content where the anchor holds it") {
  Driver d;
  d.empty_world(100, 100);
  d.desk().paint_box.brush() = {1, BrushShape::square, false, d.element("wall"), 0};
  const CellPoint at = d.on_screen(50, 99);
  d.click(at.x, at.y);
  d.click("menu/Simulation");
  d.click("menu/Resize world...");
  d.frames(2);
  d.desk().dialogs->new_world.form().width = 200;
  d.desk().dialogs->new_world.form().height = 150;
  d.frames(1);
  d.click("new/anchor6");  // bottom left
  d.click("Resize");
  CHECK(d.session().width() == 200);
  CHECK(d.session().height() == 150);
  CHECK(d.cell(50, 149) == d.element("wall"));
}

TEST_CASE("every scene of the menu loads by two clicks", "[slow]") {
  for (const Scene& scene : scenes()) {
    if (!scene.in_menu) continue;
    Driver d;
    INFO(scene.name);
    d.click("menu/Scenes");
    d.click("menu/scene/" + std::string(scene.name));
    CHECK(d.session().scene() == scene.name);
    const auto before = d.session().hash();
    d.frames(5);
    CHECK(d.session().hash() != before);
  }
}

TEST_CASE("the list under F1 is searched by typing and paged by keys") {
  Driver d;
  const auto row_of = [](const char* title) { return landmarks().find(std::string("help/") + title); };
  d.key(SDLK_F1);
  d.frames(3);
  for (const ActionRow& row : d.desk().actions.rows()) {
    if (d.desk().actions.keys(row.id).empty()) continue;
    INFO(row.title);
    REQUIRE(landmarks().find("help/" + std::string(row.title)).has_value());
  }
  const float before = row_of("Quit")->y;
  d.key(SDLK_PAGEDOWN);
  d.frames(3);
  CHECK(row_of("Quit")->y <= before);
  CHECK(row_of("Quit")->w < 800);
  d.type("redo");
  d.frames(2);
  CHECK(row_of("Redo").has_value());
  CHECK_FALSE(row_of("Quit").has_value());
  d.type("xyz");
  d.frames(2);
  CHECK_FALSE(row_of("Redo").has_value());
  d.key(SDLK_ESCAPE);
  d.frames(2);
  CHECK_FALSE(d.desk().dialogs->help.is_open());
}

TEST_CASE("F1 opens the list of keys and Escape closes it") {
  Driver d;
  d.key(SDLK_F1);
  d.frames(2);
  CHECK(d.desk().dialogs->help.is_open());
  CHECK(landmarks().find("help/search").has_value());
  d.key(SDLK_ESCAPE);
  d.frames(3);
  CHECK_FALSE(d.desk().dialogs->help.is_open());
  CHECK_FALSE(landmarks().find("help/search").has_value());
}

TEST_CASE("everything under F1 fits into a window of 1280 x 800 pixels") {
  Driver d;
  d.key(SDLK_F1);
  d.frames(3);
  for (const ActionRow& row : d.desk().actions.rows()) {
    if (d.desk().actions.keys(row.id).empty()) continue;
    INFO(row.title);
    const auto rect = landmarks().find("help/" + std::string(row.title));
    REQUIRE(rect.has_value());
    CHECK(rect->w < 790);
  }
}

TEST_CASE("a key that comes in the same frame as Escape does what it does without the dialog") {
  Driver d;
  const auto press_both = [&](SDL_Keycode key) {
    for (const SDL_Keycode each : {SDL_Keycode{SDLK_ESCAPE}, key}) {
      for (const SDL_EventType type : {SDL_KEYDOWN, SDL_KEYUP}) {
        SDL_Event event{};
        event.type = type;
        event.key.keysym.sym = each;
        event.key.keysym.scancode = SDL_GetScancodeFromKey(each);
        SDL_PushEvent(&event);
      }
    }
    d.frames(2);
  };
  SECTION("out of a dialog with a field of text") {
    d.key(SDLK_F1);
    d.frames(3);
    REQUIRE(ImGui::GetIO().WantTextInput);
    press_both(SDLK_u);
    CHECK_FALSE(d.desk().dialogs->help.is_open());
    CHECK(d.desk().paint_box.tool() == Tool::rectangle);
    d.key(SDLK_F1);
    d.frames(3);
    press_both(SDLK_SPACE);
    CHECK_FALSE(d.desk().simulation.playing());
  }
  SECTION("out of the command palette") {
    d.key(SDLK_p, KMOD_LCTRL);
    d.frames(3);
    press_both(SDLK_u);
    CHECK(d.desk().paint_box.tool() == Tool::rectangle);
  }
  SECTION("out of a field in a panel") {
    d.key(SDLK_e);
    d.frames(3);
    REQUIRE(ImGui::GetIO().WantTextInput);
    press_both(SDLK_u);
    CHECK(d.desk().paint_box.tool() == Tool::rectangle);
  }
}

TEST_CASE("Enter presses the accented button of a dialog, in a field too") {
  Driver d;
  d.key(SDLK_n, KMOD_LCTRL);
  d.frames(3);
  d.click("new/320 x 200");
  const ImVec4 width = landmarks().find("new/width").value();
  d.click(static_cast<int>(width.x) + 20, static_cast<int>((width.y + width.w) / 2));
  d.key(SDLK_a, KMOD_LCTRL);
  d.type("330");
  d.key(SDLK_RETURN);
  d.frames(3);
  CHECK_FALSE(d.desk().dialogs->new_world.is_open());
  CHECK(d.session().width() == 330);
  d.key(SDLK_n, KMOD_LCTRL);
  d.frames(3);
  d.desk().dialogs->new_world.form().width = 1;  // too narrow: the button is grey
  d.key(SDLK_RETURN);
  d.frames(3);
  CHECK(d.desk().dialogs->new_world.is_open());
}

TEST_CASE("Tab hides every panel and brings it back") {
  Driver d;
  REQUIRE(landmarks().find("play").has_value());
  d.key(SDLK_TAB);
  d.frames(2);
  CHECK_FALSE(landmarks().find("play").has_value());
  CHECK(d.desk().view.canvas.camera().viewport().width == 1280);
  d.key(SDLK_TAB);
  d.frames(2);
  CHECK(landmarks().find("play").has_value());
}

TEST_CASE("Ctrl+Q quits") {
  Driver d;
  d.key(SDLK_q, KMOD_LCTRL);
  CHECK_FALSE(d.app().running());
}

TEST_CASE("theme and text size change while it runs") {
  Driver d;
  const auto before = d.pixel(5, 400);
  d.click("menu/View");
  d.click("menu/Light theme");
  d.frames(2);
  CHECK_FALSE(d.pixel(5, 400) == before);
  const float height = landmarks().find("play")->w - landmarks().find("play")->y;
  d.desk().settings.window.ui_scale_percent = 200;
  d.desk().style.restyle();
  d.frames(3);
  CHECK(landmarks().find("play")->w - landmarks().find("play")->y > 1.8f * height);
}

TEST_CASE("the scene gallery shows every scene and loads the one that is clicked") {
  Driver d;
  d.key(SDLK_F3);
  d.frames(2);
  for (const Scene& scene : scenes()) {
    if (!scene.in_menu) continue;
    INFO(scene.name);
    CHECK(landmarks().find("scenes/" + std::string(scene.name)).has_value());
    CHECK(d.desk().files.thumbnails.of(scene) != nullptr);
    CHECK(scene.description.size() > 40);
  }
  d.click("scenes/wildfire");
  CHECK(d.session().scene() == "wildfire");
  CHECK_FALSE(d.desk().dialogs->scenes.is_open());
}

TEST_CASE("from a fresh start: lava in two actions, another backend in two, pause in one") {
  Driver d;
  d.click("element/lava");  // first click
  const CellPoint at = d.on_screen(320, 120);
  d.click(at.x, at.y);  // second click
  const World world = d.session().download();
  bool painted = false;
  for (int y = 110; y < 150; ++y)
    painted = painted || world.cell(320, y) == d.element("lava");  // it is falling already
  CHECK(painted);

  const Backend other = d.session().backend() == Backend::cpu ? Backend::gpu : Backend::cpu;
  if (d.draws_with_gl()) {
    d.click("menu/Solver");                                       // first click
    d.click("menu/backend/" + std::string(backend_name(other)));  // second click
    CHECK(d.session().backend() == other);
  }

  d.click("play");  // first click
  CHECK_FALSE(d.desk().simulation.playing());
}

TEST_CASE("pause when unfocused is an option") {
  Driver d;
  const auto focus = [&](Uint8 what) {
    SDL_Event event{};
    event.type = SDL_WINDOWEVENT;
    event.window.event = what;
    SDL_PushEvent(&event);
    d.frames(2);
  };
  focus(SDL_WINDOWEVENT_FOCUS_LOST);
  auto steps = d.session().step_count();
  d.frames(5);
  CHECK(d.session().step_count() > steps);
  d.desk().settings.window.pause_when_unfocused = true;
  d.frames(1);
  steps = d.session().step_count();
  d.frames(5);
  CHECK(d.session().step_count() == steps);
  focus(SDL_WINDOWEVENT_FOCUS_GAINED);
  d.frames(5);
  CHECK(d.session().step_count() > steps);
}

TEST_CASE("through an open edge matter leaves the world and is counted") {
  Driver d;
  d.desk().simulation.switch_solver("density", Backend::cpu);  // conserving has parameters for its sides
  d.empty_world(100, 100);
  d.click("menu/Simulation");
  d.click("menu/parameter/open_edge");
  REQUIRE(d.session().solver().parameter("open_edge") == 1);
  d.desk().paint_box.brush() = {9, BrushShape::square, false, d.element("sand"), 0};
  const CellPoint at = d.on_screen(50, 90);
  d.click(at.x, at.y);
  d.desk().simulation.choose_speed(Speed(2));
  d.desk().simulation.set_playing(true);
  d.frames(120);
  CHECK(d.session().solver().stats().left_cells >= 81);
  const World world = d.session().download();
  CHECK(std::set<std::uint8_t>(world.cells().begin(), world.cells().end()) == std::set<std::uint8_t>{0});
}
