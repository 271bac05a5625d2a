// How a picture is made: shade every visible cell once into `shaded_` (in reduced pictures: every pixel); gather and
// blur the light of glowing cells; add the glow to the cells in `composed_`; soften that in `softened_` if the look is
// on; enlarge it into the caller's framebuffer. At two pixels per cell, shading by cell costs a quarter of shading by
// pixel. Heights and water have passes of their own, which give a picture as large as the viewport. All passes except
// the last are skipped while nothing changes.
#include "render/world_view.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <vector>

#include "core/language.hpp"
#include "gl/gl.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "render/field_views.hpp"
#include "render/motion.hpp"
#include "render/painter.hpp"
#include "render/passes.hpp"
#include "render/shading.hpp"

namespace repose {

using namespace shading;

namespace {

// ---- the programs that shade cells: one for every combination of looks, compiled at its first use ----

// The rows of the palette texture, RGBA8. Its columns are the bytes of elements.
enum class PaletteRow : std::uint8_t {
  color,      // and the glow in a
  matter,     // in r, the shimmer in g, traits_of() in b, the texture in a
  hot_color,  // a = 255; 0 if there is none
};
constexpr int kPaletteRowCount = 3;

// The constants of the false colours, and those of grain.glsl.
std::vector<ShaderConstant> false_color_constants() {
  return joined({grain_constants(),
                 SHADER_CONSTANTS(kHeatDim, kHeatShareLeast, kHeatShareMost, kHeatRedSlope, kHeatRedFrom,
                                  kHeatGreenSlope, kHeatGreenFrom, kHeatBluePeak, kHeatBlueFall, kHeatBlueAt)});
}

// The constants of shading.hpp and motion.hpp, for the shaders of cells and of their glow.
std::vector<ShaderConstant> view_constants(const Looks& looks = {}, EnergyUse use = EnergyUse::none,
                                           bool packed = false) {
  const std::vector<ShaderConstant> motion = SHADER_CONSTANTS(
      kStreakCells, kBridgeCells, kLandingCells, kFallLook, kGapReach, kBubbleReach, kSplashRows, kSplashColumns,
      kPowderStreak, kLiquidStreak, kPowderBridge, kLiquidBridge, kDropCover, kGapCover, kBumpCover, kStreamGrain,
      kStripeBits, kStreamLight, kFoam, kFoamLeast, kSprayRows, kSprayFrom, kSprayLight, kSprayCover, kBubbleCover,
      kGasFill, kGasThin, kTraitFalls, kTraitAir, kTraitLiquid, kTraitGas, kTraitOutside);
  const std::vector<ShaderConstant> own =
      SHADER_CONSTANTS(kEnergyMask, kEnergyMax, kHotGlow, kHotGlowFrom, kPowderGrain, kSolidEdgeLight, kSolidEdgeShade,
                       kLiquidGrain, kGasThinnest, kGasVariation, kDepthDark, kDepthReach, kSurfaceLight,
                       kSubsurfaceLight, kSkyLight, kSkyTint, kDither, kShimmer, kFlicker, kCoreWhite, kCore,
                       kTightGlow, kWideGlow, kSurfaceGlow, kHaze, kDepthTaps, kFarDepth, kFarChecks, kTexture);
  return joined({false_color_constants(),
                 motion,
                 own,
                 {{"kStreakStyle", Style::streak},
                  {"kLiquidStyle", Style::liquid},
                  {"kSprayStyle", Style::spray},
                  {"kGasStyle", Style::gas},
                  {"kHere", int{CellClass::kHere}},
                  {"kFallsBit", int{CellClass::kFalls}},
                  {"kDeep", CellClass::kDeep},
                  {"kTextures", std::span(kTextures)},
                  {"kGrain", std::uint32_t{looks.grain}},
                  {"kDepthTint", std::uint32_t{looks.depth_tint}},
                  {"kGlow", std::uint32_t{looks.glow}},
                  {"kMotion", std::uint32_t{looks.motion}},
                  {"kClassed", std::uint32_t{needs_classes(looks)}},
                  {"kPacked", std::uint32_t{packed}},
                  {"kEnergyUse", use},
                  {"kHotColors", EnergyUse::hot_colors},
                  {"kHeatOverlay", EnergyUse::heat_overlay},
                  {"kBackground", Matter::background},
                  {"kPowder", Matter::powder},
                  {"kLiquid", Matter::liquid},
                  {"kGas", Matter::gas},
                  {"kSolid", Matter::solid},
                  {"kColorRow", PaletteRow::color},
                  {"kMatterRow", PaletteRow::matter},
                  {"kHotColorRow", PaletteRow::hot_color}}});
}

constexpr Looks kPlainLooks{.grain = false, .depth_tint = false, .glow = false, .motion = false};

class ShadingPrograms {
 public:
  // Compiles the first programs, so that a driver that cannot compile them is detected at the start. False, with a
  // sentence in `error`, on failure.
  bool load_first(std::string& error) {
    for (const bool reduced : {false, true}) {
      for (const Looks& looks : {Looks{}, kPlainLooks}) {
        if (program(looks, EnergyUse::none, reduced, false, error) == nullptr) return false;
      }
    }
    return true;
  }

