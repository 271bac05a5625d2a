// A drop-down list of the named choices of a parameter.
#pragma once

#include <optional>
#include <string>

#include "repose/solver.hpp"

namespace repose {

// Shows `now`. The value that has just been chosen, if it is another one. Marks the list as `landmark`, and while it is
// open each choice as `landmark`/NAME. `width` as in ImGui::SetNextItemWidth.
std::optional<double> choose_value(const ParameterInfo& info, double now, const std::string& landmark, float width);

}  // namespace repose
