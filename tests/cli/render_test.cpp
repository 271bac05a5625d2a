// repose-cli render.
#include "cli/cli_support.hpp"
#include "density_world.hpp"
#include "repose/session.hpp"

using namespace repose;
using namespace repose::test;

namespace {

const std::vector<std::string> kStart = {"render",  "--scene", "falls",   "--size", "120x75",
                                         "--steps", "40",      "--every", "4"};

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

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

TEST_CASE("render makes the same film on every backend and number of threads") {
  const Cli cli;
  cli.fine(with(kStart, {"--backend", "scalar", "--gif", cli.path("a.gif")}));
  cli.fine(with(kStart, {"--threads", "1", "--gif", cli.path("b.gif")}));
  cli.fine(with(kStart, {"--threads", "3", "--gif", cli.path("c.gif")}));
  CHECK(cli.read("a.gif").substr(0, 6) == "GIF89a");
  CHECK(cli.read("a.gif") == cli.read("b.gif"));
  CHECK(cli.read("a.gif") == cli.read("c.gif"));
}

TEST_CASE("render makes the same film on the gpu, to the byte") {
  const Cli cli;
  for (const std::string automaton : {"density", "elements"}) {
    if (const std::string reason = cli.why_no_gpu(automaton); !reason.empty()) REPOSE_SKIP(reason);
    const auto film = [&](const std::string& backend) {
      const std::string file = automaton + "-" + backend + ".gif";
      cli.fine(with(kStart, {"--automaton", automaton, "--backend", backend, "--gif", cli.path(file)}));
      return cli.read(file);
    };
    CAPTURE(automaton);
    CHECK(film("gpu") == film("cpu"));
  }
}

TEST_CASE("render draws fastsab soft and the others sharp, unless told otherwise") {
  const Cli cli;
  const auto picture = [&](const std::string& scene, const std::vector<std::string>& more) {
    cli.fine(with({"render", "--scene", scene, "--size", "60x40", "--steps", "5", "--png", cli.path("a.png")}, more));
    return cli.read("a.png");
  };
  for (const std::string scene : {"sandbox", "falls"}) {
    CAPTURE(scene);
    const std::string soft = picture(scene, {"--soft"}), sharp = picture(scene, {"--sharp"});
    CHECK(soft != sharp);
    CHECK(picture(scene, {}) == (scene == "sandbox" ? soft : sharp));
  }
}

TEST_CASE("render shows the start, then pictures at a fixed interval of steps, then the end") {
  const Cli cli;
  cli.fine({"render", "--scene", "falls", "--steps", "10", "--every", "4", "--png-sequence", cli.path("frames"),
            "--png", cli.path("last.png")});
  for (const char* name : {"frames/frame-00001.png", "frames/frame-00004.png"}) CHECK(cli.has(name));
  CHECK_FALSE(cli.has("frames/frame-00005.png"));
  CHECK(cli.read("frames/frame-00004.png") == cli.read("last.png"));
}

TEST_CASE("render continues from a world file") {
  const Cli cli;
  cli.fine({"run", "--scene", "falls", "--size", "120x75", "--steps", "30", "--world-out", cli.path("w.repose")});
  cli.fine({"render", cli.path("w.repose"), "--steps", "10", "--png", cli.path("a.png")});
  cli.fine({"render", "--scene", "falls", "--size", "120x75", "--steps", "40", "--png", cli.path("b.png")});
  CHECK(cli.read("a.png") == cli.read("b.png"));
}

TEST_CASE("render shows a replay from its beginning to its end") {
  const Cli cli;
  save_replay(cli);
  cli.fine({"render", cli.path("a.replay"), "--every", "5", "--png-sequence", cli.path("frames")});
  cli.fine({"render", cli.path("end.repose"), "--steps", "0", "--png", cli.path("end.png")});
  CHECK_FALSE(cli.has("frames/frame-00006.png"));
  CHECK(cli.read("frames/frame-00005.png") == cli.read("end.png"));
}

TEST_CASE("render refuses start options for a replay, and accepts backend and threads") {
  const Cli cli;
  save_replay(cli);
  const std::vector<std::string> words = {"render", cli.path("a.replay"), "--png", cli.path("a.png")};
  const std::vector<std::vector<std::string>> starts = {
      {"--config", "my.cfg"},   {"--automaton", "tiles"},   {"--seed", "3"},
      {"--first-bias", "left"}, {"--param", "heat=1"},      {"--cells-in", "a.raw"},
      {"--image", "a.png"},     {"--scene", "falls"},       {"--size", "60x40"},
      {"--plane-in", "a=b"},    {"--fill", "sand:1,2,3,4"}, {"--flood", "sand:1,2"},
      {"--paste", "a.png:1,2"}};
  for (const auto& start : starts) {
    const Outcome outcome = cli(with(words, start));
    CHECK(outcome.code == 2);
    CHECK(outcome.err ==
          "repose-cli: " + start[0] + ": " + cli.path("a.replay") + " is a replay, which has its own start\n");
    CHECK_FALSE(cli.has("a.png"));
  }
  cli.fine(with(words, {"--backend", "scalar", "--threads", "1", "--steps", "5"}));
  CHECK(cli.has("a.png"));
}

TEST_CASE("render refuses options without a film, with one line that says why") {
  const Cli cli;
  const auto refused = [&](std::vector<std::string> words, std::string_view part) {
    const Outcome outcome = cli(std::move(words));
    CHECK(outcome.code == 2);
    CHECK(outcome.error_lines() == 1);
    INFO(outcome.err);
    CHECK(outcome.err.find(part) != std::string::npos);
  };
  refused({"render", "--scene", "falls", "--gif", cli.path("a.gif")}, "--steps is required");
  refused(kStart, "an output is missing");
  refused(with(kStart, {"--gif", "a", "--video", "b.mp4"}), "only one of");
  refused(with(kStart, {"--gif", "a", "--soft", "--sharp"}), "only one of --soft and --sharp");
  refused(with(kStart, {"--video", "a.avi"}), "ends in neither .mp4 nor .webm");
  refused(with(kStart, {"--gif", "a", "--fps", "60"}), "--fps");
  refused(with(kStart, {"--gif", "a", "--scale", "0"}), "--scale");
  refused(with(kStart, {"--gif", "a", "--scale", "nan"}), "--scale");
  refused({"render", cli.path("none.repose"), "--steps", "1", "--gif", "a"}, "there is no file");
  refused(with(kStart, {"--gif", cli.path("no/folder/a.gif")}), "could not be written");
}

TEST_CASE("an interrupted render leaves no file") {
  const Cli cli;
  const Process child =
      cli.start({"render", "--scene", "falls", "--steps", "100000000", "--gif", cli.path("never.gif")});
  const std::string part = "never.gif." + std::to_string(process_id(child)) + "-1.part";
  while (!cli.has(part)) sleep_milliseconds(10);
  if (!interrupt_program(child)) {
    kill_program(child);
    cli.end(child);
    REPOSE_SKIP("Ctrl+C needs a console here");
  }
  CHECK(cli.end(child).code == 130);
  CHECK_FALSE(cli.has(part));
  CHECK_FALSE(cli.has("never.gif"));
}
