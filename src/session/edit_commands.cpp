// Commands that paint cells: strokes, fills, shakes, clips; and what is wrong with an edit.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/flood.hpp"
#include "repose/registry.hpp"
#include "session/commands.hpp"

namespace repose {

namespace {

// The kinds of cells between which Fill distinguishes: elements; in sandpiles the codes of the plane `wall`.
KindRows kinds_of(const World& world) {
  const Plane plane = world.has(Plane::height) && world.has(Plane::wall) ? Plane::wall : Plane::cells;
  return {world.bytes(plane).data(), static_cast<std::size_t>(world.width()), world.width(), world.height()};
}

// A value for every cell of the box around the set: `inside` the set or `outside` of it.
template <class Value>
std::shared_ptr<const std::vector<Value>> values_of(const CellSet& cells, Value inside, Value outside) {
  const int width = cells.x_end() - cells.x_begin();
  std::vector<Value> values(static_cast<std::size_t>(width) * static_cast<std::size_t>(cells.y_end() - cells.y_begin()),
                            outside);
  auto row = values.begin();
  for (int y = cells.y_begin(); y < cells.y_end(); ++y, row += width) {
    for (int x = cells.next_in(cells.x_begin(), y); x < cells.x_end();) {
      const int end = cells.next_outside(x, y);
      std::fill(row + (x - cells.x_begin()), row + (end - cells.x_begin()), inside);
      x = cells.next_in(end, y);
    }
  }
  return std::make_shared<const std::vector<Value>>(std::move(values));
}

Edit edit_of(const command::Fill& c, const CellSet& cells) {
  const CellPoint at{cells.x_begin(), cells.y_begin()}, last{cells.x_end() - 1, cells.y_end() - 1};
  const int width = last.x + 1 - at.x, height = last.y + 1 - at.y;
  if (c.amount) {
    return AmountEdit{c.amount->plane, at, width, height, values_of(cells, c.amount->amount, 0), c.amount->clears};
  }
  const bool is_box = cells.count() == static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
  if (is_box) return RectEdit{at, last, c.element, {}};
  const auto untouched = static_cast<std::uint8_t>(c.element == 0 ? 1 : 0);
  return StampEdit{at, width, height, values_of(cells, c.element, untouched), untouched, {}};
}

}  // namespace

CommandResult perform(RunningSolver& running, const command::Paint& c) {
  const Status status = running.paint(c.edit);
  return status ? CommandResult{} : failed(status.message());
}

std::vector<PushEdit> pushes_of(const command::Shake& c) {
  std::vector<PushEdit> pushes(static_cast<std::size_t>(std::clamp(c.passes, 1, command::kShakePassesMax)));
  std::uint32_t pass = c.first_pass;
  for (PushEdit& push : pushes) {
    push.everywhere = true;
    push.seed = c.seed;
    push.pass = pass++;
  }
  return pushes;
}

CommandResult perform(RunningSolver& running, const command::Shake& c) {
  for (const PushEdit& push : pushes_of(c))
    if (const Status status = running.paint(push); !status) return failed(status.message());
  return done(c.continues ? "" : "Shaken");
}

Filling filling_of(const RunningSolver& running, const command::Fill& c) {
  if (c.element >= running.ruleset().elements.size())
    return {{}, failed(fmt::format("There is no element number {}.", c.element))};
  const World world = running.download();
  std::vector<CellPoint> from = c.from;
  std::erase_if(from, [&](CellPoint p) {
    return !world.contains(p.x, p.y) || (c.only_over && world.cell(p.x, p.y) != *c.only_over);
  });
  const CellSet cells = flood(kinds_of(world), from);
  if (cells.empty()) return {};
  return {command::Paint{edit_of(c, cells), false, "Fill"},
          done(fmt::format("Filled {} {}.", cells.count(), cells.count() == 1 ? "cell" : "cells"))};
}

CommandResult perform(RunningSolver& running, const command::Fill& c) {
  Filling filling = filling_of(running, c);
  if (!filling.paint) return std::move(filling.result);
  CommandResult painted = perform(running, *filling.paint);
  if (painted.ok) painted.message = std::move(filling.result.message);
  return painted;
}

namespace {

struct EditFault {
  std::size_t element_count;

