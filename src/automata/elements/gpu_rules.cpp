// Layout of the rules, in texels of four words, one after the other in rows of kRulesWidth:
// - kinds, two texels for each of 256 elements: chances to fall, to slip, to drift, conductivity; then direction + 1
// and
//   self heating << 8, first texel of its decay, first texel of its item (0: none), nothing;
// - effects: probability; the energy above which it acts + 1, its cost + kCostMax << 8, speeds << 16 and << 24; then
//   the outcomes of all slots, 16 bits each: a and b << 8;
// - items: width, height; then their cells, a byte each.
// Layout of the pairs, row = centre, column = neighbour: chances to sink and to push aside; first texel of the effect
// (0: none); the disc: radius, filling << 16, 1 << 24.
#include "automata/elements/gpu_rules.hpp"

#include <algorithm>

#include "automata/elements/elements.hpp"
#include "automata/elements/lattice.hpp"

namespace repose::elements {

namespace {

constexpr int kRulesWidth = 1024;
// No effect changes an energy by more than this.
constexpr int kCostMax = kEnergyMax + 1;

using Word4 = std::array<std::uint32_t, 4>;
static_assert(sizeof(Word4) == 16);

// Each order of four neighbours packed into a byte, the first neighbour in the lowest bits.
constexpr auto kPackedOrders = [] {
  std::array<std::uint32_t, std::size(kOrders)> packed{};
  for (std::size_t i = 0; i < packed.size(); ++i) {
    for (std::size_t k = 0; k < 4; ++k) packed[i] |= std::uint32_t{kOrders[i][k]} << (2 * k);
  }
  return packed;
}();

class Texels {
 public:
  std::uint32_t end() const { return static_cast<std::uint32_t>(texels_.size()); }
  Word4& operator[](std::size_t i) { return texels_[i]; }
  void add(const Word4& texel) { texels_.push_back(texel); }

  // Values of `bits` bits each, the first in the lowest bits.
  template <class Value>
  void add_packed(const std::vector<Value>& values, std::size_t bits) {
    const std::size_t values_per_word = 32 / bits, values_per_texel = 4 * values_per_word;
    for (std::size_t first = 0; first < values.size(); first += values_per_texel) {
      Word4 texel{};
      for (std::size_t i = first; i < std::min(values.size(), first + values_per_texel); ++i) {
        texel[(i - first) / values_per_word] |= static_cast<std::uint32_t>(values[i]) << (bits * (i % values_per_word));
      }
      add(texel);
    }
  }

  int rows() const { return (static_cast<int>(texels_.size()) + kRulesWidth - 1) / kRulesWidth; }
  const Word4* padded() {
    texels_.resize(static_cast<std::size_t>(rows()) * kRulesWidth);
    return texels_.data();
  }

