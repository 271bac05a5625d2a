// Listens to the visible part of the world: counts what happens there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/sound/gpu_listener.hpp"
#include "repose/cell_view.hpp"
#include "sound/cell_listener.hpp"

namespace repose {

class Ear {
 public:
  void set_rules(const Ruleset& ruleset) { kinds_ = sound::kinds_of(ruleset); }
  // What has happened since the last call. Empty if that is not known: the world has not changed, is another one, or
  // its GPU has not answered yet. `area`: the visible cells. Costs at most 65 536 comparisons, and never waits.
  std::optional<sound::EventCounts> listen(const CellView& view, const CellBox& area);
  // Call when the world is another one.
  void forget();

 private:
  std::optional<sound::EventCounts> listen_to_textures(const CellView& view, const CellBox& area, bool changed);

  sound::KindTable kinds_{};
  sound::CellListener memory_;
  std::unique_ptr<GpuListener> textures_;  // created when first needed
  bool textures_failed_ = false;
  std::uint64_t generation_ = 0;  // of the view that was heard last; 0: none
};

}  // namespace repose
