#include "automata/conserving/gpu_pass.hpp"

#include <utility>

#include "automata/conserving/bursts.hpp"

namespace repose::conserving {

std::optional<Program> load_pass(std::string_view file, std::string& error, const ShaderTraits& traits) {
  return load_pass("common/fullscreen.vert", file, error, traits);
}

std::optional<Program> load_pass(std::string_view vertices, std::string_view file, std::string& error,
                                 const ShaderTraits& traits) {
  constexpr int kBlastReach = kBurstRadiusMax + kThrowReach;
  static_assert(kBlastReach < kBlastOrigin);
  const ShaderConstant constants[] = {{"kSwap", kSwap},
                                      {"kKinds", std::int32_t{traits.kinds}},
                                      {"kHasGrainy", std::int32_t{traits.has_grainy}},
                                      {"kHasUncertain", std::int32_t{traits.has_uncertain}},
                                      {"kHasAnywhere", std::int32_t{traits.has_anywhere}},
                                      {"kHasViscous", std::int32_t{traits.has_viscous}},
                                      {"kActCount", kActCount},
                                      {"kActSinks", kActSinks},
                                      {"kActReacts", kActReacts},
                                      {"kActAnywhere", kActAnywhere},
                                      {"kActRuns", kActRuns},
                                      {"kActFixed", kActFixed},
                                      {"kActGap", kActGap},
                                      {"kActGrainy", kActGrainy},
                                      {"kOnes", kOnes},
                                      {"kMoved", kMoved},
                                      {"kSteady", kSteady},
                                      {"kDecayRow", kDecayRow},
                                      {"kWanderRow", kWanderRow},
                                      {"kBurstRow", kBurstRow},
                                      {"kElementRow", kElementRow},
                                      {"kCodeRow", kCodeRow},
                                      {"kBursts", kBursts},
                                      {"kResists", kResists},
                                      {"kBlastTile", kBlastTile},
                                      {"kBlastOrigin", kBlastOrigin},
                                      {"kBlastReach", kBlastReach},
                                      {"kThrowReach", kThrowReach},
                                      {"kCertain", kCertain},
                                      {"kElementsMax", std::int32_t{kElementsMax}}};
  auto program = Program::load({vertices, file}, constants, error);
  if (!program) return std::nullopt;
  constexpr std::pair<const char*, int> kUnits[] = {
      {"u_cells", kCellsUnit}, {"u_pairs", kPairsUnit},   {"u_meetings", kPairsUnit}, {"u_falls", kFallsUnit},
      {"u_fell", kFallsUnit},  {"u_traits", kTraitsUnit}, {"u_world", kWorldUnit}};
  for (const auto& [name, unit] : kUnits) program->set_unit(name, unit);
  return program;
}

void bind_texture(int unit, const Texture& texture) {
  glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
  glBindTexture(GL_TEXTURE_2D, texture.name());
}

}  // namespace repose::conserving
