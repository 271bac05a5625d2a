// GL objects that free themselves. The context of their creation must be current when they are destroyed.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include "gl/gl.hpp"

namespace repose {

// Owns one GL name; `Delete`, such as glDeleteTextures or glDeleteProgram, frees it. Move-only.
template <auto& Delete>
class GlName {
 public:
  GlName() = default;
  explicit GlName(GLuint name) : name_(name) {}
  ~GlName() {
    if (name_ == 0) return;
    if constexpr (std::is_invocable_v<decltype(Delete), GLuint>) {
      Delete(name_);
    } else {
      Delete(1, &name_);
    }
  }
  GlName(GlName&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlName& operator=(GlName&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  GLuint get() const { return name_; }
  explicit operator bool() const { return name_ != 0; }

 private:
  GLuint name_ = 0;
};

using GlBuffer = GlName<glad_glDeleteBuffers>;
using GlVertexArray = GlName<glad_glDeleteVertexArrays>;
using GlTexture = GlName<glad_glDeleteTextures>;
using GlFramebuffer = GlName<glad_glDeleteFramebuffers>;
using GlQuery = GlName<glad_glDeleteQueries>;
inline GLuint new_gl_name(PFNGLGENTEXTURESPROC generate_names) {
  GLuint name = 0;
  generate_names(1, &name);
  return name;
}
inline GlBuffer make_gl_buffer() { return GlBuffer(new_gl_name(glGenBuffers)); }
inline GlTexture make_gl_texture() { return GlTexture(new_gl_name(glGenTextures)); }
inline GlFramebuffer make_gl_framebuffer() { return GlFramebuffer(new_gl_name(glGenFramebuffers)); }
inline GlVertexArray make_gl_vertex_array() { return GlVertexArray(new_gl_name(glGenVertexArrays)); }
inline GlQuery make_gl_query() { return GlQuery(new_gl_name(glGenQueries)); }

struct DeleteGlSync {
  void operator()(GLsync fence) const { glDeleteSync(fence); }
};
// A point in the queue of commands: behind all commands so far. Null also if the context is lost.
using GlFence = std::unique_ptr<std::remove_pointer_t<GLsync>, DeleteGlSync>;
inline GlFence make_gl_fence() { return GlFence(glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0)); }
// Waits until a fence is passed. False if it was lost with the context.
bool wait_until_passed(const GlFence& fence);

// The format of the texels in a texture and in its uploads.
struct TexelFormat {
  GLint internal;
  GLenum format, type;
};
inline constexpr TexelFormat kTexelRgba8{GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE};
inline constexpr TexelFormat kTexelR8{GL_R8, GL_RED, GL_UNSIGNED_BYTE};
inline constexpr TexelFormat kTexelR32i{GL_R32I, GL_RED_INTEGER, GL_INT};
inline constexpr TexelFormat kTexelRgba32i{GL_RGBA32I, GL_RGBA_INTEGER, GL_INT};
inline constexpr TexelFormat kTexelR32f{GL_R32F, GL_RED, GL_FLOAT};
inline constexpr TexelFormat kTexelDepth{GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT};
inline constexpr TexelFormat kTexelRgba32ui{GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT};
inline constexpr TexelFormat kTexelRgba32f{GL_RGBA32F, GL_RGBA, GL_FLOAT};

// A 2D texture of one level, nearest filtering, clamped to its edge.
class Texture {
 public:
  Texture() = default;
  // Contents are undefined until written. Leaves the binding of the active unit changed.
  Texture(TexelFormat format, int width, int height, std::string_view label);

  // `stride_texels`: texels from the start of one row of `pixels` to the next. Resets the unpack state.
  void write(int x, int y, int width, int height, const void* pixels, int stride_texels) const;
  void filter_linear() const;
  // To a texture unit, which becomes the active one.
  void bind(int unit) const;

  GLuint name() const { return name_.get(); }
  int width() const { return width_; }
  int height() const { return height_; }
  explicit operator bool() const { return static_cast<bool>(name_); }

 private:
  GlTexture name_;
  TexelFormat format_ = kTexelRgba8;
  int width_ = 0, height_ = 0;
};

// A framebuffer that draws into one texture, or into two at once.
class Framebuffer {
 public:
  Framebuffer() = default;
  Framebuffer(const Texture& target, std::string_view label);
  Framebuffer(const Texture& first, const Texture& second, std::string_view label);

  // Binds the framebuffer for drawing and reading and sets the viewport to the whole target.
  void bind() const;
  // Binds it and draws all its texels with the current program, whose vertex shader is common/fullscreen.vert.
  void draw(const GlVertexArray& no_vertices) const;
  bool complete() const;
  GLuint name() const { return name_.get(); }

 private:
  GlFramebuffer name_;
  int width_ = 0, height_ = 0;
};

// Copies a rectangle of texels to the same place.
void copy_texels(const Framebuffer& from, const Framebuffer& to, int x, int y, int width, int height);

// A texture with a framebuffer that draws into it.
struct Canvas {
  Canvas() = default;
  Canvas(TexelFormat format, int width, int height, std::string_view label)
      : texture(format, width, height, label), framebuffer(texture, label) {}

  Texture texture;
  Framebuffer framebuffer;
};

// Two canvases of the same size (ping-pong): a step reads the front, draws the back, and swaps.
class PingPong {
 public:
  PingPong() = default;
  PingPong(TexelFormat format, int width, int height, std::string_view label);

  const Canvas& front() const { return canvases_[front_]; }
  const Canvas& back() const { return canvases_[1 - front_]; }
  void swap() { front_ = 1 - front_; }
  bool complete() const { return canvases_[0].framebuffer.complete() && canvases_[1].framebuffer.complete(); }
  explicit operator bool() const { return static_cast<bool>(canvases_[0].texture); }

 private:
  Canvas canvases_[2];
  int front_ = 0;
};

}  // namespace repose
