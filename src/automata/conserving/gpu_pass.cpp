#include "automata/conserving/gpu_pass.hpp"

#include "automata/conserving/bursts.hpp"

namespace repose::conserving {

std::optional<Program> load_pass(std::string_view file, std::string& error) {
  return load_pass("common/fullscreen.vert", file, error);
}

std::optional<Program> load_pass(std::string_view vertices, std::string_view file, std::string& error) {
  constexpr int kBlastReach = kBurstRadiusMax + kThrowReach;
  static_assert(kBlastReach < kBlastOrigin);
  const ShaderConstant constants[] = {{"kSwap", kSwap},
                                      {"kReaction", kReaction},
                                      {"kAnywhere", kAnywhere},
                                      {"kRuns", kRuns},
                                      {"kFixed", kFixed},
                                      {"kDecays", kDecays},
                                      {"kFalls", kFalls},
                                      {"kFollows", kFollows},
                                      {"kMoved", kMoved},
                                      {"kSegmentRows", kSegmentRows},
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
  program->set_unit("u_cells", 0);
  program->set_unit("u_rules", 1);
  program->set_unit("u_meetings", 2);
  return program;
}

void bind_texture(int unit, const Texture& texture) {
  glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
  glBindTexture(GL_TEXTURE_2D, texture.name());
}

}  // namespace repose::conserving
