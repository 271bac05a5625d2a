// Pictures of four floats a texel: the painter's counterpart of the textures of the field shaders.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace repose {

struct Texel {
  float r = 0, g = 0, b = 0, a = 0;
};

constexpr Texel operator+(Texel a, Texel b) { return {a.r + b.r, a.g + b.g, a.b + b.b, a.a + b.a}; }
constexpr Texel operator*(Texel t, float k) { return {t.r * k, t.g * k, t.b * k, t.a * k}; }

class FloatImage {
 public:
  FloatImage() = default;
  FloatImage(int width, int height)
      : width_(width), height_(height), texels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

  int width() const { return width_; }
  int height() const { return height_; }

  // Precondition: inside.
  Texel& at(int x, int y) { return texels_[index(x, y)]; }
  // Outside the picture the edge is repeated.
  const Texel& near(int x, int y) const {
    return texels_[index(std::clamp(x, 0, width_ - 1), std::clamp(y, 0, height_ - 1))];
  }
  // Reads like a linear filter; texel (0, 0) has its centre at (0.5, 0.5).
  Texel smooth(float x, float y) const {
    const float u = std::clamp(x - 0.5f, 0.0f, static_cast<float>(width_ - 1));
    const float v = std::clamp(y - 0.5f, 0.0f, static_cast<float>(height_ - 1));
    const auto left = static_cast<int>(u), top = static_cast<int>(v);
    const float s = u - static_cast<float>(left), t = v - static_cast<float>(top);
    const Texel upper = near(left, top) * (1 - s) + near(left + 1, top) * s;
    const Texel lower = near(left, top + 1) * (1 - s) + near(left + 1, top + 1) * s;
    return upper * (1 - t) + lower * t;
  }

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }

  int width_ = 0, height_ = 0;
  std::vector<Texel> texels_;
};

}  // namespace repose
