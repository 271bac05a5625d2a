// Copies the cells around a cell; creates the explainer of an automaton.
#include "repose/explain.hpp"

#include <algorithm>
#include <cstring>

#include "repose/registry.hpp"

namespace repose {

CellBox box_around(CellPoint cell, int margin_x, int margin_y, int world_width, int world_height) {
  const int left = std::max(0, cell.x - margin_x), top = std::max(0, cell.y - margin_y);
  const int right = std::min(world_width, cell.x + margin_x + 1),
            bottom = std::min(world_height, cell.y + margin_y + 1);
  return {left, top, right - left, bottom - top};
}

WorldWindow window_of(const World& world, const CellBox& box) {
  WorldWindow window{world.width(), world.height(), box, World(box.width, box.height)};
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    const auto plane = static_cast<Plane>(i);
    if (!world.has(plane)) continue;
    window.cells.add(plane);
    const std::size_t bytes = plane_info(plane).bytes_per_cell, row_bytes = bytes * static_cast<std::size_t>(box.width);
    for (int y = 0; y < box.height; ++y) {
      std::memcpy(&window.cells.bytes(plane)[window.cells.index(0, y) * bytes],
                  &world.bytes(plane)[world.index(box.x, box.y + y) * bytes], row_bytes);
    }
  }
  return window;
}

std::unique_ptr<Explainer> make_explainer(std::string_view automaton, const Ruleset& ruleset) {
  const AutomatonDefinition* known = find_automaton(automaton);
  return known != nullptr && known->make_explainer != nullptr ? known->make_explainer(ruleset) : nullptr;
}

}  // namespace repose
