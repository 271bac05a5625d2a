#include "app/canvas.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/app.hpp"
#include "app/theme.hpp"

namespace repose {

namespace {
constexpr double kDragPixels = 4;        // a middle press that moves farther pans instead of picking
constexpr double kZoomPerClick = 1.25;
}  // namespace

void Canvas::set_viewport(PixelRect viewport) {
  const PixelRect& old = camera_.viewport();
  const bool same = old.x == viewport.x && old.y == viewport.y && old.width == viewport.width && old.height == viewport.height;
  if (same) return;
  camera_ = goal();
  glide_.stop();
  camera_.set_viewport(viewport);
  relief_.set_viewport(viewport);
  if (fitted_) fit();
  camera_.keep_in_reach(app_.session().width(), app_.session().height());
}

void Canvas::fit() {
  fitted_ = true;
  glide_.stop();
  camera_.fit(app_.session().width(), app_.session().height());
  relief_.fit(app_.session().width(), app_.session().height());
}

void Canvas::pan(double dx_pixels, double dy_pixels) {
  fitted_ = false;
  if (in_relief()) return relief_.pan(dx_pixels, dy_pixels);
  glide_.stop();
  camera_.pan(dx_pixels, dy_pixels);
  camera_.keep_in_reach(app_.session().width(), app_.session().height());
}

void Canvas::look(Camera goal) {
  fitted_ = false;
  goal.keep_in_reach(app_.session().width(), app_.session().height());
  glide_.stop();
  if (app_.settings().animations) return glide_.go(goal);
  camera_ = goal;
}

void Canvas::glide(double dx_pixels, double dy_pixels) {
  if (in_relief()) return pan(dx_pixels, dy_pixels);
  Camera wanted = goal();
  wanted.pan(dx_pixels, dy_pixels);
  look(wanted);
}

void Canvas::glide_to_fit() {
  if (in_relief()) return fit();
  Camera wanted = camera_;
  wanted.fit(app_.session().width(), app_.session().height());
  look(wanted);
  fitted_ = true;
}

void Canvas::zoom(PixelPoint at, double clicks) {
  const double factor = std::pow(kZoomPerClick, clicks);
  if (in_relief()) {
    fitted_ = false;
    return relief_.zoom_at(at, factor);
  }
  Camera wanted = camera_;  // what is seen at that pixel now stays there
  wanted.zoom_at(at, goal().zoom() * factor / camera_.zoom());
  look(wanted);
}

void Canvas::zoom_to_cells(PixelPoint at) {
  if (in_relief()) return;
  Camera wanted = camera_;
  wanted.zoom_to_cells(at);
  look(wanted);
}

void Canvas::centre_on(PixelPoint world) {
  Camera wanted = goal();
  wanted.centre_on(world);
  look(wanted);
}

bool Canvas::in_relief() const {
  return app_.settings().looks.relief && app_.knows(Plane::height) && app_.screen().can_draw_relief();
}

ReliefScene Canvas::relief_scene(bool mouse_over) const {
  ReliefScene scene{relief_.camera(), std::nullopt, static_cast<float>(app_.ui().brush.size) / 2};
  if (mode_ == Mode::paint || (mouse_over && mode_ == Mode::none)) scene.pointer = mouse_;
  return scene;
}

std::optional<CellPoint> Canvas::cell_at(PixelPoint at) const {
  if (in_relief()) return app_.screen().cell_in_relief();
  return camera_.cell_at(at);
}

void Canvas::press_in_relief(MouseButton button, unsigned char modifiers, bool space_held) {
  const auto cell = cell_at(mouse_);
  if (relief_.press(button, mouse_, space_held)) {
    mode_ = Mode::relief_drag;
  } else if (cell && (modifiers & kAlt)) {
    pick(*cell);
  } else if (cell) {
    mode_ = Mode::paint;
    stroke_.begin(*cell, false);
  }
}

void Canvas::press(MouseButton button, PixelPoint at, unsigned char modifiers, bool space_held) {
  if (mode_ != Mode::none) return;  // a second button does not disturb what the first one does
  mouse_ = pressed_at_ = at;
  button_ = button;
  if (in_relief()) return press_in_relief(button, modifiers, space_held);
  first_cell_ = camera_.cell_at(at);
  if (button == MouseButton::middle) {
    mode_ = Mode::middle_undecided;
  } else if (button == MouseButton::left && space_held) {
    mode_ = Mode::pan;
  } else if (button == MouseButton::left && (modifiers & kAlt)) {
    pick(first_cell_);
  } else if (modifiers & kShift) {
    mode_ = Mode::line;
  } else if (modifiers & kCtrl) {
    mode_ = Mode::rectangle;
  } else {
    mode_ = Mode::paint;
    stroke_.begin(first_cell_, button == MouseButton::right);
  }
}

void Canvas::move(PixelPoint at) {
  const PixelPoint before = mouse_;
  mouse_ = at;
  if (mode_ == Mode::middle_undecided &&
      std::hypot(at.x - pressed_at_.x, at.y - pressed_at_.y) > kDragPixels * app_.pixels_per_point()) {
    mode_ = Mode::pan;
  }
  if (mode_ == Mode::pan) pan(at.x - before.x, at.y - before.y);
  if (mode_ == Mode::relief_drag) relief_.drag_to(at);
  if (mode_ == Mode::paint && !in_relief()) stroke_.move_to(camera_.cell_at(at));
}

void Canvas::release(MouseButton button, PixelPoint at) {
  move(at);
  if (mode_ == Mode::none || button != button_) return;
  if (mode_ == Mode::middle_undecided) pick(camera_.cell_at(at));
  if (mode_ == Mode::line || mode_ == Mode::rectangle) finish_shape();
  if (mode_ == Mode::paint) stroke_.end();
  mode_ = Mode::none;
}

void Canvas::finish_shape() {
  const CellPoint last = camera_.cell_at(mouse_);
  const bool second = button_ == MouseButton::right;
  mode_ == Mode::line ? stroke_.line(first_cell_, last, second) : stroke_.rectangle(first_cell_, last, second);
}

void Canvas::wheel(PixelPoint at, double clicks, unsigned char modifiers) {
  if ((modifiers & kShift) != 0 && app_.change_pour_rate(clicks)) return;
  const bool zooms = ((modifiers & kCtrl) != 0) != app_.settings().wheel_zooms;
  zooms ? zoom(at, clicks) : app_.change_brush_size(clicks);
}

void Canvas::cancel() {
  stroke_.end();
  mode_ = Mode::none;
}

void Canvas::tick(double seconds) {
  glide_.tick(camera_, seconds);
  if (mode_ == Mode::paint && in_relief()) {  // the cell under the mouse becomes known between its moves
    if (const auto cell = cell_at(mouse_)) stroke_.move_to(*cell);
  }
  stroke_.tick(seconds);
  if (pending_pick_) pick(*pending_pick_);
}

void Canvas::pick(CellPoint cell) {
  pending_pick_.reset();
  if (cell.x < 0 || cell.y < 0 || cell.x >= app_.session().width() || cell.y >= app_.session().height()) return;
  if (const auto element = app_.element_at(cell)) {
    app_.pick(*element);
  } else {
    pending_pick_ = cell;  // a gpu solver answers a frame later
  }
}

std::optional<CellPoint> Canvas::cell_under_mouse() const {
  const CellPoint cell = cell_at(mouse_).value_or(CellPoint{-1, -1});
  if (cell.x < 0 || cell.y < 0 || cell.x >= app_.session().width() || cell.y >= app_.session().height()) return std::nullopt;
  return cell;
}

namespace {

// The outline of a set of spans as short lines: left and right ends of each row, and what rows above and below leave open.
class Outline {
 public:
  Outline(const Camera& camera, float scale) : camera_(camera), scale_(scale) {}

