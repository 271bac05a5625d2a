// Which shaders and which blocks suit the graphics card at hand, for an automaton that can choose. It is measured when
// such an automaton is first to run there, and remembered for that driver.
#pragma once

#include <string>
#include <string_view>

#include "repose/gl_path.hpp"
#include "repose/solver.hpp"

namespace repose {

class Messages;
class Screen;
class Simulation;
struct Settings;

class GpuTuner {
 public:
  // `wanted`: what the command line says; anything but fastest stands. Without `measures` nothing is measured: what a
  // script does must not depend on the machine.
  GpuTuner(Simulation& simulation, Screen& screen, Settings& settings, Messages& messages, GlPath wanted, bool measures)
      : simulation_(simulation),
        screen_(screen),
        settings_(settings),
        messages_(messages),
        wanted_(wanted),
        measures_(measures) {}

  // For a solver that is about to be made. Measures if that has not been done on this driver.
  GlPath path(std::string_view automaton);
  // What runs has changed: an automaton that can choose gets the blocks that suit the GPU, unless somebody has chosen
  // others.
  void choose_block();
  // "compute shaders, blocks of 16" while such an automaton runs on the GPU, else empty. For the status bar.
  std::string description() const;

 private:
  // The parameter that says how large the blocks are; null where nothing that runs can choose.
  const ParameterInfo* block() const;
  GlPath known_path() const;
  void measure(std::string_view automaton);

  Simulation& simulation_;
  Screen& screen_;
  Settings& settings_;
  Messages& messages_;
  GlPath wanted_;
  bool measures_;
  std::string news_;  // what was measured, until it is told
};

}  // namespace repose
