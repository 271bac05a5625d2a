#include "session/edit_fault.hpp"

#include <fmt/format.h>

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
  std::string of_element(std::uint8_t element) const {
    return element < element_count ? "" : fmt::format("There is no element number {}.", element);
  }
};

}  // namespace

std::string edit_fault(const Edit& edit, const Ruleset& ruleset) {
  return std::visit(EditFault{ruleset.elements.size()}, edit);
}

std::string why_no_push(std::string_view automaton) {
  const AutomatonDefinition* definition = find_automaton(automaton);
  return definition == nullptr ? std::string() : std::string(definition->no_push);
}

}  // namespace repose
