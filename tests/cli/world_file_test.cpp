#include "cli_support.hpp"

namespace repose::test {

namespace {
// The size of a world in which steps of this automaton are quick.
std::string start_of(const std::string& automaton) {
  return "run --automaton " + automaton + " --scene mixed --size 65x40 --seed 5 --first-bias right";
}
}  // namespace

TEST_CASE_METHOD(Cli,
                 "a run split in two by a world file ends with the hash of the whole, on every backend and automaton") {
  const Json solvers = fine("solvers --json").json();
  for (const Json& row : solvers["solvers"]) {
    if (!row["available"]) continue;
    const std::string automaton = row["automaton"], backend = row["backend"];
    CAPTURE(automaton, backend);
    const std::string rest = backend == "gpu" ? "cpu" : backend;  // a start on the gpu takes as long as ten others
    const std::string whole = fine(start_of(automaton) + " --backend " + rest + " --steps 31 --hash").out;
    fine(start_of(automaton) + " --backend " + backend + " --steps 14 --world-out @half.repose");
    CHECK(fine("run --world-in @half.repose --backend " + rest + " --steps 17 --hash").out == whole);
  }
}

TEST_CASE_METHOD(Cli, "seed, bias, automaton, size and config of the command line override those of a world file") {
  fine("run --automaton density --scene mixed --size 20x10 --seed 5 --steps 3 --world-out @a.repose");
  const std::string in = "run --world-in @a.repose --steps 4 --json";
  const Json plain = fine(in + " --census --sample 0,4").json();
  CHECK(plain["census"][1]["step"] == 4);  // counted from the start of this run, not of the world
  CHECK(plain["seed"] == 5);
  CHECK(plain["steps"] == 7);
  CHECK(plain["automaton"] == "density");
  CHECK(plain["width"] == 20);
  const Json other = fine(in + " --seed 6 --automaton conserving --size 30x12 --config @rules.cfg --census").json();
  CHECK(other["seed"] == 6);
  CHECK(other["automaton"] == "conserving");
  CHECK(other["width"] == 30);
  CHECK(other["census"][0]["elements"][0]["name"] == "air");
}

TEST_CASE_METHOD(Cli, "a missing or damaged world file is refused with one line") {
  write("torn.repose", "\x89REPOSE\n");
  for (const char* words : {"run --steps 1 --world-in @none.repose", "run --steps 1 --world-in @torn.repose",
                            "run --steps 1 --world-in @torn.repose --scene mixed",
                            "run --steps 1 --size 4x4 --world-out @no/such/a.repose"}) {
    const Outcome outcome = call(words);
    CHECK(outcome.code == 2);
    CHECK(outcome.error_lines() == 1);
    CHECK(outcome.err.find("world-") != std::string::npos);
  }
}

}  // namespace repose::test
