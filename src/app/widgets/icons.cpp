#include "app/widgets/icons.hpp"

#include <array>
#include <utility>

namespace repose {

namespace {

// Draws in units of half the icon's size around its centre.
struct Pen {
  ImDrawList& list;
  ImVec2 centre;
  float half;
  ImU32 colour;
  float width;

  ImVec2 at(float x, float y) const { return {centre.x + x * half, centre.y + y * half}; }
  void line(float x0, float y0, float x1, float y1) const { list.AddLine(at(x0, y0), at(x1, y1), colour, width); }
  void bar(float x0, float y0, float x1, float y1) const {
    list.AddRectFilled(at(x0, y0), at(x1, y1), colour, width * 0.6f);
  }
  void triangle(float x0, float y0, float x1, float y1, float x2, float y2) const {
    list.AddTriangleFilled(at(x0, y0), at(x1, y1), at(x2, y2), colour);
  }
  void dot(float x, float y, float r) const { list.AddCircleFilled(at(x, y), r * half, colour); }
  void circle(float x, float y, float r) const { list.AddCircle(at(x, y), r * half, colour, 0, width); }
  void frame(float x0, float y0, float x1, float y1) const {
    list.AddRect(at(x0, y0), at(x1, y1), colour, width, 0, width);
  }
  void arc(float from, float to, float r) const {
    list.PathArcTo(centre, r * half, from, to, 20);
    list.PathStroke(colour, 0, width);
  }
  void exclamation() const {
    bar(-0.08f, -0.35f, 0.08f, 0.25f);
    list.AddCircleFilled(at(0, 0.52f), 0.11f * half, colour);
  }
};

void draw_transport(const Pen& p, Icon icon) {
  switch (icon) {
    case Icon::play: p.triangle(-0.55f, -0.8f, -0.55f, 0.8f, 0.8f, 0); break;
    case Icon::pause:
      p.bar(-0.6f, -0.75f, -0.2f, 0.75f);
      p.bar(0.2f, -0.75f, 0.6f, 0.75f);
      break;
    case Icon::step:
      p.triangle(-0.7f, -0.7f, -0.7f, 0.7f, 0.3f, 0);
      p.bar(0.4f, -0.7f, 0.7f, 0.7f);
      break;
    case Icon::step_back:
      p.triangle(0.7f, -0.7f, 0.7f, 0.7f, -0.3f, 0);
      p.bar(-0.7f, -0.7f, -0.4f, 0.7f);
      break;
    case Icon::rewind:
      p.triangle(0.05f, -0.65f, 0.05f, 0.65f, -0.8f, 0);
      p.triangle(0.85f, -0.65f, 0.85f, 0.65f, 0.0f, 0);
      break;
    case Icon::undo:
      p.arc(-2.6f, 1.3f, 0.65f);
      p.triangle(-0.85f, 0.1f, -0.2f, -0.15f, -0.95f, -0.6f);
      break;
    case Icon::redo:
      p.arc(1.84f, 5.74f, 0.65f);
      p.triangle(0.85f, 0.1f, 0.2f, -0.15f, 0.95f, -0.6f);
      break;
    case Icon::reset:
      p.arc(-0.9f, 3.9f, 0.7f);
      p.triangle(0.1f, -0.62f, 0.85f, -0.75f, 0.62f, -0.05f);
      break;
    case Icon::record: p.dot(0, 0, 0.62f); break;
    case Icon::stop: p.bar(-0.55f, -0.55f, 0.55f, 0.55f); break;
    default: break;
  }
}

// A loudspeaker with waves, or crossed out.
void draw_sound_icon(const Pen& p, Icon icon) {
  if (icon != Icon::speaker && icon != Icon::muted_speaker) return;
  p.bar(-0.85f, -0.28f, -0.45f, 0.28f);
  p.triangle(-0.65f, 0.0f, 0.0f, -0.7f, 0.0f, 0.7f);
  if (icon == Icon::speaker) {
    p.arc(-0.7f, 0.7f, 0.45f);
    p.arc(-0.7f, 0.7f, 0.85f);
  } else {
    p.line(0.3f, -0.3f, 0.9f, 0.3f);
    p.line(0.3f, 0.3f, 0.9f, -0.3f);
  }
}

void draw_file_icon(const Pen& p, Icon icon) {
  switch (icon) {
    case Icon::film:  // a strip of it, with the holes at its edges
      p.frame(-0.8f, -0.7f, 0.8f, 0.7f);
      for (const float x : {-0.45f, 0.0f, 0.45f}) {
        p.bar(x - 0.1f, -0.5f, x + 0.1f, -0.3f);
        p.bar(x - 0.1f, 0.3f, x + 0.1f, 0.5f);
      }
      break;
    case Icon::folder:
      p.bar(-0.8f, -0.6f, -0.1f, 0.0f);
      p.bar(-0.8f, -0.4f, 0.8f, 0.6f);
      break;
    case Icon::file:  // a page with a folded corner and three lines
      p.line(-0.6f, -0.8f, 0.2f, -0.8f);
      p.line(0.2f, -0.8f, 0.6f, -0.4f);
      p.line(0.6f, -0.4f, 0.6f, 0.8f);
      p.line(0.6f, 0.8f, -0.6f, 0.8f);
      p.line(-0.6f, 0.8f, -0.6f, -0.8f);
      p.line(-0.3f, -0.2f, 0.3f, -0.2f);
      p.line(-0.3f, 0.15f, 0.3f, 0.15f);
      p.line(-0.3f, 0.5f, 0.1f, 0.5f);
      break;
    case Icon::up:
      p.line(0, 0.7f, 0, -0.6f);
      p.line(0, -0.7f, -0.5f, -0.15f);
      p.line(0, -0.7f, 0.5f, -0.15f);
      break;
    case Icon::home:
      p.triangle(-0.85f, 0.0f, 0.0f, -0.8f, 0.85f, 0.0f);
      p.bar(-0.55f, 0.0f, 0.55f, 0.7f);
      break;
    case Icon::save:
      p.line(0, -0.75f, 0, 0.3f);
      p.line(0, 0.35f, -0.45f, -0.1f);
      p.line(0, 0.35f, 0.45f, -0.1f);
      p.line(-0.75f, 0.75f, 0.75f, 0.75f);
      break;
    case Icon::pen:  // renames
      p.line(-0.35f, 0.45f, 0.6f, -0.5f);
      p.line(-0.55f, 0.25f, 0.4f, -0.7f);
      p.line(0.4f, -0.7f, 0.6f, -0.5f);
      p.triangle(-0.6f, 0.2f, -0.3f, 0.5f, -0.8f, 0.75f);
      break;
    default: break;
  }
}

void draw_tool_icon(const Pen& p, Icon icon) {
  switch (icon) {
    case Icon::brush:  // handle, ferrule, tip
      p.line(0.85f, -0.85f, 0.0f, 0.0f);
      p.line(0.6f, -0.85f, 0.85f, -0.6f);
      p.dot(-0.25f, 0.25f, 0.3f);
      p.triangle(-0.5f, 0.1f, -0.1f, 0.5f, -0.85f, 0.85f);
      break;
    case Icon::line:
      p.line(-0.7f, 0.7f, 0.7f, -0.7f);
      p.dot(-0.7f, 0.7f, 0.2f);
      p.dot(0.7f, -0.7f, 0.2f);
      break;
    case Icon::rectangle: p.bar(-0.8f, -0.6f, 0.8f, 0.6f); break;
    case Icon::outline: p.frame(-0.8f, -0.6f, 0.8f, 0.6f); break;
    case Icon::fill:  // a tipped bucket and a drop
      p.line(-0.2f, -0.7f, 0.65f, 0.15f);
      p.line(0.65f, 0.15f, -0.05f, 0.8f);
      p.line(-0.05f, 0.8f, -0.85f, 0.0f);
      p.line(-0.85f, 0.0f, -0.2f, -0.7f);
      p.triangle(-0.75f, 0.1f, 0.55f, 0.2f, -0.05f, 0.72f);
      p.dot(0.82f, 0.65f, 0.16f);
      break;
    case Icon::inspect:  // a cell in a crosshair
      p.frame(-0.25f, -0.25f, 0.25f, 0.25f);
      for (const float side : {-1.0f, 1.0f}) {
        p.line(side * 0.9f, 0, side * 0.5f, 0);
        p.line(0, side * 0.9f, 0, side * 0.5f);
      }
      p.circle(0, 0, 0.7f);
      break;
    case Icon::pick:  // a pipette
      p.line(-0.75f, 0.75f, 0.2f, -0.2f);
      p.line(-0.05f, -0.45f, 0.45f, 0.05f);
      p.line(0.2f, -0.2f, 0.6f, -0.6f);
      p.dot(0.6f, -0.6f, 0.28f);
      break;
    case Icon::select:  // a dashed rectangle
      for (const float side : {-0.7f, 0.7f}) {
        for (const float begin : {-0.7f, -0.15f, 0.4f}) {
          p.line(begin, side, begin + 0.3f, side);
          p.line(side, begin, side, begin + 0.3f);
        }
      }
      break;
    case Icon::stamp:  // a rubber stamp, on a line
      p.dot(0, -0.5f, 0.32f);
      p.bar(-0.15f, -0.4f, 0.15f, 0.1f);
      p.bar(-0.65f, 0.05f, 0.65f, 0.4f);
      p.line(-0.75f, 0.75f, 0.75f, 0.75f);
      break;
    default: break;
  }
}

void draw_hand_icon(const Pen& p, Icon icon) {
  switch (icon) {
    case Icon::blow:  // three streaks, two of them curl
      p.line(-0.85f, -0.3f, 0.4f, -0.3f);
      p.circle(0.4f, -0.53f, 0.23f);
      p.line(-0.55f, 0.08f, 0.85f, 0.08f);
      p.line(-0.85f, 0.46f, 0.2f, 0.46f);
      p.circle(0.2f, 0.67f, 0.2f);
      break;
    case Icon::body:  // a foot
      p.circle(0.0f, 0.62f, 0.26f);
      p.circle(0.08f, 0.0f, 0.4f);
      for (int toe = 0; toe < 4; ++toe)
        p.circle(-0.4f + 0.3f * static_cast<float>(toe), -0.72f + 0.08f * static_cast<float>(toe), 0.12f);
      break;
    case Icon::sign:  // a label with two lines of text, and its pointer
      p.frame(-0.85f, -0.75f, 0.85f, 0.3f);
      p.line(-0.5f, -0.4f, 0.5f, -0.4f);
      p.line(-0.5f, -0.05f, 0.15f, -0.05f);
      p.triangle(-0.35f, 0.3f, 0.25f, 0.3f, -0.05f, 0.85f);
      break;
    case Icon::hourglass:
      p.triangle(-0.55f, -0.75f, 0.55f, -0.75f, 0, 0.05f);
      p.triangle(-0.55f, 0.75f, 0.55f, 0.75f, 0, -0.05f);
      for (const float y : {-0.82f, 0.82f}) p.line(-0.75f, y, 0.75f, y);
      break;
    case Icon::turn_right:  // a page, and an arrow around its corner
      p.frame(-0.75f, -0.05f, 0.05f, 0.8f);
      p.arc(-1.9f, -0.1f, 0.75f);
      p.triangle(0.45f, -0.15f, 1.05f, -0.15f, 0.75f, 0.35f);
      break;
    case Icon::shake:  // a box between two pairs of strokes
      p.frame(-0.38f, -0.5f, 0.38f, 0.5f);
      for (const float side : {-1.0f, 1.0f}) {
        p.line(side * 0.65f, -0.4f, side * 0.65f, 0.4f);
        p.line(side * 0.9f, -0.2f, side * 0.9f, 0.2f);
      }
      break;
    default: break;
  }
}

// How a brush paints.
void draw_brush_icon(const Pen& p, Icon icon) {
  switch (icon) {
    case Icon::round_brush: p.dot(0, 0, 0.72f); break;
    case Icon::square_brush: p.bar(-0.65f, -0.65f, 0.65f, 0.65f); break;
    default: break;
  }
}

// The setting of what may be painted over: the new paint as a disc, the old as a frame.
void draw_over_icon(const Pen& p, Icon icon) {
  switch (icon) {
    case Icon::over_everything:
      p.bar(-0.75f, 0.0f, 0.75f, 0.75f);
      p.dot(0, -0.15f, 0.5f);
      break;
    case Icon::over_empty:
      p.frame(-0.75f, 0.0f, 0.75f, 0.75f);
      p.dot(0, -0.45f, 0.35f);
      break;
    case Icon::over_same:
      p.frame(-0.75f, -0.75f, 0.75f, 0.75f);
      p.dot(-0.3f, 0.3f, 0.25f);
      p.dot(0.3f, -0.3f, 0.25f);
      break;
    default: break;
  }
}

void draw_mirror_icon(const Pen& p, Icon icon) {
  const bool columns = icon == Icon::mirror_left_right || icon == Icon::mirror_both || icon == Icon::no_mirror;
  const bool rows = icon == Icon::mirror_up_down || icon == Icon::mirror_both;
  if (!columns && !rows) return;
  if (columns) p.line(0, -0.85f, 0, 0.85f);
  if (rows) p.line(-0.85f, 0, 0.85f, 0);
  for (const float x : {-1.0f, 1.0f}) {
    for (const float y : {-1.0f, 1.0f}) {
      if (columns && rows) p.triangle(x * 0.2f, y * 0.2f, x * 0.75f, y * 0.2f, x * 0.2f, y * 0.75f);
    }
    if (columns && !rows) p.triangle(x * 0.25f, -0.55f, x * 0.25f, 0.55f, x * 0.85f, 0.55f);
    if (rows && !columns) p.triangle(-0.55f, x * 0.25f, 0.55f, x * 0.25f, 0.55f, x * 0.85f);
  }
}

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float size, ImU32 colour) {
  const Pen p{list, centre, size * 0.5f, colour, size * 0.11f};
  draw_transport(p, icon);
  draw_sound_icon(p, icon);
  draw_file_icon(p, icon);
  draw_tool_icon(p, icon);
  draw_hand_icon(p, icon);
  draw_brush_icon(p, icon);
  draw_over_icon(p, icon);
  draw_mirror_icon(p, icon);
  switch (icon) {
    case Icon::clear:
    case Icon::cross:
      p.line(-0.6f, -0.6f, 0.6f, 0.6f);
      p.line(-0.6f, 0.6f, 0.6f, -0.6f);
      break;
    case Icon::menu:
      for (const float y : {-0.6f, 0.0f, 0.6f}) p.line(-0.8f, y, 0.8f, y);
      break;
    case Icon::more:
      p.line(-0.3f, -0.6f, 0.35f, 0);
      p.line(-0.3f, 0.6f, 0.35f, 0);
      break;
    case Icon::back:
      p.line(0.3f, -0.6f, -0.35f, 0);
      p.line(0.3f, 0.6f, -0.35f, 0);
      break;
    case Icon::plus: p.line(0, -0.55f, 0, 0.55f); [[fallthrough]];
    case Icon::minus: p.line(-0.55f, 0, 0.55f, 0); break;
    case Icon::search:
      p.circle(-0.15f, -0.15f, 0.5f);
      p.line(0.25f, 0.25f, 0.75f, 0.75f);
      break;
    case Icon::warning: {
      const std::array<ImVec2, 3> corners = {p.at(0, -0.85f), p.at(0.9f, 0.75f), p.at(-0.9f, 0.75f)};
      list.AddPolyline(corners.data(), 3, colour, ImDrawFlags_Closed, p.width);
      p.exclamation();
      break;
    }
    case Icon::error:
    case Icon::note:
      p.circle(0, 0, 0.9f);
      p.exclamation();
      break;
    default: break;
  }
}

}  // namespace repose
