// Rules of density for which the gpu backend packs cells in different ways.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "repose/rng.hpp"
#include "repose/ruleset.hpp"

namespace repose::test {

// `sizes[i]` elements of the i-th density, walls last. All pairs that can meet swap, except every seventh, which
// reacts.
inline Ruleset ruleset_of_classes(const std::vector<int>& sizes, int missing = 0) {
  Ruleset rules;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const bool walls = i + 1 == sizes.size();
    const auto density = static_cast<std::uint8_t>(walls ? kWallDensity : 10 + i * 240 / sizes.size());
    for (int k = 0; k < sizes[i]; ++k) {
      Element e;
      e.name = "e" + std::to_string(rules.elements.size());
      e.density_byte = density;
      e.density = density / 255.0;
      rules.elements.push_back(e);
    }
  }
  // Not ordered by density, and with a background in the middle.
  const auto count = static_cast<std::uint32_t>(rules.elements.size());
  for (std::uint32_t i = count - 1; i > 0; --i)
    std::swap(rules.elements[i], rules.elements[below(random_u32(3, 0, i, 0, 1), i + 1)]);
  int pair = 0;
  for (std::uint32_t a = 0; a < count; ++a) {
    for (std::uint32_t b = a + 1; b < count; ++b) {
      if (rules.elements[a].density_byte == rules.elements[b].density_byte) continue;
      ++pair;
      if (missing != 0 && pair % missing == 0) continue;
      const auto low = static_cast<std::uint8_t>(a), high = static_cast<std::uint8_t>(b);
      const auto other = static_cast<std::uint8_t>(below(random_u32(3, 0, a, b, 2), count));
      rules.reactions.push_back({low, high, pair % 7 == 0 ? other : high, low, 0});
    }
  }
  return rules;
}

inline const std::vector<int> kManyOfSome{2, 22, 12, 1, 7, 1, 8, 4, 11, 2, 4, 1}, kTooManyOfOne{3, 70, 5, 20},
    kFew{1, 2, 1, 3, 2};

}  // namespace repose::test
