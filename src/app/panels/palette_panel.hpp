// The list of elements in the side panel, with a search field.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>

namespace repose {

class ActionTable;
class Messages;
class PaintBox;
class Simulation;
class WorldViews;

class PalettePanel {
 public:
  PalettePanel(Simulation& simulation, PaintBox& paint_box, WorldViews& world_views, Messages& messages,
               const ActionTable& actions)
      : simulation_(simulation),
        paint_box_(paint_box),
        world_views_(world_views),
        messages_(messages),
        actions_(actions) {}

  // Draws in the side panel, down to its end.
  void draw();
  // The search field gets the focus.
  void focus_search() { focus_search_ = true; }
  const std::string& search() const { return search_; }

 private:
  void search_field();
  void element_row(std::uint8_t index, int number);
  void group_tabs();

  Simulation& simulation_;
  PaintBox& paint_box_;
  WorldViews& world_views_;
  Messages& messages_;
  const ActionTable& actions_;
  std::string search_;
  bool focus_search_ = false;
};

}  // namespace repose
