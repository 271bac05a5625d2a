// Shader programs from files under shaders/.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "gl/gl.hpp"
#include "gl/objects.hpp"

namespace repose {

// A constant or an enumerator of C++ that a shader needs: `const int kName = value;` (or uint, float, vec3, an array of
// uint) is inserted before the text of the shader. Enumerators become int. The constants of repose/rng.hpp are inserted
// into every shader. Shaders declare no value that C++ has too (tests/docs/check_shader_constants.sh).
struct ShaderConstant {
  using Value = std::variant<std::int32_t, std::uint32_t, float, std::array<float, 3>, std::span<const std::uint32_t>>;

  constexpr ShaderConstant(std::string_view constant_name, Value constant_value)
      : name(constant_name), value(constant_value) {}
  template <class Enum>
  requires std::is_enum_v<Enum>
  constexpr ShaderConstant(std::string_view constant_name, Enum enumerator)
      : ShaderConstant(constant_name, static_cast<std::int32_t>(enumerator)) {}

  std::string_view name;
  Value value;
};

struct ProgramFiles {
  std::string_view vertex, fragment;  // relative to shaders/: "density/step.frag"
};

void delete_gl_program(GLuint name);

class Program {
 public:
  // Files may contain `#include "common/x.glsl"` (relative to shaders/; each file is included at most once) and, in any
  // line, `#extension NAME : enable`, which is moved to the top. Empty,
  // with a sentence with file and line, if a file is missing or does not compile or link.
  static std::optional<Program> load(ProgramFiles files, std::span<const ShaderConstant> constants, std::string& error);
  // A compute shader. Fails without OpenGL 4.3.
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

// Runs work groups of the current program, a compute shader. Everything that follows sees what it writes into images:
// another dispatch, drawing, reading back.
void dispatch_compute(int groups_across, int groups_down);

}  // namespace repose
