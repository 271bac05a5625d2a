// What a benchmark measures on the GPU besides solvers.
#pragma once

#include <memory>

namespace repose::bench {

class GpuMeter {
 public:
  virtual ~GpuMeter() = default;
  // Waits for everything that was given to the GPU.
  virtual void finish() = 0;
  // Bytes a second of a pass that copies a texture far larger than any cache: the bound of a step that reads and writes
  // its world once. 0 when it cannot be measured here.
  virtual double copied_bytes_per_s() = 0;
};

// By OpenGL. Its functions need a current context.
std::unique_ptr<GpuMeter> make_gl_meter();

}  // namespace repose::bench
