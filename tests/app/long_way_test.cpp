// Replays whose steps take long: the window stays responsive, shows progress, and Escape leaves.
#include "density_world.hpp"
#include "driver.hpp"
#include "repose/replay.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::TemporaryFolder;

namespace fs = std::filesystem;

namespace {

constexpr double kPatience = 0.01;  // seconds

AppOptions impatient() {
  AppOptions options;
  options.patience_seconds = kPatience;
  options.threads = 1;
  return options;
}

// Some sand in a world of this size, with a lead and steps after it.
void write_replay_of(const fs::path& file, int width, int height, std::uint64_t lead, std::uint64_t steps) {
  const LoadedRules rules = test::density_world();
  ReplaySegment segment;
  segment.rules = std::make_shared<const ReplayRules>(ReplayRules{rules.ruleset->title, rules.ruleset->text});
  segment.world = segment.origin = std::make_shared<const World>(width, height);
  segment.run.automaton = "conserving";
  segment.lead = lead;
  segment.steps = steps;
  segment.inputs = {{0, Edit(RectEdit{{0, 0}, {width / 2, height / 2}, 1, {}})}};
  // Painted again and again, because a world at rest costs almost nothing.
  for (std::uint64_t step = 1; step < lead + steps; step += step < lead ? 1 : 49)
    segment.inputs.push_back({step, Edit(RectEdit{{0, 0}, {width, height}, std::uint8_t(step % 3), {}})});
  Replay replay;
  replay.segments = {segment};
  REQUIRE(write_replay(file, replay).ok());
}

std::uint64_t played(const fs::path& file, std::uint64_t position) {
  const Registry registry = make_registry();
  Session session(registry, test::density_world(), {.threads = 1});
  REQUIRE(session.execute(command::LoadReplay{file}).ok);
  REQUIRE(session.execute(command::Step{position}).ok);
  return session.hash();
}

}  // namespace

TEST_CASE("a replay with a long lead shows progress, and Escape keeps the world from before") {
  TemporaryFolder folder;
  write_replay_of(folder / "a.replay", 300, 200, 20'000, 10);
  Driver d(impatient());
  d.empty_world(64, 64);
  const std::uint64_t before = d.session().hash();
  d.drop(folder / "a.replay");
  d.frames(2);
  REQUIRE(d.session().under_way());
  d.frames(27);
  CHECK(landmarks().find("way/progress").has_value());
  CHECK(d.session().way().done > 0);
  const std::uint64_t done = d.session().way().done;
  d.key(SDLK_SPACE);  // no key but Escape reaches the app
  d.frames(2);
  CHECK(d.session().way().done > done);
  d.key(SDLK_ESCAPE);
  d.frames(3);
  CHECK_FALSE(d.session().under_way());
  CHECK_FALSE(landmarks().find("way/progress").has_value());
  CHECK(d.session().hash() == before);
  CHECK(d.session().width() == 64);
  CHECK(d.message() == "The replay was not opened. The world is as it was before.");
  CHECK_FALSE(d.desk().files.replays.showing());
}

TEST_CASE("a replay with a long lead opens after some frames, and plays") {
  TemporaryFolder folder;
  write_replay_of(folder / "a.replay", 60, 40, 1'000, 300);
  Driver d(impatient());
  d.empty_world(64, 64);
  d.drop(folder / "a.replay");
  for (int i = 0; i < 2'000 && !d.desk().files.replays.showing(); ++i) d.pass(1);
  REQUIRE(d.desk().files.replays.showing());
  CHECK(d.desk().simulation.playing());
  CHECK(d.session().width() == 60);
  d.desk().simulation.set_playing(false);
  d.frames(1);
  CHECK(d.session().hash() == played(folder / "a.replay", d.session().timeline().now));
}

TEST_CASE("going far along a time line that was left to itself can be stopped, and another command ends it") {
  TemporaryFolder folder;
  write_replay_of(folder / "a.replay", 300, 200, 0, 100'000);
  Driver d(impatient());
  d.drop(folder / "a.replay");
  d.frames(3);
  d.desk().simulation.set_playing(false);
  d.desk().files.replays.leave();  // the rest of it stays on the time line
  d.frames(1);
  const std::uint64_t here = d.session().hash(), now = d.session().timeline().now;
  d.desk().simulation.seek(90'000);
  CHECK(d.session().under_way());
  d.frames(5);
  CHECK(d.session().under_way());
  CHECK(d.desk().simulation.leave_way());
  CHECK(d.session().hash() == here);
  CHECK(d.session().timeline().now == now);

  d.desk().simulation.seek(90'000);
  REQUIRE(d.session().under_way());
  REQUIRE(d.desk().simulation.execute(command::Clear{}).ok);
  CHECK_FALSE(d.session().under_way());
  d.key(SDLK_z, KMOD_LCTRL);
  CHECK(d.session().hash() == here);
}

TEST_CASE("the app starts with a replay whose first moment is far away, and can be closed before it is there") {
  TemporaryFolder folder;
  write_replay_of(folder / "a.replay", 300, 200, 20'000, 10);
  AppOptions options = impatient();
  options.world = folder / "a.replay";
  options.state_folder = folder / "state";
  Driver d(options);
  CHECK(d.session().under_way());
  d.app().quit();
  CHECK_FALSE(d.app().running());
}
