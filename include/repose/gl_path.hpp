// The kind of shaders that a gpu backend uses, if it has more than one.
#pragma once

#include <optional>
#include <string_view>

namespace repose {

enum class GlPath {
  fastest,   // the one that is expected to be faster here
  fragment,  // fragment shaders of OpenGL 3.3
  compute,   // compute shaders of OpenGL 4.3
};

constexpr std::string_view gl_path_name(GlPath path) {
  return path == GlPath::fastest ? "fastest" : path == GlPath::fragment ? "fragment" : "compute";
}

// Finds a path by its name on command lines.
constexpr std::optional<GlPath> find_gl_path(std::string_view name) {
  if (name == "fastest") return GlPath::fastest;
  if (name == "fragment") return GlPath::fragment;
  if (name == "compute") return GlPath::compute;
  return std::nullopt;
}

}  // namespace repose