  // If the driver cannot compile a program, the plain one from the start is used. `reduced`: several cells a pixel;
  // `packed`: several cells a texel.
  const Program& find(const Looks& looks, EnergyUse use, bool reduced, bool packed) {
    std::string error;
    const Program* chosen = program(looks, use, reduced, packed, error);
    if (chosen == nullptr && packed) chosen = program(kPlainLooks, EnergyUse::none, reduced, packed, error);
    return *(chosen != nullptr ? chosen : program(kPlainLooks, EnergyUse::none, reduced, false, error));
  }

 private:
  // Null, with a sentence in `error`, if it does not compile.
  const Program* program(const Looks& looks, EnergyUse use, bool reduced, bool packed, std::string& error) {
    std::optional<Program>& slot = programs_[packed][reduced][static_cast<std::size_t>(use)][looks.grain]
                                            [looks.depth_tint][looks.glow][looks.motion];
    const bool loaded =
        load_pass(slot, reduced ? "view/far.frag" : "view/near.frag", view_constants(looks, use, packed),
                  {"u_cells", "u_palette", "u_energy", "u_packed_cells", "u_codes", "u_classes"}, error);
    return loaded ? &*slot : nullptr;
  }

  // By packed, reduced, use of energies, grain, depth_tint, glow, motion.
  std::optional<Program> programs_[2][2][3][2][2][2][2];
};

// Binds the cells of a view for view/element.glsl, at least those of `area`: units 0, or 3 and 4 if they are packed.
void bind_cells(const Program& program, PlaneTexture& cells, const CellView& view, const Area& area) {
  const bool packed = view.texture() != nullptr && view.texture()->packed();
  const CellPoint first_cell = cells.bind(packed ? 3 : 0, Plane::cells, area, view);
  glUniform2i(program.uniform("u_first_cell"), first_cell.x, first_cell.y);
  if (!packed) return;
  glActiveTexture(GL_TEXTURE4);
  glBindTexture(GL_TEXTURE_2D, view.texture()->elements_by_code);
  glUniform1i(program.uniform("u_cell_bits"), view.texture()->code_bits());
}

// The classes of cells (motion.hpp) as a texture: uploaded for cells in memory, found by shaders for cells in textures.
class ClassView {
 public:
  // Compiles the first programs. False, with a sentence in `error`, on failure.
  bool load_first(std::string& error) {
    const std::vector<ShaderConstant> constants = view_constants();
    return load_traits(false, error) && load_pass(columns_, "view/class_columns.frag", constants, {}, error) &&
           load_pass(rows_, "view/class_rows.frag", constants, {}, error) &&
           load_pass(classify_, "view/class_cells.frag", constants, {"u_image", "u_rows"}, error);
  }

  // Finds the classes of the cells of an area. `palette_texture` has the rows of PaletteRow. False if the driver
  // cannot compile a program.
  bool find(const CellView& view, const Area& area, const Palette& palette, const Texture& palette_texture,
            MotionParts parts, PlaneTexture& cells) {
    area_ = area;
    if (view.memory() == nullptr) return find_in_textures(view, palette_texture, parts, cells);
    in_memory_.classify(view.memory()->cells, area, palette, parts);
    const Extent extent{area.x.size(), area.y.size()};
    glActiveTexture(GL_TEXTURE0);
    if (too_small(uploaded_, extent)) {
      uploaded_ = Texture(kTexelRgba8, rounded_up(extent.width), rounded_up(extent.height), "classes of cells");
    }
    uploaded_.write(0, 0, extent.width, extent.height, in_memory_.data(), extent.width);
    result_ = &uploaded_;
    return true;
  }

  // The classes that were found last; null if they are not in memory.
  const CellClasses* in_memory() const { return result_ == &uploaded_ ? &in_memory_ : nullptr; }

  // Sets the uniforms of view/near.frag.
  void bind(const Program& program, int unit) const {
    if (result_ == nullptr) return;
    result_->bind(unit);
    glUniform2i(program.uniform("u_first_class"), area_.x.begin, area_.y.begin);
  }

 private:
  bool load_traits(bool packed, std::string& error) {
    return load_pass(traits_[packed], "view/class_traits.frag", view_constants({}, EnergyUse::none, packed),
                     {"u_cells", "u_palette", "", "u_packed_cells", "u_codes"}, error);
  }

  bool find_in_textures(const CellView& view, const Texture& palette_texture, MotionParts parts, PlaneTexture& cells) {
    const bool packed = view.texture()->packed();
    std::string error;
    if (!load_traits(packed, error)) return false;
    const Extent extent{area_.x.size(), area_.y.size()};
    glActiveTexture(GL_TEXTURE0);
    for (Canvas* canvas : {&traits_canvas_, &columns_canvas_, &rows_canvas_, &classes_canvas_}) {
      make_room(*canvas, kTexelRgba8, extent, false, "classes of cells");
    }
    const Program& traits = *traits_[packed];
    traits.use();
    bind_cells(traits, cells, view, area_);
    palette_texture.bind(1);
    glUniform2i(traits.uniform("u_area_first"), area_.x.begin, area_.y.begin);
    passes_.run(traits_canvas_.framebuffer, extent);
    passes_.run(*columns_, traits_canvas_.texture, extent, columns_canvas_.framebuffer, extent);
    passes_.run(*rows_, columns_canvas_.texture, extent, rows_canvas_.framebuffer, extent);
    classify_->use();
    glUniform1i(classify_->uniform("u_motion"), parts.motion ? 1 : 0);
    glUniform1i(classify_->uniform("u_bubbles"), parts.bubbles ? 1 : 0);
    rows_canvas_.texture.bind(1);
    passes_.run(*classify_, columns_canvas_.texture, extent, classes_canvas_.framebuffer, extent);
    result_ = &classes_canvas_.texture;
    return true;
  }

