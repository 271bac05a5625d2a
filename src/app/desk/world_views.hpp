// What is shown of the world besides its cells: heat, pressure, activity, active cells, and the key to their colours.
#pragma once

#include <imgui.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/desk/screen.hpp"
#include "render/looks.hpp"
#include "render/overlays.hpp"
#include "repose/session.hpp"
#include "repose/solver.hpp"

namespace repose {

struct Desk;
class Screen;

// Call list.PopClipRect() later. `scale`: pixels a point.
void clip_to_viewport(ImDrawList& list, const Camera& camera, float scale);

// A picture over the cells of the world.
class OverlayPicture {
 public:
  // The overlay; call upload() after painting it.
  CellOverlay& overlay() { return overlay_; }
  void upload(Screen& screen);
  // Draws behind the windows of the UI, inside of the camera's viewport.
  void draw(const Camera& camera, float pixels_per_point) const;

 private:
  bool empty() const { return overlay_.width <= 0 || overlay_.height <= 0; }

  CellOverlay overlay_;
  ImTextureID texture_ = nullptr;
};

// The active cells of a solver over the picture of its world, in one half of the canvas or all of it.
class ActiveLayer {
 public:
  // Draws over the world of `session`, seen through that camera.
  void draw(Screen& screen, float pixels_per_point, const Session& session, const Camera& camera);
  // The active cells that were drawn last.
  const ActiveCells& active() const { return painted_.active; }

 private:
  // The inputs for which the picture was painted.
  struct Painted {
    ActiveCells active;
    PixelPoint origin;
    double zoom = 0;
    PixelRect port;
    int width = 0, height = 0;  // of the world
    friend bool operator==(const Painted&, const Painted&) = default;
  };

  Painted painted_;
  OverlayPicture picture_;
};

// The activity of the ledger over a picture of the world, in one half of the canvas or all of it.
class ActivityLayer {
 public:
  // Draws over the world of `session`, seen through that camera. `steps_per_second`: the present speed. Draws nothing
  // if no activity is kept.
  void draw(Screen& screen, float pixels_per_point, const Session& session, const Camera& camera,
            double steps_per_second);

 private:
  // The inputs for which the picture was painted.
  struct Painted {
    std::uint64_t generation = 0, step = 0;
    PixelPoint origin;
    double zoom = 0;
    PixelRect port;
    int fade_steps = 0;
    friend bool operator==(const Painted&, const Painted&) = default;
  };

  Painted painted_;
  OverlayPicture picture_;
};

// What the picture of the world shows: elements, their density, heat, active cells or activity; its colours, a grid and
// legends.
enum class WorldShow : unsigned char { natural, density, energy, active_cells, activity };
inline constexpr WorldShow kWorldShows[] = {WorldShow::natural, WorldShow::density, WorldShow::energy,
                                            WorldShow::active_cells, WorldShow::activity};
std::string_view title_of(WorldShow what);

class WorldViews {
 public:
  explicit WorldViews(Desk& desk) : desk_(desk) {}

  WorldShow shown() const;
  void show(WorldShow what);
  // Shows the next view that is available.
  void show_next();
  // Why the running solver cannot be shown in that view; empty if it can.
  std::string why_not(WorldShow what) const;
  void toggle_grid();

  // Call once a frame, before the picture: updates the palette, and what the solvers record for the view.
  void tick();
  // Call when other rules run.
  void refresh_palette() { palette_stale_ = true; }
  // The colours of the picture.
  Palette palette() const;
  // The colour of an element everywhere in the window.
  Color color_of(std::uint8_t element) const;
  // The looks of the settings, without those that would hide what the view shows.
  Looks looks() const;
  // Draws over the world; `canvas` is in points.
  void draw(ImVec4 canvas);

 private:
  struct PaletteKey {
    WorldShow shown = WorldShow::natural;
    bool safe = false;
    bool operator==(const PaletteKey&) const = default;
  };
  void keep_activity();
  void keep_active_cells();
  void draw_active_legend(ImVec4 canvas) const;
  void draw_legend(ImVec4 canvas) const;

  Desk& desk_;
  WorldShow wanted_ = WorldShow::natural;  // except energy, which is in Looks::heat
  bool palette_stale_ = true;
  PaletteKey palette_key_;
  std::vector<Color> safe_colors_;                        // empty: the colours of the config
  std::array<ActiveLayer, kPanesMax> active_layers_;      // of the session, of the twin
  std::array<ActivityLayer, kPanesMax> activity_layers_;  // of the session, of the twin
};

}  // namespace repose
