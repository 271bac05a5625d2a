#include "session/scenes/land.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "session/scenes/gallery.hpp"

namespace repose {

namespace {

constexpr int kAmountBits = 5;
constexpr std::array<int LandPlan::*, 5> kAmounts = {&LandPlan::hills, &LandPlan::water, &LandPlan::caves,
                                                     &LandPlan::wood, &LandPlan::ore};

// Heights in the picture of a Sketch, whose row 0 is the top.
constexpr int kSkyEnds = 140;   // nothing of the land is higher
constexpr int kPlain = 278;     // the lowest ground
constexpr int kTreeLine = 182;  // bare rock above
constexpr int kSnowLine = 158;  // snow above, in a warm land
constexpr int kRim = 30;        // from the water to where the shore ends
constexpr int kUnderLake = 15;  // rock between the lake and the hall
constexpr int kCrust = 26;      // rock between the surface and the caves

class Land {
 public:
  Land(Sketch& sketch, const LandPlan& land_plan) : s(sketch), plan(land_plan) {
    shape();
    if (plan.water > 0) dig_lake();
  }

  LandPlaces draw() {
    rock();
    caves();
    layers();
    ore();
    lava();
    if (plan.water > 0) lake();
    plants();
    if (plan.wood > 0) birds();
    return places();
  }

 private:
  // The uses of Sketch::noise and Sketch::random.
  enum Use : int { wide = 1, mid, fine, form, cave, cave_fine, metal, coal, salt, trees = 20, more = 40 };

  // Noise is mostly near its middle; hills use all of the range.
  static int spread(int noise) { return std::clamp((noise - 48) * 255 / 160, 0, 255); }

  // 0 (a plain) to 255 (a peak). The form of the hills is the seed's choice.
  int relief(int u) const {
    const int slow = spread(s.noise(u, 190, wide)), middle = spread(s.noise(u, 74, mid));
    switch (s.random(0, 0, 5, form)) {
      case 0: return (slow * 3 + middle) / 4;  // round hills
      case 1: {                                // flat tops with steep sides
        const int level = (slow * 2 + middle) / 3;
        return level / 56 * 56 + std::min(55, level % 56 * 4);
      }
      case 2: return std::max(0, (2 * std::abs(2 * slow - 255) + middle) / 3);  // ridges
      case 3: {                                                                 // one mountain
        const int u0 = 90 + s.random(1, 0, 460, form), off = std::abs(u - u0);
        return std::max(0, 255 - off * 255 / 190) * 3 / 4 + middle / 4;
      }
      default: {  // a valley between two mountains
        const int u0 = 220 + s.random(2, 0, 200, form), off = std::abs(u - u0);
        return std::clamp((off - 70) * 255 / 200, 0, 255) * 3 / 4 + middle / 4;
      }
    }
  }

  void shape() {
    // Beyond the usual amount hills become rougher rather than higher: the sky is near.
    const int beyond = std::max(0, plan.hills - LandPlan::kUsual), high = 24 * (plan.hills - beyond) + 7 * beyond;
    for (int u = 0; u < kSketchWidth; ++u) {
      const int rough = s.noise(u, 23, fine) * (3 + plan.hills) / 255 + s.noise(u, 7, fine) * 3 / 255;
      const int v = kPlain - relief(u) * high / 255 - rough - spread(s.noise(u, 47, more)) * beyond * 7 / 255;
      // The highest hills are pressed together below the sky.
      constexpr int kPressed = kSkyEnds + 36, kRoom = 34;
      top[index(u)] = v >= kPressed ? v : kPressed - (kPressed - v) * kRoom / (kPressed - v + kRoom);
    }
    lake_half = plan.water > 0 ? 36 + plan.water * 9 : 20;
    // In the lowest place.
    int lowest = -1;
    for (int u = lake_half + 80; u <= kSketchWidth - lake_half - 80; u += 4) {
      int sum = 0;
      for (int du = -lake_half; du <= lake_half; du += 4) sum += top[index(u + du)];
      if (sum > lowest) lowest = sum, lake_u = u;
    }
    // The level of the lower shore, so that neither hangs over the land beside it.
    lake_v =
        std::max({top[index(lake_u - lake_half - kRim)], top[index(lake_u + lake_half + kRim)], kSkyEnds + 50}) + 4;
    lake_bottom = plan.water > 0 ? lake_v + 16 + plan.water * 5 : lake_v;
  }

