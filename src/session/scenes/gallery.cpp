#include "session/scenes/gallery.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "core/language.hpp"
#include "repose/rng.hpp"

namespace repose {
namespace {

// Springs under a ceiling, and some cells below it, because nothing denser may be above a cell that pours.
void hang(Sketch& s, int u0, int u1, int v, std::string_view name) {
  for (int x = s.cell_x(u0); x <= s.cell_x(u1); ++x) {
    for (int drop = -3; drop <= 3; ++drop) s.spring(x, s.cell_y(v) + drop, name, 3);
  }
}

// Rocks that just reach out of a lake. Weirs on them keep the water from rising when matter sinks into it; oil stays.
void rocks_awash(Sketch& s, std::initializer_list<int> places, int v) {
  for (const int u : places) {
    s.ledge(u - 7, u + 7, v - 1, 22, "rock", "rock", 1);
    s.rect(u - 6, v - 1, u - 4, v - 1, "weir");
    s.rect(u + 4, v - 1, u + 6, v - 1, "weir");
  }
}

// Small ledges over a lake, each with a drain. They keep oil on the lake from becoming hills.
void ledges_with_drains(Sketch& s, std::initializer_list<int> places, int v) {
  for (const int u : places) {
    s.ledge(u - 7, u + 7, v, 8, "rock", "rock", 1);
    s.rect(u - 6, v, u + 6, v, "drain");
  }
}

struct LedgeWithHeap {
  int u0, u1, v, heap;
};

// A lake between two cliffs, under the roof of a wide cave.
void falls_cave(Sketch& s) {
  s.rect(100, 326, 560, 384, "water");
  s.ground(0, 639, "rock", [&](int u) { return 371 + s.noise(u, 37, 1) * 10 / 255; });
  s.ground(0, 190, "rock", "soil", 4, [&](int u) {
    return 188 + u / 8 + std::max(0, u - 118) * 7 / 2 + s.noise(u, 41, 2) * 16 / 255 + s.noise(u, 9, 4) * 5 / 255;
  });
  const auto right_cliff = [&](int u) {
    return 154 + std::max(0, 545 - u) * 4 + s.noise(u, 37, 3) * 14 / 255 + s.noise(u, 11, 5) * 6 / 255;
  };
  s.ground(545, 639, "rock", "soil", 4, right_cliff);
  s.ground(470, 544, "rock", right_cliff);
  s.roof(0, 639, "rock", [&](int u) {
    const int arch = std::abs(u - 330);
    const int teeth = s.noise(u, 45, 6) * 22 + s.noise(u, 13, 7) * 22 + s.noise(u, 5, 8) * 8;
    return arch * arch / 1900 + 2 + teeth / 255;
  });
  // Grates in the floor of a lake, one every `gap` columns. Between them sinking matter forms small dunes.
  const std::uint8_t grate = s.element("grate");
  for (int x = s.cell_x(164); x <= s.cell_x(480); x += s.cells(3)) s.put(x, s.cell_y(369), grate);
}

// A hollow in the left cliff, where lava drips on a heap between two drains.
void falls_hollow(Sketch& s) {
  const std::uint8_t air = 0;
  s.blob(62, 304, 46, 40, air, 25);
  s.rect(30, 338, 110, 356, "rock");
  s.rect(38, 322, 88, 337, air);
  s.rect(38, 338, 39, 338, "drain");
  s.rect(87, 338, 88, 338, "drain");
  hang(s, 63, 63, s.ceiling_v(63, 310), "lavaspring");
}

// Sand that falls from cracks in the roof, from ledge to ledge.
void falls_sand(Sketch& s) {
  hang(s, 214, 215, s.ceiling_v(215, 110), "sandspring");
  hang(s, 330, 331, s.ceiling_v(331, 110), "sandspring");
  constexpr LedgeWithHeap kLedges[] = {{184, 244, 106, 29}, {162, 200, 178, 16}, {228, 268, 212, 18},
                                       {300, 366, 92, 32},  {284, 316, 156, 13}, {348, 384, 178, 17},
                                       {268, 302, 232, 12}};
  for (const LedgeWithHeap& ledge : kLedges) {
    s.ledge(ledge.u0, ledge.u1, ledge.v, 18, "rock", "rock", 1);
    s.heap((ledge.u0 + ledge.u1) / 2, ledge.v - 1, ledge.heap, "sand");
  }
  rocks_awash(s, {180, 214, 247, 285, 320, 364, 404}, 326);
  ledges_with_drains(s, {214, 247, 285, 400}, 304);
  s.ledge(388, 446, 246, 24, "rock", "soil", 3);
}

// A pond on the right cliff that overflows.
void falls_pond(Sketch& s) {
  s.rect(500, 154, 582, 168, "rock");
  s.rect(504, 151, 582, 158, "water");
  for (int u = 474; u < 504; ++u) {
    if (s.random(u, 0, 34, 20) < u - 470) s.springs(u, u, 151, "spring", 3);
  }
}

void falls(Sketch& s) {
  falls_cave(s);
  falls_hollow(s);
  falls_sand(s);
  falls_pond(s);
  s.strata("rock", "stone", 46, 34);
  s.tree(46, s.floor_v(46, 150), 96, 10);
  s.tree(612, s.floor_v(612, 140), 84, 11);
  s.tree(412, 246, 62, 12);
  s.bonfire(98, s.floor_v(98, 150) - 1, 11, 16);
  s.bonfire(436, 245, 5, 8);
  s.vines(0, 639, "rock", 14, 34);
  s.meadow(0, 639, "soil", 5, 12);
  s.start_streams();
}

void pouring_ledges(Sketch& s) {
  s.ground(0, 639, "rock", [](int) { return 384; });
  s.ground(0, 60, "rock", [&](int u) { return u * 4 + s.noise(u, 17, 1) * 40 / 255; });
  s.ground(580, 639, "rock", [&](int u) { return (639 - u) * 4 + s.noise(u, 17, 2) * 40 / 255; });
  s.roof(0, 639, "rock", [&](int u) { return 10 + s.noise(u, 40, 3) * 14 / 255 + s.noise(u, 7, 4) * 8 / 255; });
  for (int x = s.cell_x(66); x < s.cell_x(574); x += s.cells(3)) s.put(x, s.cell_y(384), "grate");

  constexpr int kRows = 6, kAcross = 5;
  for (int i = 0; i < kAcross; ++i) {
    const int u = 112 + 104 * i;
    hang(s, u, u + 1, s.ceiling_v(u, 60), i == 2 ? "spring" : "sandspring");
  }
  for (int row = 0; row < kRows; ++row) {
    for (int i = 0; i < kAcross - row % 2; ++i) {
      const int middle = 112 + 104 * i + 52 * (row % 2) + s.random(row, i, 17, 5) - 8;
      const int half = 20 + s.random(row, i, 16, 6), v = 84 + 46 * row + s.random(row, i, 15, 7);
      s.ledge(middle - half, middle + half, v, 15, "rock", "rock", 1);
      const bool in_the_rain = std::abs(middle - 320) < 90;
      if (!in_the_rain) s.heap(middle, v - 1, half * (30 + s.random(row, i, 60, 8)) / 100, "sand");
    }
  }
  s.strata("rock", "stone", 40, 30);
  s.vines(0, 639, "rock", 9, 22);
  s.start_streams();
}

void rain_on_a_slope(Sketch& s) {
  const std::uint8_t soil = s.element("soil"), seed_grain = s.element("seed");
  const auto hill = [&](int u) {
    return 170 + u * 6 / 16 + s.noise(u, 90, 1) * 50 / 255 + s.noise(u, 31, 2) * 16 / 255 + std::max(0, u - 430) / 3;
  };
  s.rect(380, 366, 639, 399, "water");
  s.ground(0, 639, "rock", soil, 7, [&](int u) { return std::min(hill(u), 388); });
  for (const int u : {112, 246, 350}) {  // ponds
    s.blob(u, hill(u) + 4, 30, 16, soil, 0);
    s.rect(u - 30, hill(u) - 16, u + 30, hill(u) + 2, 0);
    s.blob(u, hill(u) + 3, 25, 11, "water", 0);
    s.rect(u - 30, hill(u) - 16, u + 30, hill(u) + 2, 0);
  }
  for (int x = 0; x < s.width(); ++x) {
    const int y = s.cell_y(s.floor_v(s.picture_u(x), 100));
    if (s.at(x, y) == soil && s.random(x, 0, 5, 4) < 3) s.put(x, y - 1, seed_grain);
  }
  for (const int u : {40, 176, 300, 404}) s.cherry(u, hill(u), 74 + s.random(u, 3, 24, 5), u);
  for (int i = 0; i < 5; ++i) {
    const int u = 60 + 128 * i + s.random(i, 0, 50, 5), v = 40 + s.random(i, 1, 26, 5);
    const int radius = 54 + s.random(i, 2, 30, 5);
    s.cloud(u, v, radius, i);
    for (int x = s.cell_x(u - 2 * radius); x <= s.cell_x(u + 2 * radius); ++x) {  // it drips in some places
      int y = s.cell_y(v + radius);
      while (y > s.cell_y(v - radius) && s.at(x, y) != s.element("cloud")) --y;
      if (s.at(x, y) == s.element("cloud") && s.random(x, i, 3, 92) == 0) s.spring(x, y, "raincloud", 6);
    }
  }
  s.strata("rock", "stone", 42, 30);
  s.start_streams();
}

void forest_fire(Sketch& s) {
  const auto hill = [&](int u) { return 318 + s.noise(u, 150, 1) * 50 / 255 + s.noise(u, 40, 2) * 18 / 255; };
  s.ground(0, 639, "rock", "soil", 6, hill);
  for (int i = 0; i < 44; ++i) {
    const int u = 8 + i * 29 / 2 + s.random(i, 0, 9, 3), size = 92 + s.random(i, 1, 84, 4);
    if (s.random(i, 2, 4, 5) == 0) {
      s.tree(u, hill(u), size * 4 / 5, 10 + i);
    } else {
      s.conifer(u, hill(u), size, 10 + i, "stalk", false);
    }
  }
  s.meadow(0, 639, "soil", 9, 6);
  s.strata("rock", "stone", 40, 30);
  for (int i = 0; i < 3; ++i) s.blob(26 + i * 4, 70 + 14 * i, 5, 3, "ember");
  s.start_streams();
}

void oil_alight(Sketch& s) {
  s.rect(0, 250, 639, 399, "water");
  s.rect(0, 224, 639, 249, "oil");
  s.ground(0, 639, "rock", [&](int u) {
    const int shore = std::min(u, 639 - u);
    return 372 - std::max(0, 96 - shore) * 2 + s.noise(u, 43, 1) * 24 / 255 + s.noise(u, 9, 2) * 6 / 255;
  });
  // A ship, and a jetty and a burning lamp on each shore.
  for (int v = 206; v <= 246; ++v) s.rect(244 + (v - 206) / 2, v, 390 - (v - 206) * 2 / 3, v, "wood");
  s.rect(312, 104, 315, 206, "wood");
  for (int v = 112; v <= 200; ++v) s.rect(316, v, 316 + (v - 112) / 2, v, "flower");
  s.rect(470, 212, 600, 216, "wood");
  for (int u = 480; u < 600; u += 24) {
    s.rect(u, 217, u + 2, 247, "wood");
    s.rect(u, 250, u + 2, 372, "rock");
  }
  hang(s, 120, 120, 60, "lavaspring");
  const auto overhang = [&](int u) { return 56 - (u - 120) * (u - 120) / 66 + s.noise(u, 9, 3) * 8 / 255; };
  s.roof(60, 180, "rock", overhang);
  s.strata("rock", "stone", 40, 30);
  s.start_streams();
}

void lava_meets_water(Sketch& s) {
  s.rect(0, 276, 639, 399, "water");
  s.ground(0, 639, "rock", [&](int u) { return 370 + s.noise(u, 51, 1) * 22 / 255; });
  s.ground(70, 570, "rock", [&](int u) {
    const int off = std::max(0, std::abs(u - 320) - 28);
    return 92 + off * 4 / 3 + s.noise(u, 37, 2) * 12 / 255 + s.noise(u, 7, 3) * 3 / 255;
  });
  // The crater, a basin that overflows on both sides, and the chimney below it.
  for (int v = 104; v < 400; ++v) {
    const int middle = 316 + s.noise(v, 70, 4) * 18 / 255 - 5;
    s.rect(middle - 5, v, middle + 5, v, "lava");
  }
  s.rect(280, 50, 360, 91, 0);
  s.blob(320, 92, 24, 18, "lava", 0);
  s.rect(280, 50, 360, 91, 0);
  s.heap(319, 91, 35, "lava");
  s.springs(318, 320, 56, "lavaspring", 3);
  // Cliffs on both sides, from which lava drips into the sea.
  const auto teeth = [&](int u) { return (s.noise(u, 23, 5) * 24 + s.noise(u, 6, 6) * 8) / 255; };
  s.roof(0, 150, "rock", [&](int u) { return 138 - u * u / 145 + teeth(u); });
  s.roof(490, 639, "rock", [&](int u) { return 120 - (639 - u) * (639 - u) / 150 + teeth(u); });
  for (const int u : {38, 92, 560, 604}) hang(s, u, u, s.ceiling_v(u, 230), "lavaspring");
  s.strata("rock", "stone", 44, 34);
  s.vines(0, 639, "rock", 12, 24);
  s.start_streams();
}

void acid_cave(Sketch& s) {
  s.rect(0, 0, 639, 399, "rock");
  s.caves(92, 384, 105);
  s.strata("rock", "stone", 54, 42);
  s.strata("rock", "sand", 37, 45);
  s.rect(0, 0, 639, 18, 0);
  for (const int u : {84, 240, 400, 556}) {
    for (const auto& [du, v] : {CellPoint{0, 124}, {-26, 184}, {26, 172}, {-46, 246}, {50, 236}}) {
      s.blob(u + du, v - 12, 26, 17, 0, 20);
      s.ledge(u + du - 15, u + du + 15, v, 9, "wall", "wall", 1);
    }
    const int top = 10 + s.random(u, 0, 8, 9);
    draw_vat(s, {u, top}, 64, "wall", "acid");
    for (int v = top + 64; v < top + 70; ++v) s.rect(u, v, u, v, 0);  // a leak
  }
  for (int x = 0; x < s.width(); ++x) {
    for (int y = s.cell_y(300); y < s.height(); ++y) {
      if (s.empty(x, y) && s.picture_v(y) >= 350) s.put(x, y, "water");
    }
  }
  s.meadow(0, 639, "rock", 4, 10);
  s.vines(0, 639, "rock", 6, 26);
  s.start_streams();
}

constexpr SceneKind kMenu = {"", "density-world.cfg"};
constexpr SceneKind kHidden = {"", "density-world.cfg", kSketchWidth, kSketchHeight, false};
constexpr SceneKind kHiddenDensity = {"density", "density-world.cfg", kSketchWidth, kSketchHeight, false};

// 3t^2 - 2t^3 for t = 0..256, in 256ths.
int smooth(int t) { return (t * t * (768 - 2 * t)) >> 16; }
int mix(int a, int b, int t) { return a + (((b - a) * t) >> 8); }

// Whether a point `du`, `dv` from the centre is inside an ellipse whose rim is at `rim` 1024ths of its radii.
bool in_ellipse(int du, int dv, int radius_u, int radius_v, int rim) {
  const std::int64_t a = std::int64_t{du} * 1024 / std::max(1, radius_u);
  const std::int64_t b = std::int64_t{dv} * 1024 / std::max(1, radius_v);
  return a * a + b * b <= std::int64_t{rim} * rim;
}

}  // namespace

std::vector<Scene> gallery_scenes() {
  std::vector<Scene> scenes = {
      drawn_scene(kMenu, "falls", text_id("Falls"), falls, {"oil"},
                  text_id("Sand pours over ledge after ledge into a lake, beside a waterfall, lava and fires, for "
                          "ever. Pour oil on the lake and light it.")),
      drawn_scene(kMenu, "pouring-ledges", text_id("Pouring ledges"), pouring_ledges, {},
                  text_id("Streams of sand and one of water find their way down through a wall of ledges. Break a "
                          "ledge and watch the paths change.")),
      drawn_scene(
          kMenu, "rain-on-slope", text_id("Rain on a slope"), rain_on_a_slope, {},
          text_id(
              "Clouds drip on a hillside full of seeds. Soil, ponds and the lake take up the rain, and flowers grow.")),
      drawn_scene(kHidden, "acid-cave", text_id("Acid cave"), acid_cave, {},
                  text_id("Acid from four leaking vats dissolves its way down through a cave. Every cell that it "
                          "dissolves weakens the acid, so some rock remains.")),
      drawn_scene(
          kHiddenDensity, "forest-fire", text_id("Forest fire"), forest_fire, {},
          text_id("A few embers fall on the edge of a forest. Fire climbs the trees, falls as embers and spreads.")),
      drawn_scene(kHidden, "oil-alight", text_id("Oil alight"), oil_alight, {},
                  text_id("Lava drips on oil that floats on a bay. The fire drifts towards a ship and a jetty.")),
      drawn_scene(kHidden, "lava-meets-water", text_id("Lava meets water"), lava_meets_water, {},
                  text_id("A volcano runs over into the sea. Where lava touches water it turns to stone and steam, and "
                          "new land grows.")),
  };
  // They share rules, but not the automaton that they are written for: what flows for ever is drawn for density.
  for (Scene& scene : scenes) {
    const bool flows = scene.name == "falls" || scene.name == "pouring-ledges" || scene.name == "rain-on-slope";
    scene.opens_in = flows ? "density" : "conserving";
  }
  for (Scene& scene : elements_scenes()) scenes.push_back(std::move(scene));
  return scenes;
}

decltype(Scene::fill) drawn_by(std::function<void(Sketch&)> draw) {
  return [draw = std::move(draw)](World& world, const Ruleset& ruleset, std::uint64_t seed) {
    Sketch s(world, ruleset, seed);
    draw(s);
    return s.status();
  };
}

Scene drawn_scene(const SceneKind& kind, std::string_view name, std::string_view title, void (*draw)(Sketch&),
                  ScenePlay play, std::string_view description) {
  return {.name = name,
          .title = title,
          .description = description,
          .automaton = kind.automaton,
          .config = kind.config,
          .in_menu = kind.in_menu,
          .width = kind.width,
          .height = kind.height,
          .fill = drawn_by(draw),
          .parameters = std::move(play.parameters),
          .plays_with = play.plays_with,
          .any_shape = true,
          .acts = play.acts};
}

void draw_vat(Sketch& s, CellPoint top, int half, Ink wall, Ink content) {
  const auto [u, v] = top;
  for (int dv = 0; dv <= half; ++dv) {
    s.rect(u - half + dv - 3, v + dv, u + half - dv + 3, v + dv, wall);
    s.rect(u - half + dv, v + dv, u + half - dv, v + dv, content);
  }
}

std::uint8_t Sketch::element(Ink ink) {
  if (ink.name.empty()) return static_cast<std::uint8_t>(ink.number);
  const auto found = ruleset_.find(ink.name);
  if (!found && missing_.empty()) missing_ = ink.name;
  return found.value_or(0);
}

std::uint8_t Sketch::stage_of(std::string_view name, int stage) {
  return stage == 1 ? element(name) : element(std::string_view(std::string(name) + std::to_string(stage)));
}

Status Sketch::status() const {
  if (missing_.empty()) return {};
  return Status::failure(trf("This scene needs an element named '{}', which the config does not define.", missing_));
}

int Sketch::cells(int length) const {
  return std::max(1, std::min(scale(length, width(), kSketchWidth), scale(length, height(), kSketchHeight)));
}

int Sketch::random(int x, int y, int n, int use) const {
  const std::uint32_t bits = random_u32(seed_, static_cast<std::uint32_t>(use), static_cast<std::uint32_t>(x),
                                        static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(Salt::scene));
  return static_cast<int>(below(bits, static_cast<std::uint32_t>(n)));
}

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

void Sketch::rect(int u0, int v0, int u1, int v1, Ink ink) {
  const std::uint8_t element = this->element(ink);
  visit_cells(cell_x(u0), cell_y(v0), std::max(cell_x(u1 + 1), cell_x(u0) + 1),
              std::max(cell_y(v1 + 1), cell_y(v0) + 1), [&](int x, int y) { put(x, y, element); });
}

void Sketch::blob(int u, int v, int radius_u, int radius_v, Ink ink, int roughness) {
  const std::uint8_t element = this->element(ink);
  const int reach_u = radius_u + radius_u * roughness / 100, reach_v = radius_v + radius_v * roughness / 100;
  visit_cells(cell_x(u - reach_u), cell_y(v - reach_v), cell_x(u + reach_u) + 1, cell_y(v + reach_v) + 1,
              [&](int x, int y) {
                const int pu = picture_u(x), pv = picture_v(y);
                const int wobble = (noise(pu, pv, 9, 50) - 128) * roughness / 128;
                if (in_ellipse(pu - u, pv - v, radius_u, radius_v, 1024 * (100 + wobble) / 100)) put(x, y, element);
              });
}

void Sketch::ledge(int u0, int u1, int v, int thickness, Ink body, Ink surface, int crust) {
  const std::uint8_t inside = element(body), outside = element(surface);
  const int middle = (u0 + u1) / 2, half = std::max(1, (u1 - u0) / 2);
  for (int x = cell_x(u0); x < cell_x(u1 + 1); ++x) {
    const int u = picture_u(x), from_middle = (u - middle) * 100 / half;
    const int bulge = 35 + 65 * (10000 - std::min(10000, from_middle * from_middle)) / 10000;
    const int ragged = 60 + noise(u, 11, v) * 40 / 255 + noise(u, 4, v + 1) * 25 / 255;
    const int depth = cells(std::max(2, thickness * bulge * ragged / 10000));
    for (int i = 0; i < depth; ++i) put(x, cell_y(v) + i, i < cells(crust) ? outside : inside);
  }
}

void Sketch::strata(Ink rock, Ink vein, int period, int share_percent) {
  const std::uint8_t body = element(rock), band = element(vein);
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
  visit_cells(0, 0, width(), height(), [&](int x, int y) {
    const int u = picture_u(x), v = picture_v(y);
    const int level = v + noise(u, v, 60, 80) / 5 + noise(u, v, 17, 81) / 20 + kSketchHeight;
    const bool in_band = level % period * 100 < share_percent * period;
    if (in_band && noise(u, v, 33, 82) > 70 && inside(x, y)) put(x, y, band);
  });
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
      visit_cells(0, 0, width(), height(), [&](int x, int y) {
        if (source != 0 && at(x, y) == source) stream(x, y + 1, poured, kind.one_in);
      });
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
  visit_cells(cell_x(u - radius_u * 3 / 2), cell_y(v - radius_v * 3 / 2), cell_x(u + radius_u * 3 / 2) + 1,
              cell_y(v + radius_v * 3 / 2) + 1, [&](int x, int y) {
                const int pu = picture_u(x), pv = picture_v(y);
                const int rim = 760 + noise(pu, pv, 7, 51) * 2 + random(x, y, 160, 52);
                if (!in_ellipse(pu - u, pv - v, radius_u, radius_v, rim)) return;
                const int height = shades.bottom_v - shades.top_v;
                const int depth_percent = (pv - shades.top_v) * 100 / std::max(1, height);
                const int shade = (depth_percent + noise(pu, pv, 6, 53) / 4 + random(x, y, 24, 54) - 28) / 42;
                put(x, y, shades.elements[static_cast<std::size_t>(std::clamp(shade, 0, 2))]);
              });
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

void Sketch::heap(int u, int v, int half, Ink ink) {
  const std::uint8_t element = this->element(ink);
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

void Sketch::conifer(int u, int v, int size, int use, Ink shade, bool has_gaps) {
  const std::uint8_t light = element("plant"), dark = element(shade);
  const int half_width = size / 4;
  rect(u - size / 60, v - size / 4, u + size / 60, v + 2, "wood");
  const int top = cell_y(v - size), bottom = cell_y(v - size / 8), rows = std::max(1, bottom - top);
  for (int y = top; y <= bottom; ++y) {
    const int tier = std::max(1, rows / 5), within = (y - top) % tier;
    const int width_percent = (y - top) * 70 / rows + within * 30 / tier;
    const int reach = cells(half_width) * width_percent / 100 + random(u, y, 2, use);
    for (int x = cell_x(u) - reach; x <= cell_x(u) + reach; ++x) {
      if (has_gaps && random(x, y, 9, use + 2) == 0) continue;
      put(x, y, within * 3 > tier * 2 - random(x, y, tier + 1, use + 1) ? dark : light);
    }
  }
}

void Sketch::meadow(int u0, int u1, Ink ground, int grass, int flowers_percent) {
  const std::uint8_t on = element(ground), plant = element("plant"), flower = element("flower");
  for (int x = cell_x(u0); x < cell_x(u1 + 1); ++x) {
    for (int y = 1; y < height(); ++y) {
      if (at(x, y) != on || !empty(x, y - 1)) continue;
      const bool blooms = random(x, y, 100, 70) < flowers_percent;
      const int tall = std::min(cells(grass), random(x, y, cells(grass) + 1, 71) + (blooms ? 2 : 0));
      for (int i = 1; i <= tall && empty(x, y - i); ++i) put(x, y - i, i == tall && blooms ? flower : plant);
    }
  }
}

void Sketch::vines(int u0, int u1, Ink rock, int share_percent, int length) {
  const std::uint8_t on = element(rock);
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
}

void Sketch::caves(int v0, int v1, int open_percent) {
  visit_cells(0, cell_y(v0), width(), cell_y(v1), [&](int x, int y) {
    const int u = picture_u(x), v = picture_v(y);
    const int level = noise(u, v * 3 / 2, 64, 93) * 6 + noise(u, v * 3 / 2, 23, 94) * 3 + noise(u, v, 8, 95);
    if (std::abs(level - 1275) < 1275 * open_percent / 500) put(x, y, 0);
  });
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

// The one list of scenes, for menu, command line, tests and benchmarks.

namespace {

// The first scenes of the menu, for newcomers. The others follow, automaton by automaton.
constexpr std::string_view kFirstInMenu[] = {
    "valley",        "storm",           "wildfire", "fortress",    "demolition", "pressure-cooker", "chimney-sweep",
    "falls",         "winding-river",   "volcano",  "sorting",     "dam-break",  "plugs",           "fireworks",
    "rain-on-slope", "tiles-hourglass", "dunes",    "acid-works",  "pond",       "fountain",        "chemistry",
    "land",          "tap-cave",        "new-land", "burning-bay", "avalanche",  "sandbox"};

std::ptrdiff_t place_in_menu(const Scene& scene) {
  return std::ranges::find(kFirstInMenu, scene.name) - std::begin(kFirstInMenu);
}

}  // namespace

const std::vector<Scene>& scenes() {
  static const std::vector<Scene> all = [] {
    std::vector<Scene> list = script_scenes();
    for (const auto more : {world_scenes, gallery_scenes, elements_bench_scenes, fastsab_scenes, tiles_scenes,
                            water_scenes, sandpile_scenes, sorting_scenes})
      std::ranges::move(more(), std::back_inserter(list));
    // Not std::ranges, whose subrange clang 14 cannot compile.
    const auto menu =
        std::stable_partition(list.begin(), list.end(), [](const Scene& scene) { return !scene.in_menu; });
    std::stable_sort(menu, list.end(),
                     [](const Scene& a, const Scene& b) { return place_in_menu(a) < place_in_menu(b); });
    return list;
  }();
  return all;
}

const Scene* find_scene(std::string_view name) {
  const auto found = std::ranges::find(scenes(), name, &Scene::name);
  return found == scenes().end() ? nullptr : &*found;
}

const SceneActs* scene_acts(std::string_view name) {
  const Scene* const scene = name.empty() ? nullptr : find_scene(name);
  return scene != nullptr && scene->acts.count > 0 ? &scene->acts : nullptr;
}

const Ruleset* scene_ruleset(std::string_view name) {
  if (const Ruleset* churn = churn_ruleset(name)) return churn;
  const auto is_it = [name](const Scene& scene) { return scene.name == name; };
  return std::ranges::any_of(elements_bench_scenes(), is_it) ? &elements_bench_ruleset() : nullptr;
}

}  // namespace repose
