#include "platform/machine.hpp"

#include <catch2/catch.hpp>
#include <cstddef>
#include <thread>

namespace repose::test {

TEST_CASE("two threads that wait for each other in turns never miss a call") {
  constexpr std::size_t kTurns = 20'000;
  ReachedCount ours, theirs;
  std::thread other([&] {
    for (std::size_t turn = 1; turn <= kTurns; ++turn) {
      ours.wait_for(turn);
      theirs.reach(turn);
    }
  });
  for (std::size_t turn = 1; turn <= kTurns; ++turn) {
    ours.reach(turn);
    theirs.wait_for(turn);
  }
  other.join();
  CHECK(theirs.has_reached(kTurns));
  CHECK_FALSE(theirs.has_reached(kTurns + 1));
}

TEST_CASE("who waits for a count sees what was written before it") {
  ReachedCount count;
  int written = 0;
  std::thread other([&] {
    written = 7;
    count.reach(3);
  });
  count.wait_for(2);
  CHECK(written == 7);
  other.join();
  count.restart();
  CHECK_FALSE(count.has_reached(1));
}

}  // namespace repose::test
