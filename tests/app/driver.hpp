// Simulates a person in front of the app: moves the mouse, presses keys, waits, and reads the world and the pixels.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "app/shell/app.hpp"
#include "app/widgets/landmarks.hpp"
#include "support.hpp"
#include "test_clock.hpp"

namespace repose::test {

class Driver {
 public:
  // Starts the app as main() does, with `options`, but offscreen and scripted. Fails the test if the app cannot start.
  explicit Driver(AppOptions options = {});
  ~Driver();

  App& app() { return *app_; }
  Desk& desk() { return app_->desk(); }
  TestClock& clock() { return clock_; }
  Session& session() { return app_->desk().simulation.session(); }
  bool draws_with_gl() const { return app_->desk().screen->gpu_unavailable().empty(); }

  // Only the last frame is drawn.
  void frames(int count = 1);
  void pass(int count);  // frames that are not drawn
  void move(int x, int y);
  void down(int button = SDL_BUTTON_LEFT);
  void up(int button = SDL_BUTTON_LEFT);
  void click(int x, int y, int button = SDL_BUTTON_LEFT);
  // Clicks the middle of a widget that was drawn; fails the test when it is not on screen.
  void click(const std::string& landmark, int button = SDL_BUTTON_LEFT);
  void wheel(int clicks, Uint16 modifiers = KMOD_NONE);
  void key(SDL_Keycode key, Uint16 modifiers = KMOD_NONE);
  void key_down(SDL_Keycode key, Uint16 modifiers = KMOD_NONE);
  void key_up(SDL_Keycode key, Uint16 modifiers = KMOD_NONE);
  void type(const std::string& text);
  // `finger` identifies a finger from down to up.
  void finger_down(int finger, int x, int y) { push_finger(SDL_FINGERDOWN, finger, x, y); }
  void finger_move(int finger, int x, int y) { push_finger(SDL_FINGERMOTION, finger, x, y); }
  void finger_up(int finger, int x, int y) { push_finger(SDL_FINGERUP, finger, x, y); }
  void drop(const std::filesystem::path& file);
  // Drops a config and answers that the world is kept, if the app asks.
  void drop_config(const std::filesystem::path& file);

  // The middle of a cell on the screen.
  CellPoint on_screen(int cell_x, int cell_y);
  std::uint8_t element(const std::string& name);
  std::uint8_t cell(int x, int y) { return session().download().cell(x, y); }
  Color pixel(int x, int y);
  std::string message() { return app_->desk().messages.last().text; }

  // An empty, paused world of this size; the whole world is visible.
  void empty_world(int width, int height);
  // Loads configs/density-world.cfg: for tests that need more of the rules than what the app opens with promises. The
  // automaton stays.
  void load_density_world();

 private:
  void push(SDL_Event event);
  void push_finger(Uint32 type, int finger, int x, int y);

  TestClock clock_;
  std::unique_ptr<App> app_;
  int x_ = 0, y_ = 0;
};

}  // namespace repose::test
