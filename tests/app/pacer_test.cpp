#include "app/desk/time.hpp"

#include "support.hpp"

using namespace repose;

namespace {
// A simulation whose step takes `cost` seconds of a simulated clock.
struct PacerBench {
  double time = 0, cost = 0;
  Pacer pacer{[this] { return time; }};
  std::uint64_t run(double elapsed, double speed, double budget) {
    return pacer.run(elapsed, speed, budget, [this](std::uint64_t n) { time += cost * static_cast<double>(n); });
  }
};
}  // namespace

TEST_CASE("steps come due with time, whatever the frame rate") {
  PacerBench slow, fast;
  std::uint64_t slow_steps = 0, fast_steps = 0;
  for (int i = 0; i < 30; ++i) slow_steps += slow.run(1.0 / 30, 125, 1);
  for (int i = 0; i < 144; ++i) fast_steps += fast.run(1.0 / 144, 125, 1);
  CHECK(slow_steps >= 124);
  CHECK(slow_steps <= 125);
  CHECK(fast_steps >= 124);
  CHECK(fast_steps <= 125);
}

TEST_CASE("an expensive step never takes more than the budget and one step") {
  PacerBench b;
  b.cost = 0.004;
  const double before = b.time;
  b.run(0.25, 10000, 0.010);
  CHECK(b.time - before <= 0.010 + 2 * 0.004);
}

TEST_CASE("what could not be done in a quarter of a second is dropped") {
  PacerBench b;
  b.cost = 0.1;
  for (int i = 0; i < 50; ++i) b.run(0.1, 1000, 0.01);
  b.cost = 0;
  CHECK(b.run(0, 1000, 1) <= 250);
}

TEST_CASE("unlimited fills the budget") {
  PacerBench b;
  b.cost = 0.0001;
  const std::uint64_t steps = b.run(0.016, Pacer::kUnlimited, 0.010);
  CHECK(steps >= 80);
  CHECK(steps <= 140);
}

TEST_CASE("late frames make it ask for fewer steps, and it recovers") {
  PacerBench b;
  for (int i = 0; i < 40; ++i) b.pacer.note_frame(0.2, 0.016);
  CHECK(b.run(0.25, 10000, 1) <= 10);
  for (int i = 0; i < 200; ++i) b.pacer.note_frame(0.005, 0.016);
  b.pacer.forget_debt();
  CHECK(b.run(0.1, 1000, 1) == 100);
}

TEST_CASE("a long step that is taken elsewhere comes due at its pace, and late ones do not pile up") {
  PacerBench b;
  int taken = 0;
  for (int i = 0; i < 120; ++i) {
    if (b.pacer.due(1.0 / 60, 20) == 0) continue;
    b.pacer.note_taken(1);
    ++taken;
  }
  CHECK(taken >= 39);
  CHECK(taken <= 40);
  for (int i = 0; i < 600; ++i) b.pacer.due(1.0 / 60, 20);  // the last one took ten seconds
  CHECK(b.pacer.due(0, 20) == 5);                           // a quarter of a second
  b.pacer.note_taken(5);
  CHECK(b.pacer.due(0, 20) == 0);
}

TEST_CASE("input ends a long series of steps within a few milliseconds") {
  PacerBench b;
  b.cost = 0.0001;
  double input_at = 0.012;
  const auto step = [&](std::uint64_t n) { b.time += b.cost * static_cast<double>(n); };
  const std::uint64_t steps = b.pacer.run(1, Pacer::kUnlimited, 0.045, step, [&] { return b.time >= input_at; });
  CHECK(b.time >= input_at);
  CHECK(b.time <= input_at + 0.005);
  CHECK(steps >= 120);
}
