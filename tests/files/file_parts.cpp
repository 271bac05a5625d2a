#include "file_parts.hpp"

#include <xxhash.h>
#include <zlib.h>
#include <zstd.h>

#include <cstring>

namespace repose::test {

namespace {

constexpr std::size_t kHeaderBytes = 24;  // docs/files.md
constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";
constexpr std::size_t kChunkFrameBytes = 12;

template <class Number>
Number number_at(const std::string& bytes, std::size_t at) {
  Number value{};
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

template <class Number>
void append(std::string& bytes, Number value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::uint32_t big_endian_at(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

void append_big_endian(std::string& bytes, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift);
}

}  // namespace

std::string unpacked(const std::string& bytes, std::size_t bytes_max) {
  const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR || size > bytes_max) return {};
  std::string result(size, '\0');
  const std::size_t done = ZSTD_decompress(result.data(), result.size(), bytes.data(), bytes.size());
  return ZSTD_isError(done) ? std::string() : result;
}

std::string packed(const std::string& bytes) {
  std::string result(ZSTD_compressBound(bytes.size()), '\0');
  result.resize(ZSTD_compress(result.data(), result.size(), bytes.data(), bytes.size(), 1));
  return result;
}

std::vector<Part> parts_of(const std::string& file, std::size_t bytes_max) {
  std::vector<Part> parts;
  for (std::size_t at = kPreambleBytes; at + kHeaderBytes <= file.size();) {
    Part part{number_at<std::uint32_t>(file, at), number_at<std::uint32_t>(file, at + 4), {}};
    const auto bytes = number_at<std::uint32_t>(file, at + 8), size = number_at<std::uint32_t>(file, at + 12);
    if (bytes > bytes_max || size > file.size() - at - kHeaderBytes) break;
    part.bytes = unpacked(file.substr(at + kHeaderBytes, size), bytes_max);
    parts.push_back(std::move(part));
    at += kHeaderBytes + size;
  }
  return parts;
}

std::string file_of(const std::string& preamble, const std::vector<Part>& parts) {
  std::string file = preamble;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];
    const std::string content = packed(part.bytes);
    append(file, part.section);
    append(file, part.plane);
    append(file, static_cast<std::uint32_t>(part.bytes.size()));
    append(file, static_cast<std::uint32_t>(content.size()));
    append(file, static_cast<std::uint64_t>(XXH64(part.bytes.data(), part.bytes.size(), i)));
    file += content;
  }
  return file;
}

std::vector<PngChunk> chunks_of(const std::string& png) {
  std::vector<PngChunk> chunks;
  for (std::size_t at = kPngSignature.size(); at + kChunkFrameBytes <= png.size();) {
    const std::size_t length = big_endian_at(png, at);
    if (length > png.size() - at - kChunkFrameBytes) break;
    chunks.push_back({png.substr(at + 4, 4), png.substr(at + 8, length)});
    at += kChunkFrameBytes + length;
  }
  return chunks;
}

std::string png_of(const std::vector<PngChunk>& chunks) {
  std::string png(kPngSignature);
  for (const PngChunk& chunk : chunks) {
    const std::string content = chunk.type + chunk.bytes;
    append_big_endian(png, static_cast<std::uint32_t>(chunk.bytes.size()));
    png += content;
    append_big_endian(png, static_cast<std::uint32_t>(::crc32(0, reinterpret_cast<const Bytef*>(content.data()),
                                                              static_cast<uInt>(content.size()))));
  }
  return png;
}

}  // namespace repose::test
