#include "app/desk/time.hpp"

#include <functional>
#include <vector>

#include "driver.hpp"

using namespace repose;
using repose::test::Driver;
using repose::test::TestClock;

namespace {

constexpr double kFrame = FrameLoop::kFrameSeconds;

// An app whose parts return what the test has set, and take the set time.
struct FakeApp final : FrameParts {
  explicit FakeApp(TestClock& c) : clock(c) {}

  bool moves() const override { return moving; }
  bool is_used() const override { return used; }
  bool wants_more_steps() const override { return fast; }
  bool can_hold_picture() const override { return holds; }
  bool steps_in_background() const override { return background; }
  void take_events() override {}
  void advance(double seconds) override {
    elapsed.push_back(seconds);
    clock.time += work;
  }
  void draw() override { drawn_at.push_back(clock.time); }
  void note_work(double, double frame_budget) override { budget = frame_budget; }

  TestClock& clock;
  bool moving = true, used = false, fast = false, holds = false, background = false;
  double work = 0, budget = 0;
  std::vector<double> elapsed, drawn_at;
};

struct Bench {
  TestClock clock;
  FakeApp app{clock};
  FrameLoop loop{clock};
  void run(int frames, double work = 0) {
    app.work = work;
    for (int i = 0; i < frames; ++i) loop.run_frame(app);
  }
};

// A simulation whose step takes `cost` seconds of a simulated clock.
struct PacerBench {
  double time = 0, cost = 0;
  Pacer pacer{[this] { return time; }};
  std::uint64_t run(double elapsed, double speed, double budget, const std::function<bool()>& interrupted = {}) {
    return pacer.run(
        elapsed, speed, budget, [this](std::uint64_t n) { time += cost * static_cast<double>(n); }, interrupted);
  }
};

}  // namespace

TEST_CASE("the frame loop draws a few frames after the last change, then waits for events, and that time is no time") {
  Bench b;
  b.app.moving = false;
  b.run(20);
  CHECK(b.app.drawn_at.size() == 2);  // the frames that ImGui needs
  CHECK(b.clock.waits == 18);
  b.loop.owe(4);
  b.run(20);
  CHECK(b.app.drawn_at.size() == 2 + 3);
  b.clock.wait_max = 10;
  b.run(5);
  CHECK(b.app.elapsed.back() <= FrameLoop::kElapsedMax);
}

TEST_CASE("the frame loop keeps 60 frames a second; short frames make up for a long one, without a burst") {
  Bench even;
  even.run(60, 0.005);
  CHECK(even.clock.time == Approx(1).margin(1e-6));
  Bench b;
  b.run(10);
  b.run(1, 1.5 * kFrame);
  b.run(9, 0.1 * kFrame);
  CHECK(b.clock.time == Approx(20 * kFrame).margin(1e-6));
  b.run(1, 1);
  const double after = b.clock.time;
  b.run(10);
  CHECK(b.clock.time - after >= 8 * kFrame);
}

TEST_CASE("above the own pace pictures are less frequent, without input, and wait for steps in the background") {
  Bench b;
  b.app.fast = true;
  b.clock.time = 10;
  b.loop.note_input();
  b.run(10);
  CHECK(b.app.budget == kFrame);
  b.run(30);
  CHECK(b.loop.skips_pictures(b.app));
  CHECK(b.app.budget == FrameLoop::kSeldomFrameSeconds);
  b.app.used = true;  // a key is held down
  CHECK_FALSE(b.loop.skips_pictures(b.app));
  b.app.used = false;
  b.loop.note_input();
  CHECK_FALSE(b.loop.skips_pictures(b.app));
  Bench behind;
  behind.clock.wait_max = 1;
  behind.app.fast = behind.app.background = true;
  behind.run(18);
  CHECK(behind.clock.sleeps == 0);
  CHECK(behind.clock.waits == 18);
  CHECK(behind.clock.time == Approx(1).margin(1e-6));
}

