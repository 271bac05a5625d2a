// Helpers of tests of pictures.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "render/camera.hpp"
#include "repose/world.hpp"

namespace repose::test {

// The greatest difference between channels of two pixels 0xrrggbb.
inline int channel_difference(std::uint32_t a, std::uint32_t b) {
  int most = 0;
  for (const int shift : {0, 8, 16}) {
    most = std::max(most, std::abs(static_cast<int>((a >> shift) & 255) - static_cast<int>((b >> shift) & 255)));
  }
  return most;
}

// How many pixels differ by more than `tolerance` in some channel. Precondition: equal sizes.
inline int differing_pixels(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b, int tolerance) {
  int count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += channel_difference(a[i], b[i]) > tolerance;
  return count;
}

// Shows the whole world in a window of that size.
inline Camera camera_for(int width, int height, const World& world) {
  Camera camera;
  camera.set_viewport({0, 0, width, height});
  camera.fit(world.width(), world.height());
  return camera;
}

}  // namespace repose::test
