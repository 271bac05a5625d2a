// Game controllers, the wheel, and what one hand can do: modifiers that stay down.
#include "driver.hpp"
#include "session/run_state.hpp"

using namespace repose;
using namespace repose::test;

namespace {

struct Pad : Driver {
  static void push_button(SDL_GameControllerButton button, bool down) {
    SDL_Event event{};
    event.type = down ? SDL_CONTROLLERBUTTONDOWN : SDL_CONTROLLERBUTTONUP;
    event.cbutton.button = static_cast<Uint8>(button);
    event.cbutton.state = down ? SDL_PRESSED : SDL_RELEASED;
    SDL_PushEvent(&event);
  }
  void press(SDL_GameControllerButton button) {
    push_button(button, true);
    frames(2);
    push_button(button, false);
    frames(4);
  }
  // -1..1; of triggers 0..1.
  void tilt(SDL_GameControllerAxis axis, double to) {
    SDL_Event event{};
    event.type = SDL_CONTROLLERAXISMOTION;
    event.caxis.axis = static_cast<Uint8>(axis);
    event.caxis.value = static_cast<Sint16>(to * 32767);
    SDL_PushEvent(&event);
    frames(1);
  }
  // A modifier pressed and released alone.
  void tap(SDL_Keycode modifier, Uint16 mask) {
    key_down(modifier, mask);
    key_up(modifier);
    frames(1);
  }
};

constexpr auto kA = SDL_CONTROLLER_BUTTON_A, kB = SDL_CONTROLLER_BUTTON_B, kY = SDL_CONTROLLER_BUTTON_Y,
               kView = SDL_CONTROLLER_BUTTON_BACK, kMenu = SDL_CONTROLLER_BUTTON_START,
               kRB = SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, kUp = SDL_CONTROLLER_BUTTON_DPAD_UP,
               kDown = SDL_CONTROLLER_BUTTON_DPAD_DOWN, kRight = SDL_CONTROLLER_BUTTON_DPAD_RIGHT;
constexpr auto kLeftX = SDL_CONTROLLER_AXIS_LEFTX, kLeftY = SDL_CONTROLLER_AXIS_LEFTY,
               kRightX = SDL_CONTROLLER_AXIS_RIGHTX, kLT = SDL_CONTROLLER_AXIS_TRIGGERLEFT,
               kRT = SDL_CONTROLLER_AXIS_TRIGGERRIGHT;

}  // namespace

TEST_CASE_METHOD(Pad,
                 "the stick moves the cursor, the right trigger paints on its way, the left one erases, B undoes") {
  empty_world(80, 60);
  brush().size = 3;
  brush().pour = false;
  desk().paint_box.pick(element("stone"));
  point_at(20, 30);
  tilt(kRT, 0.3);  // not far enough
  CHECK(count("stone") == 0);
  tilt(kRT, 0.9);
  tilt(kLeftX, 1);
  const int waits = clock().waits;
  frames(20);
  CHECK(clock().waits == waits);  // a held stick keeps frames coming
  tilt(kLeftX, 0.1);
  tilt(kRT, 0.3);  // still pressed
  CHECK(desk().cursor.holds());
  tilt(kRT, 0);
  frames(2);
  CHECK(desk().cursor.active());
  CHECK_FALSE(desk().cursor.holds());
  const auto line = count("stone");
  CHECK(line > 9 + 3 * 5);
  const auto here = desk().view.canvas.cell_under_mouse();
  REQUIRE(here.has_value());
  CHECK(here->y == 30);
  CHECK(here->x > 26);
  CHECK(cell(here->x, here->y) == element("stone"));
  tilt(kLT, 1);
  tilt(kLT, 0);
  frames(2);
  CHECK(cell(here->x, here->y) == 0);
  press(kB);
  CHECK(count("stone") == line);
  press(kRight);
  CHECK(desk().view.canvas.cell_under_mouse()->x == here->x + 1);
  press(SDL_CONTROLLER_BUTTON_RIGHTSTICK);
  frames(30);
  const double before = camera().origin().x;
  tilt(kRightX, 1);
  frames(5);
  tilt(kRightX, 0);
  CHECK(camera().origin().x != before);
  CHECK_FALSE(desk().simulation.playing());
  press(kMenu);
  CHECK(desk().simulation.playing());
}

