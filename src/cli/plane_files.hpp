// Planes as files: RAW (the values as they are in memory) and CSV (a row a line, top row first, decimal numbers).
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

// Reads width * height bytes. Refuses a file of any other size.
std::vector<std::uint8_t> read_raw(std::string_view option, const std::string& path, WorldSize size);

// True if the plane can be read from and written to CSV. Planes of bytes have one number a cell, 0 to 255; velocity has
// two, x and y, -128 to 127; mass and height have one decimal number, in full cells and in units of a cell's side.
bool has_csv_form(Plane plane);

struct CsvPlane {
  WorldSize size;                   // in cells
  std::vector<std::uint8_t> bytes;  // as the plane stores them
};
// Reads a plane from a file: heights from a file name that ends with .png, all else from CSV.
CsvPlane read_plane(std::string_view option, const std::string& path, Plane plane);
void write_height_png(std::string_view option, const std::string& path, std::span<const std::uint8_t> bytes, int width);
bool is_height_png(const std::string& path, Plane plane);
// Precondition: all rows have the same length.
CsvPlane read_csv(std::string_view option, const std::string& path, Plane plane);
std::string to_csv(std::span<const std::uint8_t> bytes, int width, Plane plane);

// Writes a file completely or not at all: under another name, then renamed. Devices, pipes and links are written to
// directly.
void write_file(std::string_view option, const std::string& path, std::string_view bytes);

}  // namespace repose::cli