  std::string operator()(const StrokeEdit& edit) const { return of_element(edit.element); }
  std::string operator()(const RectEdit& edit) const { return of_element(edit.element); }
  std::string operator()(const StampEdit& edit) const {
    const bool sides_fit =
        edit.width > 0 && edit.height > 0 && edit.width <= kWorldSideMax && edit.height <= kWorldSideMax;
    const std::size_t cells = static_cast<std::size_t>(edit.width) * static_cast<std::size_t>(edit.height);
    const auto fits = [cells](const auto& plane, std::size_t bytes) {
      return plane == nullptr || plane->size() == cells * bytes;
    };
    const bool sound = sides_fit && edit.cells != nullptr && fits(edit.cells, 1) && fits(edit.density, 1) &&
                       fits(edit.energy, 1) && fits(edit.velocity, 2);
    return sound ? "" : "The stamp is not a rectangle of cells.";
  }
  std::string operator()(const AmountEdit& edit) const {
    const bool sides_fit =
        edit.width > 0 && edit.height > 0 && edit.width <= kWorldSideMax && edit.height <= kWorldSideMax;
    const bool sound =
        sides_fit && edit.amounts != nullptr &&
        edit.amounts->size() == static_cast<std::size_t>(edit.width) * static_cast<std::size_t>(edit.height);
    return sound ? "" : "The amounts are not a rectangle.";
  }
  std::string operator()(const PushEdit& edit) const {
    const bool sound = std::abs(edit.dx) <= 1 && std::abs(edit.dy) <= 1;
    return sound ? "" : "A push goes to a neighbour: its direction is -1, 0 or 1 each way.";
  }
  std::string operator()(const BodyEdit& edit) const {
    const bool sound = edit.heading >= 0 && edit.heading < kHeadingCount && edit.depth >= 0 &&
                       static_cast<int>(edit.shape) < kBodyShapeCount;
    return sound ? "" : "The body has no such shape, depth or heading.";
  }
  std::string of_element(std::uint8_t element) const {
    return element < element_count ? "" : fmt::format("There is no element number {}.", element);
  }
};

struct TouchesWorld {
  int width, height;

  bool operator()(const StrokeEdit& edit) const { return !rasterise(edit, width, height).empty(); }
  bool operator()(const RectEdit& edit) const { return !rasterise(edit, width, height).empty(); }
  bool operator()(const PushEdit& edit) const { return !rasterise(edit, width, height).empty(); }
  // Where its path is within the reach of any body.
  bool operator()(const BodyEdit& edit) const {
    const int x = std::min(edit.from.x, edit.to.x), y = std::min(edit.from.y, edit.to.y);
    const int columns = std::max(edit.from.x, edit.to.x) - x + 1, rows = std::max(edit.from.y, edit.to.y) - y + 1;
    return touches({x - kBrushSizeMax, y - kBrushSizeMax}, columns + 2 * kBrushSizeMax, rows + 2 * kBrushSizeMax);
  }
  bool operator()(const StampEdit& edit) const { return touches(edit.at, edit.width, edit.height); }
  bool operator()(const AmountEdit& edit) const { return touches(edit.at, edit.width, edit.height); }
  bool touches(CellPoint at, int columns, int rows) const {
    return at.x < width && at.y < height && std::int64_t{at.x} + columns > 0 && std::int64_t{at.y} + rows > 0;
  }
};

}  // namespace

bool touches_world(const Edit& edit, int width, int height) { return std::visit(TouchesWorld{width, height}, edit); }

std::string edit_fault(const Edit& edit, const Ruleset& ruleset) {
  return std::visit(EditFault{ruleset.elements.size()}, edit);
}

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

CommandResult perform(RunningSolver& running, const command::PasteClip& c) {
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
    for (const Edit& edit : paste.edits)
      if (const Status status = running.paint(edit); !status) return failed(status.message());
    lost_ground = std::move(paste.loss);
  }
  std::string text = fmt::format("Pasted {} x {} cells", width, height);
  for (const std::string& loss : {fitted.loss, lost_ground}) {
    if (!loss.empty()) text += "; " + loss;
  }
  return done(std::move(text));
}

CommandResult perform(RunningSolver& running, const command::EraseRect& c) {
  CellPoint at;
  int width = 0, height = 0;
  if (!measure(c.from, c.to, at, width, height) || !reaches(at, width, height, running)) {
    return failed("The rectangle is outside the world.");
  }
  std::vector<Edit> edits{RectEdit{c.from, c.to, 0, {}}};
  if (running.facts().state_planes().has(Plane::height)) {
    Clip nothing{World(width, height), {}};
    nothing.world.add(Plane::height);
    edits = edits_of(nothing, at, false, running.ruleset()).edits;
  }
  for (const Edit& edit : edits)
    if (const Status status = running.paint(edit); !status) return failed(status.message());
  return done(fmt::format("Erased {} x {} cells", width, height));
}

}  // namespace repose