  std::optional<Program> traits_[2], columns_, rows_, classify_;  // traits_ by packed
  Canvas traits_canvas_, columns_canvas_, rows_canvas_, classes_canvas_;
  Texture uploaded_;
  const Texture* result_ = nullptr;
  CellClasses in_memory_;
  Area area_;
  Passes passes_;
};

// Which parts of a shaded picture of cells have changed since the picture before, tile by tile. The others need not be
// shaded again: where shaders run on the processor, shading costs more than everything else.
class StaleTiles {
 public:
  // What changes although the cells do not, since the picture before.
  struct Clocks {
    bool flicker = false, shimmer = false, fallen = false;
  };

  // The parts of `drawn` to shade again, as rectangles that do not overlap; all of it the first time, after forget(),
  // and when the area has changed. `classes` are those of `cells` in an area that contains all that the picture of
  // `drawn` reads.
  const std::vector<Area>& find(const PlaneRows<std::uint8_t>& cells, const CellClasses& classes, const Area& drawn,
                                const Palette& palette, const Looks& looks, Clocks clocks) {
    parts_.clear();
    const bool fresh = !(area_ == classes.area()) || !(drawn_ == drawn);
    area_ = classes.area();
    drawn_ = drawn;
    find_changed(cells, classes);
    if (fresh) {
      parts_.push_back(drawn);
      return parts_;
    }
    for (std::size_t i = 0; i < changes_.size(); ++i) {
      const bool flickers = palette[i].glow > 0.0f && looks.glow, shimmers = palette[i].shimmer > 0.0f && looks.grain;
      changes_[i] = (flickers && clocks.flicker) || (shimmers && clocks.shimmer);
    }
    any_changes_ = std::ranges::any_of(changes_, [](bool changes) { return changes; });
    falls_change_ = looks.motion && clocks.fallen;
    foam_changes_ = looks.motion && clocks.flicker;
    find_tiles();
    return parts_;
  }

  void forget() { area_ = {}; }

 private:
  static constexpr int kSide = 16;  // of a tile, cells

  static bool falls(const CellClass& shown) { return shown.falls() || shown.style() == Style::streak; }
  static bool foams(const CellClass& shown) { return shown.splash() > 0 || shown.style() == Style::spray; }

  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y - area_.y.begin) * static_cast<std::size_t>(area_.x.size()) +
           static_cast<std::size_t>(x - area_.x.begin);
  }

  // Compares with the picture before, which becomes this one.
  void find_changed(const PlaneRows<std::uint8_t>& cells, const CellClasses& classes) {
    const auto width = static_cast<std::size_t>(area_.x.size());
    const std::size_t count = width * static_cast<std::size_t>(area_.y.size());
    cells_.resize(count);
    classes_.resize(count);
    changed_.resize(count);
    rows_.resize(static_cast<std::size_t>(area_.y.size()));
    for (int y = area_.y.begin; y < area_.y.end; ++y) {
      const std::size_t first = index(area_.x.begin, y);
      const std::uint8_t* const now = cells.row(y) + area_.x.begin;
      const CellClass* const shown = classes.data() + first;
      Row& row = rows_[static_cast<std::size_t>(y - area_.y.begin)];
      row.changed = std::memcmp(&cells_[first], now, width) != 0 ||
                    std::memcmp(&classes_[first], shown, width * sizeof(CellClass)) != 0;
      if (!row.changed) {
        std::fill_n(&changed_[first], width, std::uint8_t{0});
        continue;
      }
      for (std::size_t x = 0; x < width; ++x) {
        const bool same = cells_[first + x] == now[x] && classes_[first + x] == shown[x];
        changed_[first + x] = same ? 0 : 1;
      }
      std::memcpy(&cells_[first], now, width);
      std::memcpy(&classes_[first], shown, width * sizeof(CellClass));
      row.animated = std::any_of(shown, shown + width, [](const CellClass& c) { return falls(c) || foams(c); });
      row.borrows = std::any_of(shown, shown + width, [](const CellClass& c) { return c.place != CellClass::kHere; });
    }
  }

  bool row_may_be_stale(int y, bool changed_above) const {
    const auto row = [this](int at) { return rows_[static_cast<std::size_t>(at - area_.y.begin)]; };
    if (changed_above || any_changes_ || row(y).borrows || row(y).changed) return true;
    if (y + 1 < area_.y.end && row(y + 1).changed) return true;
    return row(y).animated && (falls_change_ || foam_changes_);
  }

