#include "session/former_parameters.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "repose/registry.hpp"

namespace repose {

namespace {

std::span<const FormerParameter> former_parameters(std::string_view automaton) {
  const AutomatonDefinition* known = find_automaton(automaton);
  return known != nullptr ? known->former_parameters : std::span<const FormerParameter>();
}

}  // namespace

ParameterValues::value_type present_parameter(std::string_view automaton, const ParameterValues::value_type& value) {
  for (const FormerParameter& former : former_parameters(automaton)) {
    if (value.first != former.name) continue;
    return {std::string(former.now), !former.is_opposite ? value.second : value.second != 0 ? 0.0 : 1.0};
  }
  return value;
}

ParameterValues present_parameters(std::string_view automaton, const ParameterValues& values) {
  ParameterValues present;
  for (const auto& value : values) {
    auto taken = present_parameter(automaton, value);
    std::erase_if(present, [&](const auto& older) { return older.first == taken.first; });
    present.push_back(std::move(taken));
  }
  return present;
}

ParameterValues parameters_of_file(std::string_view automaton, const ParameterValues& values) {
  ParameterValues present = present_parameters(automaton, values);
  for (const FormerParameter& former : former_parameters(automaton)) {
    const bool is_there = std::ranges::any_of(present, [&](const auto& value) { return value.first == former.now; });
    if (!is_there) present.emplace_back(former.now, former.when_missing);
  }
  return present;
}

}  // namespace repose