TEST_CASE("steps come due with time, whatever the frame rate; those late by a quarter of a second are dropped") {
  for (const int rate : {30, 144}) {
    PacerBench b;
    std::uint64_t steps = 0;
    for (int i = 0; i < rate; ++i) steps += b.run(1.0 / rate, 125, 1);
    CHECK((steps == 124 || steps == 125));
  }
  PacerBench slow;
  slow.cost = 0.1;
  for (int i = 0; i < 50; ++i) slow.run(0.1, 1000, 0.01);
  slow.cost = 0;
  CHECK(slow.run(0, 1000, 1) <= 250);
  PacerBench elsewhere;  // long steps that are taken in the background
  std::uint64_t taken = 0;
  for (int i = 0; i < 120; ++i) {
    if (elsewhere.pacer.due(1.0 / 60, 20) == 0) continue;
    elsewhere.pacer.note_taken(1);
    ++taken;
  }
  CHECK((taken == 39 || taken == 40));
  for (int i = 0; i < 600; ++i) elsewhere.pacer.due(1.0 / 60, 20);  // the last one took ten seconds
  CHECK(elsewhere.pacer.due(0, 20) == 5);                           // a quarter of a second
  elsewhere.pacer.note_taken(5);
  CHECK(elsewhere.pacer.due(0, 20) == 0);
}

TEST_CASE(
    "steps fill their budget if they may, exceed it by one step at most, end on input, and recover from lateness") {
  PacerBench b;
  b.cost = 0.004;
  b.run(0.25, 10000, 0.010);
  CHECK(b.time <= 0.010 + 2 * 0.004);
  b.cost = 0.0001;
  CHECK(b.run(0.016, Pacer::kUnlimited, 0.010) == Approx(110).margin(30));
  const double input_at = b.time + 0.012;
  CHECK(b.run(1, Pacer::kUnlimited, 0.045, [&] { return b.time >= input_at; }) >= 120);
  CHECK(b.time >= input_at);
  CHECK(b.time <= input_at + 0.005);
  PacerBench late;
  for (int i = 0; i < 40; ++i) late.pacer.note_frame(0.2, 0.016);
  CHECK(late.run(0.25, 10000, 1) <= 10);
  for (int i = 0; i < 200; ++i) late.pacer.note_frame(0.005, 0.016);
  late.pacer.forget_debt();
  CHECK(late.run(0.1, 1000, 1) == 100);
}

// ---- the same loop in the app ----

TEST_CASE_METHOD(Driver, "a paused app computes nothing until an event comes") {
  empty_world(64, 64);
  draw(20);
  clock().sleeps = clock().waits = 0;
  draw(10);
  CHECK(clock().sleeps == 0);
  CHECK(clock().waits == 10);
  move(400, 400);
  draw(3);
  CHECK(clock().sleeps == 3);
}

TEST_CASE("steps in the background are the steps that the app takes otherwise") {
  const auto hash_after = [](double seconds_per_step) {
    Driver d({.backend = Backend::cpu});
    d.empty_world(64, 64);
    REQUIRE(d.desk().simulation.execute(command::Paint{RectEdit{{10, 10}, {30, 30}, d.element("sand"), {}}}).ok);
    d.clock().seconds_per_step = seconds_per_step;
    d.desk().simulation.execute(command::Step{1});  // from now on its cost is known
    d.desk().simulation.set_playing(true);
    std::uint64_t most_in_a_frame = 0;
    while (d.session().step_count() < 30) {
      const std::uint64_t before = d.session().step_count();
      d.frames(1);
      while (d.session().stepping()) SDL_Delay(1);
      most_in_a_frame = std::max(most_in_a_frame, d.session().step_count() - before);
    }
    d.desk().simulation.set_playing(false);
    CHECK(most_in_a_frame == (seconds_per_step > 0 ? 1 : 3));  // conserving takes 125 steps a second
    if (d.session().step_count() > 30) d.desk().files.replays.seek(30);
    return d.session().hash();
  };
  CHECK(hash_after(0.02) == hash_after(0));
}

TEST_CASE("without OpenGL, late frames draw the world in every second of them") {
  Driver d({.software = true});
  d.desk().simulation.load_scene("mixed");
  d.desk().simulation.set_playing(true);
  d.desk().settings.window.panels_visible = false;
  d.frames(5);
  d.clock().look_cost = 0.05;
  d.clock().seconds_per_step = 0;
  std::vector<Picture> seen;
  for (int i = 0; i < 6; ++i) {
    seen.push_back(d.picture());
  }
  const auto world_of = [](const Picture& picture) {  // the middle rows, without message and time bar
    const std::size_t row = static_cast<std::size_t>(picture.width) * 3;
    const auto first = picture.rgb.begin() + static_cast<std::ptrdiff_t>(row * 300);
    return std::vector<std::uint8_t>(first, first + static_cast<std::ptrdiff_t>(row * 100));
  };
  int same = 0;
  for (std::size_t i = 1; i < seen.size(); ++i) same += world_of(seen[i]) == world_of(seen[i - 1]) ? 1 : 0;
  CHECK(same >= 2);
  CHECK(same <= 3);
}
