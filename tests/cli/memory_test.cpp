// Worlds that are larger than the memory that a process may use: refused with a sentence, never a crash.
#include <sys/wait.h>

#include "cli_support.hpp"

using namespace repose::test;

namespace {

// Runs repose-cli with at most so many megabytes of addresses.
Outcome limited(const Cli& cli, int megabytes, const std::string& words) {
  const std::string line = "cd '" + cli.path("") + "'; ulimit -v " + std::to_string(megabytes * 1024) +
                           "; exec '" REPOSE_CLI "' " + words + " >out 2>err";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, cli.read("out"), cli.read("err")};
}

}  // namespace

TEST_CASE("the largest world is refused by every solver when there is not enough memory") {
  if (kHasSanitizer) REPOSE_SKIP("sanitizers reserve all addresses");
  const Cli cli;
  for (const char* automaton : {"density", "conserving", "elements", "fastsab", "tiles", "water", "sandpile"}) {
    for (const char* backend : {"scalar", "cpu"}) {
      const Outcome run = limited(cli, 300,
                                  std::string("run --automaton ") + automaton + " --backend " + backend +
                                      " --threads 2 --size 16384x16384 --steps 1");
      INFO(automaton << " on " << backend << ": " << run.err);
      CHECK(run.code == 2);
      CHECK(run.err.find("There is not enough memory for a world of this size; try a smaller one.") !=
            std::string::npos);
    }
  }
}

TEST_CASE("memory that ends between two copies of a world is a sentence too") {
  if (kHasSanitizer) REPOSE_SKIP("sanitizers reserve all addresses");
  const Cli cli;
  for (const int megabytes : {60, 70, 80}) {
    const Outcome run = limited(cli, megabytes,
                                "run --automaton elements --threads 2 --size 1024x1024 --steps 1 --png a.png "
                                "--replay-out a.replay --hash");
    INFO(megabytes << " MB: " << run.err);
    CHECK((run.code == 0 || run.code == 2));
    CHECK((run.code == 0 || run.err.find("memory") != std::string::npos));
  }
}
