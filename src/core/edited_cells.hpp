// Every cell that an edit covers, for solvers that write cell by cell.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "repose/edit.hpp"

namespace repose {

struct EditedCell {
  std::uint8_t element = 0;
  std::optional<std::uint8_t> only_over;
  // Values of further planes, two bytes for the velocity; null: those of a cell that is painted.
  const std::uint8_t* density = nullptr;
  const std::uint8_t* energy = nullptr;
  const std::uint8_t* velocity = nullptr;

  // Whether a cell that holds `present` takes the element.
  bool changes(std::uint8_t present) const { return !only_over || present == *only_over; }
};

inline EditedCell stamped_cell(const StampEdit& stamp, std::size_t i) {
  EditedCell cell{(*stamp.cells)[i], stamp.only_over};
  if (stamp.density) cell.density = &(*stamp.density)[i];
  if (stamp.energy) cell.energy = &(*stamp.energy)[i];
  if (stamp.velocity) cell.velocity = &(*stamp.velocity)[2 * i];
  return cell;
}

// Calls visit(x, y, EditedCell) once for each cell of the world that the edit covers, row by row. An AmountEdit covers
// none: it has no elements.
template <class Visit>
void for_each_edited(const Edit& edit, int width, int height, Visit visit) {
  if (const auto* stamp = std::get_if<StampEdit>(&edit)) {
    for (int row = 0; row < stamp->height; ++row) {
      for (int column = 0; column < stamp->width; ++column) {
        const std::int64_t x = std::int64_t{stamp->at.x} + column, y = std::int64_t{stamp->at.y} + row;
        if (x < 0 || y < 0 || x >= width || y >= height) continue;
        const std::size_t i =
            static_cast<std::size_t>(row) * static_cast<std::size_t>(stamp->width) + static_cast<std::size_t>(column);
        const std::uint8_t element = (*stamp->cells)[i];
        if (element != stamp->transparent) visit(static_cast<int>(x), static_cast<int>(y), stamped_cell(*stamp, i));
      }
    }
    return;
  }
  const auto paint = [&](const auto& shape) {
    for (const Span& span : rasterise(shape, width, height)) {
      for (int x = span.x_begin; x < span.x_end; ++x) visit(x, span.y, EditedCell{shape.element, shape.only_over});
    }
  };
  if (const auto* stroke = std::get_if<StrokeEdit>(&edit)) paint(*stroke);
  if (const auto* rect = std::get_if<RectEdit>(&edit)) paint(*rect);
}

// Calls visit(x, y, amount) once for each cell of the world that gets an amount other than 0, row by row.
template <class Visit>
void for_each_amount(const AmountEdit& edit, int width, int height, Visit visit) {
  for (int row = 0; row < edit.height; ++row) {
    for (int column = 0; column < edit.width; ++column) {
      const std::int64_t x = std::int64_t{edit.at.x} + column, y = std::int64_t{edit.at.y} + row;
      const std::int32_t amount = (*edit.amounts)[static_cast<std::size_t>(row) * static_cast<std::size_t>(edit.width) +
                                                  static_cast<std::size_t>(column)];
      if (amount == 0 || x < 0 || y < 0 || x >= width || y >= height) continue;
      visit(static_cast<int>(x), static_cast<int>(y), amount);
    }
  }
}

}  // namespace repose
