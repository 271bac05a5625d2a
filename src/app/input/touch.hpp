// Fingers: over the world one paints, or pins what the inspector shows; two move and zoom it, one that rests picks.
// Over everything else one is a mouse, and drags what scrolls.
#pragma once

#include <SDL.h>

#include <optional>
#include <vector>

#include "render/camera.hpp"

struct ImGuiWindow;

namespace repose {

class ActionTable;
class Clipping;
class FrameLoop;
class Inspector;
class Layout;
class PaintBox;
class Pointer;
class Screen;
class WorldCanvas;

class Touch {
 public:
  Touch(WorldCanvas& canvas, Pointer& pointer, PaintBox& paint_box, Clipping& clipping, Inspector& inspector,
        Screen& screen, Layout& layout, FrameLoop& loop, const ActionTable& actions)
      : canvas_(canvas),
        pointer_(pointer),
        paint_box_(paint_box),
        clipping_(clipping),
        inspector_(inspector),
        screen_(screen),
        layout_(layout),
        loop_(loop),
        actions_(actions) {}

  // SDL_FINGERDOWN, SDL_FINGERMOTION or SDL_FINGERUP.
  void handle(const SDL_TouchFingerEvent& event);
  // Once a frame, after the events: a finger that rests long enough picks.
  void tick();
  // A finger whose rest is being timed.
  bool busy() const { return mode_ == Mode::undecided || mode_ == Mode::on_list; }
  // The pointer is where a finger was that is gone: nothing hovers over the world.
  bool lifted() const { return lifted_; }
  // A mouse points.
  void give_way() { lifted_ = false; }

 private:
  enum class Mode : unsigned char {
    none,
    mouse,    // over panels
    on_list,  // over something that scrolls: not moved yet, not lifted, not there for long
    scroll,
    undecided,  // on the canvas: the same
    press,      // on the canvas: does what the tool does
    pinch,
    over,  // until all fingers are lifted
  };
  struct Finger {
    SDL_FingerID id;
    PixelPoint at;
  };

  void down(SDL_FingerID id, PixelPoint at);
  void moved();
  void up(SDL_FingerID id);
  void begin_press(PixelPoint at);
  // From here on it is a mouse whose button went down where it came down.
  void begin_mouse();
  void drag_list();
  void scroll();
  // Over the world a finger shows the inspector where to look; once lifted, it has pinned the cell.
  bool inspects() const;
  void pin(PixelPoint at);
  // Whether what a press does now follows the finger, or is done at once and waits until it is lifted.
  bool drags() const;
  bool rests() const;
  bool rested() const;
  // Where the canvas has what is seen at a pixel of the window.
  PixelPoint on_canvas(PixelPoint at) const;
  // Both fingers' middle, and how far they are apart.
  PixelPoint middle() const;
  double distance() const;

  WorldCanvas& canvas_;
  Pointer& pointer_;
  PaintBox& paint_box_;
  Clipping& clipping_;
  Inspector& inspector_;
  Screen& screen_;
  Layout& layout_;
  FrameLoop& loop_;
  const ActionTable& actions_;
  Mode mode_ = Mode::none;
  std::vector<Finger> fingers_;  // in the order in which they came
  PixelPoint began_at_;
  double began_ = 0;  // seconds of the app's clock
  bool lifted_ = false;
  bool pressed_ = false;                // as a mouse, since the last frame
  ImGuiWindow* list_ = nullptr;         // that scrolls under the finger
  PixelPoint list_from_, scroll_from_;  // how far it was scrolled, in points, and where the finger was then
  PixelPoint middle_;
  double distance_ = 1;
};

}  // namespace repose
