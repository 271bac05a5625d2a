// The scenes of the field automata, water and sandpile.
#include <algorithm>

#include "core/language.hpp"
#include "repose/rng.hpp"
#include "session/scenes/gallery.hpp"

namespace repose {
namespace {

enum Ground : std::uint8_t { open = 0, obstacle = 1, spring = 2, drain = 3 };  // the values of the wall plane

// The planes of a sandpile, in cells.
class Relief {
 public:
  explicit Relief(World& world) : world_(world) {
    for (const Plane plane : {Plane::wall, Plane::height, Plane::wetness}) world.add(plane);
  }

  void raise(int x, int y, std::int32_t units) {
    if (!world_.contains(x, y)) return;
    std::uint8_t* const at = &world_.bytes(Plane::height)[world_.index(x, y) * sizeof units];
    std::int32_t height = 0;
    std::memcpy(&height, at, sizeof height);
    height = std::max(height + units, 0);
    std::memcpy(at, &height, sizeof height);
  }
  void wet(int x, int y, int wetness) {
    if (world_.contains(x, y)) world_.bytes(Plane::wetness)[world_.index(x, y)] = static_cast<std::uint8_t>(wetness);
  }
  void put(int x, int y, Ground ground) {
    if (world_.contains(x, y)) world_.bytes(Plane::wall)[world_.index(x, y)] = ground;
  }
  int width() const { return world_.width(); }
  int height() const { return world_.height(); }

  template <class Visit>  // calls visit(x, y) for the cells of an ellipse
  static void ellipse(int x, int y, int radius_x, int radius_y, const Visit& visit) {
    for (int dy = -radius_y; dy <= radius_y; ++dy) {
      for (int dx = -radius_x; dx <= radius_x; ++dx) {
        if (dx * dx * radius_y * radius_y + dy * dy * radius_x * radius_x <=
            radius_x * radius_x * radius_y * radius_y) {
          visit(x + dx, y + dy);
        }
      }
    }
  }

