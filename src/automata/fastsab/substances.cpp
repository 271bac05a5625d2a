// Builds the substances from a ruleset; the list of parameters.
#include <algorithm>

#include "automata/fastsab/fastsab.hpp"

#include "core/language.hpp"

namespace repose::fastsab {

Substances::Substances(const Ruleset& ruleset) : dissolve_(std::size_t{kElementsMax} * kElementsMax) {
  element_count_ = std::max(1, static_cast<int>(ruleset.elements.size()));
  std::ranges::copy(read_grains(ruleset), grains_.begin());
  for (int friction = 0; friction <= kLiquidFriction; ++friction) {
    const auto has = [&](const Grain& grain) { return grain.falls && grain.friction == friction; };
    if (std::ranges::any_of(grains_, has)) frictions_.push_back(friction);
  }
  for (const Dissolving& d : ruleset.dissolvings) {
    const bool possible = d.dissolver != 0 && d.victim != 0 && !at(d.dissolver).wall && !at(d.victim).wall;
    if (!possible) continue;
    dissolve_[d.dissolver * std::size_t{kElementsMax} + d.victim] = d.n;
    // below(draw, n) is 0 for the draws under 2^32 / n.
    const auto last_hit = static_cast<std::uint32_t>(((std::uint64_t{1} << 32) + d.n - 1) / d.n - 1);
    last_hit_[d.dissolver] = std::max(last_hit_[d.dissolver], last_hit);
  }
  for (std::size_t i = ruleset.elements.size(); i-- > 1;) {
    const bool better =
        wall_element_ == 0 || ruleset.elements[i].is_static || !ruleset.elements[wall_element_].is_static;
    if (grains_[i].wall && better) wall_element_ = static_cast<std::uint8_t>(i);
  }
}

std::uint8_t Substances::admit(const World& world, std::size_t i) const {
  const std::uint8_t element = world.cells()[i] < element_count_ ? world.cells()[i] : std::uint8_t{0};
  const auto wall = world.bytes(Plane::wall);
  return !wall.empty() && wall[i] != 0 && wall_element_ != 0 && !at(element).wall ? wall_element_ : element;
}

namespace {

using Type = ParameterInfo::Kind;

constexpr ParameterInfo kList[] = {
    {"frame_steps", text_id("Steps a frame"), text_id("How many steps a frame of 25 ms takes at the normal pace."),
     text_id("steps"), Type::integer, 1, 16, 4, ParameterInfo::Role::steps_per_frame},
    {"borders", text_id("Borders"),
     text_id("The edge of the world holds everything in; without borders, what reaches it leaves and is counted."), "",
     Type::boolean, 0, 1, 1},
    {"dissolving", text_id("Dissolving"), text_id("Acid and water dissolve what they touch."), "", Type::boolean, 0, 1,
     1},
    {"free_way", text_id("Slides need a free way"),
     text_id("Walls and other grains in the way of a slide stop it. Off, as in the original: it jumps over them."), "",
     Type::boolean, 0, 1, 0},
    {"alternate_scan", text_id("Alternate scan"),
     text_id("Every other step goes from right to left, so that nothing leans to the right."), "", Type::boolean, 0, 1,
     0},
    {"sinkers_active", text_id("Grains sink in the deep"),
     text_id("A grain above a lighter liquid stays active. Off, as in Sand And Below: under water it freezes."), "",
     Type::boolean, 0, 1, 1},
    {"voids_active", text_id("Void cells take part"),
     text_id("Void cells are visited like grains, as in the printed code, and often keep grains out."), "",
     Type::boolean, 0, 1, 0},
};

}  // namespace

std::span<const ParameterInfo> Parameters::list() { return kList; }

const AutomatonDefinition& definition() {
  static const AutomatonDefinition definition{
      .name = "fastsab",
      .title = text_id("FastSAB (Sand And Below)"),
      .source = text_id("from Sand And Below, 2008"),
      .summary =
          text_id("Grains fall, slide whole columns and dissolve, one column after another, as in Sand And Below."),
      .steps_per_second = 160,
      .parameters = Parameters::list(),
      .config = "fastsab.cfg",
      .runs_foreign_rules = false,
      .remark = remark_on_grains,
      .planes = kStatePlanes,
      .best_scene = "sandbox",
      .soft_picture = true,
      .no_push = text_id("FastSAB cannot be shaken or blown. Conserving, density and elements can."),
      .make_scalar = make_scalar_solver,
      .make_cpu = make_cpu_solver,
      .no_gpu = kNoGpuForSerialSteps,
      .make_explainer = make_explainer,
      .promises = {.settles = false, .symmetric = false},  // grains wander sideways; the scan goes from left to right
  };
  return definition;
}

}  // namespace repose::fastsab