  // Which cells of a row must be shaded again, in `stale_`: by what view/near.frag reads of other cells, which are
  // solids above and below, and the liquid above.
  void find_in_row(int y) {
    const std::size_t first = index(area_.x.begin, y), width = stale_.size();
    const std::uint8_t* const here = &changed_[first];
    const std::uint8_t* const above = y > area_.y.begin ? here - width : here;
    const std::uint8_t* const below = y + 1 < area_.y.end ? here + width : here;
    const CellClass* const shown = &classes_[first];
    const std::uint8_t* const since = since_.data();
    for (std::size_t x = 0; x < width; ++x) {
      bool stale = (here[x] | above[x] | below[x]) != 0;
      stale |= falls_change_ & falls(shown[x]);
      stale |= foam_changes_ & foams(shown[x]);
      stale |= (shown[x].under() == CellClass::kDeep) & (since[x] != 0);
      stale_[x] = stale ? 1 : 0;
    }
    if (!any_changes_ && !rows_[static_cast<std::size_t>(y - area_.y.begin)].borrows) return;
    // Cells that show another cell, and elements that look different now.
    for (int x = drawn_.x.begin; x < drawn_.x.end; ++x) {
      const CellClass& of = classes_[index(x, y)];
      const int from_x = x + of.dx(), from_y = y + of.dy();
      if (from_x < area_.x.begin || from_x >= area_.x.end || from_y < area_.y.begin || from_y >= area_.y.end) continue;
      const std::size_t from = index(from_x, from_y);
      if (changed_[from] != 0 || changes_[cells_[from]]) stale_[static_cast<std::size_t>(x - area_.x.begin)] = 1;
    }
  }

  void find_tiles() {
    const auto width = static_cast<std::size_t>(area_.x.size());
    since_.assign(width, 0);
    stale_.resize(width);
    stale_tiles_.assign(static_cast<std::size_t>((drawn_.x.size() + kSide - 1) / kSide), 0);
    int since_change = kLookUp + 1;  // rows since one that has changed
    for (int y = area_.y.begin; y < drawn_.y.end; ++y) {
      if (y >= drawn_.y.begin && row_may_be_stale(y, since_change <= kLookUp)) {
        find_in_row(y);
        for (std::size_t tile = 0; tile < stale_tiles_.size(); ++tile) {
          const int begin = drawn_.x.begin + static_cast<int>(tile) * kSide - area_.x.begin;
          const int size = std::min(kSide, drawn_.x.end - area_.x.begin - begin);
          if (std::memchr(&stale_[static_cast<std::size_t>(begin)], 1, static_cast<std::size_t>(size)) != nullptr)
            stale_tiles_[tile] = 1;
        }
      }
      const bool changed = rows_[static_cast<std::size_t>(y - area_.y.begin)].changed;
      since_change = changed ? 1 : since_change + 1;
      if (since_change <= kLookUp) {
        const std::uint8_t* const here = &changed_[index(area_.x.begin, y)];
        for (std::size_t x = 0; x < width; ++x) {
          const auto less = static_cast<std::uint8_t>(since_[x] - (since_[x] != 0 ? 1 : 0));
          since_[x] = here[x] != 0 ? std::uint8_t{kLookUp} : less;
        }
      }
      const int done = y + 1 - drawn_.y.begin;
      if (done > 0 && (done % kSide == 0 || y + 1 == drawn_.y.end))
        add_parts(drawn_.y.begin + (done - 1) / kSide * kSide);
    }
  }

  // Runs of stale tiles in a row of tiles that begins at row `top` of the world.
  void add_parts(int top) {
    const auto count = stale_tiles_.size();
    for (std::size_t tile = 0; tile < count; ++tile) {
      if (stale_tiles_[tile] == 0) continue;
      const auto begin = static_cast<int>(tile);
      while (tile < count && stale_tiles_[tile] != 0) ++tile;
      parts_.push_back(
          {{drawn_.x.begin + begin * kSide, std::min(drawn_.x.begin + static_cast<int>(tile) * kSide, drawn_.x.end)},
           {top, std::min(top + kSide, drawn_.y.end)}});
    }
    std::ranges::fill(stale_tiles_, std::uint8_t{0});
  }

  struct Row {
    bool changed = false;   // something in it has changed since the picture before
    bool animated = false;  // something in it falls, foams or sprays
    bool borrows = false;   // some cell shows the matter of another one
  };

  Area area_, drawn_;
  std::vector<std::uint8_t> cells_, changed_;  // of the area, row by row
  std::vector<CellClass> classes_;
  std::vector<Row> rows_;                     // of the area
  std::vector<std::uint8_t> since_;           // for each column: rows left in which a change above may still matter
  std::vector<std::uint8_t> stale_;           // of a row of the area, cell by cell
  std::vector<std::uint8_t> stale_tiles_;     // of a row of tiles
  std::array<bool, kElementsMax> changes_{};  // elements that look different now although they have not changed
  bool any_changes_ = false, falls_change_ = false, foam_changes_ = false;
  std::vector<Area> parts_;
};

// ---- water with mass: the same pictures as field_shading.hpp ----

// Choices that select a shader program: each combination is another program, so looks that are off cost nothing.
struct WaterVariant {
  bool grain = true, depth_tint = true, pressure = false, reduced = false;
  bool in_squares = false;  // the masses, as in textures of solvers
  friend auto operator<=>(const WaterVariant&, const WaterVariant&) = default;
};

