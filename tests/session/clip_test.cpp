// Clips: copied, transformed, pasted.
#include "repose/clip.hpp"

#include "clip_support.hpp"
#include "session_support.hpp"

namespace repose::test {

TEST_CASE("every automaton pastes what was copied to the byte") {
  const Registry registry = make_registry();
  pasting_gives_the_same_bytes(registry, Backend::scalar);
  pasting_gives_the_same_bytes(registry, Backend::cpu);
}

TEST_CASE("four rotations, a rotation there and back, or a mirror twice give the clip again") {
  const Ruleset ruleset = *read_config(kMatterRules, "").ruleset;
  const Clip clip = crop(lively_world(30, 20, 7, 2), ruleset, {2, 1}, {19, 11});
  Clip round = clip;
  for (int quarter = 0; quarter < 4; ++quarter) {
    round = transformed(round, ClipTransform::clockwise);
    CHECK((round == clip) == (quarter == 3));
  }
  CHECK(transformed(transformed(clip, ClipTransform::clockwise), ClipTransform::counterclockwise) == clip);
  CHECK(transformed(transformed(clip, ClipTransform::left_right), ClipTransform::left_right) == clip);
  CHECK(transformed(transformed(clip, ClipTransform::up_down), ClipTransform::up_down) == clip);
  CHECK(transformed(transformed(clip, ClipTransform::clockwise), ClipTransform::clockwise) ==
        transformed(transformed(clip, ClipTransform::left_right), ClipTransform::up_down));
}

TEST_CASE("a velocity to the right points down after a clockwise rotation, and to the left in a mirror") {
  Clip clip{World(2, 1), {"air"}};
  clip.world.add(Plane::velocity);
  clip.world.bytes(Plane::velocity)[0] = 5;
  const Clip quarter = transformed(clip, ClipTransform::clockwise);
  CHECK(quarter.world.height() == 2);
  CHECK(std::vector(quarter.world.bytes(Plane::velocity).begin(), quarter.world.bytes(Plane::velocity).end()) ==
        std::vector<std::uint8_t>{0, 5, 0, 0});
  const Clip mirrored = transformed(clip, ClipTransform::left_right);
  CHECK(static_cast<std::int8_t>(mirrored.world.bytes(Plane::velocity)[2]) == -5);
}

TEST_CASE("the picture of a clip is transformed with it") {
  const std::map<char, std::uint8_t> legend = {{'.', 0}, {'#', 1}};
  const Clip clip{world_from({"##.", "#.."}, legend), {"air", "sand"}};
  CHECK(rows_of(transformed(clip, ClipTransform::clockwise).world, legend) ==
        std::vector<std::string>{"##", ".#", ".."});
  CHECK(rows_of(transformed(clip, ClipTransform::counterclockwise).world, legend) ==
        std::vector<std::string>{"..", "#.", "##"});
  CHECK(rows_of(transformed(clip, ClipTransform::left_right).world, legend) == std::vector<std::string>{".##", "..#"});
  CHECK(rows_of(transformed(clip, ClipTransform::up_down).world, legend) == std::vector<std::string>{"#..", "##."});
}

TEST_CASE_METHOD(SessionFixture, "a clip pasted without its background keeps the cells under the background") {
  const std::map<char, std::uint8_t> legend = {{'.', 0}, {'s', 1}, {'w', 2}};
  done(command::PutWorld{world_from({"s.ww", "..ww", "wwww"}, legend)});
  const auto clip = std::make_shared<const Clip>(*session.copy({0, 0}, {1, 1}));
  done(command::PasteClip{clip, {2, 1}, true});
  CHECK(rows_of(session.download(), legend) == std::vector<std::string>{"s.ww", "..sw", "wwww"});
  done(command::PasteClip{clip, {2, 1}, false});
  CHECK(rows_of(session.download(), legend) == std::vector<std::string>{"s.ww", "..s.", "ww.."});
}

TEST_CASE_METHOD(SessionFixture, "the elements of a clip are found by name in other rules") {
  const auto clip = std::make_shared<const Clip>(
      Clip{world_from({"012"}, {{'0', 0}, {'1', 1}, {'2', 2}}), {"void", "Water", "lava"}});
  done(command::NewWorld{3, 1});
  const CommandResult result = done(command::PasteClip{clip, {0, 0}, false});
  CHECK(result.message == "Pasted 3 x 1 cells; 1 cell of elements it lacks became background: lava");
  CHECK(session.download().cell(1, 0) == session.ruleset().find("water"));
}

TEST_CASE_METHOD(SessionFixture, "cells are not pasted as heights, nor heights as cells") {
  const auto cells = std::make_shared<const Clip>(*session.copy({0, 0}, {3, 3}));
  done(command::SwitchSolver{"sandpile", Backend::cpu, true});
  CHECK(refused(command::PasteClip{cells, {0, 0}}) == "These are cells, and sandpile has only heights of sand.");
  const auto heights = std::make_shared<const Clip>(*session.copy({0, 0}, {3, 3}));
  done(command::SwitchSolver{"density", Backend::cpu, true});
  CHECK(refused(command::PasteClip{heights, {0, 0}}) ==
        "These are heights of sand, and density has no heights; sandpile has.");
}

TEST_CASE_METHOD(SessionFixture, "water that is pasted into an automaton of cells keeps its volume") {
  Clip water{World(1, 4), {"air", "sand", "water"}};
  water.world.add(Plane::mass);
  for (std::size_t i = 0; i < 4; ++i) {
    const std::int32_t mass = kFullCell / 2;
    water.world.cells()[i] = 2;
    std::memcpy(&water.world.bytes(Plane::mass)[i * sizeof mass], &mass, sizeof mass);
  }
  done(command::LoadConfigText{kMatterRules, "", command::KeepWorld::clear, true});
  done(command::NewWorld{10, 10});
  done(command::PasteClip{std::make_shared<const Clip>(water), {4, 4}});
  CHECK(count("water") == 2);
}

TEST_CASE_METHOD(SessionFixture, "pasting sand does not push away the sand beside it") {
  done(command::SwitchSolver{"sandpile", Backend::cpu, true});
  World world = lively_world(20, 20, 1, 4);
  done(command::PutWorld{world});
  const World before = session.download();
  const auto clip = std::make_shared<const Clip>(*session.copy({0, 0}, {9, 9}));
  done(command::PasteClip{clip, {10, 10}, false});
  CHECK(session.download() == laid_over(before, clip->world, {10, 10}));
}

TEST_CASE_METHOD(SessionFixture, "a clip is pasted with its mirror images, equal images once") {
  const std::map<char, std::uint8_t> legend = {{'.', 0}, {'s', 1}, {'w', 2}};
  const auto clip = std::make_shared<const Clip>(Clip{world_from({"sw"}, legend), {"air", "sand", "water", "wall"}});
  done(command::NewWorld{7, 3});
  done(command::PasteClip{clip, {1, 0}, true, middle_of(7, 3, Symmetry::both)});
  CHECK(rows_of(session.download(), legend) == std::vector<std::string>{".sw.ws.", ".......", ".sw.ws."});
  const Clip middle{world_from({"s"}, legend), {"air", "sand"}};
  CHECK(with_images({middle, {3, 1}}, middle_of(7, 3, Symmetry::both)).size() == 1);
}

TEST_CASE_METHOD(SessionFixture, "nothing is copied, pasted or erased outside the world") {
  const auto clip = std::make_shared<const Clip>(*session.copy({-5, -5}, {3, 3}));
  CHECK(clip->world.width() == 4);
  CHECK_FALSE(session.copy({-5, -5}, {-1, 3}));
  CHECK(refused(command::PasteClip{clip, {40, 0}}) == "The clip is outside the world.");
  CHECK(refused(command::PasteClip{clip, {-4, 0}}) == "The clip is outside the world.");
  CHECK(refused(command::PasteClip{clip, {2147483647, -2147483647 - 1}}) == "The clip is outside the world.");
  CHECK(refused(command::PasteClip{nullptr, {0, 0}}) == "There is nothing to paste.");
  CHECK(refused(command::EraseRect{{40, 0}, {50, 9}}) == "The rectangle is outside the world.");
}

}  // namespace repose::test
