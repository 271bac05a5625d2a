// Challenges: what the reader says, what counts, what is allowed, and which solutions a judge refuses.
#include "session/challenge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>

#include "repose/paths.hpp"
#include "session/run_state.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace {

const LoadedRules& rules() {
  static const LoadedRules loaded = default_rules();
  return loaded;
}

const std::string kPond = R"(challenge Pond
row 1
text Fill the pond.
world 64 48
fill stone 0 40 63 47
cup stone 10 20 50 42 3
region pond 13 20 47 39
allow water 400
goal at least 100 water in pond
medal silver matter 200
medal gold matter 120 strokes 1
)";

std::shared_ptr<const Challenge> challenge(const std::string& text, const std::string& name = "pond.challenge") {
  const ChallengeResult read = read_challenge(text, name, rules());
  for (const Diagnostic& d : read.diagnostics) INFO(format(d));
  REQUIRE(read.challenge);
  return read.challenge;
}

// A session in which a challenge runs.
struct Played {
  explicit Played(const std::string& text = kPond, Backend backend = Backend::cpu)
      : registry(make_registry()), session(registry, rules(), {.threads = 1}) {
    session.keep_history(HistoryLimits{.keyframe_steps = 8});
    must(command::StartChallenge{challenge(text)});
    must(command::SwitchSolver{"conserving", backend});
  }
  void must(const Command& command) {
    const CommandResult result = session.execute(command);
    INFO(result.message);
    REQUIRE(result.ok);
  }
  std::string refused(const Command& command) {
    const CommandResult result = session.execute(command);
    CHECK_FALSE(result.ok);
    return result.message;
  }
  std::uint8_t element(std::string_view name) const { return *session.ruleset().find(name); }
  command::Paint dab(std::string_view name, int x, int y, int size) const {
    return {StrokeEdit{{x, y}, {x, y}, size, BrushShape::round, element(name), {}}, false, {}};
  }
  const ChallengePlay& play() const { return session.state().play; }
  bool solved() const { return play().state == ChallengePlay::State::solved; }
  bool lost() const { return play().state == ChallengePlay::State::lost; }

  Registry registry;
  Session session;
};

// A solution of kPond.
Replay solution(Played& played) {
  played.must(played.dab("water", 30, 10, 12));
  played.must(command::Step{160});
  REQUIRE(played.solved());
  return solution_of(played.session.state());
}

std::string judged(const Replay& replay) {
  const Registry registry = make_registry();
  return judge(registry, replay, challenge(kPond), Backend::cpu, 1).refusal;
}

}  // namespace

TEST_CASE("a challenge says what it is about") {
  const auto pond = challenge(kPond);
  CHECK(pond->name == "pond");
  CHECK(pond->title == "Pond");
  CHECK(pond->text == "Fill the pond.");
  CHECK(pond->start.width() == 64);
  CHECK(pond->rules->elements[pond->start.cell(10, 20)].name == "stone");
  CHECK(pond->start.cell(30, 30) == 0);
  REQUIRE(pond->goals.size() == 1);
  CHECK(pond->goals[0].amount == 100);
  CHECK(pond->goals[0].where == CellBox{13, 20, 35, 20});
  CHECK(pond->gold->strokes == 1u);
}

