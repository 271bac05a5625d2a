#include "cli_support.hpp"
#include "repose/registry.hpp"

namespace repose::test {

namespace {

std::string bytes(std::initializer_list<int> values) { return {values.begin(), values.end()}; }

std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

void check_recording(const Cli& cli, const std::filesystem::path& path) {
  INFO(path.filename());
  const Json recording = Json::parse(read_text(path));
  cli.write("c.cfg", recording["config"].get<std::string>());
  cli.write("i.raw", from_hex(recording["initial"]["index"]));
  const std::string size = recording["width"].dump() + "x" + recording["height"].dump();
  for (const auto& [step, state] : recording["steps"].items()) {
    const Outcome outcome = cli.fine("run --config @c.cfg --cells-in @i.raw --size " + size + " --first-bias " +
                                     recording["first_bias"].get<std::string>() + " --steps " + step +
                                     " --cells-out @o.raw --density-out @d.raw");
    REQUIRE(outcome.code == 0);
    CHECK(cli.read("o.raw") == from_hex(state["index"]));
    CHECK(cli.read("d.raw") == from_hex(state["density"]));
  }
}

}  // namespace

TEST_CASE_METHOD(Cli, "the hash is 16 hex digits, the same on every backend and number of threads") {
  const std::string run = "run --automaton density --scene mixed --size 63x65 --steps 40 --hash";
  const std::string hash = fine(run).out;
  CHECK(hash.size() == 17);
  CHECK(hash.find_first_not_of("0123456789abcdef") == 16);
  CHECK(fine(run + " --backend scalar").out == hash);
  for (const auto* threads : {"1", "2", "3"}) CHECK(fine(run + " --threads " + threads).out == hash);
  CHECK(fine(run + " --seed 2").out != hash);
  CHECK(fine(run + " --first-bias right").out != hash);
  if (const std::string reason = why_no_gpu("density"); !reason.empty()) REPOSE_SKIP(reason);
  CHECK(fine(run + " --backend gpu").out == hash);
}

TEST_CASE_METHOD(Cli, "a backend that cannot run here is refused with the reason") {
  const Outcome outcome = call("run --automaton density --steps 1 --size 4x4 --backend gpu --gl-device 999");
  CHECK(outcome.code == 2);
  CHECK(outcome.err.find("repose-cli: --backend: density on gpu cannot run here: ") == 0);
}

TEST_CASE_METHOD(Cli, "cells are read and written as RAW, densities follow from the rules, parts are stamps") {
  write("in.raw", bytes({1, 0, 0, 0, 3, 2}));
  fine("run --config @rules.cfg --cells-in @in.raw --size 2x3 --steps 0 --cells-out @out.raw --density-out @d.raw");
  CHECK(read("out.raw") == bytes({1, 0, 0, 0, 3, 2}));
  CHECK(read("d.raw") == bytes({230, 26, 26, 26, 255, 128}));
  write("in.raw", bytes({1, 9, 200, 0}));  // two have no element
  const Outcome outcome = fine("run --config @rules.cfg --cells-in @in.raw --size 4x1 --steps 0 --cells-out @o");
  CHECK(read("o") == bytes({1, 0, 0, 0}));
  CHECK(outcome.err.find("warning: 2 cells of") != std::string::npos);

  write("in.raw", bytes({1, 0, 3, 2}));
  fine("run --config @rules.cfg --cells-in @in.raw --size 2x2 --steps 0 --stamp-out @s.png:0,0,1,1");
  fine("run --config @rules.cfg --size 3x3 --fill wall:2,1,2,1 --paste @s.png:1,1 --steps 0 --cells-out @out.raw");
  CHECK(read("out.raw") == bytes({0, 0, 0, 0, 1, 3, 0, 3, 2}));
}

TEST_CASE_METHOD(Cli, "an open edge is a parameter, and the count of what left is printed") {
  const std::string run =
      "run --config @rules.cfg --size 3x9 --fill sand:1,2,1,3 --fill wall:0,8,0,8 --steps 12 --json";
  CHECK_FALSE(fine(run).json().contains("left"));
  CHECK_FALSE(fine(run + " --param open_edge=0").json().contains("left"));
  CHECK(fine(run + " --param open_edge=1").json()["left"] == 2);
  CHECK(fine(run + " --param open_edge=1 --backend scalar").json()["left"] == 2);
  const std::string text =
      fine("run --config @rules.cfg --size 3x9 --fill sand:1,2,1,3 --steps 12 --param open_edge=1").out;
  CHECK(text == "2 cells left: 2 sand\n");
  CHECK(call("run --config @rules.cfg --steps 1 --param open_egde=1").err.find("there are: open_edge") !=
        std::string::npos);
}

TEST_CASE_METHOD(Cli, "a parameter with named choices takes a name or its number, and refuses other words") {
  const std::string run =
      "run --config @rules.cfg --automaton conserving --size 9x3 --fill sand:8,0,8,1 --fill wall:0,2,7,2 --steps 9 "
      "--json";
  const auto left = [&](const char* value) {
    const auto json = fine(run + " --param side_borders=" + value).json();
    return json.contains("left") ? json["left"].get<int>() : -1;
  };
  CHECK(left("wall") == -1);
  CHECK(left("wrap") == -1);
  CHECK(left("open") == 2);
  CHECK(left("1") == 2);
  CHECK(left("open_right") == 2);
  CHECK_THAT(call(run + " --param side_borders=opne").err,
             Catch::Contains("side_borders is one of wall, open, wrap, open_left, open_right, not 'opne'"));
}

TEST_CASE_METHOD(Cli, "the ledger prints what moved, left and was lost, and is refused if none is kept") {
  const std::string run = "run --config @rules.cfg --size 3x9 --fill sand:1,2,1,3 --steps 12 --param open_edge=1";
  const Json ledger = fine(run + " --ledger --json").json()["ledger"];
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
  const std::string text = fine(run + " --ledger").out;
  CHECK(text.find("LEDGER") == 0);
  CHECK(text.find("\nsand ") != std::string::npos);
}

TEST_CASE_METHOD(Cli, "the ledger says how much air was given, and left over open borders") {
  const std::string run =
      "run --automaton conserving --size 64x40 --fill blast:30,20,30,20 --steps 200 "
      "--ledger";
  const Json closed = fine(run + " --json").json()["ledger_air"];
  CHECK(closed["given"] > 0);
  CHECK(closed == Json{{"before", 0}, {"given", closed["given"]}, {"left", 0}, {"lost", 0}, {"now", closed["given"]}});
  const std::string open = run + " --param side_borders=open";
  const Json air = fine(open + " --json").json()["ledger_air"];
  CHECK(air["left"] > 0);
  CHECK(air["lost"] == 0);
  const std::string line = "\nair: 0 before, " + air["given"].dump() + " given, " + air["left"].dump() +
                           " left, 0 lost, " + air["now"].dump() + " now\n";
  CHECK(fine(open).out.find(line) != std::string::npos);
}

TEST_CASE_METHOD(
    Cli,
    "energy and velocity go in and out as CSV where an automaton has such planes, and the census has the mean energy") {
  write("energy.csv", "1,2,3\n40,50,99\n");
  write("velocity.csv", "0,0,-7,1,0,0\n127,-128,0,0,5,6\n");
  const std::string run = "run --config @rules.cfg --automaton elements --backend scalar --size 3x2 --steps 0";
  const std::string start = run + " --plane-in energy=@energy.csv --plane-in velocity=@velocity.csv";
  CHECK(fine(start + " --plane-out energy=-").out == "1,2,3\n40,50,99\n");
  CHECK(fine(start + " --plane-out velocity=-").out == "0,0,-7,1,0,0\n127,-128,0,0,5,6\n");
  const Json census = fine(start + " --census --json").json()["census"];
  CHECK(census[0]["elements"][0]["mean_energy"] == 32.5);
  const Outcome odd = call(run + " --plane-in velocity=@energy.csv");
  CHECK(odd.code == 2);
  CHECK(odd.err.find("has 3 numbers a row, but velocity takes 2 a cell") != std::string::npos);
  write("in.csv", "0, 1,2\r\n3,3,3");
  const Outcome cells = fine("run --config @rules.cfg --plane-in cells=@in.csv --steps 0 --plane-out cells=-");
  CHECK(cells.out == "0,1,2\n3,3,3\n");
  CHECK(fine("run --config @rules.cfg --plane-in cells=@in.csv --steps 0 --plane-out density=-").out ==
        "26,230,128\n255,255,255\n");
  fine("run --config @rules.cfg --size 3x3 --fill sand:1,0,1,0 --steps 1 --plane-out cells=@o.csv");
  CHECK(read("o.csv") == "0,0,0\n0,1,0\n0,0,0\n");  // sand falls one row
}

TEST_CASE_METHOD(Cli, "a config runs in its own automaton, unless another one is asked for that accepts it") {
  write("rules.txt", "# subversion 2\nelement Empty 0 0 0 0 0 0 0 1\nelement Sand 9 9 9 1 0.1 0.5 0 1\n");
  const auto automaton = [&](const std::string& words) {
    return fine("run --size 8x8 --steps 2 --backend scalar --json " + words).json()["automaton"].get<std::string>();
  };
  CHECK(automaton("--config @rules.cfg") == "density");
  CHECK(automaton("--config @rules.txt") == "elements");
  CHECK(automaton("--config @rules.cfg --automaton elements") == "elements");
  CHECK(automaton("--automaton elements --scene mixed") == "elements");
  const Outcome outcome = call("run --config @rules.txt --automaton density --steps 1");
  CHECK(outcome.code == 2);
  CHECK(outcome.err.find("repose-cli: --automaton: The density automaton cannot run a wxSand config") == 0);
  CHECK(outcome.error_lines() == 1);
}

TEST_CASE_METHOD(Cli, "without --config, density and elements have other rules than conserving") {
  const std::string configs = REPOSE_SOURCE_DIR "/configs/";
  const auto run = [&](const std::string& words) {
    const Json json = fine("run --scene mixed --size 40x30 --steps 20 --hash --json " + words).json();
    return json["automaton"].get<std::string>() + " " + json["hash"].get<std::string>();
  };
  CHECK(run({}) == run("--config " + configs + "default.cfg"));
  CHECK(run({}) == run("--automaton conserving"));
  const std::pair<std::string, std::string> own[] = {{"density", "density-world.cfg"},
                                                     {"elements", "elements-world.txt"}};
  for (const auto& [automaton, config] : own) {
    INFO(automaton);
    const std::string words = "--automaton " + automaton;
    CHECK(run(words) == run(words + " --config " + configs + config));
    CHECK(run(words).find(automaton) == 0);
    CHECK(run(words) != run(words + " --config " + configs + "default.cfg"));  // which runs as it is written
  }
}

TEST_CASE_METHOD(
    Cli, "fills are rectangles with both corners, in the given order; floods come after them, and are connected") {
  write("colon.cfg", "cell air 0 0 0 0.1\ncell a:b 1 1 1 0.5\ncell c 2 2 2 0.5\n");  // names may contain colons
  const auto filled = [&](const std::string& words) {
    fine("run --config @colon.cfg --steps 0 --cells-out @o " + words);
    return read("o");
  };
  CHECK(filled("--size 4x2 --fill a:b:0,0,2,1 --fill c:2,1,9,9") == bytes({1, 1, 1, 0, 1, 1, 2, 2}));
  CHECK(filled("--size 5x2 --flood a:b:4,1 --flood c:9,9 --fill c:2,0,2,1") == bytes({0, 0, 2, 1, 1, 0, 0, 2, 1, 1}));
}

TEST_CASE_METHOD(Cli, "a picture of a world can be the start of a run") {
  const std::string same = "--automaton density --steps 0 --hash";
  const std::string hash = fine("run --scene mixed --size 30x20 --png @w.png " + same).out;
  // A colour of two elements is read as the first of them, so a second round changes nothing.
  const std::string first = fine("run --image @w.png --png @v.png " + same).out;
  CHECK(fine("run --image @v.png " + same).out == first);
  CHECK(first == hash);
  const Json json = fine("run --image @w.png --size 40x21 --steps 0 --json").json();
  CHECK(json["width"] == 40);
  CHECK(json["height"] == 21);
}

TEST_CASE_METHOD(Cli, "the JSON object has the requested values and no others") {
  const std::string run = "run --scene mixed --size 20x10 --steps 6 --seed 5 --json";
  const Json bare = fine(run).json();
  CHECK(bare == Json::parse(R"({"automaton":"conserving","backend":"cpu","width":20,"height":10,"steps":6,"seed":5})"));
  const Json full = fine(run + " --hash --time --census --sample 6,0,3").json();
  CHECK(full.size() == 9);
  CHECK(full["hash"].get<std::string>() + "\n" == fine("run --scene mixed --size 20x10 --steps 6 --seed 5 --hash").out);
  CHECK(full["time_s"].get<double>() >= 0);
  REQUIRE(full["census"].size() == 3);
  CHECK(full["census"][0]["step"] == 0);
  CHECK(full["census"][2]["step"] == 6);
}

TEST_CASE_METHOD(Cli, "the census has counts and places of the present elements only") {
  const std::string run = "run --config @rules.cfg --size 10x8 --fill wall:2,5,5,6 --steps 0 --census";
  const Json census = fine(run + " --json").json()["census"];
  CHECK(census == Json::parse(R"([{"step":0,"elements":[
    {"name":"air","count":72,"mean_x":4.611111111111111,"mean_y":3.2777777777777777,"sd_x":3.0089701,"top_y":0,"mean_energy":0.0},
    {"name":"wall","count":8,"mean_x":3.5,"mean_y":5.5,"sd_x":1.118033988749895,"top_y":5,"mean_energy":0.0}]}])")
                      .patch(Json::parse(R"([{"op":"replace","path":"/0/elements/0/sd_x","value":)" +
                                         census[0]["elements"][0]["sd_x"].dump() + "}]")));
  const std::string table = fine(run).out;
  CHECK(table.find("census at step 0") == 0);
  CHECK(table.find("\nwater") == std::string::npos);
  CHECK(table.find("\nwall ") != std::string::npos);
}

