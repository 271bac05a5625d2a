#include "repose/picture.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace {
const std::map<char, std::uint8_t> kLegend = {{'.', 0}, {'s', 1}, {'w', 2}, {'#', 3}};
}

TEST_CASE_METHOD(SessionFixture, "a new world is background at step 0, and reset returns to it") {
  done(command::NewWorld{64, 65});
  CHECK(session.width() == 64);
  CHECK(session.height() == 65);
  CHECK(session.step_count() == 0);
  CHECK(session.scene().empty());
  done(command::Paint{RectEdit{{0, 0}, {63, 63}, 1, {}}});
  done(command::Reset{});
  CHECK(count("air") == 64 * 65);
}

TEST_CASE_METHOD(SessionFixture, "sizes out of range are refused with the range") {
  CHECK(refused(command::NewWorld{0, 10}) == "A world of 0 x 10 cells is out of range: a side has 1 to 16384 cells.");
  refused(command::NewWorld{10, 16385});
  refused(command::ResizeWorld{-1, 10});
  refused(command::LoadScene{"mixed", 10, 0, {}});
}

TEST_CASE_METHOD(SessionFixture, "resizing keeps the content at the anchor") {
  const std::vector<std::string> rows = {"s#", "w."};
  const auto resized_rows = [&](int width, int height, command::Anchor anchor) {
    done(command::PutWorld{world_from(rows, kLegend)});
    done(command::ResizeWorld{width, height, anchor});
    return rows_of(session.download(), kLegend);
  };
  using enum command::Anchor;
  CHECK(resized_rows(3, 3, top_left) == std::vector<std::string>{"s#.", "w..", "..."});
  CHECK(resized_rows(3, 3, bottom_right) == std::vector<std::string>{"...", ".s#", ".w."});
  CHECK(resized_rows(4, 4, centre) == std::vector<std::string>{"....", ".s#.", ".w..", "...."});
  CHECK(resized_rows(4, 3, bottom) == std::vector<std::string>{"....", ".s#.", ".w.."});
  CHECK(resized_rows(1, 1, right) == std::vector<std::string>{"#"});
  CHECK(resized_rows(1, 1, bottom_left) == std::vector<std::string>{"w"});
}

TEST_CASE_METHOD(SessionFixture, "resizing keeps the step counter, and reset keeps the new size") {
  done(command::ResizeWorld{50, 60, command::Anchor::bottom});
  CHECK(session.step_count() == 5);
  done(command::Reset{});
  CHECK(session.width() == 50);
  CHECK(session.height() == 60);
  CHECK(session.step_count() == 0);
}

TEST_CASE_METHOD(SessionFixture, "new cells of a world with a density plane have the density of the background") {
  done(command::LoadConfigText{"cell air 0 0 0 0.5\ncell sand 9 9 9 0.9\n", "", command::KeepWorld::by_name});
  REQUIRE(session.solver().state_planes().has(Plane::density));
  done(command::ResizeWorld{60, 30, command::Anchor::left});
  CHECK(session.download().bytes(Plane::density)[59] == 128);
}

TEST_CASE_METHOD(SessionFixture, "reset returns to a world that was put in") {
  const World world = world_from({"s.", "..", "##"}, kLegend);
  done(command::PutWorld{world});
  CHECK(session.download() == world);
  CHECK(session.step_count() == 0);
  done(command::Step{3});
  CHECK(session.download() != world);
  done(command::Reset{});
  CHECK(session.download() == world);
}

TEST_CASE_METHOD(SessionFixture, "a picture saved and loaded is the same world") {
  const TemporaryFolder folder;
  const std::uint64_t before = session.hash();
  done(command::SavePicture{folder / "world.png"});
  done(command::Clear{});
  const CommandResult result = done(command::LoadPicture{folder / "world.png"});
  CHECK(session.hash() == before);
  CHECK(result.message == "Loaded world.png: 40 x 30 pixels");
}

TEST_CASE_METHOD(SessionFixture, "a picture can be centred in a world that keeps its size") {
  const TemporaryFolder folder;
  done(command::PutWorld{world_from({"s"}, kLegend)});
  done(command::SavePicture{folder / "dot.png"});
  done(command::NewWorld{5, 3});
  done(command::LoadPicture{folder / "dot.png", false});
  CHECK(rows_of(session.download(), kLegend) == std::vector<std::string>{".....", "..s..", "....."});
}

TEST_CASE_METHOD(SessionFixture, "the message counts the pixels without an element of their colour") {
  const TemporaryFolder folder;
  REQUIRE(write_png(folder / "odd.png", Picture{2, 1, {0, 0, 0, 190, 180, 110}}));
  const CommandResult result = done(command::LoadPicture{folder / "odd.png"});
  CHECK(result.message == "Loaded odd.png: 2 x 1 pixels; 1 of 2 pixels matched no colour; the nearest was used");
  CHECK(session.download().cell(1, 0) == 1);
}

TEST_CASE_METHOD(SessionFixture, "a picture that cannot be read or written is refused") {
  refused(command::LoadPicture{"/nowhere/world.png"});
  refused(command::SavePicture{"/nowhere/world.png"});
}

TEST_CASE_METHOD(SessionFixture, "a misspelt scene is refused with the nearest name") {
  CHECK(refused(command::LoadScene{"settld", {}, {}, {}}) == "There is no scene 'settld'; did you mean 'settled'?");
}

TEST_CASE_METHOD(SessionFixture, "a scene has its own size and seed unless others are given") {
  done(command::LoadScene{"elements-grid", {}, {}, {}});
  CHECK(session.width() == 100);
  CHECK(session.scene() == "elements-grid");
  done(command::LoadScene{"mixed", 40, 30, 7});
  const std::uint64_t seventh = session.hash();
  done(command::LoadScene{"mixed", 40, 30, {}});
  CHECK(session.hash() == seventh);  // the session's own seed is 7
  done(command::LoadScene{"mixed", 40, 30, 8});
  CHECK(session.hash() != seventh);
}

}  // namespace repose::test
