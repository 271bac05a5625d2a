// Heights of sand as greyscale PNG pictures. Black is height 0. With 8 bits a grey level is one cell high, so white is
// 255; with 16 bits a level is 1/256 of a cell.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "repose/status.hpp"
#include "repose/world.hpp"

namespace repose {

// Reads greyscale of any depth, and colours by their brightness, into a world of that size with a plane of heights. On
// failure `world` has not changed.
Status read_height_map(const std::filesystem::path& path, World& world);

// Writes 16 bits. `heights`: the bytes of a height plane. Heights below 0 become black, heights above 255.996 white;
// `clipped` counts both.
Status write_height_map(const std::filesystem::path& path, std::span<const std::uint8_t> heights, int width,
                        std::uint64_t& clipped);

}  // namespace repose
