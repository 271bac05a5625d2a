#include "app/simulation/gpu_tuner.hpp"

#include <fmt/format.h>

#include "app/files/settings.hpp"
#include "app/frame/messages.hpp"
#include "app/frame/screen.hpp"
#include "app/simulation/simulation.hpp"
#include "automata/gpu_tuning.hpp"

namespace repose {

namespace {

std::string told(const GpuChoice& choice) {
  std::string figures;
  for (const GpuFigure& figure : choice.figures) {
    figures += fmt::format("{}{} {:.3g}", figures.empty() ? "" : ", ", gl_path_name(figure.path),
                           figure.cells_per_second / 1e6);
  }
  return fmt::format("Measured on this machine, in million cells per second: {}.", figures);
}

}  // namespace

bool GpuTuner::runs_with_choice() const {
  const Session& session = simulation_.session();
  return session.backend() == Backend::gpu && has_gl_paths(session.automaton());
}

void GpuTuner::measure(std::string_view automaton) {
  GpuWay& known = settings_.gpu_way;
  const std::string driver = screen_.renderer_name();
  if (!measures_) return;
  if (known.driver != driver) known = {driver, {}};
  if (known.paths.contains(std::string(automaton))) return;
  std::string error;
  const auto choice = measure_gpu(automaton, error);
  if (!choice) return;  // creating the solver will report the error
  known.paths[std::string(automaton)] = choice->path;
  news_ = told(*choice);
}

GlPath GpuTuner::known_path(std::string_view automaton) const {
  const auto& paths = settings_.gpu_way.paths;
  const auto measured = paths.find(std::string(automaton));
  return wanted_ == GlPath::fastest && measures_ && measured != paths.end() ? measured->second : wanted_;
}

GlPath GpuTuner::path(std::string_view automaton) {
  measure(automaton);
  return known_path(automaton);
}

void GpuTuner::say_news() {
  if (news_.empty() || !runs_with_choice()) return;
  messages_.say(news_);  // the right end of the status bar shows what runs
  news_.clear();
}

std::string GpuTuner::description() const {
  if (!runs_with_choice()) return {};
  const std::string_view automaton = simulation_.session().automaton();
  return taken_gl_path(automaton, known_path(automaton)) == GlPath::compute ? "compute shaders" : "fragment shaders";
}

}  // namespace repose
