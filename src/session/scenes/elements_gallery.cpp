// The scenes of the menu that run on *elements*, and the worlds in which the speed of wxSand was measured.
#include <algorithm>
#include <cstdlib>

#include "core/language.hpp"
#include "repose/config.hpp"
#include "session/scenes/gallery.hpp"

namespace repose {
namespace {

constexpr int kSummit = 318, kCraterHalf = 30, kSea = 350;

// A mountain, steeper towards its summit, with a bowl on top whose right side is lower; hills around it.
int mountain_v(const Sketch& s, int u) {
  constexpr int kHalf = 330, kFoot = 392, kHeight = 330;
  const int d = std::abs(u - kSummit), up = std::max(0, kHalf - d);
  const int cone =
      kFoot - kHeight * up / kHalf * up / kHalf + s.noise(u, 43, 1) * 22 / 255 + s.noise(u, 11, 2) * 9 / 255;
  const int hills = 388 - std::max(0, 46 - std::abs(u - 590)) - s.noise(u, 70, 4) * 30 / 255;
  if (d < kCraterHalf) return std::max(cone, 132 + (u > kSummit ? 14 : 0) - d / 3);
  return std::min(cone, hills);
}

void broadleaf(Sketch& s, int u, int v, int size, int use) {
  const int crown = size / 2;
  s.rect(u, v - size, u + 1, v + 3, "Wood");
  const std::uint8_t leaves = s.element("Leaves"), wood = s.element("Wood");
  s.blob(u, v - size, crown * 2 / 3 + s.random(u, use, 4, 21), crown, leaves, 35);
  // Twigs, which grow new leaves.
  visit_cells(s.cell_x(u - crown), s.cell_y(v - size - crown), s.cell_x(u + crown) + 1, s.cell_y(v), [&](int x, int y) {
    if (s.at(x, y) == leaves && s.random(x, y, 6, 22) == 0) s.put(x, y, wood);
  });
  s.rect(u, v - size, u + 1, v, wood);
}

// Earth with grass and trees, above the sea and below the bare heights.
void volcano_woods(Sketch& s) {
  constexpr int kTreeLine = 236;
  const std::uint8_t soil = s.element("Soil"), grass = s.element("Grass");
  for (int x = 0; x < s.width(); ++x) {
    const int u = s.picture_u(x), v = mountain_v(s, u);
    if (v < kTreeLine + s.noise(u, 20, 12) / 16 || v > kSea - 2) continue;
    const int y = s.cell_y(v), depth = s.cells(2 + (v - kTreeLine) / 14);
    for (int i = 0; i < depth; ++i) s.put(x, y + i, soil);
    if (s.random(x, 0, 4, 11) > 0) s.put(x, y - 1, grass);
  }
  for (int u = 8; u < 640; u += 7 + s.random(u, 2, 9, 9)) {
    const int v = mountain_v(s, u);
    if (v > kTreeLine + 8 + s.random(u, 3, 40, 6) && v < kSea - 3) broadleaf(s, u, v, 14 + s.random(u, 1, 16, 8), u);
  }
}

void volcano(Sketch& s) {
  s.rect(0, kSea, 639, 399, "Water");
  s.ground(0, 639, "Rock", [&](int u) { return mountain_v(s, u); });
  s.strata("Rock", "Granite", 52, 42);
  volcano_woods(s);
  // The chamber, its throat with the crater on top, and a second vent in the left flank.
  s.blob(kSummit - 6, 358, 96, 24, "Magma", 20);
  for (int v = 142; v < 345; ++v) {
    const int middle = kSummit + (s.noise(v, 50, 5) - 128) / 14, half = 5 + (v - 140) / 24;
    s.rect(middle - half, v, middle + half, v, "Magma");
  }
  s.rect(kSummit - 17, 141, kSummit + 17, 145, "Crater");
  s.rect(kSummit - 22, 130, kSummit + 22, 140, "Lava");
  const int vent = 196, vent_v = mountain_v(s, vent);
  for (int i = 0; i < 90; ++i) s.rect(vent - 2 + i, vent_v + i, vent + 1 + i, vent_v + i, "Magma");
  s.rect(vent - 3, vent_v - 1, vent + 1, vent_v + 1, "Crater");
}

// ---- pond ----

constexpr int kPondLevel = 196;

// Banks on both sides, a shelf below the left one, and a deep middle.
int pond_floor_v(const Sketch& s, int u) {
  const int left = 180 + (u - 96) * 3, right = 184 + (556 - u) * 3;
  const int shelf = 246 + std::max(0, u - 190) * 2, deep = 348 - s.noise(u, 90, 31) * 46 / 255;
  const int bank = 176 - s.noise(u, 60, 32) * 14 / 255 + s.noise(u, 12, 33) * 5 / 255;
  return std::max(bank, std::min({left, right, shelf, deep}) + s.noise(u, 23, 34) * 10 / 255);
}

// Clay with turf above the water, silt and weeds below it.
void pond_ground(Sketch& s) {
  const std::uint8_t turf = s.element("Turf"), silt = s.element("Silt"), weed = s.element("Weed");
  s.rect(60, kPondLevel, 600, 399, "Water");
  s.ground(0, 639, "Clay", [&](int u) { return pond_floor_v(s, u); });
  s.strata("Clay", "Stone", 50, 30);
  for (int x = 0; x < s.width(); ++x) {
    const int u = s.picture_u(x), y = s.cell_y(pond_floor_v(s, u));
    const bool dry = y < s.cell_y(kPondLevel);
    for (int i = 0; i < s.cells(4); ++i) s.put(x, y + i, dry ? turf : silt);
    if (dry && s.random(x, 0, 3, 35) > 0) s.put(x, y - 1, "Grass");
    if (!dry && s.noise(u, 40, 36) > 120 && s.random(x, 1, 4, 37) == 0) {
      const int tall = s.cells(10 + s.random(x, 2, 44, 38));
      for (int i = 0; i < tall; ++i) s.put(x + (s.random(x, i, 8, 39) == 0), y - i, weed);
    }
  }
}

void reeds(Sketch& s, int u0, int u1) {
  for (int u = u0; u < u1; u += 3 + s.random(u, 0, 5, 41)) {
    const int root = pond_floor_v(s, u), tall = 34 + s.random(u, 1, 40, 42);
    const int top = std::min(root, kPondLevel) - tall;
    // Gaps let the water through.
    for (int y = s.cell_y(top); y < s.cell_y(root); ++y) {
      if (y % 3 != 0) s.put(s.cell_x(u), y, "Reed");
    }
    s.rect(u, top - 9, u, top, "Cattail");
  }
}

void willow(Sketch& s, int u, int v) {
  for (int i = 0; i < 90; ++i) s.rect(u - 3 + i / 9, v - i, u + 4 + i / 12, v - i, "Bark");
  s.blob(u + 14, v - 104, 58, 30, "Willow", 30);
  for (int i = -54; i < 60; i += 4) {
    const int length = 44 + s.random(i + 64, 0, 60, 44);
    s.rect(u + 14 + i, v - 110, u + 15 + i, v - 110 + length, "Willow");
  }
}

// `count` animals at different places between the corners.
void release(Sketch& s, std::string_view name, int count, int u0, int v0, int u1, int v1) {
  const std::uint8_t animal = s.element(name);
  const int use = 50 + animal;
  for (int i = 0; i < count; ++i)
    s.put(s.cell_x(u0 + s.random(i, 0, u1 - u0, use)), s.cell_y(v0 + s.random(i, 1, v1 - v0, use)), animal);
}

void pond(Sketch& s) {
  pond_ground(s);
  // A brook on the left, an outlet on the right.
  const auto hill_v = [&](int u) { return 92 + u * 3 / 4 + s.noise(u, 30, 47) * 16 / 255; };
  s.ground(0, 112, "Stone", hill_v);
  s.ground(0, 112, "Clay", [&](int u) { return hill_v(u) + 26; });
  s.rect(0, hill_v(4) - 12, 5, hill_v(4), "Spring");
  s.rect(548, kPondLevel - 3, 556, kPondLevel - 2, "Outlet");
  willow(s, 574, pond_floor_v(s, 574) + 2);
  reeds(s, 152, 190);
  reeds(s, 498, 540);
  for (const auto& [u, half] : {std::pair{222, 10}, {250, 7}, {296, 12}, {420, 9}, {448, 6}}) {
    s.rect(u - half, kPondLevel - 1, u + half, kPondLevel, "Pad");
    if (half > 8) s.blob(u, kPondLevel - 4, 3, 3, "Blossom");
  }
  for (int i = 0; i < 3; ++i)
    s.blob(120 + 150 * i + s.random(i, 0, 50, 45), 34 + s.random(i, 1, 22, 46), 46, 11, "Cloud", 30);
  release(s, "Plankton", 260, 150, 210, 520, 330);
  release(s, "Minnow", 50, 200, 220, 480, 320);
  release(s, "Goldfish", 9, 220, 220, 480, 300);
  release(s, "Perch", 6, 260, 240, 460, 320);
  release(s, "Larva", 14, 200, 200, 480, 230);
  release(s, "Fly", 26, 120, 110, 520, 180);
  for (const int u : {228, 298, 422, 60}) s.put(s.cell_x(u), s.cell_y(u == 60 ? 130 : kPondLevel - 3), "Frog");
}

// ---- fireworks ----

constexpr int kQuay = 366;

// A row of houses with rows of windows.
void skyline(Sketch& s, int u0, int u1, int low, int high, int use) {
  const std::uint8_t lit = s.element("Window"), dark = s.element("DarkWindow");
  for (int u = u0; u < u1;) {
    const int wide = 18 + s.random(u, 0, 26, use), tall = low + s.random(u, 1, high - low, use + 1);
    s.rect(u, kQuay - tall, std::min(u + wide, u1), 399, "Wall");
    if (s.random(u, 2, 3, use + 2) == 0) s.rect(u + wide / 2, kQuay - tall - 14, u + wide / 2, kQuay - tall, "Wall");
    for (int v = kQuay - tall + 5; v < kQuay - 6; v += 7) {
      for (int w = u + 3; w < std::min(u + wide, u1) - 3; w += 6)
        s.rect(w, v, w + 1, v + 2, s.random(w, v, 3, use + 3) == 0 ? lit : dark);
    }
    u += wide + s.random(u, 3, 3, use + 4);
  }
}

void fireworks(Sketch& s) {
  s.rect(0, kQuay + 4, 639, 399, "Lake");
  s.ground(0, 639, "Shore", [&](int u) { return 390 + s.noise(u, 50, 71) * 8 / 255; });
  skyline(s, 0, 170, 24, 110, 72);
  skyline(s, 478, 640, 20, 90, 82);
  // A jetty with mortars and two fountains.
  s.rect(170, kQuay - 1, 478, kQuay + 3, "Wall");
  for (int u = 190; u < 470; u += 40) s.rect(u, kQuay + 3, u + 3, 399, "Wall");
  for (int u = 218; u <= 430; u += 30) {
    s.rect(u - 1, kQuay - 7, u + 1, kQuay - 2, "Wall");
    s.rect(u, kQuay - 8, u, kQuay - 8, "Mortar");
  }
  for (const int u : {188, 324, 460}) s.rect(u, kQuay - 3, u + 1, kQuay - 2, "Fountain");
  // The first three are in the air at the start.
  s.put(s.cell_x(250), s.cell_y(150), "RedShell");
  s.put(s.cell_x(396), s.cell_y(170), "GreenShell");
  s.put(s.cell_x(324), s.cell_y(96), "GoldShell");
}

// ---- chemistry ----

constexpr int kBench = 352;

// A vessel of glass, open at the top, that stands on `v`.
struct Vessel {
  int u, v, half, tall;
};

void fill(Sketch& s, const Vessel& vessel, int depth, std::string_view content) {
  s.rect(vessel.u - vessel.half, vessel.v - depth, vessel.u + vessel.half, vessel.v - 1, content);
}

void beaker(Sketch& s, const Vessel& vessel, int depth, std::string_view content) {
  const auto& [u, v, half, tall] = vessel;
  s.rect(u - half - 2, v - tall, u - half - 1, v + 1, "Glass");
  s.rect(u + half + 1, v - tall, u + half + 2, v + 1, "Glass");
  s.rect(u - half, v, u + half, v + 1, "Glass");
  fill(s, vessel, depth, content);
}

// A tap on a pipe that comes down from above.
void tap(Sketch& s, int u, int v, std::string_view name) {
  s.rect(u - 1, 0, u, v - 1, "Glass");
  s.rect(u - 2, v, u + 1, v + 1, name);
}

// Drains in the walls of a vessel keep its level.
void outlets(Sketch& s, const Vessel& vessel, int depth) {
  for (const int u : {vessel.u - vessel.half - 2, vessel.u + vessel.half + 1})
    s.rect(u, vessel.v - depth - 3, u + 1, vessel.v - depth, "Drain");
}

// Brine above a burner: its steam condenses on a sloping pane and runs into the next vessel.
void still(Sketch& s) {
  const Vessel pot{70, 290, 40, 56}, receiver{168, kBench - 1, 28, 70};
  beaker(s, pot, 34, "Brine");
  beaker(s, receiver, 20, "Water");
  outlets(s, receiver, 56);
  for (const int leg : {28, 112}) s.rect(leg - 1, 292, leg, kBench - 1, "Glass");
  s.rect(40, 306, 100, kBench - 1, "Bench");
  s.rect(42, 303, 98, 305, "Burner");
  outlets(s, pot, 44);
  for (int u = 16; u < 178; ++u) s.rect(u, 128 + (u - 16) * 6 / 7, u, 130 + (u - 16) * 6 / 7, "Glass");
  s.rect(16, 130, 17, 290, "Glass");
  tap(s, 34, 110, "BrineTap");
  s.rect(33, 112, 34, 228, 0);
}

void chemistry(Sketch& s) {
  s.rect(0, kBench, 639, 370, "Bench");
  for (const int u : {30, 320, 600}) s.rect(u - 8, 371, u + 8, 399, "Bench");
  still(s);

  const Vessel litmus{286, kBench - 2, 56, 132};
  beaker(s, litmus, 100, "Litmus");
  outlets(s, litmus, 112);
  tap(s, 250, 130, "AcidTap");
  tap(s, 286, 170, "LitmusTap");
  tap(s, 322, 130, "LyeTap");

  const Vessel copper{410, kBench - 2, 36, 96};
  beaker(s, copper, 84, "BlueVitriol");
  s.rect(406, 276, 408, kBench - 6, "Iron");
  s.rect(414, 290, 416, kBench - 6, "Iron");

  const Vessel chalk{488, kBench - 2, 24, 110};
  beaker(s, chalk, 60, "Acid");
  fill(s, chalk, 12, "Chalk");
  tap(s, 478, 190, "AcidTap");
  tap(s, 498, 206, "ChalkTap");
  outlets(s, chalk, 80);

  const Vessel trough{584, kBench - 2, 44, 60};
  beaker(s, trough, 40, "Water");
  outlets(s, trough, 46);
  tap(s, 556, 250, "WaterTap");
  tap(s, 594, 214, "SodiumTap");
}

constexpr SceneKind of_config(std::string_view config) { return {"elements", config, 480, 300}; }

// The elements that the sources of wxSand's own file pour, with the rules that these five need.
constexpr std::string_view kElementsRules = R"(//subversion 4.4
sources Sand Water Salt Oil
element Empty 0 0 0 0 1 0 0 1
element Sand 238 204 128 0.9 0.5 0.9 0 1
element Water 32 32 255 0.7 1 0.5 0.4 1
element Salt 255 255 255 0.9 0.4 0.9 0 1
element Oil 128 64 64 0.7 1 0.2 0 1
element Saltwater 0 0 150 0.7 0 0.5 0.6 1
element Steam 85 85 255 -1 1 0.01 0 1
self 0.001 Water 1 Steam
hotself 50 Water
self 0.001 Steam 1 Water
self 0.00001 Saltwater 0.5 Water 0.5 Salt
neighbor 0.004 Water Salt 1 Saltwater Saltwater
neighbor 0.04 Saltwater Water 1 Water Saltwater
neighbor 0.001 Saltwater Saltwater 1 Salt Steam
hotneighbor 50 Saltwater Saltwater
)";

// A part of the interior, as shares of its height.
struct Part {
  int begin, end;  // halves
};

Scene bench_scene(std::string_view name, std::string_view title, std::string_view description, std::string_view element,
                  Part part) {
  return {.name = name,
          .title = title,
          .description = description,
          .automaton = "elements",
          .width = 640,
          .height = 480,
          .fill = [=](World& world, const Ruleset& ruleset, std::uint64_t) {
            const auto found = ruleset.find(element);
            if (!found) return Status::failure("The scene needs an element " + std::string(element) + ".");
            const int rows = world.height() - 2;
            visit_cells(1, 1 + rows * part.begin / 2, world.width() - 1, 1 + rows * part.end / 2,
                        [&](int x, int y) { world.cell(x, y) = *found; });
            return Status();
          }};
}

}  // namespace

