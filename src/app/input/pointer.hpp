// The mouse: its position, its buttons, and what they do over the canvas.
#pragma once

#include <SDL.h>
#include <imgui.h>

#include <optional>

#include "app/input/bindings.hpp"
#include "app/view/canvas.hpp"

namespace repose {

struct Desk;

class Pointer {
 public:
  explicit Pointer(Desk& desk) : desk_(desk) {}

  // Begins a frame: forgets the clicks of the last one.
  void begin_frame();
  // SDL_MOUSEMOTION, SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP or SDL_MOUSEWHEEL.
  void handle(const SDL_Event& event);
  // Call when the mouse has left the window.
  void leave() { at_ = {kFarAway, kFarAway}; }
  // Passes the position of the mouse to ImGui.
  void feed(ImGuiIO& io) const;

  // True when a press would reach the canvas.
  bool over_canvas() const;
  // The position of the mouse, if a press would reach the canvas.
  std::optional<PixelPoint> on_canvas() const;
  // Converts a position in the window, in points, into a pixel of the canvas; in a comparison, of its first half.
  PixelPoint canvas_pixel(ImVec2 at) const;
  // Whether a press of this button is for the inspector, not for the world.
  bool inspects(MouseButton button, unsigned char modifiers) const;

  // While Space is held the left button moves the view.
  void hold_space(bool held);
  bool space_held() const { return space_held_; }
  // Whether a button was pressed since Space went down.
  bool used_with_space() const { return space_used_; }

  // Puts a finger in place of the mouse. In pixels of the window.
  void point_at(PixelPoint at);
  void hold_left_button(bool down);

 private:
  static constexpr float kFarAway = -1e5f;
  void handle_button(const SDL_MouseButtonEvent& event, MouseButton button);

  Desk& desk_;
  ImVec2 at_ = {kFarAway, kFarAway};
  bool down_[3] = {}, pressed_[3] = {};  // pressed: since the last frame
  bool space_held_ = false, space_used_ = false;
};

}  // namespace repose
