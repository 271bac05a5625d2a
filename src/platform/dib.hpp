// Reads device-independent bitmaps (DIB), the form in which Windows copies what Print Screen shows.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace repose {

// The bytes of a PNG file from a DIB without compression, with 24 or 32 bits a pixel. Empty for any other.
std::vector<std::byte> dib_to_png(std::span<const std::byte> dib);

}  // namespace repose