// The constants of field_shading.hpp for the shaders.
std::vector<ShaderConstant> water_constants(const WaterVariant& variant) {
  const std::vector<ShaderConstant> own = SHADER_CONSTANTS(
      kFullCell, kWetFrom, kCoveredBy, kFarFill, kFarLooks, kPressureRow, kPressureMost, kDeepRows, kDeepByPressure,
      kShallowLight, kDeepDark, kDeepGreen, kDepthUntinted, kWaterLine, kVeil, kVeilLight, kWaterDense, kDepthTaps,
      kDepthReach, kFarDepth, kSolidEdgeLight, kSolidEdgeShade, kSkyLight, kSkyTint, kDither);
  return joined({false_color_constants(),
                 own,
                 {{"kGrain", std::uint32_t{variant.grain}},
                  {"kDepthTint", std::uint32_t{variant.depth_tint}},
                  {"kPressure", std::uint32_t{variant.pressure}},
                  {"kReduced", std::uint32_t{variant.reduced}},
                  {"kInSquares", std::uint32_t{variant.in_squares}},
                  {"kColorRow", PaletteRow::color}}});
}

class WaterView {
 public:
  // Call before draw(). Compiles the needed programs; false, with a sentence in `error`, if the driver cannot.
  bool prepare(const CellView& view, const Looks& looks, const SampleGrid& grid, std::string& error) {
    variant_ = {looks.grain, looks.depth_tint, looks.pressure, grid.reduced(), view.texture() != nullptr};
    Programs& set = programs_[variant_];
    if (set.paint) return true;  // the program that is loaded last
    const std::vector<ShaderConstant> constants = water_constants(variant_);
    return load_pass(set.samples, "view/water_samples.frag", constants,
                     {"u_masses", "u_cells", "u_palette", "u_mass_squares"}, error) &&
           load_pass(set.paint, "view/water_paint.frag", constants, {"u_filled", "u_ground"}, error);
  }

  // Texel (0, 0) of the picture is the first pixel of the grid. `palette`: with the rows of PaletteRow.
  // Preconditions: the grid is not empty; a StateGuard.
  const Texture& draw(const CellView& view, const SampleGrid& grid, const Texture& palette, Color background,
                      Light water) {
    const Extent pixels{grid.pixels.x.size(), grid.pixels.y.size()};
    make_rooms({grid.width, grid.height}, pixels);
    take_samples(*programs_[variant_].samples, view, grid, palette);
    const Program& program = *programs_[variant_].paint;
    program.use();
    filled_.bind(0);
    ground_.bind(1);
    set_extent(program, "u_extent", extent_);
    set_grid(program, grid);
    glUniform1f(program.uniform("u_line"), water_line(grid));
    set_color(program, "u_background", background);
    glUniform3f(program.uniform("u_water"), water.r, water.g, water.b);
    glUniform1f(program.uniform("u_height"), static_cast<float>(view.height));
    passes_.run(picture_.framebuffer, pixels);
    return picture_.texture;
  }

 private:
  struct Programs {
    std::optional<Program> samples, paint;
  };

  void make_rooms(Extent extent, Extent pixels) {
    extent_ = extent;
    make_room(picture_, kTexelRgba8, pixels, false, "water");
    if (!too_small(filled_, extent)) return;
    const int width = rounded_up(extent.width), height = rounded_up(extent.height);
    filled_ = Texture(kTexelRgba8, width, height, "how full of water");
    ground_ = Texture(kTexelRgba8, width, height, "ground around water");
    filled_.filter_linear();
    ground_.filter_linear();
    samples_ = Framebuffer(filled_, ground_, "samples of water");
  }

  void take_samples(const Program& program, const CellView& view, const SampleGrid& grid, const Texture& palette) {
    program.use();
    // Shading reads cells beyond those that it shades.
    Area area = grid.cells;
    area.x = {std::max(area.x.begin - 2, 0), std::min(area.x.end + 2, view.width)};
    area.y = {std::max(area.y.begin - static_cast<int>(kFarDepth) - 1, 0), std::min(area.y.end + 2, view.height)};
    const CellPoint mass = mass_plane_.bind_amounts(0, 3, Plane::mass, area, view);
    const CellPoint cell = cell_plane_.bind(1, Plane::cells, area, view);
    palette.bind(2);
    glUniform2i(program.uniform("u_first_mass"), mass.x, mass.y);
    glUniform2i(program.uniform("u_first_cell"), cell.x, cell.y);
    glUniform2i(program.uniform("u_world"), view.width, view.height);
    set_grid(program, grid);
    passes_.run(samples_, extent_);
  }

  Passes passes_;
  WaterVariant variant_;
  std::map<WaterVariant, Programs> programs_;
  PlaneTexture mass_plane_, cell_plane_;
  Texture filled_, ground_;
  Framebuffer samples_;
  Canvas picture_;
  Extent extent_;
};

// All inputs of the shaded picture of cells: while they stay the same, the picture does too.
struct CellPictureKey {
  ShownCells shown;
  std::uint64_t generation = 0, palette = 0;
  int width = 0, height = 0;
  Looks looks;
  EnergyUse energy_use = EnergyUse::none;
  Area cells = {}, pixels = {};                 // pixels only in reduced pictures
  double zoom = 1, origin_x = 0, origin_y = 0;  // only in reduced pictures
  bool by_pixels = false;                       // the picture of a field
  float shimmer_time = 0;                       // 0 if no cell can shimmer
  friend bool operator==(const CellPictureKey&, const CellPictureKey&) = default;
};

