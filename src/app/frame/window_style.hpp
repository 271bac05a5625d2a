// How the window looks as a whole: theme and scale of its text, full screen.
#pragma once

#include "app/files/settings.hpp"
#include "app/frame/layout.hpp"
#include "app/frame/screen.hpp"

namespace repose {

class WindowStyle {
 public:
  // `asks_screen`: where the settings name no scale, the density of the screen decides.
  WindowStyle(Settings& settings, Screen& screen, const Layout& layout, bool asks_screen)
      : settings_(settings), screen_(screen), layout_(layout), asks_screen_(asks_screen) {}

  // After a change of theme, scale or fonts; takes effect before the next frame.
  void restyle() { stale_ = true; }
  // Once a frame, before anything is drawn.
  void apply();

  bool is_fullscreen() const { return fullscreen_; }
  void toggle_fullscreen();
  // Into the settings; while the window fills the screen, its size before that stays.
  void remember_size();

 private:
  float scale() const;

  Settings& settings_;
  Screen& screen_;
  const Layout& layout_;
  bool asks_screen_;
  bool stale_ = true, fullscreen_ = false;
};

}  // namespace repose