 private:
  World& world_;
};

// Sand everywhere, 0 to `top` cells high, smooth with fine noise.
void lay_sand(Relief& relief, const Sketch& s, int low, int hills, int period) {
  visit_cells(0, 0, relief.width(), relief.height(), [&](int x, int y) {
    const int noise = s.noise(s.picture_u(x), s.picture_v(y), period, 1);
    relief.raise(x, y, low * kHeightOne + hills * kHeightOne / 255 * noise + s.random(x, y, kHeightOne / 2, 2));
  });
}

// A block far too steep to stand, on low dunes.
void dune_collapse(Sketch& s) {
  Relief relief(s.world());
  lay_sand(relief, s, 0, 12, 120);
  const int side = std::min(relief.width(), relief.height()) * 2 / 5;
  visit_cells(0, 0, side, side, [&](int x, int y) {
    relief.raise((relief.width() - side) / 2 + x, (relief.height() - side) / 2 + y,
                 side * kHeightOne + s.random(x, y, 3 * kHeightOne, 3));
  });
}

// A desert: springs along the crests build up ridges, and drains in the hollows between them remove as much.
void dunes(Sketch& s) {
  Relief relief(s.world());
  lay_sand(relief, s, 0, 46, 170);
  const int width = relief.width(), height = relief.height(), thin = std::max(1, width / 300),
            crest = std::max(1, height / 9);
  constexpr int kDunes = 7;
  for (int i = 0; i < kDunes; ++i) {
    const int x = width * (2 * i + 1) / (2 * kDunes), y = height / 5 + s.random(i, 0, height * 3 / 5, 5);
    Relief::ellipse(x, y, thin, crest,
                    [&](int u, int v) { relief.put(u + (v - y) * (v - y) / (3 * crest), v, spring); });
    const int lee = x + width / (2 * kDunes), hollow = y < height / 2 ? y + height / 3 : y - height / 3;
    Relief::ellipse(lee, hollow, thin, crest / 2, [&](int u, int v) { relief.put(u, v, drain); });
  }
}

// A plateau with a cliff, rocks on the plain in front of it, and springs that heap sand onto its edge.
void avalanche(Sketch& s) {
  Relief relief(s.world());
  lay_sand(relief, s, 0, 10, 90);
  const int width = relief.width(), height = relief.height(), top = height / 3;
  for (int x = 0; x < width; ++x) {
    const int edge = height * 2 / 5 + (s.noise(s.picture_u(x), 110, 4) - 128) * height / 900;
    for (int y = 0; y < edge; ++y) relief.raise(x, y, top * kHeightOne + s.random(x, y, 3 * kHeightOne, 3));
  }
  constexpr int kRocks = 9;
  for (int i = 0; i < kRocks; ++i) {
    const int radius = width / 60 + s.random(i, 0, width / 40, 5);
    const int x = width * (2 * i + 1) / (2 * kRocks) + s.random(i, 1, width / 20, 5) - width / 40;
    const int y = height * 3 / 5 + s.random(i, 2, height / 4, 5);
    Relief::ellipse(x, y, radius, radius * 3 / 4, [&](int u, int v) { relief.put(u, v, obstacle); });
  }
  for (const int x : {width / 4, width * 5 / 8})
    Relief::ellipse(x, height / 5, width / 60, width / 60, [&](int u, int v) { relief.put(u, v, spring); });
  for (int x = 0; x < width; ++x) relief.put(x, height - 1, drain);
}

// An hourglass from above: on the left sand runs out through a hole, on the right as much falls onto a heap.
void hourglass_from_above(Sketch& s) {
  Relief relief(s.world());
  lay_sand(relief, s, 1, 9, 70);
  const int y = relief.height() / 2, radius = std::min(relief.width() / 4, relief.height() / 2) * 9 / 10;
  const int left = relief.width() / 4, right = relief.width() - 1 - left, rim = std::max(1, radius / 24),
            hole = radius / 14;
  for (const int x : {left, right}) {
    Relief::ellipse(x, y, radius, radius, [&](int u, int v) { relief.put(u, v, obstacle); });
    Relief::ellipse(x, y, radius - rim, radius - rim, [&](int u, int v) {
      relief.put(u, v, open);
      if (x == left) relief.raise(u, v, radius / 2 * kHeightOne);
    });
  }
  Relief::ellipse(left, y, hole, hole, [&](int u, int v) { relief.put(u, v, drain); });
  Relief::ellipse(right, y, hole, hole, [&](int u, int v) { relief.put(u, v, spring); });
}

// A beach, wet above and dry below, on which walk() leaves its tracks.
void footprints(Sketch& s) {
  Relief relief(s.world());
  lay_sand(relief, s, 40, 26, 170);
  const int width = relief.width(), height = relief.height();
  visit_cells(0, 0, width, height, [&](int x, int y) {
    const int tide = height / 2 + (s.noise(s.picture_u(x), 90, 6) - 128) * height / 2000;
    relief.wet(x, y, std::clamp(128 + (tide - y) * 12800 / height, 0, 255));
  });
}

constexpr std::uint64_t kActSteps = 4;                          // from one act to the next
constexpr std::uint64_t kStrideActs = 12, kFootActs = 8;        // of a stride, and those with the foot on the ground
constexpr std::uint64_t kSinkActs = 3;                          // until the foot is as deep as it goes
constexpr std::uint64_t kCrossingStrides = 13, kCrossings = 3;  // to the right, back, and to the right again

// Two people walk side by side, one on wet and one on dry sand: a foot sinks in, stands and lifts, then the other one.
std::vector<Edit> walk(int width, int height, std::uint64_t act) {
  const std::uint64_t phase = act % kStrideActs, stride = act / kStrideActs;
  if (phase >= kFootActs) return {};
  const int crossing = static_cast<int>(stride / kCrossingStrides), place = static_cast<int>(stride % kCrossingStrides);
  const bool back = crossing % 2 == 1, left_foot = place % 2 == 0;
  BodyEdit foot;
  foot.shape = BodyShape::foot;
  foot.size = std::clamp(width / 16, kBrushSizeMin, kBrushSizeMax);
  const int depth = std::clamp(foot.size / 7, 1, 6) * kHeightOne, sinks = static_cast<int>(std::min(phase, kSinkActs));
  foot.depth = depth / (static_cast<int>(kSinkActs) + 1) * (sinks + 1);
  foot.heading = back ? kHeadingCount / 2 : 0;
  foot.flipped = left_foot;
  const int far = width * (2 * place + 1) / (2 * static_cast<int>(kCrossingStrides));
  const int beside = (left_foot == back ? 1 : -1) * foot.size / 4;
  std::vector<Edit> edits;
  for (const int lane : {height / 4, height * 3 / 4}) {
    foot.from = {back ? width - 1 - far : far, lane + (crossing - 1) * height / 7 + beside};
    foot.to = foot.from;
    edits.push_back(foot);
  }
  return edits;
}

// For benchmarks: random heights, so that most stacks are unstable for hundreds of steps.
Status rough_sand(World& world, const Ruleset&, std::uint64_t seed) {
  Relief relief(world);
  visit_cells(0, 0, relief.width(), relief.height(), [&](int x, int y) {
    const std::uint32_t random = random_u32(seed, 0, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y),
                                            static_cast<std::uint32_t>(Salt::scene));
    relief.raise(x, y, static_cast<std::int32_t>(below(random, 512 * kHeightOne)));
  });
  return {};
}

constexpr SceneKind kWideSand = {"sandpile", "sandpile.cfg", 640, 400};
constexpr SceneKind kSand = {"sandpile", "sandpile.cfg", 512, 320};

// The scenes of water.

// Compresses the water by its own pressure, for a surface at the height v of the picture: each cell holds a fiftieth
// more than the cell above. Otherwise deep water would sink at first.
void press(Sketch& s, int v) {
  const std::uint8_t water = s.element("water");
  World& world = s.world();
  world.add(Plane::mass);
  for (int y = 0; y < world.height(); ++y) {
    const std::int32_t mass = kFullCell + std::max(0, y - s.cell_y(v)) * (kFullCell / 50);
    for (int x = 0; x < world.width(); ++x) {
      if (world.cell(x, y) == water)
        std::memcpy(&world.bytes(Plane::mass)[world.index(x, y) * sizeof mass], &mass, sizeof mass);
    }
  }
}

// A lake whose dam has just been removed, high above a valley with terraces. A river feeds it.
void dam_break(Sketch& s) {
  const auto ground = [&](int u) {
    const int terrace = u < 200   ? 236
                        : u < 290 ? 236 + (u - 200) * 3 / 4
                        : u < 350 ? 304
                        : u < 400 ? 304 + (u - 350)
                                  : 362;
    return terrace + s.noise(u, 60, 1) * 12 / 255;
  };
  s.ground(0, 639, "stone", "clay", 5, ground);
  s.rect(0, 96, 130, 250, "water");
  s.ground(0, 190, "stone", "clay", 5, ground);
  s.blob(318, 300, 15, 20, "stone", 25);
  s.blob(462, 368, 30, 44, "stone", 20);
  s.blob(430, 372, 20, 22, "stone", 20);
  s.blob(560, 374, 14, 26, "stone", 20);
  s.rect(0, 20, 30, 32, "stone");
  s.rect(6, 33, 10, 35, "tap");
  s.rect(628, 316, 639, 399, "stone");
  s.rect(628, 296, 639, 315, "drain");
  press(s, 96);
}

// Three arms, connected below; all water is in the first. A tap drips into the last; an overflow keeps the level.
void u_tube(Sketch& s) {
  s.rect(0, 0, 639, 399, "stone");
  s.strata("stone", "clay", 90, 30);
  s.rect(60, 24, 199, 359, 0);
  s.rect(290, 24, 337, 359, 0);
  s.rect(430, 24, 579, 359, 0);
  s.blob(505, 130, 110, 90, 0);
  s.rect(60, 318, 579, 359, 0);
  s.rect(60, 40, 199, 359, "water");
  s.rect(502, 20, 508, 23, "tap");
  s.rect(56, 110, 59, 120, "drain");
  press(s, 40);
}

// A tank presses water through a pipe and up out of a nozzle. It falls from bowl to bowl into a basin with a drain.
void fountain(Sketch& s) {
  s.rect(0, 320, 639, 399, "clay");
  s.rect(16, 10, 150, 384, "stone");
  s.rect(30, 24, 136, 370, 0);
  s.rect(30, 40, 136, 370, "water");
  s.rect(34, 24, 132, 25, "tap");
  const auto bowl = [&](int half, int v, int depth) {
    s.rect(400 - half, v, 400 + half, v + depth, "stone");
    s.rect(400 - half + 8, v, 400 + half - 8, v + depth - 9, 0);
  };
  bowl(70, 150, 26);
  bowl(130, 220, 32);
  bowl(200, 300, 76);
  s.rect(208, 340, 592, 366, "water");
  s.rect(137, 344, 418, 384, "stone");  // the pipe, below the basin
  s.rect(382, 110, 418, 384, "stone");  // the column
  s.rect(130, 352, 408, 376, "water");
  s.rect(392, 110, 408, 370, "water");
  s.rect(630, 316, 639, 322, "drain");
  s.rect(150, 316, 180, 322, "drain");
  press(s, 40);
}

// A tank whose water rises in the other arm of a pipe and over into a basin; what runs over that is gone.
void article_water(Sketch& s) {
  constexpr int kSurface = 46, kRim = 166;
  s.rect(40, 26, 56, 246, "stone");
  s.rect(40, 230, 356, 246, "stone");
  s.rect(240, 26, 256, 189, "stone");
  s.rect(340, kRim, 356, 246, "stone");
  s.rect(57, kSurface, 239, 229, "water");
  s.rect(240, 190, 339, 229, "water");
  s.rect(257, kRim, 339, 189, "water");
  s.rect(330, 290, 346, 388, "clay");
  s.rect(330, 372, 606, 388, "clay");
  s.rect(590, 326, 606, 388, "clay");
  for (const int u : {430, 510}) s.rect(u, 340, u + 14, 371, "clay");
  s.rect(440, 60, 560, 160, "water");  // falls
  press(s, kSurface);
}

// The numbers of Elsts' article, all of them. Water that reaches the border of the world is removed, as there.
const std::vector<std::pair<std::string_view, double>> kOfTheArticle = {
    {"walls", 0},     {"max_compress", 0.02}, {"min_mass", 0.0001}, {"min_flow", 0.01},
    {"max_speed", 1}, {"passes", 1},          {"levelling", 0}};

// For measuring: up to two full cells of water everywhere, so that all of it flows for thousands of steps.
Status rough_water(World& world, const Ruleset&, std::uint64_t seed) {
  world.add(Plane::mass);
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    const std::uint32_t random =
        random_u32(seed, 0, static_cast<std::uint32_t>(i), 0, static_cast<std::uint32_t>(Salt::scene));
    const auto mass = static_cast<std::int32_t>(below(random, 2 * kFullCell));
    std::memcpy(&world.bytes(Plane::mass)[i * sizeof mass], &mass, sizeof mass);
  }
  return {};
}

