#include "app/desk/amounts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/desk/tools.hpp"
#include "automata/field/field_world.hpp"
#include "repose/session.hpp"

namespace repose {

namespace {

std::uint8_t first_with(const Session& session, FieldRole role) {
  const FieldRoles roles = read_field_roles(session.ruleset());
  for (std::size_t i = 0; i < session.ruleset().elements.size(); ++i) {
    if (roles.of[i] == role) return static_cast<std::uint8_t>(i);
  }
  return 0;
}

}  // namespace

// Cells of water with at most this mass are shown as empty.
static double least_mass(const Solver& solver) {
  const ParameterInfo* least = find_parameter(solver, ParameterInfo::Role::least_amount);
  return least != nullptr ? solver.parameter(least->name) * kFullCell : 0;
}

std::optional<Pour> pour_of(const Session& session, std::uint8_t element) {
  const PlaneSet planes = session.solver_facts().state_planes();
  const bool heights = planes.has(Plane::height), masses = planes.has(Plane::mass);
  if (!heights && !masses) return std::nullopt;
  const FieldRole role = read_field_roles(session.ruleset()).of[element];
  if (masses) {
    if (role != FieldRole::liquid) return std::nullopt;
    return Pour{Plane::mass, &Brush::water_rate, kFullCell, false, "Pours", "cells/s", 0.5, 100, true};
  }
  switch (role) {
    case FieldRole::liquid:
      return Pour{Plane::wetness, &Brush::wetting_rate, kWetnessMax, false, "Wets", "times/s", 0.1, 20};
    case FieldRole::powder:
      return Pour{Plane::height, &Brush::sand_rate, kHeightOne, false, "Raises", "cells/s", 1, 1000};
    case FieldRole::air: return Pour{Plane::height, &Brush::sand_rate, -kHeightOne, true, "Lowers", "cells/s", 1, 1000};
    default: return std::nullopt;
  }
}

bool stands_on_sand(const Session& session, std::uint8_t element) {
  const FieldRole role = read_field_roles(session.ruleset()).of[element];
  return role == FieldRole::ground || role == FieldRole::faucet || role == FieldRole::drain;
}

std::string describe_rate(const Pour& pour, double rate) {
  return rate > 0 ? fmt::format("{:.{}f} {}", rate, rate < 10 ? 1 : 0, pour.unit) : "at once";
}

std::uint8_t shown_element(const Session& session, const CellReading& reading) {
  if (reading.wall) {
    constexpr FieldRole kStanding[] = {FieldRole::powder, FieldRole::ground, FieldRole::faucet, FieldRole::drain};
    return first_with(session, kStanding[std::min<std::size_t>(*reading.wall, std::size(kStanding) - 1)]);
  }
  const bool wet = reading.mass && *reading.mass > least_mass(session.solver_facts());
  return wet ? first_with(session, FieldRole::liquid) : reading.element;
}

std::vector<std::uint8_t> shown_water(const Session& session, const CellView& view) {
  const std::uint8_t liquid = read_field_roles(session.ruleset()).liquid;
  const double least = least_mass(session.solver_facts());
  std::vector<std::uint8_t> elements;
  elements.reserve(static_cast<std::size_t>(view.width) * static_cast<std::size_t>(view.height));
  for (int y = 0; y < view.height; ++y) {
    const std::int32_t* const masses = view.memory()->mass.row(y);
    const std::uint8_t* const cells = view.memory()->cells.row(y);
    for (int x = 0; x < view.width; ++x) elements.push_back(masses[x] > least ? liquid : cells[x]);
  }
  return elements;
}

std::string describe_amounts(const CellReading& reading) {
  if (reading.energy) return fmt::format("temperature {}    ", *reading.energy);
  if (reading.mass && *reading.mass > 0) {
    const double full = static_cast<double>(*reading.mass) / kFullCell;
    return full > 1 ? fmt::format("pressure {:.3f}    ", full - 1) : fmt::format("{:.0f} % full    ", 100 * full);
  }
  if (!reading.height || *reading.height >= kObstacleHeight) return {};
  const std::string wet =
      reading.wetness > 0 ? fmt::format("wet {:.0f} %    ", 100.0 * reading.wetness / kWetnessMax) : "";
  const std::string packed =
      reading.packed > 0 ? fmt::format("packed {:.2f}    ", static_cast<double>(reading.packed) / kHeightOne) : "";
  return fmt::format("height {:.2f}    {}{}", static_cast<double>(*reading.height) / kHeightOne, packed, wet);
}

std::optional<double> total_amount(const CellView& view) {
  const MemoryCells* const shown = view.memory();
  if (shown == nullptr || (!shown->height.present() && !shown->mass.present())) return std::nullopt;
  const bool heights = shown->height.present();
  const PlaneRows<std::int32_t>& amounts = heights ? shown->height : shown->mass;
  std::int64_t sum = 0;
  for (int y = 0; y < view.height; ++y) {
    const std::int32_t* const row = amounts.row(y);
    // Masses below 0 are ground and drains; heights below 0 are heights.
    for (int x = 0; x < view.width && shown->packed.present(); ++x) sum += shown->packed.at(x, y);
    for (int x = 0; x < view.width; ++x) sum += heights ? (row[x] < kObstacleHeight ? row[x] : 0) : std::max(row[x], 0);
  }
  return static_cast<double>(sum) / plane_info(heights ? Plane::height : Plane::mass).unit;
}

}  // namespace repose
