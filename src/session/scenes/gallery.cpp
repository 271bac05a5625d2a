#include "session/scenes/gallery.hpp"

#include <algorithm>

#include "session/scenes/gallery_sketch.hpp"

namespace repose {
namespace {

// Grates in the floor of a lake, one every `gap` columns: between them what sinks heaps up to little dunes.
void lake_floor(Sketch& s, int u0, int u1, int v, int gap) {
  const std::uint8_t grate = s.element("grate");
  for (int x = s.cell_x(u0); x <= s.cell_x(u1); x += s.cells(gap)) s.put(x, s.cell_y(v), grate);
}

// Springs under a ceiling, one every `gap` columns. A spring needs nothing denser above the cell that pours, so it
// hangs down a little.
void hang(Sketch& s, int u0, int u1, int v, std::string_view name, int gap) {
  for (int x = s.cell_x(u0); x <= s.cell_x(u1); x += gap) {
    for (int drop = -3; drop <= 3; ++drop) s.spring(x, s.cell_y(v) + drop, name, 3);
  }
}

// Rocks that reach just out of a lake. The drains on them keep water that is heaped up by what sinks from rising.
void rocks_awash(Sketch& s, std::initializer_list<int> places, int v) {
  for (const int u : places) {
    s.ledge(u - 7, u + 7, v - 1, 22, s.element("rock"), s.element("rock"), 1);
    s.rect(u - 3, v - 1, u + 3, v - 1, s.element("drain"));
  }
}

Status falls(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const std::uint8_t rock = s.element("rock"), soil = s.element("soil"), water = s.element("water");
  const std::uint8_t drain = s.element("drain"), air = 0;

  // A lake between two cliffs, under the roof of a wide cave.
  s.rect(100, 326, 560, 384, water);
  s.ground(0, 639, [&](int u) { return 371 + s.noise(u, 37, 1) * 10 / 255; }, rock, rock, 1);
  s.ground(0, 190, [&](int u) {
    return 188 + u / 8 + std::max(0, u - 118) * 7 / 2 + s.noise(u, 41, 2) * 16 / 255 + s.noise(u, 9, 4) * 5 / 255;
  }, rock, soil, 4);
  const auto right_cliff = [&](int u) {
    return 154 + std::max(0, 545 - u) * 4 + s.noise(u, 37, 3) * 14 / 255 + s.noise(u, 11, 5) * 6 / 255;
  };
  s.ground(545, 639, right_cliff, rock, soil, 4);
  s.ground(470, 544, right_cliff, rock, rock, 1);
  s.roof(0, 639, [&](int u) {
    const int arch = std::abs(u - 330);
    return arch * arch / 1900 + 2 + s.noise(u, 45, 6) * 22 / 255 + s.noise(u, 13, 7) * 22 / 255 + s.noise(u, 5, 8) * 8 / 255;
  }, rock);
  lake_floor(s, 190, 480, 369, 3);

  // A hollow in the left cliff, where lava drips on a heap between two drains.
  s.blob(62, 304, 46, 40, air, 25);
  s.rect(30, 338, 110, 356, rock);
  s.rect(38, 322, 88, 337, air);
  s.rect(38, 338, 39, 338, drain);
  s.rect(87, 338, 88, 338, drain);
  hang(s, 63, 63, s.ceiling_v(63, 310), "lavaspring", 1);

  // Sand from cracks in the roof, over ledge after ledge.
  hang(s, 214, 215, s.ceiling_v(215, 110), "sandspring", 1);
  s.ledge(184, 244, 106, 18, rock, rock, 1);
  s.ledge(162, 200, 178, 16, rock, rock, 1);
  s.ledge(228, 268, 212, 16, rock, rock, 1);
  hang(s, 330, 331, s.ceiling_v(331, 110), "sandspring", 1);
  s.ledge(300, 366, 92, 20, rock, rock, 1);
  s.ledge(284, 316, 156, 14, rock, rock, 1);
  s.ledge(348, 384, 178, 15, rock, rock, 1);
  s.ledge(310, 352, 238, 15, rock, rock, 1);
  rocks_awash(s, {180, 215, 246, 270, 298, 332, 366, 400}, 326);
  s.ledge(388, 446, 246, 24, rock, soil, 3);

  // A pond on the right cliff that runs over.
  s.rect(500, 154, 582, 168, rock);
  s.rect(504, 151, 582, 158, water);
  for (int u = 474; u < 504; ++u) {
    if (s.random(u, 0, 34, 20) < u - 470) s.springs(u, u, 151, "spring", 3);
  }

  s.strata(rock, s.element("stone"), 46, 34);
  s.tree(46, s.floor_v(46, 150), 96, 10);
  s.tree(612, s.floor_v(612, 140), 84, 11);
  s.tree(412, 246, 62, 12);
  s.bonfire(98, s.floor_v(98, 150) - 1, 11, 16);
  s.bonfire(436, 245, 5, 8);
  s.vines(0, 639, rock, 14, 34);
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
