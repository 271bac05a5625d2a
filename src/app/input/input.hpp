// Takes the events of a frame and passes each to the part that handles it.
#pragma once

#include <SDL.h>

#include <filesystem>

#include "app/frame/frame_loop.hpp"
#include "app/input/keys.hpp"
#include "app/input/pointer.hpp"
#include "app/input/touch.hpp"

namespace repose {

// Events of the window system for the whole app.
class WindowEvents {
 public:
  virtual ~WindowEvents() = default;
  virtual void close_asked() = 0;
  virtual void file_dropped(const std::filesystem::path& file) = 0;
  virtual void text_dropped(const std::string& text) = 0;
};

class View;

class WindowInput {
 public:
  WindowInput(View& view, PaintBox& paint_box, const DialogStack& dialogs, KeySettings& key_settings,
              ConfigEditor& config_editor, Screen& screen, Layout& layout, FrameLoop& loop, const ActionTable& actions,
              WindowEvents& window);

  Pointer& pointer() { return pointer_; }
  const Keys& keys() const { return keys_; }
  // Whether a button, a key or a finger is held down.
  bool busy() const { return keys_.any_held() || touch_.busy(); }
  // Whether fingers were used last, and no mouse since.
  bool uses_fingers() const { return touch_.in_use(); }
  // Whether fingers were used last, and all are lifted.
  bool finger_lifted() const { return touch_.lifted(); }
  // Whether a mouse points to the canvas, so that a press would reach it.
  bool points_at_canvas() const { return !touch_.lifted() && pointer_.over_canvas(); }

  // Handles the events up to the next click or release; the others stay for the next frame.
  void take_events();
  // Call once a frame, after the events: handles keys and fingers that are held.
  void tick(double seconds);
  // Whether the window has the keyboard focus.
  bool focused() const { return focused_; }

 private:
  void handle(const SDL_Event& event);
  void handle(const SDL_WindowEvent& event);

  Pointer pointer_;
  Keys keys_;
  Touch touch_;
  FrameLoop& loop_;
  WindowEvents& window_;
  bool focused_ = true;
};

}  // namespace repose
