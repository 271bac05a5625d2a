// The rules of fastsab as sets of elements, in the form in which the kernel looks 64 cells or more up at once.
#pragma once

#include <cstdint>
#include <vector>

#include "automata/fastsab/fastsab.hpp"

namespace repose::fastsab {

// For P planes: 2^P words, a pair for each value of the bits above bit 0: all ones if the even element is in the set,
// and all ones if the odd one differs from it. So a member is found by choosing among pairs, one plane after another.
using ElementSet = std::vector<std::uint64_t>;

struct StepRules {
  StepRules() : StepRules(Substances()) {}
  explicit StepRules(const Substances& substances);

  struct Sliders {
    int friction = 0;
    ElementSet elements;
  };
  // Any of the upper ones sinks into any of the lower ones.
  struct Sinking {
    ElementSet upper, lower;
  };
  struct Dissolving {
    ElementSet dissolvers, victims;
    std::uint32_t last_hit = 0;  // a higher draw dissolves none of the victims
  };

  int planes = 3;  // of bits of an element's number: 3, 5 or 8
  ElementSet grains, falling, liquids;
  std::vector<Sliders> sliders;  // those with a friction above 0, by friction, ascending
  std::vector<Sinking> sinkings;
  std::vector<Dissolving> dissolvings;
};

}  // namespace repose::fastsab
