// Simulates a person in front of the app: moves the mouse, presses keys, waits, and reads the world and the pixels.
// The fixture of most tests of the app.
#pragma once

#include <SDL.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <string>

#include "app/desk/time.hpp"
#include "app/shell/app.hpp"
#include "app/widgets/widgets.hpp"
#include "support.hpp"

namespace repose::test {

// A clock that moves only by the app's own waiting and by the test: 60 frames a second on any machine.
class TestClock final : public FrameClock {
 public:
  double now() override { return time += look_cost; }
  void sleep(double seconds) override {
    ++sleeps;
    time += seconds;
  }
  bool wait_for_event(double seconds) override {
    ++waits;
    SDL_PumpEvents();
    if (SDL_HasEvents(SDL_FIRSTEVENT, SDL_LASTEVENT) == SDL_TRUE) return true;
    time += std::min(seconds, wait_max);
    return false;
  }
  double step_cost(double) override { return seconds_per_step; }

  double time = 0;
  double look_cost = 0;         // time that each call of now() takes: makes every frame long
  double seconds_per_step = 0;  // the reported cost of a step
  double wait_max = 1.0 / 60;   // longest wait for events
  int sleeps = 0, waits = 0;
};

class Driver {
 public:
  // Starts the app as main() does, with `options`, but offscreen and scripted. Fails the test if the app cannot start.
  explicit Driver(AppOptions options = {});
  ~Driver();

  App& app() { return *app_; }
  Desk& desk() { return app_->desk(); }
  TestClock& clock() { return clock_; }
  Session& session() { return app_->desk().simulation.session(); }
  Brush& brush() { return app_->desk().paint_box.brush(); }
  const Camera& camera() { return app_->desk().view.canvas.camera(); }
  bool draws_with_gl() const { return app_->desk().screen->gpu_unavailable().empty(); }

  // Frames with events, steps and the whole user interface, but without drawing, which would take most of the time of
  // the tests. Keys, clicks, typing and dropping take the frames that the user interface needs to show what follows.
  void frames(int count = 1);
  // Frames that are drawn. The last frame of every test is.
  void draw(int count = 1);
  // What the screen shows after one more frame.
  Picture picture();
  void move(int x, int y);
  void down(int button = SDL_BUTTON_LEFT) { push_button(SDL_MOUSEBUTTONDOWN, button); }
  void up(int button = SDL_BUTTON_LEFT) { push_button(SDL_MOUSEBUTTONUP, button); }
  void click(int x, int y, int button = SDL_BUTTON_LEFT);
  // Clicks the middle of a widget that was drawn; fails the test when it is not on screen.
  void click(const std::string& landmark, int button = SDL_BUTTON_LEFT);
  // Clicks a slider at its lowest value.
  void click_start_of(const std::string& landmark);
  // Presses at the first point of the screen, goes to the second one, releases.
  void swing(CellPoint from, CellPoint to, int button = SDL_BUTTON_LEFT);
  // Clicks a menu, its items and the items of those.
  void menu(std::initializer_list<std::string> path);
  void wheel(int clicks, Uint16 modifiers = KMOD_NONE);
  void key(SDL_Keycode key, Uint16 modifiers = KMOD_NONE);
  void key_down(SDL_Keycode key, Uint16 modifiers = KMOD_NONE);
  void key_up(SDL_Keycode key, Uint16 modifiers = KMOD_NONE);
  // Without a frame: for events that come in one frame.
  static void push_key(SDL_Keycode key, SDL_EventType type, Uint16 modifiers = KMOD_NONE);
  void type(const std::string& text);
  // `finger` identifies a finger from down to up.
  void finger_down(int finger, int x, int y) { push_finger(SDL_FINGERDOWN, finger, x, y); }
  void finger_move(int finger, int x, int y) { push_finger(SDL_FINGERMOTION, finger, x, y); }
  void finger_up(int finger, int x, int y) { push_finger(SDL_FINGERUP, finger, x, y); }
  void tap(CellPoint at);
  void tap(const std::string& landmark) { tap(middle_of(landmark)); }
  void swipe(CellPoint from, CellPoint to);
  void drop(const std::filesystem::path& file);
  // Drops a config and answers that the world is kept, if the app asks.
  void drop_config(const std::filesystem::path& file);

  // Widgets: on the screen in the last frame; where (fails the test when it is not there).
  static bool sees(const std::string& landmark) { return landmarks().find(landmark).has_value(); }
  static ImVec4 place(const std::string& landmark);
  static CellPoint middle_of(const std::string& landmark);
  // The one that has the focus of the keyboard or the controller; empty if none has.
  static std::string focused() {
    const auto at = PanelFocus::place();
    return at ? landmarks().at({(at->x + at->z) / 2, (at->y + at->w) / 2}) : std::string();
  }

  // The mouse on cells of the world.
  CellPoint on_screen(int cell_x, int cell_y);  // the middle of a cell
  void point_at(int cell_x, int cell_y);
  void click_cell(int cell_x, int cell_y, int button = SDL_BUTTON_LEFT, Uint16 modifiers = KMOD_NONE);
  void drag(CellPoint from, CellPoint to, int button = SDL_BUTTON_LEFT) {
    swing(on_screen(from.x, from.y), on_screen(to.x, to.y), button);
  }

  std::uint8_t element(const std::string& name);
  std::uint8_t cell(int x, int y) { return session().download().cell(x, y); }
  std::int64_t count(const std::string& name);  // cells of an element
  void fill(CellPoint from, CellPoint to, const std::string& name);
  static Color color_at(const Picture& screen, CellPoint at) {
    const std::uint8_t* rgb = &screen.rgb[3 * (static_cast<std::size_t>(at.y) * screen.width + at.x)];
    return {rgb[0], rgb[1], rgb[2]};
  }
  Color pixel(int x, int y) { return color_at(picture(), {x, y}); }
  std::string message() { return app_->desk().messages.last().text; }

  // An empty, paused world of this size; the whole world is visible.
  void empty_world(int width, int height);
  // Loads configs/density-world.cfg: for tests that need more of the rules than what the app opens with promises. The
  // automaton stays.
  void load_density_world();

  TemporaryFolder folder;

 private:
  void push_button(SDL_EventType type, int button);
  void push_finger(Uint32 type, int finger, int x, int y);

  TestClock clock_;
  std::unique_ptr<App> app_;
  int x_ = 0, y_ = 0;
};

}  // namespace repose::test
