#include "gl/state_guard.hpp"

namespace repose {

namespace {
void set_switch(GLenum which, bool on) {
  if (on) {
    glEnable(which);
  } else {
    glDisable(which);
  }
}
}  // namespace

int GlStateGuard::switch_count() { return is_gl_es() ? kEsSwitchCount : kSwitchCount; }

GlStateGuard::GlStateGuard() {
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw_framebuffer_);
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read_framebuffer_);
  glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
  glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array_);
  glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &array_buffer_);
  glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &pixel_unpack_buffer_);
  glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &pixel_pack_buffer_);
  glGetIntegerv(GL_ACTIVE_TEXTURE, &active_unit_);
  glGetIntegerv(GL_VIEWPORT, viewport_);
  glGetIntegerv(GL_SCISSOR_BOX, scissor_);
  if (!is_gl_es()) glGetIntegerv(GL_POLYGON_MODE, polygon_mode_);
  glGetBooleanv(GL_COLOR_WRITEMASK, color_mask_);
  glGetFloatv(GL_COLOR_CLEAR_VALUE, clear_color_);
  for (int unit = 0; unit < kTextureUnits; ++unit) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &textures_[unit]);
    glGetIntegerv(GL_SAMPLER_BINDING, &samplers_[unit]);
    glBindSampler(static_cast<GLuint>(unit), 0);
  }
  for (int i = 0; i < switch_count(); ++i) {
    switches_[i] = glIsEnabled(kSwitches[i]) == GL_TRUE;
    glDisable(kSwitches[i]);
  }
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  if (!is_gl_es()) glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

GlStateGuard::~GlStateGuard() {
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(draw_framebuffer_));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(read_framebuffer_));
  // A program that was deleted while in use no longer exists once another one is used.
  const bool program_lives = glIsProgram(static_cast<GLuint>(program_)) == GL_TRUE;
  glUseProgram(program_lives ? static_cast<GLuint>(program_) : 0);
  glBindVertexArray(static_cast<GLuint>(vertex_array_));
  glBindBuffer(GL_ARRAY_BUFFER, static_cast<GLuint>(array_buffer_));
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, static_cast<GLuint>(pixel_unpack_buffer_));
  glBindBuffer(GL_PIXEL_PACK_BUFFER, static_cast<GLuint>(pixel_pack_buffer_));
  for (int unit = 0; unit < kTextureUnits; ++unit) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(textures_[unit]));
    glBindSampler(static_cast<GLuint>(unit), static_cast<GLuint>(samplers_[unit]));
  }
  glActiveTexture(static_cast<GLenum>(active_unit_));
  for (int i = 0; i < switch_count(); ++i) set_switch(kSwitches[i], switches_[i]);
  glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
  glScissor(scissor_[0], scissor_[1], scissor_[2], scissor_[3]);
  if (!is_gl_es()) glPolygonMode(GL_FRONT_AND_BACK, static_cast<GLenum>(polygon_mode_[0]));
  glColorMask(color_mask_[0], color_mask_[1], color_mask_[2], color_mask_[3]);
  glClearColor(clear_color_[0], clear_color_[1], clear_color_[2], clear_color_[3]);
}

}  // namespace repose
