// The look of the whole window: theme, scale of the text, full screen.
#pragma once

#include "app/files/settings.hpp"
#include "app/frame/layout.hpp"
#include "app/frame/screen.hpp"
#include "app/widgets/theme.hpp"

namespace repose {

struct Desk;

class WindowStyle {
 public:
  explicit WindowStyle(Desk& desk) : desk_(desk) {}

  // Call after a change of theme, scale or fonts; takes effect before the next frame.
  void restyle() { stale_ = true; }
  // Call once a frame, before anything is drawn. In a small window the text is smaller than the settings say, so that
  // everything fits.
  void apply();

  bool is_fullscreen() const { return fullscreen_; }
  void toggle_fullscreen();
  // Writes the size of the window into the settings; in full screen, the size before that.
  void remember_size();

 private:
  // In points.
  ImVec2 window_size() const;
  float wanted_scale(WindowForm form) const;
  // The largest scale at which everything fits into a window of this size.
  static float fitting_scale(ImVec2 size);

  Desk& desk_;
  bool stale_ = true, fullscreen_ = false;
  float fitting_ = 0;  // the value of fitting_scale() when the style was applied
  WindowForm form_ = WindowForm::wide;
};

}  // namespace repose
