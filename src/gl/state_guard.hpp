// Restores the GL state that our passes change, so that solvers, renderer and user interface can share a context.
#pragma once

#include "gl/gl.hpp"

namespace repose {

// On construction: saves the state and sets what every pass expects (no blending, depth, scissor or culling; all
// colours written; filled polygons; no pixel buffer bound). On destruction: restores the state.
class GlStateGuard {
 public:
  GlStateGuard();
  ~GlStateGuard();
  GlStateGuard(const GlStateGuard&) = delete;
  GlStateGuard& operator=(const GlStateGuard&) = delete;

  GLuint draw_framebuffer() const { return static_cast<GLuint>(draw_framebuffer_); }

  static constexpr int kTextureUnits = 5;  // units 0..4: 2D textures are restored

 private:
  static constexpr GLenum kSwitches[] = {GL_BLEND,         GL_DEPTH_TEST, GL_SCISSOR_TEST,       GL_STENCIL_TEST,
                                         GL_CULL_FACE,     GL_DITHER,     GL_RASTERIZER_DISCARD, GL_FRAMEBUFFER_SRGB,
                                         GL_COLOR_LOGIC_OP};
  static constexpr int kSwitchCount = sizeof(kSwitches) / sizeof(kSwitches[0]);
  static constexpr int kEsSwitchCount = kSwitchCount - 2;  // OpenGL ES lacks the last two
  static int switch_count();

  GLint draw_framebuffer_ = 0, read_framebuffer_ = 0, program_ = 0, vertex_array_ = 0, array_buffer_ = 0;
  GLint pixel_unpack_buffer_ = 0, pixel_pack_buffer_ = 0, active_unit_ = 0;
  GLint textures_[kTextureUnits] = {}, samplers_[kTextureUnits] = {};
  GLint viewport_[4] = {}, scissor_[4] = {};
  GLint polygon_mode_[2] = {};
  GLboolean color_mask_[4] = {};
  GLfloat clear_color_[4] = {};
  bool switches_[kSwitchCount] = {};
};

}  // namespace repose
