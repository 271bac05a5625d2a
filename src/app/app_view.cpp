// The app's deeds with the view: zoom, overlays, three dimensions, the window.
#include <fmt/format.h>

#include "app/actions/why_not.hpp"
#include "app/app.hpp"

namespace repose {

namespace {

// Empty where heights can be shown in three dimensions.
std::string why_no_relief(const App& app, const Screen& screen) {
  if (!app.knows(Plane::height)) return fmt::format("{} knows no heights.", app.session().automaton());
  return screen.gpu_unavailable().empty() ? "" : "Three dimensions need OpenGL: " + screen.gpu_unavailable() + ".";
}

}  // namespace

void App::toggle_heat() {
  bool& heat = settings_.looks.heat;
  heat = !heat && knows(Plane::energy);
  say(heat                   ? "Heat in false colours: violet is cool, red is warm, yellow is hot."
      : knows(Plane::energy) ? "Colours as they are."
                             : fmt::format("{} knows no heat.", session_->automaton()));
}

void App::toggle_pressure() {
  bool& pressure = settings_.looks.pressure;
  pressure = !pressure && knows(Plane::mass);
  say(pressure             ? "Pressure in false colours."
      : knows(Plane::mass) ? "Colours as they are."
                           : fmt::format("{} knows no pressure.", session_->automaton()));
}

void App::toggle_relief() {
  bool& relief = settings_.looks.relief;
  const std::string why_not = why_no_relief(*this, *screen_);
  relief = !relief && why_not.empty();
  say(relief            ? fmt::format("Three dimensions: the right button turns the sand. {} goes back.",
                                      way_to(*this, Action::relief))
      : why_not.empty() ? "Seen from above."
                        : why_not);
}

void App::toggle_fullscreen() {
  if (!ui_.fullscreen) SDL_GetWindowSize(screen_->window(), &settings_.window_width, &settings_.window_height);
  ui_.fullscreen = !ui_.fullscreen;
  SDL_SetWindowFullscreen(screen_->window(), ui_.fullscreen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

void App::pan_view(Action direction, double heights) {
  const double way = heights * canvas_.camera().viewport().height;
  switch (direction) {
    case Action::pan_left: return canvas_.glide(way, 0);
    case Action::pan_right: return canvas_.glide(-way, 0);
    case Action::pan_up: return canvas_.glide(0, way);
    case Action::pan_down: return canvas_.glide(0, -way);
    default: return;
  }
}

bool App::perform_on_view(Action action) {
  const PixelRect& port = canvas_.camera().viewport();
  const PixelPoint middle = {port.x + port.width / 2.0, port.y + port.height / 2.0};
  constexpr double kTap = 0.05;  // of the height of the view
  switch (action) {
    case Action::zoom_in: canvas_.zoom(middle, 1); return true;
    case Action::zoom_out: canvas_.zoom(middle, -1); return true;
    case Action::zoom_fit: canvas_.glide_to_fit(); return true;
    case Action::zoom_to_cells: {
      const bool over_canvas = canvas_at(mouse_.x, mouse_.y);
      canvas_.zoom_to_cells(over_canvas ? canvas_pixel(mouse_.x, mouse_.y) : middle);
      return true;
    }
    case Action::minimap:
      settings_.minimap = !settings_.minimap;
      say(settings_.minimap ? "The mini-map shows whenever a part of the world is out of sight." : "No mini-map.");
      return true;
    case Action::pan_left:
    case Action::pan_right:
    case Action::pan_up:
    case Action::pan_down: pan_view(action, kTap); return true;
    case Action::heat: toggle_heat(); return true;
    case Action::next_view: world_views_.show_next(); return true;
    case Action::grid: world_views_.toggle_grid(); return true;
    case Action::compare: compare_view_.toggle(); return true;
    case Action::ledger: execute(command::KeepLedger{!session_->keeps_ledger()}); return true;
    case Action::inspector: inspector_.toggle(); return true;
    case Action::pressure: toggle_pressure(); return true;
    case Action::relief: toggle_relief(); return true;
    case Action::panels:
      settings_.panels_visible = !settings_.panels_visible;
      if (!settings_.panels_visible) say(fmt::format("{} brings the panels back.", way_to(*this, action)));
      return true;
    case Action::config_editor:
      settings_.panels_visible = true;
      config_editor_.toggle();
      return true;
    case Action::fullscreen: toggle_fullscreen(); return true;
    default: return false;
  }
}

}  // namespace repose
