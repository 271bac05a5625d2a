// Shader programs from files under shaders/.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "gl/gl.hpp"
#include "gl/objects.hpp"

namespace repose {

// A C++ constant that a shader needs: `const uint kName = value;` (or float, vec3, an array of uint) is inserted before
// the text of the shader.
struct ShaderConstant {
  std::string_view name;
  std::variant<std::uint32_t, float, std::array<float, 3>, std::span<const std::uint32_t>> value;
};

struct ProgramFiles {
  std::string_view vertex, fragment;  // relative to shaders/: "density/step.frag"
};

void delete_gl_program(GLuint name);

class Program {
 public:
  // Files may contain `#include "common/x.glsl"` (relative to shaders/; each file is included at most once). Empty,
  // with a sentence with file and line, if a file is missing or does not compile or link.
  static std::optional<Program> load(ProgramFiles files, std::span<const ShaderConstant> constants, std::string& error);
  // A compute shader. Needs a context of OpenGL 4.3.
  static std::optional<Program> load_compute(std::string_view file, std::span<const ShaderConstant> constants,
                                             std::string& error);

  void use() const { glUseProgram(name_.get()); }
  // -1 if the shader does not use the uniform; glUniform* ignores -1.
  GLint uniform(const char* name) const { return glGetUniformLocation(name_.get(), name); }
  // Binds the sampler `name` to a texture unit permanently. Leaves the program current.
  void set_unit(const char* name, int unit) const;

  GLuint name() const { return name_.get(); }

 private:
  explicit Program(GLuint name) : name_(name) {}
  GlName<delete_gl_program> name_;
};

}  // namespace repose
