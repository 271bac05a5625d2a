// Which way a gpu backend goes that knows two.
#pragma once

#include <string_view>

namespace repose {

enum class GlPath {
  fastest,   // of those that the driver has
  fragment,  // fragment shaders of OpenGL 3.3
  compute,   // compute shaders of OpenGL 4.3
};

// By its name on command lines; `fastest` for any other word.
constexpr GlPath gl_path_of(std::string_view name) {
  return name == "fragment" ? GlPath::fragment : name == "compute" ? GlPath::compute : GlPath::fastest;
}

}  // namespace repose