TEST_CASE_METHOD(Pad, "the shoulders turn the elements of the tab, X picks what is under the cursor") {
  empty_world(80, 60);
  fill({0, 0}, {79, 59}, "stone");
  const auto offered = offered_elements(session(), desk().paint_box.group());
  desk().paint_box.pick(offered.front());
  press(kRB);
  CHECK(brush().element == offered[1]);
  press(SDL_CONTROLLER_BUTTON_LEFTSHOULDER);
  press(SDL_CONTROLLER_BUTTON_LEFTSHOULDER);
  CHECK(brush().element == offered.back());
  point_at(20, 20);
  press(SDL_CONTROLLER_BUTTON_X);
  CHECK(brush().element == element("stone"));
}

TEST_CASE_METHOD(Pad, "the wheel, held, takes what the stick points at; tapped, it waits for a choice") {
  empty_world(80, 60);
  const auto offered = offered_elements(session(), desk().paint_box.group());
  desk().paint_box.pick(offered.front());
  push_button(kY, true);
  frames(2);
  CHECK(desk().panels->wheel.is_held());
  const auto before = camera().origin();
  tilt(kLeftY, -1);  // the first entry is at the top
  tilt(kLeftX, 1);
  tilt(kLeftY, 0);
  tilt(kLeftX, 0);
  frames(10);
  push_button(kY, false);
  frames(3);
  CHECK_FALSE(desk().panels->wheel.is_open());
  const std::uint8_t taken = brush().element;
  CHECK(taken != offered.front());
  CHECK(std::ranges::find(offered, taken) != offered.end());
  CHECK(camera().origin() == before);

  press(kY);  // a tap
  REQUIRE(desk().panels->wheel.is_open());
  draw();
  press(SDL_CONTROLLER_BUTTON_LEFTSHOULDER);  // before the first page: the tools
  press(kRight);
  press(kRight);
  press(kA);
  while (desk().panels->wheel.is_open()) press(kA);
  press(kY);
  press(kB);
  CHECK_FALSE(desk().panels->wheel.is_open());
  const int size = brush().size;
  push_button(kY, true);
  frames(2);
  press(kUp);  // with the wheel's button held
  CHECK(brush().size > size);
  push_button(kB, true);
  frames(1);
  push_button(kB, false);
  push_button(kY, false);
  frames(2);
  CHECK_FALSE(desk().panels->wheel.is_open());
}

TEST_CASE_METHOD(Pad, "the wheel by keyboard: arrows choose and the key's release takes; by mouse: it points") {
  empty_world(80, 60);
  const auto offered = offered_elements(session(), desk().paint_box.group());
  REQUIRE(offered.size() > 3);
  desk().paint_box.pick(offered[0]);
  point_at(40, 30);
  key_down(SDLK_BACKQUOTE);
  key(SDLK_RIGHT);
  key(SDLK_RIGHT);
  key_up(SDLK_BACKQUOTE);
  frames(2);
  CHECK(brush().element == offered[2]);
  CHECK_FALSE(desk().cursor.active());

  key_down(SDLK_BACKQUOTE);
  frames(2);
  const CellPoint middle = on_screen(40, 30);
  move(middle.x, middle.y - 120);
  frames(2);
  key_up(SDLK_BACKQUOTE);
  frames(2);
  CHECK(brush().element == offered[0]);

  key(SDLK_BACKQUOTE);  // a tap: it stays open, a click takes and does not paint
  REQUIRE(desk().panels->wheel.is_open());
  const auto hash = session().hash();
  click(middle.x + 110, middle.y - 120 + 4);
  CHECK_FALSE(desk().panels->wheel.is_open());
  CHECK(brush().element != offered[0]);
  CHECK(session().hash() == hash);
  key(SDLK_BACKQUOTE);
  key(SDLK_ESCAPE);
  CHECK_FALSE(desk().panels->wheel.is_open());
}

