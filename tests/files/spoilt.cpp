#include "spoilt.hpp"

#include <xxhash.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace repose::test {

namespace {

constexpr std::size_t kPreambleBytes = 16, kHeaderBytes = 24;  // docs/files.md
constexpr std::size_t kPngSignatureBytes = 8, kChunkFrameBytes = 12;

std::size_t below(std::size_t limit, std::mt19937& random) { return limit == 0 ? 0 : random() % limit; }

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

struct Part {
  std::uint32_t section = 0, plane = 0;
  std::string bytes;
};

std::vector<Part> parts_of(const std::string& file) {
  std::vector<Part> parts;
  for (std::size_t at = kPreambleBytes; at + kHeaderBytes <= file.size();) {
    Part part{number_at<std::uint32_t>(file, at), number_at<std::uint32_t>(file, at + 4), {}};
    const auto packed = number_at<std::uint32_t>(file, at + 12);
    part.bytes.resize(number_at<std::uint32_t>(file, at + 8));
    ZSTD_decompress(part.bytes.data(), part.bytes.size(), file.data() + at + kHeaderBytes, packed);
    parts.push_back(std::move(part));
    at += kHeaderBytes + packed;
  }
  return parts;
}

std::string file_of(const std::string& preamble, const std::vector<Part>& parts) {
  std::string file = preamble;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];
    std::string packed(ZSTD_compressBound(part.bytes.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), part.bytes.data(), part.bytes.size(), 1));
    append(file, part.section);
    append(file, part.plane);
    append(file, static_cast<std::uint32_t>(part.bytes.size()));
    append(file, static_cast<std::uint32_t>(packed.size()));
    append(file, static_cast<std::uint64_t>(XXH64(part.bytes.data(), part.bytes.size(), i)));
    file += packed;
  }
  return file;
}

std::uint32_t big_endian_at(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

void mend_chunk(std::string& png, std::size_t at, std::size_t length) {
  const auto checksum = static_cast<std::uint32_t>(
      ::crc32(0, reinterpret_cast<const Bytef*>(png.data()) + at + 4, static_cast<uInt>(length + 4)));
  for (std::size_t i = 0; i < 4; ++i) png[at + 8 + length + i] = static_cast<char>(checksum >> (24 - 8 * i));
}

}  // namespace

std::string spoilt_bytes(std::string bytes, std::mt19937& random) {
  for (std::size_t n = 1 + below(4, random); n > 0; --n) {
    const std::size_t at = below(bytes.size(), random), length = below(16, random);
    switch (random() % 6) {
      case 0:
      case 1:
        if (!bytes.empty()) bytes[at] = static_cast<char>(random());
        break;
      case 2:
        if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
        break;
      case 3: bytes.erase(std::min(at, bytes.size()), length); break;
      case 4: bytes.insert(at, bytes.substr(std::min(at, bytes.size()), length)); break;
      default:
        if (random() % 4 == 0) bytes.resize(at);
    }
  }
  return bytes;
}

std::string spoilt_world_file(const std::string& file, std::mt19937& random) {
  std::vector<Part> parts = parts_of(file);
  const std::size_t at = below(parts.size(), random), other = below(parts.size(), random);
  switch (random() % 10) {
    case 0: parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at)); break;
    case 1: parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(at), parts[other]); break;
    case 2: std::swap(parts[at], parts[other]); break;
    case 3: parts[at].plane = static_cast<std::uint32_t>(below(12, random)); break;
    default:  // most bytes of a world may have any value
      for (std::size_t n = random() % 3 == 0 ? 200 : 1; n > 0; --n) {
        std::string& bytes = parts[at].bytes;
        const std::size_t size = bytes.size();
        bytes = spoilt_bytes(std::move(bytes), random);
        if (parts[at].section == 2) bytes.resize(size);  // a plane of another size would be refused at once
      }
  }
  return file_of(file.substr(0, kPreambleBytes), parts);
}

std::string spoilt_png(const std::string& file, std::mt19937& random) {
  std::string png = file;
  for (std::size_t at = kPngSignatureBytes; at + kChunkFrameBytes <= png.size();) {
    const std::size_t length = big_endian_at(png, at);
    if (length > png.size() - at - kChunkFrameBytes) break;
    for (std::size_t n = random() % 3 == 0 ? 1 + below(3, random) : 0; n > 0 && length > 0; --n) {
      png[at + 8 + below(length, random)] = static_cast<char>(random());
    }
    mend_chunk(png, at, length);
    at += kChunkFrameBytes + length;
  }
  return png;
}

}  // namespace repose::test
