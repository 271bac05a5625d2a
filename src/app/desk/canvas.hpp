// The canvas: how the world is shown, and which tool gets what the mouse does there.
#pragma once

#include <optional>

#include "app/desk/bindings.hpp"
#include "app/desk/tool_preview.hpp"
#include "app/desk/tools.hpp"
#include "render/camera.hpp"
#include "render/relief_view.hpp"
#include "repose/edit.hpp"

namespace repose {

struct Desk;

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

// The mouse over the view in three dimensions: the right button turns the view, the middle one moves it, the wheel
// zooms. WorldCanvas handles painting.

enum class MouseButton : unsigned char { left, right, middle };

class ReliefCanvas {
 public:
  const OrbitCamera& camera() const { return camera_; }

  // At first, and after every fit, the camera sees the whole world.
  void set_viewport(PixelRect viewport) { camera_.set_viewport(viewport); }
  void fit(int world_width, int world_height) { camera_.fit(world_width, world_height); }
  void pan(double dx_pixels, double dy_pixels) { camera_.pan(dx_pixels, dy_pixels); }
  void zoom_at(PixelPoint at, double factor) { camera_.zoom_at(at, factor); }

  // Begins a drag that moves the camera; false for presses that paint.
  bool press(MouseButton button, PixelPoint at, bool space_held);
  void drag_to(PixelPoint at);

 private:
  OrbitCamera camera_;
  bool turns_ = false;  // false: it moves
  PixelPoint last_;
};

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
    relief_drag,
    mirror_column,
    mirror_row
  };

  // The view at the end of its movement.
  const Camera& goal() const { return glide_.goal() ? *glide_.goal() : camera_; }
  void look(Camera goal);
  // The cell at a pixel. In three dimensions from a picture one or two frames ago; empty outside the sand.
  std::optional<CellPoint> cell_at(PixelPoint at) const;
  void press_in_relief(MouseButton button, unsigned char modifiers, bool space_held);
  void begin_tool(Tool tool, CellPoint cell);
  void begin_blowing(CellPoint cell);
  void begin_pressing(CellPoint cell);
  void finish_tool();
  // Brushes that paint over one element only wait until that element is known: on a gpu solver one or two frames.
  bool knows_pressed_on();
  void drag_mirror(PixelPoint at);
  ToolShape shape_under_mouse() const;
  void pick(CellPoint cell);

  Desk& desk_;
  Camera camera_;
  CameraGlide glide_;
  ReliefCanvas relief_;
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

}  // namespace repose
