// Pushing: which pairs of cells a PushEdit swaps. The specification, in plain loops; the gpu backends do the same in
// shaders/common/push.glsl.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "repose/edit.hpp"
#include "repose/rng.hpp"
#include "repose/ruleset.hpp"

namespace repose {

// How an element takes a push. A loose element is one that falls or rises through the background
// (moves_through_background); walls, and solids that stay where they are, are not.
enum class Looseness : std::uint8_t {
  fixed,
  background,
  gas,     // loose and lighter than the background; in wxSand: rises
  liquid,  // loose and marked as a liquid
  powder,  // any other loose element
};
using LooseTable = std::array<Looseness, kElementsMax>;  // by element; bytes outside the ruleset are background
LooseTable loose_table(const Ruleset& ruleset);

// Chances in units of 2^-16. Light things follow a draught at once; grains and drops mostly stay behind.
inline constexpr std::uint32_t kPushCertain = 1u << 16;
inline constexpr std::uint32_t kBlowGas = kPushCertain, kBlowLiquid = kPushCertain / 4, kBlowPowder = kPushCertain / 3;
// To either side: half of the pairs.
inline constexpr std::uint32_t kShakeChance = kPushCertain / 2;

constexpr bool is_loose(Looseness kind) { return kind > Looseness::background; }

// One pass: its pairs and their draws.
class Push {
 public:
  explicit Push(const PushEdit& edit)
      : dx_(std::clamp(edit.dx, -1, 1)),
        dy_(std::clamp(edit.dy, -1, 1)),
        shakes_(dx_ == 0 && dy_ == 0),
        odd_(edit.pass & 1),
        draws_(random_base(edit.seed, edit.pass, static_cast<std::uint32_t>(Salt::push))) {
    if (shakes_) dx_ = 1;
  }

  // From the first to the second cell of a pair.
  int dx() const { return dx_; }
  int dy() const { return dy_; }
  bool shakes() const { return shakes_; }
  bool odd() const { return odd_; }
  std::uint32_t draws() const { return draws_; }

  // Whether (x, y) is the first cell of a pair; otherwise it can only be the second cell of one.
  bool is_first(int x, int y) const { return (((dx_ != 0 ? x : y) ^ (odd_ ? 1 : 0)) & 1) == 0; }
  // The chance that the pair swaps. Matter is blown into the background and into gases, from the first cell to the
  // second. Shaking swaps whatever is loose or background.
  std::uint32_t chance(Looseness first, Looseness second) const {
    if (shakes_) return first != Looseness::fixed && second != Looseness::fixed ? kShakeChance : 0;
    if (second != Looseness::background && second != Looseness::gas) return 0;
    if (first == Looseness::gas) return kBlowGas;
    return first == Looseness::liquid ? kBlowLiquid : first == Looseness::powder ? kBlowPowder : 0;
  }
  // (x, y): the first cell.
  bool happens(int x, int y, std::uint32_t chance) const {
    if (chance == 0 || chance == kPushCertain) return chance != 0;
    const std::uint32_t column = mix32(draws_ ^ static_cast<std::uint32_t>(x));
    return (mix32(column ^ static_cast<std::uint32_t>(y)) >> 16) < chance;
  }

 private:
  int dx_, dy_;
  bool shakes_, odd_;
  std::uint32_t draws_;
};

// Calls swap(first, second) for every pair that the edit swaps: the first cell is covered by the edit, both are within
// `box` of the width x height world, and hold different elements. The pairs are disjoint. element_at(x, y) gives the
// element of a cell.
template <class ElementAt, class Swap>
void for_each_pushed(const PushEdit& edit, const LooseTable& loose, const CellBox& box, int width, int height,
                     ElementAt element_at, Swap swap) {
  const Push push(edit);
  for (const Span& span : rasterise(edit, width, height)) {
    for (int x = span.x_begin; x < span.x_end; ++x) {
      const CellPoint first{x, span.y}, second{x + push.dx(), span.y + push.dy()};
      if (!push.is_first(x, span.y) || !box.contains(first) || !box.contains(second)) continue;
      const std::uint8_t a = element_at(first.x, first.y), b = element_at(second.x, second.y);
      if (a != b && push.happens(first.x, first.y, push.chance(loose[a], loose[b]))) swap(first, second);
    }
  }
}

}  // namespace repose
