#include "repose/solver.hpp"

#include <algorithm>
#include <cmath>

namespace repose {

std::string_view backend_name(Backend backend) {
  switch (backend) {
    case Backend::scalar: return "scalar";
    case Backend::cpu: return "cpu";
    case Backend::gpu: break;
  }
  return "gpu";
}

std::optional<Backend> find_backend(std::string_view name) {
  for (Backend backend : kBackends) {
    if (backend_name(backend) == name) return backend;
  }
  return std::nullopt;
}

const ParameterInfo* find_parameter(const Solver& solver, ParameterInfo::Role role) {
  const auto list = solver.parameters();
  const auto found = std::ranges::find(list, role, &ParameterInfo::role);
  return found == list.end() ? nullptr : &*found;
}

double clamp_parameter(const ParameterInfo& info, double value) {
  if (std::isnan(value)) return info.default_value;
  if (!info.choices.empty()) {
    return *std::ranges::min_element(info.choices, {}, [value](double choice) { return std::abs(choice - value); });
  }
  if (info.kind != ParameterInfo::Kind::real) value = std::round(value);
  return std::clamp(value, info.minimum, info.maximum);
}

}  // namespace repose
