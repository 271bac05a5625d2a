#include "cli_support.hpp"

namespace repose::test {

namespace {
// The size of a world in which steps of this automaton are quick.
Words start_of(const std::string& automaton) {
  return {"run",   "--automaton", automaton, "--scene",      "mixed", "--size",
          "65x40", "--seed",      "5",       "--first-bias", "right"};
}
}  // namespace

TEST_CASE("a run split in two by a world file ends with the hash of the whole, on every backend and automaton") {
  const Cli cli;
  const Json solvers = cli.fine({"solvers", "--json"}).json();
  for (const Json& row : solvers["solvers"]) {
    if (!row["available"]) continue;
    const std::string automaton = row["automaton"], backend = row["backend"];
    CAPTURE(automaton, backend);
    const std::string whole =
        cli.fine(start_of(automaton) + Words{"--backend", backend, "--steps", "31", "--hash"}).out;
    cli.fine(start_of(automaton) +
             Words{"--backend", backend, "--steps", "14", "--world-out", cli.path("half.repose")});
    CHECK(
        cli.fine({"run", "--world-in", cli.path("half.repose"), "--backend", backend, "--steps", "17", "--hash"}).out ==
        whole);
  }
}

TEST_CASE("seed, bias, automaton, size and config of the command line override those of a world file") {
  const Cli cli;
  cli.fine({"run", "--automaton", "density", "--scene", "mixed", "--size", "20x10", "--seed", "5", "--steps", "3",
            "--world-out", cli.path("a.repose")});
  const Words in = {"run", "--world-in", cli.path("a.repose"), "--steps", "4", "--json"};
  const Json plain = cli.fine(in).json();
  CHECK(plain["seed"] == 5);
  CHECK(plain["steps"] == 7);
  CHECK(plain["automaton"] == "density");
  CHECK(plain["width"] == 20);
  const std::string config = cli.write("rules.cfg", kSmallRules);
  const Json other = cli.fine(in + Words{"--seed", "6", "--automaton", "conserving", "--size", "30x12", "--config",
                                         config, "--census"})
                         .json();
  CHECK(other["seed"] == 6);
  CHECK(other["automaton"] == "conserving");
  CHECK(other["width"] == 30);
  CHECK(other["census"][0]["elements"][0]["name"] == "air");
}

TEST_CASE("the steps of --sample are counted from the start of this run, not of the world") {
  const Cli cli;
  cli.fine({"run", "--scene", "mixed", "--size", "20x10", "--steps", "50", "--world-out", cli.path("a.repose")});
  const Json json =
      cli.fine({"run", "--world-in", cli.path("a.repose"), "--steps", "4", "--census", "--sample", "0,4", "--json"})
          .json();
  REQUIRE(json["census"].size() == 2);
  CHECK(json["census"][1]["step"] == 4);
  CHECK(json["steps"] == 54);
}

TEST_CASE("a missing or damaged world file is refused with one line") {
  const Cli cli;
  const std::string torn = cli.write("torn.repose", "\x89REPOSE\n");
  for (const Words& words :
       {Words{"run", "--steps", "1", "--world-in", cli.path("none.repose")},
        Words{"run", "--steps", "1", "--world-in", torn},
        Words{"run", "--steps", "1", "--world-in", torn, "--scene", "mixed"},
        Words{"run", "--steps", "1", "--size", "4x4", "--world-out", cli.path("no/such/a.repose")}}) {
    const Outcome outcome = cli(words);
    CHECK(outcome.code == 2);
    CHECK(outcome.error_lines() == 1);
    CHECK(outcome.err.find("world-") != std::string::npos);
  }
}

}  // namespace repose::test
