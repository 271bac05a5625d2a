#include "session/world_facts.hpp"

#include <fmt/format.h>

#include <string>

#include "config/report.hpp"
#include "session/json_text.hpp"

namespace repose {

using nlohmann::json;

namespace {

int side(const json& facts, const char* name) {
  constexpr int kSideMax = kFuzzed ? 64 : kWorldSideMax;
  const auto cells = fact<std::int64_t>(facts, name);
  if (cells < kWorldSideMin || cells > kSideMax) {
    throw Unsound{
        fmt::format("its {} of {} cells is out of range ({} to {})", name, cells, kWorldSideMin, kWorldSideMax)};
  }
  return static_cast<int>(cells);
}

std::vector<Plane> planes_of(const json& facts) {
  std::vector<Plane> planes;
  for (const auto& name : fact<std::vector<std::string>>(facts, "planes")) {
    const auto plane = find_plane(name);
    if (!plane)
      throw Unsound{fmt::format("it has a plane '{}', which this version does not support", shown_text(name))};
    if (!planes.empty() && *plane <= planes.back()) throw Unsound{"its planes are out of order"};
    planes.push_back(*plane);
  }
  if (planes.empty() || planes.front() != Plane::cells) throw Unsound{"it has no cells"};
  return planes;
}

std::uint64_t plane_bytes(const WorldClaim& claim, Plane plane) {
  return static_cast<std::uint64_t>(claim.width) * static_cast<std::uint64_t>(claim.height) *
         plane_info(plane).bytes_per_cell;
}

}  // namespace

std::uint64_t WorldClaim::bytes() const {
  std::uint64_t bytes = 0;
  for (const Plane plane : planes) bytes += plane_bytes(*this, plane);
  return bytes;
}

PlaneSet WorldClaim::plane_set() const {
  PlaneSet set;
  for (const Plane plane : planes) set.add(plane);
  return set;
}

std::uint64_t WorldClaim::file_bytes() const {
  std::uint64_t bytes = 0;
  for (const Plane plane : planes) bytes += header_bytes_of(plane_bytes(*this, plane));
  return bytes;
}

json parse_facts(std::string_view text) {
  auto facts = parse_json(text);
  if (!facts) throw Unsound{"it is damaged"};
  return std::move(*facts);
}

const json& fact(const json& facts, const char* name) {
  const auto it = facts.find(name);
  if (it == facts.end()) throw Unsound{fmt::format("it does not say its {}", name)};
  return *it;
}

std::string shown_text(std::string_view text) {
  constexpr std::size_t kTextBytesMax = 255;  // as the names of files
  return config::printable(text, kTextBytesMax);
}

std::string fact_text(const json& facts, const char* name) { return shown_text(fact<std::string>(facts, name)); }

ParameterValues read_parameters(const json& facts) {
  ParameterValues values;
  for (const auto& [name, value] : fact(facts, "parameters").items())
    values.emplace_back(shown_text(name), value.get<double>());
  return values;
}

json world_facts(const World& world) {
  json planes = json::array();
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    const auto plane = static_cast<Plane>(i);
    if (world.has(plane)) planes.push_back(plane_info(plane).name);
  }
  return {{"width", world.width()}, {"height", world.height()}, {"planes", planes}};
}

WorldClaim world_claim(const json& facts) {
  WorldClaim claim;
  claim.width = side(facts, "width");
  claim.height = side(facts, "height");
  claim.planes = planes_of(facts);
  return claim;
}

void put_planes(PartWriter& writer, const World& world, const std::function<void(std::size_t)>& written) {
  for (std::uint32_t i = 0; i < kPlaneCount; ++i)
    writer.put_values(Section::plane, i, world.bytes(static_cast<Plane>(i)), written);
}

World read_planes(PartReader& reader, const WorldClaim& claim, PlaneSet wanted) {
  World world(claim.width, claim.height);
  for (const Plane plane : claim.planes) {
    const auto number = static_cast<std::uint32_t>(plane);
    if (plane != Plane::cells && !wanted.has(plane)) {
      reader.skip(Section::plane, number, plane_bytes(claim, plane));
      continue;
    }
    world.add(plane);
    reader.fill(Section::plane, number, world.bytes(plane));
  }
  return world;
}

}  // namespace repose