TEST_CASE_METHOD(Cli, "a config with errors is not run: its diagnostics go to stderr, exit code 1") {
  write("bad.cfg", "cell air 0 0 0 0.1\nrule air erth air air\n");
  const Outcome outcome = call("run --config @bad.cfg --steps 1 --hash");
  CHECK(outcome.code == 1);
  CHECK(outcome.out.empty());
  CHECK(outcome.err.find(path("bad.cfg") + ":2:") == 0);
  CHECK(fine("run --config @rules.cfg --scene churn --size 8x8 --steps 1")
            .err.find("warning: the scene churn has its own rules") != std::string::npos);
}

TEST_CASE_METHOD(Cli, "no partly written file is left, and existing files are replaced completely") {
  write("out.raw", "something else, and longer");
  fine("run --size 2x2 --steps 0 --cells-out @out.raw");
  CHECK(read("out.raw").size() == 4);
  if (kIsWindows) REPOSE_SKIP("links need special rights on Windows");
  std::filesystem::create_symlink(path("out.raw"), path("link"));
  fine("run --size 3x2 --steps 0 --cells-out @link");
  CHECK(std::filesystem::is_symlink(path("link")));
  CHECK(read("out.raw").size() == 6);
}

TEST_CASE_METHOD(Cli, "recordings of sand.js are reproduced by the command line") {
  const std::filesystem::path folder = REPOSE_TEST_DATA "/sandjs";
  // All of them through the library: tests/automata.
  for (const auto* name : {"acid-v0.json", "max256-v1.json"}) check_recording(*this, folder / name);
}

}  // namespace repose::test
