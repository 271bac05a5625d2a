#include "session/clip_commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "session/command_results.hpp"

namespace repose::commands {

namespace {

bool reaches(CellPoint at, int width, int height, const RunningSolver& running) {
  return at.x < running.width() && at.y < running.height() && std::int64_t{at.x} + width > 0 &&
         std::int64_t{at.y} + height > 0;
}

// The top left corner of the rectangle between two corners, and its sides; false when it is larger than any world.
bool measure(CellPoint from, CellPoint to, CellPoint& at, int& width, int& height) {
  at = {std::min(from.x, to.x), std::min(from.y, to.y)};
  const std::int64_t columns = std::int64_t{std::max(from.x, to.x)} - at.x + 1,
                     rows = std::int64_t{std::max(from.y, to.y)} - at.y + 1;
  width = static_cast<int>(std::min<std::int64_t>(columns, kWorldSideMax));
  height = static_cast<int>(std::min<std::int64_t>(rows, kWorldSideMax));
  return columns <= kWorldSideMax && rows <= kWorldSideMax;
}

}  // namespace

std::optional<Clip> copy_rect(const RunningSolver& running, CellPoint from, CellPoint to) {
  CellPoint at;
  int width = 0, height = 0;
  if (!measure(from, to, at, width, height) || !reaches(at, width, height, running)) return std::nullopt;
  return crop(running.download(), running.ruleset(), from, to);
}

CommandResult paste_clip(RunningSolver& running, const command::PasteClip& c) {
  if (c.clip == nullptr) return failed("There is nothing to paste.");
  const PlaneSet planes = running.facts().state_planes();
  if (c.clip->has_heights() != planes.has(Plane::height)) {
    return failed(
        c.clip->has_heights()
            ? fmt::format("These are heights of sand, and {} has no heights; sandpile has.", running.automaton())
            : fmt::format("These are cells, and {} has only heights of sand.", running.automaton()));
  }
  const int width = c.clip->world.width(), height = c.clip->world.height();
  if (!reaches(c.at, width, height, running)) return failed("The clip is outside the world.");
  FittedClip fitted = fit_clip(*c.clip, running.ruleset(), planes);
  std::string lost_ground;
  for (const PlacedClip& image : with_images({std::move(fitted.clip), c.at}, c.mirror)) {
    ClipEdits paste = edits_of(image.clip, image.at, c.skip_background, running.ruleset());
    for (const Edit& edit : paste.edits) running.apply(edit);
    lost_ground = std::move(paste.loss);
  }
  std::string text = fmt::format("Pasted {} x {} cells", width, height);
  for (const std::string& loss : {fitted.loss, lost_ground}) {
    if (!loss.empty()) text += "; " + loss;
  }
  return done(std::move(text));
}

CommandResult erase_rect(RunningSolver& running, const command::EraseRect& c) {
  CellPoint at;
  int width = 0, height = 0;
  if (!measure(c.from, c.to, at, width, height) || !reaches(at, width, height, running)) {
    return failed("The rectangle is outside the world.");
  }
  if (running.facts().state_planes().has(Plane::height)) {
    Clip nothing{World(width, height), {}};
    nothing.world.add(Plane::height);
    for (const Edit& edit : edits_of(nothing, at, false, running.ruleset()).edits) running.apply(edit);
  } else {
    running.apply(RectEdit{c.from, c.to, 0, {}});
  }
  return done(fmt::format("Erased {} x {} cells", width, height));
}

}  // namespace repose::commands
