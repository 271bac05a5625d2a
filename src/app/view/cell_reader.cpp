#include "app/view/cell_reader.hpp"

#include "app/simulation/amounts.hpp"

namespace repose {

std::optional<CellReading> CellReader::reading_at(CellPoint cell) const { return screen_.probe(session_.view(), cell); }

std::optional<std::uint8_t> CellReader::element_at(CellPoint cell) const {
  const auto reading = reading_at(cell);
  if (!reading) return std::nullopt;
  return shown_element(session_, *reading);
}

}  // namespace repose