TEST_CASE_METHOD(Pad, "panels and dialogs are used with D-pad or stick, A and B; the shoulders go on") {
  press(kView);
  REQUIRE(desk().panel_focus.on());
  press(kDown);  // opens the first menu
  frames(2);
  CHECK(desk().layout.popup_open());
  press(kB);
  press(kView);
  CHECK_FALSE(desk().panel_focus.on());

  desk().actions.perform("settings");
  frames(3);
  press(kDown);
  for (int i = 0; i < 40 && focused() != "settings/Light"; ++i) press(kRB);
  REQUIRE(focused() == "settings/Light");
  const ImVec4 ring = PanelFocus::place().value(), button = place("settings/Light");
  CHECK(std::abs(ring.x - button.x) < 1);
  CHECK(std::abs(ring.w - button.w) < 1);
  press(kA);
  CHECK(desk().settings.window.theme == ThemeName::light);
  tilt(kLeftX, 1);
  frames(2);
  tilt(kLeftX, 0);
  CHECK(focused() == "settings/Contrast");
  press(SDL_CONTROLLER_BUTTON_LEFTSHOULDER);
  CHECK(focused() == "settings/Light");
  CHECK_FALSE(desk().cursor.active());
  press(kB);
  CHECK_FALSE(sees("settings/Light"));
}

TEST_CASE_METHOD(Pad, "a challenge is chosen, begun and solved with a controller") {
  desk().actions.perform(action::challenge_gallery);
  frames(3);
  for (const auto& challenge : desk().panels->challenge.list()) {
    if (challenge->name == "first-rain") break;
    press(kRight);
  }
  press(kA);
  frames(3);
  REQUIRE(session().state().origin.challenge != nullptr);
  const auto& play = session().state().play;
  REQUIRE(session().state().origin.challenge->name == "first-rain");
  CHECK(desk().simulation.waits_for_stroke());
  // To the basin.
  for (int i = 0; i < 200; ++i) {
    const auto at = desk().view.canvas.cell_under_mouse().value_or(CellPoint{0, 0});
    const double x = at.x < 146 ? 0.5 : at.x > 154 ? -0.5 : 0, y = at.y < 56 ? 0.5 : at.y > 64 ? -0.5 : 0;
    if (x == 0 && y == 0 && desk().cursor.active()) break;
    tilt(kLeftX, x == 0 && y == 0 ? 0.3 : x);
    tilt(kLeftY, y);
  }
  tilt(kLeftX, 0);
  tilt(kLeftY, 0);
  tilt(kRT, 1);
  for (int i = 0; i < 1500 && play.matter < 1300; ++i) frames();
  tilt(kRT, 0);
  frames(120);
  CHECK(play.state == ChallengePlay::State::solved);
}

TEST_CASE_METHOD(Pad, "the names of keys on the screen are those of what was used last") {
  const ActionTable& actions = desk().actions;
  CHECK(actions.keys(action::play_pause) == "Space");
  press(kMenu);
  CHECK(actions.keys(action::play_pause) == "Menu");
  CHECK(actions.keys(action::cancel) == "B");
  CHECK(actions.keys(action::step) == "Y+D-pad right");
  CHECK(actions.way_to("settings") == "the menu");
  CHECK(message().find("RT paints") != std::string::npos);
  desk().actions.bindings().use_pad(PadKind::playstation);
  CHECK(actions.keys(action::cursor_paint) == "R2");
  CHECK(actions.keys(action::undo) == "Circle");
  push_button(kY, true);
  frames(2);
  press(kView);
  push_button(kY, false);
  frames(3);
  CHECK(desk().dialogs->help.is_open());
  CHECK(sees("help/Play or pause"));
  CHECK_FALSE(sees("help/Quit"));  // no button does it
  press(kB);
  CHECK_FALSE(desk().dialogs->help.is_open());
  move(700, 300);
  frames(1);
  CHECK(actions.keys(action::play_pause) == "Space");

  // A button for an action, as any key; stored under its name.
  desk().actions.bindings().add("grid", {pad(SDL_CONTROLLER_BUTTON_PADDLE1), kNone});
  const KeyChanges changes = desk().actions.bindings().changes();
  CHECK(changes.at("grid") == std::vector<std::string>{"Shift+G", "Controller P1"});
  CHECK(find_chord("Wheel+Controller LT") == KeyChord{kPadLeftTrigger, kWithWheel});
  press(SDL_CONTROLLER_BUTTON_PADDLE1);
  CHECK(desk().settings.view.grid);
}

