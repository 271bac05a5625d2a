#include "app/simulation/gpu_tuner.hpp"

#include <fmt/format.h>

#include "app/files/settings.hpp"
#include "app/frame/messages.hpp"
#include "app/frame/screen.hpp"
#include "app/simulation/simulation.hpp"
#include "automata/gpu_tuning.hpp"
#include "gl/gl.hpp"

namespace repose {

namespace {

// The fastest figure of a path, in million cells a second.
std::string best_of(const GpuChoice& choice, GlPath path) {
  double best = 0;
  for (const GpuFigure& figure : choice.figures) {
    if (figure.path == path) best = std::max(best, figure.cells_per_second);
  }
  return best > 0 ? fmt::format("{} {:.3g}", gl_path_name(path), best / 1e6) : std::string();
}

std::string told(const GpuChoice& choice) {
  const std::string compute = best_of(choice, GlPath::compute), fragment = best_of(choice, GlPath::fragment);
  return fmt::format("Measured on this machine, in million cells per second: {}{}{}.", compute,
                     compute.empty() || fragment.empty() ? "" : ", ", fragment);
}

}  // namespace

const ParameterInfo* GpuTuner::block() const {
  if (simulation_.session().backend() != Backend::gpu) return nullptr;
  return find_parameter(simulation_.session().solver_facts(), ParameterInfo::Role::tuned_for_gpu);
}

void GpuTuner::measure(std::string_view automaton) {
  GpuWay& known = settings_.gpu_way;
  const std::string driver = screen_.renderer_name();
  if (!measures_ || known.driver == driver) return;
  std::string error;
  const auto choice = measure_gpu(automaton, error);
  if (!choice) return;  // creating the solver will report the error
  known = {driver, choice->path, choice->block};
  news_ = told(*choice);
}

GlPath GpuTuner::known_path() const {
  return wanted_ == GlPath::fastest && measures_ ? settings_.gpu_way.path : wanted_;
}

GlPath GpuTuner::path(std::string_view automaton) {
  measure(automaton);
  return known_path();
}

void GpuTuner::choose_block() {
  const ParameterInfo* info = block();
  if (info == nullptr || !measures_) return;
  const int chosen = settings_.gpu_way.block;
  if (chosen == 0) return;
  const double running = simulation_.session().solver_facts().parameter(info->name);
  if (running == info->default_value && running != chosen)
    simulation_.session().execute(command::SetParameter{std::string(info->name), double(chosen)});
  if (!news_.empty()) messages_.say(news_);  // the right end of the status bar shows what runs
  news_.clear();
}

std::string GpuTuner::description() const {
  const ParameterInfo* info = block();
  if (info == nullptr) return {};
  const bool compute = known_path() == GlPath::compute || (known_path() == GlPath::fastest && GLAD_GL_VERSION_4_3 != 0);
  return fmt::format("{} shaders, blocks of {:.0f}", compute ? "compute" : "fragment",
                     simulation_.session().solver_facts().parameter(info->name));
}

}  // namespace repose
