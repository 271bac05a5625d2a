// The values of a list of parameters.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "repose/solver.hpp"

namespace repose {

template <std::size_t kCount>
class FieldParameters {
 public:
  explicit FieldParameters(const std::array<ParameterInfo, kCount>& list) : list_(list) {
    for (std::size_t i = 0; i < kCount; ++i) values_[i] = list[i].default_value;
  }

  std::span<const ParameterInfo> list() const { return list_; }
  double operator[](std::size_t i) const { return values_[i]; }
  double get(std::string_view name) const {
    for (std::size_t i = 0; i < kCount; ++i) {
      if (list_[i].name == name) return values_[i];
    }
    return 0.0;
  }
  bool set(std::string_view name, double value) {
    for (std::size_t i = 0; i < kCount; ++i) {
      if (list_[i].name != name) continue;
      values_[i] = clamp_parameter(list_[i], value);
      return true;
    }
    return false;
  }

 private:
  std::span<const ParameterInfo, kCount> list_;
  std::array<double, kCount> values_{};
};

}  // namespace repose
