#include "app/simulation/why_no_plane.hpp"

#include <fmt/format.h>

namespace repose {

namespace {

std::string_view meaning_of(Plane plane) {
  switch (plane) {
    case Plane::energy: return "heat";
    case Plane::mass: return "pressure";
    case Plane::height: return "heights";
    default: return plane_info(plane).name;
  }
}

}  // namespace

std::string why_no_plane(const Session& session, Plane plane) {
  if (session.solver_facts().state_planes().has(plane)) return "";
  return fmt::format("{} has no {}.", session.automaton(), meaning_of(plane));
}

}  // namespace repose
