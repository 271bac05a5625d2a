// The window: its place and size, its look, and the positions of the canvas and of the cards over it.
#pragma once

#include <SDL.h>
#include <imgui.h>

#include <vector>

#include "app/desk/screen.hpp"
#include "app/widgets/theme.hpp"

namespace repose {

struct Desk;

class Layout {
 public:
  // Begins a frame: nothing covers the canvas yet.
  void begin(float pixels_per_point) {
    pixels_per_point_ = pixels_per_point;
    covers_.clear();
  }
  void set_canvas(ImVec4 rect) { canvas_ = rect; }
  void set_popup_open(bool open) { popup_open_ = open; }
  void set_finger_lifted(bool lifted) { finger_lifted_ = lifted; }

  float pixels_per_point() const { return pixels_per_point_; }
  ImVec4 canvas() const { return canvas_; }        // min x, min y, max x, max y
  bool popup_open() const { return popup_open_; }  // whether a menu or a dialog was open at the end of the last frame
  // Whether fingers were used last, and all are lifted: then the pointer is nowhere.
  bool finger_lifted() const { return finger_lifted_; }

  // Call in every frame for each rectangle over the canvas: the mouse does not paint there.
  void cover(ImVec4 rect) { covers_.push_back(rect); }
  void cover_window();                 // as cover(), for the current window of ImGui
  bool canvas_at(ImVec2 point) const;  // true when the point is on the canvas and nothing covers it
  // The upper edge of a new card between these two x: `top`, or below the cards that are already there.
  float below_cards(float left, float right, float top) const;

 private:
  float pixels_per_point_ = 1;
  ImVec4 canvas_ = {0, 0, 0, 0};
  std::vector<ImVec4> covers_;
  bool popup_open_ = false, finger_lifted_ = false;
};

// The look of the whole window: theme, scale of the text, full screen.
class WindowStyle {
 public:
  explicit WindowStyle(Desk& desk) : desk_(desk) {}

  // Call after a change of theme or scale; takes effect before the next frame.
  void restyle() { stale_ = true; }
  // Call once a frame, before drawing. In a small window the text is smaller than set, so that everything fits.
  void apply();

  bool is_fullscreen() const { return fullscreen_; }
  void toggle_fullscreen();
  // Writes the size of the window into the settings; in full screen, the size before that.
  void remember_size();

 private:
  float wanted_scale(WindowForm form) const;

  Desk& desk_;
  bool stale_ = true, fullscreen_ = false;
  float fitting_ = 0;  // the value of fitting_scale() when the style was applied
  WindowForm form_ = WindowForm::wide;
  std::uint64_t language_changes_ = 0;  // when the style was applied: the fonts hold the characters of a language
};

// Windows opens a window with exactly the wanted size and place, even if its title is then outside of the screen, and
// its sizes are pixels however dense they are. This makes a window of the usual size larger on a dense screen, and
// every window small enough for the screen. Elsewhere the window manager sees to that, and this does nothing.
void place_on_display(SDL_Window* window);

}  // namespace repose