  void dig_lake() {
    for (int u = lake_u - lake_half - kRim; u <= lake_u + lake_half + kRim; ++u) {
      const int off = std::abs(u - lake_u), shore = lake_v - 4;
      int& v = top[index(u)];
      if (off <= lake_half) {  // flat at the shore and in the middle, so that sand stays on it
        const int inside = 1024 - off * off * 1024 / (lake_half * lake_half);
        v = shore + (lake_bottom - shore) * (inside * inside / 1024) / 1024;
      } else {
        v = std::min(shore, shore + (v - shore) * (off - lake_half) / kRim);
      }
    }
  }

  bool is_shore(int u) const { return plan.water > 0 && std::abs(u - lake_u) < lake_half + kRim - 4; }

  void rock() {
    const std::uint8_t stone = s.element("stone"), dirt = s.element("dirt"), sand = s.element("sand"),
                       snow = s.element("snow");
    const int snow_line = kSnowLine + std::max(0, s.random(5, 0, 100, form) - 40);  // some lands are cold
    for (int x = 0; x < s.width(); ++x) {
      const int u = s.picture_u(x), v = top[index(u)];
      const int slope = std::abs(top[index(u + 4)] - top[index(u - 4)]);
      const bool has_snow = v < snow_line + s.noise(u, 17, more) * 8 / 255;
      std::uint8_t crust = dirt;
      int thick = 9;
      if (is_shore(u)) {
        crust = sand, thick = 6;
      } else if (has_snow) {
        crust = snow, thick = 5;
      } else if (slope > 9 || v < kTreeLine) {
        crust = stone;
      }
      const int y0 = s.cell_y(v);
      for (int y = y0; y < s.height(); ++y) s.put(x, y, y < y0 + s.cells(thick) ? crust : stone);
    }
  }

  // Whether the caves must spare this place: near the surface, and around the lake.
  bool is_kept(int u, int v) const {
    return v < top[index(u)] + kCrust || v > kSketchHeight - 10 ||
           (std::abs(u - lake_u) < lake_half + kRim && v < lake_bottom + kUnderLake);
  }

  void caves() {
    if (plan.caves == 0) return;
    visit_cells(0, 0, s.width(), s.height(), [&](int x, int y) {
      const int u = s.picture_u(x), v = s.picture_v(y);
      if (is_kept(u, v)) return;
      const int level = s.noise(u, v * 3 / 2, 70, cave) * 3 + s.noise(u, v * 3 / 2, 25, cave_fine);
      if (std::abs(level - 510) < 12 * plan.caves) s.put(x, y, 0);
    });
    hall_half = 30 + plan.caves * 10;
    hall_v = (lake_bottom + kUnderLake + kSketchHeight - 10) / 2;
    hall_high = std::min(14 + plan.caves * 4, (kSketchHeight - 10 - lake_bottom - kUnderLake) / 2);
    s.blob(lake_u, hall_v, hall_half, hall_high * 5 / 6, 0, 20);
  }

  // Bands in the rock. After the caves: what is loose would fall into them.
  void layers() {
    constexpr std::array<std::pair<const char*, const char*>, 4> kLayers = {
        {{"gravel", "clay"}, {"sand", "gravel"}, {"clay", "sand"}, {"dirt", "clay"}}};
    const auto& [first, second] = kLayers[static_cast<std::size_t>(s.random(6, 0, kLayers.size(), form))];
    s.strata("stone", first, 52, 20);
    s.strata("stone", second, 71, 16);
  }

