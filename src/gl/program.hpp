// Shader programs from files under shaders/.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

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

  // A colour: a vec3.
  template <class Light>
  requires requires(const Light& light) { std::array<float, 3>{light.r, light.g, light.b}; }
  constexpr ShaderConstant(std::string_view constant_name, const Light& light)
      : ShaderConstant(constant_name, Value(std::array<float, 3>{light.r, light.g, light.b})) {}

  std::string_view name;
  Value value;
};

// The constants of these names, with their values.
#define SHADER_CONSTANTS(...) ::repose::named_constants(#__VA_ARGS__, __VA_ARGS__)

template <class... Values>
std::vector<ShaderConstant> named_constants(std::string_view names, const Values&... values) {
  std::vector<ShaderConstant> constants;
  const auto add = [&](const auto& value) {
    const std::size_t end = names.find(',');
    constants.emplace_back(names.substr(0, end), value);
    names.remove_prefix(std::min(names.find_first_not_of(", ", end), names.size()));
  };
  (add(values), ...);
  return constants;
}
// The constants of all lists.
inline std::vector<ShaderConstant> joined(std::initializer_list<std::vector<ShaderConstant>> lists) {
  std::vector<ShaderConstant> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

struct ProgramFiles {
  std::string_view vertex, fragment;  // relative to shaders/: "density/step.frag"
};

// A sampler, and the texture unit that it reads.
struct SamplerUnit {
  const char* name;
  int unit;
};

class Program {
 public:
  Program() = default;  // none
  // Files may contain `#include "common/x.glsl"` (relative to shaders/; each file is included at most once) and, in any
  // line, `#extension NAME : enable`, which is moved to the top. None, with a sentence with file and line in `error`,
  // if a file is missing or does not compile or link. None if `error` is not empty: so several programs can be loaded
  // one after another and checked once. Leaves the program current if there are units.
  static Program load(ProgramFiles files, std::span<const ShaderConstant> constants, std::string& error,
                      std::span<const SamplerUnit> units = {});
  // A compute shader. Fails without OpenGL 4.3.
  static Program load_compute(std::string_view file, std::span<const ShaderConstant> constants, std::string& error,
                              std::span<const SamplerUnit> units = {});
  explicit operator bool() const { return static_cast<bool>(name_); }

  void use() const { glUseProgram(name_.get()); }
  // -1 if the shader does not use the uniform; glUniform* ignores -1.
  GLint uniform(const char* name) const { return glGetUniformLocation(name_.get(), name); }
  // Binds the sampler `name` to a texture unit permanently. Leaves the program current.
  void set_unit(const char* name, int unit) const;

  GLuint name() const { return name_.get(); }

 private:
  static Program linked(std::span<const GLuint> shaders, std::string_view files, std::string& error,
                        std::span<const SamplerUnit> units);

  GlName<glad_glDeleteProgram> name_;
};

// Runs work groups of the current program, a compute shader. Everything that follows sees what it writes into images:
// another dispatch, drawing, reading back.
void dispatch_compute(int groups_across, int groups_down);

}  // namespace repose
