// Worlds as PNG pictures in palette colours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
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

// Any PNG (alpha is laid over black). Refuses sides over kWorldSideMax.
Status read_png(const std::filesystem::path& path, Picture& picture);
// The same from memory; `name` is what messages call it.
Status decode_png(std::span<const std::byte> bytes, std::string_view name, Picture& picture);
// Written under a temporary name in the same folder and renamed, so that a picture is whole or not there.
Status write_png(const std::filesystem::path& path, const Picture& picture);
// A PNG file in memory. Empty when there is not enough memory for it.
std::vector<std::byte> encode_png(const Picture& picture);

Picture world_to_picture(const World& world, const Ruleset& ruleset);

struct PictureToWorld {
  World world;
  std::uint64_t unmatched = 0;  // pixels whose colour is no element's; they became the nearest one
};

// A pixel becomes the first element of exactly its colour, else the nearest by squared RGB distance (first on ties).
PictureToWorld picture_to_world(const Picture& picture, const Ruleset& ruleset);

}  // namespace repose
