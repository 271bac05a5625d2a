// The base of WaterWorld and SandpileWorld, which turn worlds, edits and parameters into a field of int32.
#pragma once

#include <array>
#include <cstddef>

#include "automata/field/field_parameters.hpp"
#include "automata/field/field_plane.hpp"
#include "automata/field/field_roles.hpp"
#include "repose/ruleset.hpp"

namespace repose {

template <std::size_t kParameterCount>
class FieldWorldBase {
 public:
  int width() const { return field_.width(); }
  int height() const { return field_.height(); }

  void load(const Ruleset& ruleset) { roles_ = read_field_roles(ruleset); }
  const FieldRoles& roles() const { return roles_; }

  FieldParameters<kParameterCount>& parameters() { return parameters_; }
  const FieldParameters<kParameterCount>& parameters() const { return parameters_; }

  // The values, and those of the rim around the world.
  FieldPlane& field() { return field_; }
  const FieldPlane& field() const { return field_; }

 protected:
  explicit FieldWorldBase(const std::array<ParameterInfo, kParameterCount>& list) : parameters_(list) {}

  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width()) + static_cast<std::size_t>(x);
  }

  FieldParameters<kParameterCount> parameters_;
  FieldRoles roles_;
  FieldPlane field_;
};

}  // namespace repose
