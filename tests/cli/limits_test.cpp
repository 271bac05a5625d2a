// What the system refuses: output that cannot be written, memory that is not there; and signals.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli_support.hpp"
#include "repose/replay.hpp"

namespace repose::test {

namespace {

// Runs repose-cli with words of the shell before it and a redirection behind its words.
Outcome in_shell(const Cli& cli, const std::string& words, const std::string& redirection,
                 const std::string& before = {}) {
  const std::string line = before + "exec '" REPOSE_CLI "' " + words + " " + redirection + " 2>" + cli.path("stderr");
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
void slow_replay(const Cli& cli) {
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
}

// A process that may use so many megabytes of addresses.
struct Limited : Cli {
  Outcome limited(int megabytes, const std::string& words) const {
    return in_shell(*this, words, ">/dev/null", "ulimit -v " + std::to_string(megabytes * 1024) + "; ");
  }
};

}  // namespace

TEST_CASE_METHOD(Cli, "a file that may not become so large is refused, and nothing is left of it") {
  const Outcome outcome =
      in_shell(*this, "run --automaton density --scene mixed --size 320x200 --steps 1 --world-out " + path("w.repose"),
               ">/dev/null", "ulimit -f 1; ");
  CHECK(outcome.code == 2);
  CHECK(outcome.err.find("w.repose") != std::string::npos);
  for (const auto& entry : std::filesystem::directory_iterator(path("")))
    CHECK_FALSE(entry.path().filename().string().starts_with("w.repose"));
}

TEST_CASE_METHOD(Cli, "the value of a variable that is not set is refused") {
  const Outcome outcome = in_shell(*this, "run --steps 1 --world-in \"$REPOSE_NOT_SET\"", ">/dev/null");
  CHECK(outcome.code == 2);
  CHECK(outcome.err == "repose-cli: --world-in: a value is missing\n");
}

TEST_CASE_METHOD(Cli, "every verb that loses its output says so in a line and does not end with success") {
  fine("run --config @rules.cfg --size 8x8 --steps 3 --replay-out @a.replay");
  const std::string lines[] = {"--help",
                               "--version",
                               "run --help",
                               "solvers --json",
                               "check " + path("rules.cfg"),
                               "check --json " + path("rules.cfg"),
                               "run --size 8x8 --steps 1 --hash",
                               "run --size 8x8 --steps 1 --census --json",
                               "replay " + path("a.replay")};
  for (const std::string& words : lines) {
    CAPTURE(words);
    const Outcome full = in_shell(*this, words, ">/dev/full");
    CHECK(full.code == 2);
    CHECK(full.err == "repose-cli: the output could not be written: No space left on device\n");
    const Outcome closed = in_shell(*this, words, ">&-");
    CHECK(closed.code == 2);
    CHECK(closed.err == "repose-cli: the output could not be written: Bad file descriptor\n");
  }
}

TEST_CASE_METHOD(Cli, "more output than its buffer holds, or output after a while, to a full device is one line too") {
  for (const std::string words :
       {"run --size 300x300 --steps 0 --plane-out density=-",
        "bench --scene mixed --automaton tiles --backend scalar --size 16x16 --seconds 0.0001"}) {
    const Outcome outcome = in_shell(*this, words, ">/dev/full");
    CHECK(outcome.code == 2);
    CHECK(outcome.err == "repose-cli: the output could not be written: No space left on device\n");
  }
}

TEST_CASE_METHOD(Cli, "with closed streams the text of a run does not end up in its files") {
  const Outcome outcome = in_shell(*this, "run --size 8x8 --steps 1 --hash --cells-out " + path("cells"), "<&- >&-");
  CHECK(outcome.code == 2);
  CHECK(read("cells").size() == 64);
}

TEST_CASE_METHOD(Cli, "an error that cannot be printed is an exit code, not a crash") {
  CHECK(in_shell(*this, "frobnicate", "2>/dev/full").code == 2);
  CHECK(in_shell(*this, "run", "2>&-").code == 2);
}

TEST_CASE_METHOD(Cli, "bench, run, replay and render end on Ctrl+C and SIGTERM with code 130 and write nothing") {
  slow_replay(*this);
  const std::pair<int, std::string> runs[] = {
      {SIGINT, "bench --automaton tiles --backend scalar --size 256x256 --seconds 60"},
      {SIGTERM, "run --size 64x64 --steps 1000000000000"},
      {SIGINT, "run --size 64x64 --steps 1000000000000 --cells-out @a.raw"},
      {SIGTERM, "replay @slow.replay --backend scalar"},
      {SIGINT, "render @slow.replay --backend scalar --gif @a.gif"},
      {SIGTERM, "render --scene falls --size 64x64 --steps 1000000000000 --gif @a.gif"}};
  for (const auto& [signal, words] : runs) {
    CAPTURE(signal, words);
    const auto child = static_cast<pid_t>(start(words));
    wait_until_caught(child, signal);
    ::kill(child, signal);
    const Outcome outcome = end(child);
    CHECK(outcome.code == 130);
    CHECK(outcome.err.starts_with("repose-cli: interrupted "));
    CHECK(outcome.error_lines() == 1);
    CHECK_FALSE(has("a.raw"));
    CHECK_FALSE(has("a.gif." + std::to_string(child) + "-1.part"));
  }
}

TEST_CASE_METHOD(Limited, "the largest world is refused by every solver when there is not enough memory") {
  if (kHasSanitizer) REPOSE_SKIP("sanitizers reserve all addresses");
  for (const char* automaton : {"density", "conserving", "elements", "fastsab", "tiles", "water", "sandpile"}) {
    for (const char* backend : {"scalar", "cpu"}) {
      const Outcome run = limited(300, std::string("run --automaton ") + automaton + " --backend " + backend +
                                           " --threads 2 --size 16384x16384 --steps 1");
      INFO(automaton << " on " << backend << ": " << run.err);
      CHECK(run.code == 2);
      CHECK(run.err.find("There is not enough memory for a world of this size; try a smaller one.") !=
            std::string::npos);
    }
  }
}

TEST_CASE_METHOD(Limited, "memory that ends between two copies of a world is a sentence too") {
  if (kHasSanitizer) REPOSE_SKIP("sanitizers reserve all addresses");
  for (const int megabytes : {60, 70, 80}) {
    const Outcome run = limited(megabytes, "run --automaton elements --threads 2 --size 1024x1024 --steps 1 --png " +
                                               path("a.png") + " --replay-out " + path("a.replay") + " --hash");
    INFO(megabytes << " MB: " << run.err);
    CHECK((run.code == 0 || run.code == 2));
    CHECK((run.code == 0 || run.err.find("memory") != std::string::npos));
  }
}

}  // namespace repose::test
