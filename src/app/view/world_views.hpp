// What the picture of the world shows: elements, their density, heat, active cells or activity; its colours, a grid and
// legends.
#pragma once

#include <imgui.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/frame/screen.hpp"
#include "app/view/active_layer.hpp"
#include "app/view/activity_layer.hpp"
#include "render/looks.hpp"
#include "repose/solver.hpp"

namespace repose {

struct Desk;

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
  bool is_too_large_for_activity() const;
  void keep_activity();
  void keep_active_cells();
  void draw_active_cells();
  void draw_active_legend(ImVec4 canvas) const;
  void draw_activity();
  void draw_grid() const;
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
