// Asks for the size of a new world, or for another size of the running one.
#pragma once

#include "app/dialogs/dialog_stack.hpp"
#include "app/simulation/simulation.hpp"
#include "app/view/canvas.hpp"

namespace repose {

struct NewWorldForm {
  int width = 640, height = 400;
  bool resize = false;  // keep the content instead of starting empty
  int anchor = static_cast<int>(command::Anchor::bottom);
};

class NewWorldDialog final : public Dialog {
 public:
  NewWorldDialog(Simulation& simulation, WorldCanvas& canvas) : simulation_(simulation), canvas_(canvas) {}

  // A new world has the shape of the window at first; resizing begins with the size of the running world.
  void open_for_new() { open(false); }
  void open_for_resize() { open(true); }
  NewWorldForm& form() { return form_; }
  void draw() override;

 private:
  void open(bool resize);
  void apply();

  Simulation& simulation_;
  WorldCanvas& canvas_;
  NewWorldForm form_;
};

}  // namespace repose
