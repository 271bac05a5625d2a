// Colours by density, and colours that people with any kind of colour vision can tell apart.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <set>

#include "render/looks.hpp"
#include "support.hpp"

namespace repose::test::palettes_test {

namespace {

double color_distance(Color first, Color second, ColorVision sight) {
  return ciede2000(lab_of(seen_with(sight, linear_of(first))), lab_of(seen_with(sight, linear_of(second))));
}

double luma(Color c) { return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b; }

Ruleset ruleset_of(const std::vector<std::pair<Color, double>>& elements) {
  Ruleset ruleset;
  for (const auto& [color, density] : elements) {
    Element element;
    element.color = color;
    element.density = density;
    ruleset.elements.push_back(element);
  }
  return ruleset;
}

}  // namespace

TEST_CASE("denser elements are lighter in the colours of density, also in grey") {
  const Ruleset rules =
      ruleset_of({{{0, 0, 0}, 0.1}, {{9, 9, 9}, 0.05}, {{1, 2, 3}, 0.5}, {{4, 5, 6}, 0.9}, {{7, 8, 9}, 1.0}});
  const Palette palette = density_palette(rules);
  CHECK(luma(palette[1].color) < luma(palette[0].color));
  CHECK(luma(palette[0].color) < luma(palette[2].color));
  CHECK(luma(palette[2].color) < luma(palette[3].color));
  CHECK(luma(palette[3].color) < luma(palette[4].color));
  CHECK(palette[1].color == density_color(0));
  CHECK(palette[4].color == density_color(1));
  CHECK(palette[200].color == palette[0].color);
}

TEST_CASE("elements of one density have one colour, and none divides by nothing") {
  const Palette palette = density_palette(ruleset_of({{{0, 0, 0}, 0.3}, {{9, 9, 9}, 0.3}}));
  CHECK(palette[0].color == palette[1].color);
}

TEST_CASE("seven colours of a config become seven colours that everybody tells apart") {
  const Ruleset rules = ruleset_of({{{0, 0, 0}, 0.1},
                                    {{255, 0, 0}, 0.2},
                                    {{200, 80, 0}, 0.9},
                                    {{0, 255, 0}, 0.3},
                                    {{0, 160, 0}, 0.4},
                                    {{0, 0, 255}, 0.5},
                                    {{120, 160, 255}, 0.6},
                                    {{255, 240, 0}, 0.7}});
  const std::vector<Color> safe = safe_colors(rules);
  for (std::size_t i = 0; i < safe.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      CAPTURE(i, j);
      for (const ColorVision sight : kColorVisions) CHECK(color_distance(safe[i], safe[j], sight) > 8);
    }
  }
}

TEST_CASE("light greys stay lighter than dark greys") {
  const std::vector<Color> greys =
      safe_colors(ruleset_of({{{0, 0, 0}, 0}, {{90, 90, 90}, 0.9}, {{200, 200, 200}, 0.2}}));
  CHECK(luma(greys[1]) < luma(greys[2]));
}

// ---- colours that people with any kind of colour vision can tell apart ----

namespace {

// Smallest distances that docs/compare.md promises for the default world, in every kind of sight.
constexpr double kFirstTabLeast = 10;
constexpr double kVisibleLeast = 4;

Ruleset default_rules() {
  return read_config_file(std::filesystem::path(REPOSE_SOURCE_DIR) / "configs/default.cfg").ruleset.value();
}

std::vector<std::size_t> visible_elements(const Ruleset& rules) {
  std::vector<std::size_t> visible;
  for (std::size_t i = 0; i < rules.elements.size(); ++i) {
    if (!rules.elements[i].hidden) visible.push_back(i);
  }
  return visible;
}

double least_distance(const std::vector<Color>& colors, const std::vector<std::size_t>& elements, ColorVision sight) {
  double least = 1000;
  for (const std::size_t i : elements) {
    for (const std::size_t j : elements) {
      if (j < i) least = std::min(least, color_distance(colors[i], colors[j], sight));
    }
  }
  return least;
}

// 255 elements of many colours on a dark background.
Ruleset many_elements() {
  Ruleset rules;
  for (int i = 0; i < kElementsMax; ++i) {
    Element element;
    element.color = i == 0 ? Color{10, 10, 10}
                           : Color{static_cast<std::uint8_t>(i * 53), static_cast<std::uint8_t>(i * 91),
                                   static_cast<std::uint8_t>(i * 29 + 100)};
    element.density = i / 256.0;
    rules.elements.push_back(element);
  }
  return rules;
}

std::size_t different_colors(const std::vector<Color>& colors) {
  std::set<std::array<std::uint8_t, 3>> different;
  for (const Color& c : colors) different.insert({c.r, c.g, c.b});
  return different.size();
}

}  // namespace

