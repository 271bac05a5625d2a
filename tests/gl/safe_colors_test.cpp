// Colours that people with any kind of colour vision can tell apart.
#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "render/palettes.hpp"
#include "support.hpp"

namespace repose::test::safe_colors_test {

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
  const double table[][3] = {{12.4, 5.0, 2.9}, {11.7, 4.5, 0.5}, {11.2, 4.7, 0.9}, {12.0, 4.8, 0.7}};
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

}  // namespace repose::test::safe_colors_test