constexpr SceneKind kWater = {"water", "water.cfg", 240, 150};
constexpr SceneKind kArticle = {"water", "water.cfg", 96, 60};

}  // namespace

std::vector<Scene> sandpile_scenes() {
  return {
      {"rough-sand", "Rough sand",
       "Heights without any order. For benchmarks: most stacks are unstable for a long time.", "sandpile",
       "sandpile.cfg", false, 512, 512, rough_sand},
      drawn_scene(kWideSand, "dunes", text_id("Dunes"), dunes, {"", {{"M", 1}, {"pour", 0.2}}},
                  text_id("Sand pours onto the crests of seven dunes and drains away in the hollows between them. Move "
                          "the sun, or raise a spring with the brush.")),
      drawn_scene(
          kSand, "dune-collapse", text_id("Dune collapse"), dune_collapse, {"", {{"M", 1}}},
          text_id(
              "A block of sand that is far too steep to stand. Avalanche fronts climb it while the sand flows down.")),
      drawn_scene(kSand, "avalanche", text_id("Avalanche"), avalanche, {"", {{"M", 1}, {"pour", 0.2}}},
                  text_id("A plateau breaks along its edge and covers the plain around the rocks. The edge moves back "
                          "while the sand flows.")),
      drawn_scene(kWideSand, "hourglass-from-above", text_id("Hourglass from above"), hourglass_from_above,
                  {"", {{"M", 1}, {"pour", 0.12}}},
                  text_id("On the left sand runs out through a hole, on the right it falls onto a heap. Craters and "
                          "cones get the same slope.")),
      drawn_scene(kWideSand, "footprints", text_id("Footprints"), footprints,
                  {"", {{"drying", 0}}, {kActSteps, kCrossings * kCrossingStrides * kStrideActs, walk}},
                  text_id("Two people walk along a beach, one where it is wet and one where it is dry. Wet sand is "
                          "pressed down and keeps their prints, dry sand goes aside and slumps into them."))};
}

