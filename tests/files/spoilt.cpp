#include "spoilt.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "file_parts.hpp"

namespace repose::test {

namespace {

std::size_t below(std::size_t limit, std::mt19937& random) { return limit == 0 ? 0 : random() % limit; }

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
  std::vector<PngChunk> chunks = chunks_of(file);
  for (PngChunk& chunk : chunks) {
    const std::size_t length = chunk.bytes.size();
    for (std::size_t n = random() % 3 == 0 ? 1 + below(3, random) : 0; n > 0 && length > 0; --n) {
      chunk.bytes[below(length, random)] = static_cast<char>(random());
    }
  }
  return png_of(chunks);
}

}  // namespace repose::test
