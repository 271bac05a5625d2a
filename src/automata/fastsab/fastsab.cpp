// The substances of a ruleset, the list of parameters, explanations in words, and what the bit grid knows of them.
#include <algorithm>
#include <map>

#include "automata/fastsab/fastsab.hpp"

#include "automata/explain.hpp"
#include "automata/fastsab/bit_grid.hpp"
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

// Explains in words what a grain of fastsab does. Visits follow each other through the whole world, so an explanation
// says what is likely.

namespace {

class FastsabExplainer final : public Explainer {
 public:
  explicit FastsabExplainer(const Ruleset& ruleset) : book_(ruleset), substances_(ruleset) {}

  CellBox window(CellPoint cell, const StepSpan&, const Solver&, int width, int height) const override {
    return box_around(cell, kShortenedFriction, 1, width, height);
  }

  Explanation explain(CellPoint cell, const StepSpan&, const Solver& solver, const WorldWindow& window) const override {
    Explanation result;
    result.certain = false;
    result.next = element_at(window, cell);
    if (result.next == 0) {
      result.reasons = {{tr("This cell is empty.")}};
      return result;
    }
    const Grain& grain = substances_.at(result.next);
    if (grain.wall) {
      result.reasons = {
          {trf("{} is a wall: it stays in place.", book_.Name(result.next)), book_.element_line(result.next)}};
      return result;
    }
    if (solver.parameter("dissolving") != 0) note_dissolving(window, cell, result.reasons);
    result.reasons.push_back(movement(window, cell, grain));
    const CellPoint below = {cell.x, cell.y + 1};
    if (result.reasons.back().partner == below && is_void(window, below)) result.next = 0;
    return result;
  }

 private:
  std::uint8_t element_at(const WorldWindow& window, CellPoint p) const {
    const std::uint8_t element = window.cell(p);
    return element < substances_.element_count() ? element : std::uint8_t{0};
  }
  bool is_void(const WorldWindow& window, CellPoint p) const {
    return window.box.contains(p) && element_at(window, p) == 0;
  }

  void note_dissolving(const WorldWindow& window, CellPoint cell, std::vector<Reason>& reasons) const {
    const std::uint8_t self = element_at(window, cell);
    for (const Offset& to : kNeighbours) {
      const CellPoint p = {cell.x + to.dx, cell.y + to.dy};
      if (!window.box.contains(p)) continue;
      const std::uint8_t other = element_at(window, p);
      if (const std::uint32_t n = substances_.dissolve(self, other); n != 0) {
        reasons.push_back({trf("{} dissolves {} {} with a chance of 1 in {}.", book_.Name(self), book_.name(other),
                               explain::where(cell, p), n),
                           book_.dissolving_line(self, other), p});
      }
      if (const std::uint32_t n = substances_.dissolve(other, self); n != 0) {
        reasons.push_back(
            {trf("{} {} dissolves it with a chance of 1 in {}.", book_.Name(other), explain::where(cell, p), n),
             book_.dissolving_line(other, self), p});
      }
    }
  }

  Reason movement(const WorldWindow& window, CellPoint cell, const Grain& grain) const {
    const std::uint8_t self = element_at(window, cell);
    const std::string name = book_.Name(self);
    const CellPoint below = {cell.x, cell.y + 1};
    if (grain.falls && is_void(window, below)) return {trf("{} falls: nothing is below.", name), 0, below};
    if (window.box.contains(below) && substances_.sinks_into(self, element_at(window, below))) {
      return {trf("{} sinks into {} below with a chance of 1 in {}.", name, book_.name(element_at(window, below)),
                  kSinkOneIn),
              0, below};
    }
    const bool left = grain.friction > 0 && is_void(window, {cell.x - grain.friction, cell.y});
    const bool right = grain.friction > 0 && is_void(window, {cell.x + grain.friction, cell.y});
    if (left || right) {
      const std::string columns = trf_n("{} column", "{} columns", grain.friction);
      return {left && right ? trf("{} may slide {} to the left or right; a random draw decides.", name, columns)
              : left        ? trf("{} may slide {} to the left; a random draw decides.", name, columns)
                            : trf("{} may slide {} to the right; a random draw decides.", name, columns),
              book_.element_line(self)};
    }
    if (explain::other_neighbours(window, cell, self).empty())
      return {trf("All neighbours of this {} are the same substance: it sleeps.", book_.name(self))};
    return {trf("{} rests: it cannot fall or sink, and the cells that it could slide to are not empty.", name)};
  }

  explain::Rulebook book_;
  Substances substances_;
};

}  // namespace

std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset) {
  return std::make_unique<FastsabExplainer>(ruleset);
}

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
