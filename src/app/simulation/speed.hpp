// The speed of the simulation: its automaton's own pace times a power of two, or unlimited.
#pragma once

#include <string>

namespace repose {

class Speed {
 public:
  static constexpr int kSlowest = -4, kFastest = 4;  // notches: 1/16 and 16 times the pace
  static constexpr int kUnlimited = kFastest + 1;

  constexpr Speed() = default;
  // Clamps to the range.
  explicit constexpr Speed(int notch) : notch_(notch < kSlowest ? kSlowest : notch > kUnlimited ? kUnlimited : notch) {}

  constexpr int notch() const { return notch_; }
  constexpr bool unlimited() const { return notch_ == kUnlimited; }
  // Precondition: not unlimited.
  double factor() const;
  constexpr Speed slower() const { return Speed(notch_ - 1); }
  constexpr Speed faster() const { return Speed(notch_ + 1); }
  // "×1/4", "×1", "×16", "unlimited".
  std::string text() const;

  friend constexpr bool operator==(Speed, Speed) = default;

 private:
  int notch_ = 0;  // powers of two
};

}  // namespace repose
