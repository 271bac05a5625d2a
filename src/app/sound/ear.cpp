#include "app/sound/ear.hpp"

#include <utility>

namespace repose {

std::optional<sound::EventCounts> Ear::listen(const CellView& view, const CellBox& area) {
  const bool changed = view.generation != std::exchange(generation_, view.generation);
  std::optional<sound::EventCounts> counts;
  if (view.texture() != nullptr) {
    memory_.forget();
    counts = listen_to_textures(view, area, changed);
  } else if (view.memory() != nullptr && changed) {
    if (textures_) textures_->forget();
    counts = memory_.listen(view, area, kinds_);
  }
  if (counts && counts->samples == 0) counts.reset();
  return counts;
}

std::optional<sound::EventCounts> Ear::listen_to_textures(const CellView& view, const CellBox& area, bool changed) {
  if (textures_failed_) return std::nullopt;
  std::string error;  // without these shaders there is only no sound
  if (!textures_) textures_ = GpuListener::create(error);
  textures_failed_ = !textures_;
  if (textures_failed_) return std::nullopt;
  const sound::EventCounts arrived = textures_->collect();
  if (changed) textures_->listen(view, area, kinds_);
  return arrived;
}

void Ear::forget() {
  if (generation_ == 0) return;
  memory_.forget();
  if (textures_) textures_->forget();
  generation_ = 0;
}

}  // namespace repose
