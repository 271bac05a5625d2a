#include "session/scenes/gallery.hpp"

#include "session/scenes/gallery_sketch.hpp"

namespace repose {
namespace {

// Grates in the floor of a lake, one every `gap` columns: between them what sinks heaps up to little dunes.
void lake_floor(Sketch& s, int u0, int u1, int v, int gap) {
  const std::uint8_t grate = s.element("grate");
  for (int x = s.cell_x(u0); x <= s.cell_x(u1); x += s.cells(gap)) s.put(x, s.cell_y(v), grate);
}

Status falls(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const std::uint8_t rock = s.element("rock"), soil = s.element("soil"), water = s.element("water");

  // The lake between two cliffs.
  s.ground(0, 639, [&](int u) { return 376 + s.noise(u, 23, 1) * 8 / 255; }, rock, rock, 1);
  s.rect(120, 306, 540, 376, water);
  s.ground(120, 540, [&](int u) { return 374 + s.noise(u, 23, 1) * 8 / 255; }, rock, rock, 1);
  s.ground(0, 150, [&](int u) { return 196 + u / 9 + (u > 112 ? (u - 112) * 7 / 2 : 0) + s.noise(u, 31, 2) * 14 / 255; }, rock, soil, 4);
  s.ground(500, 639, [&](int u) { return 128 - (u - 560) / 12 + (u < 556 ? (556 - u) * 4 : 0) + s.noise(u, 27, 3) * 12 / 255; }, rock, soil, 4);
  lake_floor(s, 190, 480, 373, 9);

  // Sand from the sky, over three ledges.
  s.springs(250, 262, 30, "sandspring", 3);
  s.ledge(205, 300, 92, 24, rock, rock, 1);
  s.ledge(160, 235, 168, 22, rock, rock, 1);
  s.ledge(268, 352, 196, 24, rock, rock, 1);
  s.ledge(330, 396, 262, 16, rock, soil, 3);

  // The waterfall from the right cliff.
  s.springs(500, 516, 126, "spring", 3);

  s.tree(50, s.surface_v(50), 90, 10);
  s.tree(600, s.surface_v(600), 80, 11);
  s.bonfire(90, s.surface_v(90) - 1, 9, 10);
  s.meadow(0, 639, soil, 5, 12);
  return s.status();
}

}  // namespace

std::vector<Scene> gallery_scenes() {
  return {
      {"falls", "Falls", "Sand pours over ledges into a lake beside a waterfall. Grates in the lake's floor let it go on for ever.",
       "density", "default.cfg", true, 640, 400, falls},
  };
}

}  // namespace repose
