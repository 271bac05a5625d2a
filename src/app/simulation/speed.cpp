#include "app/simulation/speed.hpp"

#include <fmt/format.h>

#include <cmath>

namespace repose {

double Speed::factor() const { return std::exp2(notch_); }

std::string Speed::text() const {
  if (unlimited()) return "unlimited";
  constexpr const char* kTimes = "\xc3\x97";
  return notch_ < 0 ? fmt::format("{}1/{}", kTimes, 1 << -notch_) : fmt::format("{}{}", kTimes, 1 << notch_);
}

}  // namespace repose
