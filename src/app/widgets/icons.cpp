#include "app/widgets/icons.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <vector>

namespace repose {

namespace {

// outline: a triangle that is not filled. frame: the same for a bar.
enum Mark : int { line = 1000, bar, frame, triangle, outline, dot, circle, arc };

// Marks, each with its numbers, in hundredths of half the icon's size around its centre. Corners as x and y, of a line
// two or more; dot and circle have their centre and radius, an arc its first and last angle (1/100 rad) and its radius.
const std::vector<int>& shape_of(Icon icon) {
  static const std::map<Icon, std::vector<int>> kShapes = {
      {Icon::play, {triangle, -55, -80, -55, 80, 80, 0}},
      {Icon::pause, {bar, -60, -75, -20, 75, bar, 20, -75, 60, 75}},
      {Icon::step, {triangle, -70, -70, -70, 70, 30, 0, bar, 40, -70, 70, 70}},
      {Icon::step_back, {triangle, 70, -70, 70, 70, -30, 0, bar, -70, -70, -40, 70}},
      {Icon::rewind, {triangle, 5, -65, 5, 65, -80, 0, triangle, 85, -65, 85, 65, 0, 0}},
      {Icon::undo, {arc, -260, 130, 65, triangle, -85, 10, -20, -15, -95, -60}},
      {Icon::redo, {arc, 184, 574, 65, triangle, 85, 10, 20, -15, 95, -60}},
      {Icon::plus, {line, 0, -55, 0, 55, line, -55, 0, 55, 0}},
      {Icon::minus, {line, -55, 0, 55, 0}},
      {Icon::reset, {arc, -90, 390, 70, triangle, 10, -62, 85, -75, 62, -5}},
      {Icon::clear, {line, -60, -60, 60, 60, line, -60, 60, 60, -60}},
      {Icon::round_brush, {dot, 0, 0, 72}},
      {Icon::square_brush, {bar, -65, -65, 65, 65}},
      {Icon::folder, {bar, -80, -60, -10, 0, bar, -80, -40, 80, 60}},
      {Icon::file,  // a page with a folded corner and three lines
       {line, -60, -80, 20,  -80,  60,  -40, 60, 80, -60,  80,  -60, -80, line,
        -30,  -20, 30,  -20, line, -30, 15,  30, 15, line, -30, 50,  10,  50}},
      {Icon::up, {line, 0, 70, 0, -60, line, 0, -70, -50, -15, line, 0, -70, 50, -15}},
      {Icon::home, {triangle, -85, 0, 0, -80, 85, 0, bar, -55, 0, 55, 70}},
      {Icon::warning, {outline, 0, -85, 90, 75, -90, 75, bar, -8, -35, 8, 25, dot, 0, 52, 11}},
      {Icon::error, {circle, 0, 0, 90, bar, -8, -35, 8, 25, dot, 0, 52, 11}},
      {Icon::note, {circle, 0, 0, 90, bar, -8, -35, 8, 25, dot, 0, 52, 11}},
      {Icon::cross, {line, -60, -60, 60, 60, line, -60, 60, 60, -60}},
      {Icon::menu, {line, -80, -60, 80, -60, line, -80, 0, 80, 0, line, -80, 60, 80, 60}},
      {Icon::more, {line, -30, -60, 35, 0, line, -30, 60, 35, 0}},
      {Icon::back, {line, 30, -60, -35, 0, line, 30, 60, -35, 0}},
      {Icon::record, {dot, 0, 0, 62}},
      {Icon::stop, {bar, -55, -55, 55, 55}},
      {Icon::film,  // a strip of it, with the holes at its edges
       {frame, -80, -70, 80,  70, bar, -55, -50, -35, -30, bar, -55, 30,  -35, 50, bar, -10, -50,
        10,    -30, bar, -10, 30, 10,  50,  bar, 35,  -50, 55,  -30, bar, 35,  30, 55,  50}},
      {Icon::speaker, {bar, -85, -28, -45, 28, triangle, -65, 0, 0, -70, 0, 70, arc, -70, 70, 45, arc, -70, 70, 85}},
      {Icon::muted_speaker,
       {bar, -85, -28, -45, 28, triangle, -65, 0, 0, -70, 0, 70, line, 30, -30, 90, 30, line, 30, 30, 90, -30}},
      {Icon::brush,  // handle, ferrule, tip
       {line, 85, -85, 0, 0, line, 60, -85, 85, -60, dot, -25, 25, 30, triangle, -50, 10, -10, 50, -85, 85}},
      {Icon::line, {line, -70, 70, 70, -70, dot, -70, 70, 20, dot, 70, -70, 20}},
      {Icon::rectangle, {bar, -80, -60, 80, 60}},
      {Icon::outline, {frame, -80, -60, 80, 60}},
      {Icon::fill,  // a tipped bucket and a drop
       {line, -20, -70, 65, 15, -5, 80, -85, 0, -20, -70, triangle, -75, 10, 55, 20, -5, 72, dot, 82, 65, 16}},
      {Icon::pick,  // a pipette
       {line, -75, 75, 20, -20, line, -5, -45, 45, 5, line, 20, -20, 60, -60, dot, 60, -60, 28}},
      {Icon::select,  // a dashed rectangle
       {line, -70,  -70, -40, -70,  line, -70,  -70, -70, -40,  line, -15, -70, 15,   -70,  line, -70, -15, -70,
        15,   line, 40,  -70, 70,   -70,  line, -70, 40,  -70,  70,   -40, 70,  line, 70,   -70,  70,  -40, line,
        -15,  70,   15,  70,  line, 70,   -15,  70,  15,  line, 40,   70,  70,  70,   line, 70,   40,  70,  70}},
      {Icon::stamp,  // a rubber stamp, on a line
       {dot, 0, -50, 32, bar, -15, -40, 15, 10, bar, -65, 5, 65, 40, line, -75, 75, 75, 75}},
      {Icon::pen,  // renames
       {line, -35, 45, 60, -50, line, -55, 25, 40, -70, 60, -50, triangle, -60, 20, -30, 50, -80, 75}},
      {Icon::inspect,  // a cell in a crosshair
       {frame, -25, -25, 25, 25, line, -90, 0,  -50, 0,  line,   0, -90, 0, -50,
        line,  90,  0,   50, 0,  line, 0,   90, 0,   50, circle, 0, 0,   70}},
      {Icon::blow,  // three streaks, two of them curl
       {line, -85, -30, 40, -30, circle, 40, -53, 23, line, -55, 8, 85, 8, line, -85, 46, 20, 46, circle, 20, 67, 20}},
      {Icon::body,  // a foot
       {circle, 0,   62,  26, circle, 8,  0,   40, circle, -40, -72, 12,
        circle, -10, -64, 12, circle, 20, -56, 12, circle, 50,  -48, 12}},
      {Icon::sign,  // a label with two lines of text, and its pointer
       {frame, -85, -75, 85, 30, line, -50, -40, 50, -40, line, -50, -5, 15, -5, triangle, -35, 30, 25, 30, -5, 85}},
      {Icon::hourglass, {triangle, -55, -75,  55,  -75, 0,  5,   triangle, -55, 75, 55, 75,
                         0,        -5,  line, -75, -82, 75, -82, line,     -75, 82, 75, 82}},
      {Icon::turn_right,  // a page, and an arrow around its corner
       {frame, -75, -5, 5, 80, arc, -190, -10, 75, triangle, 45, -15, 105, -15, 75, 35}},
      {Icon::shake,  // a box between two pairs of strokes
       {frame, -38, -50,  38, 50,  line, -65, -40,  -65, 40,  line, -90, -20,
        -90,   20,  line, 65, -40, 65,   40,  line, 90,  -20, 90,   20}},
      {Icon::over_everything, {bar, -75, 0, 75, 75, dot, 0, -15, 50}},
      {Icon::over_empty, {frame, -75, 0, 75, 75, dot, 0, -45, 35}},
      {Icon::over_same, {frame, -75, -75, 75, 75, dot, -30, 30, 25, dot, 30, -30, 25}},
      {Icon::no_mirror, {triangle, -30, -70, -30, 60, 60, 60}},
      {Icon::mirror_left_right,
       {line, 0, -85, 0, 85, triangle, -25, -55, -25, 55, -85, 55, triangle, 25, -55, 25, 55, 85, 55}},
      {Icon::mirror_up_down,
       {line, -85, 0, 85, 0, triangle, -55, -25, 55, -25, 55, -85, triangle, -55, 25, 55, 25, 55, 85}},
      {Icon::mirror_both, {line, 0,   -85, 0,   85,       line,     -85, 0,   85, 0,   triangle, -20,      -20,
                           -75,  -20, -20, -75, triangle, -20,      20,  -75, 20, -20, 75,       triangle, 20,
                           -20,  75,  -20, 20,  -75,      triangle, 20,  20,  75, 20,  20,       75}},
  };
  return kShapes.at(icon);
}

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float size, ImU32 colour) {
  const float half = size * 0.5f, width = size * 0.11f;
  const std::vector<int>& shape = shape_of(icon);
  for (auto next = shape.begin(); next != shape.end();) {
    const auto first = next + 1;
    next = std::find_if(first, shape.end(), [](int n) { return n >= line; });
    const auto number = [&](std::size_t i) { return static_cast<float>(first[static_cast<std::ptrdiff_t>(i)]) / 100; };
    const auto at = [&](std::size_t i) {
      return ImVec2{centre.x + number(2 * i) * half, centre.y + number(2 * i + 1) * half};
    };
    switch (first[-1]) {
      case line:
        for (std::size_t i = 1; i < static_cast<std::size_t>(next - first) / 2; ++i)
          list.AddLine(at(i - 1), at(i), colour, width);
        break;
      case bar: list.AddRectFilled(at(0), at(1), colour, width * 0.6f); break;
      case frame: list.AddRect(at(0), at(1), colour, width, 0, width); break;
      case triangle: list.AddTriangleFilled(at(0), at(1), at(2), colour); break;
      case outline: list.AddTriangle(at(0), at(1), at(2), colour, width); break;
      case dot: list.AddCircleFilled(at(0), number(2) * half, colour); break;
      case circle: list.AddCircle(at(0), number(2) * half, colour, 0, width); break;
      case arc:
        list.PathArcTo(centre, number(2) * half, number(0), number(1), 20);
        list.PathStroke(colour, 0, width);
        break;
    }
  }
}

}  // namespace repose
