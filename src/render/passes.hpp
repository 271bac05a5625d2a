// Drawing pictures into textures: what the passes of every view share.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "render/camera.hpp"
#include "render/field_shading.hpp"
#include "render/shading.hpp"
#include "repose/cell_view.hpp"

namespace repose {

// A part of a texture that is in use, from texel (0, 0).
struct Extent {
  int width = 0, height = 0;
  friend bool operator==(const Extent&, const Extent&) = default;
};

// Divided by `factor` and rounded up.
inline Extent reduced(Extent e, int factor) {
  return {(e.width + factor - 1) / factor, (e.height + factor - 1) / factor};
}

inline bool too_small(const Texture& texture, Extent wanted) {
  return !texture || texture.width() < wanted.width || texture.height() < wanted.height;
}

// Sizes of textures are multiples of this number of texels, so that zooming rarely makes new ones.
inline int rounded_up(int size) {
  constexpr int kSizeGrain = 128;
  return (size + kSizeGrain - 1) / kSizeGrain * kSizeGrain;
}

// Replaces the canvas by a larger one if the extent does not fit; then true.
bool make_room(Canvas& canvas, TexelFormat format, Extent extent, bool linear, std::string_view label);
// The same for two canvases with smooth reading.
void make_room(PingPong& pair, TexelFormat format, Extent extent, std::string_view label);

inline void set_extent(const Program& program, const char* name, Extent extent) {
  glUniform2f(program.uniform(name), static_cast<float>(extent.width), static_cast<float>(extent.height));
}

void set_color(const Program& program, const char* name, Color color);  // a vec3
// Fills the framebuffer, or the scissor's rectangle of it.
void clear_to(Color color);
// Sets the positions of samples and pixels: uniforms of samples.glsl, and u_pixel, u_samples_per_pixel, u_edge.
void set_grid(const Program& program, const SampleGrid& grid);

// Compiles a program for passes, unless it is there: with the textures `units` in units 0, 1, ...; "" is none. False,
// with a sentence in `error`, if the driver cannot.
bool load_pass(std::optional<Program>& program, std::string_view fragment, std::span<const ShaderConstant> constants,
               std::initializer_list<const char*> units, std::string& error,
               std::string_view vertex = "common/fullscreen.vert");

// Draws every texel of an extent with the current program. Needs a current context when it is made.
class Passes {
 public:
  void run(const Framebuffer& target, Extent extent) const {
    begin(target, extent);
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }
  // As above, from the part `from_extent` of a texture, which the shader reads in unit 0 and knows as u_extent.
  void run(const Program& program, const Texture& from, Extent from_extent, const Framebuffer& target,
           Extent extent) const {
    program.use();
    glUniform2i(program.uniform("u_extent"), from_extent.width, from_extent.height);
    from.bind(0);
    run(target, extent);
  }
  // As the first, for the texels x.begin..x.end - 1, y.begin..y.end - 1 of some areas only. Leaves the scissor test
  // off.
  void run(const Framebuffer& target, Extent extent, std::span<const Area> parts) const {
    begin(target, extent);
    glEnable(GL_SCISSOR_TEST);
    for (const Area& part : parts) {
      glScissor(part.x.begin, part.y.begin, part.x.size(), part.y.size());
      glDrawArrays(GL_TRIANGLES, 0, 3);
    }
    glDisable(GL_SCISSOR_TEST);
  }
  const GlVertexArray& no_vertices() const { return no_vertices_; }

 private:
  void begin(const Framebuffer& target, Extent extent) const {
    target.bind();
    glViewport(0, 0, extent.width, extent.height);
    glBindVertexArray(no_vertices_.get());
  }

  GlVertexArray no_vertices_ = make_gl_vertex_array();
};

// A plane of a view as a texture: the solver's own, or an upload of the rows that a picture needs.
class PlaneTexture {
 public:
  // Binds a plane of `view` to a texture unit and returns the world cell of texel (0, 0). From memory it uploads at
  // least `cells`, as R8 or R32I, but nothing that it has uploaded before. Preconditions: view.has(plane), and the same
  // plane in every call.
  CellPoint bind(int unit, Plane plane, const Area& cells, const CellView& view);
  // As bind(), for amounts, which solvers have in squares: these are bound to the other unit.
  CellPoint bind_amounts(int unit, int squares_unit, Plane plane, const Area& cells, const CellView& view);

 private:
  template <class Value>
  void upload(const PlaneRows<Value>& rows, const Area& cells);

  Texture uploaded_;
  Area area_;  // of the world, in `uploaded_` ...
  MemoryCells shown_;
  std::uint64_t generation_ = 0;  // ... at this generation
};

// The constants of view/grain.glsl.
std::vector<ShaderConstant> grain_constants();

}  // namespace repose
