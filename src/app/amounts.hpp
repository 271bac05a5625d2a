// What the app knows of automata that count in amounts: how elements are poured there, and how amounts are called.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "repose/solver.hpp"

namespace repose {

class Session;
struct Brush;

// How an element is poured.
struct Pour {
  Plane plane = Plane::height;
  double Brush::*rate = nullptr;
  double units = 0;     // of the plane, in one of the rate; negative takes away
  bool clears = false;  // as in AmountEdit
  // The slider of the rate.
  std::string_view title, unit;
  double least = 0, most = 0;
  bool at_once = false;  // the slider's right end is rate 0: the brush paints as it does elsewhere
};
// Nothing where the element is painted cell by cell.
std::optional<Pour> pour_of(const Session& session, std::uint8_t element);

// What the picture's byte of a cell stands for: an element, but in sandpiles a word of the wall plane. There: the sand, or the
// first element that stands there when it is painted.
std::uint8_t element_of_picture(const Session& session, std::uint8_t byte);

// "height 12.5    ", "height 3    wet 40 %    ", "1.02 full    pressure 0.02    "; nothing for obstacles and ground.
std::string describe_height(std::int32_t height, std::int32_t wetness);
std::string describe_mass(std::int32_t mass);

// The sum of all that a view in memory shows of heights or masses, in cells; nothing for other views.
std::optional<double> total_amount(const CellView& view);

}  // namespace repose
