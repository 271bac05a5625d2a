// The cards over the canvas: an offer, a world to restore, a replay, a film, the matter ledger, the inspected cell.
#pragma once

#include <imgui.h>

#include <functional>
#include <string>

namespace repose {

struct Desk;

class OfferCard {
 public:
  explicit OfferCard(Desk& desk) : desk_(desk) {}

  static constexpr double kSeconds = 20;  // long enough to read and to decide

  // Replaces the present offer, for so many seconds. `accept` is called when the button is pressed.
  void show(std::string text, std::string label, std::function<void()> accept, double seconds = kSeconds);
  void dismiss() { text_.clear(); }
  bool is_shown() const { return !text_.empty(); }
  void draw(ImVec2 top_middle);

 private:
  Desk& desk_;
  std::string text_, label_;  // no text: nothing is offered
  std::function<void()> accept_;
  double ends_at_ = 0;  // seconds of the app's clock
};

// Each of these draws a card over the canvas while there is something to show. `top_middle`: below which point.

void draw_recovery_card(Desk& desk, ImVec2 top_middle);  // the world of a window that ended unexpectedly
void draw_replay_card(Desk& desk, ImVec2 top_middle);
void draw_ledger_card(Desk& desk, ImVec4 canvas);  // precondition: the session keeps a ledger
void draw_recording_card(Desk& desk, float middle_x, float bottom);
// With marks around the inspected cell and its partner.
void draw_inspector(Desk& desk, ImVec4 canvas);

// The button that begins and ends a film, and its popup of options.
void draw_record_button(Desk& desk, float side);

}  // namespace repose
