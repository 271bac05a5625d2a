// What the tool under the mouse would do: its outline, the cells of a fill, and the axes of the mirror.
#include <algorithm>
#include <cmath>

#include "app/desk/desk.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

// Converts cells to points of the window.
struct WindowPoints {
  static constexpr float kGripInset = 14;  // points from the edge of the view

  const Camera& camera;
  float scale;  // pixels per point

  ImVec2 point(double x, double y) const { return to_points(camera, x, y, scale); }
  ImVec2 low() const {
    return to_points({static_cast<double>(camera.viewport().x), static_cast<double>(camera.viewport().y)}, scale);
  }
  ImVec2 high() const {
    const PixelRect& port = camera.viewport();
    return to_points({static_cast<double>(port.x + port.width), static_cast<double>(port.y + port.height)}, scale);
  }
  // The grips are at the upper and left edge of the view.
  ImVec2 column_grip(const Mirror& mirror) const {
    return {point((mirror.sum_x + 1) / 2.0, 0).x, low().y + px(kGripInset)};
  }
  ImVec2 row_grip(const Mirror& mirror) const {
    return {low().x + px(kGripInset), point(0, (mirror.sum_y + 1) / 2.0).y};
  }
};

namespace {

constexpr float kGripRadius = 5, kGripReach = 9;

// The outline of a set of spans, one a row, as short lines: left and right ends of each row, and the parts of its upper
// and lower edge that have no neighbour in the set.
void draw_outline(const WindowPoints& points, const std::vector<Span>& spans, float strength) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const auto line = [&](int from_x, int from_y, int to_x, int to_y) {
    const ImVec2 a = points.point(from_x, from_y), b = points.point(to_x, to_y);
    list.AddLine({a.x + 1, a.y + 1}, {b.x + 1, b.y + 1}, IM_COL32(0, 0, 0, static_cast<int>(110 * strength)));
    list.AddLine(a, b, IM_COL32(255, 255, 255, static_cast<int>(190 * strength)));
  };
  const auto edge = [&](const Span& span, const Span* neighbour, int y) {
    if (neighbour == nullptr) return line(span.x_begin, y, span.x_end, y);
    if (span.x_begin < neighbour->x_begin) line(span.x_begin, y, std::min(neighbour->x_begin, span.x_end), y);
    if (span.x_end > neighbour->x_end) line(std::max(neighbour->x_end, span.x_begin), y, span.x_end, y);
  };
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const Span& span = spans[i];
    for (const int x : {span.x_begin, span.x_end}) line(x, span.y, x, span.y + 1);
    edge(span, i > 0 ? &spans[i - 1] : nullptr, span.y);
    edge(span, i + 1 < spans.size() ? &spans[i + 1] : nullptr, span.y + 1);
  }
}

// The shapes to outline: the cells that the tool will change, or the cell to which it will be applied.
std::vector<Edit> outlines_of(const Brush& brush, const ToolShape& shape) {
  switch (shape.tool) {
    case Tool::body: return {StrokeEdit{shape.to, shape.to, brush.size, BrushShape::round, 0, {}}};
    case Tool::brush:
    case Tool::blow:
    case Tool::line: return {StrokeEdit{shape.from, shape.to, brush.size, brush.shape, 0, {}}};
    case Tool::rectangle: {
      const RectEdit whole{shape.from, shape.to, 0, {}};
      const std::vector<RectEdit> sides = brush.outline ? outline_of(whole, brush.size) : std::vector{whole};
      if (sides.size() == 1) return {whole};
      return {whole, RectEdit{{sides[2].to.x + 1, sides[2].from.y},
                              {sides[3].from.x - 1, sides[3].to.y},
                              0,
                              {}}};  // and the inner edge
    }
    case Tool::fill:
    case Tool::pick:
    case Tool::sign:
    case Tool::select: break;
  }
  return {RectEdit{shape.to, shape.to, 0, {}}};
}

// The shapes to tint: unfinished lines and rectangles.
std::vector<Edit> tints_of(const Brush& brush, const ToolShape& shape) {
  if (!shape.dragging) return {};
  if (shape.tool != Tool::rectangle || !brush.outline) return outlines_of(brush, shape);
  const std::vector<RectEdit> sides = outline_of(RectEdit{shape.from, shape.to, 0, {}}, brush.size);
  return {sides.begin(), sides.end()};
}

