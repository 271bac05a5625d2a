// Output that cannot be written, and signals.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli_support.hpp"
#include "repose/replay.hpp"

namespace repose::test {

namespace {

// Runs repose-cli with a redirection of the shell behind its words.
Outcome in_shell(const Cli& cli, const std::string& words, const std::string& redirection) {
  const std::string line = std::string(REPOSE_CLI) + " " + words + " " + redirection + " 2>" + cli.path("stderr");
  const int status = std::system(line.c_str());  // NOLINT(concurrency-mt-unsafe): the tests have one thread
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, "", cli.read("stderr")};
}

// Waits until the program catches the signal, so that it does not end it at once.
void wait_until_caught(pid_t child, int signal) {
  const std::string file = "/proc/" + std::to_string(child) + "/status";
  for (;; ::usleep(10'000)) {
    const std::string text = read_text(file);
    const std::size_t at = text.find("SigCgt:");
    if (at != std::string::npos && (std::stoull(text.substr(at + 7), nullptr, 16) >> (signal - 1) & 1) != 0) return;
  }
}

// A replay of more steps than anybody waits for.
std::string slow_replay(const Cli& cli) {
  constexpr int kSide = 512;
  ReplaySegment segment;
  segment.rules = std::make_shared<const ReplayRules>(ReplayRules{"small", kSmallRules});
  segment.world = segment.origin = std::make_shared<const World>(kSide, kSide);
  segment.run.automaton = "conserving";
  segment.steps = 1'000'000'000;
  segment.inputs = {{0, Edit(RectEdit{{100, 100}, {200, 200}, 1, {}})}};
  Replay replay;
  replay.segments = {segment};
  REQUIRE(write_replay(cli.path("slow.replay"), replay).ok());
  return cli.path("slow.replay");
}

}  // namespace

TEST_CASE("every verb that loses its output says so in a line and does not end with success") {
  const Cli cli;
  const std::string config = cli.write("a.cfg", kSmallRules);
  cli.fine({"run", "--config", config, "--size", "8x8", "--steps", "3", "--replay-out", cli.path("a.replay")});
  const Words lines = {"--help",
                       "--version",
                       "run --help",
                       "solvers --json",
                       "check " + config,
                       "check --json " + config,
                       "run --size 8x8 --steps 1 --hash",
                       "run --size 8x8 --steps 1 --census --json",
                       "replay " + cli.path("a.replay"),
                       "bench --scene mixed --automaton tiles --backend scalar --size 16x16 --seconds 0.0001"};
  for (const std::string& words : lines) {
    CAPTURE(words);
    const Outcome full = in_shell(cli, words, ">/dev/full");
    CHECK(full.code == 2);
    CHECK(full.err == "repose-cli: the output could not be written: No space left on device\n");
    const Outcome closed = in_shell(cli, words, ">&-");
    CHECK(closed.code == 2);
    CHECK(closed.err == "repose-cli: the output could not be written: Bad file descriptor\n");
  }
}

TEST_CASE("more output than its buffer holds, to a full device, is one line too") {
  const Cli cli;
  const Outcome outcome = in_shell(cli, "run --size 300x300 --steps 0 --plane-out density=-", ">/dev/full");
  CHECK(outcome.code == 2);
  CHECK(outcome.err == "repose-cli: the output could not be written: No space left on device\n");
}

TEST_CASE("with closed streams the text of a run does not end up in its files") {
  const Cli cli;
  const Outcome outcome = in_shell(cli, "run --size 8x8 --steps 1 --hash --cells-out " + cli.path("cells"), "<&- >&-");
  CHECK(outcome.code == 2);
  CHECK(cli.read("cells").size() == 64);
}

TEST_CASE("an error that cannot be printed is an exit code, not a crash") {
  const Cli cli;
  CHECK(in_shell(cli, "frobnicate", "2>/dev/full").code == 2);
  CHECK(in_shell(cli, "run", "2>&-").code == 2);
}

TEST_CASE("bench, run, replay and render end on Ctrl+C and SIGTERM with code 130 and write nothing") {
  const Cli cli;
  const std::string film = cli.path("a.gif"), replay = slow_replay(cli);
  const std::pair<int, Words> runs[] = {
      {SIGINT, {"bench", "--automaton", "tiles", "--backend", "scalar", "--size", "256x256", "--seconds", "60"}},
      {SIGTERM, {"run", "--size", "64x64", "--steps", "1000000000000"}},
      {SIGINT, {"run", "--size", "64x64", "--steps", "1000000000000", "--cells-out", cli.path("a.raw")}},
      {SIGTERM, {"replay", replay, "--backend", "scalar"}},
      {SIGINT, {"render", replay, "--backend", "scalar", "--gif", film}},
      {SIGTERM, {"render", "--scene", "falls", "--size", "64x64", "--steps", "1000000000000", "--gif", film}}};
  for (const auto& [signal, words] : runs) {
    CAPTURE(signal, words);
    const auto child = static_cast<pid_t>(cli.start(words));
    wait_until_caught(child, signal);
    ::kill(child, signal);
    const Outcome outcome = cli.end(child);
    CHECK(outcome.code == 130);
    CHECK(outcome.err.starts_with("repose-cli: interrupted "));
    CHECK(outcome.error_lines() == 1);
    CHECK_FALSE(cli.has("a.raw"));
    CHECK_FALSE(cli.has("a.gif." + std::to_string(child) + "-1.part"));
  }
}

}  // namespace repose::test
