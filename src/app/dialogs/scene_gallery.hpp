// The scenes with their pictures and descriptions.
#pragma once

#include "app/dialogs/dialog_stack.hpp"
#include "app/files/thumbnails.hpp"
#include "app/simulation/simulation.hpp"

namespace repose {

class SceneGallery final : public Dialog {
 public:
  SceneGallery(Simulation& simulation, Thumbnails& thumbnails) : simulation_(simulation), thumbnails_(thumbnails) {}

  void open() { open_ = true; }
  void draw() override;

 private:
  bool card(const Scene& scene, float width);

  Simulation& simulation_;
  Thumbnails& thumbnails_;
};

}  // namespace repose