constexpr int kGlowReachCells = 48;  // glow of emissive cells this far outside the picture is still visible
static_assert(kLookUp >= tap_distance_max(kDepthTaps - 1));
static_assert(kLookUp >= static_cast<int>(kFarDepth));

std::uint8_t byte_of_share(float share) {
  return static_cast<std::uint8_t>(std::clamp(share, 0.0f, 1.0f) * 255.0f + 0.5f);
}

class GlWorldView final : public WorldView {
 public:
  bool start(std::string& error) {
    const GlStateGuard guard;
    clear_gl_errors();
    if (!load_programs(error)) return false;
    shades_on_cpu_ = is_software_renderer(gl_renderer_name());
    palette_ = Texture(kTexelRgba8, kElementsMax, kPaletteRowCount, "palette");
    set_palette(Palette{});
    const Status status = check_gl_errors(text_id("Setting up the renderer"));
    error = status.message();
    return status.ok();
  }

  void set_palette(const Palette& palette) override {
    const GlStateGuard guard;
    constexpr std::size_t kRowBytes = std::size_t{kElementsMax} * 4;
    std::vector<std::uint8_t> texels(kRowBytes * kPaletteRowCount);
    const auto texel = [&texels](PaletteRow row, std::size_t element) {
      return &texels[static_cast<std::size_t>(row) * kRowBytes + element * 4];
    };
    palette_glows_ = std::ranges::any_of(palette, [](const PaletteEntry& e) { return e.glow > 0.0f; });
    palette_is_hot_ = has_hot_colors(palette);
    palette_shimmers_ = has_shimmer(palette);
    palette_moves_ = has_moving(palette);
    palette_entries_ = palette;
    background_ = palette[0].color;
    water_ = water_color(palette);
    for (std::size_t i = 0; i < palette.size(); ++i) {
      const PaletteEntry& e = palette[i];
      const std::uint8_t color_and_glow[] = {e.color.r, e.color.g, e.color.b, byte_of_share(e.glow)};
      std::copy_n(color_and_glow, 4, texel(PaletteRow::color, i));
      texel(PaletteRow::matter, i)[0] = static_cast<std::uint8_t>(e.matter);
      texel(PaletteRow::matter, i)[1] = byte_of_share(e.shimmer);
      texel(PaletteRow::matter, i)[2] = traits_of(e);
      texel(PaletteRow::matter, i)[3] = e.texture;
      if (!e.hot_color) continue;
      const std::uint8_t hot[] = {e.hot_color->r, e.hot_color->g, e.hot_color->b, 255};
      std::copy_n(hot, 4, texel(PaletteRow::hot_color, i));
    }
    palette_.write(0, 0, kElementsMax, kPaletteRowCount, texels.data(), kElementsMax);
    ++palette_version_;
  }

  void draw(const CellView& view, const Camera& camera, const Looks& looks, Color surround,
            int framebuffer_height) override {
    const GlStateGuard guard;
    const CellPictureKey key = make_key(view, camera, looks);
    const bool visible = !view.empty() && !key.cells.empty();
    if (visible && !(key == shown_)) {
      if (key.by_pixels) {
        image_ = draw_field(view, camera, looks);
      } else {
        const Extent extent = shade(view, key);
        const Texture& image = key.looks.glow ? add_glow(extent) : shaded_.texture;
        image_ = key.looks.blur ? &soften(image, extent) : &image;
      }
      shown_ = key;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, guard.draw_framebuffer());
    const PixelRect& port = camera.viewport();
    const int bottom = framebuffer_height - port.y - port.height;
    const GLsizei width = std::max(port.width, 0), height = std::max(port.height, 0);
    glViewport(port.x, bottom, width, height);
    glEnable(GL_SCISSOR_TEST);
    glScissor(port.x, bottom, width, height);
    const Area pixels = pixels_on_world(camera, view.width, view.height);
    const bool covers = pixels.x.size() == camera.viewport().width && pixels.y.size() == camera.viewport().height;
    if (!visible || image_ == nullptr || !covers) clear_to(surround);
    if (visible && image_ != nullptr) present(key, camera);
  }

 private:
  // Draws a field pixel by pixel. Null if the driver fails: then nothing is shown.
  const Texture* draw_field(const CellView& view, const Camera& camera, const Looks& looks) {
    std::string error;
    if (view.has(Plane::height)) {
      const SampleGrid grid = make_sample_grid(camera, view.width, view.height, kShadowMargin);
      if (!heights_.prepare(view, looks, grid, error)) return nullptr;
      heights_.light(view, looks, grid);
      return &heights_.paint(grid);
    }
    const SampleGrid grid = make_sample_grid(camera, view.width, view.height, 1);
    if (!water_view_.prepare(view, looks, grid, error)) return nullptr;
    return &water_view_.draw(view, grid, palette_, background_, water_);
  }

  bool load_programs(std::string& error) {
    const std::vector<ShaderConstant> constants = view_constants();
    const auto load = [&](std::optional<Program>& program, std::string_view fragment,
                          std::initializer_list<const char*> units = {"u_image"}) {
      return load_pass(program, fragment, constants, units, error);
    };
    return load(gather_, "view/glow_gather.frag") && load(reduce_, "view/glow_reduce.frag") &&
           load(blur_, "view/blur.frag") && load(compose_, "view/compose.frag", {"u_image", "u_tight", "u_wide"}) &&
           load(soften_, "view/soften.frag") &&
           load_pass(present_, "view/present.frag", constants, {"u_image"}, error, "view/present.vert") &&
           shading_.load_first(error) && classes_.load_first(error);
  }

