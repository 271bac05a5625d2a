// Ways to damage files that a checksum does not detect.
#pragma once

#include <cstddef>
#include <random>
#include <string>

namespace repose::test {

// `bytes` with a few bytes changed, removed, doubled or inserted, or with the end cut off.
std::string spoilt_bytes(std::string bytes, std::mt19937& random);

// The same inside one unpacked part of a world file; then the part is packed again with the right checksum. Sometimes a
// part is repeated, missing or in another place.
std::string spoilt_world_file(const std::string& file, std::mt19937& random);

// The same in a PNG, whose chunks get the right checksums afterwards.
std::string spoilt_png(const std::string& file, std::mt19937& random);

}  // namespace repose::test
