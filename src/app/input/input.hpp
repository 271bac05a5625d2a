// Takes the events of a frame and hands each to the part that answers it.
#pragma once

#include <SDL.h>

#include <filesystem>

#include "app/frame/frame_loop.hpp"
#include "app/input/keys.hpp"
#include "app/input/pointer.hpp"
#include "app/input/touch.hpp"

namespace repose {

// What a window system asks of the whole app.
class WindowEvents {
 public:
  virtual ~WindowEvents() = default;
  virtual void close_asked() = 0;
  virtual void file_dropped(const std::filesystem::path& file) = 0;
};

class View;

class WindowInput {
 public:
  WindowInput(View& view, PaintBox& paint_box, const DialogStack& dialogs, KeySettings& key_settings,
              ConfigEditor& config_editor, Tour& tour, Screen& screen, Layout& layout, FrameLoop& loop,
              const ActionTable& actions, WindowEvents& window);

  Pointer& pointer() { return pointer_; }
  const Keys& keys() const { return keys_; }
  // A button, a key or a finger is held down.
  bool busy() const { return keys_.any_held() || touch_.busy(); }
  // A press would reach the canvas, and a mouse points there.
  bool points_at_canvas() const { return !touch_.lifted() && pointer_.over_canvas(); }

  // The events of a frame: up to the next click or release, others wait for the next frame.
  void take_events();
  // Once a frame, after the events: keys and fingers that are held.
  void tick(double seconds);
  // The window has the keys.
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
