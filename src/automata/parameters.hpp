// Parameters of an automaton as members of a struct `P`, which has list(), the static list of their descriptions, and
// members(p), a tuple of references to them in that order.
#pragma once

#include <string_view>
#include <tuple>
#include <type_traits>

#include "repose/solver.hpp"

namespace repose {

// Calls use(member, info) for the parameter of this name. False if there is none.
template <class P, class Use>
bool use_parameter(P& p, std::string_view name, const Use& use) {
  const ParameterInfo* info = P::list().data();
  const auto offer = [&](auto& member) {
    const ParameterInfo& here = *info++;
    if (here.name != name) return false;
    use(member, here);
    return true;
  };
  return std::apply([&](auto&... members) { return (offer(members) || ...); }, P::members(p));
}

// 0 for other names.
template <class P>
double get_parameter(const P& p, std::string_view name) {
  double value = 0;
  use_parameter(p, name, [&](const auto& member, const ParameterInfo&) { value = static_cast<double>(member); });
  return value;
}

// Clamps the value. False for other names.
template <class P>
bool set_parameter(P& p, std::string_view name, double value) {
  return use_parameter(p, name, [&]<class T>(T& member, const ParameterInfo& info) {
    const double taken = clamp_parameter(info, value);
    if constexpr (std::is_same_v<T, bool>) {
      member = taken != 0;
    } else {
      member = static_cast<T>(taken);
    }
  });
}

// The present ones of a solver.
template <class P>
P parameters_of(const Solver& solver) {
  P parameters;
  for (const ParameterInfo& info : P::list()) parameters.set(info.name, solver.parameter(info.name));
  return parameters;
}

}  // namespace repose
