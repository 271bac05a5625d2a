// The whole world in a corner of the canvas, with a rectangle around the visible part: a click or a drag moves the view
// there. It is shown only while a part of the world is not visible.
#pragma once

#include <imgui.h>

#include <cstdint>

#include "app/desk/screen.hpp"

namespace repose {

struct Desk;

class Minimap {
 public:
  explicit Minimap(Desk& desk) : desk_(desk) {}

  // `canvas` (min x, min y, max x, max y) in points.
  void draw(ImVec4 canvas);

 private:
  // All inputs of the picture.
  struct Drawn {
    std::uint64_t generation = 0;
    int width = 0, height = 0;
    Looks looks;
    Color surround;
    friend bool operator==(const Drawn&, const Drawn&) = default;
  };

  bool wanted() const;
  void refresh(ImVec2 size);
  void draw_frame(ImVec2 low, ImVec2 size) const;

  Desk& desk_;
  LivePicture picture_;
  Drawn drawn_;
  int next_part_ = 0;              // of the picture that is being drawn
  double drawn_at_ = 0;            // seconds of the app's clock
  ImVec2 held_at_ = {0.5f, 0.5f};  // where in the rectangle the mouse holds it, 0..1
};

}  // namespace repose
