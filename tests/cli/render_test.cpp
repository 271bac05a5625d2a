// repose-cli render.
#include "cli/cli_support.hpp"
#include "density_world.hpp"
#include "repose/session.hpp"

using namespace repose;
using namespace repose::test;

namespace {

const std::string kStart = "render --scene falls --size 120x75 --steps 40 --every 4";

// Writes a.replay, of twenty steps, and end.repose, the world at its end.
void save_replay(const Cli& cli) {
  const Registry registry = make_registry();
  Session session(registry, density_world(), SessionOptions{.threads = 1});
  REQUIRE(session.execute(command::LoadScene{"falls", 60, 40, {}}).ok);
  session.keep_history(HistoryLimits{});
  REQUIRE(session.execute(command::Step{10}).ok);
  REQUIRE(session.execute(command::Paint{RectEdit{{5, 5}, {20, 9}, 1, {}}}).ok);
  REQUIRE(session.execute(command::Step{10}).ok);
  REQUIRE(session.execute(command::SaveReplay{cli.path("a.replay")}).ok);
  REQUIRE(session.execute(command::SaveWorld{cli.path("end.repose")}).ok);
}

}  // namespace

TEST_CASE_METHOD(Cli, "render makes the same film on every backend and number of threads") {
  fine(kStart + " --backend scalar --gif @a.gif");
  fine(kStart + " --threads 1 --gif @b.gif");
  fine(kStart + " --threads 3 --gif @c.gif");
  CHECK(read("a.gif").substr(0, 6) == "GIF89a");
  CHECK(read("a.gif") == read("b.gif"));
  CHECK(read("a.gif") == read("c.gif"));
}

TEST_CASE_METHOD(Cli, "render makes the same film on the gpu, to the byte") {
  for (const std::string automaton : {"density", "elements"}) {
    if (const std::string reason = why_no_gpu(automaton); !reason.empty()) REPOSE_SKIP(reason);
    const auto film = [&](const std::string& backend) {
      fine(kStart + " --automaton " + automaton + " --backend " + backend + " --gif @a.gif");
      return read("a.gif");
    };
    CAPTURE(automaton);
    CHECK(film("gpu") == film("cpu"));
  }
}

TEST_CASE_METHOD(Cli, "render draws fastsab soft and the others sharp, unless told otherwise") {
  const auto picture = [&](const std::string& scene, const std::string& more) {
    fine("render --scene " + scene + " --size 60x40 --steps 5 --png @a.png " + more);
    return read("a.png");
  };
  for (const std::string scene : {"sandbox", "falls"}) {
    CAPTURE(scene);
    const std::string soft = picture(scene, "--soft"), sharp = picture(scene, "--sharp");
    CHECK(soft != sharp);
    CHECK(picture(scene, {}) == (scene == "sandbox" ? soft : sharp));
  }
}

TEST_CASE_METHOD(
    Cli,
    "render shows the start, then pictures at a fixed interval of steps, then the end, and continues a world file") {
  fine("render --scene falls --steps 10 --every 4 --png-sequence @frames --png @last.png");
  for (const char* name : {"frames/frame-00001.png", "frames/frame-00004.png"}) CHECK(has(name));
  CHECK_FALSE(has("frames/frame-00005.png"));
  CHECK(read("frames/frame-00004.png") == read("last.png"));
  fine("run --scene falls --size 120x75 --steps 30 --world-out @w.repose");
  fine("render @w.repose --steps 10 --png @a.png");
  fine("render --scene falls --size 120x75 --steps 40 --png @b.png");
  CHECK(read("a.png") == read("b.png"));
}

TEST_CASE_METHOD(Cli,
                 "render shows a replay from its beginning to its end, on any backend, and refuses start options") {
  save_replay(*this);
  const std::string words = "render @a.replay --png @a.png";
  const std::vector<std::string> starts = {
      "--config my.cfg",     "--automaton tiles", "--seed 3",         "--first-bias left", "--param heat=1",
      "--cells-in a.raw",    "--image a.png",     "--scene falls",    "--size 60x40",      "--plane-in a=b",
      "--fill sand:1,2,3,4", "--flood sand:1,2",  "--paste a.png:1,2"};
  for (const auto& start : starts) {
    const Outcome outcome = call(words + " " + start);
    CHECK(outcome.code == 2);
    CHECK(outcome.err == "repose-cli: " + start.substr(0, start.find(' ')) + ": " + path("a.replay") +
                             " is a replay, which has its own start\n");
    CHECK_FALSE(has("a.png"));
  }
  fine(words + " --backend scalar --threads 1 --steps 5");
  CHECK(has("a.png"));
  fine("render @a.replay --every 5 --png-sequence @frames");
  fine("render @end.repose --steps 0 --png @end.png");
  CHECK_FALSE(has("frames/frame-00006.png"));
  CHECK(read("frames/frame-00005.png") == read("end.png"));
}

TEST_CASE_METHOD(Cli, "render refuses options without a film, with one line that says why") {
  const auto refused = [&](const std::string& words, std::string_view part) {
    const Outcome outcome = call(words);
    CHECK(outcome.code == 2);
    CHECK(outcome.error_lines() == 1);
    INFO(outcome.err);
    CHECK(outcome.err.find(part) != std::string::npos);
  };
  refused("render --scene falls --gif @a.gif", "--steps is required");
  refused(kStart, "an output is missing");
  refused(kStart + " --gif a --video b.mp4", "only one of");
  refused(kStart + " --gif a --soft --sharp", "only one of --soft and --sharp");
  refused(kStart + " --video a.avi", "ends in neither .mp4 nor .webm");
  refused(kStart + " --gif a --fps 60", "--fps");
  refused(kStart + " --gif a --scale 0", "--scale");
  refused(kStart + " --gif a --scale nan", "--scale");
  refused("render @none.repose --steps 1 --gif a", "there is no file");
  refused(kStart + " --gif @no/folder/a.gif", "could not be written");
}

TEST_CASE_METHOD(Cli, "an interrupted render leaves no file") {
  const Process child = start("render --scene falls --steps 100000000 --gif @never.gif");
  const std::string part = "never.gif." + std::to_string(process_id(child)) + "-1.part";
  while (!has(part)) sleep_milliseconds(10);
  if (!interrupt_program(child)) {
    kill_program(child);
    end(child);
    REPOSE_SKIP("Ctrl+C needs a console here");
  }
  CHECK(end(child).code == 130);
  CHECK_FALSE(has(part));
  CHECK_FALSE(has("never.gif"));
}
