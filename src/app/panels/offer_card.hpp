// A small card over the canvas: a sentence, and a button that does what it offers. Disappears by itself.
#pragma once

#include <imgui.h>

#include <functional>
#include <string>

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

}  // namespace repose
