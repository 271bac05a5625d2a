#include "cli_support.hpp"

namespace repose::test {

namespace {
const std::string kPond = R"(challenge Pond
text Fill the pond.
world 64 48
cup stone 10 20 50 47 3
region pond 13 20 47 44
allow water 400
goal at least 100 water in pond
medal gold matter 120
)";
const std::string kSolution = "challenge pond\nat 0 water 30 10 size 12\n";
}  // namespace

TEST_CASE_METHOD(Cli, "judge prints the goals and the medal of a solution, written by hand or recorded") {
  write("pond.challenge", kPond);
  write("a.solution", kSolution);
  const Outcome text = fine("judge @a.solution --challenge @pond.challenge --replay-out @a.replay");
  CHECK(text.out.starts_with("goal at least 100 water in pond: "));
  CHECK(text.out.find("Pond: gold with 112 cells, 1 strokes, ") != std::string::npos);
  const Outcome again = fine("judge @a.replay --challenge @pond.challenge");
  CHECK(again.out == text.out);
  CHECK(fine("judge @a.replay --challenge @pond.challenge --backend scalar").out == text.out);
  if (why_no_gpu("conserving").empty())
    CHECK(fine("judge @a.replay --challenge @pond.challenge --backend gpu").out == text.out);
  const Json json = fine("judge @a.replay --challenge @pond.challenge --json").json();
  CHECK(json["solved"] == true);
  CHECK(json["medal"] == "gold");
  CHECK(json["matter"] == 112);
}

TEST_CASE_METHOD(Cli, "judge ends with code 1 and names what is wrong") {
  write("pond.challenge", kPond);
  write("a.solution", "challenge pond\nat 0 sand 30 10 size 12\n");
  const Outcome sand = call("judge @a.solution --challenge @pond.challenge");
  CHECK(sand.code == 1);
  CHECK(sand.err.find("At step 0: This challenge has to do without sand.") != std::string::npos);
  write("a.solution", "challenge pond\nat 0 water 30 10 size 4\n");
  const Outcome little = call("judge @a.solution --challenge @pond.challenge");
  CHECK(little.code == 1);
  CHECK(little.err.find("Not reached: at least 100 water in pond") != std::string::npos);
  write("a.solution", "challenge ../../etc/passwd\n");
  const Outcome unknown = call("judge @a.solution");
  CHECK(unknown.code == 1);
  CHECK(unknown.err.find("there is no challenge '../../etc/passwd'") != std::string::npos);
  write("a.solution", "challenge pond\nat noon water 3 3\n");
  CHECK(call("judge @a.solution").code == 2);
  fine("run --scene valley --size 20x10 --steps 1 --world-out @a.repose");
  const Outcome world = call("judge @a.repose");
  CHECK(world.code == 2);
  CHECK(world.err.find("neither a replay nor a solution") != std::string::npos);
}

TEST_CASE_METHOD(Cli, "check reads challenges too") {
  write("pond.challenge", kPond);
  CHECK(fine("check @pond.challenge").out ==
        path("pond.challenge") + ": challenge, 1 goal, 1 element; 0 errors, 0 warnings\n");
  write("bad.challenge", kPond + "goal no watr\n");
  const Outcome bad = call("check @bad.challenge");
  CHECK(bad.code == 1);
  CHECK(bad.out.find(":9:9: error: unknown element 'watr' (did you mean 'water'?)") != std::string::npos);
}

}  // namespace repose::test
