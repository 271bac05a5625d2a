#include "cli_support.hpp"
#include "repose/registry.hpp"

namespace repose::test {

namespace {

std::string bytes(std::initializer_list<int> values) { return {values.begin(), values.end()}; }

}  // namespace

TEST_CASE("the hash is 16 hex digits, the same on every backend and number of threads") {
  const Cli cli;
  const Words run = {"run", "--automaton", "density", "--scene", "mixed", "--size", "63x65", "--steps", "40", "--hash"};
  const std::string hash = cli.fine(run).out;
  CHECK(hash.size() == 17);
  CHECK(hash.find_first_not_of("0123456789abcdef") == 16);
  CHECK(cli.fine(run + Words{"--backend", "scalar"}).out == hash);
  for (const auto* threads : {"1", "2", "3"}) CHECK(cli.fine(run + Words{"--threads", threads}).out == hash);
  CHECK(cli.fine(run + Words{"--seed", "2"}).out != hash);
  CHECK(cli.fine(run + Words{"--first-bias", "right"}).out != hash);
}

TEST_CASE("the gpu backend gives the hash of the other backends") {
  const Cli cli;
  if (const std::string reason = cli.why_no_gpu("density"); !reason.empty()) REPOSE_SKIP(reason);
  const Words run = {"run",   "--automaton", "density", "--scene", "mixed",    "--size",
                     "63x65", "--steps",     "40",      "--hash",  "--backend"};
  CHECK(cli.fine(run + Words{"gpu"}).out == cli.fine(run + Words{"scalar"}).out);
}

TEST_CASE("a backend that cannot run here is refused with the reason") {
  const Cli cli;
  const Outcome outcome =
      cli({"run", "--automaton", "density", "--steps", "1", "--size", "4x4", "--backend", "gpu", "--gl-device", "999"});
  CHECK(outcome.code == 2);
  CHECK(outcome.err.find("repose-cli: --backend: density on gpu cannot run here: ") == 0);
}

TEST_CASE("cells are read and written as RAW, and densities follow from the rules") {
  const Cli cli;
  const std::string config = cli.write("rules.cfg", kSmallRules), in = cli.write("in.raw", bytes({1, 0, 0, 0, 3, 2}));
  cli.fine({"run", "--config", config, "--cells-in", in, "--size", "2x3", "--steps", "0", "--cells-out",
            cli.path("out.raw"), "--density-out", cli.path("d.raw")});
  CHECK(cli.read("out.raw") == bytes({1, 0, 0, 0, 3, 2}));
  CHECK(cli.read("d.raw") == bytes({230, 26, 26, 26, 255, 128}));
}

TEST_CASE("a part of a world is written as a stamp and pasted without its background") {
  const Cli cli;
  const std::string config = cli.write("rules.cfg", kSmallRules), in = cli.write("in.raw", bytes({1, 0, 3, 2}));
  cli.fine({"run", "--config", config, "--cells-in", in, "--size", "2x2", "--steps", "0", "--stamp-out",
            cli.path("s.png") + ":0,0,1,1"});
  cli.fine({"run", "--config", config, "--size", "3x3", "--fill", "wall:2,1,2,1", "--paste", cli.path("s.png") + ":1,1",
            "--steps", "0", "--cells-out", cli.path("out.raw")});
  CHECK(cli.read("out.raw") == bytes({0, 0, 0, 0, 1, 3, 0, 3, 2}));
}

TEST_CASE("an open edge is a parameter, and the count of what left is printed") {
  const Cli cli;
  const std::string config = cli.write("rules.cfg", kSmallRules);
  const Words run = {"run",          "--config", config,         "--size",  "3x9", "--fill",
                     "sand:1,2,1,3", "--fill",   "wall:0,8,0,8", "--steps", "12",  "--json"};
  CHECK_FALSE(cli.fine(run).json().contains("left"));
  CHECK_FALSE(cli.fine(run + Words{"--param", "open_edge=0"}).json().contains("left"));
  CHECK(cli.fine(run + Words{"--param", "open_edge=1"}).json()["left"] == 2);
  CHECK(cli.fine(run + Words{"--param", "open_edge=1", "--backend", "scalar"}).json()["left"] == 2);
  const std::string text = cli.fine({"run", "--config", config, "--size", "3x9", "--fill", "sand:1,2,1,3", "--steps",
                                     "12", "--param", "open_edge=1"})
                               .out;
  CHECK(text == "2 cells left: 2 sand\n");
  CHECK(cli({"run", "--config", config, "--steps", "1", "--param", "open_egde=1"}).err.find("there are: open_edge") !=
        std::string::npos);
}

TEST_CASE("a parameter with named choices takes a name or its number, and refuses other words") {
  const Cli cli;
  const std::string config = cli.write("rules.cfg", kSmallRules);
  const Words run = {"run",    "--config",     config,   "--automaton",  "conserving", "--size", "9x3",
                     "--fill", "sand:8,0,8,1", "--fill", "wall:0,2,7,2", "--steps",    "9",      "--json"};
  const auto left = [&](const char* value) {
    const auto json = cli.fine(run + Words{"--param", std::string("side_borders=") + value}).json();
    return json.contains("left") ? json["left"].get<int>() : -1;
  };
  CHECK(left("wall") == -1);
  CHECK(left("wrap") == -1);
  CHECK(left("open") == 2);
  CHECK(left("1") == 2);
  CHECK(left("open_right") == 2);
  CHECK_THAT(cli(run + Words{"--param", "side_borders=opne"}).err,
             Catch::Contains("side_borders is one of wall, open, wrap, open_left, open_right, not 'opne'"));
}

TEST_CASE("the ledger prints what moved, left and was lost, and is refused if none is kept") {
  const Cli cli;
  const std::string config = cli.write("rules.cfg", kSmallRules);
  const Words run = {"run",          "--config", config, "--size",  "3x9",        "--fill",
                     "sand:1,2,1,3", "--steps",  "12",   "--param", "open_edge=1"};
  const Json ledger = cli.fine(run + Words{"--ledger", "--json"}).json()["ledger"];
  REQUIRE(ledger.size() == 2);
  CHECK(ledger[1] == Json{{"element", "sand"},
                          {"before", 2},
                          {"made", 0},
                          {"destroyed", 0},
                          {"painted", 0},
                          {"left", 2},
                          {"moved", 6},
                          {"lost", 0},
                          {"now", 0}});
  const std::string text = cli.fine(run + Words{"--ledger"}).out;
  CHECK(text.find("LEDGER") == 0);
  CHECK(text.find("\nsand ") != std::string::npos);
}

TEST_CASE(
    "energy and velocity go in and out as CSV where an automaton has such planes, and the census has the mean energy") {
  const Cli cli;
  const std::string config = cli.write("rules.cfg", kSmallRules);
  const std::string energy = cli.write("energy.csv", "1,2,3\n40,50,99\n");
  const std::string velocity = cli.write("velocity.csv", "0,0,-7,1,0,0\n127,-128,0,0,5,6\n");
  const Words run = {"run",    "--config", config, "--automaton", "elements", "--backend",
                     "scalar", "--size",   "3x2",  "--steps",     "0"};
  const Words start = run + Words{"--plane-in", "energy=" + energy, "--plane-in", "velocity=" + velocity};
  CHECK(cli.fine(start + Words{"--plane-out", "energy=-"}).out == "1,2,3\n40,50,99\n");
  CHECK(cli.fine(start + Words{"--plane-out", "velocity=-"}).out == "0,0,-7,1,0,0\n127,-128,0,0,5,6\n");
  const Json census = cli.fine(start + Words{"--census", "--json"}).json()["census"];
  CHECK(census[0]["elements"][0]["mean_energy"] == 32.5);
  const Outcome odd = cli(run + Words{"--plane-in", "velocity=" + energy});
  CHECK(odd.code == 2);
  CHECK(odd.err.find("has 3 numbers a row, but velocity takes 2 a cell") != std::string::npos);
}

TEST_CASE("a config runs in its own automaton, unless another one is asked for that accepts it") {
  const Cli cli;
  const std::string sandjs = cli.write("rules.cfg", kSmallRules);
  const std::string wxsand =
      cli.write("rules.txt", "# subversion 2\nelement Empty 0 0 0 0 0 0 0 1\nelement Sand 9 9 9 1 0.1 0.5 0 1\n");
  const auto automaton = [&](const Words& words) {
    return cli.fine(Words{"run", "--size", "8x8", "--steps", "2", "--backend", "scalar", "--json"} + words)
        .json()["automaton"]
        .get<std::string>();
  };
  CHECK(automaton({"--config", sandjs}) == "density");
  CHECK(automaton({"--config", wxsand}) == "elements");
  CHECK(automaton({"--config", sandjs, "--automaton", "elements"}) == "elements");
  CHECK(automaton({"--automaton", "elements", "--scene", "mixed"}) == "elements");
  const Outcome outcome = cli({"run", "--config", wxsand, "--automaton", "density", "--steps", "1"});
  CHECK(outcome.code == 2);
  CHECK(outcome.err.find("repose-cli: --automaton: The density automaton cannot run a wxSand config") == 0);
  CHECK(outcome.error_lines() == 1);
}

TEST_CASE("without --config, density and elements have other rules than conserving") {
  const Cli cli;
  const std::string configs = REPOSE_SOURCE_DIR "/configs/";
  const auto run = [&](const Words& words) {
    const Json json =
        cli.fine(Words{"run", "--scene", "mixed", "--size", "40x30", "--steps", "20", "--hash", "--json"} + words)
            .json();
    return json["automaton"].get<std::string>() + " " + json["hash"].get<std::string>();
  };
  CHECK(run({}) == run({"--config", configs + "default.cfg"}));
  CHECK(run({}) == run({"--automaton", "conserving"}));
  const std::pair<std::string, std::string> own[] = {{"density", "density-world.cfg"},
                                                     {"elements", "elements-world.txt"}};
  for (const auto& [automaton, config] : own) {
    INFO(automaton);
    const Words words = {"--automaton", automaton};
    CHECK(run(words) == run(words + Words{"--config", configs + config}));
    CHECK(run(words).find(automaton) == 0);
    CHECK(run(words) != run(words + Words{"--config", configs + "default.cfg"}));  // which runs as it is written
  }
}

TEST_CASE("RAW cells without an element become background, with a warning") {
  const Cli cli;
  const std::string config = cli.write("rules.cfg", kSmallRules), in = cli.write("in.raw", bytes({1, 9, 200, 0}));
  const Outcome outcome = cli.fine(
      {"run", "--config", config, "--cells-in", in, "--size", "4x1", "--steps", "0", "--cells-out", cli.path("o")});
  CHECK(cli.read("o") == bytes({1, 0, 0, 0}));
  CHECK(outcome.err.find("warning: 2 cells of") != std::string::npos);
}

TEST_CASE("floods come after fills, and fill connected cells") {
  const Cli cli;
  const std::string config = cli.write("colon.cfg", "cell air 0 0 0 0.1\ncell a:b 1 1 1 0.5\ncell c 2 2 2 0.5\n");
  cli.fine({"run", "--config", config, "--size", "5x2", "--flood", "a:b:4,1", "--flood", "c:9,9", "--fill", "c:2,0,2,1",
            "--steps", "0", "--cells-out", cli.path("o")});
  CHECK(cli.read("o") == bytes({0, 0, 2, 1, 1, 0, 0, 2, 1, 1}));
}

TEST_CASE("fills are rectangles with both corners, in the given order, and names may contain colons") {
  const Cli cli;
  const std::string config = cli.write("colon.cfg", "cell air 0 0 0 0.1\ncell a:b 1 1 1 0.5\ncell c 2 2 2 0.5\n");
  cli.fine({"run", "--config", config, "--size", "4x2", "--fill", "a:b:0,0,2,1", "--fill", "c:2,1,9,9", "--steps", "0",
            "--cells-out", cli.path("o")});
  CHECK(cli.read("o") == bytes({1, 1, 1, 0, 1, 1, 2, 2}));
}

TEST_CASE("sand falls: one step moves it one row") {
  const Cli cli;
  const std::string config = cli.write("rules.cfg", kSmallRules);
  cli.fine({"run", "--config", config, "--size", "3x3", "--fill", "sand:1,0,1,0", "--steps", "1", "--plane-out",
            "cells=" + cli.path("o.csv")});
  CHECK(cli.read("o.csv") == "0,0,0\n0,1,0\n0,0,0\n");
}

TEST_CASE("planes are read and written as CSV") {
  const Cli cli;
  const std::string config = cli.write("rules.cfg", kSmallRules), csv = cli.write("in.csv", "0, 1,2\r\n3,3,3");
  const Outcome outcome =
      cli.fine({"run", "--config", config, "--plane-in", "cells=" + csv, "--steps", "0", "--plane-out", "cells=-"});
  CHECK(outcome.out == "0,1,2\n3,3,3\n");
  CHECK(cli.fine({"run", "--config", config, "--plane-in", "cells=" + csv, "--steps", "0", "--plane-out", "density=-"})
            .out == "26,230,128\n255,255,255\n");
}

TEST_CASE("a picture of a world can be the start of a run") {
  const Cli cli;
  const Words same = {"--automaton", "density", "--steps", "0", "--hash"};
  const std::string hash =
      cli.fine(Words{"run", "--scene", "mixed", "--size", "30x20", "--png", cli.path("w.png")} + same).out;
  // A colour of two elements is read as the first of them, so a second round changes nothing.
  const std::string first = cli.fine(Words{"run", "--image", cli.path("w.png"), "--png", cli.path("v.png")} + same).out;
  CHECK(cli.fine(Words{"run", "--image", cli.path("v.png")} + same).out == first);
  CHECK(first == hash);
  const Json json = cli.fine({"run", "--image", cli.path("w.png"), "--size", "40x21", "--steps", "0", "--json"}).json();
  CHECK(json["width"] == 40);
  CHECK(json["height"] == 21);
}

TEST_CASE("the JSON object has the requested values and no others") {
  const Cli cli;
  const Words run = {"run", "--scene", "mixed", "--size", "20x10", "--steps", "6", "--seed", "5", "--json"};
  const Json bare = cli.fine(run).json();
  CHECK(bare == Json::parse(R"({"automaton":"conserving","backend":"cpu","width":20,"height":10,"steps":6,"seed":5})"));
  const Json full = cli.fine(run + Words{"--hash", "--time", "--census", "--sample", "6,0,3"}).json();
  CHECK(full.size() == 9);
  CHECK(full["hash"].get<std::string>() + "\n" ==
        cli.fine({"run", "--scene", "mixed", "--size", "20x10", "--steps", "6", "--seed", "5", "--hash"}).out);
  CHECK(full["time_s"].get<double>() >= 0);
  REQUIRE(full["census"].size() == 3);
  CHECK(full["census"][0]["step"] == 0);
  CHECK(full["census"][2]["step"] == 6);
}

TEST_CASE("the census has counts and places of the present elements only") {
  const Cli cli;
  const std::string config = cli.write("rules.cfg", kSmallRules);
  const Words run = {"run", "--config", config, "--size", "10x8", "--fill", "wall:2,5,5,6", "--steps", "0", "--census"};
  const Json census = cli.fine(run + Words{"--json"}).json()["census"];
  CHECK(census == Json::parse(R"([{"step":0,"elements":[
    {"name":"air","count":72,"mean_x":4.611111111111111,"mean_y":3.2777777777777777,"sd_x":3.0089701,"top_y":0,"mean_energy":0.0},
    {"name":"wall","count":8,"mean_x":3.5,"mean_y":5.5,"sd_x":1.118033988749895,"top_y":5,"mean_energy":0.0}]}])")
                      .patch(Json::parse(R"([{"op":"replace","path":"/0/elements/0/sd_x","value":)" +
                                         census[0]["elements"][0]["sd_x"].dump() + "}]")));
  const std::string table = cli.fine(run).out;
  CHECK(table.find("census at step 0") == 0);
  CHECK(table.find("\nwater") == std::string::npos);
  CHECK(table.find("\nwall ") != std::string::npos);
}

