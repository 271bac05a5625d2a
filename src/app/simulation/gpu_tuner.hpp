// Measures which shaders are fastest on this graphics card, for an automaton that has a choice, when
// such an automaton is about to run on it for the first time. The result is stored for that driver.
#pragma once

#include <string>
#include <string_view>

#include "repose/gl_path.hpp"

namespace repose {

class Messages;
class Screen;
class Simulation;
struct Settings;

class GpuTuner {
 public:
  // `wanted`: from the command line; only `fastest` leaves a choice. `measures` false: nothing is measured, so that the
  // behaviour of a script does not depend on the machine.
  GpuTuner(Simulation& simulation, Screen& screen, Settings& settings, Messages& messages, GlPath wanted, bool measures)
      : simulation_(simulation),
        screen_(screen),
        settings_(settings),
        messages_(messages),
        wanted_(wanted),
        measures_(measures) {}

  // Call before a solver is created. Measures unless this driver has been measured.
  GlPath path(std::string_view automaton);
  // Call when the running automaton has changed: tells the person what was measured, once.
  void say_news();
  // "compute shaders" while an automaton that has a choice runs on the GPU, else empty. For the status bar.
  std::string description() const;

 private:
  bool runs_with_choice() const;
  GlPath known_path(std::string_view automaton) const;
  void measure(std::string_view automaton);

  Simulation& simulation_;
  Screen& screen_;
  Settings& settings_;
  Messages& messages_;
  GlPath wanted_;
  bool measures_;
  std::string news_;  // the result of the measurement, until it has been shown
};

}  // namespace repose
