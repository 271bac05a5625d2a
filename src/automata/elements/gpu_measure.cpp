#include "automata/elements/gpu_measure.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "automata/elements/gpu.hpp"
#include "gl/gl.hpp"
#include "repose/config.hpp"
#include "repose/rng.hpp"

namespace repose::elements {

namespace {

// Small enough for a software renderer; large enough to use a whole graphics card.
constexpr int kSmall = 128, kLarge = 1024;
constexpr double kSecondsOfQuickFrame = 0.002;  // a faster small world is measured again as a large one
constexpr int kRounds = 3;                      // the best counts, because other programs only make a round slower
constexpr double kSecondsOfRound = 0.02;
constexpr int kFramesMax = 32;

constexpr std::string_view kRules = R"(//subversion 4.4
element Empty 0 0 0 0 1 0 0 1
element Sand 238 204 128 0.9 0.5 0.9 0 1
element Water 32 32 255 0.7 1 0.5 0.4 1
neighbor 0.01 Water Sand 1 Water Sand
)";

World mixture(int side) {
  World world(side, side);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      world.cell(x, y) = static_cast<std::uint8_t>(
          below(random_u32(1, 0, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0), 3));
    }
  }
  return world;
}

// A solver with a world in it, and the times of its frames.
class Trial {
 public:
  Trial(Solver& solver, int side) : solver_(solver), cells_(static_cast<double>(side) * side) {
    ok_ = solver_.upload(mixture(side)).ok();
    frame();  // compiles shaders, moves memory; not measured
  }

  bool ok() const { return ok_ && solver_.health().ok(); }

  double frame() {
    const auto start = std::chrono::steady_clock::now();
    if (ok_) solver_.step({.first_step = step_++, .count = 1});
    glFinish();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  double cells_per_second() {
    double seconds = 0;
    int frames = 0;
    for (; frames < kFramesMax && seconds < kSecondsOfRound; ++frames) seconds += frame();
    return cells_ * frames / std::max(seconds, 1e-9);
  }

 private:
  Solver& solver_;
  double cells_;
  std::uint64_t step_ = 0;
  bool ok_ = false;
};

// Adds the figure of this path if it works here. Returns true if small worlds are too fast for a comparison.
bool measure(GlPath path, std::vector<GpuFigure>& figures, std::string& error) {
  const auto solver = make_gpu_solver(path, error);
  static const Ruleset rules = read_config(kRules, "").ruleset.value();
  if (!solver || !solver->load(rules).ok()) return true;
  const bool quick = Trial(*solver, kSmall).frame() < kSecondsOfQuickFrame;
  double best = 0;
  for (int round = 0; round < kRounds; ++round) {
    Trial trial(*solver, quick ? kLarge : kSmall);
    const double figure = trial.cells_per_second();
    if (trial.ok()) best = std::max(best, figure);
  }
  if (best > 0) figures.push_back({path, best});
  return quick;
}

}  // namespace

std::optional<GpuChoice> measure_gpu(std::string& error) {
  std::vector<GpuFigure> figures;
  // Fragment shaders are not measured on a software renderer: they are ten times slower there and take seconds to
  // compile.
  const bool in_place = GLAD_GL_VERSION_4_3 != 0;
  if (!in_place || measure(GlPath::compute, figures, error)) measure(GlPath::fragment, figures, error);
  if (figures.empty()) return std::nullopt;
  const GlPath fastest = std::ranges::max_element(figures, {}, &GpuFigure::cells_per_second)->path;
  return GpuChoice{fastest, std::move(figures)};
}

}  // namespace repose::elements
