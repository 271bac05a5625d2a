// Planes as CSV text: a row a line, top row first, decimal numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "repose/status.hpp"
#include "repose/world.hpp"

namespace repose {

// True if the plane can be read from and written to CSV. Planes of bytes have one number a cell, 0 to 255; velocity has
// two, x and y, -128 to 127; mass and height have one decimal number, in full cells and in units of a cell's side.
bool has_csv_form(Plane plane);

struct CsvPlane {
  int width = 0, height = 0;        // in cells
  std::vector<std::uint8_t> bytes;  // as the plane stores them
};
// Reads a plane line by line. `next` fills the span with the next bytes of the text and returns how many there were.
// `name`: of the file, in messages. Precondition: has_csv_form(plane).
Status read_csv(const std::function<std::size_t(std::span<std::byte>)>& next, std::string_view name, Plane plane,
                CsvPlane& read);

// `width`: in cells. Precondition: has_csv_form(plane).
std::string to_csv(std::span<const std::uint8_t> bytes, int width, Plane plane);

}  // namespace repose
