#include "app/view/cell_reading.hpp"

#include "app/desk/desk.hpp"
#include "app/simulation/amounts.hpp"

namespace repose {

namespace {

CellReading read_cell(const World& world, std::size_t i) {
  CellReading reading;
  reading.element = world.cells()[i];
  if (world.has(Plane::wall) && world.has(Plane::height)) reading.wall = world.bytes(Plane::wall)[i];
  if (world.has(Plane::energy)) reading.energy = world.bytes(Plane::energy)[i];
  if (world.has(Plane::mass)) reading.mass = amount_at(world, Plane::mass, i);
  if (world.has(Plane::height)) reading.height = amount_at(world, Plane::height, i);
  if (world.has(Plane::packed)) reading.packed = amount_at(world, Plane::packed, i);
  if (world.has(Plane::wetness)) reading.wetness = world.bytes(Plane::wetness)[i];
  return reading;
}

}  // namespace

CellReading read_cell(const WorldWindow& window, CellPoint cell) {
  return read_cell(window.cells, window.cells.index(cell.x - window.box.x, cell.y - window.box.y));
}

CellReading read_cell(const MemoryCells& shown, CellPoint cell) {
  return read_cell(read_cells(shown, {cell.x, cell.y, 1, 1}), 0);
}

WorldWindow read_window(const CellView& view, const CellBox& box) {
  return {view.width, view.height, box, read_cells(*view.memory(), box)};
}

std::optional<std::uint8_t> element_at(Desk& desk, CellPoint cell) {
  const auto reading = desk.screen->probe(desk.simulation.session().view(), cell);
  if (!reading) return std::nullopt;
  return shown_element(desk.simulation.session(), *reading);
}

}  // namespace repose
