#include "cli_support.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "repose/registry.hpp"

namespace repose::test {

namespace {

std::string joined(const auto& list) {
  std::string names;
  for (const auto& entry : list) names += fmt::format("{}{}", names.empty() ? "" : ", ", entry.name);
  return names;
}

std::string automaton_names() { return joined(make_registry().automata()); }

std::string parameter_names(std::string_view automaton) {
  const Registry registry = make_registry();
  std::string error;
  return joined(registry.solver(automaton, Backend::scalar)->create({}, error)->parameters());
}

struct Refusing : Cli {
  // CHECKs for exactly this line on stderr, nothing on stdout, exit code 2.
  void refuses(const std::string& words, const std::string& line) const {
    INFO("repose-cli " << words);
    const Outcome outcome = call(words);
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
    CHECK(outcome.err == "repose-cli: " + line + "\n");
  }
};

}  // namespace

TEST_CASE_METHOD(Refusing,
                 "an unknown option, a bad value or a missing file is one line that names it, and exit code 2") {
  refuses("",
          "a verb is missing: solvers, check, guide, run, render, flashes, replay, judge, gallery, bench or signature; "
          "--help lists the options");
  refuses("frobnicate", "The following argument was not expected: frobnicate");
  refuses("solvers --frob", "The following argument was not expected: --frob");
  refuses("check", "FILE is required");
  refuses("check /nowhere.cfg", "check: there is no file /nowhere.cfg");
  refuses("check /", "check: / is a folder");
  refuses("run", "--steps is required: how many steps to run");
  refuses("run --steps 1 --frob", "The following argument was not expected: --frob");
  refuses("run --steps 1 extra", "The following argument was not expected: extra");
}

TEST_CASE_METHOD(Refusing, "every value of run is checked") {
  const auto refused = [&](const std::string& option, const std::string& value, const std::string& why) {
    refuses("run --steps 3 " + option + " " + value, option + ": " + why);
  };
  refuses("run --steps -1", "--steps: '-1' is not a whole number of at least 0");
  refuses("run --steps 3.5", "--steps: '3.5' is not a whole number of at least 0");
  refused("--config", "/nowhere.cfg", "there is no file /nowhere.cfg");
  refused("--automaton", "magic", "There is no automaton 'magic'; there are: " + automaton_names() + ".");
  refused("--backend", "quantum", "'quantum' is not scalar, cpu or gpu");
  refused("--threads", "many", "'many' is not a whole number from 0 to 1024");
  refused("--seed", "-3", "'-3' is not a whole number of at least 0");
  refused("--size", "640", "'640' is not a size such as 640x400, with sides from 1 to 16384");
  refused("--size", "0x5", "'0x5' is not a size such as 640x400, with sides from 1 to 16384");
  refused("--size", "16385x5", "'16385x5' is not a size such as 640x400, with sides from 1 to 16384");
  refused("--first-bias", "up", "'up' is neither left nor right");
  refused("--param", "heat", "'heat' is not of the form NAME=VALUE");
  refused("--param", "heat=hot", "'hot' is not a number");
  refused("--param", "heat=3", "conserving has no parameter 'heat'; there are: " + parameter_names("conserving") + ".");
  refused("--param", "levelling=4",
          "conserving has no parameter 'levelling' any more: its liquids come to one level by themselves.");
  refused("--fill", "sand", "'sand' is not of the form ELEMENT:X0,Y0,X1,Y1");
  refused("--fill", "sand:1,2,3", "'sand:1,2,3' is not of the form ELEMENT:X0,Y0,X1,Y1");
  refused("--fill", "sandd:1,2,3,4", "there is no element 'sandd'; did you mean 'sand'?");
  refused("--flood", "sand:1,2,3,4", "'sand:1,2,3,4' is not of the form ELEMENT:X,Y");
  refused("--flood", "sandd:1,2", "there is no element 'sandd'; did you mean 'sand'?");
  refused("--paste", "/nowhere.png:1,2", "there is no file /nowhere.png");
  refused("--sign", std::string(201, 'x') + ":1,1", "the text of a sign has 200 bytes at most, but this one has 201");
  refused("--paste", "stamp.png:1", "'stamp.png:1' is not of the form FILE:X,Y");
  refused("--stamp-out", "stamp.png:1,2", "'stamp.png:1,2' is not of the form FILE:X0,Y0,X1,Y1");
  refused("--scene", "mixd", "There is no scene 'mixd'; did you mean 'mixed'?");
  refused("--image", "/nowhere.png", "there is no file /nowhere.png");
  refused("--cells-in", "/nowhere.raw", "--size is required too, because the file does not contain the size");
  refused("--sample", "1", "--census is required too; --sample sets the steps of the census");
  refused("--plane-in", "energy=x.csv", "with these rules conserving has no plane 'energy'");
  refused("--plane-out", "energy=-", "conserving has no plane 'energy'");
  refused("--plane-out", "energy", "'energy' is not of the form NAME=VALUE");
}

TEST_CASE_METHOD(Refusing, "an empty value is refused, and one name for two outputs") {
  refuses("run --steps 1 --scene=", "--scene: a value is missing");
  refuses("run --steps 1 --png same --world-out same", "two outputs have the name same");
}

TEST_CASE_METHOD(Refusing, "options that cannot go together are refused") {
  refuses("run --steps 1 --scene mixed --image a.png",
          "only one of --cells-in, --image, --scene and --world-in can be given");
  refuses("run --steps 5 --census --sample 6", "--sample: '6' is not a whole number from 0 to 5");
  refuses("run --steps 5 --json --plane-out cells=-", "--plane-out: NAME=- and --json would both write to the output");
}

TEST_CASE_METHOD(
    Refusing,
    "a RAW file of the wrong length, a table with rows of different lengths and a damaged picture are refused") {
  write("short.raw", "abc");
  refuses("run --steps 1 --cells-in @short.raw --size 2x2",
          "--cells-in: " + path("short.raw") + " holds 3 bytes, but 2x2 cells need 4");
  write("ragged.csv", "1,2\n1\n");
  refuses("run --steps 1 --plane-in cells=@ragged.csv",
          "--plane-in: " + path("ragged.csv") + ": row 2 has 1 values, not 2");
  write("wild.csv", "1,256\n");
  refuses("run --steps 1 --plane-in cells=@wild.csv",
          "--plane-in: " + path("wild.csv") + ": row 1 is not a list of whole numbers from 0 to 255");
  write("torn.png", "\x89PNG");
  const Outcome outcome = call("run --steps 1 --image @torn.png");
  CHECK(outcome.code == 2);
  CHECK(outcome.err.find("repose-cli: --image: torn.png is no PNG picture that can be read") == 0);
  CHECK(outcome.error_lines() == 1);
}

TEST_CASE_METHOD(Refusing, "outputs that cannot be written are refused by name") {
  for (const std::string option : {"--cells-out", "--density-out", "--png"}) {
    const Outcome outcome = call("run --size 4x4 --steps 1 " + option + " /nowhere/file");
    CHECK(outcome.code == 2);
    CHECK(outcome.err.find("repose-cli: " + option + ": /nowhere/file could not be written") == 0);
  }
}

TEST_CASE_METHOD(Refusing, "bench checks its values") {
  refuses("bench --frob", "The following argument was not expected: --frob");
  refuses("bench --backend quantum", "--backend: 'quantum' is not scalar, cpu or gpu");
  refuses("bench --gl-path scenic", "--gl-path: 'scenic' is not fragment or compute");
  refuses("bench --size big", "--size: 'big' is not a size such as 640x400, with sides from 1 to 16384");
  refuses("bench --seconds 0", "--seconds: '0' must be above 0 and at most 3600");
  refuses("bench --steps-per-call 1,0", "--steps-per-call: '0' is not a whole number from 1 to 1000000");
  refuses("bench --steps none", "--steps: 'none' is not a whole number from 1 to 1000000");
}

TEST_CASE_METHOD(Refusing, "the options --version and --help print version and help, with exit code 0") {
  CHECK(fine("--version").out.find("repose-cli ") == 0);
  const std::string help = fine("--help").out;
  for (const auto* verb : {"solvers", "check", "run", "bench"}) CHECK(help.find(verb) != std::string::npos);
  const std::string run = fine("run --help").out;
  for (const auto* option : {"--config", "--first-bias", "--fill", "--census", "--density-out", "--gl-device"}) {
    CHECK(run.find(option) != std::string::npos);
  }
}

TEST_CASE_METHOD(Refusing, "solvers lists every automaton and backend, with the reason if one is not available") {
  const std::string table = fine("solvers").out;
  CHECK(table.find("density       scalar    available\n") != std::string::npos);
  const Json json = fine("solvers --json").json();
  REQUIRE(json["solvers"].size() >= 3);
  for (const Json& row : json["solvers"]) {
    CHECK(row["automaton"].is_string());
    CHECK(row["backend"].is_string());
    CHECK(row["available"].get<bool>() != row.contains("reason"));
  }
}

}  // namespace repose::test
