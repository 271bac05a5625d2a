// The world in the window: mouse to cells, painting, panning, zooming, and what is drawn over the world.
#pragma once

#include <optional>

#include "app/bindings.hpp"
#include "render/camera.hpp"
#include "repose/edit.hpp"

namespace repose {

class App;

// What the mouse paints with.
struct Brush {
  int size = 12;  // cells across
  BrushShape shape = BrushShape::round;
  bool only_over_empty = false;
  std::uint8_t element = 1;  // left button
  std::uint8_t second = 0;   // right button; the background erases
};

enum class MouseButton : unsigned char { left, right, middle };

class Canvas {
 public:
  explicit Canvas(App& app) : app_(app) {}

  Camera& camera() { return camera_; }
  const Camera& camera() const { return camera_; }

  // The pixels that the world may use. The first call and every new world fit the view.
  void set_viewport(PixelRect viewport);
  void fit();
  void pan(double dx_pixels, double dy_pixels);
  void zoom(PixelPoint at, double clicks);

  // Positions are in pixels of the window. press() only where the canvas is; the others always.
  void press(MouseButton button, PixelPoint at, unsigned char modifiers, bool space_held);
  void move(PixelPoint at);
  void release(MouseButton button, PixelPoint at);
  void wheel(PixelPoint at, double clicks, unsigned char modifiers);
  void cancel();  // drops the line or rectangle that is being drawn

  // Once a frame: a held button keeps pouring; a pick that waits for the GPU is completed.
  void tick();
  // Brush outline and previews, through ImGui's background list.
  void draw_overlay(bool mouse_over) const;

  bool busy() const { return mode_ != Mode::none; }
  std::optional<CellPoint> cell_under_mouse() const;

 private:
  enum class Mode : unsigned char { none, paint, line, rectangle, pan, middle_undecided };

  void dab(CellPoint from, CellPoint to);
  void finish_shape();
  std::uint8_t painting_element() const;
  std::optional<std::uint8_t> only_over() const;
  void pick(CellPoint cell);

  App& app_;
  Camera camera_;
  Mode mode_ = Mode::none;
  MouseButton button_ = MouseButton::left;  // that started the mode
  PixelPoint mouse_, pressed_at_;
  CellPoint last_cell_, first_cell_;
  bool moved_since_tick_ = false;
  bool fitted_ = true;  // the view follows the window until a person moves it
  std::optional<CellPoint> pending_pick_;
};

}  // namespace repose
