#include "app/desk/time.hpp"

#include <vector>

#include "driver.hpp"
#include "test_clock.hpp"

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
  void run(int frames) {
    for (int i = 0; i < frames; ++i) loop.run_frame(app);
  }
};

}  // namespace

TEST_CASE("the frame loop draws a few frames after the last change, then waits for events") {
  Bench b;
  b.app.moving = false;
  b.run(20);
  const std::size_t settled = b.app.drawn_at.size();
  CHECK(settled == 2);  // the frames that ImGui needs
  CHECK(b.clock.waits == 18);
  b.loop.owe(4);
  b.run(20);
  CHECK(b.app.drawn_at.size() == settled + 3);
}

TEST_CASE("the time of a wait for events is not simulated") {
  Bench b;
  b.app.moving = false;
  b.clock.wait_max = 10;
  b.run(5);
  CHECK(b.app.elapsed.back() <= FrameLoop::kElapsedMax);
}

TEST_CASE("the frame loop keeps 60 frames a second") {
  Bench b;
  b.app.work = 0.005;
  b.run(60);
  CHECK(b.clock.time == Approx(1).margin(1e-6));
}

TEST_CASE("short frames make up for a long one") {
  Bench b;
  b.run(10);
  b.app.work = 1.5 * kFrame;
  b.run(1);
  b.app.work = 0.1 * kFrame;
  b.run(9);
  CHECK(b.clock.time == Approx(20 * kFrame).margin(1e-6));
}

TEST_CASE("a frame that took very long is made up for by one frame, not by a burst") {
  Bench b;
  b.run(10);
  b.app.work = 1;
  b.run(1);
  b.app.work = 0;
  const double after = b.clock.time;
  b.run(10);
  CHECK(b.clock.time - after >= 8 * kFrame);
}

TEST_CASE("pictures are less frequent above the own pace, while there is no input") {
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
}

TEST_CASE("less frequent pictures wait for steps in the background, or for an event") {
  Bench b;
  b.clock.wait_max = 1;
  b.app.fast = b.app.background = true;
  b.run(18);
  CHECK(b.clock.sleeps == 0);
  CHECK(b.clock.waits == 18);
  CHECK(b.clock.time == Approx(1).margin(1e-6));
}

TEST_CASE("late frames hold every second picture where the picture is costly") {
  Bench b;
  b.app.work = 2 * kFrame;
  std::vector<bool> held;
  b.app.holds = true;
  for (int i = 0; i < 6; ++i) {
    b.run(1);
    held.push_back(b.loop.holds_picture());
  }
  CHECK(held == std::vector<bool>{false, true, false, true, false, true});
  b.app.work = 0;
  b.run(2);
  CHECK_FALSE(b.loop.holds_picture());
  b.run(1);
  CHECK_FALSE(b.loop.holds_picture());
}

// ---- the same loop in the app ----

TEST_CASE_METHOD(Driver, "a paused app computes nothing until an event comes") {
  empty_world(64, 64);
  for (int i = 0; i < 20; ++i) frames(1);
  clock().sleeps = clock().waits = 0;
  for (int i = 0; i < 10; ++i) frames(1);
  CHECK(clock().sleeps == 0);
  CHECK(clock().waits == 10);
  move(400, 400);
  for (int i = 0; i < 3; ++i) frames(1);
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
    d.frames(1);
    seen.push_back(d.desk().screen->read_pixels());
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
