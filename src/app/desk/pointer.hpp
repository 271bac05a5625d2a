// The mouse and the fingers: where they are, and what they do over the canvas.
#pragma once

#include <SDL.h>
#include <imgui.h>

#include <optional>
#include <vector>

#include "app/desk/bindings.hpp"
#include "app/desk/canvas.hpp"
#include "render/camera.hpp"

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

  Desk& desk_;
  ImVec2 at_ = {kFarAway, kFarAway};
  bool down_[3] = {}, pressed_[3] = {};  // pressed: since the last frame
  bool space_held_ = false, space_used_ = false;
};

}  // namespace repose

// Touch: over the world one finger paints, or pins a cell for the inspector; two fingers move and zoom the world; a
// finger that rests picks. Elsewhere one finger is a mouse, and scrolls lists.
struct ImGuiWindow;

namespace repose {

class Touch {
 public:
  explicit Touch(Desk& desk) : desk_(desk) {}

  // SDL_FINGERDOWN, SDL_FINGERMOTION or SDL_FINGERUP.
  void handle(const SDL_TouchFingerEvent& event);
  // Call once a frame, after the events: a finger that has rested long enough picks.
  void tick();
  // Whether the time of a resting finger is being measured.
  bool busy() const { return mode_ == Mode::undecided || mode_ == Mode::on_list; }
  // Whether all fingers are lifted: then nothing hovers over the world.
  bool lifted() const { return lifted_; }
  // Whether fingers were used last, and no mouse since.
  bool in_use() const { return lifted_ || !fingers_.empty(); }
  // Call when a mouse is used.
  void give_way() { lifted_ = false; }

 private:
  enum class Mode : unsigned char {
    none,
    mouse,    // over panels
    on_list,  // over a list that scrolls: not moved, not lifted, only for a short time yet
    scroll,
    undecided,  // on the canvas: like on_list
    press,      // on the canvas: the tool is in use
    pinch,
    over,  // ignored until all fingers are lifted
  };
  struct Finger {
    SDL_FingerID id;
    PixelPoint at;
  };

  void down(SDL_FingerID id, PixelPoint at);
  void moved();
  void up(SDL_FingerID id);
  void begin_press(PixelPoint at);
  // From now on it is a mouse; its button was pressed where the finger came down.
  void begin_mouse();
  void drag_list();
  void scroll();
  // Whether a finger over the world controls the inspector: it shows the cell under the finger, and pins it when
  // lifted.
  bool inspects() const;
  void pin(PixelPoint at);
  // Whether the tool acts while the finger moves. False: it acts once, when the finger is lifted.
  bool drags() const;
  bool rests() const;
  bool rested() const;
  // Converts a pixel of the window into one of the canvas.
  PixelPoint on_canvas(PixelPoint at) const;
  // The middle between both fingers, and their distance.
  PixelPoint middle() const;
  double distance() const;

  Desk& desk_;
  Mode mode_ = Mode::none;
  std::vector<Finger> fingers_;  // in the order in which they came down
  PixelPoint began_at_;
  double began_ = 0;  // seconds of the app's clock
  bool lifted_ = false;
  bool pressed_ = false;         // as a mouse button, since the last frame
  int frames_to_leave_ = 0;      // after so many frames the pointer leaves the panel from which a finger was lifted
  ImGuiWindow* list_ = nullptr;  // the list under the finger
  PixelPoint list_from_,
      scroll_from_;  // where the finger was when scrolling began, and the scroll position then, in points
  PixelPoint middle_;
  double distance_ = 1;
};

}  // namespace repose