// A tint over runs of cells, as far as they are visible. If rows are smaller than pixels, one run stands for several.
// Beyond a limit the remaining runs are left out.
class Tint {
 public:
  Tint(const WindowPoints& points, Color color) : points_(points), colour_(IM_COL32(color.r, color.g, color.b, 120)) {}

  void draw(const CellSet& cells) {
    const int x_begin = std::max(low_.x, cells.x_begin()), x_end = std::min(high_.x + 1, cells.x_end());
    const int y_begin = std::max(low_.y, cells.y_begin()), y_end = std::min(high_.y + 1, cells.y_end());
    for (int y = y_begin; y < y_end; y += rows_) {
      for (int x = cells.next_in(x_begin, y); x < x_end && runs_ < kRunsMost;) {
        const int end = std::min(cells.next_outside(x, y), x_end);
        draw_run(x, end, y);
        x = cells.next_in(end, y);
      }
    }
  }
  void draw(const std::vector<Span>& spans) {
    for (const Span& span : spans) {
      if (span.y >= low_.y && span.y <= high_.y && span.y % rows_ == 0 && runs_ < kRunsMost)
        draw_run(span.x_begin, span.x_end, span.y);
    }
  }

 private:
  static constexpr int kRunsMost = 20000;

  void draw_run(int x_begin, int x_end, int y) {
    ++runs_;
    ImGui::GetBackgroundDrawList()->AddRectFilled(points_.point(x_begin, y), points_.point(x_end, y + rows_), colour_);
  }

  const WindowPoints& points_;
  ImU32 colour_;
  PixelRect port_ = points_.camera.viewport();
  CellPoint low_ = points_.camera.cell_at({static_cast<double>(port_.x), static_cast<double>(port_.y)});
  CellPoint high_ =
      points_.camera.cell_at({static_cast<double>(port_.x + port_.width), static_cast<double>(port_.y + port_.height)});
  int rows_ = std::max(1, static_cast<int>(std::ceil(1 / points_.camera.zoom())));
  int runs_ = 0;
};

// An arrow through the middle of the brush.
void draw_gust(const WindowPoints& points, const ToolShape& shape, int brush_size) {
  constexpr float kLeast = 14, kHead = 7;
  const auto cells = static_cast<float>(points.camera.zoom()) / points.scale;
  const float reach = std::max(px(kLeast), 0.3f * static_cast<float>(brush_size) * cells), head = px(kHead);
  const ImVec2 middle = points.point(shape.to.x + 0.5, shape.to.y + 0.5);
  const auto dx = static_cast<float>(shape.gust.x), dy = static_cast<float>(shape.gust.y);
  const ImVec2 tip{middle.x + dx * reach, middle.y + dy * reach}, tail{middle.x - dx * reach, middle.y - dy * reach};
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (const float shadow : {1.0f, 0.0f}) {
    const ImU32 colour = shadow > 0 ? IM_COL32(0, 0, 0, 130) : IM_COL32(255, 255, 255, 220);
    const auto at = [shadow](float x, float y) { return ImVec2(x + shadow, y + shadow); };
    list.AddLine(at(tail.x, tail.y), at(tip.x, tip.y), colour, px(1.5f));
    for (const float side : {-1.0f, 1.0f}) {
      list.AddLine(at(tip.x, tip.y), at(tip.x - (dx + side * dy * 0.6f) * head, tip.y - (dy - side * dx * 0.6f) * head),
                   colour, px(1.5f));
    }
  }
}

// A dashed line, and its grip.
void draw_axis(ImVec2 from, ImVec2 to, ImVec2 grip) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  constexpr float kDash = 6;
  const ImVec4& accent = theme().accent;
  const ImU32 colour = to_u32({accent.x, accent.y, accent.z, 0.45f});
  const float length = to.x - from.x + to.y - from.y;  // one of the two is 0
  const bool upright = to.x == from.x;
  for (float at = 0; at < length; at += 2 * px(kDash)) {
    const float end = std::min(at + px(kDash), length);
    const ImVec2 a = upright ? ImVec2(from.x, from.y + at) : ImVec2(from.x + at, from.y);
    const ImVec2 b = upright ? ImVec2(from.x, from.y + end) : ImVec2(from.x + end, from.y);
    list.AddLine(a, b, colour);
  }
  list.AddCircleFilled(grip, px(kGripRadius), to_u32(theme().accent));
  list.AddCircle(grip, px(kGripRadius), IM_COL32(0, 0, 0, 140));
}

}  // namespace

