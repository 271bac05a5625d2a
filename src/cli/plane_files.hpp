// Planes as files: RAW (the values as they are in memory), CSV, and heights as PNG pictures.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/words.hpp"
#include "repose/world.hpp"
#include "session/plane_csv.hpp"

namespace repose::cli {

// Reads width * height bytes. Refuses a file of any other size.
std::vector<std::uint8_t> read_raw(std::string_view option, const std::string& path, WorldSize size);

// Reads a plane from a file: heights from a file name that ends with .png, all else from CSV.
CsvPlane read_plane(std::string_view option, const std::string& path, Plane plane);
void write_height_png(std::string_view option, const std::string& path, std::span<const std::uint8_t> bytes, int width);
bool is_height_png(const std::string& path, Plane plane);
// Writes a file completely or not at all; see AtomicFile.
void write_file(std::string_view option, const std::string& path, std::string_view bytes);

}  // namespace repose::cli
