#include "session/height_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "core/files.hpp"
#include "platform/files.hpp"
#include "session/png_stream.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr std::int32_t kUnitsPerLevel = kHeightOne / 256;  // of a 16-bit level
constexpr std::int32_t kLevelMax = 65535;

std::string shown(const fs::path& path) { return path.filename().string(); }

Status unreadable(const fs::path& path, std::string_view why) {
  return Status::failure(fmt::format("{} is no PNG picture that can be read as heights: {}.", shown(path), why));
}

// One row of a height plane from one of the picture. libpng widens 8 bits to 16 by repeating the byte.
void put_heights(std::span<const std::uint8_t> grey, bool deep, std::uint8_t* row) {
  for (std::size_t i = 0; i < grey.size(); i += 2) {
    const std::int32_t height = (deep ? grey[i] * 256 + grey[i + 1] : grey[i] * 256) * kUnitsPerLevel;
    std::memcpy(row + 2 * i, &height, sizeof height);
  }
}

// One row of the picture; returns how many heights were clipped.
std::uint64_t put_levels(std::span<const std::uint8_t> heights, std::vector<std::uint8_t>& grey) {
  std::uint64_t clipped = 0;
  for (std::size_t i = 0; 2 * i < heights.size(); i += 2) {
    std::int32_t height = 0;
    std::memcpy(&height, &heights[2 * i], sizeof height);
    const std::int32_t level = (height + kUnitsPerLevel / 2) / kUnitsPerLevel;
    clipped += height < 0 || level > kLevelMax;
    const std::int32_t taken = std::clamp(level, 0, kLevelMax);
    grey[i] = static_cast<std::uint8_t>(taken >> 8);
    grey[i + 1] = static_cast<std::uint8_t>(taken & 0xff);
  }
  return clipped;
}

}  // namespace

Status read_height_map(const fs::path& path, World& world) {
  InputFile file(path);
  if (!file.fault().empty()) return unreadable(path, file.fault());
  PngReader reader([&](std::span<std::byte> bytes) { return file.read(bytes); }, file.bytes(), PixelFormat::grey16);
  if (!reader.read_header()) return unreadable(path, reader.error());
  const std::uint32_t width = reader.width(), height = reader.height();
  if (width > kWorldSideMax || height > kWorldSideMax) {
    return Status::failure(
        fmt::format("{} has {}x{} pixels; a world has up to {} a side.", shown(path), width, height, kWorldSideMax));
  }
  World read(static_cast<int>(width), static_cast<int>(height));
  read.add(Plane::height);
  std::uint8_t* const heights = read.bytes(Plane::height).data();
  const bool whole = reader.read_rows([&](std::uint32_t y, std::span<const std::uint8_t> grey) {
    put_heights(grey, reader.is_deep(), heights + std::size_t{y} * width * sizeof(std::int32_t));
  });
  if (!whole) return unreadable(path, file.fault().empty() ? reader.error() : file.fault());
  world = std::move(read);
  return {};
}

Status write_height_map(const fs::path& path, std::span<const std::uint8_t> heights, int width,
                        std::uint64_t& clipped) {
  const std::size_t row_bytes = static_cast<std::size_t>(width) * sizeof(std::int32_t);
  std::vector<std::uint8_t> grey(static_cast<std::size_t>(width) * 2);
  clipped = 0;
  AtomicFile file(path);
  PngWriter writer([&](std::span<const std::byte> bytes) {
    file.write(bytes);
    return file.ok();
  });
  bool written = writer.begin(width, static_cast<int>(heights.size() / row_bytes), PixelFormat::grey16);
  for (; written && !heights.empty(); heights = heights.subspan(row_bytes)) {
    clipped += put_levels(heights.first(row_bytes), grey);
    written = writer.write_row(grey);
  }
  if ((written && writer.end()) || !file.ok()) return file.commit();
  return Status::failure(fmt::format("{} could not be written: there is not enough memory.", path.string()));
}

}  // namespace repose
