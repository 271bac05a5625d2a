// The cards over the canvas: an offer, a world to restore, a replay, a film, the matter ledger, the inspected cell.
#pragma once

#include <imgui.h>

#include <functional>
#include <string>

#include "repose/ledger.hpp"

namespace repose {

class FrameLoop;
class Layout;

class OfferCard {
 public:
  OfferCard(FrameLoop& loop, Layout& layout) : loop_(loop), layout_(layout) {}

  static constexpr double kSeconds = 20;  // long enough to read and to decide

  // Replaces the present offer, for so many seconds. `take` is called when the button is pressed.
  void show(std::string text, std::string label, std::function<void()> take, double seconds = kSeconds);
  void dismiss() { text_.clear(); }
  bool is_shown() const { return !text_.empty(); }
  void draw(ImVec2 top_middle);

 private:
  FrameLoop& loop_;
  Layout& layout_;
  std::string text_, label_;  // no text: nothing is offered
  std::function<void()> take_;
  double ends_at_ = 0;  // seconds of the app's clock
};

// Offers the world of a window that ended unexpectedly.

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

// Which replay is shown, how far it is, and what can be done with it.

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

// The matter ledger of the running world, live.

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
