// Bodies that press sand: the specification, which every backend uses. docs/automata.md, "Bodies", describes it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "automata/field/field_plane.hpp"
#include "repose/edit.hpp"

namespace repose::sandpile {

// A load that presses a stack down by this much or more compresses it as far as its wetness allows.
inline constexpr std::int32_t kFullLoad = 4 * kHeightOne;

// Compressibility: the share of the sand in a pressed stack that stays there, packed, instead of going aside. In 2^-16.
struct Compressibility {
  std::int32_t dry = 0, wet = 0;  // of dry sand, and of sand that is wet through under a full load

  std::int32_t share(std::int32_t wetness, std::int64_t load) const {
    const std::int64_t weight = std::clamp<std::int64_t>(load, 0, kFullLoad) * wetness;
    return static_cast<std::int32_t>(dry + (wet - dry) * weight / (std::int64_t{kFullLoad} * kWetnessMax));
  }
  // The sand of `amount` that stays, in units.
  std::int32_t packed(std::int32_t amount, std::int32_t wetness, std::int64_t load) const {
    return static_cast<std::int32_t>((std::int64_t{amount} * share(wetness, load)) >> 16);
  }
};

// The planes that a body changes, and what it needs to know.
struct PressedGround {
  FieldPlane& heights;
  const FieldPlane& wetness;
  std::vector<std::int32_t>& packed;  // row by row; has a value for every cell
  Compressibility compressibility;
};

// The cells that a body reads or changes.
FieldBox reach_of(const BodyEdit& edit, int width, int height);

void drag_body(const BodyEdit& edit, PressedGround ground);

}  // namespace repose::sandpile
