// Colours by density, and colours that people with any kind of colour vision can tell apart.
#include "render/palettes.hpp"

#include "support.hpp"

namespace repose::test::palettes_test {

namespace {

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

}  // namespace repose::test::palettes_test
