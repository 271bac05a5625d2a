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
#include "repose/world.hpp"

namespace repose::cli {

// width * height bytes, exactly.
std::vector<std::uint8_t> read_raw(std::string_view option, const std::string& path, WorldSize size);

// Planes of bytes have one number a cell, 0 to 255. The velocity has two, x and y, -128 to 127. Mass and height have
// one with decimals, in full cells and in cells' sides. The rest has no CSV form.
bool has_csv_form(Plane plane);

struct CsvPlane {
  WorldSize size;                   // in cells
  std::vector<std::uint8_t> bytes;  // as the plane stores them
};
// A plane from a file: heights from a PNG when its name ends so, everything else from CSV.
CsvPlane read_plane(std::string_view option, const std::string& path, Plane plane);
void write_height_png(std::string_view option, const std::string& path, std::span<const std::uint8_t> bytes, int width);
bool is_height_png(const std::string& path, Plane plane);
// All rows of one length.
CsvPlane read_csv(std::string_view option, const std::string& path, Plane plane);
std::string to_csv(std::span<const std::uint8_t> bytes, int width, Plane plane);

// Whole or not there: written under another name and renamed. Devices, pipes and links are written
// to as they are.
void write_file(std::string_view option, const std::string& path, std::string_view bytes);

}  // namespace repose::cli
