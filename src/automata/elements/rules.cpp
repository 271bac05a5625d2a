// Builds the rules from a ruleset of either dialect.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "automata/elements/elements.hpp"
#include "automata/elements/lattice.hpp"
#include "automata/grains.hpp"
#include "core/language.hpp"

namespace repose::elements {

namespace {

constexpr double kDriftShare = 0.1;  // share of the conductivity: wxSand's loss of energy beside empty cells

Effect make_effect(double probability, const std::optional<int>& threshold, const std::vector<Product>& products) {
  Effect effect;
  effect.probability = chance(probability);
  effect.has_threshold = threshold.has_value() && *threshold != -1;
  effect.threshold = threshold.value_or(0);
  effect.products = products;
  return effect;
}

}  // namespace

Chance chance(double probability) {
  if (!(probability > 0)) return 0;
  return static_cast<Chance>(std::llround(std::min(probability, 1.0) * kAlways));
}

std::uint8_t Effect::energy_after(int energy) const {
  if (!has_threshold) return static_cast<std::uint8_t>(energy);
  // A threshold comes from a file, so it may be any number.
  return static_cast<std::uint8_t>(std::clamp<std::int64_t>(std::int64_t{energy} - threshold, 0, kEnergyMax));
}

Product Effect::outcome(int slot, std::uint8_t a, std::uint8_t b) const {
  int end = 0;
  for (const Product& product : products) {
    end += product.slots;
    if (slot < end) return product;
  }
  return {0, a, b};
}

Rules::Rules(const Ruleset& ruleset)
    : element_count_(std::max(1, static_cast<int>(ruleset.elements.size()))),
      kinds_(kElementsMax),
      sink_(std::size_t{kElementsMax} * kElementsMax),
      push_(sink_.size()),
      reaction_of_(sink_.size()),
      disc_of_(sink_.size()) {
  if (ruleset.dialect == Dialect::wxsand) {
    read_wxsand(ruleset);
  } else {
    read_sandjs(ruleset);
  }
}

void Rules::read_wxsand(const Ruleset& ruleset) {
  const std::size_t count = ruleset.elements.size();
  for (std::size_t i = 1; i < count; ++i) {
    const Element& element = ruleset.elements[i];
    Kind& kind = kinds_[i];
    kind.fall = chance(std::abs(element.gravity));
    kind.direction = (element.gravity > 0) - (element.gravity < 0);
    kind.slip = chance(element.slip);
    kind.drift = chance(kDriftShare * element.conductivity);
    kind.conductivity = chance(element.conductivity) >> (kChanceBits - kConductivityBits);
    const double surplus = kEnergyMax * (element.conductivity - 1);
    if (surplus > 0) kind.self_heating = static_cast<std::uint8_t>(std::lround(std::min<double>(surplus, kEnergyMax)));
    for (std::size_t j = 0; j < count; ++j) {
      set_exchange(ruleset, static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j), element.gravity);
    }
  }
  for (const Decay& decay : ruleset.decays) {
    kinds_[decay.element].decay = static_cast<std::int32_t>(decays_.size());
    decays_.push_back(make_effect(decay.probability, decay.threshold, decay.products));
  }
  for (const Interaction& interaction : ruleset.interactions) {
    Effect effect = make_effect(interaction.probability, interaction.threshold, interaction.products);
    effect.x_speed = interaction.x_speed;
    effect.y_speed = interaction.y_speed;
    set_reaction(interaction.a, interaction.b, std::move(effect));
  }
  for (const Disc& disc : ruleset.discs) {
    discs_.push_back({disc.diameter, disc.filling});
    disc_of_[pair(disc.a, disc.b)] = static_cast<std::uint16_t>(discs_.size());
  }
  for (const Item& item : ruleset.items) {
    kinds_[item.element].item = static_cast<std::int32_t>(items_.size());
    items_.push_back(item);
  }
  sources_ = ruleset.sources;
}

