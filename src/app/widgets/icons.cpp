#include "app/widgets/icons.hpp"

#include <map>
#include <vector>

namespace repose {

namespace {

// outline: a triangle that is not filled. frame: the same for a bar.
enum class Mark : unsigned char { line, bar, frame, triangle, outline, dot, circle, arc };

// A part of an icon, in units of half the icon's size around its centre. Corners as x and y; dot and circle have their
// centre and radius, an arc its first and last angle and its radius.
struct Stroke {
  Mark mark;
  float a, b, c, d = 0, e = 0, f = 0;
};

const std::vector<Stroke>& strokes_of(Icon icon) {
  using enum Mark;
  static const std::map<Icon, std::vector<Stroke>> kStrokes = {
      {Icon::play, {{triangle, -0.55f, -0.8f, -0.55f, 0.8f, 0.8f, 0}}},
      {Icon::pause, {{bar, -0.6f, -0.75f, -0.2f, 0.75f}, {bar, 0.2f, -0.75f, 0.6f, 0.75f}}},
      {Icon::step, {{triangle, -0.7f, -0.7f, -0.7f, 0.7f, 0.3f, 0}, {bar, 0.4f, -0.7f, 0.7f, 0.7f}}},
      {Icon::step_back, {{triangle, 0.7f, -0.7f, 0.7f, 0.7f, -0.3f, 0}, {bar, -0.7f, -0.7f, -0.4f, 0.7f}}},
      {Icon::rewind,
       {{triangle, 0.05f, -0.65f, 0.05f, 0.65f, -0.8f, 0}, {triangle, 0.85f, -0.65f, 0.85f, 0.65f, 0, 0}}},
      {Icon::undo, {{arc, -2.6f, 1.3f, 0.65f}, {triangle, -0.85f, 0.1f, -0.2f, -0.15f, -0.95f, -0.6f}}},
      {Icon::redo, {{arc, 1.84f, 5.74f, 0.65f}, {triangle, 0.85f, 0.1f, 0.2f, -0.15f, 0.95f, -0.6f}}},
      {Icon::plus, {{line, 0, -0.55f, 0, 0.55f}, {line, -0.55f, 0, 0.55f, 0}}},
      {Icon::minus, {{line, -0.55f, 0, 0.55f, 0}}},
      {Icon::reset, {{arc, -0.9f, 3.9f, 0.7f}, {triangle, 0.1f, -0.62f, 0.85f, -0.75f, 0.62f, -0.05f}}},
      {Icon::clear, {{line, -0.6f, -0.6f, 0.6f, 0.6f}, {line, -0.6f, 0.6f, 0.6f, -0.6f}}},
      {Icon::round_brush, {{dot, 0, 0, 0.72f}}},
      {Icon::square_brush, {{bar, -0.65f, -0.65f, 0.65f, 0.65f}}},
      {Icon::folder, {{bar, -0.8f, -0.6f, -0.1f, 0}, {bar, -0.8f, -0.4f, 0.8f, 0.6f}}},
      {Icon::file,  // a page with a folded corner and three lines
       {{line, -0.6f, -0.8f, 0.2f, -0.8f},
        {line, 0.2f, -0.8f, 0.6f, -0.4f},
        {line, 0.6f, -0.4f, 0.6f, 0.8f},
        {line, 0.6f, 0.8f, -0.6f, 0.8f},
        {line, -0.6f, 0.8f, -0.6f, -0.8f},
        {line, -0.3f, -0.2f, 0.3f, -0.2f},
        {line, -0.3f, 0.15f, 0.3f, 0.15f},
        {line, -0.3f, 0.5f, 0.1f, 0.5f}}},
      {Icon::up, {{line, 0, 0.7f, 0, -0.6f}, {line, 0, -0.7f, -0.5f, -0.15f}, {line, 0, -0.7f, 0.5f, -0.15f}}},
      {Icon::home, {{triangle, -0.85f, 0, 0, -0.8f, 0.85f, 0}, {bar, -0.55f, 0, 0.55f, 0.7f}}},
      {Icon::warning,
       {{outline, 0, -0.85f, 0.9f, 0.75f, -0.9f, 0.75f}, {bar, -0.08f, -0.35f, 0.08f, 0.25f}, {dot, 0, 0.52f, 0.11f}}},
      {Icon::error, {{circle, 0, 0, 0.9f}, {bar, -0.08f, -0.35f, 0.08f, 0.25f}, {dot, 0, 0.52f, 0.11f}}},
      {Icon::note, {{circle, 0, 0, 0.9f}, {bar, -0.08f, -0.35f, 0.08f, 0.25f}, {dot, 0, 0.52f, 0.11f}}},
      {Icon::cross, {{line, -0.6f, -0.6f, 0.6f, 0.6f}, {line, -0.6f, 0.6f, 0.6f, -0.6f}}},
      {Icon::menu, {{line, -0.8f, -0.6f, 0.8f, -0.6f}, {line, -0.8f, 0, 0.8f, 0}, {line, -0.8f, 0.6f, 0.8f, 0.6f}}},
      {Icon::more, {{line, -0.3f, -0.6f, 0.35f, 0}, {line, -0.3f, 0.6f, 0.35f, 0}}},
      {Icon::back, {{line, 0.3f, -0.6f, -0.35f, 0}, {line, 0.3f, 0.6f, -0.35f, 0}}},
      {Icon::record, {{dot, 0, 0, 0.62f}}},
      {Icon::stop, {{bar, -0.55f, -0.55f, 0.55f, 0.55f}}},
      {Icon::film,  // a strip of it, with the holes at its edges
       {{frame, -0.8f, -0.7f, 0.8f, 0.7f},
        {bar, -0.55f, -0.5f, -0.35f, -0.3f},
        {bar, -0.55f, 0.3f, -0.35f, 0.5f},
        {bar, -0.1f, -0.5f, 0.1f, -0.3f},
        {bar, -0.1f, 0.3f, 0.1f, 0.5f},
        {bar, 0.35f, -0.5f, 0.55f, -0.3f},
        {bar, 0.35f, 0.3f, 0.55f, 0.5f}}},
      {Icon::speaker,
       {{bar, -0.85f, -0.28f, -0.45f, 0.28f},
        {triangle, -0.65f, 0, 0, -0.7f, 0, 0.7f},
        {arc, -0.7f, 0.7f, 0.45f},
        {arc, -0.7f, 0.7f, 0.85f}}},
      {Icon::muted_speaker,
       {{bar, -0.85f, -0.28f, -0.45f, 0.28f},
        {triangle, -0.65f, 0, 0, -0.7f, 0, 0.7f},
        {line, 0.3f, -0.3f, 0.9f, 0.3f},
        {line, 0.3f, 0.3f, 0.9f, -0.3f}}},
      {Icon::brush,  // handle, ferrule, tip
       {{line, 0.85f, -0.85f, 0, 0},
        {line, 0.6f, -0.85f, 0.85f, -0.6f},
        {dot, -0.25f, 0.25f, 0.3f},
        {triangle, -0.5f, 0.1f, -0.1f, 0.5f, -0.85f, 0.85f}}},
      {Icon::line, {{line, -0.7f, 0.7f, 0.7f, -0.7f}, {dot, -0.7f, 0.7f, 0.2f}, {dot, 0.7f, -0.7f, 0.2f}}},
      {Icon::rectangle, {{bar, -0.8f, -0.6f, 0.8f, 0.6f}}},
      {Icon::outline, {{frame, -0.8f, -0.6f, 0.8f, 0.6f}}},
      {Icon::fill,  // a tipped bucket and a drop
       {{line, -0.2f, -0.7f, 0.65f, 0.15f},
        {line, 0.65f, 0.15f, -0.05f, 0.8f},
        {line, -0.05f, 0.8f, -0.85f, 0},
        {line, -0.85f, 0, -0.2f, -0.7f},
        {triangle, -0.75f, 0.1f, 0.55f, 0.2f, -0.05f, 0.72f},
        {dot, 0.82f, 0.65f, 0.16f}}},
      {Icon::pick,  // a pipette
       {{line, -0.75f, 0.75f, 0.2f, -0.2f},
        {line, -0.05f, -0.45f, 0.45f, 0.05f},
        {line, 0.2f, -0.2f, 0.6f, -0.6f},
        {dot, 0.6f, -0.6f, 0.28f}}},
      {Icon::select,  // a dashed rectangle
       {{line, -0.7f, -0.7f, -0.4f, -0.7f},
        {line, -0.7f, -0.7f, -0.7f, -0.4f},
        {line, -0.15f, -0.7f, 0.15f, -0.7f},
        {line, -0.7f, -0.15f, -0.7f, 0.15f},
        {line, 0.4f, -0.7f, 0.7f, -0.7f},
        {line, -0.7f, 0.4f, -0.7f, 0.7f},
        {line, -0.7f, 0.7f, -0.4f, 0.7f},
        {line, 0.7f, -0.7f, 0.7f, -0.4f},
        {line, -0.15f, 0.7f, 0.15f, 0.7f},
        {line, 0.7f, -0.15f, 0.7f, 0.15f},
        {line, 0.4f, 0.7f, 0.7f, 0.7f},
        {line, 0.7f, 0.4f, 0.7f, 0.7f}}},
      {Icon::stamp,  // a rubber stamp, on a line
       {{dot, 0, -0.5f, 0.32f},
        {bar, -0.15f, -0.4f, 0.15f, 0.1f},
        {bar, -0.65f, 0.05f, 0.65f, 0.4f},
        {line, -0.75f, 0.75f, 0.75f, 0.75f}}},
      {Icon::pen,  // renames
       {{line, -0.35f, 0.45f, 0.6f, -0.5f},
        {line, -0.55f, 0.25f, 0.4f, -0.7f},
        {line, 0.4f, -0.7f, 0.6f, -0.5f},
        {triangle, -0.6f, 0.2f, -0.3f, 0.5f, -0.8f, 0.75f}}},
      {Icon::inspect,  // a cell in a crosshair
       {{frame, -0.25f, -0.25f, 0.25f, 0.25f},
        {line, -0.9f, 0, -0.5f, 0},
        {line, 0, -0.9f, 0, -0.5f},
        {line, 0.9f, 0, 0.5f, 0},
        {line, 0, 0.9f, 0, 0.5f},
        {circle, 0, 0, 0.7f}}},
      {Icon::blow,  // three streaks, two of them curl
       {{line, -0.85f, -0.3f, 0.4f, -0.3f},
        {circle, 0.4f, -0.53f, 0.23f},
        {line, -0.55f, 0.08f, 0.85f, 0.08f},
        {line, -0.85f, 0.46f, 0.2f, 0.46f},
        {circle, 0.2f, 0.67f, 0.2f}}},
      {Icon::body,  // a foot
       {{circle, 0, 0.62f, 0.26f},
        {circle, 0.08f, 0, 0.4f},
        {circle, -0.4f, -0.72f, 0.12f},
        {circle, -0.1f, -0.64f, 0.12f},
        {circle, 0.2f, -0.56f, 0.12f},
        {circle, 0.5f, -0.48f, 0.12f}}},
      {Icon::sign,  // a label with two lines of text, and its pointer
       {{frame, -0.85f, -0.75f, 0.85f, 0.3f},
        {line, -0.5f, -0.4f, 0.5f, -0.4f},
        {line, -0.5f, -0.05f, 0.15f, -0.05f},
        {triangle, -0.35f, 0.3f, 0.25f, 0.3f, -0.05f, 0.85f}}},
      {Icon::hourglass,
       {{triangle, -0.55f, -0.75f, 0.55f, -0.75f, 0, 0.05f},
        {triangle, -0.55f, 0.75f, 0.55f, 0.75f, 0, -0.05f},
        {line, -0.75f, -0.82f, 0.75f, -0.82f},
        {line, -0.75f, 0.82f, 0.75f, 0.82f}}},
      {Icon::turn_right,  // a page, and an arrow around its corner
       {{frame, -0.75f, -0.05f, 0.05f, 0.8f},
        {arc, -1.9f, -0.1f, 0.75f},
        {triangle, 0.45f, -0.15f, 1.05f, -0.15f, 0.75f, 0.35f}}},
      {Icon::shake,  // a box between two pairs of strokes
       {{frame, -0.38f, -0.5f, 0.38f, 0.5f},
        {line, -0.65f, -0.4f, -0.65f, 0.4f},
        {line, -0.9f, -0.2f, -0.9f, 0.2f},
        {line, 0.65f, -0.4f, 0.65f, 0.4f},
        {line, 0.9f, -0.2f, 0.9f, 0.2f}}},
      {Icon::over_everything, {{bar, -0.75f, 0, 0.75f, 0.75f}, {dot, 0, -0.15f, 0.5f}}},
      {Icon::over_empty, {{frame, -0.75f, 0, 0.75f, 0.75f}, {dot, 0, -0.45f, 0.35f}}},
      {Icon::over_same, {{frame, -0.75f, -0.75f, 0.75f, 0.75f}, {dot, -0.3f, 0.3f, 0.25f}, {dot, 0.3f, -0.3f, 0.25f}}},
      {Icon::no_mirror,
       {{line, 0, -0.85f, 0, 0.85f},
        {triangle, -0.25f, -0.55f, -0.25f, 0.55f, -0.85f, 0.55f},
        {triangle, 0.25f, -0.55f, 0.25f, 0.55f, 0.85f, 0.55f}}},
      {Icon::mirror_left_right,
       {{line, 0, -0.85f, 0, 0.85f},
        {triangle, -0.25f, -0.55f, -0.25f, 0.55f, -0.85f, 0.55f},
        {triangle, 0.25f, -0.55f, 0.25f, 0.55f, 0.85f, 0.55f}}},
      {Icon::mirror_up_down,
       {{line, -0.85f, 0, 0.85f, 0},
        {triangle, -0.55f, -0.25f, 0.55f, -0.25f, 0.55f, -0.85f},
        {triangle, -0.55f, 0.25f, 0.55f, 0.25f, 0.55f, 0.85f}}},
      {Icon::mirror_both,
       {{line, 0, -0.85f, 0, 0.85f},
        {line, -0.85f, 0, 0.85f, 0},
        {triangle, -0.2f, -0.2f, -0.75f, -0.2f, -0.2f, -0.75f},
        {triangle, -0.2f, 0.2f, -0.75f, 0.2f, -0.2f, 0.75f},
        {triangle, 0.2f, -0.2f, 0.75f, -0.2f, 0.2f, -0.75f},
        {triangle, 0.2f, 0.2f, 0.75f, 0.2f, 0.2f, 0.75f}}},
  };
  return kStrokes.at(icon);
}

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float size, ImU32 colour) {
  const float half = size * 0.5f, width = size * 0.11f;
  const auto at = [&](float x, float y) { return ImVec2{centre.x + x * half, centre.y + y * half}; };
  for (const auto& [mark, a, b, c, d, e, f] : strokes_of(icon)) {
    switch (mark) {
      case Mark::line: list.AddLine(at(a, b), at(c, d), colour, width); break;
      case Mark::bar: list.AddRectFilled(at(a, b), at(c, d), colour, width * 0.6f); break;
      case Mark::frame: list.AddRect(at(a, b), at(c, d), colour, width, 0, width); break;
      case Mark::triangle: list.AddTriangleFilled(at(a, b), at(c, d), at(e, f), colour); break;
      case Mark::outline: list.AddTriangle(at(a, b), at(c, d), at(e, f), colour, width); break;
      case Mark::dot: list.AddCircleFilled(at(a, b), c * half, colour); break;
      case Mark::circle: list.AddCircle(at(a, b), c * half, colour, 0, width); break;
      case Mark::arc:
        list.PathArcTo(centre, c * half, a, b, 20);
        list.PathStroke(colour, 0, width);
        break;
    }
  }
}

}  // namespace repose
