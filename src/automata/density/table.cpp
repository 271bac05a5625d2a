// The definition of density, and its rule table from a ruleset.
#include "automata/density/density.hpp"
#include "automata/density/ledger.hpp"
#include "automata/grains.hpp"
#include "core/language.hpp"

namespace repose::density {

RuleTable::RuleTable(const Ruleset& ruleset) : RuleTable() {
  element_count_ = static_cast<int>(ruleset.elements.size());
  for (std::size_t i = 0; i < ruleset.elements.size(); ++i) densities_[i] = ruleset.elements[i].density_byte;

  std::vector<bool> defined(outcomes_.size());
  const auto define = [&](std::uint8_t self, std::uint8_t partner, std::uint8_t result) {
    set(self, partner, result);
    defined[self * std::size_t{kElementsMax} + partner] = true;
  };
  for (std::size_t i = 0; i < ruleset.elements.size(); ++i) {
    const auto self = static_cast<std::uint8_t>(i);
    define(self, self, self);
    leaves_[i] = moves_through_background(ruleset, self);
  }
  for (const Reaction& r : ruleset.reactions) {
    if (r.anywhere) continue;
    define(r.a, r.b, r.c);
    define(r.b, r.a, r.d);
  }
  for (int a = 0; a < element_count_; ++a) {
    for (int b = 0; b < element_count_; ++b) {
      const bool can_meet = densities_[static_cast<std::size_t>(a)] != densities_[static_cast<std::size_t>(b)];
      if (can_meet && !defined[static_cast<std::size_t>(a * kElementsMax + b)]) has_undefined_pairs_ = true;
    }
  }
}

void RuleTable::set(std::uint8_t self, std::uint8_t partner, std::uint8_t result) {
  outcomes_[self * std::size_t{kElementsMax} + partner] = {result, densities_[result]};
}

Status accepts(const Ruleset& ruleset) {
  if (ruleset.dialect == Dialect::sandjs) return {};
  return Status::failure(
      tr("The density automaton cannot run a wxSand config: its elements move by gravity, chance and heat, not by "
         "density; choose elements."));
}

Outcome admit(const RuleTable& rules, std::uint8_t index, const std::uint8_t* density) {
  if (index >= rules.element_count()) index = 0;
  const bool vanished = rules.has_undefined_pairs() && density != nullptr && index == 0 && *density == 0;
  return {index, vanished ? std::uint8_t{0} : rules.density_of(index)};
}

const AutomatonDefinition& definition() {
  static const AutomatonDefinition definition{
      .name = "density",
      .title = text_id("Density (sand.js)"),
      .source = text_id("from sand.js, 2013"),
      .summary = text_id("Cells fall, rise and react by density, all at once, as in sand.js."),
      .steps_per_second = 125,
      .parameters = OpenEdge::parameters(),
      .config = "density-world.cfg",  // it has a rule for every pair
      .default_for = Dialect::sandjs,
      .needs_rule_for_every_pair = true,  // if a pair has no rule, both cells vanish
      .remark = name_the_ignored_words,
      .planes = {Plane::cells, Plane::density},
      .best_scene = "falls",
      .compared_with = "conserving",  // compares sand.js with and without its losses
      .make_scalar = make_scalar_solver,
      .make_cpu = make_cpu_solver,
      .make_explainer = make_explainer,
      .promises = {.conserves = false},  // the two cells of a meeting need not agree
  };
  return definition;
}

}  // namespace repose::density
