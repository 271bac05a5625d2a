// Worlds as PNG pictures in palette colours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "repose/ruleset.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"

namespace repose {

// 8-bit RGB, row 0 at the top, 3 bytes a pixel, no padding.
struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
};

// Reads any PNG; transparent pixels are drawn over black. Fails if it cannot be read or a side is over kWorldSideMax.
Status read_png(const std::filesystem::path& path, Picture& picture);
// As read_png(), from memory. `name`: the name of the file in messages. `side_max`: the largest width and height.
Status decode_png(std::span<const std::byte> bytes, std::string_view name, Picture& picture,
                  int side_max = kWorldSideMax);
// Writes the whole file. On failure the old file stays as it was.
Status write_png(const std::filesystem::path& path, const Picture& picture);
// Returns the bytes of a PNG file. Empty when there is not enough memory.
std::vector<std::byte> encode_png(const Picture& picture);

// One pixel a cell, in the colours of the elements. Bytes that are not elements get the colour of the background.
Picture world_to_picture(const World& world, const Ruleset& ruleset);

struct PictureToWorld {
  World world{1, 1};
  std::uint64_t unmatched = 0;  // pixels without an element of exactly their colour
};

// A pixel becomes the element with the nearest colour (squared RGB distance), the first if several are as near.
PictureToWorld picture_to_world(const Picture& picture, const Ruleset& ruleset);
// read_png() and picture_to_world() in one, without the memory of the picture.
Status read_png_as_world(const std::filesystem::path& path, const Ruleset& ruleset, PictureToWorld& result);

}  // namespace repose
