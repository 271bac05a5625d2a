// A solution of a world of the day has the same verdict on the GPU as on scalar and cpu.
#include "session/daily.hpp"

#include <fmt/format.h>

#include "gl_support.hpp"
#include "gpu_automata.hpp"
#include "repose/session.hpp"
#include "session/challenge.hpp"

namespace repose::test::daily_gpu_test {

TEST_CASE("every backend says the same of a world of the day") {
  REPOSE_NEEDS_GL();
  const Registry registry = registry_with_gpu();
  if (!registry.solver("conserving", Backend::gpu)->available()) REPOSE_SKIP("conserving does not run on this GPU");
  const LoadedRules rules = default_rules();
  Day day = kFirstDay;
  while (day_task(day) != 2) ++day.day;  // a salt lake
  const auto challenge = find_challenge(day_name(day), rules).challenge;
  REQUIRE(challenge);
  const CellBox& lake = challenge->regions.front().box;
  Replay plan;
  REQUIRE(read_plan(fmt::format("challenge {}\nat 0 salt {} {} {} {} size 2\nat 60 salt {} {} {} {} size 2\n",
                                challenge->name, lake.x + 8, lake.y + 2, lake.x + lake.width - 8, lake.y + 2,
                                lake.x + 8, lake.y + 2, lake.x + lake.width - 8, lake.y + 2),
                    "plan", *rules.ruleset, plan));
  const auto verdict = [&](Backend backend) {
    const Verdict judged = judge(registry, plan, challenge, backend, 2);
    return fmt::format("'{}' {} after {} with {}: {} cells", judged.refusal, medal_name(judged.play.medal),
                       judged.play.ended, judged.play.matter, judged.play.goals.front().cells);
  };
  const std::string expected = verdict(Backend::scalar);
  CHECK(expected.starts_with("'' "));
  CHECK(verdict(Backend::cpu) == expected);
  CHECK(verdict(Backend::gpu) == expected);
}

}  // namespace repose::test::daily_gpu_test