TEST_CASE("a config with errors is not run: its diagnostics go to stderr, exit code 1") {
  const Cli cli;
  const std::string config = cli.write("bad.cfg", "cell air 0 0 0 0.1\nrule air erth air air\n");
  const Outcome outcome = cli({"run", "--config", config, "--steps", "1", "--hash"});
  CHECK(outcome.code == 1);
  CHECK(outcome.out.empty());
  CHECK(outcome.err.find(config + ":2:") == 0);
}

TEST_CASE("a scene with its own rules gives a warning when a config was given") {
  const Cli cli;
  const std::string config = cli.write("rules.cfg", kSmallRules);
  const Outcome outcome = cli.fine({"run", "--config", config, "--scene", "churn", "--size", "8x8", "--steps", "1"});
  CHECK(outcome.err.find("warning: the scene churn has its own rules") != std::string::npos);
}

TEST_CASE("no partly written file is left, and existing files are replaced completely") {
  const Cli cli;
  cli.write("out.raw", "something else, and longer");
  cli.fine({"run", "--size", "2x2", "--steps", "0", "--cells-out", cli.path("out.raw")});
  CHECK(cli.read("out.raw").size() == 4);
  if (kIsWindows) REPOSE_SKIP("links need special rights on Windows");
  std::filesystem::create_symlink(cli.path("out.raw"), cli.path("link"));
  cli.fine({"run", "--size", "3x2", "--steps", "0", "--cells-out", cli.path("link")});
  CHECK(std::filesystem::is_symlink(cli.path("link")));
  CHECK(cli.read("out.raw").size() == 6);
}

}  // namespace repose::test
