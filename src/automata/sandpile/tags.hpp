// To which neighbour a stack gives sand: the specification.
#pragma once

#include <array>
#include <cstdint>

#include "automata/sandpile/sandpile.hpp"
#include "repose/rng.hpp"

namespace repose::sandpile {

// The neighbours that are lower by the threshold or more.
struct Candidates {
  std::array<Tag, 4> tags{};
  std::uint32_t count = 0;
};

inline Candidates candidates_of(const SandpileWorld& world, int x, int y) {
  Candidates found;
  const FieldPlane& heights = world.field();
  const std::int32_t own = heights.at(x, y);
  if (own == kBlocked) return found;
  const std::int32_t threshold = world.slope().threshold_at(world.wetness().at(x, y));
  const auto look = [&](Tag tag, std::int32_t neighbour) {
    if (own - neighbour >= threshold) found.tags[found.count++] = tag;
  };
  look(Tag::up, heights.at(x, y - 1));
  look(Tag::down, heights.at(x, y + 1));
  look(Tag::left, heights.at(x - 1, y));
  look(Tag::right, heights.at(x + 1, y));
  return found;
}

// To which neighbour the stack at (x, y) of `world` gives; a random number decides between several. The world may be a
// part of a larger one that begins at `origin`.
inline Tag tag_of(const SandpileWorld& world, int x, int y, CellPoint origin, std::uint64_t seed, std::uint64_t step) {
  const Candidates candidates = candidates_of(world, x, y);
  if (candidates.count == 0) return Tag::stable;
  x += origin.x;
  y += origin.y;
  const std::uint32_t random =
      random_u32(seed, static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(x),
                 static_cast<std::uint32_t>(y / 2), static_cast<std::uint32_t>(Salt::automaton));
  return candidates.tags[choose(random, y, candidates.count)];
}

}  // namespace repose::sandpile
