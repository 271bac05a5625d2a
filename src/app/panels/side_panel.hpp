// Play, speed and brush, over the parameters and the elements.
#pragma once

#include <imgui.h>

namespace repose {

class ActionTable;
class PaintBox;
class PalettePanel;
class ParameterPanel;
class Simulation;
struct Settings;

class SidePanel {
 public:
  SidePanel(Simulation& simulation, PaintBox& paint_box, Settings& settings, const ActionTable& actions,
            ParameterPanel& parameters, PalettePanel& palette)
      : simulation_(simulation),
        paint_box_(paint_box),
        settings_(settings),
        actions_(actions),
        parameters_(parameters),
        palette_(palette) {}

  void draw(ImVec2 position, ImVec2 size);
  // Parts of it, inside the current window.
  void speed();
  void brush();

 private:
  void transport();
  void pour_rate();
  void brush_shape();
  void spray_density();
  void body_depth();

  Simulation& simulation_;
  PaintBox& paint_box_;
  Settings& settings_;
  const ActionTable& actions_;
  ParameterPanel& parameters_;
  PalettePanel& palette_;
};

}  // namespace repose