 private:
  std::vector<Word4> texels_ = std::vector<Word4>(2 * kElementsMax);
};

std::uint32_t add_effect(Texels& texels, const Effect& effect, std::uint8_t a, std::uint8_t b) {
  const std::uint32_t first = texels.end();
  texels.add(packed(effect));
  std::vector<std::uint32_t> outcomes;
  for (int slot = 0; slot < kProductSlots; ++slot) {
    const Product product = effect.outcome(slot, a, b);
    outcomes.push_back(product.a | static_cast<std::uint32_t>(product.b) << 8);
  }
  texels.add_packed(outcomes, 16);
  return first;
}

std::uint32_t add_item(Texels& texels, const Item& item) {
  const std::uint32_t first = texels.end();
  texels.add({static_cast<std::uint32_t>(item.width), static_cast<std::uint32_t>(item.height), 0, 0});
  texels.add_packed(item.cells, 8);
  return first;
}

void add_kind(Texels& texels, const Rules& rules, std::uint8_t element) {
  const Kind& kind = rules.kind(element);
  const std::uint32_t decay = kind.decay < 0 ? 0 : add_effect(texels, rules.decay(kind), element, 0);
  const std::uint32_t item = kind.item < 0 ? 0 : add_item(texels, rules.item(kind));
  texels[2u * element] = {kind.fall, kind.slip, kind.drift, kind.conductivity};
  texels[2u * element + 1] = {
      static_cast<std::uint32_t>(kind.direction + 1) | static_cast<std::uint32_t>(kind.self_heating) << 8, decay, item,
      0};
}

std::uint32_t packed_disc(const DiscRule* disc) {
  if (disc == nullptr) return 0;
  static_assert(kDiscDiameterMax / 2 < 1 << 16);
  return static_cast<std::uint32_t>(disc->diameter / 2) | static_cast<std::uint32_t>(disc->filling) << 16 | 1u << 24;
}

Word4 pair_texel(Texels& texels, const Rules& rules, std::uint8_t a, std::uint8_t b) {
  const Effect* const reaction = rules.reaction(a, b);
  return {rules.sink(a, b), rules.push(a, b), reaction == nullptr ? 0 : add_effect(texels, *reaction, a, b),
          packed_disc(rules.disc(a, b))};
}

}  // namespace

// Thresholds and costs beyond the range of energies are clamped to it, which does not change results.
Word4 packed(const Effect& effect) {
  const bool always = !effect.has_threshold || effect.threshold < -1;
  const int above = always ? -1 : std::clamp(effect.threshold, -1, kCostMax);
  const int cost = effect.has_threshold ? std::clamp(effect.threshold, -kCostMax, kCostMax) : 0;
  const std::uint32_t numbers[] = {static_cast<std::uint32_t>(above + 1), static_cast<std::uint32_t>(cost + kCostMax),
                                   effect.x_speed, effect.y_speed};
  return {effect.probability, numbers[0] | numbers[1] << 8 | numbers[2] << 16 | numbers[3] << 24, 0, 0};
}

std::span<const ShaderConstant> shader_constants() {
  static constexpr ShaderConstant constants[] = {{"kAlways", kAlways},
                                                 {"kChanceBits", std::uint32_t{kChanceBits}},
                                                 {"kConductivityBits", std::uint32_t{kConductivityBits}},
                                                 {"kProductSlots", std::uint32_t{kProductSlots}},
                                                 {"kOrderCount", kOrderCount},
                                                 {"kEnergyMask", std::uint32_t{kEnergyMask}},
                                                 {"kServed", std::uint32_t{kServedBit} << kCellEnergyShift},
                                                 {"kCellEnergyShift", kCellEnergyShift},
                                                 {"kCostMax", kCostMax},
                                                 {"kEnergyMax", kEnergyMax},
                                                 {"kRulesWidth", std::uint32_t{kRulesWidth}},
                                                 {"kRisesStraight", kRisesStraight},
                                                 {"kFarRadius", kFarRadius},
                                                 {"kOrders", std::span(kPackedOrders)},
                                                 {"kWalls", on::walls},
                                                 {"kGravity", on::gravity},
                                                 {"kEnergy", on::energy},
                                                 {"kInteractions", on::interactions},
                                                 {"kDrawStraight", draw::straight},
                                                 {"kDrawDiagonal", draw::diagonal},
                                                 {"kDrawDiagonalSide", draw::diagonal_side},
                                                 {"kDrawRiseWay", draw::rise_way},
                                                 {"kDrawRise", draw::rise},
                                                 {"kDrawSideWay", draw::side_way},
                                                 {"kDrawSlip", draw::slip},
                                                 {"kDrawSideDensity", draw::side_density},
                                                 {"kDrawDecay", draw::decay},
                                                 {"kDrawDecayProduct", draw::decay_product},
                                                 {"kDrawXMomentum", draw::x_momentum},
                                                 {"kDrawYMomentum", draw::y_momentum},
                                                 {"kDrawDrift", draw::drift},
                                                 {"kDrawNeighbours", draw::neighbours},
                                                 {"kDrawEventKey", draw::event_key},
                                                 {"kDrawLook", draw::look},
                                                 {"kDrawLookStride", draw::look_stride},
                                                 {"kLookReaction", draw::reaction},
                                                 {"kLookProduct", draw::product},
                                                 {"kLookSpeeds", draw::speeds},
                                                 {"kItemKeeps", std::uint32_t{kItemKeeps}},
                                                 {"kStampKeyShift", kStampKeyShift},
                                                 {"kStampIsThere", 1u},
                                                 {"kStampIsItem", 2u},
                                                 {"kStampSpares", 4u},
                                                 {"kStampSparedShift", 4u}};
  return constants;
}

std::optional<GpuRules> GpuRules::create(const Rules& rules) {
  Texels texels;
  std::vector<Word4> pairs(std::size_t{kElementsMax} * kElementsMax);
  GpuRules result;
  for (int i = 0; i < rules.element_count(); ++i) {
    const auto a = static_cast<std::uint8_t>(i);
    add_kind(texels, rules, a);
    result.has_stamps_ |= rules.kind(a).item >= 0;
    for (int j = 0; j < rules.element_count(); ++j) {
      const auto b = static_cast<std::uint8_t>(j);
      pairs[std::size_t{a} * kElementsMax + b] = pair_texel(texels, rules, a, b);
      const DiscRule* const disc = rules.disc(a, b);
      result.has_stamps_ |= disc != nullptr && disc->diameter / 2 >= kFarRadius;
    }
  }
  GLint side_max = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side_max);
  if (texels.rows() > side_max) return std::nullopt;
  glActiveTexture(GL_TEXTURE1);
  const int rows = texels.rows();
  result.rules_ = Texture(kTexelRgba32ui, kRulesWidth, rows, "elements rules");
  result.rules_.write(0, 0, kRulesWidth, rows, texels.padded(), kRulesWidth);
  result.pairs_ = Texture(kTexelRgba32ui, kElementsMax, kElementsMax, "elements pairs");
  result.pairs_.write(0, 0, kElementsMax, kElementsMax, pairs.data(), kElementsMax);
  return result;
}

void GpuRules::bind() const {
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, rules_.name());
  glActiveTexture(GL_TEXTURE2);
  glBindTexture(GL_TEXTURE_2D, pairs_.name());
}

}  // namespace repose::elements
