// Takes the events of a frame and passes each to the part that handles it.
#pragma once

#include <SDL.h>

#include "app/input/keys.hpp"
#include "app/input/touch.hpp"

namespace repose {

struct Desk;

class WindowInput {
 public:
  explicit WindowInput(Desk& desk) : desk_(desk), keys_(desk), touch_(desk) {}

  const Keys& keys() const { return keys_; }
  // Whether a button, a key or a finger is held down.
  bool busy() const { return keys_.any_held() || touch_.busy(); }
  // Whether fingers were used last, and no mouse since.
  bool uses_fingers() const { return touch_.in_use(); }
  // Whether fingers were used last, and all are lifted.
  bool finger_lifted() const { return touch_.lifted(); }
  // Whether a mouse points to the canvas, so that a press would reach it.
  bool points_at_canvas() const;

  // Handles the events up to the next click or release; the others stay for the next frame.
  void take_events();
  // Call once a frame, after the events: handles keys and fingers that are held.
  void tick(double seconds);
  // Whether the window has the keyboard focus.
  bool focused() const { return focused_; }

 private:
  void handle(const SDL_Event& event);
  void handle(const SDL_WindowEvent& event);

  Desk& desk_;
  Keys keys_;
  Touch touch_;
  bool focused_ = true;
};

}  // namespace repose