  CellPictureKey make_key(const CellView& view, const Camera& camera, const Looks& looks) const {
    CellPictureKey key{.shown = view.shown,
                       .generation = view.generation,
                       .palette = palette_version_,
                       .width = view.width,
                       .height = view.height,
                       .looks = looks,
                       .energy_use = energy_use(view, palette_is_hot_, looks)};
    if (looks.grain && palette_shimmers_) key.shimmer_time = shimmer_time(view.step);
    const bool glows = palette_glows_ || key.energy_use == EnergyUse::hot_colors;
    key.looks.glow = looks.glow && glows && key.energy_use != EnergyUse::heat_overlay;
    key.looks.motion = looks.motion && palette_moves_ && key.energy_use != EnergyUse::heat_overlay;
    if (view.width < 1 || view.height < 1) return key;
    key.by_pixels = view.has(Plane::height) || view.has(Plane::mass);
    if (camera.zoom() >= 1.0 && !key.by_pixels) {
      const int around = key.looks.glow ? kGlowReachCells : key.looks.blur ? kSoftReach : 0;
      key.cells = cells_in_view(camera, view.width, view.height, around);
      if (pixels_on_world(camera, view.width, view.height).empty()) key.cells = {};
      return key;
    }
    key.cells = cells_in_view(camera, view.width, view.height, 1);
    key.pixels = pixels_on_world(camera, view.width, view.height);
    key.zoom = camera.zoom();
    key.origin_x = camera.origin().x;
    key.origin_y = camera.origin().y;
    return key;
  }

  // Draws `shaded_` and returns how much of it is in use.
  Extent shade(const CellView& view, const CellPictureKey& key) {
    const bool reduced = !key.pixels.empty();
    const Area& fragments = reduced ? key.pixels : key.cells;
    const Extent extent{fragments.x.size(), fragments.y.size()};
    if (make_room(shaded_, kTexelRgba8, extent, false, "shaded cells")) stale_.forget();
    const bool packed = view.texture() != nullptr && view.texture()->packed();
    const Area area = looked_at(key.cells, view.width, view.height);
    Looks looks = key.looks;
    bool classed = false;
    if (!reduced && needs_classes(looks)) {
      const MotionParts parts{.motion = looks.motion, .bubbles = looks.depth_tint};
      classed = classes_.find(view, area, palette_entries_, palette_, parts, cells_);
      if (!classed) looks.motion = looks.depth_tint = false;
    }
    const Program& program = shading_.find(looks, key.energy_use, reduced, packed);
    program.use();
    bind_cells(program, cells_, view, area);
    palette_.bind(1);
    if (key.energy_use != EnergyUse::none) {
      const CellPoint first_energy = energies_.bind(2, Plane::energy, area, view);
      glUniform2i(program.uniform("u_first_energy"), first_energy.x, first_energy.y);
      glUniform1i(program.uniform("u_energy_channel"), view.texture() != nullptr ? 1 : 0);
    }
    classes_.bind(program, 5);
    glUniform2i(program.uniform("u_world"), view.width, view.height);
    set_color(program, "u_background", background_);
    glUniform1ui(program.uniform("u_flicker_seed"), flicker_seed(view.generation));
    glUniform1f(program.uniform("u_shimmer_time"), key.shimmer_time);
    glUniform1i(program.uniform("u_fallen"), fallen(view.step));
    glUniform2i(program.uniform("u_area_first"), key.cells.x.begin, key.cells.y.begin);
    glUniform2f(program.uniform("u_origin"), static_cast<float>((key.pixels.x.begin - key.origin_x) / key.zoom),
                static_cast<float>((key.pixels.y.begin - key.origin_y) / key.zoom));
    glUniform1f(program.uniform("u_cells_per_pixel"), static_cast<float>(1.0 / key.zoom));
    run_shading(view, key, classed, extent);
    return extent;
  }

  // Where shaders run on the processor, shades only what has changed.
  void run_shading(const CellView& view, const CellPictureKey& key, bool classed, Extent extent) {
    const CellClasses* const classes = classed ? classes_.in_memory() : nullptr;
    if (!shades_on_cpu_ || classes == nullptr || key.energy_use != EnergyUse::none) {
      stale_.forget();
      return passes_.run(shaded_.framebuffer, extent);
    }
    CellPictureKey rest = key;  // without the cells and the time
    rest.shown = shown_.shown;
    rest.generation = shown_.generation;
    rest.shimmer_time = shown_.shimmer_time;
    if (!(rest == shown_)) stale_.forget();
    const StaleTiles::Clocks clocks{.flicker = flicker_seed(key.generation) != flicker_seed(shown_.generation),
                                    .shimmer = key.shimmer_time != shown_.shimmer_time,
                                    .fallen = fallen(view.step) != shaded_step_};
    shaded_step_ = fallen(view.step);
    stale_parts_ = stale_.find(view.memory()->cells, *classes, key.cells, palette_entries_, key.looks, clocks);
    for (Area& part : stale_parts_) {
      part.x = {part.x.begin - key.cells.x.begin, part.x.end - key.cells.x.begin};
      part.y = {part.y.begin - key.cells.y.begin, part.y.end - key.cells.y.begin};
    }
    passes_.run(shaded_.framebuffer, extent, stale_parts_);
  }

