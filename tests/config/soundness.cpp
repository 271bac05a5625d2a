#include "soundness.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "config/report.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

// One REQUIRE a list, because a config can have sixty thousand rules.
template <class List, class Check>
void require_all(const List& list, Check is_sound) {
  const auto bad = std::ranges::find_if_not(list, is_sound);
  CAPTURE(bad - list.begin());
  REQUIRE(bad == list.end());
}

bool is_share(double value) { return value >= 0 && value <= 1; }

bool are_sound(const std::vector<Product>& products, std::size_t elements) {
  int slots = 0;
  for (const Product& product : products) {
    if (product.slots <= 0 || product.a >= elements || product.b >= elements) return false;
    slots += product.slots;
  }
  return slots <= kProductSlots;
}

}  // namespace

void check_sound(const ConfigResult& result) {
  REQUIRE(result.diagnostics.size() <=
          config::kDiagnosticsMax + 3);  // two about the file, one with the number of the rest
  REQUIRE((result.ruleset || has_errors(result.diagnostics)));
  require_all(result.diagnostics, [](const Diagnostic& d) {
    return !d.message.empty() && d.line >= 0 && d.column >= 0 && d.excerpt.size() <= config::kExcerptBytesMax &&
           config::printable(d.message, d.message.size()) == d.message && config::printable(d.excerpt) == d.excerpt;
  });
  if (!result.ruleset) return;
  const Ruleset& rules = *result.ruleset;
  const bool is_wxsand = rules.dialect == Dialect::wxsand;
  const std::size_t count = rules.elements.size();
  REQUIRE((count > 0 && count <= (is_wxsand ? 255 : static_cast<std::size_t>(kElementsMax))));
  require_all(rules.elements, [&](const Element& e) {
    const bool is_dense = is_wxsand ? (e.density_byte == kWallDensity) == (e.gravity == 0)
                                    : is_share(e.density) && e.density_byte == density_to_byte(e.density);
    return is_dense && e.friction.value_or(0) <= 8 && e.emits.value_or(0) < count && e.pressed.value_or(0) < count &&
           !e.name.empty() && e.line > 0 && std::isfinite(e.gravity) && std::isfinite(e.slip) &&
           std::isfinite(e.density) && std::isfinite(e.conductivity) && is_share(e.glow) && is_share(e.viscosity) &&
           is_share(e.wander) && e.dispersion >= 0 && e.dispersion <= kDispersionMax && is_share(e.resistance) &&
           is_share(e.drift.value_or(0)) && is_share(e.shimmer) && e.pours.value_or(0) < count && e.strength >= 0 &&
           e.strength <= kStrengthMax && e.debris.value_or(0) < count && e.rubble.value_or(0) < count &&
           (e.support || !e.rubble) && !(e.clone && e.pours);
  });
  const auto is_element = [&](std::uint8_t element) { return element < count; };
  require_all(rules.reactions, [&](const Reaction& r) { return is_element(std::max({r.a, r.b, r.c, r.d})); });
  require_all(rules.directed, [&](const DirectedReaction& r) {
    return is_element(std::max({r.a, r.b, r.c, r.d})) && r.a != r.b && is_share(r.probability);
  });
  require_all(rules.dissolvings,
              [&](const Dissolving& d) { return is_element(std::max(d.dissolver, d.victim)) && d.n >= 1; });
  require_all(rules.bursts, [&](const Burst& b) {
    return is_element(std::max(b.element, b.into)) && b.radius >= 0 && b.radius <= kBurstRadiusMax &&
           is_share(b.probability);
  });
  require_all(rules.decays, [&](const Decay& d) {
    return is_element(d.element) && is_share(d.probability) && are_sound(d.products, count);
  });
  require_all(rules.interactions, [&](const Interaction& i) {
    return is_element(std::max(i.a, i.b)) && is_share(i.probability) && are_sound(i.products, count);
  });
  require_all(rules.discs, [&](const Disc& d) {
    return is_element(std::max({d.a, d.b, d.filling})) && d.diameter >= 0 && d.diameter <= kDiscDiameterMax;
  });
  require_all(rules.items, [&](const Item& item) {
    return is_element(item.element) && item.width > 0 && item.height > 0 &&
           item.cells.size() == static_cast<std::size_t>(item.width) * static_cast<std::size_t>(item.height) &&
           std::ranges::all_of(item.cells, [&](std::uint8_t cell) { return is_element(cell) || cell == kItemKeeps; });
  });
  require_all(rules.groups, [&](const Group& group) { return std::ranges::all_of(group.members, is_element); });
  require_all(rules.sources, is_element);
}

std::string mutant(std::string text, std::mt19937& random) {
  const auto draw = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  // clang-format off
  static const std::vector<std::string> pieces = {
      "cell ", "rule ", "element ", "liquid ", "describe ", "glow air ", "when sand touches all becomes air all\n",
      "when sand below all becomes all sand\n",
      " touches ", " becomes ", "group all sand ", "clone sand\n", "burst sand 3 air\n", "powder ",
      "automaton conserving\nparameter flow ", "\n", "\r", "\t", "#", " 1e999 ", "-", "0.5", " air", "9999999999",
      "\xFF", std::string(1, '\0'), "self ", " all ", "item ", "\"", "<br>", "&amp;"};
  // clang-format on
  for (std::size_t changes = 1 + draw(8); changes > 0 && !text.empty(); --changes) {
    const std::size_t at = draw(text.size()), length = draw(40);
    switch (draw(5)) {
      case 0: text[at] = static_cast<char>(1 + draw(255)); break;
      case 1: text.erase(at, length); break;
      case 2: text.insert(at, pieces[draw(pieces.size())]); break;
      case 3: text.insert(draw(text.size()), text.substr(at, length)); break;
      case 4: text.resize(std::max<std::size_t>(at, 1)); break;
    }
  }
  return text;
}

}  // namespace repose::test
