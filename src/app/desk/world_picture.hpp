// The picture of the world in the window, and whether it is still valid.
#pragma once

#include <cstdint>

#include "app/desk/messages.hpp"
#include "app/desk/screen.hpp"

namespace repose {

struct Desk;

class View;

class WorldPicture {
 public:
  explicit WorldPicture(Desk& desk) : desk_(desk) {}

  // Call when the solver may have changed: its old view is not valid any more.
  void forget() { valid_ = false; }
  // Whether the world has not changed since the last drawing.
  bool up_to_date() const;
  // Whether the picture is expensive and can be drawn again from the view of the last frame.
  bool can_be_held() const;
  // false: frames are computed but not drawn.
  void set_drawing(bool drawing) { drawing_ = drawing; }
  // Draws and presents the frame. `held`: with the world as in the last frame.
  void draw(View& view, bool held, bool mouse_over_canvas);
  // The next picture is also saved as a file.
  void ask_for_screenshot() { screenshot_wanted_ = true; }

 private:
  void draw_world(View& view, bool mouse_over_canvas);
  void take_screenshot();

  Desk& desk_;
  CellView shown_;      // the view that is on screen
  bool valid_ = false;  // and is still valid
  std::uint64_t shown_step_ = 0;
  bool screenshot_wanted_ = false, drawing_ = true;
};

}  // namespace repose