  // Draws the glow of `shaded_` and adds it in `composed_`, whose texture it returns.
  const Texture& add_glow(Extent extent) {
    const Extent tight = reduced(extent, 4), wide = reduced(tight, 4);
    make_room(composed_, kTexelRgba8, extent, false, "composed cells");
    // One texel more than is in use, because smooth reading uses the neighbours.
    make_room(tight_, kTexelRgba8, {tight.width + 1, tight.height + 1}, "tight glow");
    make_room(wide_, kTexelRgba8, {wide.width + 1, wide.height + 1}, "wide glow");
    passes_.run(*gather_, shaded_.texture, extent, tight_.front().framebuffer, tight);
    blur(tight_, tight);
    passes_.run(*reduce_, tight_.front().texture, tight, wide_.front().framebuffer, wide);
    blur(wide_, wide);

    compose_->use();
    shaded_.texture.bind(0);
    const Texture &tight_light = tight_.front().texture, &wide_light = wide_.front().texture;
    tight_light.bind(1);
    wide_light.bind(2);
    set_extent(*compose_, "u_tight_texels", {tight_light.width(), tight_light.height()});
    set_extent(*compose_, "u_wide_texels", {wide_light.width(), wide_light.height()});
    passes_.run(composed_.framebuffer, extent);
    return composed_.texture;
  }

  // Blurs `image` into `softened_`, whose texture it returns.
  const Texture& soften(const Texture& image, Extent extent) {
    const Extent with_rim{extent.width + 1, extent.height + 1};  // smooth reading uses the neighbours
    make_room(softened_, kTexelRgba8, with_rim, true, "softened cells");
    passes_.run(*soften_, image, extent, softened_.framebuffer, with_rim);
    return softened_.texture;
  }

  // Blurs the front canvas in both directions; the result is in front again.
  void blur(PingPong& light, Extent extent) {
    for (const int vertical : {0, 1}) {
      blur_->use();
      glUniform2i(blur_->uniform("u_direction"), 1 - vertical, vertical);
      passes_.run(*blur_, light.front().texture, extent, light.back().framebuffer,
                  {extent.width + 1, extent.height + 1});
      light.swap();
    }
  }

  // Draws whole pixels, those whose centres are on the world. An edge between two pixel centres would do as well, were
  // it not rounded: then the last row could read beyond the picture, where the texture still holds an older one.
  void present(const CellPictureKey& key, const Camera& camera) const {
    const bool reduced = !key.pixels.empty();
    const Area pixels = reduced ? key.pixels : pixels_on_world(camera, key.width, key.height);
    const PixelRect& viewport = camera.viewport();
    const auto device = [](int pixel, int first, int size) {  // in normalised device coordinates
      return static_cast<float>(2.0 * (pixel - first) / size - 1);
    };
    const auto texel = [&](int pixel, double origin, const Range& of_pixels, const Range& of_cells) {
      return reduced ? pixel - of_pixels.begin : (pixel - origin) / camera.zoom() - of_cells.begin;
    };
    const double left = texel(pixels.x.begin, camera.origin().x, pixels.x, key.cells.x),
                 right = texel(pixels.x.end, camera.origin().x, pixels.x, key.cells.x),
                 top = texel(pixels.y.begin, camera.origin().y, pixels.y, key.cells.y),
                 bottom = texel(pixels.y.end, camera.origin().y, pixels.y, key.cells.y);
    present_->use();
    glUniform4f(present_->uniform("u_rect"), device(pixels.x.begin, viewport.x, viewport.width),
                -device(pixels.y.begin, viewport.y, viewport.height), device(pixels.x.end, viewport.x, viewport.width),
                -device(pixels.y.end, viewport.y, viewport.height));
    glUniform4f(present_->uniform("u_texels"), static_cast<float>(left / image_->width()),
                static_cast<float>(top / image_->height()), static_cast<float>(right / image_->width()),
                static_cast<float>(bottom / image_->height()));
    image_->bind(0);
    glBindVertexArray(passes_.no_vertices().get());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  }

  ShadingPrograms shading_;
  std::optional<Program> gather_, reduce_, blur_, compose_, soften_, present_;
  Passes passes_;
  HeightView heights_;
  WaterView water_view_;
  ClassView classes_;
  StaleTiles stale_;
  std::vector<Area> stale_parts_;
  int shaded_step_ = 0;         // fallen() of the picture before
  bool shades_on_cpu_ = false;  // shaders run on the processor
  Texture palette_;
  Palette palette_entries_;
  PlaneTexture cells_, energies_;
  Canvas shaded_, composed_, softened_;
  PingPong tight_, wide_;
  const Texture* image_ = nullptr;  // shaded_, composed_ or softened_: what present() shows
  CellPictureKey shown_;
  std::uint64_t palette_version_ = 0;
  bool palette_glows_ = false, palette_is_hot_ = false, palette_shimmers_ = false, palette_moves_ = false;
  Color background_;
  Light water_;
};

}  // namespace

std::unique_ptr<WorldView> WorldView::create(std::string& error) {
  auto view = std::make_unique<GlWorldView>();
  if (!view->start(error)) return nullptr;
  return view;
}

}  // namespace repose
