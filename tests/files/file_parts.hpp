// Takes files apart and puts them together again with right checksums, to damage what is inside.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace repose::test {

// A part of a world file or a replay (docs/files.md), unpacked.
struct Part {
  std::uint32_t section = 0, plane = 0;
  std::string bytes;
};
inline constexpr std::size_t kPreambleBytes = 16;  // before the first part

// The parts up to the first that is damaged or holds more than `bytes_max`.
std::vector<Part> parts_of(const std::string& file, std::size_t bytes_max = std::size_t{64} << 20);
std::string file_of(const std::string& preamble, const std::vector<Part>& parts);

struct PngChunk {
  std::string type;  // four letters
  std::string bytes;
};
// The chunks up to the first that is cut short. Checksums are not checked.
std::vector<PngChunk> chunks_of(const std::string& png);
std::string png_of(const std::vector<PngChunk>& chunks);

// What a chunk of a stamp packs: empty if it cannot be unpacked.
std::string unpacked(const std::string& bytes, std::size_t bytes_max);
std::string packed(const std::string& bytes);

}  // namespace repose::test
