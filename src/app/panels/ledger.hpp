// The matter ledger of the running world, live.
#pragma once

#include <imgui.h>

#include "repose/ledger.hpp"

namespace repose {

class Layout;
class Simulation;
class WorldViews;

class LedgerCard {
 public:
  LedgerCard(Simulation& simulation, WorldViews& world_views, Layout& layout)
      : simulation_(simulation), world_views_(world_views), layout_(layout) {}

  // Draws over the canvas. Precondition: the session keeps a ledger.
  void draw(ImVec4 canvas);

 private:
  void ledger_table(const Ledger& ledger);

  Simulation& simulation_;
  WorldViews& world_views_;
  Layout& layout_;
};

}  // namespace repose
