#include "app/desk/time.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "app/desk/desk.hpp"
#include "core/language.hpp"

namespace repose {

namespace {

const auto kProcessStart = std::chrono::steady_clock::now();

class SystemClock final : public FrameClock {
 public:
  double now() override {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - kProcessStart).count();
  }
  void sleep(double seconds) override { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }
  bool wait_for_event(double seconds) override {
    return SDL_WaitEventTimeout(nullptr, static_cast<int>(seconds * 1000)) != 0;
  }
};

}  // namespace

FrameClock& system_clock() {
  static SystemClock clock;
  return clock;
}

std::string Speed::text() const {
  if (unlimited()) return tr("unlimited");
  constexpr const char* kTimes = "\xc3\x97";
  return notch_ < 0 ? fmt::format("{}1/{}", kTimes, 1 << -notch_) : fmt::format("{}{}", kTimes, 1 << notch_);
}

constexpr double kIdleWaitSeconds = 0.25;
constexpr double kQuietSeconds = 0.5;  // seconds after the last input from which on pictures may be less frequent

bool FrameLoop::skips_pictures(const FrameParts& parts) const {
  return parts.wants_more_steps() && !parts.is_used() && clock_.now() - used_at_ > kQuietSeconds;
}

void FrameLoop::run_frame(FrameParts& parts) {
  const double start = clock_.now();
  const double elapsed = std::clamp(start - started_at_, 0.0, kElapsedMax);
  started_at_ = start;
  if (owed_ > 0) --owed_;
  if (idle(parts)) {
    const bool event = clock_.wait_for_event(kIdleWaitSeconds);
    next_frame_at_ = clock_.now();          // frames are not drawn faster to catch up after the wait
    if (event) started_at_ = clock_.now();  // no steps are due for the time spent waiting
  }
  const double work_start = clock_.now();
  parts.take_events();
  parts.advance(elapsed);
  if (idle(parts)) return;  // the picture on screen is still valid
  held_ = late_ && !held_ && parts.can_hold_picture();
  parts.draw();
  const double work = clock_.now() - work_start;
  const double budget = skips_pictures(parts) ? kSeldomFrameSeconds : kFrameSeconds;
  parts.note_work(work, budget);
  if (!held_) late_ = work > budget;
  // A fixed schedule, not the time since the last frame: a short frame compensates for a long one before it.
  if (skips_pictures(parts) && parts.steps_in_background()) {
    clock_.wait_for_event(kSeldomFrameSeconds);
    return;
  }
  const double now = clock_.now();
  next_frame_at_ = std::max(next_frame_at_ + kFrameSeconds, now - kFrameSeconds);
  if (next_frame_at_ > now) clock_.sleep(next_frame_at_ - now);
}

constexpr double kCatchUpSeconds = 0.25;
constexpr double kUnlimitedPerFrameMax = 4096;  // limit, so that run() returns even with an empty world
constexpr double kStepsPerFrameMax = 1e6;
constexpr double kBatchSeconds = 0.004;  // longest batch, so that interruptions are noticed
constexpr double kRounding = 1e-6;       // of a step: tolerates rounding errors in sums of frame times

std::uint64_t Pacer::due(double elapsed, double steps_per_second) {
  if (steps_per_second == kUnlimited) {
    debt_ = kUnlimitedPerFrameMax;
  } else {
    debt_ = std::min(debt_ + elapsed * steps_per_second, std::max(1.0, kCatchUpSeconds * steps_per_second));
  }
  return static_cast<std::uint64_t>(std::max(0.0, debt_ + kRounding));
}

std::uint64_t Pacer::run(double elapsed, double steps_per_second, double budget_seconds,
                         const std::function<void(std::uint64_t)>& step, const std::function<bool()>& interrupted) {
  const std::uint64_t wanted = due(elapsed, steps_per_second);
  const std::uint64_t allowed = std::min(wanted, static_cast<std::uint64_t>(most_steps_ + kRounding));
  const double start = clock_();
  std::uint64_t taken = 0;
  std::uint64_t batch = 1;  // grows while there is time, so that the clock is not read for every cheap step
  while (taken < allowed) {
    const std::uint64_t count = std::min(batch, allowed - taken);
    const double before = clock_();
    step(count);
    taken += count;
    const double after = clock_();
    if (after - start >= budget_seconds || (interrupted && interrupted())) break;
    const double each = (after - before) / static_cast<double>(count);
    const double next = std::min(kBatchSeconds, (budget_seconds - (after - start)) / 2);
    batch = each > 0 ? std::clamp<std::uint64_t>(static_cast<std::uint64_t>(next / each), 1, batch * 2) : batch * 2;
  }
  debt_ -= static_cast<double>(taken);
  if (steps_per_second == kUnlimited) debt_ = 0;
  return taken;
}

void Pacer::note_frame(double seconds, double budget_seconds) {
  constexpr double kLate = 2.5;  // times the budget, because drawing may take as long as the steps
  if (seconds > kLate * budget_seconds) {
    most_steps_ = std::max(1.0, std::min(most_steps_, kUnlimitedPerFrameMax) * 0.7);
  } else {
    most_steps_ = std::min(kStepsPerFrameMax, most_steps_ * 1.2 + 1);
  }
}