#if SDL_VERSION_ATLEAST(2, 24, 0)
TEST_CASE_METHOD(Pad, "a controller may come and go at any time") {
  SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1");
  REQUIRE(SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0);
  const int device = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, SDL_CONTROLLER_AXIS_MAX,
                                               SDL_CONTROLLER_BUTTON_MAX, 0);
  REQUIRE(device >= 0);
  frames(3);
  SDL_Joystick* const joystick = SDL_JoystickFromInstanceID(SDL_JoystickGetDeviceInstanceID(device));
  REQUIRE(joystick != nullptr);  // opened by the app
  SDL_JoystickSetVirtualButton(joystick, SDL_CONTROLLER_BUTTON_START, SDL_PRESSED);
  const bool played = desk().simulation.playing();
  frames(3);
  CHECK(desk().simulation.playing() != played);
  SDL_JoystickSetVirtualAxis(joystick, SDL_CONTROLLER_AXIS_LEFTX, 32767);
  frames(3);
  CHECK(desk().cursor.active());
  SDL_JoystickDetachVirtual(device);
  frames(3);
  CHECK(message().starts_with("The controller is gone."));
  CHECK_FALSE(desk().actions.bindings().uses_pad());
  SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
}
#endif

TEST_CASE_METHOD(Pad, "sticky Shift counts for the next drag, twice for all, a third time for none") {
  empty_world(80, 60);
  brush() = {1, BrushShape::square, false, element("wall"), 0};
  point_at(5, 5);
  tap(SDLK_LSHIFT, KMOD_LSHIFT);
  CHECK_FALSE(desk().sticky.any());  // off by default
  desk().settings.controls.sticky_modifiers = true;
  const auto draws_line = [this](int y) {
    const auto before = count("wall");
    const CellPoint a = on_screen(10, y), b = on_screen(40, y + 4), c = on_screen(40, y);
    move(a.x, a.y);
    frames(1);
    down();
    frames(1);
    move(b.x, b.y);
    frames(1);
    move(c.x, c.y);
    frames(1);
    up();
    frames(2);
    return count("wall") == before + 31;
  };
  CHECK_FALSE(draws_line(5));
  tap(SDLK_LSHIFT, KMOD_LSHIFT);
  CHECK(desk().sticky.holds(kShift));
  draw();
  CHECK(draws_line(15));
  CHECK_FALSE(draws_line(25));
  tap(SDLK_LSHIFT, KMOD_LSHIFT);
  tap(SDLK_LSHIFT, KMOD_LSHIFT);
  CHECK(desk().sticky.locks(kShift));
  draw();
  CHECK(draws_line(35));
  CHECK(draws_line(40));
  tap(SDLK_LSHIFT, KMOD_LSHIFT);
  CHECK_FALSE(desk().sticky.any());
  CHECK_FALSE(draws_line(45));

  // For keys; with the mouse alone; and Ctrl for the wheel of the mouse.
  point_at(5, 5);
  tap(SDLK_LCTRL, KMOD_LCTRL);
  SDL_SetModState(KMOD_NONE);
  const auto walls = count("wall");
  push_key(SDLK_z, SDL_KEYDOWN);
  push_key(SDLK_z, SDL_KEYUP);
  frames(3);
  CHECK(count("wall") < walls);
  click("sticky/Shift");
  CHECK(desk().sticky.holds(kShift));
  click("sticky/Shift");
  CHECK(desk().sticky.locks(kShift));
  click("sticky/Shift");
  CHECK_FALSE(desk().sticky.any());
  tap(SDLK_LCTRL, KMOD_LCTRL);
  point_at(20, 20);
  const double zoom = camera().zoom();
  SDL_Event event{};
  event.type = SDL_MOUSEWHEEL;
  event.wheel.y = 1;
  SDL_PushEvent(&event);
  frames(20);
  CHECK(camera().zoom() > zoom);

  // A modifier that was used as usual does not stay.
  desk().sticky.press(desk(), kCtrl);
  desk().sticky.press(desk(), kCtrl);
  key_down(SDLK_LSHIFT, KMOD_LSHIFT);
  key(SDLK_RIGHT, KMOD_LSHIFT);
  key_up(SDLK_LSHIFT);
  CHECK_FALSE(desk().sticky.holds(kShift));

  // Space, for one hand: the left button moves the view.
  desk().actions.perform("move_view");
  const auto hash = session().hash();
  const double before = camera().origin().x;
  drag({20, 20}, {40, 20});
  CHECK(camera().origin().x != before);
  CHECK(session().hash() == hash);
  desk().actions.perform("move_view");
  drag({20, 20}, {40, 20});
  CHECK(session().hash() != hash);
}
