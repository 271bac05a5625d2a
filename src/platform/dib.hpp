// Pictures in the form that the clipboard of Windows holds: device-independent bitmaps (DIB).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace repose {

// The bytes of a PNG file from a DIB without compression, with 24 or 32 bits a pixel. Empty for any other.
std::vector<std::byte> dib_to_png(std::span<const std::byte> dib);
// The reverse, with 24 bits a pixel. Empty if it is no PNG file.
std::vector<std::byte> png_to_dib(std::span<const std::byte> png);

}  // namespace repose
