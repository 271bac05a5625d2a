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
  for (const auto* key : {"automaton", "height", "steps", "spread", "ns_per_active_cell", "ratio_to_copy", "hash"})
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
  CHECK(call("bench --backend cpu --automaton magic").code == 2);
}

}  // namespace repose::test
