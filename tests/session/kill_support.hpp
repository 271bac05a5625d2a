// What is saved when a program is killed.
#pragma once

#include <cstdint>
#include <cstring>

#include "repose/rng.hpp"
#include "repose/world_file.hpp"
#include "support.hpp"

namespace repose::test {

// Noise, which cannot be packed: the largest file for its size.
inline WorldDocument noise_document(int side, std::uint32_t salt) {
  WorldDocument document;
  document.world = World(side, side);
  auto cells = document.world.cells();
  for (std::size_t i = 0; i + 4 <= cells.size(); i += 4) {
    const std::uint32_t noise = mix32(static_cast<std::uint32_t>(i) + salt);
    std::memcpy(&cells[i], &noise, sizeof noise);
  }
  document.config = "cell air 1 2 3 0.1\n";
  document.config_title = "air.cfg";
  document.run.automaton = "density";
  document.run.step = salt;
  return document;
}

}  // namespace repose::test
