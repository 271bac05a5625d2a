#include "platform/dib.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "repose/picture.hpp"

namespace repose {

namespace {

// BITMAPINFOHEADER, which all later headers begin with. Numbers are little-endian.
struct Header {
  std::uint32_t bytes = 0;
  std::int32_t width = 0, height = 0;  // a negative height: the rows go down
  std::uint16_t planes = 0, bits = 0;
  std::uint32_t compression = 0, picture_bytes = 0;
  std::int32_t x_per_metre = 0, y_per_metre = 0;
  std::uint32_t colors = 0, important = 0;
};
static_assert(sizeof(Header) == 40);

constexpr std::uint32_t kPlain = 0, kBitFields = 3;  // values of `compression`
constexpr std::int32_t kSideMax = 1 << 15;

std::uint8_t channel(std::uint32_t pixel, std::uint32_t mask) {
  return static_cast<std::uint8_t>(mask == 0 ? 0u : (pixel & mask) >> std::countr_zero(mask));
}

bool is_supported(const Header& header) {
  const bool bits = (header.bits == 24 && header.compression == kPlain) ||
                    (header.bits == 32 && (header.compression == kPlain || header.compression == kBitFields));
  return bits && header.bytes >= sizeof(Header) && header.width > 0 && header.width <= kSideMax && header.height != 0 &&
         header.height >= -kSideMax && header.height <= kSideMax;
}

}  // namespace

std::vector<std::byte> dib_to_png(std::span<const std::byte> dib) {
  Header header;
  if (dib.size() < sizeof header) return {};
  std::memcpy(&header, dib.data(), sizeof header);
  if (!is_supported(header)) return {};
  std::array<std::uint32_t, 3> masks = {0xff0000, 0x00ff00, 0x0000ff};  // red, green and blue of a pixel of 32 bits
  const bool has_masks = header.compression == kBitFields;
  const std::size_t behind = has_masks && header.bytes == sizeof header ? sizeof masks : 0;
  const std::size_t begin = header.bytes + behind + std::size_t{4} * header.colors;
  const auto height = static_cast<std::size_t>(std::abs(header.height)),
             stride = (static_cast<std::size_t>(header.width) * header.bits + 31) / 32 * 4;
  if (header.colors > 256 || begin > dib.size() || (dib.size() - begin) / stride < height) return {};
  if (has_masks) std::memcpy(masks.data(), dib.data() + sizeof header, sizeof masks);
  for (const std::uint32_t mask : masks) {
    if (std::popcount(mask) > 8) return {};
  }
  Picture picture{header.width, static_cast<int>(height), {}};
  picture.rgb.reserve(static_cast<std::size_t>(header.width) * height * 3);
  for (std::size_t y = 0; y < height; ++y) {
    const std::byte* pixel = dib.data() + begin + stride * (header.height > 0 ? height - 1 - y : y);
    for (int x = 0; x < header.width; ++x, pixel += header.bits / 8) {
      std::uint32_t value = 0;
      std::memcpy(&value, pixel, header.bits / 8u);
      for (const std::uint32_t mask : masks) picture.rgb.push_back(channel(value, mask));
    }
  }
  return encode_png(picture);
}

}  // namespace repose
