// Reads a cell of the running world without waiting for a GPU.
#pragma once

#include <optional>

#include "app/frame/screen.hpp"
#include "app/view/cell_reading.hpp"
#include "repose/session.hpp"

namespace repose {

class CellReader {
 public:
  CellReader(const Session& session, Screen& screen) : session_(session), screen_(screen) {}

  // All planes of a cell inside the world. On a gpu backend empty until one or two frames after the first call.
  std::optional<CellReading> reading_at(CellPoint cell) const;
  // The element that the cell shows, with the same delay.
  std::optional<std::uint8_t> element_at(CellPoint cell) const;

 private:
  const Session& session_;
  Screen& screen_;
};

}  // namespace repose
