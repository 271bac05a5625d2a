// What repose-cli bench measures and prints.
#include "cli_support.hpp"

namespace repose::test {

TEST_CASE_METHOD(Cli, "bench measures the requested rows, one for each number of steps in a call, and prints JSON") {
  const std::string bench = "bench --scene churn --automaton density --backend cpu --threads 1 --size 64x64 ";
  const Json json = fine(bench + "--seconds 0.001 --steps 16 --steps-per-call 1,8 --json").json();
  CHECK(json["machine"].is_object());
  REQUIRE(json["rows"].size() == 2);
  const Json row = json["rows"][0];
  CHECK(row["scene"] == "churn");
  CHECK(row["backend"] == "cpu");
  CHECK(row["threads"] == 1);
  CHECK(row["width"] == 64);
  CHECK(row["cells_per_s"].get<double>() > 0);
  for (const auto* key :
       {"automaton", "height", "steps", "spread", "active_share", "ns_per_active_cell", "ratio_to_copy", "hash"})
    CHECK(row.contains(key));
  CHECK(row["steps_per_call"] == 1);
  CHECK(json["rows"][1]["steps_per_call"] == 8);
  CHECK(json["rows"][1]["steps"].get<int>() % 16 == 0);
  CHECK(fine(bench + "--seconds 0.01").out.find("churn") != std::string::npos);  // a table
}

TEST_CASE_METHOD(Cli, "bench measures scenes without rules of their own on density-world.cfg") {
  const Json json =
      fine("bench --scene mixed --automaton density --backend scalar --size 16x16 --seconds 0.001 --json").json();
  const std::string config = REPOSE_SOURCE_DIR "/configs/density-world.cfg";
  CHECK(json["rows"][0]["hash"].get<std::string>() + "\n" ==
        fine("run --config " + config + " --scene mixed --size 257x129 --steps 100 --hash").out);
  CHECK(call("bench --backend cpu --scene mixd").code == 2);
  CHECK(call("bench --backend cpu --tile 64x64").code == 2);  // of which scene?
  CHECK(call("bench --backend cpu --automaton magic").code == 2);
}

TEST_CASE_METHOD(Cli, "bench repeats a scene over a larger world and compares each row with scalar") {
  const std::string bench = "bench --scene settled --automaton density --size 50x40 --tile 130x100 --threads 1 ";
  const Json rows = fine(bench + "--seconds 0.001 --steps 1 --json").json()["rows"];
  REQUIRE(rows.size() >= 2);
  CHECK(rows[0]["backend"] == "scalar");
  CHECK(rows[0]["ratio_to_scalar"] == 1);
  for (const Json& row : rows) {
    CHECK(row["width"] == 130);
    CHECK(row["height"] == 100);
    CHECK(row["tile"] == "50x40");
  }
  CHECK(rows[1]["backend"] == "cpu");
  CHECK(rows[1]["ratio_to_scalar"].get<double>() > 0);
  CHECK_FALSE(fine(bench + "--backend cpu --seconds 0.001 --json").json()["rows"][0].contains("ratio_to_scalar"));
}

TEST_CASE_METHOD(Cli, "bench gives the share of cells that are awake") {
  const auto share = [&](const std::string& scene) {
    return fine("bench --automaton density --backend cpu --threads 1 --size 64x64 --seconds 0.001 --json --scene " +
                scene)
        .json()["rows"][0]["active_share"]
        .get<double>();
  };
  CHECK(share("settled") == 0);
  CHECK(share("churn") == 1);
}

TEST_CASE_METHOD(Cli, "bench mixes all elements of a config, or those that cannot come to burst") {
  write("bombs.cfg",
        "automaton conserving\ncell air 0 0 0 0.1\ncell fuse 9 0 0 0.9\ncell bomb 9 0 9 0.95\n"
        "decay fuse bomb 0.01\nburst bomb 4 air\n");
  const auto hash = [&](const std::string& more) {
    const std::string bench = "bench --scene mixed --automaton conserving --backend scalar --size 64x64 --json ";
    const Json row = fine(bench + "--seconds 0.001 --steps 1 --config @bombs.cfg" + more).json()["rows"][0];
    CHECK(row["config"] == "bombs.cfg");
    CHECK(row.contains("bursts") == !more.empty());
    return row["hash"].get<std::string>() + "\n";
  };
  const std::string run = "run --config @bombs.cfg --size 257x129 --steps 100 --seed 1 --hash --scene ";
  CHECK(hash("") == fine(run + "mixed").out);
  CHECK(hash(" --no-bursts") == fine(run + "empty").out);
}

TEST_CASE_METHOD(Cli, "bench without a scene measures the worlds of the default config") {
  const std::string bench = "bench --automaton conserving --backend cpu --threads 1 --size 64x64 --seconds 0.001 ";
  std::vector<std::string> worlds;
  const Json json = fine(bench + "--steps 1 --json").json();
  for (const Json& row : json["rows"])
    worlds.push_back(row["scene"].get<std::string>() + (row.contains("bursts") ? ", no bursts" : ""));
  CHECK(worlds == std::vector<std::string>{"valley", "wildfire", "fortress", "demolition", "acid-works",
                                           "mixed, no bursts", "mixed", "mixed", "settled"});
}

}  // namespace repose::test