TEST_CASE("people with any colour vision tell the elements of the default world apart") {
  const Ruleset rules = default_rules();
  const std::vector<Color> safe = safe_colors(rules);
  const auto tab = std::ranges::find(rules.groups, "Basics", &Group::name);
  REQUIRE(tab != rules.groups.end());
  std::vector<std::size_t> basics = {0};
  for (const std::uint8_t i : tab->members) basics.push_back(i);
  std::vector<Color> written;
  for (const Element& element : rules.elements) written.push_back(element.color);
  // The table of docs/compare.md: the first tab and air, all visible elements, all in the colours of the config.
  const double table[][3] = {{12.4, 4.9, 2.9}, {11.7, 4.6, 0.5}, {11.2, 4.5, 0.9}, {12.0, 4.6, 0.7}};
  for (const ColorVision sight : kColorVisions) {
    CAPTURE(static_cast<int>(sight));
    const double* row = table[static_cast<std::size_t>(sight)];
    CHECK(least_distance(safe, basics, sight) == Approx(row[0]).margin(0.051));
    CHECK(least_distance(safe, visible_elements(rules), sight) == Approx(row[1]).margin(0.051));
    CHECK(least_distance(written, visible_elements(rules), sight) == Approx(row[2]).margin(0.051));
    CHECK(least_distance(safe, basics, sight) >= kFirstTabLeast);
    CHECK(least_distance(safe, visible_elements(rules), sight) >= kVisibleLeast);
    CHECK(least_distance(written, visible_elements(rules), sight) < kVisibleLeast);  // the config alone does not do it
  }
}

TEST_CASE("people with any colour vision tell sand, acid, seeds, water, lava, fire and plants apart") {
  const Ruleset rules = default_rules();
  const std::vector<Color> safe = safe_colors(rules);
  std::vector<std::size_t> chosen;
  for (const char* name : {"sand", "acid", "seed", "water", "lava", "fire", "plant"}) {
    const auto found = std::ranges::find(rules.elements, name, &Element::name);
    REQUIRE(found != rules.elements.end());
    chosen.push_back(static_cast<std::size_t>(found - rules.elements.begin()));
  }
  std::ranges::sort(chosen);
  for (const ColorVision sight : kColorVisions) CHECK(least_distance(safe, chosen, sight) >= kFirstTabLeast);
}

TEST_CASE("elements of the default world whose colours are alike to somebody have different textures") {
  constexpr double kAlike = 8;
  const Ruleset rules = default_rules();
  const Palette safe = safe_palette(rules);
  const std::vector<std::size_t> visible = visible_elements(rules);
  int alike = 0;
  for (const std::size_t i : visible) {
    for (const std::size_t j : visible) {
      if (j >= i || i == 0 || j == 0) continue;
      double distance = 1000;
      for (const ColorVision sight : kColorVisions)
        distance = std::min(distance, color_distance(safe[i].color, safe[j].color, sight));
      if (distance >= kAlike) continue;
      ++alike;
      CAPTURE(rules.elements[i].name, rules.elements[j].name, distance);
      CHECK(safe[i].texture != safe[j].texture);
    }
  }
  CHECK(alike > 0);
  CHECK(make_palette(rules)[visible.back()].texture == 0);
}

TEST_CASE("safe colours stay near those of the config") {
  const Ruleset rules = default_rules();
  const std::vector<Color> safe = safe_colors(rules);
  double sum = 0;
  for (const std::size_t i : visible_elements(rules)) {
    CAPTURE(rules.elements[i].name);
    const double moved = color_distance(safe[i], rules.elements[i].color, ColorVision::normal);
    CHECK(moved < 30);
    sum += moved;
  }
  CHECK(sum / static_cast<double>(visible_elements(rules).size()) < 10);
}

TEST_CASE("256 elements have 256 safe colours, also if all have one colour in the config") {
  Ruleset rules = many_elements();
  CHECK(different_colors(safe_colors(rules)) == rules.elements.size());
  for (Element& element : rules.elements) element.color = {128, 128, 128};
  const std::vector<Color> safe = safe_colors(rules);
  REQUIRE(safe.size() == rules.elements.size());
  CHECK(different_colors(safe) > 200);
}

TEST_CASE("a hidden stage looks like the element whose colour it has") {
  Ruleset rules = many_elements();
  rules.elements[9].hidden = true;
  rules.elements[9].color = rules.elements[40].color;
  const std::vector<Color> safe = safe_colors(rules);
  CHECK(safe[9] == safe[40]);
}

TEST_CASE("a ruleset without elements, or with hidden ones only, has safe colours") {
  CHECK(safe_colors(Ruleset{}).size() == 1);
  Ruleset rules = many_elements();
  for (Element& element : rules.elements) element.hidden = true;
  CHECK(safe_colors(rules).size() == rules.elements.size());
}

// The colour difference CIEDE2000, and colours as people with a deficiency see them.

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

}  // namespace repose::test::palettes_test
