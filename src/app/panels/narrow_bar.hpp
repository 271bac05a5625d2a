// The bar of a narrow window: menus, the chosen element, the brush, undo, step and play. At the lower edge; on a window
// on its side, at the right edge.
#pragma once

#include <imgui.h>

namespace repose {

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
