// Mixing and scaling of light, and grain from hashes: what the shadings share.
#pragma once

#include <algorithm>
#include <cstdint>

#include "render/shading.hpp"

// Sums over lights that the shadings share. Each has its twin in the shaders: the order of operations matters.
namespace repose::shading {

// Byte `which` of a hash as 0..1, and as -0.5..0.5.
inline float unit(std::uint32_t hash, int which) { return static_cast<float>((hash >> (8 * which)) & 0xffu) / 255.0f; }
inline float centred(std::uint32_t hash, int which) { return unit(hash, which) - 0.5f; }

inline float mix(float a, float b, float share) { return a + (b - a) * share; }
inline Light mix(const Light& a, const Light& b, float share) {
  return {mix(a.r, b.r, share), mix(a.g, b.g, share), mix(a.b, b.b, share)};
}
inline Light scaled(const Light& l, float k) { return {l.r * k, l.g * k, l.b * k}; }

// 0 at `low` and below, 1 at `high` and above, linear between them.
inline float ramp(float low, float high, float x) { return std::clamp((x - low) / (high - low), 0.0f, 1.0f); }

inline Light to_light(Color c) {
  return {static_cast<float>(c.r) / 255.0f, static_cast<float>(c.g) / 255.0f, static_cast<float>(c.b) / 255.0f};
}

}  // namespace repose::shading
