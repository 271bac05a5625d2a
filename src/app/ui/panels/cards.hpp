// The cards over the canvas: an offer, a world to restore, a replay, a film, the matter ledger, the inspected cell.
#pragma once

#include <imgui.h>

#include <functional>
#include <string>

#include "repose/ledger.hpp"

namespace repose {

struct Desk;

class OfferCard {
 public:
  explicit OfferCard(Desk& desk) : desk_(desk) {}

  static constexpr double kSeconds = 20;  // long enough to read and to decide

  // Replaces the present offer, for so many seconds. `take` is called when the button is pressed.
  void show(std::string text, std::string label, std::function<void()> take, double seconds = kSeconds);
  void dismiss() { text_.clear(); }
  bool is_shown() const { return !text_.empty(); }
  void draw(ImVec2 top_middle);

 private:
  Desk& desk_;
  std::string text_, label_;  // no text: nothing is offered
  std::function<void()> take_;
  double ends_at_ = 0;  // seconds of the app's clock
};

// Offers the world of a window that ended unexpectedly.

class RecoveryCard {
 public:
  explicit RecoveryCard(Desk& desk) : desk_(desk) {}

  // Draws the card over the canvas until it is answered.
  void draw(ImVec2 top_middle);

 private:
  Desk& desk_;
};

// Which replay is shown, how far it is, and what can be done with it.

class ReplayCard {
 public:
  explicit ReplayCard(Desk& desk) : desk_(desk) {}

  // Draws over the canvas while a replay is shown.
  void draw(ImVec2 top_middle);

 private:
  Desk& desk_;
};

// The matter ledger of the running world, live.

class LedgerCard {
 public:
  explicit LedgerCard(Desk& desk) : desk_(desk) {}

  // Draws over the canvas. Precondition: the session keeps a ledger.
  void draw(ImVec4 canvas);

 private:
  void ledger_table(const Ledger& ledger);

  Desk& desk_;
};

}  // namespace repose
