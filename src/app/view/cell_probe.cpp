#include "app/view/cell_probe.hpp"

namespace repose {

std::optional<CellReading> CellProbe::read(const CellView& view, CellPoint cell) {
  if (view.empty()) return std::nullopt;
  if (const MemoryCells* const shown = view.memory()) return read_cell(*shown, cell);
  collect();
  if (!window_.awaited()) window_.ask(view, {cell.x, cell.y, 1, 1});
  for (const Known* const known : {&known_, &known_before_}) {
    if (known->cell == cell) return known->reading;
  }
  return std::nullopt;
}

void CellProbe::collect() {
  const auto arrived = window_.collect();
  if (!arrived) return;
  const CellPoint cell = {arrived->box.x, arrived->box.y};
  if (known_.cell != cell) known_before_ = known_;
  known_ = {cell, read_cell(*arrived, cell)};
}

}  // namespace repose
