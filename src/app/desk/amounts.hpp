// Automata that count in amounts, for the app: how elements are poured, and how amounts are displayed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/desk/readback.hpp"
#include "repose/solver.hpp"

namespace repose {

class Session;
struct Brush;

// How an element is poured.
struct Pour {
  Plane plane = Plane::height;
  double Brush::*rate = nullptr;
  double units = 0;     // units of the plane for 1 of the rate; negative removes
  bool clears = false;  // as in AmountEdit
  // The title and unit of the slider for the rate.
  std::string_view title, unit;
  double least = 0, most = 0;
  bool at_once = false;  // the slider's right end is rate 0: the brush fills cells at once, as in other automata
};
// Empty if the element is painted cell by cell.
std::optional<Pour> pour_of(const Session& session, std::uint8_t element);

// Whether the element that a cell of a sandpile shows is an obstacle, a spring or a drain.
bool stands_on_sand(const Session& session, std::uint8_t element);

// "40 cells/s", "at once".
std::string describe_rate(const Pour& pour, double rate);

// The element to display for a cell: in sandpiles the sand, or the first element whose painting makes that ground; in
// water the element for its mass.
std::uint8_t shown_element(const Session& session, const CellReading& reading);

// As shown_element(), for all cells of a view of water in memory, row by row.
std::vector<std::uint8_t> shown_water(const Session& session, const CellView& view);

// "temperature 40    ", "height 12.50    wet 40 %    ", "pressure 0.020    ", or nothing.
std::string describe_amounts(const CellReading& reading);

// The sum of all heights or masses of a view in memory, in cells; nothing for other views.
std::optional<double> total_amount(const CellView& view);

}  // namespace repose
