// A narrow window: its bar of buttons, and the sheet with elements, tools and the settings of the world.
#pragma once

#include <imgui.h>

#include <optional>

namespace repose {

class ActionTable;
class Layout;
class PalettePanel;
class ParameterPanel;
class SidePanel;
class StatusBar;
class Toolbar;

class Sheet {
 public:
  enum class Page : unsigned char { elements, tools, world };

  Sheet(SidePanel& side, Toolbar& toolbar, ParameterPanel& parameters, PalettePanel& palette, StatusBar& status,
        Layout& layout, const ActionTable& actions)
      : side_(side),
        toolbar_(toolbar),
        parameters_(parameters),
        palette_(palette),
        status_(status),
        layout_(layout),
        actions_(actions) {}

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
  void tabs();
  void world_page();

  SidePanel& side_;
  Toolbar& toolbar_;
  ParameterPanel& parameters_;
  PalettePanel& palette_;
  StatusBar& status_;
  Layout& layout_;
  const ActionTable& actions_;
  std::optional<Page> page_;
};

// The bar of a narrow window: menus, the chosen element, the brush, undo, step and play. At the lower edge; on a window
// on its side, at the right edge.

class ActionTable;
class MenuBar;
class PaintBox;
class Sheet;
class Simulation;
class WorldViews;

class NarrowBar {
 public:
  NarrowBar(Simulation& simulation, PaintBox& paint_box, WorldViews& world_views, MenuBar& menu, Sheet& sheet,
            const ActionTable& actions)
      : simulation_(simulation),
        paint_box_(paint_box),
        world_views_(world_views),
        menu_(menu),
        sheet_(sheet),
        actions_(actions) {}

  // Its height, or its width if it is at the right edge, in points.
  static float thickness();
  // The part of the window (min x, min y, max x, max y) that the bar leaves free.
  static ImVec4 beside(ImVec2 window);
  void draw(ImVec2 window);
  // While the panels are hidden: a button over the world that shows them.
  // Returns its place: min x, min y, max x, max y.
  ImVec4 draw_way_back(ImVec2 window);

 private:
  void menu_button(float side);
  void element_button(ImVec2 size);
  void brush_button(float side);
  void time_buttons(float side, bool stacked);

  Simulation& simulation_;
  PaintBox& paint_box_;
  WorldViews& world_views_;
  MenuBar& menu_;
  Sheet& sheet_;
  const ActionTable& actions_;
};

}  // namespace repose
