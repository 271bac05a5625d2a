#include "session/scenes/world_sketch.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace repose {

namespace {

// A ball of leaves: light above, dark below, with gaps.
void foliage(Sketch& s, int u, int v, int radius) {
  const std::uint8_t leaf = s.element("plant"), shade = s.element("tendril");
  const int reach = radius * 5 / 4;
  for (int y = s.cell_y(v - reach); y <= s.cell_y(v + reach); ++y) {
    for (int x = s.cell_x(u - reach); x <= s.cell_x(u + reach); ++x) {
      const int du = s.picture_u(x) - u, dv = (s.picture_v(y) - v) * 5 / 4;
      const int rim = radius * radius * (60 + s.noise(s.picture_u(x), s.picture_v(y), 6, 51) * 70 / 255) / 100;
      if (du * du + dv * dv > rim || s.random(x, y, 14, 52) == 0) continue;
      const int dark = (dv - radius / 4) * 180 / radius + s.noise(s.picture_u(x), s.picture_v(y), 5, 53);
      s.put(x, y, dark + s.random(x, y, 120, 54) > 260 ? shade : leaf);
    }
  }
}

}  // namespace

void draw_oak(Sketch& s, int u, int v, int size, int use) {
  const std::uint8_t wood = s.element("wood");
  const int trunk = std::max(1, size / 24), crown = size * 3 / 10;
  for (int i = 0; i < 10; ++i) {
    const int du = s.random(u, i, 2 * crown + 1, use) - crown, dv = s.random(u, i, crown, use + 1);
    foliage(s, u + du, v - size * 3 / 5 - dv * (2 * crown - std::abs(du)) / (2 * crown),
            std::max(4, crown * (35 + s.random(u, i, 25, use + 2)) / 100));
  }
  s.rect(u - trunk, v - size / 2, u + trunk, v + 3, wood);
  s.rect(u - trunk - 1, v - size / 14, u + trunk + 1, v + 3, wood);
  s.rect(u - trunk - 3, v - 1, u + trunk + 3, v + 3, wood);
  for (int i = 0; i <= crown * 2 / 3; ++i) {
    s.rect(u - i / 2, v - size / 2 - i, u - i / 2 + trunk / 2, v - size / 2 - i, wood);
    s.rect(u + i / 2, v - size * 2 / 5 - i, u + i / 2 + trunk / 2, v - size * 2 / 5 - i, wood);
  }
}

void draw_fir(Sketch& s, int u, int v, int size, int use) {
  const std::uint8_t wood = s.element("wood"), leaf = s.element("plant"), shade = s.element("tendril");
  s.rect(u - size / 60, v - size / 4, u + size / 60, v + 2, wood);
  const int top = s.cell_y(v - size), bottom = s.cell_y(v - size / 8), rows = std::max(1, bottom - top);
  for (int y = top; y <= bottom; ++y) {
    const int tier = std::max(1, rows / 5), within = (y - top) % tier;
    const int width_percent = (y - top) * 70 / rows + within * 30 / tier;
    const int reach = s.cells(size / 4) * width_percent / 100 + s.random(u, y, 2, use);
    for (int x = s.cell_x(u) - reach; x <= s.cell_x(u) + reach; ++x) {
      if (s.random(x, y, 9, use + 2) == 0) continue;
      s.put(x, y, within * 3 > tier * 2 - s.random(x, y, tier + 1, use + 1) ? shade : leaf);
    }
  }
}

void draw_tap(Sketch& s, int u, int v, int width, std::string_view name) {
  const std::uint8_t stone = s.element("stone"), pours = s.element("cloner:" + std::string(name));
  s.rect(u - 2, v - 6, u + width + 1, v, stone);
  for (int x = s.cell_x(u); x < std::max(s.cell_x(u + width), s.cell_x(u) + 1); ++x) s.put(x, s.cell_y(v), pours);
}

void draw_rain_cloud(Sketch& s, int u, int v, int radius, int use) {
  const std::uint8_t body = s.element("cloud");
  for (int i = 0; i < 7; ++i) {
    const int du = (i - 3) * radius / 4, puff = radius * (30 - std::abs(i - 3) * 5) / 80 + s.random(i, use, 5, 90);
    s.blob(u + du, v - s.random(i, use, 5, 91), puff + 4, puff * 3 / 4 + 3, body, 20);
  }
}

void draw_turf(Sketch& s, int u0, int u1, int seeds_percent) {
  const std::uint8_t dirt = s.element("dirt"), grass = s.element("grass"), seed = s.element("seed");
  const std::uint8_t mud = s.element("mud"), blade = s.element("blade");
  for (int x = s.cell_x(u0); x < s.cell_x(u1 + 1); ++x) {
    for (int y = 1; y < s.height(); ++y) {
      if (s.at(x, y) != dirt || !s.empty(x, y - 1)) continue;
      const bool sown = s.random(x, y, 100, 70) < seeds_percent;
      s.put(x, y, sown ? mud : grass);
      if (sown)
        s.put(x, y - 1, seed);
      else if (s.random(x, y, 2, 71) == 0)
        s.put(x, y - 1, blade);
    }
  }
}

}  // namespace repose
