#include "render/passes.hpp"

namespace repose {

bool make_room(Canvas& canvas, TexelFormat format, Extent extent, bool linear, std::string_view label) {
  if (!too_small(canvas.texture, extent)) return false;
  glActiveTexture(GL_TEXTURE0);
  canvas = Canvas(format, rounded_up(extent.width), rounded_up(extent.height), label);
  if (linear) canvas.texture.filter_linear();
  return true;
}

bool load_pass(std::optional<Program>& program, std::string_view fragment, std::span<const ShaderConstant> constants,
               std::initializer_list<const char*> units, std::string& error, std::string_view vertex) {
  if (program) return true;
  error.clear();  // of a program that was tried before
  Program loaded = Program::load({vertex, fragment}, constants, error);
  if (!loaded) return false;
  int unit = 0;
  for (const char* const name : units) {
    if (*name != '\0') loaded.set_unit(name, unit);
    ++unit;
  }
  program = std::move(loaded);
  return true;
}

void set_color(const Program& program, const char* name, Color color) {
  const shading::Light light = shading::to_light(color);
  glUniform3f(program.uniform(name), light.r, light.g, light.b);
}

void clear_to(Color color) {
  glClearColor(static_cast<float>(color.r) / 255.0f, static_cast<float>(color.g) / 255.0f,
               static_cast<float>(color.b) / 255.0f, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
}

void set_grid(const Program& program, const SampleGrid& grid) {
  glUniform2i(program.uniform("u_first"), grid.first_x, grid.first_y);
  glUniform2f(program.uniform("u_offset"), grid.offset_x, grid.offset_y);
  glUniform1f(program.uniform("u_step"), grid.step);
  glUniform2f(program.uniform("u_pixel"), grid.pixel_x, grid.pixel_y);
  glUniform1f(program.uniform("u_samples_per_pixel"), grid.samples_per_pixel);
  glUniform1f(program.uniform("u_edge"), 0.5f * std::min(grid.samples_per_pixel, 1.0f));
}

namespace {

bool contains(const Range& outer, const Range& inner) { return outer.begin <= inner.begin && outer.end >= inner.end; }

// The range with a quarter more on both sides, clipped to the world.
Range widened(const Range& range, int world) {
  const int more = range.size() / 4;
  return {std::max(range.begin - more, 0), std::min(range.end + more, world)};
}

}  // namespace

CellPoint PlaneTexture::bind(int unit, Plane plane, const Area& cells, const CellView& view) {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  if (const MemoryCells* const shown = view.memory()) {
    const bool rests = shown_ == *shown && generation_ == view.generation;
    if (!rests || !contains(area_.x, cells.x) || !contains(area_.y, cells.y)) {
      // While the world rests, also uploads cells around the visible ones, because the camera may move to them.
      const Area area = rests ? Area{widened(cells.x, view.width), widened(cells.y, view.height)} : cells;
      for_each_plane(*shown, [&](Plane present, const auto& rows) {
        if (present == plane) upload(rows, area);
      });
      area_ = area;
      shown_ = *shown;
      generation_ = view.generation;
    }
    glBindTexture(GL_TEXTURE_2D, uploaded_.name());
    return {area_.x.begin, area_.y.begin};
  }
  glBindTexture(GL_TEXTURE_2D, view.texture()->texture_of(plane));
  return {0, 0};
}

CellPoint PlaneTexture::bind_amounts(int unit, int squares_unit, Plane plane, const Area& cells, const CellView& view) {
  const TextureCells* const shown = view.texture();
  if (shown == nullptr) return bind(unit, plane, cells, view);
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(squares_unit));
  glBindTexture(GL_TEXTURE_2D_ARRAY, shown->texture_of(plane));
  return {0, 0};
}

template <class Value>
void PlaneTexture::upload(const PlaneRows<Value>& rows, const Area& cells) {
  const Extent extent{cells.x.size(), cells.y.size()};
  if (too_small(uploaded_, extent)) {
    uploaded_ = Texture(sizeof(Value) == 1 ? kTexelR8 : kTexelR32i, rounded_up(extent.width), rounded_up(extent.height),
                        "uploaded plane");
  }
  const Value* const first = rows.row(cells.y.begin) + cells.x.begin;
  uploaded_.write(0, 0, extent.width, extent.height, first, static_cast<int>(rows.stride));
}

using namespace shading;

constexpr Looks kPlainLooks{.grain = false, .depth_tint = false, .glow = false, .motion = false};

std::vector<ShaderConstant> grain_constants() {
  std::vector<ShaderConstant> constants = SHADER_CONSTANTS(kSolidGrain, kSolidPatch);
  constants.emplace_back("kCellHashFactors", std::span(kCellHashFactors));
  return constants;
}

std::vector<ShaderConstant> false_color_constants() {
  return joined({grain_constants(),
                 SHADER_CONSTANTS(kHeatDim, kHeatShareLeast, kHeatShareMost, kHeatRedSlope, kHeatRedFrom,
                                  kHeatGreenSlope, kHeatGreenFrom, kHeatBluePeak, kHeatBlueFall, kHeatBlueAt)});
}

std::vector<ShaderConstant> motion_constants() {
  return joined(
      {SHADER_CONSTANTS(kStreakCells, kBridgeCells, kLandingCells, kFallLook, kGapReach, kBubbleReach, kSplashRows,
                        kSplashColumns, kPowderStreak, kLiquidStreak, kPowderBridge, kLiquidBridge, kDropCover,
                        kGapCover, kBumpCover, kStreamGrain, kStripeBits, kStreamLight, kFoam, kFoamLeast, kSprayRows,
                        kSprayFrom, kSprayLight, kSprayCover, kBubbleCover, kGasFill, kGasThin, kTraitFalls, kTraitAir,
                        kTraitLiquid, kTraitGas, kTraitOutside),
       {{"kStreakStyle", Style::streak},
        {"kLiquidStyle", Style::liquid},
        {"kSprayStyle", Style::spray},
        {"kGasStyle", Style::gas},
        {"kHere", int{CellClass::kHere}},
        {"kFallsBit", int{CellClass::kFalls}},
        {"kDeep", CellClass::kDeep}}});
}

std::vector<ShaderConstant> view_constants(const Looks& looks, EnergyUse use, bool packed) {
  const std::vector<ShaderConstant> own =
      SHADER_CONSTANTS(kEnergyMask, kEnergyMax, kHotGlow, kHotGlowFrom, kPowderGrain, kSolidEdgeLight, kSolidEdgeShade,
                       kLiquidGrain, kGasThinnest, kGasVariation, kDepthDark, kDepthReach, kSurfaceLight,
                       kSubsurfaceLight, kSkyLight, kSkyTint, kDither, kShimmer, kFlicker, kCoreWhite, kCore,
                       kTightGlow, kWideGlow, kSurfaceGlow, kHaze, kDepthTaps, kFarDepth, kFarChecks, kTexture);
  return joined({false_color_constants(),
                 motion_constants(),
                 own,
                 {{"kTextures", std::span(kTextures)},
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

bool ShadingPrograms::load_first(std::string& error) {
  for (const bool reduced : {false, true}) {
    for (const Looks& looks : {Looks{}, kPlainLooks}) {
      if (program(looks, EnergyUse::none, reduced, false, error) == nullptr) return false;
    }
  }
  return true;
}

const Program& ShadingPrograms::find(const Looks& looks, EnergyUse use, bool reduced, bool packed) {
  std::string error;
  const Program* chosen = program(looks, use, reduced, packed, error);
  if (chosen == nullptr && packed) chosen = program(kPlainLooks, EnergyUse::none, reduced, packed, error);
  return *(chosen != nullptr ? chosen : program(kPlainLooks, EnergyUse::none, reduced, false, error));
}

const Program* ShadingPrograms::program(const Looks& looks, EnergyUse use, bool reduced, bool packed,
                                        std::string& error) {
  std::optional<Program>& slot = programs_[packed][reduced][static_cast<std::size_t>(use)][looks.grain]
                                          [looks.depth_tint][looks.glow][looks.motion];
  const bool loaded = load_pass(slot, reduced ? "view/far.frag" : "view/near.frag", view_constants(looks, use, packed),
                                {"u_cells", "u_palette", "u_energy", "u_packed_cells", "u_codes", "u_classes"}, error);
  return loaded ? &*slot : nullptr;
}

}  // namespace repose
