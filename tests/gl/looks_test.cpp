// Which kind of matter an element looks like.
#include "render/looks.hpp"
#include "support.hpp"

namespace repose::test::looks_test {
namespace {

Ruleset read(std::string_view text) {
  ConfigResult result = read_config(text, "looks.cfg");
  REQUIRE(result.ruleset);
  return *result.ruleset;
}

constexpr std::string_view kRules = R"(cell air 10 12 20 0.3
cell sand 200 180 100 0.7
cell water 40 90 200 0.5
cell smoke 90 90 90 0.1
cell fading 80 80 80 0.1
cell plant 20 200 20 0.6
cell wall 128 128 128 1.0
cell ember 255 100 20 0.7
liquid water
glow ember 0.75
shimmer ember 0.5
rule air sand sand air
rule air water water air
rule air smoke smoke air
rule air fading air air
rule air plant air plant
rule air wall air wall
rule air ember sand air
)";

}  // namespace

TEST_CASE("matter follows from density, reactions with the background and the liquid mark") {
  const Palette palette = make_palette(read(kRules));
  CHECK(palette[0].matter == repose::Matter::background);
  CHECK(palette[1].matter == repose::Matter::powder);
  CHECK(palette[2].matter == repose::Matter::liquid);
  CHECK(palette[3].matter == repose::Matter::gas);
  CHECK(palette[4].matter == repose::Matter::gas);    // disappears when it meets the background
  CHECK(palette[5].matter == repose::Matter::solid);  // heavier than air, and stays
  CHECK(palette[6].matter == repose::Matter::solid);
  CHECK(palette[7].matter == repose::Matter::powder);  // falls, and becomes sand while it falls
  CHECK(palette[7].glow == Approx(0.75));
  CHECK((palette[7].shimmer == 0.5f && palette[6].shimmer == 0.0f));
  CHECK(palette[1].color == Color{200, 180, 100});
}

TEST_CASE("in wxSand matter follows from gravity and slip") {
  const Palette palette = make_palette(read(R"(# subversion 2
element Air 10 12 20 0 1 0 0 1
element Sand 200 180 100 0.9 0.3 1 0 1
element Water 40 90 200 0.9 1 0.5 0 1
element Smoke 90 90 90 -0.5 1 0 0 1
element Stone 128 128 128 0 1 0.2 0 1
element Lead 60 60 70 1 0 12 0 1
element Fire 250 90 20 -1 1 0.2 1.1 1
hotcolor Fire 255 255 0
)"));
  CHECK(palette[0].matter == repose::Matter::background);
  CHECK(palette[1].matter == repose::Matter::powder);
  CHECK(palette[2].matter == repose::Matter::liquid);
  CHECK(palette[3].matter == repose::Matter::gas);
  CHECK(palette[4].matter == repose::Matter::solid);
  CHECK(palette[5].matter == repose::Matter::powder);    // at any density
  CHECK((palette[3].glow == 0 && palette[6].glow > 0));  // what heats itself glows
  CHECK((has_hot_colors(palette) && palette[6].hot_color == Color{255, 255, 0}));
}

TEST_CASE("bytes outside the ruleset look like the background") {
  const Palette palette = make_palette(read(kRules));
  for (const std::size_t byte : {8u, 100u, 255u}) {
    CHECK(palette[byte].color == palette[0].color);
    CHECK(palette[byte].matter == repose::Matter::background);
    CHECK(palette[byte].glow == 0.0f);
  }
}

TEST_CASE("the last rule for a pair decides how an element looks") {
  const Ruleset rules =
      read("cell air 0 0 0 0.3\ncell sand 9 9 9 0.7\nrule air sand sand air\nrule sand air sand air\n");
  CHECK(make_palette(rules)[1].matter == repose::Matter::solid);
}

}  // namespace repose::test::looks_test
