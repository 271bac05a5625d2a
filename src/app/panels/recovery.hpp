// Offers the world of a window that ended unexpectedly.
#pragma once

#include <imgui.h>

namespace repose {

class Layout;
class WorldFiles;

class RecoveryCard {
 public:
  RecoveryCard(WorldFiles& world_files, Layout& layout) : world_files_(world_files), layout_(layout) {}

  // Draws the card over the canvas until it is answered.
  void draw(ImVec2 top_middle);

 private:
  WorldFiles& world_files_;
  Layout& layout_;
};

}  // namespace repose