std::vector<Scene> water_scenes() {
  return {
      {"rough-water", "Rough water", "Up to two cells of water in every cell. For benchmarks: everything flows.",
       "water", "water.cfg", false, 640, 400, rough_water},
      drawn_scene(kWater, "dam-break", text_id("Dam break"), dam_break,
                  {"", {{"passes", 8}, {"levelling", 4}, {"levelling_pace", 0.1}}},
                  text_id("The dam of a lake has just been removed. The water falls from terrace to terrace through "
                          "the rocks, and a river follows. Faster than Elsts' own: 8 passes a step, and levelling.")),
      drawn_scene(kWater, "u-tube", text_id("U-tube"), u_tube,
                  {"", {{"passes", 4}, {"levelling", 8}, {"levelling_pace", 0.01}}},
                  text_id("Three arms joined below, all the water in one of them. Pressure lifts it in the others "
                          "until all are level. Faster than Elsts' own: 4 passes a step, and levelling.")),
      drawn_scene(kWater, "fountain", text_id("Fountain"), fountain,
                  {"", {{"passes", 16}, {"levelling", 8}, {"levelling_pace", 0.02}}},
                  text_id("A tank, kept full by taps, presses water through a pipe and up out of a nozzle. The water "
                          "falls from bowl to bowl. Faster than Elsts' own: 16 passes a step, and levelling.")),
      drawn_scene(
          kArticle, "article-water", text_id("Water as in Elsts' article"), article_water, {"water", kOfTheArticle},
          text_id("Pressure lifts the water of a tank over a wall, and more falls from the sky. Runs the numbers of "
                  "the article itself: one pass a step, no levelling, and what reaches the border is gone."))};
}

}  // namespace repose