TEST_CASE("mistakes in a challenge are told with their place and what was probably meant") {
  struct Mistake {
    std::string line, message, hint;
    int column;
  };
  const Mistake mistakes[] = {
      {"goel no fire", "unknown word 'goel'", "did you mean 'goal'?", 1},
      {"fill watr 1 1 2 2", "unknown element 'watr'", "did you mean 'water'?", 6},
      {"goal no fires in pnd", "unknown region 'pnd'", "did you mean 'pond'?", 18},
      {"goal at lest 4 water", "unknown word 'lest'", "did you mean 'least'?", 9},
      {"allow sand many", "the amount must be a whole number from 1 to 10000000, but is 'many'", "", 12},
      {"fill sand 9 9 3 3", "a rectangle is X0 Y0 X1 Y1: its upper left cell, its lower right one", "", 17},
      {"fill sand 9 9", "a column is missing", "", 14},
      {"allow water 3", "this is allowed already", "", 13},
      {"medal god matter 3", "unknown medal 'god'", "did you mean 'gold'?", 7},
      {"scene vally", "unknown scene 'vally'", "did you mean 'valley'?", 7},
      {"goal within 0 s", "a time must be a number of seconds up to 1200, but is '0'", "", 13},
      {"sign in pnd deep", "unknown region 'pnd'", "did you mean 'pond'?", 9},
      {"sign 64 9 far", "the sign is outside of the world", "", 9},
      {"sign 9 9", "the text of the sign is missing", "", 9},
      {"sgn 9 9 near", "unknown word 'sgn'", "did you mean 'sign'?", 1},
      {"sign 9 9 " + std::string(201, 'x'), "the text of a sign has 200 bytes at most, but this one has 201", "", 10},
      {"row 5", "the row must be a whole number from 1 to 4, but is '5'", "", 5},
  };
  for (const Mistake& mistake : mistakes) {
    INFO(mistake.line);
    const ChallengeResult read = read_challenge(kPond + mistake.line + "\n", "a.challenge", rules());
    CHECK_FALSE(read.challenge);
    REQUIRE(read.diagnostics.size() == 1);
    CHECK(read.diagnostics[0].message == mistake.message);
    CHECK(read.diagnostics[0].hint == mistake.hint);
    CHECK(read.diagnostics[0].line == 12);
    CHECK(read.diagnostics[0].column == mistake.column);
  }
  CHECK_FALSE(read_challenge("challenge Nothing to do\n", "a.challenge", rules()).challenge);
  CHECK_FALSE(read_challenge("", "a.challenge", rules()).challenge);
}

TEST_CASE("the signs of a challenge stand in its world, and a person may move them") {
  Played played(kPond + "sign 9 8 Rain falls here\nsign in pond {element}\n");
  const Signs& signs = played.session.state().signs;
  CHECK(signs == Signs{{{9, 8}, "Rain falls here"}, {{30, 30}, "{element}"}});
  played.must(command::SetSign{{9, 9}, "", CellPoint{9, 8}});
  CHECK(judge(played.registry, solution(played),
              challenge(kPond + "sign 9 8 Rain falls here\nsign in pond {element}\n"), Backend::cpu, 1)
            .refusal.empty());
  played.must(command::Reset{});
  CHECK(signs.size() == 2);
  played.must(command::EndChallenge{});
  CHECK(signs.size() == 2);
  CHECK(challenge(kPond)->start == challenge(kPond + "sign 1 1 a\n")->start);
}

TEST_CASE("a goal is reached by what was painted, and the medal depends on how much that was") {
  Played played;
  solution(played);
  CHECK(played.play().medal == Medal::gold);
  CHECK(played.play().matter == 112);
  CHECK(played.play().strokes == 1);
  CHECK(played.play().goals[0].cells >= 100);
}

TEST_CASE("every backend counts the same, whatever the steps are taken in") {
  const auto progress = [](Backend backend, std::uint64_t at_once) {
    Played played(kPond, backend);
    played.must(played.dab("water", 30, 10, 9));
    for (std::uint64_t step = 0; step < 240; step += at_once) played.must(command::Step{at_once});
    played.must(played.dab("water", 24, 6, 9));
    played.must(command::Step{240});
    const ChallengePlay& play = played.play();
    return fmt::format("{} {} {} {} {}", play.ended, play.matter, play.goals[0].cells, medal_name(play.medal),
                       played.session.hash());
  };
  const std::string expected = progress(Backend::scalar, 1);
  CHECK(progress(Backend::scalar, 24) == expected);
  CHECK(progress(Backend::cpu, 1) == expected);
  CHECK(progress(Backend::cpu, 240) == expected);
}

TEST_CASE("only what is allowed can be painted, over air, and no more than that") {
  Played played;
  CHECK(played.refused(played.dab("sand", 30, 10, 3)) == "This challenge has to do without sand.");
  CHECK(played.refused(played.dab("air", 30, 30, 3)) == "Erasing is not a part of this challenge.");
  played.must(played.dab("water", 11, 30, 5));  // over the wall of the cup
  CHECK(played.session.download().cell(11, 30) == played.element("stone"));
  const std::uint64_t used = played.play().matter;
  CHECK(used > 0);
  played.must(command::Paint{RectEdit{{0, 0}, {63, 15}, played.element("water"), {}}, false, {}});
  CHECK(played.play().matter == 400);
  CHECK(played.play().cut == 1);
  CHECK(played.refused(played.dab("water", 30, 18, 3)) == "The water is used up.");
  for (const Command& command : std::initializer_list<Command>{
           command::Clear{}, command::ResizeWorld{9, 9, {}}, command::TurnWorld{}, command::EraseRect{{1, 1}, {9, 9}},
           command::Shake{}, command::SetParameter{"side_borders", 1}}) {
    CHECK(played.refused(command) == "Not in a challenge. Leave it first, to play freely.");
  }
}

