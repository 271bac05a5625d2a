#include "automata/grains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/language.hpp"

namespace repose {

namespace {

bool is_lighter(const Ruleset& ruleset, const Element& element) {
  if (ruleset.dialect == Dialect::wxsand) return element.gravity < 0;
  return element.density_byte < ruleset.elements.front().density_byte;
}

// By the last rule for it and the background it stays in its place, as for wood, plants and springs.
bool stays_by_rule(const Ruleset& ruleset, std::uint8_t index) {
  const auto is_theirs = [&](const Reaction& r) {
    return !r.anywhere && ((r.a == index && r.b == 0) || (r.a == 0 && r.b == index));
  };
  const bool has_rule = std::ranges::any_of(ruleset.reactions, is_theirs);
  return has_rule && !moves_through_background(ruleset, index);
}

Grain read_sandjs(const Ruleset& ruleset, std::uint8_t index) {
  const Element& element = ruleset.elements[index];
  Grain grain;
  grain.wall = element.is_static || element.density_byte == kWallDensity;
  const bool held =
      !element.friction && (stays_by_rule(ruleset, index) || element.density_byte == ruleset.elements[0].density_byte);
  grain.falls = !grain.wall && !held && !is_lighter(ruleset, element);
  return grain;
}

Grain read_wxsand(const Element& element) {
  Grain grain;
  grain.falls = element.gravity > 0;
  return grain;
}

}  // namespace

std::vector<Grain> read_grains(const Ruleset& ruleset) {
  const bool wxsand = ruleset.dialect == Dialect::wxsand;
  std::vector<Grain> grains(1);
  for (std::size_t i = 1; i < ruleset.elements.size(); ++i) {
    const Element& element = ruleset.elements[i];
    Grain grain = wxsand ? read_wxsand(element) : read_sandjs(ruleset, static_cast<std::uint8_t>(i));
    const bool is_device = element.emits || element.drain;
    grain.falls = grain.falls && !is_device;
    grain.density = element.density_byte;
    grain.liquid = grain.falls && element.liquid;
    const bool sticks = wxsand && element.slip <= 0;
    if (grain.falls && !sticks)
      grain.friction = element.friction.value_or(grain.liquid ? kLiquidFriction : kPowderFriction);
    grains.push_back(grain);
  }
  return grains;
}

std::string remark_on_grains(const Ruleset& ruleset) {
  constexpr std::size_t kNamed = 4;
  std::size_t count = 0;
  std::string names;
  for (std::size_t i = 1; i < ruleset.elements.size(); ++i) {
    if (!is_lighter(ruleset, ruleset.elements[i]) || ++count > kNamed) continue;
    names += (count > 1 ? ", " : "") + tr_in("element", ruleset.elements[i].name);
  }
  const std::string ignored = name_the_ignored_words(ruleset);
  if (count == 0) return ignored;
  if (count > kNamed) names = trf("{} and {} more", names, count - kNamed);
  const std::string text =
      trf("Nothing rises here: what is lighter than the background stays where it is ({}).", names);
  return ignored.empty() ? text : text + " " + ignored;
}

std::string name_the_ignored_words(const Ruleset& ruleset) {
  std::vector<std::string_view> words;
  const auto name_if = [&](std::string_view word, bool used) {
    if (used) words.push_back(word);
  };
  const auto any = [&](const auto& holds) { return std::ranges::any_of(ruleset.elements, holds); };
  const bool clones = any([](const Element& e) { return e.clone; });
  name_if("powder", ruleset.marks_powders);
  name_if("viscosity", any([](const Element& e) { return e.viscosity != 1; }));
  name_if("dispersion", any([](const Element& e) { return e.dispersion != kDispersion; }));
  name_if("thin", any([](const Element& e) { return e.thin; }));
  name_if("support", any([](const Element& e) { return e.support; }));
  name_if("wander", any([](const Element& e) { return e.wander != 0; }));
  name_if("resistance", any([](const Element& e) { return e.resistance != 0; }));
  name_if("when", !ruleset.directed.empty() || std::ranges::any_of(ruleset.reactions, [&](const Reaction& r) {
            const auto pours = [&](std::uint8_t element) { return ruleset.elements[element].pours.has_value(); };
            return r.anywhere && !pours(r.a) && !pours(r.c);
          }));
  name_if("burst", !ruleset.bursts.empty());
  name_if("clone", clones);
  if (words.empty()) return {};
  return trf("Only conserving uses these words of the config: {}.", fmt::join(words, ", "));
}

}  // namespace repose
