#include "app/panels/element_facts.hpp"

#include <fmt/format.h>

#include "app/panels/palette.hpp"

namespace repose {

namespace {

std::string sandjs_facts(const Element& element) {
  return fmt::format("Density {:g}{}", element.density,
                     is_wall(element) ? ", never moves"
                     : element.powder ? ", powder"
                     : element.liquid ? ", liquid"
                                      : "");
}

// How the reader knows the kind of an element, and how to change it; empty if the file says it.
std::string guess_of_kind(const Ruleset& rules, const Element& element) {
  if (element.powder_guessed)
    return fmt::format("\nA powder, by its name; a line 'liquid {}' in the file changes that.", element.name);
  const bool guessed = rules.dialect == Dialect::sandjs && !rules.marks_liquids && element.liquid && !element.powder;
  if (!guessed) return {};
  return fmt::format("\nA liquid, by its density; a line 'powder {}' in the file changes that.", element.name);
}

std::string wxsand_facts(const Element& element) {
  const std::string way = element.gravity > 0   ? fmt::format("Falls {:g}", element.gravity)
                          : element.gravity < 0 ? fmt::format("Rises {:g}", -element.gravity)
                                                : std::string("Does not fall");
  const std::string slip = element.gravity != 0 ? fmt::format(", slips {:g}", element.slip) : std::string();
  return way + slip + fmt::format(", density {:g}, conducts {:g}", element.density, element.conductivity);
}

}  // namespace

std::string element_description(const Element& element) {
  return element.description.empty() ? shown_name(element) : element.description;
}

std::string element_facts(const Ruleset& rules, std::uint8_t index) {
  const Element& element = rules.elements[index];
  const std::string facts = rules.dialect == Dialect::wxsand ? wxsand_facts(element) : sandjs_facts(element);
  return (index == 0 ? "The background element.\n" : "") + facts + guess_of_kind(rules, element);
}

}  // namespace repose
