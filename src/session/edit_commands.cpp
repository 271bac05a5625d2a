#include "session/edit_commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/flood.hpp"
#include "session/command_results.hpp"
#include "session/edit_fault.hpp"

namespace repose::commands {

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

CommandResult paint(RunningSolver& running, const command::Paint& c) {
  std::string fault = edit_fault(c.edit, running.ruleset());
  if (fault.empty() && std::holds_alternative<PushEdit>(c.edit)) fault = why_no_push(running.automaton());
  if (fault.empty() && std::holds_alternative<BodyEdit>(c.edit)) fault = why_no_body(running.automaton());
  if (!fault.empty()) return failed(std::move(fault));
  running.apply(c.edit);
  return {};
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

CommandResult shake(RunningSolver& running, const command::Shake& c) {
  std::string fault = why_no_push(running.automaton());
  if (!fault.empty()) return failed(std::move(fault));
  for (const PushEdit& push : pushes_of(c)) running.apply(push);
  return done(c.continues ? "" : "Shaken");
}

CommandResult fill(const RunningSolver& running, const command::Fill& c,
                   const std::function<CommandResult(const command::Paint&)>& paint_cells) {
  if (c.element >= running.ruleset().elements.size())
    return failed(fmt::format("There is no element number {}.", c.element));
  const World world = running.download();
  std::vector<CellPoint> from = c.from;
  std::erase_if(from, [&](CellPoint p) {
    return !world.contains(p.x, p.y) || (c.only_over && world.cell(p.x, p.y) != *c.only_over);
  });
  const CellSet cells = flood(kinds_of(world), from);
  if (cells.empty()) return {};
  // Before painting, because nothing that may fail for a lack of memory can follow it.
  std::string message = fmt::format("Filled {} {}.", cells.count(), cells.count() == 1 ? "cell" : "cells");
  CommandResult painted = paint_cells({edit_of(c, cells), false, "Fill"});
  if (painted.ok) painted.message = std::move(message);
  return painted;
}

}  // namespace repose::commands
