// The canvas: how the world is shown, and what the mouse and the fingers do there.
#pragma once

#include <SDL.h>
#include <imgui.h>

#include <optional>
#include <vector>

#include "app/desk/bindings.hpp"
#include "app/desk/tool_preview.hpp"
#include "app/desk/tools.hpp"
#include "render/camera.hpp"
#include "render/relief_view.hpp"
#include "repose/edit.hpp"

struct ImGuiWindow;

namespace repose {

struct Desk;

// Moves the camera smoothly to a target: by time, not by frames, and never beyond it.
class CameraGlide {
 public:
  void go(const Camera& goal) { goal_ = goal; }
  // Stops the camera where it is.
  void stop() { goal_.reset(); }
  // The target; empty if the camera does not move.
  const std::optional<Camera>& goal() const { return goal_; }
  // Moves the camera by the seconds since the last call.
  void tick(Camera& camera, double seconds);

 private:
  std::optional<Camera> goal_;
};

enum class MouseButton : unsigned char { left, right, middle };

// The world in the window: mouse to cells, painting, panning, zooming, and what is drawn over the world.
class WorldCanvas {
 public:
  explicit WorldCanvas(Desk& desk) : desk_(desk), stroke_(desk), gust_(desk), pressing_(desk) {}

  Camera& camera() { return camera_; }
  const Camera& camera() const { return camera_; }

  // Sets the pixels for the world. The first call, and every new world, fits the view.
  void set_viewport(PixelRect viewport);
  void fit();
  // pan() moves the view at once, as the mouse drags it ...
  void pan(double dx_pixels, double dy_pixels);
  // ... and the functions below move it smoothly, unless the settings turn that off.
  void glide(double dx_pixels, double dy_pixels);
  void glide_to_fit();
  void zoom(PixelPoint at, double clicks);
  // For fingers: the point that is at that pixel stays there.
  void zoom_at_once(PixelPoint at, double factor);
  void zoom_to_cells(PixelPoint at);
  void centre_on(PixelPoint world);

  // Positions are in pixels of the window. Call press() only where the canvas is; call the others for every position.
  void press(MouseButton button, PixelPoint at, unsigned char modifiers, bool space_held);
  void move(PixelPoint at);
  void release(MouseButton button, PixelPoint at);
  void wheel(PixelPoint at, double clicks, unsigned char modifiers);
  void cancel();  // drops the unfinished line or rectangle
  // Ends a press without finishing its effect. True when a stroke has already changed the world, which is then one
  // operation to undo.
  bool take_back_press();
  void pick_under_mouse();

  // Call once a frame with the seconds since the last call: a held button continues pouring; a pick that waits for the
  // GPU is completed.
  void tick(double seconds);
  // Draws the preview of the tool and the axes of the mirror into ImGui's background list. `inspects`: a press now is
  // for the inspector.
  void draw_overlay(bool mouse_over, bool inspects);

  // Whether heights are shown in three dimensions.
  bool in_relief() const;
  ReliefScene relief_scene(bool mouse_over) const;

  // Whether a button is in use for a tool.
  bool drawing() const { return mode_ != Mode::none; }
  bool busy() const { return mode_ != Mode::none || glide_.goal().has_value(); }
  std::optional<CellPoint> cell_under_mouse() const;
  // Moves the axes of the mirror through the cell under the mouse.
  void put_mirror_here();

 private:
  enum class Mode : unsigned char {
    none,
    paint,
    blow,
    press,
    line,
    rectangle,
    select,
    done,
    pan,
    middle_undecided,
    relief_turn,
    relief_pan,
    mirror_column,
    mirror_row
  };

  // The view at the end of its movement.
  const Camera& goal() const { return glide_.goal() ? *glide_.goal() : camera_; }
  void glide_to(Camera goal);
  // The cell at a pixel. In three dimensions from a picture one or two frames ago; empty outside the sand.
  std::optional<CellPoint> cell_at(PixelPoint at) const;
  void press_in_relief(MouseButton button, unsigned char modifiers, bool space_held);
  void begin_tool(Tool tool, CellPoint cell);
  void begin_blowing(CellPoint cell);
  void begin_pressing(CellPoint cell);
  void finish_tool();
  // Brushes that paint over one element only wait until that element is known: on a gpu solver one or two frames.
  bool knows_pressed_on();
  ToolShape shape_under_mouse() const;
  void pick(CellPoint cell);

  Desk& desk_;
  Camera camera_;
  CameraGlide glide_;
  OrbitCamera relief_;  // of the view in three dimensions: the right button turns it, the middle one moves it
  Stroke stroke_;
  Gust gust_;
  Pressing pressing_;
  Mode mode_ = Mode::none;
  MouseButton button_ = MouseButton::left;  // the button that started the mode
  PixelPoint mouse_, pressed_at_;
  CellPoint first_cell_, last_cell_;  // of the tool
  bool waiting_ = false;              // for the element in first_cell_
  bool released_ = false;             // while it waited
  bool fitted_ = true;                // the view is fitted to the window until a person moves it
  std::optional<CellPoint> pending_pick_;
};

// The mouse: its position, its buttons, and what they do over the canvas.
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

// Touch: over the world one finger paints, or pins a cell for the inspector; two fingers move and zoom the world; a
// finger that rests picks. Elsewhere one finger is a mouse, and scrolls lists.
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
