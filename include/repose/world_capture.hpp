// A copy of a world that is on its way from where the solver keeps it; the solver may go on meanwhile.
#pragma once

#include "repose/world.hpp"

namespace repose {

class WorldCapture {
 public:
  virtual ~WorldCapture() = default;

  // Both on the thread of the solver, like the destructor as long as fetch() has not been called.
  // True when fetch() need not wait.
  virtual bool arrived() = 0;
  // Brings it into memory and lets go of everything else. False when it was lost on the way, with the GPU.
  virtual bool fetch() = 0;

  // What download() would have given when the capture began. Any thread. Precondition: fetch() was true.
  virtual World world() const = 0;
};

}  // namespace repose
