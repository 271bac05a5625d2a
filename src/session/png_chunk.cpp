#include "session/png_chunk.hpp"

#include <zlib.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>

namespace repose {

namespace {

constexpr unsigned char kSignature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
constexpr std::size_t kSignatureBytes = sizeof kSignature,
                      kHeaderChunkBytes = 25;  // the start of a PNG; IHDR always has this length
constexpr std::size_t kChunkFrame = 12;        // length, type and checksum around the data

using Bytes = std::vector<std::byte>;

void append(Bytes& bytes, std::span<const std::byte> more) {
  bytes.resize(bytes.size() + more.size());
  std::ranges::copy(more, bytes.end() - static_cast<std::ptrdiff_t>(more.size()));
}

void append_big_endian(Bytes& bytes, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<std::byte>(value >> shift));
}

std::uint32_t read_big_endian(std::span<const std::byte> bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | std::to_integer<std::uint32_t>(bytes[i]);
  return value;
}

std::uint32_t checksum(std::span<const std::byte> bytes) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

}  // namespace

Bytes with_chunk(std::span<const std::byte> png, std::string_view type, std::span<const std::byte> data) {
  assert(png.size() >= kSignatureBytes + kHeaderChunkBytes && type.size() == 4);
  Bytes result;
  result.reserve(png.size() + kChunkFrame + data.size());
  append(result, png.first(kSignatureBytes + kHeaderChunkBytes));
  append_big_endian(result, static_cast<std::uint32_t>(data.size()));
  append(result, std::as_bytes(std::span<const char>(type)));
  append(result, data);
  append_big_endian(result, checksum(std::span(result).last(4 + data.size())));
  append(result, png.subspan(kSignatureBytes + kHeaderChunkBytes));
  return result;
}

std::span<const std::byte> find_chunk(std::span<const std::byte> png, std::string_view type) {
  if (png.size() < kSignatureBytes || std::memcmp(png.data(), kSignature, kSignatureBytes) != 0) return {};
  for (std::size_t at = kSignatureBytes; at + kChunkFrame <= png.size();) {
    const std::size_t length = read_big_endian(png.subspan(at, 4));
    if (length > png.size() - at - kChunkFrame) return {};
    if (std::memcmp(&png[at + 4], type.data(), type.size()) == 0) {
      const bool whole = checksum(png.subspan(at + 4, 4 + length)) == read_big_endian(png.subspan(at + 8 + length, 4));
      return whole ? png.subspan(at + 8, length) : std::span<const std::byte>();
    }
    at += kChunkFrame + length;
  }
  return {};
}

}  // namespace repose