MirrorGrip grip_at(const Mirror& mirror, float pixels_per_point, const Camera& camera, PixelPoint at) {
  const WindowPoints points{camera, pixels_per_point};
  const auto near = [&](ImVec2 grip) {
    return std::hypot(static_cast<float>(at.x) / points.scale - grip.x,
                      static_cast<float>(at.y) / points.scale - grip.y) <= px(kGripReach);
  };
  if (mirror.left_right() && near(points.column_grip(mirror))) return MirrorGrip::column;
  if (mirror.up_down() && near(points.row_grip(mirror))) return MirrorGrip::row;
  return MirrorGrip::none;
}

const CellSet* ToolPreview::region(Desk& desk, const ToolShape& shape) {
  constexpr double kSecondsBetween = 0.1;
  constexpr std::uint64_t kCellsMost = std::uint64_t{1} << 22;  // takes some milliseconds
  const CellPoint cell = shape.to;
  const CellView view = desk.session().view();
  if (cell.x < 0 || cell.y < 0 || cell.x >= desk.session().width() || cell.y >= desk.session().height()) return nullptr;
  if (desk.paint_box.brush().over == PaintOver::empty && shape.element != 0 && element_at(desk, cell) != 0)
    return nullptr;
  if (view.memory() == nullptr) return nullptr;
  const std::vector<CellPoint> from = with_images(cell, desk.paint_box.mirror());
  const double now = desk.loop.now();
  const bool fits = region_ && region_->width() == view.width && region_->height() == view.height && from == from_;
  const bool fresh = view.generation == generation_ || (now >= looked_at_ && now < looked_at_ + kSecondsBetween);
  if (fits && fresh) return &*region_;
  const MemoryCells& shown = *view.memory();
  const PlaneRows<std::uint8_t>& plane = shown.wall.present() ? shown.wall : shown.cells;
  KindRows kinds{plane.top_left, plane.stride, view.width, view.height};
  std::vector<std::uint8_t> waters;
  if (shown.mass.present()) {
    const auto width = static_cast<std::size_t>(view.width), height = static_cast<std::size_t>(view.height);
    if (width * height > kCellsMost) return nullptr;
    waters = shown_water(desk.session(), view);
    kinds = {waters.data(), width, view.width, view.height};
  }
  region_ = flood(kinds, from, kCellsMost);
  from_ = from;
  generation_ = view.generation;
  looked_at_ = now;
  return &*region_;
}

void ToolPreview::draw(Desk& desk, const Camera& camera, const std::optional<ToolShape>& shape) {
  const WindowPoints points{camera, desk.layout.pixels_per_point()};
  const Mirror mirror = desk.paint_box.mirror();
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect(points.low(), points.high());
  if (const CellSet* const cells = shape && shape->tool == Tool::fill ? region(desk, *shape) : nullptr;
      cells != nullptr && !cells->empty())
    Tint(points, desk.view.world_views.color_of(shape->element)).draw(*cells);  // the colour that they would get
  if (mirror.left_right()) {
    const ImVec2 grip = points.column_grip(mirror);
    draw_axis({grip.x, points.low().y}, {grip.x, points.high().y}, grip);
  }
  if (mirror.up_down()) {
    const ImVec2 grip = points.row_grip(mirror);
    draw_axis({points.low().x, grip.y}, {points.high().x, grip.y}, grip);
  }
  if (shape) {  // and, with fainter lines, its mirror images
    const auto cells = [&desk](const Edit& edit) -> std::vector<Span> {
      const int width = desk.session().width(), height = desk.session().height();
      if (const auto* stroke = std::get_if<StrokeEdit>(&edit)) return rasterise(*stroke, width, height);
      return rasterise(std::get<RectEdit>(edit), width, height);
    };
    constexpr float kImageStrength = 0.5f;
    const Brush& brush = desk.paint_box.brush();
    const Mirror images = shape->tool == Tool::pick || shape->tool == Tool::sign ? Mirror{} : mirror;
    Tint tint(points, desk.view.world_views.color_of(shape->element));
    for (const Edit& edit : tints_of(brush, *shape)) {
      for (const Edit& image : with_images(edit, images)) tint.draw(cells(image));
    }
    for (const Edit& edit : outlines_of(brush, *shape)) {
      float strength = 1;
      for (const Edit& image : with_images(edit, images)) {
        draw_outline(points, cells(image), strength);
        strength = kImageStrength;
      }
    }
  }
  if (shape && shape->tool == Tool::blow) draw_gust(points, *shape, desk.paint_box.brush().size);
  list.PopClipRect();
}

}  // namespace repose
