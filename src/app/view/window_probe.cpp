#include "app/view/window_probe.hpp"

namespace repose {

const std::optional<SeenWindow>& WindowProbe::read(const CellView& view, const CellBox& box, std::uint64_t step) {
  if (view.memory() != nullptr) {
    seen_ = SeenWindow{read_window(view, box), view.generation, step};
  } else if (view.texture() != nullptr) {
    collect();
    const bool known = seen_ && seen_->generation == view.generation && seen_->step == step && seen_->window.box == box;
    if (window_.awaited() || known) return seen_;
    window_.ask(view, box);
    asked_generation_ = view.generation;
    asked_step_ = step;
  }
  return seen_;
}

void WindowProbe::collect() {
  if (auto arrived = window_.collect()) seen_ = SeenWindow{std::move(*arrived), asked_generation_, asked_step_};
}

}  // namespace repose
