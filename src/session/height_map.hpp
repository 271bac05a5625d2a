// Heights of sand as greyscale PNG pictures. Black is height 0. With 8 bits a grey level is one cell high, so white is
// 255; with 16 bits a level is 1/256 of a cell.
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

// Reads greyscale of any depth, and colours by their brightness. On failure `map` has not changed.
Status read_height_map(const std::filesystem::path& path, HeightMap& map);

// Writes 16 bits. Heights below 0 become black, heights above 255.996 white; `clipped` counts both.
Status write_height_map(const std::filesystem::path& path, std::span<const std::int32_t> heights, int width,
                        std::uint64_t& clipped);

}  // namespace repose