  // Veins in the rock, away from what is open.
  void ore() {
    const std::uint8_t stone = s.element("stone");
    constexpr std::array<std::pair<const char*, int>, 3> kOres = {{{"metal", metal}, {"coal", coal}, {"salt", salt}}};
    const int reach = s.cells(4);
    for (const auto& [name, use] : kOres) {
      const std::uint8_t element = s.element(name);
      for (int y = reach; plan.ore > 0 && y < s.height() - reach; ++y) {
        for (int x = 0; x < s.width(); ++x) {
          const int u = s.picture_u(x), v = s.picture_v(y);
          if (s.at(x, y) != stone || s.noise(u, v * 2, 34, use) < 246 - plan.ore * 8) continue;
          const bool open =
              s.empty(x - reach, y) || s.empty(x + reach, y) || s.empty(x, y - reach) || s.empty(x, y + reach);
          const bool wet = std::abs(u - lake_u) < lake_half + kRim && v < lake_bottom + kUnderLake;
          if (!open && !wet) s.put(x, y, element);
        }
      }
    }
  }

  int peak_u() const {
    const auto first = top.begin() + 60, last = top.end() - 60;
    return static_cast<int>(std::min_element(first, last) - top.begin());
  }

  // A chamber of lava deep under the highest hill, for every second seed.
  void lava() {
    const int u = peak_u(), v = 366;
    if (plan.hills == 0 || s.random(3, 0, 2, form) == 0 || std::abs(u - lake_u) < hall_half + 62) return;
    s.blob(u, v, 60, 28, "stone", 0);
    s.blob(u, v, 46, 18, 0, 15);
    for (int y = s.cell_y(v + 2); y < s.cell_y(v + 28); ++y)
      for (int x = s.cell_x(u - 58); x <= s.cell_x(u + 58); ++x)
        if (s.empty(x, y)) s.put(x, y, "lava");
  }

  void lake() {
    const std::uint8_t water = s.element("water");
    for (int x = s.cell_x(lake_u - lake_half); x <= s.cell_x(lake_u + lake_half); ++x)
      for (int y = s.cell_y(lake_v); s.empty(x, y); ++y) s.put(x, y, water);
    for (int i = 0; i < plan.water * 2; ++i) {
      const int u = lake_u + s.random(i, 1, lake_half, more) - lake_half / 2;
      const int x = s.cell_x(u), y = s.cell_y(lake_v + 4 + s.random(i, 2, lake_bottom - lake_v, more) / 2);
      if (s.at(x, y) == water) s.put(x, y, "fish");
    }
  }

  // Over the wood, in a flock.
  void birds() {
    const Side side = wooded();
    for (int i = 0; i < 4 + plan.wood; ++i) {
      const int u = side.u0 + side.width() / 3 + s.random(i, 5, side.width() / 4 + 1, more);
      const int x = s.cell_x(u), y = s.cell_y(kSkyEnds + 4 + s.random(i, 6, 14, more));
      if (s.empty(x, y)) s.put(x, y, "bird");
    }
  }

  // The ground beside the lake: on the wide side the wood, on the other the meadow.
  struct Side {
    int u0, u1;
    int width() const { return u1 - u0; }
  };
  Side left() const { return {6, lake_u - lake_half - kRim}; }
  Side right() const { return {lake_u + lake_half + kRim, kSketchWidth - 7}; }
  Side wooded() const { return left().width() > right().width() ? left() : right(); }
  Side open() const { return left().width() > right().width() ? right() : left(); }

