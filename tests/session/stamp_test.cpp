// Stamps: pictures that hold a clip to the byte, and pictures that do not.
#include <algorithm>

#include "clip_support.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace {

const Ruleset& matter_rules() {
  static const Ruleset ruleset = *read_config(kMatterRules, "").ruleset;
  return ruleset;
}

Clip lively_heights() { return crop(lively_world(24, 18, 7, 5), matter_rules(), {0, 0}, {23, 17}); }

Clip lively_cells() {
  World world = lively_world(24, 18, 7, 5);
  world.drop(Plane::height);
  return crop(world, matter_rules(), {0, 0}, {23, 17});
}

}  // namespace

TEST_CASE("a stamp returns its clip to the byte under any rules") {
  const TemporaryFolder folder;
  for (const Clip& clip : {lively_heights(), lively_cells()}) {
    REQUIRE(write_stamp(folder / "a.png", clip, matter_rules()));
    Clip read;
    REQUIRE(read_stamp(folder / "a.png", *read_config("cell air 0 0 0 0\n", "").ruleset, read));
    CHECK(read == clip);
  }
}

TEST_CASE("a stamp is a picture in palette colours for other programs") {
  const TemporaryFolder folder;
  Clip clip{World(7, 5), {}};
  for (const Element& element : matter_rules().elements) clip.names.push_back(element.name);
  for (std::size_t i = 0; i < clip.world.cell_count(); ++i) clip.world.cells()[i] = static_cast<std::uint8_t>(i % 7);
  REQUIRE(write_stamp(folder / "a.png", clip, matter_rules()));
  Picture picture;
  REQUIRE(read_png(folder / "a.png", picture));
  CHECK(picture_to_world(picture, matter_rules()).unmatched == 0);
  CHECK(picture_to_world(picture, matter_rules()).world == clip.world);
}

TEST_CASE("a picture that is not a stamp is read by its colours, and so is a stamp that was painted over") {
  const TemporaryFolder folder;
  REQUIRE(write_png(folder / "foreign.png", Picture{2, 1, {200, 180, 101, 0, 0, 250}}));
  Clip clip;
  REQUIRE(read_stamp(folder / "foreign.png", matter_rules(), clip));
  CHECK(clip.world.cell(0, 0) == matter_rules().find("sand"));
  CHECK(clip.world.cell(1, 0) == matter_rules().find("water"));

  // The chunk of this picture with the pixels of another one.
  REQUIRE(write_stamp(folder / "own.png", lively_heights(), matter_rules()));
  Picture picture;
  REQUIRE(read_png(folder / "own.png", picture));
  picture.rgb[0] ^= 0xff;
  REQUIRE(write_png(folder / "changed.png", picture));
  const std::string own = read_text(folder / "own.png"), changed = read_text(folder / "changed.png");
  const std::size_t data = own.find("IDAT") - 4, changed_data = changed.find("IDAT") - 4;
  write_text(folder / "mixed.png", own.substr(0, data) + changed.substr(changed_data));
  REQUIRE(read_stamp(folder / "mixed.png", matter_rules(), clip));
  CHECK_FALSE(clip.has_heights());
}

TEST_CASE("a stamp with any damage is read as a clip or fails with a sentence") {
  const TemporaryFolder folder;
  REQUIRE(write_stamp(folder / "whole.png", lively_heights(), matter_rules()));
  const std::string whole = read_text(folder / "whole.png");
  Clip clip;
  for (std::size_t i = 0; i < 200; ++i) {
    std::string spoilt = whole;
    const std::uint32_t random = random_u32(9, 0, static_cast<std::uint32_t>(i), 0, 1);
    if (i % 4 == 0) {
      spoilt.resize(random % whole.size());
    } else {
      spoilt[random % whole.size()] = static_cast<char>(random >> 24);
    }
    write_text(folder / "spoilt.png", spoilt);
    const Status status = read_stamp(folder / "spoilt.png", matter_rules(), clip);
    if (!status) CHECK_FALSE(status.message().empty());
  }
  CHECK_FALSE(read_stamp(folder / "missing.png", matter_rules(), clip));
  CHECK_FALSE(read_stamp(folder.path(), matter_rules(), clip));
  write_text(folder / "empty.png", "");
  CHECK_FALSE(read_stamp(folder / "empty.png", matter_rules(), clip));
}

TEST_CASE("a clip that is too large for a stamp is refused, in writing and in reading") {
  const TemporaryFolder folder;
  const Clip wide{World(kStampSideMax + 1, 1), {"air"}};
  CHECK(write_stamp(folder / "wide.png", wide, matter_rules()).message() ==
        "What is selected is too large for a stamp: 2049 x 1 cells, at most 2048 a side.");
  REQUIRE(write_png(folder / "wide.png", world_to_picture(wide.world, matter_rules())));
  Clip clip;
  CHECK_FALSE(read_stamp(folder / "wide.png", matter_rules(), clip));
}

}  // namespace repose::test
