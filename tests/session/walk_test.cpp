// Scenes that act while they run, and bodies as commands.
#include "repose/scene.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace {

struct Beach : TestSession {
  Beach() : TestSession(share_rules(read_config(kSmallRules, "").ruleset.value()), {.threads = 1}) {
    done(command::LoadScene{"footprints", 160, 100, std::nullopt, true});
    REQUIRE(session.automaton() == "sandpile");
  }
  std::uint64_t hash_after(std::uint64_t steps) {
    done(command::Step{steps});
    return session.hash();
  }
};

std::int64_t sum_of(const World& world, Plane plane) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; world.has(plane) && i < world.cell_count(); ++i) sum += amount_at(world, plane, i);
  return sum;
}
std::int64_t sand_in(const World& world) { return sum_of(world, Plane::height) + sum_of(world, Plane::packed); }

constexpr std::uint64_t kWhile = 211;  // steps: some strides

}  // namespace

TEST_CASE(
    "Footprints walks: at first the beach is smooth, then prints appear one after the other, and no sand is lost") {
  Beach beach;
  const World before = beach.session.download();
  beach.done(command::Step{kWhile});
  const World after = beach.session.download();
  CHECK(sand_in(after) == sand_in(before));
  CHECK_FALSE(before.has(Plane::packed));
  CHECK(sum_of(after, Plane::packed) > 0);
  const auto deepest_packed_in = [](const World& world, int row_begin, int row_end) {
    std::int32_t most = 0;
    for (int y = row_begin; y < row_end; ++y) {
      for (int x = 0; x < world.width(); ++x) most = std::max(most, amount_at(world, Plane::packed, world.index(x, y)));
    }
    return most;
  };
  CHECK(deepest_packed_in(after, 0, 48) > 0);     // wet
  CHECK(deepest_packed_in(after, 56, 100) == 0);  // dry
  beach.done(command::Step{kWhile});
  CHECK(sum_of(beach.session.download(), Plane::packed) > sum_of(after, Plane::packed));
}

TEST_CASE("a walk is the same in one step at a time, after undo, after rewinding and after Reset") {
  Beach all_at_once;
  const std::uint64_t expected = all_at_once.hash_after(kWhile);
  Beach beach;
  beach.session.keep_history(HistoryLimits{});
  for (std::uint64_t i = 0; i < kWhile; ++i) beach.done(command::Step{1});
  CHECK(beach.session.hash() == expected);
  beach.done(command::SeekTime{beach.session.timeline().newest - 100});
  CHECK(beach.hash_after(100) == expected);
  beach.done(command::Paint{RectEdit{{5, 5}, {30, 30}, 1, {}}});
  beach.done(command::Step{50});
  beach.done(command::Undo{});
  CHECK(beach.session.hash() == expected);
  beach.done(command::Reset{});
  CHECK(beach.hash_after(kWhile) == expected);
}

TEST_CASE("a walk goes on in world files and replays") {
  const TemporaryFolder folder;
  Beach beach;
  beach.session.keep_history(HistoryLimits{});
  beach.done(command::Step{100});
  beach.done(command::SaveWorld{folder.path() / "a.repose"});
  const std::uint64_t expected = beach.hash_after(kWhile);
  beach.done(command::SaveReplay{folder.path() / "a.replay"});
  Beach other;
  other.done(command::LoadWorld{folder.path() / "a.repose"});
  CHECK(other.hash_after(kWhile) == expected);
  other.done(command::LoadReplay{folder.path() / "a.replay"});
  other.done(command::Step{other.session.timeline().newest - other.session.timeline().now});
  CHECK(other.session.hash() == expected);
}

TEST_CASE("a walk in the background is the same, and another world ends it") {
  Beach expected, beach;
  for (int i = 0; i < 40; ++i) {
    if (!beach.session.begin_steps(5)) beach.done(command::Step{5});
    beach.session.solver();  // waits
  }
  CHECK(beach.session.hash() == expected.hash_after(200));
  beach.done(command::NewWorld{64, 40});
  beach.done(command::Step{50});
  CHECK_FALSE(beach.session.download().has(Plane::packed));
  CHECK(sum_of(beach.session.download(), Plane::height) == 0);
}

TEST_CASE("dragging a body is one operation, which undo takes back, and other automata say why they have none") {
  Beach beach;
  beach.session.keep_history(HistoryLimits{});
  beach.done(command::NewWorld{80, 60});
  beach.done(command::Paint{RectEdit{{0, 0}, {79, 59}, 1, {}}});
  const std::uint64_t flat = beach.session.hash();
  BodyEdit ball{{20, 30}, {30, 30}, BodyShape::ball, 16, 3 * kHeightOne, 0, false};
  for (const bool continues : {false, true}) {
    beach.done(command::Paint{ball, continues});
    ball.from = ball.to;
    ball.to.x += 10;
  }
  CHECK(beach.session.history().undo_title == "Press");
  CHECK(beach.session.hash() != flat);
  beach.done(command::Undo{});
  CHECK(beach.session.hash() == flat);
  beach.done(command::SwitchSolver{"conserving", Backend::cpu, true});
  const CommandResult refused = beach.session.execute(command::Paint{ball});
  CHECK_FALSE(refused.ok);
  CHECK(refused.message == "Only sandpile has heights into which a body can be pressed.");
}

}  // namespace repose::test
