#include "soundness.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "config/report.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

void check_element(const Element& e, Dialect dialect, std::size_t elements) {
  REQUIRE((e.friction.value_or(0) <= 8 && e.emits.value_or(0) < elements));
  REQUIRE((!e.name.empty() && e.glow >= 0 && e.glow <= 1 && e.line > 0));
  REQUIRE(
      (std::isfinite(e.gravity) && std::isfinite(e.slip) && std::isfinite(e.density) && std::isfinite(e.conductivity)));
  const auto is_share = [](double value) { return value >= 0 && value <= 1; };
  REQUIRE((is_share(e.viscosity) && is_share(e.wander) && is_share(e.resistance) && is_share(e.shimmer)));
  REQUIRE((e.pours.value_or(0) < elements && !(e.clone && e.pours)));
  if (dialect == Dialect::wxsand) {
    REQUIRE((e.density_byte == kWallDensity) == (e.gravity == 0));
  } else {
    REQUIRE((e.density >= 0 && e.density <= 1));
    REQUIRE(e.density_byte == density_to_byte(e.density));
  }
}

void check_products(const std::vector<Product>& products, std::size_t elements) {
  int slots = 0;
  for (const Product& product : products) {
    REQUIRE((product.slots > 0 && product.a < elements && product.b < elements));
    slots += product.slots;
  }
  REQUIRE(slots <= kProductSlots);
}

void check_wxsand_rules(const Ruleset& rules) {
  const std::size_t count = rules.elements.size();
  for (const Decay& d : rules.decays) {
    REQUIRE((d.element < count && d.probability >= 0 && d.probability <= 1));
    check_products(d.products, count);
  }
  for (const Interaction& i : rules.interactions) {
    REQUIRE((i.a < count && i.b < count && i.probability >= 0 && i.probability <= 1));
    check_products(i.products, count);
  }
  for (const Disc& d : rules.discs) {
    REQUIRE((d.a < count && d.b < count && d.filling < count && d.diameter >= 0 && d.diameter <= kDiscDiameterMax));
  }
  for (const Item& item : rules.items) {
    REQUIRE((item.element < count && item.width > 0 && item.height > 0));
    REQUIRE(item.cells.size() == static_cast<std::size_t>(item.width) * static_cast<std::size_t>(item.height));
    REQUIRE(std::ranges::all_of(item.cells, [&](std::uint8_t cell) { return cell < count || cell == kItemKeeps; }));
  }
  const auto are_elements = [&](const auto& list) {
    return std::ranges::all_of(list, [&](std::uint8_t element) { return element < count; });
  };
  for (const Group& group : rules.groups) REQUIRE(are_elements(group.members));
  REQUIRE(are_elements(rules.sources));
}

}  // namespace

void check_sound(const ConfigResult& result) {
  REQUIRE(result.diagnostics.size() <=
          config::kDiagnosticsMax + 3);  // two about the file, one with the number of the rest
  REQUIRE((result.ruleset || has_errors(result.diagnostics)));
  for (const Diagnostic& d : result.diagnostics) {
    REQUIRE((!d.message.empty() && d.line >= 0 && d.column >= 0 && d.excerpt.size() <= config::kExcerptBytesMax));
    REQUIRE(config::printable(d.message, d.message.size()) == d.message);
    REQUIRE(config::printable(d.excerpt) == d.excerpt);
  }
  if (!result.ruleset) return;
  const Ruleset& rules = *result.ruleset;
  const std::size_t most = rules.dialect == Dialect::wxsand ? 255 : static_cast<std::size_t>(kElementsMax);
  REQUIRE((!rules.elements.empty() && rules.elements.size() <= most));
  for (const Element& e : rules.elements) check_element(e, rules.dialect, rules.elements.size());
  for (const Reaction& r : rules.reactions) REQUIRE(std::max({r.a, r.b, r.c, r.d}) < rules.elements.size());
  for (const Dissolving& d : rules.dissolvings) {
    REQUIRE((std::max(d.dissolver, d.victim) < rules.elements.size() && d.n >= 1));
  }
  for (const Burst& b : rules.bursts) {
    REQUIRE((std::max(b.element, b.into) < rules.elements.size() && b.radius >= 0 && b.radius <= kBurstRadiusMax));
    REQUIRE((b.probability >= 0 && b.probability <= 1));
  }
  check_wxsand_rules(rules);
}

std::string mutant(std::string text, std::mt19937& random) {
  const auto draw = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  static const std::vector<std::string> pieces = {"cell ",
                                                  "rule ",
                                                  "element ",
                                                  "liquid ",
                                                  "describe ",
                                                  "glow air ",
                                                  "when sand touches all becomes air all\n",
                                                  " touches ",
                                                  " becomes ",
                                                  "group all sand ",
                                                  "clone sand\n",
                                                  "burst sand 3 air\n",
                                                  "powder ",
                                                  "automaton conserving\nparameter flow ",
                                                  "\n",
                                                  "\r",
                                                  "\t",
                                                  "#",
                                                  " 1e999 ",
                                                  "-",
                                                  "0.5",
                                                  " air",
                                                  "9999999999",
                                                  "\xFF",
                                                  std::string(1, '\0'),
                                                  "self ",
                                                  " all ",
                                                  "item ",
                                                  "\"",
                                                  "<br>",
                                                  "&amp;"};
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
