#include <algorithm>
#include <cstring>

#include "repose/rng.hpp"
#include "session/scenes/field_scenes.hpp"
#include "session/scenes/gallery_sketch.hpp"

namespace repose {
namespace {

enum Ground : std::uint8_t { obstacle = 1, spring = 2, drain = 3 };  // as the wall plane has them

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

  template <class Visit>  // visit(x, y) for the cells of an ellipse
  static void ellipse(int x, int y, int radius_x, int radius_y, const Visit& visit) {
    for (int dy = -radius_y; dy <= radius_y; ++dy) {
      for (int dx = -radius_x; dx <= radius_x; ++dx) {
        if (dx * dx * radius_y * radius_y + dy * dy * radius_x * radius_x <= radius_x * radius_x * radius_y * radius_y) {
          visit(x + dx, y + dy);
        }
      }
    }
  }

 private:
  World& world_;
};

// Sand from 0 to `top` cells high everywhere, smooth with fine grain.
void lay_sand(Relief& relief, const Sketch& s, int low, int hills, int period) {
  for (int y = 0; y < relief.height(); ++y) {
    for (int x = 0; x < relief.width(); ++x) {
      const int noise = s.noise(s.picture_u(x), s.picture_v(y), period, 1);
      relief.raise(x, y, low * kHeightOne + hills * kHeightOne / 255 * noise + s.random(x, y, kHeightOne / 2, 2));
    }
  }
}

// A block far too steep to stand.
Status dune_collapse(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Relief relief(world);
  const Sketch s(world, ruleset, seed);
  lay_sand(relief, s, 0, 12, 120);
  const int side = std::min(relief.width(), relief.height()) * 2 / 5;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      relief.raise((relief.width() - side) / 2 + x, (relief.height() - side) / 2 + y,
                   side * kHeightOne + s.random(x, y, 3 * kHeightOne, 3));
    }
  }
  return {};
}

// An hourglass from above: at the left sand runs out through a hole, at the right as much comes down on a heap.
Status hourglass(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Relief relief(world);
  lay_sand(relief, Sketch(world, ruleset, seed), 2, 4, 60);
  const int middle = relief.width() / 2;
  for (int y = 0; y < relief.height(); ++y) {
    for (int x = 0; x < middle; ++x) relief.raise(x, y, 60 * kHeightOne);
    for (int x = middle - 2; x <= middle + 2; ++x) relief.put(x, y, obstacle);
  }
  Relief::ellipse(relief.width() / 4, relief.height() / 2, 3, 3, [&](int x, int y) { relief.put(x, y, drain); });
  Relief::ellipse(relief.width() * 3 / 4, relief.height() / 2, 3, 3, [&](int x, int y) { relief.put(x, y, spring); });
  return {};
}

// A track across a beach that is wet on the left and dry on the right: there the prints run full of sand.
Status footprints(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Relief relief(world);
  lay_sand(relief, Sketch(world, ruleset, seed), 40, 10, 150);
  const int width = relief.width(), height = relief.height();
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) relief.wet(x, y, std::clamp(600 - 900 * x / width, 0, 255));
  }
  const int length = std::max(2, width / 64), span = length * 5;
  for (int step = 0; step * span < width - span / 2; ++step) {
    const int x = span / 2 + step * span, y = height / 2 + (step % 2 == 0 ? -length * 3 / 2 : length * 3 / 2);
    Relief::ellipse(x, y, length, length * 2 / 3, [&](int u, int v) { relief.raise(u, v, -9 * kHeightOne); });
    Relief::ellipse(x + length * 3 / 2, y, length * 3 / 4, length / 2, [&](int u, int v) { relief.raise(u, v, -7 * kHeightOne); });
  }
  return {};
}

// For measuring: heights without any order, so that most stacks are unstable for hundreds of steps.
Status rough_sand(World& world, const Ruleset&, std::uint64_t seed) {
  Relief relief(world);
  for (int y = 0; y < relief.height(); ++y) {
    for (int x = 0; x < relief.width(); ++x) {
      const std::uint32_t random = random_u32(seed, 0, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y),
                                              static_cast<std::uint32_t>(Salt::scene));
      relief.raise(x, y, static_cast<std::int32_t>(below(random, 512 * kHeightOne)));
    }
  }
  return {};
}

}  // namespace

std::vector<Scene> sandpile_scenes() {
  return {{"rough-sand", "Rough sand", "Heights without any order. For benchmarks: most stacks are unstable for a long time.",
           "sandpile", "sandpile.cfg", false, 512, 512, rough_sand},
          {"dune-collapse", "Dune collapse",
           "A block of sand that is far too steep to stand. Avalanche fronts climb it while the sand flows down.", "sandpile",
           "sandpile.cfg", false, 512, 512, dune_collapse},
          {"hourglass-from-above", "Hourglass from above",
           "At the left sand runs out through a hole, at the right it comes down on a heap. Craters and cones find the same slope.",
           "sandpile", "sandpile.cfg", false, 640, 400, hourglass},
          {"footprints", "Footprints",
           "Tracks across a beach that is wet on one side and dry on the other. Wet sand keeps them until it dries.", "sandpile",
           "sandpile.cfg", false, 640, 400, footprints}};
}

}  // namespace repose
