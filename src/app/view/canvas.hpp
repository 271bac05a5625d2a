// The world in the window: mouse to cells, painting, panning, zooming, and what is drawn over the world.
#pragma once

#include <optional>

#include "app/input/bindings.hpp"
#include "app/input/stroke.hpp"
#include "app/view/camera_glide.hpp"
#include "app/view/relief_canvas.hpp"
#include "app/view/tool_preview.hpp"
#include "render/camera.hpp"
#include "render/relief_view.hpp"
#include "repose/edit.hpp"

namespace repose {

class CellReader;
class Clipping;
class CompareView;
class Layout;
class PaintBox;
class Screen;
class Simulation;
class ToolPreview;
struct Settings;

enum class MouseButton : unsigned char { left, right, middle };

class WorldCanvas {
 public:
  WorldCanvas(Simulation& simulation, PaintBox& paint_box, CellReader& cells, Clipping& clipping,
              CompareView& compare_view, ToolPreview& preview, Screen& screen, Settings& settings, Layout& layout)
      : simulation_(simulation),
        paint_box_(paint_box),
        cells_(cells),
        clipping_(clipping),
        compare_view_(compare_view),
        preview_(preview),
        screen_(screen),
        settings_(settings),
        layout_(layout),
        stroke_(simulation, paint_box) {}

  Camera& camera() { return camera_; }
  const Camera& camera() const { return camera_; }

  // The pixels that the world may use. The first call and every new world fit the view.
  void set_viewport(PixelRect viewport);
  void fit();
  // The view follows the mouse at once ...
  void pan(double dx_pixels, double dy_pixels);
  // ... and goes all other ways smoothly, unless the settings say otherwise.
  void glide(double dx_pixels, double dy_pixels);
  void glide_to_fit();
  void zoom(PixelPoint at, double clicks);
  // As fingers do it: what was seen at that pixel stays there.
  void zoom_at_once(PixelPoint at, double factor);
  void zoom_to_cells(PixelPoint at);
  void centre_on(PixelPoint world);

  // Positions are in pixels of the window. press() only where the canvas is; the others always.
  void press(MouseButton button, PixelPoint at, unsigned char modifiers, bool space_held);
  void move(PixelPoint at);
  void release(MouseButton button, PixelPoint at);
  void wheel(PixelPoint at, double clicks, unsigned char modifiers);
  void cancel();  // drops the line or rectangle that is being drawn
  // Ends what a press began without finishing it. True when a stroke has changed the world already: one operation to
  // undo.
  bool take_back_press();
  void pick_under_mouse();

  // Once a frame, so many seconds after the last: a held button keeps pouring; a pick that waits for the GPU is
  // completed.
  void tick(double seconds);
  // What the tool would do, and the axes of the mirror, through ImGui's background list.
  // `inspects`: a press now is for the inspector.
  void draw_overlay(bool mouse_over, bool inspects);

  // Heights are shown in three dimensions.
  bool in_relief() const;
  ReliefScene relief_scene(bool mouse_over) const;

  // While a button does something to the world.
  bool drawing() const { return mode_ != Mode::none; }
  bool busy() const { return mode_ != Mode::none || glide_.goal().has_value(); }
  std::optional<CellPoint> cell_under_mouse() const;
  // The axes of the mirror through the cell under the mouse.
  void put_mirror_here();

 private:
  enum class Mode : unsigned char {
    none,
    paint,
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

  // Where the view will be when it has arrived.
  const Camera& goal() const { return glide_.goal() ? *glide_.goal() : camera_; }
  void look(Camera goal);
  // In three dimensions what was seen under the mouse a frame or two ago; empty beside the sand.
  std::optional<CellPoint> cell_at(PixelPoint at) const;
  void press_in_relief(MouseButton button, unsigned char modifiers, bool space_held);
  void begin_tool(Tool tool, CellPoint cell);
  void finish_tool();
  // Brushes that paint over one element alone wait until it is known which that is: on a gpu solver for a frame or two.
  bool knows_pressed_on();
  void drag_mirror(PixelPoint at);
  ToolShape shape_under_mouse() const;
  void pick(CellPoint cell);

  Simulation& simulation_;
  PaintBox& paint_box_;
  CellReader& cells_;
  Clipping& clipping_;
  CompareView& compare_view_;
  ToolPreview& preview_;
  Screen& screen_;
  Settings& settings_;
  Layout& layout_;
  Camera camera_;
  CameraGlide glide_;
  ReliefCanvas relief_;
  Stroke stroke_;
  Mode mode_ = Mode::none;
  MouseButton button_ = MouseButton::left;  // that started the mode
  PixelPoint mouse_, pressed_at_;
  CellPoint first_cell_, last_cell_;  // of the tool
  bool waiting_ = false;              // for what lies under first_cell_
  bool released_ = false;             // while it waited
  bool fitted_ = true;                // the view follows the window until a person moves it
  std::optional<CellPoint> pending_pick_;
};

}  // namespace repose
