// The session's commands about parts of worlds.
#include <fmt/format.h>

#include <algorithm>

#include "repose/clip.hpp"
#include "repose/session.hpp"

namespace repose {

namespace {

CommandResult failed(std::string message) { return {false, std::move(message), {}}; }
CommandResult done(std::string message) { return {true, std::move(message), {}}; }

bool reaches(CellPoint at, int width, int height, const Session& session) {
  return at.x < session.width() && at.y < session.height() && std::int64_t{at.x} + width > 0 &&
         std::int64_t{at.y} + height > 0;
}

// Where the rectangle between two corners begins, and its sides; false for one that is larger than any world.
bool measure(CellPoint from, CellPoint to, CellPoint& at, int& width, int& height) {
  at = {std::min(from.x, to.x), std::min(from.y, to.y)};
  const std::int64_t columns = std::int64_t{std::max(from.x, to.x)} - at.x + 1,
                     rows = std::int64_t{std::max(from.y, to.y)} - at.y + 1;
  width = static_cast<int>(std::min<std::int64_t>(columns, kWorldSideMax));
  height = static_cast<int>(std::min<std::int64_t>(rows, kWorldSideMax));
  return columns <= kWorldSideMax && rows <= kWorldSideMax;
}

}  // namespace

std::optional<Clip> Session::copy(CellPoint from, CellPoint to) const {
  CellPoint at;
  int width = 0, height = 0;
  if (!measure(from, to, at, width, height) || !reaches(at, width, height, *this)) return std::nullopt;
  return crop(download(), *ruleset_, from, to);
}

CommandResult Session::run(const command::PasteClip& c) {
  if (c.clip == nullptr) return failed("There is nothing to paste.");
  const PlaneSet planes = solver_->state_planes();
  if (c.clip->has_heights() != planes.has(Plane::height)) {
    return failed(c.clip->has_heights()
                      ? fmt::format("These are heights of sand, and {} knows no heights; sandpile does.", automaton_)
                      : fmt::format("These are cells, and {} knows nothing but heights of sand.", automaton_));
  }
  const int width = c.clip->world.width(), height = c.clip->world.height();
  if (!reaches(c.at, width, height, *this)) return failed("What was to be pasted lies outside the world.");
  FittedClip fitted = fit_clip(*c.clip, *ruleset_, planes);
  std::string lost_ground;
  for (const PlacedClip& image : with_images({std::move(fitted.clip), c.at}, c.mirror)) {
    ClipEdits paste = edits_of(image.clip, image.at, c.skip_background, *ruleset_);
    for (const Edit& edit : paste.edits) apply(edit);
    lost_ground = std::move(paste.loss);
  }
  std::string text = fmt::format("Pasted {} x {} cells", width, height);
  for (const std::string& loss : {fitted.loss, lost_ground}) {
    if (!loss.empty()) text += "; " + loss;
  }
  return done(std::move(text));
}

CommandResult Session::run(const command::EraseRect& c) {
  CellPoint at;
  int width = 0, height = 0;
  if (!measure(c.from, c.to, at, width, height) || !reaches(at, width, height, *this)) {
    return failed("What was to be erased lies outside the world.");
  }
  if (solver_->state_planes().has(Plane::height)) {
    Clip nothing{World(width, height), {}};
    nothing.world.add(Plane::height);
    for (const Edit& edit : edits_of(nothing, at, false, *ruleset_).edits) apply(edit);
  } else {
    apply(RectEdit{c.from, c.to, 0, {}});
  }
  return done(fmt::format("Erased {} x {} cells", width, height));
}

}  // namespace repose