  void draw(const std::vector<Span>& spans) const {
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const Span& span = spans[i];
      side(span.x_begin, span.y);
      side(span.x_end, span.y);
      edge(span, i > 0 ? &spans[i - 1] : nullptr, span.y);
      edge(span, i + 1 < spans.size() ? &spans[i + 1] : nullptr, span.y + 1);
    }
  }

 private:
  ImVec2 point(int x, int y) const {
    const PixelPoint p = camera_.to_pixel({static_cast<double>(x), static_cast<double>(y)});
    return {static_cast<float>(std::round(p.x) / scale_), static_cast<float>(std::round(p.y) / scale_)};
  }
  void line(ImVec2 a, ImVec2 b) const {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.AddLine({a.x + 1, a.y + 1}, {b.x + 1, b.y + 1}, IM_COL32(0, 0, 0, 110));
    list.AddLine(a, b, IM_COL32(255, 255, 255, 190));
  }
  void side(int x, int y) const { line(point(x, y), point(x, y + 1)); }
  void edge(const Span& span, const Span* neighbour, int y) const {
    if (neighbour == nullptr) return line(point(span.x_begin, y), point(span.x_end, y));
    if (span.x_begin < neighbour->x_begin) line(point(span.x_begin, y), point(std::min(neighbour->x_begin, span.x_end), y));
    if (span.x_end > neighbour->x_end) line(point(std::max(neighbour->x_end, span.x_begin), y), point(span.x_end, y));
  }

  const Camera& camera_;
  float scale_;
};

}  // namespace

void Canvas::draw_overlay(bool mouse_over) const {
  const bool shaping = mode_ == Mode::line || mode_ == Mode::rectangle;
  if (in_relief() || mode_ == Mode::pan || (!mouse_over && !shaping)) return;
  const float scale = app_.pixels_per_point();
  const PixelRect& port = camera_.viewport();
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect({static_cast<float>(port.x) / scale, static_cast<float>(port.y) / scale},
                    {static_cast<float>(port.x + port.width) / scale, static_cast<float>(port.y + port.height) / scale});
  const CellPoint here = camera_.cell_at(mouse_);
  const Brush& brush = app_.ui().brush;
  const int width = app_.session().width(), height = app_.session().height();
  const Outline outline(camera_, scale);
  if (mode_ == Mode::rectangle) {
    outline.draw(rasterise(RectEdit{first_cell_, here, 0, {}}, width, height));
  } else {
    const CellPoint from = mode_ == Mode::line ? first_cell_ : here;
    outline.draw(rasterise(StrokeEdit{from, here, brush.size, brush.shape, 0, {}}, width, height));
  }
  list.PopClipRect();
}

}  // namespace repose
