#include "render/shading_programs.hpp"

namespace repose {

using namespace shading;

namespace {

constexpr Looks kPlainLooks{.grain = false, .depth_tint = false, .glow = false, .motion = false};

}  // namespace

std::span<const ShaderConstant> grain_constants() {
  static constexpr ShaderConstant constants[] = {
      {"kCellHashFactors", std::span(kCellHashFactors)}, {"kSolidGrain", kSolidGrain}, {"kSolidPatch", kSolidPatch}};
  return constants;
}

std::vector<ShaderConstant> false_color_constants() {
  std::vector<ShaderConstant> constants(grain_constants().begin(), grain_constants().end());
  constants.insert(constants.end(), {{"kHeatDim", kHeatDim},
                                     {"kHeatShareLeast", kHeatShareLeast},
                                     {"kHeatShareMost", kHeatShareMost},
                                     {"kHeatRedSlope", kHeatRedSlope},
                                     {"kHeatRedFrom", kHeatRedFrom},
                                     {"kHeatGreenSlope", kHeatGreenSlope},
                                     {"kHeatGreenFrom", kHeatGreenFrom},
                                     {"kHeatBluePeak", kHeatBluePeak},
                                     {"kHeatBlueFall", kHeatBlueFall},
                                     {"kHeatBlueAt", kHeatBlueAt}});
  return constants;
}

std::vector<ShaderConstant> motion_constants() {
  return {{"kStreakCells", kStreakCells},
          {"kBridgeCells", kBridgeCells},
          {"kLandingCells", kLandingCells},
          {"kFallLook", kFallLook},
          {"kGapReach", kGapReach},
          {"kBubbleReach", kBubbleReach},
          {"kSplashRows", kSplashRows},
          {"kSplashColumns", kSplashColumns},
          {"kPowderStreak", kPowderStreak},
          {"kLiquidStreak", kLiquidStreak},
          {"kPowderBridge", kPowderBridge},
          {"kLiquidBridge", kLiquidBridge},
          {"kDropCover", kDropCover},
          {"kGapCover", kGapCover},
          {"kBumpCover", kBumpCover},
          {"kStreamGrain", kStreamGrain},
          {"kStripeBits", kStripeBits},
          {"kStreamLight", kStreamLight},
          {"kFoam", kFoam},
          {"kFoamLeast", kFoamLeast},
          {"kSprayRows", kSprayRows},
          {"kSprayFrom", kSprayFrom},
          {"kSprayLight", kSprayLight},
          {"kSprayCover", kSprayCover},
          {"kBubbleCover", kBubbleCover},
          {"kGasFill", kGasFill},
          {"kGasThin", kGasThin},
          {"kTraitFalls", kTraitFalls},
          {"kTraitAir", kTraitAir},
          {"kTraitLiquid", kTraitLiquid},
          {"kTraitGas", kTraitGas},
          {"kTraitOutside", kTraitOutside},
          {"kStreakStyle", Style::streak},
          {"kLiquidStyle", Style::liquid},
          {"kSprayStyle", Style::spray},
          {"kGasStyle", Style::gas},
          {"kHere", int{CellClass::kHere}},
          {"kFallsBit", int{CellClass::kFalls}},
          {"kDeep", CellClass::kDeep}};
}

std::vector<ShaderConstant> view_constants(const Looks& looks, EnergyUse use, bool packed) {
  std::vector<ShaderConstant> constants = false_color_constants();
  constants.insert(constants.end(), {{"kGrain", std::uint32_t{looks.grain}},
                                     {"kDepthTint", std::uint32_t{looks.depth_tint}},
                                     {"kGlow", std::uint32_t{looks.glow}},
                                     {"kMotion", std::uint32_t{looks.motion}},
                                     {"kClassed", std::uint32_t{needs_classes(looks)}},
                                     {"kPacked", std::uint32_t{packed}},
                                     {"kEnergyUse", use},
                                     {"kHotColors", EnergyUse::hot_colors},
                                     {"kHeatOverlay", EnergyUse::heat_overlay},
                                     {"kEnergyMask", kEnergyMask},
                                     {"kEnergyMax", kEnergyMax},
                                     {"kBackground", Matter::background},
                                     {"kPowder", Matter::powder},
                                     {"kLiquid", Matter::liquid},
                                     {"kGas", Matter::gas},
                                     {"kSolid", Matter::solid},
                                     {"kColorRow", PaletteRow::color},
                                     {"kMatterRow", PaletteRow::matter},
                                     {"kHotColorRow", PaletteRow::hot_color},
                                     {"kHotGlow", kHotGlow},
                                     {"kHotGlowFrom", kHotGlowFrom},
                                     {"kPowderGrain", kPowderGrain},
                                     {"kSolidEdgeLight", kSolidEdgeLight},
                                     {"kSolidEdgeShade", kSolidEdgeShade},
                                     {"kLiquidGrain", kLiquidGrain},
                                     {"kGasThinnest", kGasThinnest},
                                     {"kGasVariation", kGasVariation},
                                     {"kDepthDark", kDepthDark},
                                     {"kDepthReach", kDepthReach},
                                     {"kSurfaceLight", kSurfaceLight},
                                     {"kSubsurfaceLight", kSubsurfaceLight},
                                     {"kSkyLight", kSkyLight},
                                     {"kSkyTint", kSkyTint},
                                     {"kDither", kDither},
                                     {"kShimmer", kShimmer},
                                     {"kFlicker", kFlicker},
                                     {"kCoreWhite", kCoreWhite},
                                     {"kCore", channels(kCore)},
                                     {"kTightGlow", kTightGlow},
                                     {"kWideGlow", kWideGlow},
                                     {"kSurfaceGlow", kSurfaceGlow},
                                     {"kHaze", kHaze},
                                     {"kDepthTaps", kDepthTaps},
                                     {"kFarDepth", kFarDepth},
                                     {"kFarChecks", kFarChecks}});
  const std::vector<ShaderConstant> motion = motion_constants();
  constants.insert(constants.end(), motion.begin(), motion.end());
  return constants;
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
  if (slot) return &*slot;
  slot = Program::load({"common/fullscreen.vert", reduced ? "view/far.frag" : "view/near.frag"},
                       view_constants(looks, use, packed), error);
  if (!slot) return nullptr;
  slot->set_unit("u_cells", 0);
  slot->set_unit("u_palette", 1);
  slot->set_unit("u_energy", 2);
  slot->set_unit("u_packed_cells", 3);
  slot->set_unit("u_codes", 4);
  slot->set_unit("u_classes", 5);
  return &*slot;
}

}  // namespace repose
