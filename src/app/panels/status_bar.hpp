// The line at the bottom: the last message, the cell under the mouse, figures.
#pragma once

#include <imgui.h>

#include <string>

namespace repose {

class ActionTable;
class CellReader;
class Figures;
class Layout;
class Messages;
class Simulation;
class WorldCanvas;
class WorldFiles;
struct Settings;

class StatusBar {
 public:
  StatusBar(Simulation& simulation, WorldCanvas& canvas, CellReader& cells, WorldFiles& world_files, Figures& figures,
            Settings& settings, const Layout& layout, Messages& messages, const ActionTable& actions)
      : simulation_(simulation),
        canvas_(canvas),
        cells_(cells),
        world_files_(world_files),
        figures_(figures),
        settings_(settings),
        layout_(layout),
        messages_(messages),
        actions_(actions) {}

  // Draws the bar. Without panels: only the message, over the world.
  void draw(ImVec2 position, ImVec2 size);
  // In a narrow window: the message in a card in `room` (min x, min y, max x, max y): below the cards
  // that are there already, or, while a dialog is open, at the lower edge.
  void draw_over(ImVec4 room);
  // The figures of the bar, in the current window.
  void draw_figures();
  // A button of this size that shows whether there is sound, and mutes.
  void draw_speaker(float side);

 private:
  std::string element_under_mouse();
  std::string total();
  void draw_progress(ImVec2 position, ImVec2 size);
  std::string figures(bool narrow);
  void draw_toast(float middle, float bottom, float room);
  float toast_height(float room) const;
  void draw_message(ImVec2 at, float width, float bar_top);

  Simulation& simulation_;
  WorldCanvas& canvas_;
  CellReader& cells_;
  WorldFiles& world_files_;
  Figures& figures_;
  Settings& settings_;
  const Layout& layout_;
  Messages& messages_;
  const ActionTable& actions_;
};

}  // namespace repose
