#include "automata/ignored_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace repose {

std::string name_the_ignored_words(const Ruleset& ruleset) {
  std::vector<std::string_view> words;
  const auto name_if = [&](std::string_view word, bool used) {
    if (used) words.push_back(word);
  };
  const auto any = [&](const auto& holds) { return std::ranges::any_of(ruleset.elements, holds); };
  const bool clones = any([](const Element& e) { return e.clone; });
  name_if("powder", ruleset.marks_powders);
  name_if("viscosity", any([](const Element& e) { return e.viscosity != 1; }));
  name_if("wander", any([](const Element& e) { return e.wander != 0; }));
  name_if("resistance", any([](const Element& e) { return e.resistance != 0; }));
  name_if("when", std::ranges::any_of(ruleset.reactions, [&](const Reaction& r) {
            const auto pours = [&](std::uint8_t element) { return ruleset.elements[element].pours.has_value(); };
            return r.anywhere && !pours(r.a) && !pours(r.c);
          }));
  name_if("burst", !ruleset.bursts.empty());
  name_if("clone", clones);
  if (words.empty()) return {};
  return fmt::format("Only conserving uses these words of the config: {}.", fmt::join(words, ", "));
}

}  // namespace repose
