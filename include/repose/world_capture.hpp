// A download that has begun: a copy of a world that arrives later. The solver may go on with steps meanwhile.
#pragma once

#include "repose/world.hpp"

namespace repose {

class WorldCapture {
 public:
  virtual ~WorldCapture() = default;

  // Call arrived() and fetch() on the thread of the solver; the destructor too, unless fetch() has returned.
  // True when fetch() will not wait.
  virtual bool arrived() = 0;
  // Waits for the copy and releases what belongs to the GPU. False when the copy was lost together with the GPU.
  virtual bool fetch() = 0;

  // The world as download() would have filled it when the capture began. On any thread. Precondition: fetch() has
  // returned true.
  virtual World world() const = 0;
};

}  // namespace repose
