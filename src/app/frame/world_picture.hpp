// The picture of the world in the window, and whether it is still right.
#pragma once

#include <cstdint>

#include "app/frame/messages.hpp"
#include "app/frame/screen.hpp"

namespace repose {

class Session;
class View;
struct Settings;

class WorldPicture {
 public:
  WorldPicture(const Session& session, const Settings& settings, Screen& screen, Messages& messages)
      : session_(session), settings_(settings), screen_(screen), messages_(messages) {}

  // The solver may be another one from now on: its old view is not valid any more.
  void forget() { valid_ = false; }
  // Whether the world has not changed since it was drawn last.
  bool up_to_date() const;
  // Whether the picture is costly and can be drawn once more from the view of the last frame.
  bool can_be_held() const;
  // Off: frames are computed and not drawn.
  void set_drawing(bool drawing) { drawing_ = drawing; }
  // Draws and presents the frame. `held`: the world as the last frame showed it.
  void draw(View& view, bool held, bool mouse_over_canvas);
  // The next picture is saved as a file, too.
  void ask_for_screenshot() { screenshot_wanted_ = true; }

 private:
  void draw_world(View& view, bool mouse_over_canvas);
  void take_screenshot();

  const Session& session_;
  const Settings& settings_;
  Screen& screen_;
  Messages& messages_;
  CellView shown_;      // what is on screen
  bool valid_ = false;  // and nothing has taken its place
  std::uint64_t shown_step_ = 0;
  bool screenshot_wanted_ = false, drawing_ = true;
};

}  // namespace repose
