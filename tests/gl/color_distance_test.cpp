// The colour difference CIEDE2000, and colours as people with a deficiency see them.
#include "render/palettes.hpp"

#include <cmath>

#include "support.hpp"

namespace repose::test::color_distance_test {

namespace {

struct Pair {
  Lab first, second;
  double distance = 0;
};

// From table 1 of Sharma, Wu and Dalal 2005, "The CIEDE2000 Color-Difference Formula: Implementation Notes,
// Supplementary Test Data, and Mathematical Observations": strong blues, colours near grey, hues on both sides of 0
// degrees, large and small distances, dark colours.
constexpr Pair kPublished[] = {
    {{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
    {{50, 3.1571, -77.2803}, {50, 0, -82.7485}, 2.8615},
    {{50, 2.8361, -74.0200}, {50, 0, -82.7485}, 3.4412},
    {{50, -1.3802, -84.2814}, {50, 0, -82.7485}, 1.0000},
    {{50, 0, 0}, {50, -1, 2}, 2.3669},
    {{50, 2.4900, -0.0010}, {50, -2.4900, 0.0009}, 7.1792},
    {{50, 2.4900, -0.0010}, {50, -2.4900, 0.0011}, 7.2195},
    {{50, -0.0010, 2.4900}, {50, 0.0009, -2.4900}, 4.8045},
    {{50, 2.5, 0}, {73, 25, -18}, 27.1492},
    {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
    {{22.7233, 20.0904, -46.6940}, {23.0331, 14.9730, -42.5619}, 2.0373},
    {{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082},
};

// Colours all over sRGB.
std::vector<Color> grid_colors() {
  std::vector<Color> colors;
  for (int i = 0; i < 6 * 6 * 6; ++i) {
    const auto channel = [](int step) { return static_cast<std::uint8_t>(51 * (step % 6)); };
    colors.push_back({channel(i), channel(i / 6), channel(i / 36)});
  }
  return colors;
}

}  // namespace

TEST_CASE("CIEDE2000 gives the published distances, in both directions") {
  for (const auto& [first, second, distance] : kPublished) {
    CAPTURE(first.l, first.a, first.b);
    CHECK(std::abs(ciede2000(first, second) - distance) < 0.00005);
    CHECK(std::abs(ciede2000(second, first) - distance) < 0.00005);
    CHECK(ciede2000(first, first) == 0);
  }
}

TEST_CASE("colours are the same after CIELAB and back, and white is 100, 0, 0") {
  for (const Color color : grid_colors()) CHECK(color_of(linear_of(lab_of(linear_of(color)))) == color);
  const Lab white = lab_of(linear_of(Color{255, 255, 255}));
  CHECK(std::abs(white.l - 100) < 0.01);
  CHECK(std::hypot(white.a, white.b) < 0.05);
}

TEST_CASE("the quick comparison never calls a near colour far") {
  const std::vector<Color> colors = grid_colors();
  std::size_t spared = 0, pairs = 0, wrong = 0;
  for (std::size_t i = 0; i < colors.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const ComparedColor a = compared_color(lab_of(linear_of(colors[i])));
      const ComparedColor b = compared_color(lab_of(linear_of(colors[j])));
      const double distance = ciede2000(a.lab, b.lab);
      if (!may_be_nearer(a, b, distance * 1.001)) ++wrong;
      if (!may_be_nearer(a, b, 5)) ++spared;
      ++pairs;
    }
  }
  CHECK(wrong == 0);
  CHECK(spared > pairs / 2);
}

TEST_CASE("greys look the same to everybody, and some reds and greens look alike without red or green cones") {
  const Color grey{120, 120, 120}, red{200, 60, 40}, green{110, 115, 30}, blue{30, 80, 200}, teal{20, 110, 120};
  for (const ColorVision sight : kColorVisions) {
    const LinearColor seen = seen_with(sight, linear_of(grey));
    CHECK(color_of(seen) == grey);
  }
  CHECK(color_distance(red, green, ColorVision::normal) > 30);
  CHECK(color_distance(red, green, ColorVision::deuteranopia) < 15);
  CHECK(color_distance(red, blue, ColorVision::protanopia) > 30);
  CHECK(color_distance(blue, teal, ColorVision::tritanopia) < color_distance(blue, teal, ColorVision::normal));
}

}  // namespace repose::test::color_distance_test
