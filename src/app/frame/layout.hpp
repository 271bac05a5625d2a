// The positions of the canvas, and of the cards and panels over it. In points; a point is pixels_per_point() pixels.
#pragma once

#include <imgui.h>

#include <vector>

namespace repose {

class Layout {
 public:
  // Begins a frame: nothing covers the canvas yet.
  void begin(float pixels_per_point) {
    pixels_per_point_ = pixels_per_point;
    covers_.clear();
  }
  void set_canvas(ImVec4 rect) { canvas_ = rect; }
  void set_popup_open(bool open) { popup_open_ = open; }
  void set_finger_lifted(bool lifted) { finger_lifted_ = lifted; }

  float pixels_per_point() const { return pixels_per_point_; }
  // Min x, min y, max x, max y.
  ImVec4 canvas() const { return canvas_; }
  // Whether a menu or a dialog was open at the end of the last frame.
  bool popup_open() const { return popup_open_; }
  // Whether fingers were used last, and all are lifted: then the pointer is nowhere, or where it was lifted from the
  // canvas.
  bool finger_lifted() const { return finger_lifted_; }

  // Call in every frame for each rectangle over the canvas: the mouse does not paint there.
  void cover(ImVec4 rect) { covers_.push_back(rect); }
  // True when the point is on the canvas and nothing covers it.
  bool canvas_at(ImVec2 point) const;
  // The upper edge of a new card between these two x: `top`, or below the cards that are already there.
  float below_cards(float left, float right, float top) const;

 private:
  float pixels_per_point_ = 1;
  ImVec4 canvas_ = {0, 0, 0, 0};
  std::vector<ImVec4> covers_;
  bool popup_open_ = false, finger_lifted_ = false;
};

}  // namespace repose
