#include "app/simulation/gpu_tuner.hpp"

#include <fmt/format.h>

#include <optional>

#include "app/app.hpp"
#include "automata/elements/gpu_measure.hpp"
#include "gl/gl.hpp"

namespace repose {

namespace {

constexpr std::string_view kBlock = "block";

// The fastest figure of a path, in million cells a second.
std::string best_of(const elements::GpuChoice& choice, GlPath path) {
  double best = 0;
  for (const elements::GpuFigure& figure : choice.figures) {
    if (figure.path == path) best = std::max(best, figure.cells_per_second);
  }
  return best > 0 ? fmt::format("{} {:.3g}", gl_path_name(path), best / 1e6) : std::string();
}

std::string told(const elements::GpuChoice& choice) {
  const std::string compute = best_of(choice, GlPath::compute), fragment = best_of(choice, GlPath::fragment);
  return fmt::format("Measured here, million cells a second: {}{}{}.", compute,
                     compute.empty() || fragment.empty() ? "" : ", ", fragment);
}

std::optional<ParameterInfo> block_of(const Solver& solver) {
  for (const ParameterInfo& info : solver.parameters()) {
    if (info.name == kBlock) return info;
  }
  return std::nullopt;
}

}  // namespace

bool GpuTuner::runs_elements() const {
  return app_.session().automaton() == "elements" && app_.session().backend() == Backend::gpu;
}

void GpuTuner::measure() {
  GpuWay& known = app_.settings().gpu_way;
  const std::string driver = app_.screen().renderer_name();
  if (!measures_ || known.driver == driver) return;
  std::string error;
  const auto choice = elements::measure_gpu(error);
  if (!choice) return;  // making the solver will say why
  known = {driver, choice->path, choice->block};
  news_ = told(*choice);
}

GlPath GpuTuner::known_path() const {
  return wanted_ == GlPath::fastest && measures_ ? app_.settings().gpu_way.path : wanted_;
}

GlPath GpuTuner::path() {
  measure();
  return known_path();
}

void GpuTuner::choose_block() {
  if (!runs_elements() || !measures_) return;
  const Solver& solver = app_.session().solver_facts();
  const int block = app_.settings().gpu_way.block;
  const auto info = block_of(solver);
  if (block == 0 || !info) return;
  const double running = solver.parameter(kBlock);
  if (running == info->default_value && running != block)
    app_.session().execute(command::SetParameter{std::string(kBlock), double(block)});
  if (!news_.empty()) app_.say(news_);  // what runs is said at the right of the status bar
  news_.clear();
}

std::string GpuTuner::description() const {
  if (!runs_elements()) return {};
  const bool compute = known_path() == GlPath::compute || (known_path() == GlPath::fastest && GLAD_GL_VERSION_4_3 != 0);
  return fmt::format("{} shaders, blocks of {:.0f}", compute ? "compute" : "fragment",
                     app_.session().solver_facts().parameter(kBlock));
}

}  // namespace repose
