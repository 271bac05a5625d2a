// What the picture of the world shows: elements, their density, heat, or where something happens, and what; its
// colours, a grid and legends.
#pragma once

#include <imgui.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/frame/screen.hpp"
#include "app/view/activity_layer.hpp"
#include "render/looks.hpp"
#include "repose/solver.hpp"

namespace repose {

class App;

enum class WorldShow : unsigned char { natural, density, energy, active_cells, activity };
inline constexpr WorldShow kWorldShows[] = {WorldShow::natural, WorldShow::density, WorldShow::energy,
                                            WorldShow::active_cells, WorldShow::activity};
std::string_view title_of(WorldShow what);

// Which parts of a world in memory have changed lately, chunk by chunk.
class ChangedChunks {
 public:
  // Compares with what was there when it was last asked. A chunk that has changed is at its strongest, 255, and fades
  // while nothing changes there.
  void look(const CellView& view);
  void forget() { cells_.clear(); }
  int columns() const { return columns_; }
  int rows() const { return rows_; }
  std::uint8_t strength(int column, int row) const {
    return strengths_[static_cast<std::size_t>(row * columns_ + column)];
  }

 private:
  void look_at_row_of_chunks(const CellView& view, int row);

  int width_ = 0, height_ = 0, columns_ = 0, rows_ = 0;
  std::vector<std::uint8_t> cells_, strengths_;
  std::uint64_t generation_ = 0, rests_ = 0;
};

class WorldViews {
 public:
  explicit WorldViews(App& app) : app_(app) {}

  WorldShow shown() const;
  void show(WorldShow what);
  // The next one that there is here.
  void show_next();
  // Empty where the running solver can be seen that way.
  std::string why_not(WorldShow what) const;
  void toggle_grid();

  // Once a frame, before the picture: palette, and what has changed.
  void tick();
  // After other rules came in.
  void refresh_palette() { palette_stale_ = true; }
  // The colours of elements as people see them everywhere in the window.
  Color color_of(std::uint8_t element) const;
  // The looks of the settings, without what would hide what is shown.
  Looks looks() const;
  // Over the world, in points.
  void draw(ImVec4 canvas);

 private:
  struct PaletteKey {
    WorldShow shown = WorldShow::natural;
    bool safe = false;
    bool operator==(const PaletteKey&) const = default;
  };
  bool is_too_large_for_activity() const;
  void keep_activity();
  void draw_active_cells() const;
  void draw_activity();
  void draw_grid() const;
  void draw_legend(ImVec4 canvas) const;

  App& app_;
  WorldShow wanted_ = WorldShow::natural;  // but for energy, which Looks::heat knows
  bool palette_stale_ = true;
  PaletteKey palette_key_;
  std::vector<Color> safe_colors_;  // empty: as the config has them
  ChangedChunks changed_;
  std::array<ActivityLayer, kPanesMax> activity_layers_;  // the session's, the twin's
};

}  // namespace repose
