// Which replay is shown, how far it is, and what can be done with it.
#pragma once

#include <imgui.h>

namespace repose {

class Layout;
class Replays;
class WorldFiles;

class ReplayCard {
 public:
  ReplayCard(Replays& replays, WorldFiles& world_files, Layout& layout)
      : replays_(replays), world_files_(world_files), layout_(layout) {}

  // Draws over the canvas while a replay is shown.
  void draw(ImVec2 top_middle);

 private:
  Replays& replays_;
  WorldFiles& world_files_;
  Layout& layout_;
};

}  // namespace repose
