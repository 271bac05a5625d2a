// Planes as files: RAW (the values as they lie in memory) and CSV (a row a line, top row first, decimal numbers).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/words.hpp"

namespace repose::cli {

// width * height bytes, exactly.
std::vector<std::uint8_t> read_raw(std::string_view option, const std::string& path, WorldSize size);

struct CsvPlane {
  WorldSize size;
  std::vector<std::uint8_t> values;
};
// Values from 0 to 255; all rows of one length.
CsvPlane read_csv(std::string_view option, const std::string& path);
std::string to_csv(std::span<const std::uint8_t> values, int width);

// Whole or not there: written under another name and renamed. Devices, pipes and links are written
// to as they are.
void write_file(std::string_view option, const std::string& path, std::string_view bytes);

}  // namespace repose::cli