TEST_CASE("undo, rewinding and reset take progress back with the world") {
  Played played;
  played.must(played.dab("water", 30, 10, 9));
  const std::uint64_t used = played.play().matter;
  played.must(command::Step{40});
  played.must(played.dab("water", 20, 10, 5));
  CHECK(played.play().matter > used);
  played.must(command::Undo{});
  CHECK(played.play().matter == used);
  CHECK(played.play().inputs().size() == 1);
  played.must(command::SeekTime{played.session.timeline().oldest});
  played.must(command::Step{20});
  CHECK(played.play().inputs().size() <= 1);
  played.must(command::Reset{});
  CHECK(played.play().matter == 0);
  CHECK(played.play().inputs().empty());
  REQUIRE(played.session.state().origin.challenge);
  solution(played);
}

TEST_CASE("another world, other rules or another automaton end a challenge, and undo returns to it") {
  const Command others[] = {command::NewWorld{40, 40}, command::LoadConfigText{kSmallRules, "", {}},
                            command::SwitchSolver{"density", Backend::cpu, true}, command::EndChallenge{}};
  for (const Command& other : others) {
    Played played;
    played.must(other);
    CHECK_FALSE(played.session.state().origin.challenge);
    played.must(command::Undo{});
    CHECK(played.session.state().origin.challenge);
  }
}

TEST_CASE("what must be kept is lost for good, and what must last needs its time") {
  Played burnt(kPond + "fill wood 55 30 57 39\nallow fire 50\ngoal keep 20 wood\n");
  burnt.must(burnt.dab("fire", 53, 36, 5));
  burnt.must(command::Step{1500});
  CHECK(burnt.lost());
  burnt.must(burnt.dab("water", 30, 10, 12));
  burnt.must(command::Step{160});
  CHECK(burnt.lost());

  Played late(kPond + "goal within 1 s\n");
  late.must(command::Step{128});
  CHECK(late.lost());

  Played held(kPond + "goal at most 10 sand for 2 s\n");
  held.must(held.dab("water", 30, 10, 12));
  held.must(command::Step{240});
  CHECK_FALSE(held.solved());
  held.must(command::Step{32});
  CHECK(held.solved());
}

TEST_CASE("a goal of fewer cells begins at nothing and is as far as cells have gone") {
  Played played(
      "challenge Dig\nrow 1\ntext Dig.\nworld 64 48\nfill stone 0 40 63 47\nfill sand 0 38 49 39\n"
      "allow erase\ngoal at most 40 sand\n");
  const auto share = [&] {
    played.must(command::Step{24});
    const ChallengePlay& play = played.play();
    return play.share(played.session.state().origin.challenge->goals[0], play.goals.at(0), 0);
  };
  CHECK(share() == 0);
  played.must(command::Paint{RectEdit{{0, 38}, {14, 39}, 0, {}}, false, {}});
  CHECK(share() == 0.5);
  played.must(command::Paint{RectEdit{{15, 38}, {44, 39}, 0, {}}, false, {}});
  CHECK(share() == 1);
  CHECK(played.solved());
}

TEST_CASE("a saved solution is judged as what it is") {
  Played played;
  const Replay replay = solution(played);
  CHECK(judged(replay).empty());
  Replay read;
  REQUIRE(decode_replay(encode_replay(replay), "a.replay", read));
  REQUIRE(read.challenge);
  CHECK(read.challenge->name == "pond");
  CHECK(judged(read).empty());
}

