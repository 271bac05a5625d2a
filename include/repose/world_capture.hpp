// A copy of a world that is being fetched from a solver. The solver can compute steps meanwhile.
#pragma once

#include "repose/world.hpp"

namespace repose {

class WorldCapture {
 public:
  virtual ~WorldCapture() = default;

  // Call arrived() and fetch() on the thread of the solver. Destroy it there too, unless fetch() has been called.

  // True when fetch() does not have to wait.
  virtual bool arrived() = 0;
  // Brings the world into memory and frees everything else. False when the world was lost with the GPU.
  virtual bool fetch() = 0;

  // The world when the capture began, as from download(). Any thread. Precondition: fetch() returned true.
  virtual World world() const = 0;
};

}  // namespace repose
