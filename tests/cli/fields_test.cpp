// Water and sandpiles from the command line.
#include "cli_support.hpp"

namespace repose::test {

TEST_CASE_METHOD(Cli, "the article's row of sand runs from a CSV file, on every backend that runs here") {
  write("row.csv", "0,1,3,4,2,1,3,3,0\n");
  const Json solvers = fine("solvers --json").json();
  for (const Json& solver : solvers["solvers"]) {
    if (solver["automaton"] != "sandpile" || !solver["available"]) continue;
    const std::string run =
        "run --automaton sandpile --plane-in height=@row.csv --size 9x1 --param T=2 --param M=1 --plane-out height=- "
        "--backend " +
        solver["backend"].get<std::string>();
    CHECK(fine(run + " --steps 1").out == "0,2,2,3,3,2,2,2,1\n");
    CHECK(fine(run + " --steps 2").out == "1,1,2,3,3,2,2,2,1\n");
    CHECK(fine(run + " --steps 3").out == "1,1,2,3,3,2,2,2,1\n");
  }
  // An obstacle that is painted and erased leaves the floor.
  write("row.csv", "0,0,8,0,0\n");
  CHECK(fine("run --automaton sandpile --plane-in height=@row.csv --fill rock:1,0,2,0 --fill hollow:1,0,2,0 --steps 0 "
             "--plane-out height=-")
            .out == "0,0,0,8,0\n");
}

TEST_CASE_METHOD(
    Cli, "masses are read and written with decimals; invalid amounts, and planes without amounts, are refused") {
  write("mass.csv", "0.5, 1.25,0\n0,0,0.1\n");
  const std::string out = fine("run --automaton water --plane-in mass=@mass.csv --steps 0 --plane-out mass=-").out;
  CHECK(out == "0.5,1.25,0\n0,0,0.10000002384185791\n");
  write("again.csv", out);
  CHECK(fine("run --automaton water --plane-in mass=@again.csv --steps 0 --plane-out mass=-").out == out);
  write("words.csv", "1,x\n");
  write("far.csv", "9000\n");
  write("wall.csv", "1\n");
  CHECK(call("run --automaton sandpile --steps 1 --plane-add height=@words.csv").err ==
        "repose-cli: --plane-add: " + path("words.csv") + ": row 1 is not a list of numbers from -8192 to 8192\n");
  CHECK(call("run --automaton sandpile --steps 1 --plane-in height=@far.csv").code == 2);
  CHECK(call("run --automaton sandpile --steps 1 --plane-add wall=@wall.csv").err ==
        "repose-cli: --plane-add: wall is not a plane of amounts\n");
  CHECK(call("run --automaton density --steps 1 --plane-in height=@far.csv").code == 2);
}

TEST_CASE_METHOD(Cli, "an amount of more than half the threshold is warned of on stderr, and the run goes on") {
  const std::string run = "run --automaton sandpile --size 4x1 --steps 1 --param";
  const Outcome restless = fine(run + " M=1.5");
  CHECK(restless.err == "repose-cli: warning: M = 1.5 is more than T/2 = 1: sand may move back and forth for ever.\n");
  CHECK(fine(run + " M=1").err.empty());
}

TEST_CASE_METHOD(Cli, "sand is added during a run, at a fixed interval of steps") {
  write("grain.csv", "0.5,0\n");
  const std::string run = "run --automaton sandpile --size 2x1 --plane-add height=@grain.csv --plane-out height=-";
  CHECK(fine(run + " --steps 3").out == "1.5,0\n");
  CHECK(fine(run + " --steps 5 --add-every 4").out == "1,0\n");
  CHECK(fine(run + " --steps 4 --add-every 4").out == "0.5,0\n");
}

TEST_CASE_METHOD(Cli, "a body is dragged over the sand from the command line, and nothing is lost") {
  const std::string run = "run --automaton sandpile --scene footprints --size 90x60 --steps 0 --ledger --json";
  const auto sand = [&](const std::string& more) {
    return fine(run + " " + more).json()["ledger"][0]["now"].get<std::int64_t>();
  };
  CHECK(sand("--body foot:40,15,40,15,24,4 --body rake:10,45,70,45,20,3") == sand({}));
  CHECK(fine("run --automaton sandpile --size 3x1 --steps 0 --plane-out packed=-").out == "0,0,0\n");
  CHECK(call(run + " --body boot:1,1,2,2,9,1").err ==
        "repose-cli: --body: 'boot' is not one of ball, wheel, foot, rake\n");
  CHECK(call(run + " --body ball:1,1,2,2,0,1").code == 2);
  CHECK(call("run --size 9x9 --steps 0 --body ball:1,1,2,2,5,1").err ==
        "repose-cli: --body: Only sandpile has heights into which a body can be pressed.\n");
}

TEST_CASE_METHOD(Cli, "height maps of a folder play one after another, each adds its difference to the one before") {
  const auto frame = [&](const std::string& name, const std::string& row) {
    fine("run --automaton sandpile --plane-in height=" + write("row.csv", row) +
         " --steps 0 --plane-out height=" + path(name));
  };
  std::filesystem::create_directory(path("frames"));
  frame("frames/f2.png", "1,0,0\n");
  frame("frames/f10.png", "0.5,1,0\n");  // after f2
  frame("frames/other.png", "9,9,9\n");
  const std::string run =
      "run --automaton sandpile --size 3x1 --plane-out height=- --param T=64 --plane-add height=@frames/f*.png";
  CHECK(fine(run + " --steps 1").out == "1,0,0\n");
  CHECK(fine(run + " --steps 2").out == "0.5,1,0\n");
  CHECK(fine(run + " --steps 9").out == "0.5,1,0\n");  // the last picture stays
  CHECK(fine(run + " --steps 3 --add-every 3").out == "1,0,0\n");
  CHECK(fine(run + " --steps 4 --add-every 3").out == "0.5,1,0\n");
  fine("render --automaton sandpile --size 3x1 --steps 2 --png @end.png --plane-add height=@frames");
  CHECK(std::filesystem::exists(path("end.png")));
}

TEST_CASE_METHOD(Cli, "colliders of a folder move and push the sand to the nearest free cells, on every backend") {
  std::filesystem::create_directory(path("frames"));
  for (const auto& [name, row] : {std::pair{"1.png", "128,0,127\n"}, {"2.png", "0,255,0\n"}}) {
    fine("run --automaton sandpile --plane-in height=" + write("row.csv", row) +
         " --steps 0 --plane-out height=" + path(std::string("frames/") + name));
  }
  write("sand.csv", "1,1,1\n");
  const Json solvers = fine("solvers --json").json();
  for (const Json& solver : solvers["solvers"]) {
    if (solver["automaton"] != "sandpile" || !solver["available"]) continue;
    const std::string run =
        "run --automaton sandpile --plane-in height=@sand.csv --param T=64 --plane-add wall=@frames "
        "--plane-out height=- --plane-out wall=- --backend " +
        solver["backend"].get<std::string>();
    CHECK(fine(run + " --steps 1").out == "0,2,1\n1,0,0\n");
    CHECK(fine(run + " --steps 2").out == "2,0,1\n0,1,0\n");  // into the cell that was just left
    CHECK(fine(run + " --steps 9").out == "2,0,1\n0,1,0\n");  // the last picture stays
  }
  write("loose.cfg", "cell air 0 0 0 0\ncell sand 9 9 9 0.9\nrule sand air air sand\n");
  CHECK(call("run --automaton sandpile --config @loose.cfg --size 3x1 --steps 1 --plane-add wall=@frames").err ==
        "repose-cli: --plane-add: No element of this config stands still, so there is nothing to make colliders of.\n");
  CHECK(call("run --automaton fastsab --size 3x1 --steps 1 --plane-add wall=@frames").err ==
        "repose-cli: --plane-add: only height and wall of sandpile play from several pictures\n");
}

TEST_CASE_METHOD(Cli, "a folder without height maps, a picture of another size and a torn picture are refused") {
  std::filesystem::create_directory(path("frames"));
  const std::string run = "run --automaton sandpile --size 3x1 --steps 2 --hash --plane-add";
  CHECK(call(run + " height=@frames").err ==
        "repose-cli: --plane-add: " + path("frames") + " holds no PNG pictures.\n");
  CHECK(call(run + " height=@none/*.png").code == 2);
  for (const auto& [name, row] : {std::pair{"1.png", "1,2,3\n"}, {"2.png", "1,2\n"}}) {
    fine("run --automaton sandpile --plane-in height=" + write("row.csv", row) +
         " --steps 0 --plane-out height=" + path(std::string("frames/") + name));
  }
  const Outcome outcome = call(run + " height=@frames");
  CHECK(outcome.err == "repose-cli: --plane-add: 2.png has 2x1 pixels, but the pictures before have 3x1.\n");
  CHECK(outcome.out.empty());
  write("frames/2.png", "no picture");
  CHECK(call(run + " height=@frames").code == 2);
}

TEST_CASE_METHOD(Cli, "heights are written as a PNG of 16 bits and read back") {
  write("row.csv", "0,1.5,255.99609375\n3,0.00390625,300\n");
  const std::string run = "run --automaton sandpile --steps 0";
  const Outcome out = fine(run + " --plane-in height=@row.csv --plane-out height=@map.png");
  CHECK(out.err.find("1 heights do not fit") != std::string::npos);
  CHECK(fine(run + " --plane-in height=@map.png --plane-out height=-").out ==
        "0,1.5,255.99609375\n3,0.00390625,255.99609375\n");
  write("torn.png", read("map.png").substr(0, 50));
  CHECK(call(run + " --plane-in height=@torn.png").err ==
        "repose-cli: --plane-in: torn.png is no PNG picture that can be read as heights: it "
        "ends before the picture does.\n");

  // A picture of 8 bits: a level of grey is one cell high.
  write("greys.cfg", "cell black 0 0 0 0.1\ncell grey 40 40 40 0.5\ncell white 255 255 255 1\n");
  fine(
      "run --config @greys.cfg --automaton density --size 3x1 --fill grey:1,0,1,0 --fill white:2,0,2,0 --steps 0 --png "
      "@greys.png");
  CHECK(fine("run --automaton sandpile --steps 0 --plane-in height=@greys.png --plane-out height=-").out ==
        "0,40,255\n");
}

}  // namespace repose::test
