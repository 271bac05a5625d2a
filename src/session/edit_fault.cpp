#include "session/edit_fault.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "repose/registry.hpp"

namespace repose {

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

std::string why_no_body(std::string_view automaton) {
  const AutomatonDefinition* definition = find_automaton(automaton);
  return definition == nullptr ? std::string() : std::string(definition->no_body);
}

std::string why_no_push(std::string_view automaton) {
  const AutomatonDefinition* definition = find_automaton(automaton);
  return definition == nullptr ? std::string() : std::string(definition->no_push);
}

}  // namespace repose
