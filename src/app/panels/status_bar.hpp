// The line at the bottom: the last message, the cell under the mouse, figures.
#pragma once

#include <imgui.h>

#include <string>

namespace repose {

class ActionTable;
class CellReader;
class Figures;
class GpuTuner;
class Layout;
class Messages;
class Simulation;
class WorldCanvas;
class WorldFiles;
struct Settings;

class StatusBar {
 public:
  StatusBar(Simulation& simulation, WorldCanvas& canvas, CellReader& cells, WorldFiles& world_files,
            GpuTuner& gpu_tuner, Figures& figures, Settings& settings, const Layout& layout, Messages& messages,
            const ActionTable& actions)
      : simulation_(simulation),
        canvas_(canvas),
        cells_(cells),
        world_files_(world_files),
        gpu_tuner_(gpu_tuner),
        figures_(figures),
        settings_(settings),
        layout_(layout),
        messages_(messages),
        actions_(actions) {}

  // Draws the bar. Without panels: only the message, over the world.
  void draw(ImVec2 position, ImVec2 size);

 private:
  std::string element_under_mouse();
  std::string total();
  void draw_progress(ImVec2 position, ImVec2 size);
  void draw_speaker(ImVec2 size);
  std::string figures(bool narrow);
  void draw_toast(float middle, float bottom);
  void draw_message(ImVec2 at, float width, float bar_top);

  Simulation& simulation_;
  WorldCanvas& canvas_;
  CellReader& cells_;
  WorldFiles& world_files_;
  GpuTuner& gpu_tuner_;
  Figures& figures_;
  Settings& settings_;
  const Layout& layout_;
  Messages& messages_;
  const ActionTable& actions_;
};

}  // namespace repose