// Every rule becomes a reaction that always happens. A pure swap does not, because density causes it anyway. An element
// that the rules keep in its place gets no gravity, and two elements that no rule swaps do not swap.
void Rules::read_sandjs(const Ruleset& ruleset) {
  const std::vector<Element>& elements = ruleset.elements;
  std::vector<const Reaction*> rule_of(sink_.size());
  for (const Reaction& rule : ruleset.reactions) {
    if (!rule.anywhere) rule_of[pair(rule.a, rule.b)] = rule_of[pair(rule.b, rule.a)] = &rule;
  }

  for (std::size_t i = 1; i < elements.size(); ++i) {
    const auto a = static_cast<std::uint8_t>(i);
    const double above = elements[i].density - elements[0].density;
    const bool moves = !is_wall(elements[i]) && moves_through_background(ruleset, a);
    const double gravity = moves ? std::copysign(std::min(1.0, 2 * std::abs(above)), above) : 0.0;
    Kind& kind = kinds_[i];
    kind.fall = chance(std::abs(gravity));
    kind.direction = (gravity > 0) - (gravity < 0);
    kind.slip = elements[i].liquid ? kAlways : kAlways / 2;
    for (std::size_t j = 0; j < elements.size(); ++j) {
      const auto b = static_cast<std::uint8_t>(j);
      const Reaction* rule = rule_of[pair(a, b)];
      if (rule == nullptr) continue;
      if (rule->is_swap()) {
        set_exchange(ruleset, a, b, gravity);
        continue;
      }
      const bool turned = rule->a != a;
      const Product product{kProductSlots, turned ? rule->d : rule->c, turned ? rule->c : rule->d};
      const bool idle = product.a == a && product.b == b;
      if (!idle) set_reaction(a, b, make_effect(1.0, std::nullopt, {product}));
    }
  }
}

void Rules::set_exchange(const Ruleset& ruleset, std::uint8_t a, std::uint8_t b, double gravity) {
  const double denser = ruleset.elements[a].density - ruleset.elements[b].density;
  if (!(denser > 0)) return;
  push_[pair(a, b)] = chance(denser);
  sink_[pair(a, b)] = chance(std::abs(gravity) * denser);
}

void Rules::set_reaction(std::uint8_t a, std::uint8_t b, Effect effect) {
  if (effect.probability == 0) return;
  reactions_.push_back(std::move(effect));
  reaction_of_[pair(a, b)] = static_cast<std::uint16_t>(reactions_.size());
}

// Walls, sources, gravity, energy, interactions, ambient temperature, block.

namespace {

using Type = ParameterInfo::Kind;

constexpr double kBlocks[] = {0, 8, 16, 32};

constexpr auto kList = std::to_array<ParameterInfo>({
    {"walls", text_id("Walls"), text_id("Nothing moves into the border; without walls, what moves into it vanishes."),
     "", Type::boolean, 0, 1, 1},
    {"sources", text_id("Sources"), text_id("The config's taps pour in at the top."), "", Type::boolean, 0, 1, 1},
    {"gravity", text_id("Gravity"), text_id("Things fall, rise and level out."), "", Type::boolean, 0, 1, 1},
    {"energy", text_id("Energy"), text_id("Heat flows from cell to cell."), "", Type::boolean, 0, 1, 1},
    {"interactions", text_id("Interactions"), text_id("Neighbours react, explode and pass heat on."), "", Type::boolean,
     0, 1, 1},
    {"ambient", text_id("Ambient temperature"),
     text_id("The energy that heat-conducting elements take on beside empty cells."), "", Type::integer, 0, 100, 22},
    {"block", text_id("Block"),
     text_id("Side of the blocks that take turns; 0 is the original's scan, cell after cell on one thread."),
     text_id("cells"), Type::integer, 0, 32, 32, ParameterInfo::Role::plain, false, kBlocks},
});

constexpr auto kListInBlocks = [] {
  auto list = kList;
  list.back().summary = text_id("Side of the blocks that take turns.");
  list.back().minimum = kBlocks[1];
  list.back().choices = std::span(kBlocks).subspan(1);
  return list;
}();

}  // namespace

std::span<const ParameterInfo> Parameters::list() { return kList; }
std::span<const ParameterInfo> Parameters::list_in_blocks() { return kListInBlocks; }

std::uint8_t Parameters::ambient_energy() const { return static_cast<std::uint8_t>(std::min(ambient, kEnergyMax)); }

