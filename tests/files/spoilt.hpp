// Ways to spoil files so that readers get to see more than a wrong checksum.
#pragma once

#include <cstddef>
#include <random>
#include <string>

namespace repose::test {

// A few bytes changed, lost, doubled or put in, or the end cut off.
std::string spoilt_bytes(std::string bytes, std::mt19937& random);

// The same inside one part of a world file, unpacked; then the part is packed again with the right checksum. Sometimes
// a part comes twice, or not at all, or in another place.
std::string spoilt_world_file(const std::string& file, std::mt19937& random);

// The same in a PNG, whose chunks get the right checksums afterwards.
std::string spoilt_png(const std::string& file, std::mt19937& random);

}  // namespace repose::test
