#include "session/scenes/gallery_sketch.hpp"

#include <algorithm>

#include "repose/rng.hpp"

namespace repose {

std::uint8_t Sketch::element(std::string_view name) {
  const auto found = ruleset_.find(name);
  if (!found && missing_.empty()) missing_ = name;
  return found.value_or(0);
}

Status Sketch::status() const {
  if (missing_.empty()) return {};
  return Status::failure("This scene needs an element named '" + missing_ + "', which the config does not define.");
}

int Sketch::cells(int length) const {
  return std::max(1, std::min(scale(length, width(), kSketchWidth), scale(length, height(), kSketchHeight)));
}

int Sketch::random(int x, int y, int n, int use) const {
  const std::uint32_t bits = random_u32(seed_, static_cast<std::uint32_t>(use), static_cast<std::uint32_t>(x),
                                        static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(Salt::scene));
  return static_cast<int>(below(bits, static_cast<std::uint32_t>(n)));
}

namespace {
// 3t^2 - 2t^3 for t = 0..256, in 256ths.
int smooth(int t) { return (t * t * (768 - 2 * t)) >> 16; }
int mix(int a, int b, int t) { return a + (((b - a) * t) >> 8); }
}  // namespace

// Value noise: random heights on a lattice, joined smoothly.
int Sketch::noise(int u, int v, int period, int use) const {
  constexpr int kShift = 1 << 12;  // keeps the division below on positive numbers
  u += kShift;
  v += kShift;
  const int i = u / period, j = v / period;
  const int tu = smooth((u % period) * 256 / period), tv = smooth((v % period) * 256 / period);
  const int above = mix(random(i, j, 256, use), random(i + 1, j, 256, use), tu);
  const int below_it = mix(random(i, j + 1, 256, use), random(i + 1, j + 1, 256, use), tu);
  return mix(above, below_it, tv);
}

void Sketch::rect(int u0, int v0, int u1, int v1, std::uint8_t element) {
  for (int y = cell_y(v0); y < std::max(cell_y(v1 + 1), cell_y(v0) + 1); ++y) {
    for (int x = cell_x(u0); x < std::max(cell_x(u1 + 1), cell_x(u0) + 1); ++x) put(x, y, element);
  }
}

void Sketch::blob(int u, int v, int radius_u, int radius_v, std::uint8_t element, int roughness) {
  const int reach_u = radius_u + radius_u * roughness / 100, reach_v = radius_v + radius_v * roughness / 100;
  for (int y = cell_y(v - reach_v); y <= cell_y(v + reach_v); ++y) {
    for (int x = cell_x(u - reach_u); x <= cell_x(u + reach_u); ++x) {
      const int du = (picture_u(x) - u) * 1024 / radius_u, dv = (picture_v(y) - v) * 1024 / radius_v;
      const int wobble = (noise(picture_u(x), picture_v(y), 9, 50) - 128) * roughness / 128;
      const int rim = 1024 * (100 + wobble) / 100;
      if (du * du + dv * dv <= rim * rim) put(x, y, element);
    }
  }
}

void Sketch::ledge(int u0, int u1, int v, int thickness, std::uint8_t body, std::uint8_t surface, int crust) {
  const int middle = (u0 + u1) / 2, half = std::max(1, (u1 - u0) / 2);
  for (int x = cell_x(u0); x < cell_x(u1 + 1); ++x) {
    const int u = picture_u(x), from_middle = (u - middle) * 100 / half;
    const int bulge = 35 + 65 * (10000 - std::min(10000, from_middle * from_middle)) / 10000;
    const int ragged = 60 + noise(u, 11, v) * 40 / 255 + noise(u, 4, v + 1) * 25 / 255;
    const int depth = cells(std::max(2, thickness * bulge * ragged / 10000));
    for (int i = 0; i < depth; ++i) put(x, cell_y(v) + i, i < cells(crust) ? surface : body);
  }
}

void Sketch::springs(int u0, int u1, int v, std::string_view name, int stages) {
  for (int x = cell_x(u0); x < std::max(cell_x(u1 + 1), cell_x(u0) + 1); ++x) {
    const int stage = random(x, v, stages, 60);
    put(x, cell_y(v), element(stage == 0 ? std::string(name) : std::string(name) + std::to_string(stage + 1)));
  }
}

void Sketch::bonfire(int u, int v, int radius, int tongue) {
  const int middle = cell_x(u), reach = cells(radius);
  for (int x = middle - reach; x <= middle + reach; ++x) {
    const int slope = (reach - std::abs(x - middle)) * 256 / std::max(1, reach);
    const int tall = std::max(1, cells(tongue) * slope * slope / 65536 + random(x, v, cells(3), 61));
    for (int y = cell_y(v) - tall + 1; y <= cell_y(v); ++y) springs(picture_u(x), picture_u(x), picture_v(y), "torch", 3);
  }
}

void Sketch::tree(int u, int v, int size, int use) {
  const std::uint8_t wood = element("wood"), plant = element("plant");
  const int trunk = std::max(1, size / 14);
  rect(u - trunk, v - size * 2 / 3, u + trunk, v + 2, wood);
  rect(u - trunk - 1, v - size / 8, u + trunk + 1, v + 2, wood);
  const int crown = size * 3 / 10;
  for (int i = 0; i < 6; ++i) {
    const int du = random(u, i, 2 * crown + 1, use) - crown, dv = random(u, i, crown, use + 1);
    const int radius = crown * (55 + random(u, i, 35, use + 2)) / 100;
    blob(u + du * 3 / 4, v - size * 2 / 3 - dv, radius, radius * 3 / 4, plant, 40);
  }
  rect(u - trunk / 2, v - size * 4 / 5, u + trunk / 2, v - size / 2, wood);
}

void Sketch::conifer(int u, int v, int size, int use) {
  const std::uint8_t wood = element("wood"), plant = element("plant");
  const int half_width = size / 4;
  rect(u - std::max(0, size / 30), v - size / 4, u + std::max(0, size / 30), v + 2, wood);
  const int top = cell_y(v - size), bottom = cell_y(v - size / 8), rows = std::max(1, bottom - top);
  for (int y = top; y <= bottom; ++y) {
    const int tier = std::max(1, rows / 5), within = (y - top) % tier;
    const int width_percent = (y - top) * 70 / rows + within * 30 / tier;
    const int reach = cells(half_width) * width_percent / 100 + random(u, y, 2, use);
    for (int x = cell_x(u) - reach; x <= cell_x(u) + reach; ++x) put(x, y, plant);
  }
}

void Sketch::meadow(int u0, int u1, std::uint8_t on, int grass, int flowers_percent) {
  const std::uint8_t plant = element("plant"), flower = element("flower");
  for (int x = cell_x(u0); x < cell_x(u1 + 1); ++x) {
    for (int y = 1; y < height(); ++y) {
      if (at(x, y) != on || !empty(x, y - 1)) continue;
      const bool blooms = random(x, y, 100, 70) < flowers_percent;
      const int tall = std::min(cells(grass), random(x, y, cells(grass) + 1, 71) + (blooms ? 2 : 0));
      for (int i = 1; i <= tall && empty(x, y - i); ++i) put(x, y - i, i == tall && blooms ? flower : plant);
    }
  }
}

int Sketch::surface_v(int u) const {
  const int x = cell_x(u);
  int y = 0;
  while (y < height() - 1 && empty(x, y)) ++y;
  return picture_v(y);
}

}  // namespace repose