constexpr double kBudget = 0.009;        // seconds of a frame; the rest is for drawing
constexpr double kSeldomBudget = 0.045;  // the same while pictures are less frequent

SessionSteps::SessionSteps(Desk& desk) : pacer_([&desk] { return desk.loop.now(); }) {}

void SessionSteps::advance(Desk& desk, double elapsed, bool rests, bool pictures_come_seldom) {
  Simulation& simulation = desk.simulation;
  taken_ = 0;
  if (!simulation.playing() || rests) return pacer_.forget_debt();
  if (simulation.session().automaton() != automaton_ || simulation.speed() != speed_) {
    pacer_.forget_debt();  // of another pace
    automaton_ = simulation.session().automaton();
    speed_ = simulation.speed();
  }
  const double pace = simulation.steps_per_second(speed_), cost = step_cost(desk);
  if (cost > kBudget) {
    const double time_for_steps = pictures_come_seldom ? kSeldomBudget : 0;
    const std::uint64_t most = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(time_for_steps / cost));
    if (const auto begun = begin_steps(desk, elapsed, pace, most)) {
      taken_ = *begun;
      return;
    }
    elapsed = 0;  // these seconds have been counted already
  }
  const auto step = [&desk](std::uint64_t count) { desk.simulation.step(desk.files.replays.within(count)); };
  // An event of a key or of the wheel that has not been handled yet ends a long series of steps.
  const auto input_waits = [] {
    SDL_PumpEvents();
    return SDL_HasEvents(SDL_KEYDOWN, SDL_MOUSEWHEEL) == SDL_TRUE;
  };
  taken_ = pictures_come_seldom ? pacer_.run(elapsed, pace, kSeldomBudget, step, input_waits)
                                : pacer_.run(elapsed, pace, kBudget, step);
}

double SessionSteps::step_cost(Desk& desk) {
  const SolverStats now = desk.session().stats();
  if (now.steps < costed_.steps) costed_ = {};
  if (now.steps > costed_.steps) {
    const double seconds = now.step_seconds - costed_.step_seconds;
    step_cost_ = desk.loop.clock().step_cost(seconds / static_cast<double>(now.steps - costed_.steps));
    costed_ = now;
  }
  return step_cost_ + (desk.view.compare.active() ? desk.loop.clock().step_cost(desk.view.compare.step_cost()) : 0);
}

std::optional<std::uint64_t> SessionSteps::begin_steps(Desk& desk, double elapsed, double steps_per_second,
                                                       std::uint64_t most) {
  Session& session = desk.session();
  const CompareView& compare = desk.view.compare;
  const std::uint64_t due = pacer_.due(elapsed, steps_per_second);
  if (session.stepping() || compare.stepping() || due == 0) return 0;
  const std::uint64_t count = desk.files.replays.within(std::min(most, due));
  const bool begun = count == 0 || desk.simulation.begin_steps([&] {
    if (!compare.active()) return session.begin_steps(count);
    compare.comparison().begin_steps(count);
    return true;
  });
  if (!begun) return std::nullopt;
  pacer_.note_taken(count);
  return count;
}

void Timing::start(double now) { counted_since_ = begun_at_ = now; }

double Timing::begin_frame(double now) {
  constexpr double kShortest = 1e-4;  // ImGui needs a time step above 0
  return std::max(kShortest, now - std::exchange(begun_at_, now));
}

bool Timing::note_frame(double now, std::uint64_t steps, const Session& session) {
  constexpr double kCountSeconds = 0.5;
  ++frames_counted_;
  steps_counted_ += steps;
  if (const double seconds = now - counted_since_; seconds >= kCountSeconds) {
    frames_per_second_ = static_cast<double>(frames_counted_) / seconds;
    steps_per_second_ = static_cast<double>(steps_counted_) / seconds;
    total_ = total_amount(session.view());
    frames_counted_ = steps_counted_ = 0;
    counted_since_ = now;
  }
  if (startup_ && session.step_count() > 0) {
    startup_ = false;
    fmt::print("first moving frame after {:.0f} ms\n", now * 1000);
    std::fflush(stdout);
  }
  // Notes that a frame began at `now`, when the world had taken that many steps.
  if (seconds_ > 0 && session.step_count() != 0 && !all_measured()) {
    if (!began_) {
      began_ = true;
      first_ = now;
      first_steps_ = session.step_count();
    } else {
      frames_.push_back(now - last_);
    }
    last_ = now;
    last_steps_ = session.step_count();
  }
  if (!all_measured()) return true;
  std::ranges::sort(frames_);
  const auto at = [this](double share) {
    return 1000 * frames_[static_cast<std::size_t>(share * static_cast<double>(frames_.size() - 1))];
  };
  fmt::print(
      "{} frames and {} steps in {:.1f} s; a frame took {:.1f} ms in the middle, 95 % at most {:.1f}, the longest "
      "{:.1f}\n",
      frames_.size(), last_steps_ - first_steps_, last_ - first_, at(0.5), at(0.95), at(1));
  return false;
}

}  // namespace repose