TEST_CASE("cheats are refused by name") {
  Played played;
  const Replay honest = solution(played);
  const auto refusal = [&](const std::function<void(Replay&)>& cheat) {
    Replay replay = honest;
    cheat(replay);
    const std::string text = judged(replay);
    CHECK_FALSE(text.empty());
    return text;
  };
  const auto edit = [&](Edit what) {
    return [&, what](Replay& r) { r.segments[0].inputs.insert(r.segments[0].inputs.begin(), {0, what}); };
  };
  const std::uint8_t sand = played.element("sand"), water = played.element("water");
  CHECK(refusal([](Replay& r) { r.challenge.reset(); }) == "It is not a solution: it names no challenge.");
  CHECK(refusal([](Replay& r) { r.challenge->name = "lake"; }) == "It is for another challenge, 'lake'.");
  CHECK(refusal([](Replay& r) { ++r.challenge->text_hash; }) == "It is for another version of this challenge.");
  CHECK(refusal([](Replay& r) { r.challenge->medal = "silver"; }).starts_with("It claims silver"));
  CHECK(refusal([](Replay& r) { r.challenge->matter -= 12; }).starts_with("It claims gold"));
  CHECK(refusal([](Replay& r) { r.challenge->steps -= 16; }).starts_with("It claims gold"));
  CHECK(refusal([](Replay& r) { r.segments[0].lead = 16; }) == "It brings worlds of its own.");
  CHECK(refusal([](Replay& r) { r.segments.push_back(r.segments[0]); }).starts_with("It was not played in one go"));
  CHECK(refusal([&](Replay& r) {
          World full = *r.segments[0].world;
          for (int x = 13; x < 40; ++x) full.cell(x, 39) = water;
          r.segments[0].world = std::make_shared<const World>(std::move(full));
        }) == "Its world is not the one of the challenge.");
  CHECK(refusal([](Replay& r) { r.segments[0].inputs.clear(); }).starts_with("Not reached: at least 100 water"));
  CHECK(refusal(edit(RectEdit{{20, 1}, {30, 9}, sand, {}})) == "At step 0: This challenge has to do without sand.");
  CHECK(refusal(edit(RectEdit{{0, 0}, {63, 19}, water, {}})) == "At step 0: it uses more than the challenge allows.");
  CHECK(refusal([](Replay& r) {
          r.segments[0].inputs.insert(r.segments[0].inputs.begin(), {0, ParameterInput{"wind_down", 1}});
        }) == "At step 0: it changes a parameter.");
  PushEdit push;
  push.dx = 1;
  CHECK(refusal(edit(push)) == "At step 0: This challenge has to do without wind.");
  for (int i = 0; i < 200; ++i) {
    std::vector<std::byte> bytes = encode_replay(honest);
    bytes[static_cast<std::size_t>(i) * 7919 % bytes.size()] ^= std::byte{1} << (i % 8);
    Replay damaged;
    CAPTURE(i, bytes.size());
    // A few bits of what zstd writes have no meaning: then the replay is the same.
    if (decode_replay(bytes, "a.replay", damaged) && encode_replay(damaged) != encode_replay(honest))
      CHECK_FALSE(judged(damaged).empty());
  }
}

TEST_CASE("every shipped challenge is sound and has two solutions") {
  const auto folder = find_data("configs/challenges");
  REQUIRE(folder);
  const Registry registry = make_registry();
  std::array<int, kChallengeRows + 1> rows{};
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    INFO(entry.path().string());
    const ChallengeResult read = read_challenge_file(entry.path(), rules());
    for (const Diagnostic& d : read.diagnostics) FAIL_CHECK(format(d));
    REQUIRE(read.challenge);
    ++rows[static_cast<std::size_t>(read.challenge->row)];
    CHECK(read.challenge->gold);
    const auto verdict_of = [&](std::string_view which) {
      Replay plan;
      const std::string file =
          fmt::format("{}/challenges/{}{}.solution", REPOSE_TEST_DATA, read.challenge->name, which);
      const Status status = read_plan(read_text(file), file, *rules().ruleset, plan);
      INFO(status.message());
      REQUIRE(status);
      Verdict verdict = judge(registry, plan, read.challenge, Backend::cpu, 1);
      INFO(file);
      INFO(verdict.refusal);
      CHECK(verdict.refusal.empty());
      return verdict;
    };
    const Verdict first = verdict_of(""), second = verdict_of("-2");
    // One of the two shows that gold is in reach.
    CHECK(std::max(first.play.medal, second.play.medal) == Medal::gold);
    // What was recorded is judged in the same way; for one of them, as it takes the time once more.
    CHECK(judge(registry, first.solution, read.challenge, Backend::cpu, 1).refusal.empty());
  }
  for (int row = 1; row <= kChallengeRows; ++row) CHECK(rows[static_cast<std::size_t>(row)] >= 3);
}

}  // namespace repose::test
