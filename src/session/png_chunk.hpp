// Chunks of our own in PNG files, which other programs pass over.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace repose {

// A PNG file with one more chunk right after its header. Precondition: it was made by encode_png.
std::vector<std::byte> with_chunk(std::span<const std::byte> png, std::string_view type,
                                  std::span<const std::byte> data);

// The data of the first such chunk in a PNG file; empty where it has none, or a torn one, or is no PNG.
std::span<const std::byte> find_chunk(std::span<const std::byte> png, std::string_view type);

}  // namespace repose