const AutomatonDefinition& definition() {
  static const AutomatonDefinition definition{
      .name = "elements",
      .title = text_id("Elements (wxSand)"),
      .source = text_id("from wxSand, 2006"),
      .summary =
          text_id("Elements fall, flow, burn, conduct heat and explode by chance, one after another, as in wxSand."),
      .steps_per_second = 30,
      .parameters = Parameters::list(),
      .config = "elements-world.txt",  // under the usual names, with reactions slow enough to watch
      .default_for = Dialect::wxsand,
      .needs_rule_for_every_pair = true,
      .runs_foreign_rules = false,
      .remark = name_the_ignored_words,
      .planes = kStatePlanes,
      .best_scene = "volcano",
      .make_scalar = make_scalar_solver,
      .make_cpu = make_cpu_solver,
      .make_explainer = make_explainer,
      // Grains fall by chance; the border is cleared in every frame.
      .promises = {.settles = false, .fall_cells_per_step = 0, .keeps_border = false},
  };
  return definition;
}

namespace {

constexpr bool is_border(int x, int y, int width, int height) {
  return x <= 0 || y <= 0 || x >= width - 1 || y >= height - 1;
}

int item_left(const Stamp& stamp) { return stamp.x - stamp.item->width / 2; }
int item_top(const Stamp& stamp) { return stamp.y - stamp.item->height / 2; }

void draw_disc(const Stamp& stamp, int width, int height, const Fill& fill) {
  const std::int64_t radius = stamp.radius;
  const auto x_begin = static_cast<int>(std::max<std::int64_t>(1, stamp.x - radius));
  const auto x_end = static_cast<int>(std::min<std::int64_t>(width - 1, stamp.x + radius + 1));
  for (int x = x_begin; x < x_end; ++x) {
    const std::int64_t reach = disc_reach(radius, x - stamp.x);
    const auto y_begin = static_cast<int>(std::max<std::int64_t>(1, stamp.y - reach));
    const auto y_end = static_cast<int>(std::min<std::int64_t>(height - 1, stamp.y + reach + 1));
    for (int y = y_begin; y < y_end; ++y) fill(x, y, stamp.element);
  }
}

void draw_item(const Stamp& stamp, int width, int height, const Fill& fill) {
  const Item& item = *stamp.item;
  for (int row = 0; row < item.height; ++row) {
    for (int column = 0; column < item.width; ++column) {
      const int x = item_left(stamp) + column, y = item_top(stamp) + row;
      const std::uint8_t element = item.cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(item.width) +
                                              static_cast<std::size_t>(column)];
      if (element != kItemKeeps && !is_border(x, y, width, height)) fill(x, y, element);
    }
  }
}

}  // namespace

// The largest n with n - 1/2 <= sqrt(radius^2 - dx^2), computed without a root, whose rounding could differ.
std::int64_t disc_reach(std::int64_t radius, std::int64_t dx) {
  const std::int64_t square = radius * radius - dx * dx;
  auto reach = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
  const auto too_far = [square](std::int64_t n) { return n * (n - 1) >= square; };
  while (reach > 0 && too_far(reach)) --reach;
  while (!too_far(reach + 1)) ++reach;
  return reach;
}

bool Stamp::covers(int px, int py) const {
  if (item != nullptr) {
    const int column = px - item_left(*this), row = py - item_top(*this);
    return column >= 0 && row >= 0 && column < item->width && row < item->height;
  }
  const std::int64_t dx = std::abs(std::int64_t{px} - x), dy = std::abs(std::int64_t{py} - y);
  return dx <= radius && dy <= disc_reach(radius, dx);
}

void draw_stamp(const Stamp& stamp, int width, int height, const Fill& fill) {
  const Fill spare = [&](int x, int y, std::uint8_t element) {
    const Stamp::Point place{x, y};
    if (place != stamp.spared[0] && place != stamp.spared[1]) fill(x, y, element);
  };
  if (stamp.item != nullptr) {
    draw_item(stamp, width, height, spare);
  } else {
    draw_disc(stamp, width, height, spare);
  }
}

void draw_stamps(std::vector<Stamp>& stamps, int width, int height, const Fill& fill) {
  const auto order = [](const Stamp& stamp) { return std::pair(stamp.key, stamp.block); };
  std::ranges::sort(stamps, {}, order);
  for (auto stamp = stamps.begin(); stamp != stamps.end(); ++stamp) {
    const auto voids = [&](const Stamp& higher) {
      return higher.key > stamp->key && higher.covers(stamp->x, stamp->y);
    };
    if (std::any_of(stamp + 1, stamps.end(), voids)) continue;
    draw_stamp(*stamp, width, height, fill);
  }
}

}  // namespace repose::elements
