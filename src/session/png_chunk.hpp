// Private chunks in PNG files, which other programs ignore.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace repose {

// The PNG file with one more chunk after its header. Precondition: encode_png made it.
std::vector<std::byte> with_chunk(std::span<const std::byte> png, std::string_view type,
                                  std::span<const std::byte> data);

// The data of the first chunk of that type in a PNG file. Empty if there is none, if it is damaged, or if the bytes are
// not a PNG.
std::span<const std::byte> find_chunk(std::span<const std::byte> png, std::string_view type);

}  // namespace repose
