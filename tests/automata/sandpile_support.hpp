// Worlds of sand to test with.
#pragma once

#include <cstring>
#include <vector>

#include "automata/automaton_support.hpp"
#include "repose/rng.hpp"
#include "repose/world.hpp"

namespace repose::test {

inline std::int32_t value_at(const World& world, Plane plane, std::size_t i) {
  std::int32_t value = 0;
  std::memcpy(&value, &world.bytes(plane)[i * sizeof value], sizeof value);
  return value;
}
inline void set_value(World& world, Plane plane, std::size_t i, std::int32_t value) {
  if (!world.has(plane)) world.add(plane);
  std::memcpy(&world.bytes(plane)[i * sizeof value], &value, sizeof value);
}

inline World sand_of(int width, const std::vector<double>& heights) {
  World world(width, static_cast<int>(heights.size()) / width);
  for (std::size_t i = 0; i < heights.size(); ++i) {
    set_value(world, Plane::height, i, static_cast<std::int32_t>(heights[i] * kHeightOne));
  }
  return world;
}

inline std::vector<double> heights_of(const World& world) {
  std::vector<double> heights;
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    heights.push_back(static_cast<double>(value_at(world, Plane::height, i)) / kHeightOne);
  }
  return heights;
}

inline std::int64_t total_of(const World& world, Plane plane) {
  std::int64_t total = 0;
  for (std::size_t i = 0; i < world.cell_count(); ++i) total += value_at(world, plane, i);
  return total;
}

// Heights from 0 to `top`, any fraction of a unit; with `wetness` and obstacles here and there when asked for.
inline World random_sand(int width, int height, int top, std::uint64_t seed, bool with_ground = false) {
  World world(width, height);
  if (with_ground) {
    world.add(Plane::wall);
    world.add(Plane::wetness);
  }
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    const std::uint32_t random =
        random_u32(seed, 0, static_cast<std::uint32_t>(i), 0, static_cast<std::uint32_t>(Salt::scene));
    set_value(world, Plane::height, i,
              static_cast<std::int32_t>(below(random, static_cast<std::uint32_t>(top) * kHeightOne)));
    if (!with_ground) continue;
    const std::uint32_t more = mix32(random);
    world.bytes(Plane::wetness)[i] = static_cast<std::uint8_t>(more % 3 == 0 ? more >> 24 : 0);
    if (more % 16 >= 13)
      world.bytes(Plane::wall)[i] = static_cast<std::uint8_t>(more % 64 == 13 ? 2 : more % 64 == 14 ? 3 : 1);
  }
  return world;
}

}  // namespace repose::test
