#include "app/desk/problem_report.hpp"

#include <SDL.h>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "app/desk/desk.hpp"
#include "core/files.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

std::string parameters_text(const Solver& solver) {
  std::string text;
  for (const ParameterInfo& info : solver.parameters()) {
    if (solver.parameter(info.name) != info.default_value)
      text += fmt::format("  {} = {}\n", info.name, parameter_text(solver, info.name));
  }
  return text.empty() ? "  all as usual\n" : text;
}

}  // namespace

std::string describe_for_report(Desk& desk) {
  const Session& session = desk.simulation.session();
  const TimelineFacts line = session.timeline();
  std::string text =
      fmt::format("Repose {} on {}, {} processors\n", REPOSE_VERSION, SDL_GetPlatform(), SDL_GetCPUCount());
  text += fmt::format("Picture drawn by: {}\n", desk.screen->renderer_name());
  if (!desk.screen->gpu_unavailable().empty()) text += fmt::format("No OpenGL: {}\n", desk.screen->gpu_unavailable());
  text += fmt::format("World: {} x {} cells, {} on {}, step {}, seed {}, scene '{}', config '{}'\n", session.width(),
                      session.height(), session.automaton(), backend_name(session.backend()), session.step_count(),
                      session.run_settings().seed, session.scene(), session.ruleset().title);
  text += fmt::format("Replay: {} steps; position {} of {} to {}\n", line.newest - line.oldest, line.now, line.oldest,
                      line.newest);
  text += fmt::format("Last message: {}\n", desk.messages.last().text);
  text +=
      fmt::format("Window: {} x {}, text at {} %, {}, speed {}\n", desk.settings.window.width,
                  desk.settings.window.height, desk.settings.window.ui_scale_percent,
                  desk.settings.window.theme == ThemeName::light ? "light" : "dark", desk.simulation.speed().text());
  text += "\nParameters\n" + parameters_text(session.solver_facts());
  text += "\nSolvers\n";
  for (const SolverEntry& entry : session.registry().solvers()) {
    text += fmt::format("  {:<11} {:<7} {}\n", entry.automaton, backend_name(entry.backend),
                        entry.available() ? "runs" : entry.unavailable);
  }
  return text;
}

fs::path problem_report_folder(const fs::path& in) {
  const std::string stem = fmt::format("repose-report-{:%Y%m%d-%H%M%S}", fmt::localtime(std::time(nullptr)));
  fs::path folder = in / stem;
  std::error_code error;
  for (int n = 2; fs::exists(folder, error); ++n) folder = in / fmt::format("{}-{}", stem, n);
  return folder;
}

Status write_problem_report(Desk& desk, const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return Status::failure(fmt::format("{} could not be made: {}.", folder.string(), error.message()));
  const std::string text = describe_for_report(desk);  // here, before another message replaces the last one
  const CommandResult saved = desk.simulation.execute(command::SaveReplay{folder / "last minutes.replay"});
  if (!saved.ok) return Status::failure(saved.message);
  return write_whole_file(folder / "about.txt", text);
}

}  // namespace repose
