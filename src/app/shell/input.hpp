// The keyboard: a key goes to a widget that waits for one, else to text that is being edited, else through the bindings
// to an action.
#pragma once

#include <SDL.h>

#include <vector>

#include "app/desk/action_table.hpp"
#include "app/desk/bindings.hpp"
#include "app/desk/canvas.hpp"

namespace repose {

struct Desk;

class Keys {
 public:
  explicit Keys(Desk& desk) : desk_(desk) {}

  // Begins a frame: forgets the text that was typed before.
  void begin_frame();
  void handle(const SDL_KeyboardEvent& key);
  void handle(const SDL_TextInputEvent& text);
  // Keys and text since the last frame, for the app's own text fields.
  const std::vector<KeyInput>& typed() const { return typed_; }
  // Whether a text field has the focus.
  static bool typing();

  // True for some frames after an action with `opens_field`, until the field has the focus: keys that follow wait.
  bool awaits_field() const { return frames_for_field_ > 0; }

  // Call once a frame: performs actions that continue while their keys are held.
  void act_while_held(double seconds);
  bool any_held() const { return !held_.empty(); }
  // Call when the window has lost the focus: releases of keys are not reported then.
  void release_all() { held_.clear(); }

 private:
  // A tap performs its action; while Space is held the mouse moves the view.
  void handle_space(const SDL_KeyboardEvent& key);
  // Whether the action's keys have an effect now, considering open dialogs and text fields.
  bool hears_key(const ActionRow& action, unsigned char modifiers) const;
  void press(const SDL_KeyboardEvent& key);

  struct HeldKey {
    SDL_Keycode key;
    const ActionRow* action;  // its row has while_held
  };

  Desk& desk_;
  std::vector<KeyInput> typed_;
  std::vector<HeldKey> held_;
  int frames_for_field_ = 0;
};

// Takes the events of a frame and passes each to the part that handles it.
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
