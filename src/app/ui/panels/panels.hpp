// The panels around the canvas, and the cards over it.
#pragma once

#include <functional>

#include "app/desk/desk.hpp"
#include "app/ui/dialogs/dialogs.hpp"
#include "app/ui/editor/config_editor.hpp"
#include "app/ui/panels/bars.hpp"
#include "app/ui/panels/cards.hpp"
#include "app/ui/panels/menu_bar.hpp"
#include "app/ui/panels/narrow.hpp"
#include "app/ui/panels/palette_panel.hpp"
#include "app/ui/panels/side_panel.hpp"
#include "app/ui/panels/tour.hpp"

namespace repose {

class Panels {
 public:
  explicit Panels(Desk& desk);

  // Draws the panels around the canvas; the canvas gets the rest of the window. `typed`: keys and text since the last
  // frame.
  void draw_around_canvas(const std::vector<KeyInput>& typed);
  void draw_over_canvas();
  // Tells the simulation the shape of the canvas in a window of that size, in points.
  void fit_scenes(ImVec2 window);

  ParameterPanel parameters;
  PalettePanel elements;
  MenuBar menu;
  Sheet sheet;
  TimeBar time;
  OfferCard offer;
  Tour tour;

 private:
  // The part of the window that the panels leave free: min x, min y, max x, max y.
  ImVec4 canvas_in(ImVec2 window);
  // As canvas_in(), for a narrow window.
  ImVec4 narrow_canvas_in(ImVec2 window);
  void draw_narrow(ImVec2 window, const std::vector<KeyInput>& typed);

  Desk& desk_;
  bool filmed_ = false;  // a film was being made in the last frame
};

}  // namespace repose
