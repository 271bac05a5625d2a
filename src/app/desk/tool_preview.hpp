// What the tool under the mouse would do: its outline, the cells of a fill, and the axes of the mirror.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/desk/tools.hpp"
#include "core/flood.hpp"
#include "render/camera.hpp"
#include "repose/edit.hpp"
#include "repose/solver.hpp"

namespace repose {

struct Desk;
class Session;

class FillPreview {
 public:
  // The cells that are connected to the cells `from` in the session's view. Computed again when `from` changes, and a
  // few times a second while the world changes; large regions are incomplete. Null if the world is on a GPU, because
  // reading it there would delay the frame.
  const CellSet* region(const Session& session, const std::vector<CellPoint>& from, double now);

 private:
  bool up_to_date(const CellView& view, const std::vector<CellPoint>& from, double now) const;
  // One byte a cell; empty if that would take too long.
  std::optional<KindRows> kinds_of(const Session& session, const CellView& view);

  std::optional<CellSet> region_;
  std::vector<CellPoint> from_;
  std::uint64_t generation_ = 0;
  double looked_at_ = 0;
  std::vector<std::uint8_t> kinds_;  // for views whose rows are not kinds themselves
};

// Shows over the world what a tool will change: the cells that a click or release will change, and the axes of the
// mirror with their grips.

struct WindowPoints;  // converts cells to points of the window

// The shape to which a tool will be applied, in cells.
struct ToolShape {
  Tool tool = Tool::brush;
  CellPoint from, to;        // equal while no button is held
  bool dragging = false;     // a line or rectangle is unfinished
  std::uint8_t element = 0;  // the element that is painted
  GustDirection gust = {};   // where the blow tool blows
};

// The handle of an axis under a point of the window, in pixels.
enum class MirrorGrip : unsigned char { none, column, row };
MirrorGrip grip_at(const Mirror& mirror, float pixels_per_point, const Camera& camera, PixelPoint at);

class ToolPreview {
 public:
  explicit ToolPreview(Desk& desk) : desk_(desk) {}

  // Draws into ImGui's background list. Without a shape draws only the axes.
  void draw(const Camera& camera, const std::optional<ToolShape>& shape);

 private:
  void draw_flood(const WindowPoints& points, const ToolShape& shape);
  void draw_shape(const WindowPoints& points, const ToolShape& shape) const;
  std::vector<Span> cells_of(const Edit& edit) const;

  Desk& desk_;
  FillPreview fill_;
};

}  // namespace repose
