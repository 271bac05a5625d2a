#include "automata/fastsab/bit_grid.hpp"

#include <algorithm>
#include <map>

namespace repose::fastsab {

namespace {

int planes_for(int element_count) { return element_count <= 8 ? 3 : element_count <= 32 ? 5 : 8; }

// has(element) is never asked for void.
template <class Has>
ElementSet make_set(int element_count, const Has& has) {
  const int size = 1 << planes_for(element_count);
  ElementSet set(static_cast<std::size_t>(size));
  const auto word = [&](int element) {
    return element > 0 && element < element_count && has(static_cast<std::uint8_t>(element)) ? ~std::uint64_t{0} : 0;
  };
  for (int i = 0; i < size; i += 2) {
    set[static_cast<std::size_t>(i)] = word(i);
    set[static_cast<std::size_t>(i) + 1] = word(i) ^ word(i + 1);
  }
  return set;
}

bool is_empty(const ElementSet& set) {
  return std::ranges::all_of(set, [](std::uint64_t word) { return word == 0; });
}

}  // namespace

StepRules::StepRules(const Substances& substances) : planes(planes_for(substances.element_count())) {
  const int count = substances.element_count();
  const auto set_of = [&](const auto& has) { return make_set(count, has); };
  grains = set_of([&](std::uint8_t e) { return !substances.at(e).wall; });
  falling = set_of([&](std::uint8_t e) { return substances.at(e).falls; });
  liquids = set_of([&](std::uint8_t e) { return substances.at(e).liquid; });
  for (const int friction : substances.frictions()) {
    if (friction == 0) continue;
    sliders.push_back({friction, set_of([&](std::uint8_t e) {
                         return substances.at(e).falls && substances.at(e).friction == friction;
                       })});
  }
  std::map<ElementSet, std::vector<std::uint8_t>> lower_by_upper, dissolvers_by_victims;
  for (int i = 1; i < count; ++i) {
    const auto element = static_cast<std::uint8_t>(i);
    lower_by_upper[set_of([&](std::uint8_t e) { return substances.sinks_into(e, element); })].push_back(element);
    dissolvers_by_victims[set_of([&](std::uint8_t e) { return substances.dissolve(element, e) != 0; })].push_back(
        element);
  }
  const auto among = [&](const std::vector<std::uint8_t>& elements) {
    return set_of([&](std::uint8_t e) { return std::ranges::find(elements, e) != elements.end(); });
  };
  for (const auto& [upper, lower] : lower_by_upper) {
    if (!is_empty(upper)) sinkings.push_back({upper, among(lower)});
  }
  for (const auto& [victims, dissolvers] : dissolvers_by_victims) {
    if (is_empty(victims)) continue;
    std::uint32_t last_hit = 0;
    for (const std::uint8_t element : dissolvers) last_hit = std::max(last_hit, substances.last_hit(element));
    dissolvings.push_back({among(dissolvers), victims, last_hit});
  }
}

}  // namespace repose::fastsab
