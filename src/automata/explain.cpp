#include "automata/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/language.hpp"
#include "repose/explain.hpp"
#include "repose/registry.hpp"

namespace repose::explain {

std::string where(CellPoint from, CellPoint to) {
  static constexpr const char* kWords[3][3] = {
      {text_id("to the upper left"), text_id("above"), text_id("to the upper right")},
      {text_id("to the left"), text_id("here"), text_id("to the right")},
      {text_id("to the lower left"), text_id("below"), text_id("to the lower right")}};
  const int dx = to.x - from.x, dy = to.y - from.y;
  if (std::abs(dx) > 1 && std::abs(dy) == 1) {  // a stride
    const int columns = std::abs(dx);
    if (dx < 0) {
      return dy < 0 ? trf("{} columns to the left and one row higher", columns)
                    : trf("{} columns to the left and one row lower", columns);
    }
    return dy < 0 ? trf("{} columns to the right and one row higher", columns)
                  : trf("{} columns to the right and one row lower", columns);
  }
  if (std::abs(dx) > 1 || std::abs(dy) > 1) return tr("there");
  return tr(kWords[dy + 1][dx + 1]);
}

std::string percent(double probability) { return fmt::format("{:.3g} %", 100 * probability); }

std::vector<std::uint8_t> other_neighbours(const WorldWindow& window, CellPoint cell, std::uint8_t self) {
  std::vector<std::uint8_t> others;
  for (int y = cell.y - 1; y <= cell.y + 1; ++y) {
    for (int x = cell.x - 1; x <= cell.x + 1; ++x) {
      if (!window.box.contains({x, y})) continue;
      const std::uint8_t element = window.cell({x, y});
      if (element != self && std::ranges::find(others, element) == others.end()) others.push_back(element);
    }
  }
  return others;
}

}  // namespace repose::explain

namespace repose {

CellBox box_around(CellPoint cell, int margin_x, int margin_y, int world_width, int world_height) {
  const int left = std::max(0, cell.x - margin_x), top = std::max(0, cell.y - margin_y);
  const int right = std::min(world_width, cell.x + margin_x + 1),
            bottom = std::min(world_height, cell.y + margin_y + 1);
  return {left, top, right - left, bottom - top};
}

WorldWindow window_of(const World& world, const CellBox& box) {
  WorldWindow window{world.width(), world.height(), box, World(box.width, box.height)};
  for (const Plane plane : kAllPlanes) {
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
