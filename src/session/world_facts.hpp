// What the facts of a file say about worlds, as JSON, and the worlds that they announce.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

#include "repose/world.hpp"
#include "session/parts.hpp"

namespace repose {

// Throws Unsound where it is missing, and a json::exception where it is something else.
template <class T>
T fact(const nlohmann::json& facts, const char* name) {
  const auto it = facts.find(name);
  if (it == facts.end()) throw Unsound{fmt::format("it does not say its {}", name)};
  return it->get<T>();
}

// A world that a file says it holds.
struct WorldClaim {
  int width = 0, height = 0;
  std::vector<Plane> planes;  // ascending, cells first

  std::uint64_t bytes() const;
  // How long the file has to be at least.
  std::uint64_t file_bytes() const;
};

nlohmann::json world_facts(const World& world);
// Throws Unsound where there can be no such world.
WorldClaim world_claim(const nlohmann::json& facts);

void put_planes(PartWriter& writer, const World& world, const std::function<void(std::size_t bytes)>& written = {});
World read_planes(PartReader& reader, const WorldClaim& claim);

}  // namespace repose
