// A narrow window: its bar of buttons, and the sheet with elements, tools and the settings of the world.
#pragma once

#include <imgui.h>

#include <optional>

namespace repose {

struct Desk;

class Sheet {
 public:
  enum class Page : unsigned char { elements, tools, world };

  explicit Sheet(Desk& desk) : desk_(desk) {}

  bool is_open() const { return page_.has_value(); }
  bool shows(Page page) const { return page_ == page; }
  void open(Page page) { page_ = page; }
  // Opens the page; closes the sheet if the page is shown already.
  void toggle(Page page);
  // False if it was not open.
  bool close();

  // The part of `room` (min x, min y, max x, max y) that the sheet does not cover.
  ImVec4 beside(ImVec4 room) const;
  // Draws at the lower edge of `room`, or, on a window on its side, at the right edge.
  void draw(ImVec4 room);

 private:
  // The part of `room` that an open sheet covers.
  static ImVec4 place(ImVec4 room);

  Desk& desk_;
  std::optional<Page> page_;
};

// The bar of a narrow window: menus, the chosen element, the brush, undo, step and play. At the lower edge; on a window
// on its side, at the right edge.

// Its height, or its width if it is at the right edge, in points.
float narrow_bar_thickness();
// The part of the window (min x, min y, max x, max y) that the bar leaves free.
ImVec4 beside_narrow_bar(ImVec2 window);
void draw_narrow_bar(Desk& desk, ImVec2 window);
// A button over the world that shows the hidden panels.
void draw_show_panels_button(Desk& desk, ImVec2 window);

}  // namespace repose
