// Heights of sand as greyscale PNG pictures: black is height 0, a grey level of 8 bits is one cell high, so that white
// is 255; in 16 bits a level is 1/256 of that.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "repose/status.hpp"

namespace repose {

struct HeightMap {
  int width = 0, height = 0;
  std::vector<std::int32_t> heights;  // in units of the height plane, row by row, top row first
};

// Takes greyscale of any depth and colours by their brightness. Fails with a sentence and leaves `map` alone.
Status read_height_map(const std::filesystem::path& path, HeightMap& map);

// Writes 16 bits. What lies below 0 becomes black, what lies above 255.996 white; `clipped` counts such cells.
Status write_height_map(const std::filesystem::path& path, std::span<const std::int32_t> heights, int width,
                        std::uint64_t& clipped);

}  // namespace repose
