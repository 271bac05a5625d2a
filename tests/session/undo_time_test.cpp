// How long undo takes in a very large world. Not part of the suite: docs/performance.md has the figures.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include "session/session_support.hpp"

namespace repose::test {
namespace {

constexpr int kSide = 8192, kRounds = 5;

double seconds_of(Session& session, const Command& command) {
  const auto start = std::chrono::steady_clock::now();
  const CommandResult result = session.execute(command);
  CHECK(result.ok);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// A stroke, a step, and time enough for the history to pack its worlds, as when a person looks at what was painted.
double undo_seconds(Session& session) {
  seconds_of(session, command::Paint{StrokeEdit{{100, 100}, {4000, 3000}, 40, BrushShape::round, 1, {}}});
  seconds_of(session, command::Step{1});
  std::this_thread::sleep_for(std::chrono::seconds(2));
  return seconds_of(session, command::Undo{});
}

}  // namespace

TEST_CASE("the time of undo in a full world of 8192x8192", "[.][undo-time]") {
  for (const char* automaton : {"density", "conserving"}) {
    TestSession t(default_rules());
    REQUIRE(t.session.keep_history(HistoryLimits{}));
    seconds_of(t.session, command::SwitchSolver{automaton, Backend::cpu, true});
    seconds_of(t.session, command::LoadScene{"mixed", kSide, kSide, std::nullopt});
    seconds_of(t.session, command::Step{5});
    std::vector<double> seconds(kRounds);
    std::ranges::generate(seconds, [&] { return undo_seconds(t.session); });
    std::ranges::sort(seconds);
    fmt::print("{:<11} {:.2f} to {:.2f} s, median {:.2f} s\n", automaton, seconds.front(), seconds.back(),
               seconds[kRounds / 2]);
  }
}

}  // namespace repose::test
