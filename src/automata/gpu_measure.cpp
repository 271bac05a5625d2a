#include "automata/gpu_measure.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "gl/gl.hpp"
#include "repose/config.hpp"
#include "repose/rng.hpp"

namespace repose {

namespace {

constexpr double kSecondsOfQuickCall = 0.002;  // a faster small world is measured again as a large one
constexpr int kRounds = 3;                     // the best counts, because other programs only make a round slower
constexpr double kSecondsOfRound = 0.02;
constexpr int kCallsMax = 32;

World mixture(int side, std::uint32_t element_count) {
  World world(side, side);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      world.cell(x, y) = static_cast<std::uint8_t>(
          below(random_u32(1, 0, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0), element_count));
    }
  }
  return world;
}

// A solver with a world in it, and the times of its calls.
class Calls {
 public:
  Calls(Solver& solver, const World& world, std::uint64_t steps)
      : solver_(solver), steps_(steps), updates_(static_cast<double>(world.cell_count() * steps)) {
    ok_ = solver_.upload(world).ok();
    call();  // compiles shaders, moves memory; not measured
  }

  bool ok() const { return ok_ && solver_.health().ok(); }

  double call() {
    const auto start = std::chrono::steady_clock::now();
    if (ok_) solver_.step({.first_step = step_, .count = steps_});
    step_ += steps_;
    finish_gl();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  double cells_per_second() {
    double seconds = 0;
    int calls = 0;
    for (; calls < kCallsMax && seconds < kSecondsOfRound; ++calls) seconds += call();
    return updates_ * calls / std::max(seconds, 1e-9);
  }

 private:
  Solver& solver_;
  std::uint64_t steps_, step_ = 0;
  double updates_;  // of cells in a call
  bool ok_ = false;
};

// Adds the figure of this path if it works here. Returns true if small worlds are too fast for a comparison.
bool measure(const GpuTrial& trial, const Ruleset& rules, GlPath path, std::vector<GpuFigure>& figures,
             std::string& error) {
  const auto solver = trial.make(path, error);
  if (!solver || !solver->load(rules).ok()) return true;
  const auto element_count = static_cast<std::uint32_t>(rules.elements.size());
  const World small = mixture(trial.small_side, element_count);
  const bool quick = Calls(*solver, small, trial.steps_a_call).call() < kSecondsOfQuickCall;
  const World world = quick ? mixture(trial.large_side, element_count) : small;
  double best = 0;
  for (int round = 0; round < kRounds; ++round) {
    Calls calls(*solver, world, trial.steps_a_call);
    const double figure = calls.cells_per_second();
    if (calls.ok()) best = std::max(best, figure);
  }
  if (best > 0) figures.push_back({path, best});
  return quick;
}

}  // namespace

std::optional<GpuChoice> measure_paths(const GpuTrial& trial, std::string& error) {
  if (is_web_gl()) {  // a page must not wait, and there is no choice
    error = "WebGL has fragment shaders only.";
    return std::nullopt;
  }
  std::vector<GpuFigure> figures;
  const Ruleset rules = read_config(trial.rules, "").ruleset.value();
  const bool computes = GLAD_GL_VERSION_4_3 != 0;
  const bool quick = !computes || measure(trial, rules, GlPath::compute, figures, error);
  if (quick || trial.fragments_if_slow) measure(trial, rules, GlPath::fragment, figures, error);
  if (figures.empty()) return std::nullopt;
  const GlPath fastest = std::ranges::max_element(figures, {}, &GpuFigure::cells_per_second)->path;
  return GpuChoice{fastest, std::move(figures)};
}

}  // namespace repose
