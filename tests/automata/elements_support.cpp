#include "automata/elements_support.hpp"

#include "automata/dice.hpp"

namespace repose::test {

namespace {

constexpr double kGravities[] = {0, 0, 1, 0.9, 0.7, 0.3, -1, -0.4};
constexpr double kSlips[] = {0, 0.5, 1};
constexpr double kDensities[] = {0, 0.2, 0.5, 0.9, 1, 3};
constexpr double kConductivities[] = {0, 0, 0, 0.4, 1, 1.1};
constexpr double kProbabilities[] = {1, 0.5, 0.1, 0.01, 0.001};

std::optional<int> random_threshold(Dice& dice) {
  if (!dice.one_in(3)) return std::nullopt;
  return dice.below(80) - 20;
}

std::vector<Product> random_products(Dice& dice, int count) {
  std::vector<Product> products;
  for (int left = kProductSlots; left > 0 && products.size() < 3;) {
    const int slots = 1 + dice.below(left);
    products.push_back({static_cast<std::uint8_t>(slots), static_cast<std::uint8_t>(dice.below(count)),
                        static_cast<std::uint8_t>(dice.below(count))});
    left -= slots;
  }
  return products;
}

void add_rules(Ruleset& rules, Dice& dice, int count) {
  const auto element = [&] { return static_cast<std::uint8_t>(1 + dice.below(count - 1)); };
  for (int i = 1; i < count; ++i) {
    if (!dice.one_in(5)) continue;
    rules.decays.push_back({static_cast<std::uint8_t>(i), dice.pick(kProbabilities), random_threshold(dice),
                            random_products(dice, count), 0});
  }
  for (int k = dice.below(2 * count); k > 0; --k) {
    Interaction interaction;
    interaction.a = element();
    interaction.b = static_cast<std::uint8_t>(dice.below(count));
    interaction.probability = dice.pick(kProbabilities);
    interaction.threshold = random_threshold(dice);
    interaction.products = random_products(dice, count);
    if (dice.one_in(3)) interaction.x_speed = static_cast<std::uint8_t>(dice.below(256));
    if (dice.one_in(3)) interaction.y_speed = static_cast<std::uint8_t>(dice.below(256));
    rules.interactions.push_back(interaction);
  }
  for (int k = dice.one_in(3) ? 2 : 0; k > 0; --k) {
    rules.discs.push_back({element(), static_cast<std::uint8_t>(dice.below(count)), dice.below(12),
                           static_cast<std::uint8_t>(dice.below(count)), 0});
  }
  if (dice.one_in(3)) {
    Item item{element(), 5, 3, {}};
    for (int i = 0; i < item.width * item.height; ++i) {
      item.cells.push_back(dice.one_in(2) ? kItemKeeps : static_cast<std::uint8_t>(dice.below(count)));
    }
    rules.items.push_back(item);
  }
  for (int k = dice.below(4); k > 0; --k) rules.sources.push_back(element());
}

}  // namespace

Ruleset random_elements_ruleset(std::uint64_t seed) {
  Dice dice(seed);
  Ruleset rules;
  rules.dialect = Dialect::wxsand;
  const int count = 2 + dice.below(8);
  for (int i = 0; i < count; ++i) {
    Element element;
    element.name = std::string(1, static_cast<char>('a' + i));
    element.gravity = dice.pick(kGravities);
    element.slip = dice.pick(kSlips);
    element.density = i == 0 ? 0 : dice.pick(kDensities);
    element.conductivity = dice.pick(kConductivities);
    rules.elements.push_back(element);
  }
  // Some rulesets have movement only, so that whole rows fall at once.
  if (!dice.one_in(3)) add_rules(rules, dice, count);
  return rules;
}

World random_elements_world(int width, int height, const Ruleset& ruleset, std::uint64_t seed) {
  Dice dice(seed);
  World world(width, height);
  world.add(Plane::energy);
  world.add(Plane::velocity);
  const int count = static_cast<int>(ruleset.elements.size());
  const int holes = 1 + dice.below(4), kinds = 1 + dice.below(count), excited = dice.one_in(2) ? 5 : 200;
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    if (dice.one_in(holes))
      world.cells()[i] = static_cast<std::uint8_t>(dice.below(count));
    else
      world.cells()[i] = static_cast<std::uint8_t>(kinds == count ? 0 : kinds);
    if (dice.one_in(excited)) world.bytes(Plane::energy)[i] = static_cast<std::uint8_t>(dice.below(120));
    if (!dice.one_in(excited)) continue;
    for (std::size_t axis : {0, 1})
      world.bytes(Plane::velocity)[2 * i + axis] = static_cast<std::uint8_t>(dice.below(256));
  }
  return world;
}

}  // namespace repose::test
