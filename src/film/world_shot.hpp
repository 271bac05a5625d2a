// A world at one moment, to be painted later and on any thread, without a window.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "render/looks.hpp"
#include "repose/picture.hpp"
#include "repose/registry.hpp"

namespace repose {

// How films look at whole worlds.
struct FilmLooks {
  Palette palette{};
  Looks looks = {};
  double scale = 1;  // pixels a cell
};

struct PictureSize {
  int width = 0, height = 0;
};
// Of a whole world; at least one pixel a side.
PictureSize film_picture_size(int world_width, int world_height, double scale);

// The whole world as the app shows it. Only memory views. What flickers does so by the step, not by when it is looked
// at.
Picture paint_film_picture(const CellView& view, std::uint64_t step, const FilmLooks& looks);

// A copy of what a memory view shows.
class WorldShot {
 public:
  explicit WorldShot(const CellView& view);
  // Holds as long as the shot.
  CellView view() const;
  std::size_t bytes() const { return cells_.size() + field_.size() + second_.size(); }

 private:
  CellView shape_;
  std::vector<std::uint8_t> cells_, field_, second_;
};

// Shows worlds that were downloaded, as the automaton's scalar solver shows them: for views that are textures.
class WorldStage {
 public:
  // `registry` must outlive it.
  WorldStage(const Registry& registry, std::string automaton, std::shared_ptr<const Ruleset> ruleset);
  Status show(const World& world);
  // Of the world that is shown.
  CellView view() const { return solver_->view(); }

 private:
  const Registry& registry_;
  std::string automaton_;
  std::shared_ptr<const Ruleset> ruleset_;
  std::unique_ptr<Solver> solver_;
};

}  // namespace repose
