// Pictures for films, made without a window and on any thread: of a world at one step, and of a replay.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "render/looks.hpp"
#include "repose/picture.hpp"
#include "repose/registry.hpp"
#include "repose/session.hpp"

namespace repose {

// The look of films of whole worlds.
struct FilmLooks {
  Palette palette{};
  Looks looks = {};
  double scale = 1;  // pixels a cell
};

struct PictureSize {
  int width = 0, height = 0;
};
// The size for a whole world; at least one pixel a side.
PictureSize film_picture_size(int world_width, int world_height, double scale);

// The whole world as the app shows it. Precondition: a view in memory. Flickering and shimmer depend on `step` only.
Picture paint_film_picture(const CellView& view, std::uint64_t step, const FilmLooks& looks);

// Gives views in memory of downloaded worlds, as the automaton's scalar solver shows them. For films on gpu backends.
// `registry` must outlive it.
class WorldStage {
 public:
  WorldStage(const Registry& registry, std::string automaton, std::shared_ptr<const Ruleset> ruleset);
  Status show(const World& world);
  // A view of the world that show() got last.
  CellView view() const { return solver_->view(); }

 private:
  const Registry& registry_;
  std::string automaton_;
  std::shared_ptr<const Ruleset> ruleset_;
  std::unique_ptr<Solver> solver_;
};

// The pictures of a replay, one after the other. Plays the replay on the processor, independent of the app's session.
class ReplayPictures {
 public:
  // A picture every `every` steps, the first one of the start. The replay is read when the first picture is made.
  // `given_up`: when it returns true, next() returns soon, and from then on no pictures.
  ReplayPictures(
      std::filesystem::path replay, std::uint64_t every, const Looks& looks, double scale,
      std::function<bool()> given_up = [] { return false; });

  // The next picture of the whole world. Empty if the replay cannot be played; after its end the last one again.
  Picture next();

 private:
  std::filesystem::path replay_;
  std::uint64_t every_;
  Looks looks_;
  double scale_;
  std::function<bool()> given_up_;
  Registry registry_ = make_registry();
  std::optional<Session> session_;
};

}  // namespace repose
