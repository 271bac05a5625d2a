// How elements runs on the graphics card at hand: measured when it is first wanted there, and remembered for that
// driver.
#pragma once

#include <string>

#include "gl/gl_path.hpp"

namespace repose {

class App;

class GpuTuner {
 public:
  // `wanted`: what the command line says; anything but fastest stands. Without `measures` nothing is measured: what a
  // script does must not depend on the machine.
  GpuTuner(App& app, GlPath wanted, bool measures) : app_(app), wanted_(wanted), measures_(measures) {}

  // For a solver that is about to be made; measures if nobody has.
  GlPath path();
  // Elements has come to run on the GPU: it gets the blocks that suit it, unless somebody has chosen others.
  void choose_block();
  // "compute shaders, blocks of 16" while elements runs on the GPU, else empty. For the status bar.
  std::string description() const;

 private:
  bool runs_elements() const;
  GlPath known_path() const;
  void measure();

  App& app_;
  GlPath wanted_;
  bool measures_;
  std::string news_;  // what was measured, until it is told
};

}  // namespace repose
