// Shown while recorded steps are repeated and take long: how far they are, and a button that gives them up. Escape does
// the same.
#pragma once

#include "app/desk/time.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

class Simulation;

class WayDialog final : public Dialog {
 public:
  WayDialog(Simulation& simulation, const FrameLoop& loop) : simulation_(simulation), loop_(loop) {}

  bool is_open() const override;
  void close() override;
  void draw() override;

 private:
  Simulation& simulation_;
  const FrameLoop& loop_;
};

}  // namespace repose