  void plants() {
    if (plan.wood == 0) return;
    const std::uint8_t dirt = s.element("dirt");
    const Side side = wooded();
    const int count = std::max(1, plan.wood * side.width() / 110), kind = s.random(4, 0, 3, form);
    for (int i = 0; i < count; ++i) {
      const int u = side.u0 + (2 * i + 1) * side.width() / (2 * count) + s.random(i, 3, 13, trees) - 6,
                v = top[index(u)];
      const int size = std::min(58 + s.random(i, 4, 62, trees), v - kSkyEnds - 8);
      if (size < 32 || s.at(s.cell_x(u), s.cell_y(v)) != dirt) continue;
      if (kind == 0 || (kind == 1 && i % 2 == 0)) {
        s.conifer(u, v, size, trees + i, "tendril", true);
      } else {
        draw_oak(s, u, v, size * 9 / 10, trees + i);
      }
    }
    draw_turf(s, side.u0, side.u1, 0);
    const Side meadow = open();
    const int grown = meadow.width() * std::min(LandPlan::kMost, 2 * plan.wood) / LandPlan::kMost;
    draw_turf(s, meadow.u0, meadow.u0 + grown, 0);
    for (int i = 0; i < plan.wood * 2; ++i) {
      const int x = s.cell_x(meadow.u0 + s.random(i, 5, std::max(1, grown), trees));
      for (int y = s.cell_y(kSkyEnds); y < s.height() && s.at(x, y) != dirt; ++y) {
        if (s.at(x, y) == s.element("grass")) s.put(x, y - 1, "flower");
      }
    }
  }

  LandPlaces places() const {
    const auto box = [&](int u0, int v0, int u1, int v1) {
      const int x = std::max(0, s.cell_x(u0)), y = std::max(0, s.cell_y(v0));
      return CellBox{x, y, std::min(s.width(), s.cell_x(u1 + 1)) - x, std::min(s.height(), s.cell_y(v1 + 1)) - y};
    };
    const auto ground = [&](const Side& side) {
      const auto lowest = std::max_element(top.begin() + side.u0, top.begin() + side.u1);
      return box(side.u0, kSkyEnds, side.u1, *lowest + 10);
    };
    LandPlaces places;
    if (plan.water > 0) places.lake = box(lake_u - lake_half, lake_v, lake_u + lake_half, lake_bottom - 1);
    if (plan.caves > 0)
      places.hall = box(lake_u - hall_half, hall_v - hall_high, lake_u + hall_half, hall_v + hall_high);
    places.wood = ground(wooded());
    places.meadow = ground(open());
    const int u = peak_u();
    places.peak = box(u - 30, top[index(u)] - 2, u + 30, top[index(u)] + 28);
    return places;
  }

  static std::size_t index(int u) { return static_cast<std::size_t>(std::clamp(u, 0, kSketchWidth - 1)); }

  Sketch& s;
  const LandPlan plan;
  std::array<int, kSketchWidth> top{};  // the ground at every u
  int lake_u = 0, lake_half = 0, lake_v = 0, lake_bottom = 0;
  int hall_half = 0, hall_v = 0, hall_high = 0;
};

}  // namespace

std::uint64_t pack_land(const LandPlan& plan) {
  std::uint64_t packed = plan.seed;
  int shift = 32;
  for (const auto amount : kAmounts) {
    const int value = std::clamp(plan.*amount, 0, LandPlan::kMost);
    packed |= static_cast<std::uint64_t>(value == LandPlan::kUsual ? 0 : value + 1) << shift;
    shift += kAmountBits;
  }
  return packed;
}

LandPlan unpack_land(std::uint64_t packed) {
  LandPlan plan;
  plan.seed = static_cast<std::uint32_t>(packed);
  int shift = 32;
  for (const auto amount : kAmounts) {
    const int bits = static_cast<int>(packed >> shift & ((1u << kAmountBits) - 1));
    plan.*amount = bits == 0 || bits > LandPlan::kMost + 1 ? LandPlan::kUsual : bits - 1;
    shift += kAmountBits;
  }
  return plan;
}

LandPlaces draw_land(Sketch& sketch, const LandPlan& plan) { return Land(sketch, plan).draw(); }

}  // namespace repose
