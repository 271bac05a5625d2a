// The keyboard: keys go to whoever waits for one, to text that is being edited, or through the bindings to an action.
#pragma once

#include <SDL.h>

#include <vector>

#include "app/actions/action_table.hpp"
#include "app/editor/config_text.hpp"

namespace repose {

class Clipping;
class ConfigEditor;
class DialogStack;
class KeySettings;
class Pointer;
class Tour;

class Keys {
 public:
  Keys(const ActionTable& actions, const DialogStack& dialogs, KeySettings& key_settings, const Clipping& clipping,
       ConfigEditor& config_editor, Tour& tour, Pointer& pointer)
      : actions_(actions),
        dialogs_(dialogs),
        key_settings_(key_settings),
        clipping_(clipping),
        config_editor_(config_editor),
        tour_(tour),
        pointer_(pointer) {}

  // A new frame: what was typed for the last one has been read.
  void begin_frame() { typed_.clear(); }
  void handle(const SDL_KeyboardEvent& key);
  void handle(const SDL_TextInputEvent& text);
  // Keys and text since the last frame, for fields of text of our own.
  const std::vector<KeyInput>& typed() const { return typed_; }
  // Whether a field of text has the keys.
  static bool typing();

  // Once a frame: actions that go on while their keys are held.
  void act_while_held(double seconds);
  bool any_held() const { return !held_.empty(); }
  // The window has lost the keys: nobody says when they are released.
  void release_all() { held_.clear(); }

 private:
  // A tap does what it is bound to; while it is held the mouse moves the view.
  void handle_space(const SDL_KeyboardEvent& key);
  // Enter and Return, while the tour runs and nothing else wants them. True when it took the key.
  bool tour_takes(SDL_Keycode key);
  // Whether the action's keys work now, with dialogs and fields of text open.
  bool hears_key(const ActionRow& action, unsigned char modifiers) const;
  void press(const SDL_KeyboardEvent& key);

  struct HeldKey {
    SDL_Keycode key;
    const ActionRow* action;  // with while_held
  };

  const ActionTable& actions_;
  const DialogStack& dialogs_;
  KeySettings& key_settings_;
  const Clipping& clipping_;
  ConfigEditor& config_editor_;
  Tour& tour_;
  Pointer& pointer_;
  std::vector<KeyInput> typed_;
  std::vector<HeldKey> held_;
};

}  // namespace repose
