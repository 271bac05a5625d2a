// What is in a cell of the running world, without waiting for a GPU.
#pragma once

#include <optional>

#include "app/frame/screen.hpp"
#include "app/view/cell_reading.hpp"
#include "repose/session.hpp"

namespace repose {

class CellReader {
 public:
  CellReader(const Session& session, Screen& screen) : session_(session), screen_(screen) {}

  // All that is known of a cell inside the world. On a gpu backend empty until a frame or two after the first call.
  std::optional<CellReading> reading_at(CellPoint cell) const;
  // The element that it shows, in the same time.
  std::optional<std::uint8_t> element_at(CellPoint cell) const;

 private:
  const Session& session_;
  Screen& screen_;
};

}  // namespace repose
