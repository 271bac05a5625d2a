// Names of backends, limits of parameters.
#include "repose/solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace repose {

std::string_view backend_name(Backend backend) {
  constexpr std::string_view kNames[] = {"scalar", "cpu", "gpu"};
  return kNames[static_cast<std::size_t>(backend)];
}

std::optional<Backend> find_backend(std::string_view name) {
  const auto found = std::ranges::find(kBackends, name, backend_name);
  return found == std::end(kBackends) ? std::nullopt : std::optional(*found);
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

std::optional<double> find_choice(const ParameterInfo& info, std::string_view name) {
  const auto found = std::ranges::find(info.choice_names, name);
  if (found == info.choice_names.end()) return std::nullopt;
  return info.choices[static_cast<std::size_t>(found - info.choice_names.begin())];
}

std::string parameter_text(const ParameterInfo& info, double value) {
  const auto found = std::ranges::find(info.choices, value);
  const auto at = static_cast<std::size_t>(found - info.choices.begin());
  return at < info.choice_names.size() ? std::string(info.choice_names[at]) : fmt::format("{:g}", value);
}

std::string parameter_text(const Solver& solver, std::string_view name) {
  const auto list = solver.parameters();
  const auto found = std::ranges::find(list, name, &ParameterInfo::name);
  return found == list.end() ? std::string() : parameter_text(*found, solver.parameter(name));
}

}  // namespace repose
