// Signs: commands, undo, files and replays, and what becomes of them when the world changes.
#include "repose/replay.hpp"
#include "repose/world_file.hpp"
#include "session/parts.hpp"
#include "session/run_state.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace {

using command::SetSign;

struct SignFixture : SessionFixture {
  const Signs& signs() const { return session.state().signs; }
  Sign only() const {
    REQUIRE(signs().size() == 1);
    return signs().front();
  }
};

}  // namespace

TEST_CASE_METHOD(SignFixture, "a sign is written, changed, moved and removed, and never touches the world") {
  const std::uint64_t hash = session.hash();
  done(SetSign{{3, 4}, "  the cup \n"});
  CHECK(only() == Sign{{3, 4}, "the cup"});
  done(SetSign{{3, 4}, "the bowl"});
  done(SetSign{{9, 2}, {}, CellPoint{3, 4}});
  CHECK(only() == Sign{{9, 2}, "the bowl"});
  done(SetSign{{1, 1}, "other"});
  CHECK(refused(SetSign{{1, 1}, {}, CellPoint{9, 2}}) == "Another sign stands there.");
  CHECK(refused(SetSign{{5, 5}}) == "There is no sign.");
  CHECK(refused(SetSign{{6, 6}, "x", CellPoint{5, 5}}) == "There is no sign.");
  CHECK(refused(SetSign{{40, 5}, "outside"}) == "A sign stands on a cell of the world.");
  done(SetSign{{1, 1}});
  CHECK(only().text == "the bowl");
  CHECK(session.hash() == hash);
  for (int i = 0; i < static_cast<int>(kSignsMax) - 1; ++i) done(SetSign{{i % 40, 10 + i / 40}, "x"});
  CHECK(refused(SetSign{{0, 29}, "one too many"}) == "A world has 64 signs at most.");
}

TEST_CASE("the text of a sign is short, and can be shown") {
  CHECK(sign_text("a\tb\x01\xff") == "a b??");
  CHECK(sign_text(" \n ").empty());
  CHECK(sign_text("\xe6\xb0\xb4").size() == 3);
  CHECK(sign_text(std::string(1000, 'x')).size() == kSignBytesMax);
  CHECK(sign_text(std::string(kSignBytesMax - 1, 'x') + "\xc3\xa9").size() == kSignBytesMax - 1);
}

TEST_CASE_METHOD(SignFixture, "undo, redo and rewinding take signs along; their titles say what was done") {
  session.keep_history(HistoryLimits{.keyframe_steps = 4});
  step(6);
  done(SetSign{{3, 4}, "a"});
  CHECK(session.history().undo_title == "Write a sign");
  done(SetSign{{3, 4}, "a"});  // changes nothing
  done(command::Undo{});
  CHECK(signs().empty());
  done(command::Redo{});
  step(9);
  const std::uint64_t position = session.timeline().now;
  done(SetSign{{8, 8}, {}, CellPoint{3, 4}});
  CHECK(session.history().undo_title == "Move a sign");
  step(9);
  const std::uint64_t hash = session.hash();
  done(SetSign{{8, 8}});
  CHECK(session.history().undo_title == "Remove a sign");
  done(command::SeekTime{position - 1});
  CHECK(only().at == CellPoint{3, 4});
  step(10);
  CHECK(signs().empty());
  CHECK(session.hash() == hash);
  done(command::Undo{});
  CHECK(only().at == CellPoint{8, 8});
}

TEST_CASE_METHOD(SignFixture, "signs go with the world: Reset keeps them, another world and Clear have none") {
  done(SetSign{{3, 4}, "a"});
  done(command::Reset{});
  CHECK(only().at == CellPoint{3, 4});
  done(command::TurnWorld{command::Turn::right});  // 40 x 30 cells
  CHECK(only().at == CellPoint{25, 3});
  done(command::TurnWorld{command::Turn::left});
  CHECK(only().at == CellPoint{3, 4});
  done(command::TurnWorld{command::Turn::half});
  CHECK(only().at == CellPoint{36, 25});
  done(command::ResizeWorld{50, 40, command::Anchor::bottom_right});
  CHECK(only().at == CellPoint{46, 35});
  done(command::ResizeWorld{20, 20, command::Anchor::top_left});  // cuts it off
  CHECK(signs().empty());
  for (const Command& other : {Command(command::NewWorld{30, 20}), Command(command::Clear{}),
                               Command(command::LoadScene{"mixed", 20, 20, {}})}) {
    done(SetSign{{1, 1}, "a"});
    done(other);
    CHECK(signs().empty());
  }
}

TEST_CASE_METHOD(SignFixture, "world files and replays hold signs") {
  const TemporaryFolder folder;
  session.keep_history(HistoryLimits{.keyframe_steps = 4});
  done(SetSign{{3, 4}, "caf\xc3\xa9 \"{element}\""});
  step(4);
  done(command::SaveWorld{folder / "a.repose"});
  done(SetSign{{7, 7}, {}, CellPoint{3, 4}});
  step(9);
  done(SetSign{{0, 0}, "last"});
  const Signs saved = signs();
  done(command::SaveReplay{folder / "a.replay"});
  done(command::SaveReplay{folder / "a.png", {}, true});

  done(command::LoadWorld{folder / "a.repose"});
  CHECK(only() == Sign{{3, 4}, "caf\xc3\xa9 \"{element}\""});
  for (const char* name : {"a.replay", "a.png"}) {
    done(command::LoadReplay{folder / name});
    step(session.timeline().newest - session.timeline().now);
    CHECK(signs() == saved);
  }
}

TEST_CASE("signs of a file that are impossible refuse it") {
  using nlohmann::json;
  const auto read = [](const char* text) { return read_signs(json::parse(text), 20, 10); };
  CHECK(read("{}").empty());
  CHECK(read(R"({"signs":[[19,9,"a"],[0,0," b\n"]]})") == Signs{{{19, 9}, "a"}, {{0, 0}, "b"}});
  for (const char* bad :
       {R"({"signs":[[20,0,"a"]]})", R"({"signs":[[-1,0,"a"]]})", R"({"signs":[[0,0,"a"],[0,0,"b"]]})",
        R"({"signs":[[0,0," "]]})", R"({"signs":[[1e300,0,"a"]]})"})
    CHECK_THROWS_AS(read(bad), Unsound);
  for (const char* bad : {R"({"signs":[[0,0]]})", R"({"signs":[[0,0,7]]})", R"({"signs":3})", R"({"signs":{"a":1}})"})
    CHECK_THROWS(read(bad));
  json many;
  for (int i = 0; i <= static_cast<int>(kSignsMax); ++i) many["signs"].push_back({i % 20, i / 20, "a"});
  CHECK_THROWS_AS(read_signs(many, 20, 10), Unsound);
}

}  // namespace repose::test
