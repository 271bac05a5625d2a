#include "session/scenes/gallery_sketch.hpp"

#include <algorithm>

#include "repose/rng.hpp"

namespace repose {

std::uint8_t Sketch::element(std::string_view name) {
  const auto found = ruleset_.find(name);
  if (!found && missing_.empty()) missing_ = name;
  return found.value_or(0);
}

std::uint8_t Sketch::stage_of(std::string_view name, int stage) {
  return element(stage == 1 ? std::string(name) : std::string(name) + std::to_string(stage));
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

// Value noise: random heights on a lattice, with smooth interpolation.
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

namespace {
// Whether a point `du`, `dv` from the centre is inside an ellipse whose rim is at `rim` 1024ths of its radii.
bool in_ellipse(int du, int dv, int radius_u, int radius_v, int rim) {
  const std::int64_t a = std::int64_t{du} * 1024 / std::max(1, radius_u);
  const std::int64_t b = std::int64_t{dv} * 1024 / std::max(1, radius_v);
  return a * a + b * b <= std::int64_t{rim} * rim;
}
}  // namespace

void Sketch::blob(int u, int v, int radius_u, int radius_v, std::uint8_t element, int roughness) {
  const int reach_u = radius_u + radius_u * roughness / 100, reach_v = radius_v + radius_v * roughness / 100;
  for (int y = cell_y(v - reach_v); y <= cell_y(v + reach_v); ++y) {
    for (int x = cell_x(u - reach_u); x <= cell_x(u + reach_u); ++x) {
      const int pu = picture_u(x), pv = picture_v(y);
      const int wobble = (noise(pu, pv, 9, 50) - 128) * roughness / 128;
      if (in_ellipse(pu - u, pv - v, radius_u, radius_v, 1024 * (100 + wobble) / 100)) put(x, y, element);
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

void Sketch::strata(std::uint8_t body, std::uint8_t vein, int period, int share_percent) {
  const World before = world_;
  const int far = cells(7);
  const auto inside = [&](int x, int y) {
    for (int dy = -far; dy <= far; dy += far) {
      for (int dx = -far; dx <= far; dx += far) {
        const bool beyond = !before.contains(x + dx, y + dy);
        if (!beyond && before.cell(x + dx, y + dy) != body) return false;
      }
    }
    return true;
  };
  for (int y = 0; y < height(); ++y) {
    for (int x = 0; x < width(); ++x) {
      const int u = picture_u(x), v = picture_v(y);
      const int level = v + noise(u, v, 60, 80) / 5 + noise(u, v, 17, 81) / 20 + kSketchHeight;
      const bool in_band = level % period * 100 < share_percent * period;
      if (in_band && noise(u, v, 33, 82) > 70 && inside(x, y)) put(x, y, vein);
    }
  }
}

void Sketch::spring(int x, int y, std::string_view name, int stages) {
  put(x, y, stage_of(name, 1 + random(x, y, stages, 60)));
}

void Sketch::springs(int u0, int u1, int v, std::string_view name, int stages) {
  for (int x = cell_x(u0); x < std::max(cell_x(u1 + 1), cell_x(u0) + 1); ++x) spring(x, cell_y(v), name, stages);
}

void Sketch::stream(int x, int y, std::uint8_t element, int one_in) {
  for (; empty(x, y); ++y) {
    if (random(x, y, one_in, 62) == 0) put(x, y, element);
  }
}

void Sketch::start_streams() {
  struct Kind {
    std::string_view name, poured;
    int stages, one_in;
  };
  constexpr Kind kKinds[] = {{"sandspring", "sand", 3, 3},
                             {"spring", "rain", 3, 3},
                             {"lavaspring", "lava", 3, 3},
                             {"raincloud", "rain", 6, 7}};
  for (const Kind& kind : kKinds) {
    const std::uint8_t poured = element(kind.poured);
    for (int stage = 1; stage <= kind.stages; ++stage) {
      const std::uint8_t source = stage_of(kind.name, stage);
      for (int y = 0; y < height(); ++y) {
        for (int x = 0; x < width(); ++x) {
          if (source != 0 && at(x, y) == source) stream(x, y + 1, poured, kind.one_in);
        }
      }
    }
  }
}

void Sketch::bonfire(int u, int v, int radius, int tongue) {
  const int middle = cell_x(u), reach = cells(radius);
  for (int x = middle - reach; x <= middle + reach; ++x) {
    const int slope = (reach - std::abs(x - middle)) * 256 / std::max(1, reach);
    const int tall = std::max(1, cells(tongue) * slope * slope / 65536 + random(x, v, cells(3), 61));
    for (int y = cell_y(v) - tall + 1; y <= cell_y(v); ++y) spring(x, y, "torch", 3);
  }
}

// Light above, dark below.
void Sketch::leaves(int u, int v, int radius_u, int radius_v, Shades shades) {
  for (int y = cell_y(v - radius_v * 3 / 2); y <= cell_y(v + radius_v * 3 / 2); ++y) {
    for (int x = cell_x(u - radius_u * 3 / 2); x <= cell_x(u + radius_u * 3 / 2); ++x) {
      const int pu = picture_u(x), pv = picture_v(y);
      const int rim = 760 + noise(pu, pv, 7, 51) * 2 + random(x, y, 160, 52);
      if (!in_ellipse(pu - u, pv - v, radius_u, radius_v, rim)) continue;
      const int height = shades.bottom_v - shades.top_v;
      const int depth_percent = (pv - shades.top_v) * 100 / std::max(1, height);
      const int shade = (depth_percent + noise(pu, pv, 6, 53) / 4 + random(x, y, 24, 54) - 28) / 42;
      put(x, y, shades.elements[static_cast<std::size_t>(std::clamp(shade, 0, 2))]);
    }
  }
}

void Sketch::tree(int u, int v, int size, int use) {
  const std::uint8_t wood = element("wood");
  const int trunk = std::max(1, size / 22), crown = size * 3 / 10;
  const int bottom = v - size * 2 / 5;
  const Shades greens = {{element("stem"), element("plant"), element("stalk")}, v - size, bottom};
  rect(u - trunk, bottom, u + trunk, v + 2, wood);
  rect(u - trunk - 1, v - size / 20, u + trunk + 1, v + 2, wood);
  for (int i = 0; i < 9; ++i) {
    const int du = random(u, i, 2 * crown + 1, use) - crown, dv = random(u, i, crown * 3 / 2, use + 1);
    const int radius = crown * (40 + random(u, i, 35, use + 2)) / 100;
    leaves(u + du, v - size * 3 / 5 - dv * (2 * crown - std::abs(du)) / (2 * crown), radius, radius * 4 / 5, greens);
  }
  for (int i = 0; i <= crown; ++i) {  // two boughs
    rect(u - i / 2, bottom - i, u - i / 2 + trunk / 2, bottom - i, wood);
    rect(u + i / 3, bottom - i, u + i / 3 + trunk / 2, bottom - i, wood);
  }
}

void Sketch::heap(int u, int v, int half, std::uint8_t element) {
  const int middle = cell_x(u), reach = cells(half);
  for (int x = middle - reach; x <= middle + reach; ++x) {
    for (int i = 0; i < reach - std::abs(x - middle); ++i) put(x, cell_y(v) - i, element);
  }
}

void Sketch::cherry(int u, int v, int size, int use) {
  const std::uint8_t wood = element("wood"), flower = element("flower"), blossom = element("blossom");
  const int trunk = std::max(1, size / 26), crown = size * 3 / 10;
  rect(u - trunk, v - size * 3 / 5, u + trunk, v + 2, wood);
  const Shades pinks = {{blossom, blossom, flower}, v - size, v - size * 2 / 5};
  for (int i = 0; i < 10; ++i) {
    const int du = random(u, i, 2 * crown + 1, use) - crown, dv = random(u, i, crown, use + 1);
    leaves(u + du, v - size * 3 / 5 - dv, crown / 2 + 2, crown * 2 / 5 + 2, pinks);
  }
}

void Sketch::conifer(int u, int v, int size, int use) {
  const std::uint8_t wood = element("wood"), light = element("plant"), dark = element("stalk");
  const int half_width = size / 4;
  rect(u - size / 60, v - size / 4, u + size / 60, v + 2, wood);
  const int top = cell_y(v - size), bottom = cell_y(v - size / 8), rows = std::max(1, bottom - top);
  for (int y = top; y <= bottom; ++y) {
    const int tier = std::max(1, rows / 5), within = (y - top) % tier;
    const int width_percent = (y - top) * 70 / rows + within * 30 / tier;
    const int reach = cells(half_width) * width_percent / 100 + random(u, y, 2, use);
    for (int x = cell_x(u) - reach; x <= cell_x(u) + reach; ++x) {
      put(x, y, within * 3 > tier * 2 - random(x, y, tier + 1, use + 1) ? dark : light);
    }
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

void Sketch::vines(int u0, int u1, std::uint8_t on, int share_percent, int length) {
  const std::uint8_t greens[] = {element("stalk"), element("plant")}, flower = element("flower");
  for (int x = cell_x(u0); x < cell_x(u1 + 1); ++x) {
    for (int y = 1; y < height(); ++y) {
      if (at(x, y - 1) != on || !empty(x, y) || random(x, y, 100, 72) >= share_percent) continue;
      const int longest = cells(length) * noise(picture_u(x), picture_v(y), 24, 73) / 255;
      const int reach = 1 + random(x, y, longest + 1, 74);
      int end = y;
      for (; end < y + reach && empty(x, end); ++end) put(x, end, greens[random(x, end, 2, 75)]);
      if (random(x, y, 3, 76) == 0) put(x, end - 1, flower);
      y = end;
    }
  }
}

void Sketch::cloud(int u, int v, int radius, int use) {
  const std::uint8_t body = element("cloud");
  for (int i = 0; i < 7; ++i) {
    const int du = (i - 3) * radius / 4, puff = radius * (30 - std::abs(i - 3) * 5) / 80 + random(i, use, 5, 90);
    blob(u + du, v - random(i, use, 5, 91), puff + 4, puff * 3 / 4 + 3, body, 20);
  }
  for (int x = cell_x(u - 2 * radius); x <= cell_x(u + 2 * radius); ++x) {
    int y = cell_y(v + radius);
    while (y > cell_y(v - radius) && at(x, y) != body) --y;
    if (at(x, y) == body && random(x, use, 3, 92) == 0) spring(x, y, "raincloud", 6);
  }
}

void Sketch::caves(int v0, int v1, int open_percent) {
  for (int y = cell_y(v0); y < cell_y(v1); ++y) {
    for (int x = 0; x < width(); ++x) {
      const int u = picture_u(x), v = picture_v(y);
      const int level = noise(u, v * 3 / 2, 64, 93) * 6 + noise(u, v * 3 / 2, 23, 94) * 3 + noise(u, v, 8, 95);
      if (std::abs(level - 1275) < 1275 * open_percent / 500) put(x, y, 0);
    }
  }
}

int Sketch::ceiling_v(int u, int v) const {
  int y = cell_y(v);
  while (y > 0 && at(cell_x(u), y) == 0) --y;
  return picture_v(y);
}

int Sketch::floor_v(int u, int v) const {
  int y = cell_y(v);
  while (y < height() - 1 && at(cell_x(u), y) == 0) ++y;
  return picture_v(y);
}

}  // namespace repose
