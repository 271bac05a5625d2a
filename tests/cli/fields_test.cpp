// Water and sandpiles from the command line.
#include "cli_support.hpp"

namespace repose::test {

namespace {}  // namespace

TEST_CASE("the article's row of sand runs from a CSV file, on every backend that runs here") {
  const Cli cli;
  const std::string row = cli.write("row.csv", "0,1,3,4,2,1,3,3,0\n");
  const Json solvers = cli.fine({"solvers", "--json"}).json();
  for (const Json& solver : solvers["solvers"]) {
    if (solver["automaton"] != "sandpile" || !solver["available"]) continue;
    const Words run = {"run",    "--automaton", "sandpile", "--plane-in", "height=" + row,
                       "--size", "9x1",         "--param",  "T=2",        "--param",
                       "M=1",    "--plane-out", "height=-", "--backend",  solver["backend"].get<std::string>()};
    CHECK(cli.fine(run + Words{"--steps", "1"}).out == "0,2,2,3,3,2,2,2,1\n");
    CHECK(cli.fine(run + Words{"--steps", "2"}).out == "1,1,2,3,3,2,2,2,1\n");
    CHECK(cli.fine(run + Words{"--steps", "3"}).out == "1,1,2,3,3,2,2,2,1\n");
  }
}

TEST_CASE("masses are written and read with decimals, without a change") {
  const Cli cli;
  const std::string plane = cli.write("mass.csv", "0.5, 1.25,0\n0,0,0.1\n");
  const std::string out =
      cli.fine({"run", "--automaton", "water", "--plane-in", "mass=" + plane, "--steps", "0", "--plane-out", "mass=-"})
          .out;
  CHECK(out == "0.5,1.25,0\n0,0,0.10000002384185791\n");
  const std::string again = cli.write("again.csv", out);
  CHECK(
      cli.fine({"run", "--automaton", "water", "--plane-in", "mass=" + again, "--steps", "0", "--plane-out", "mass=-"})
          .out == out);
}

TEST_CASE("an amount of more than half the threshold is warned of on stderr, and the run goes on") {
  const Cli cli;
  const Words run = {"run", "--automaton", "sandpile", "--size", "4x1", "--steps", "1", "--param"};
  const Outcome restless = cli.fine(run + Words{"M=1.5"});
  CHECK(restless.err == "repose-cli: warning: M = 1.5 is more than T/2 = 1: sand may move back and forth for ever.\n");
  CHECK(cli.fine(run + Words{"M=1"}).err.empty());
}

TEST_CASE("an obstacle that is painted and erased leaves the floor") {
  const Cli cli;
  const std::string row = cli.write("row.csv", "0,0,8,0,0\n");
  CHECK(cli.fine({"run", "--automaton", "sandpile", "--plane-in", "height=" + row, "--fill", "rock:1,0,2,0", "--fill",
                  "hollow:1,0,2,0", "--steps", "0", "--plane-out", "height=-"})
            .out == "0,0,0,8,0\n");
}

TEST_CASE("sand is added during a run, at a fixed interval of steps") {
  const Cli cli;
  const std::string grain = cli.write("grain.csv", "0.5,0\n");
  const Words run = {"run",         "--automaton",     "sandpile",    "--size",  "2x1",
                     "--plane-add", "height=" + grain, "--plane-out", "height=-"};
  CHECK(cli.fine(run + Words{"--steps", "3"}).out == "1.5,0\n");
  CHECK(cli.fine(run + Words{"--steps", "5", "--add-every", "4"}).out == "1,0\n");
  CHECK(cli.fine(run + Words{"--steps", "4", "--add-every", "4"}).out == "0.5,0\n");
}

TEST_CASE("a body is dragged over the sand from the command line, and nothing is lost") {
  const Cli cli;
  const Words run = {"run",   "--automaton", "sandpile", "--scene",  "footprints", "--size",
                     "90x60", "--steps",     "0",        "--ledger", "--json"};
  const auto sand = [&](const Words& more) {
    return cli.fine(run + more).json()["ledger"][0]["now"].get<std::int64_t>();
  };
  CHECK(sand({"--body", "foot:40,15,40,15,24,4", "--body", "rake:10,45,70,45,20,3"}) == sand({}));
  CHECK(cli.fine({"run", "--automaton", "sandpile", "--size", "3x1", "--steps", "0", "--plane-out", "packed=-"}).out ==
        "0,0,0\n");
  CHECK(cli(run + Words{"--body", "boot:1,1,2,2,9,1"}).err ==
        "repose-cli: --body: 'boot' is not one of ball, wheel, foot, rake\n");
  CHECK(cli(run + Words{"--body", "ball:1,1,2,2,0,1"}).code == 2);
  CHECK(cli({"run", "--size", "9x9", "--steps", "0", "--body", "ball:1,1,2,2,5,1"}).err ==
        "repose-cli: --body: Only sandpile has heights into which a body can be pressed.\n");
}

TEST_CASE("a replay of sand has the recorded hash at every checkpoint") {
  const Cli cli;
  cli.fine({"run", "--automaton", "sandpile", "--scene", "footprints", "--size", "90x60", "--steps", "200",
            "--replay-out", cli.path("walk.replay")});
  cli.fine({"replay", cli.path("walk.replay"), "--hash"});
}

TEST_CASE("height maps of a folder play one after another, each adds its difference to the one before") {
  const Cli cli;
  const auto frame = [&](const std::string& name, const std::string& row) {
    cli.fine({"run", "--automaton", "sandpile", "--plane-in", "height=" + cli.write("row.csv", row), "--steps", "0",
              "--plane-out", "height=" + cli.path(name)});
  };
  std::filesystem::create_directory(cli.path("frames"));
  frame("frames/f2.png", "1,0,0\n");
  frame("frames/f10.png", "0.5,1,0\n");  // after f2
  frame("frames/other.png", "9,9,9\n");
  const Words run = {"run",
                     "--automaton",
                     "sandpile",
                     "--size",
                     "3x1",
                     "--plane-out",
                     "height=-",
                     "--param",
                     "T=64",
                     "--plane-add",
                     "height=" + cli.path("frames/f*.png")};
  CHECK(cli.fine(run + Words{"--steps", "1"}).out == "1,0,0\n");
  CHECK(cli.fine(run + Words{"--steps", "2"}).out == "0.5,1,0\n");
  CHECK(cli.fine(run + Words{"--steps", "9"}).out == "0.5,1,0\n");  // the last picture stays
  CHECK(cli.fine(run + Words{"--steps", "3", "--add-every", "3"}).out == "1,0,0\n");
  CHECK(cli.fine(run + Words{"--steps", "4", "--add-every", "3"}).out == "0.5,1,0\n");
  cli.fine({"render", "--automaton", "sandpile", "--size", "3x1", "--steps", "2", "--png", cli.path("end.png"),
            "--plane-add", "height=" + cli.path("frames")});
  CHECK(std::filesystem::exists(cli.path("end.png")));
}

TEST_CASE("a folder without height maps, a picture of another size and a torn picture are refused") {
  const Cli cli;
  std::filesystem::create_directory(cli.path("frames"));
  const Words run = {"run", "--automaton", "sandpile", "--size", "3x1", "--steps", "2", "--hash", "--plane-add"};
  CHECK(cli(run + Words{"height=" + cli.path("frames")}).err ==
        "repose-cli: --plane-add: " + cli.path("frames") + " holds no PNG pictures.\n");
  CHECK(cli(run + Words{"height=" + cli.path("none/*.png")}).code == 2);
  for (const auto& [name, row] : {std::pair{"1.png", "1,2,3\n"}, {"2.png", "1,2\n"}}) {
    cli.fine({"run", "--automaton", "sandpile", "--plane-in", "height=" + cli.write("row.csv", row), "--steps", "0",
              "--plane-out", "height=" + cli.path(std::string("frames/") + name)});
  }
  const Outcome outcome = cli(run + Words{"height=" + cli.path("frames")});
  CHECK(outcome.err == "repose-cli: --plane-add: 2.png has 2x1 pixels, but the pictures before have 3x1.\n");
  CHECK(outcome.out.empty());
  cli.write("frames/2.png", "no picture");
  CHECK(cli(run + Words{"height=" + cli.path("frames")}).code == 2);
}

TEST_CASE("heights are written as a PNG of 16 bits and read back") {
  const Cli cli;
  const std::string row = cli.write("row.csv", "0,1.5,255.99609375\n3,0.00390625,300\n");
  const Words run = {"run", "--automaton", "sandpile", "--steps", "0"};
  const Outcome out =
      cli.fine(run + Words{"--plane-in", "height=" + row, "--plane-out", "height=" + cli.path("map.png")});
  CHECK(out.err.find("1 heights do not fit") != std::string::npos);
  CHECK(cli.fine(run + Words{"--plane-in", "height=" + cli.path("map.png"), "--plane-out", "height=-"}).out ==
        "0,1.5,255.99609375\n3,0.00390625,255.99609375\n");
  const std::string torn = cli.write("torn.png", cli.read("map.png").substr(0, 50));
  CHECK(cli(run + Words{"--plane-in", "height=" + torn}).err ==
        "repose-cli: --plane-in: torn.png is no PNG picture that can be read as heights: it "
        "ends before the picture does.\n");
}

TEST_CASE("a picture of 8 bits is a height map: a level of grey is one cell high") {
  const Cli cli;
  const std::string rules =
      cli.write("greys.cfg", "cell black 0 0 0 0.1\ncell grey 40 40 40 0.5\ncell white 255 255 255 1\n");
  cli.fine({"run", "--config", rules, "--automaton", "density", "--size", "3x1", "--fill", "grey:1,0,1,0", "--fill",
            "white:2,0,2,0", "--steps", "0", "--png", cli.path("greys.png")});
  CHECK(cli.fine({"run", "--automaton", "sandpile", "--steps", "0", "--plane-in", "height=" + cli.path("greys.png"),
                  "--plane-out", "height=-"})
            .out == "0,40,255\n");
}

TEST_CASE("invalid amounts, and planes without amounts, are refused") {
  const Cli cli;
  const std::string words = cli.write("words.csv", "1,x\n");
  const std::string far = cli.write("far.csv", "9000\n");
  const std::string wall = cli.write("wall.csv", "1\n");
  CHECK(cli({"run", "--automaton", "sandpile", "--steps", "1", "--plane-add", "height=" + words}).err ==
        "repose-cli: --plane-add: " + words + ": row 1 is not a list of numbers from -8192 to 8192\n");
  CHECK(cli({"run", "--automaton", "sandpile", "--steps", "1", "--plane-in", "height=" + far}).code == 2);
  CHECK(cli({"run", "--automaton", "sandpile", "--steps", "1", "--plane-add", "wall=" + wall}).err ==
        "repose-cli: --plane-add: wall is not a plane of amounts\n");
  CHECK(cli({"run", "--automaton", "density", "--steps", "1", "--plane-in", "height=" + far}).code == 2);
}

}  // namespace repose::test
