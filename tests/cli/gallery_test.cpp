// `repose-cli gallery`: the index holds what was played with the recorded result, and nothing else.
#include "cli_support.hpp"

namespace repose::test {

namespace {
const std::string kRainPlan = "challenge first-rain\nat 0 to 84 water 160 60 size 9\n";
}

TEST_CASE_METHOD(Cli, "gallery lists solutions and replays, and leaves out what is not as it claims") {
  std::filesystem::create_directory(path("g"));
  write("a.solution", kRainPlan);
  fine("judge @a.solution --replay-out @g/rain.replay");
  fine("run --config @rules.cfg --fill sand:2,2,9,9 --size 64x48 --steps 40 --replay-out @g/sand.replay");
  write("g/broken.replay", read("g/sand.replay").substr(0, 300));
  write("g/readme.txt", "no replay");
  write("g/empty.png", "no picture");
  std::string changed = read("g/sand.replay");
  changed[changed.size() / 2] = static_cast<char>(changed[changed.size() / 2] ^ 1);
  write("g/changed.replay", changed);

  const Outcome outcome = call("gallery @g");
  CHECK(outcome.code == 1);
  CHECK(outcome.error_lines() == 2);
  CHECK(outcome.err.find("broken.replay: left out: ") != std::string::npos);
  CHECK(outcome.err.find("changed.replay: left out: ") != std::string::npos);
  CHECK(outcome.out.find("rain.replay: A thirsty basin: ") != std::string::npos);
  CHECK(outcome.out.find("sand.replay: 64 x 48 cells, 40 steps, as recorded\n") != std::string::npos);

  const Json index = Json::parse(read("g/index.json"));
  REQUIRE(index["entries"].size() == 2);
  CHECK(index["entries"][0]["file"] == "rain.replay");
  CHECK(index["entries"][0]["challenge"] == "A thirsty basin");
  CHECK(index["entries"][0]["medal"] != "none");
  CHECK(index["entries"][1]["file"] == "sand.replay");
  CHECK(index["entries"][1]["bytes"] == read("g/sand.replay").size());
  CHECK_FALSE(index["entries"][1].contains("challenge"));

  for (const char* file : {"g/broken.replay", "g/changed.replay"}) std::filesystem::remove(path(file));
  CHECK(fine("gallery @g --json").out == read("g/index.json"));
  CHECK(Json::parse(read("g/index.json")) == index);
  if (why_no_gpu("conserving").empty()) CHECK(fine("gallery @g --json --backend gpu").out == read("g/index.json"));
}

TEST_CASE_METHOD(Cli, "gallery needs a folder") {
  const Outcome outcome = call("gallery @nowhere");
  CHECK(outcome.code == 2);
  CHECK(outcome.err.find("there is no folder") != std::string::npos);
}

TEST_CASE_METHOD(Cli, "gallery writes nothing where nothing is shared, and over no file of somebody else") {
  std::filesystem::create_directory(path("g"));
  const Outcome empty = call("gallery @g");
  CHECK(empty.code == 2);
  CHECK(empty.err.find("holds no replay") != std::string::npos);
  CHECK_FALSE(has("g/index.json"));
  fine("run --config @rules.cfg --fill sand:2,2,9,9 --size 64x48 --steps 4 --replay-out @g/sand.replay");
  write("g/index.json", "{\"name\": \"a page\"}\n");
  CHECK(call("gallery @g").code == 2);
  CHECK(read("g/index.json") == "{\"name\": \"a page\"}\n");
}

TEST_CASE_METHOD(Cli, "a run is recorded from its first step, however long it is") {
  fine("run --config @rules.cfg --fill sand:2,2,9,9 --size 64x48 --steps 3000 --replay-out @long.replay");
  CHECK(fine("replay @long.replay --json").json()["steps"] == 3000);
}

}  // namespace repose::test