std::vector<Scene> elements_scenes() {
  return {
      drawn_scene(of_config("volcano.txt"), "volcano", text_id("Volcano"), volcano, {"Lava"},
                  text_id("Lava flows out of a mountain, becomes rock on its slopes and makes the sea boil. Steam "
                          "falls as rain, and ash makes the earth green.")),
      drawn_scene(of_config("pond.txt"), "pond", text_id("Pond"), pond, {"Water"},
                  text_id("Fish hunt in the weeds, frogs catch flies, a brook runs in and out again. All animals eat "
                          "and multiply.")),
      drawn_scene(
          of_config("fireworks.txt"), "fireworks", text_id("Fireworks"), fireworks, {"Fire"},
          text_id("Rockets rise from a jetty before a town at night and burst in five colours. Light another fuse.")),
      drawn_scene(of_config("chemistry.txt"), "chemistry", text_id("Chemistry"), chemistry, {"Sodium"},
                  text_id("A still, a beaker of litmus between acid and lye, copper that grows on iron, and fizzing "
                          "chalk. Keep sodium away from water.")),
  };
}

const Ruleset& elements_bench_ruleset() {
  static const Ruleset rules = [] {
    Ruleset read = read_config(kElementsRules, "").ruleset.value();
    read.title = "elements-bench";
    return read;
  }();
  return rules;
}

std::vector<Scene> elements_bench_scenes() {
  return {bench_scene("elements-full-sand", "Full of sand", "Sand wherever it fits. Nothing can move.", "Sand", {0, 2}),
          bench_scene("elements-falling-sand", "Falling sand", "The upper half is sand. It falls as one slab.", "Sand",
                      {0, 1}),
          bench_scene("elements-water", "Water at rest", "The lower half is water. It takes warmth from the air.",
                      "Water", {1, 2}),
          bench_scene("elements-sources", "Sources", "Four taps over an empty world. It fills up slowly.", "Empty",
                      {0, 0})};
}

}  // namespace repose
