#include "automata/density/gpu_codes.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace repose::density {

namespace {

constexpr int kQuarters = 4, kQuarterCodes = 64;

// The elements of one density; the one of walls may be empty.
struct DensityClass {
  std::uint8_t density = 0;
  std::vector<std::uint8_t> elements;
  unsigned block_bits() const {
    return elements.empty() ? 0u : static_cast<unsigned>(std::bit_width(elements.size() - 1));
  }
};

// In ascending order of density. Walls come last, even if there are none, so their rank is above all others.
std::vector<DensityClass> density_classes(const RuleTable& rules) {
  std::array<DensityClass, 256> all;
  for (std::size_t i = 0; i < all.size(); ++i) all[i].density = static_cast<std::uint8_t>(i);
  for (int i = 0; i < rules.element_count(); ++i) {
    const auto element = static_cast<std::uint8_t>(i);
    all[rules.density_of(element)].elements.push_back(element);
  }
  std::vector<DensityClass> classes;
  for (DensityClass& c : all) {
    if (!c.elements.empty() || c.density == kWallDensity) classes.push_back(std::move(c));
  }
  return classes;
}

}  // namespace

CellCodes::CellCodes(const RuleTable& rules) : rules_(rules) {
  if (rules.has_undefined_pairs()) {
    kind_ = Kind::wide;
    wall_rank_ = kWallDensity << 8;
  } else if (!assign_masked()) {
    kind_ = Kind::tabled;
    wall_rank_ = kWallDensity;
  }
  if (kind_ == Kind::masked) return;
  std::iota(codes_.begin(), codes_.end(), std::uint8_t{0});
  std::iota(elements_.begin(), elements_.end(), std::uint8_t{0});
}

// Fills quarter after quarter with as many classes as fit. False if four quarters are not enough.
bool CellCodes::assign_masked() {
  const std::vector<DensityClass> classes = density_classes(rules_);
  std::array<std::uint8_t, kQuarters> masks{};
  auto first = classes.begin();
  for (int quarter = 0; quarter < kQuarters; ++quarter) {
    unsigned bits = 0;
    auto last = first;
    for (std::ptrdiff_t count = 1; last != classes.end(); ++last, ++count) {
      const unsigned wider = std::max(bits, last->block_bits());
      if (count << wider > kQuarterCodes) break;
      bits = wider;
    }
    masks[static_cast<std::size_t>(quarter)] = static_cast<std::uint8_t>(0xffu << bits);
    for (unsigned code = static_cast<unsigned>(quarter * kQuarterCodes); first != last; ++first, code += 1u << bits) {
      for (std::size_t k = 0; k < first->elements.size(); ++k) {
        codes_[first->elements[k]] = static_cast<std::uint8_t>(code + k);
        elements_[code + k] = first->elements[k];
      }
      wall_rank_ = static_cast<std::uint16_t>(code);
    }
  }
  const auto [a, b, c, d] = masks;
  rank_masks_ = {a, static_cast<std::uint8_t>(a ^ c), static_cast<std::uint8_t>(a ^ b),
                 static_cast<std::uint8_t>(a ^ b ^ c ^ d)};
  return first == classes.end();
}

std::vector<RgbaTexel> CellCodes::rule_texels() const {
  std::vector<RgbaTexel> texels;
  texels.reserve(std::size_t{kElementsMax} * kElementsMax);
  for (const std::uint8_t self : elements_) {
    for (const std::uint8_t partner : elements_) {
      const std::uint16_t next = code_of(rules_.at(self, partner));
      texels.push_back({static_cast<std::uint8_t>(next), static_cast<std::uint8_t>(next >> 8), 0});
    }
  }
  return texels;
}

std::vector<RgbaTexel> CellCodes::code_texels() const {
  std::vector<RgbaTexel> texels;
  for (const std::uint8_t element : elements_) {
    const std::uint8_t leaves = rules_.leaves(element) ? 255 : 0;
    texels.push_back({element, rules_.density_of(element), leaves});
  }
  return texels;
}

}  // namespace repose::density
