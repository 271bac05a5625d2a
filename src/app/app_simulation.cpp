// The app's deeds with the simulation: pace, steps, solvers, scenes.
#include <fmt/format.h>

#include <algorithm>

#include "app/actions/why_not.hpp"
#include "app/app.hpp"
#include "repose/paths.hpp"

namespace repose {

namespace {

constexpr double kSimulationBudget = 0.009;  // of a frame, so that drawing fits in too
constexpr double kLongBudget = 0.045;        // of a frame that comes seldom

bool input_waits() {
  SDL_PumpEvents();
  return SDL_HasEvents(SDL_KEYDOWN, SDL_MOUSEWHEEL) == SDL_TRUE;
}

}  // namespace

bool App::skips_pictures() const {
  constexpr double kQuietSeconds = 0.5;
  return !options_.scripted && ui_.playing && ui_.speed.notch() > 0 && !canvas_.busy() && panning_keys_.empty() &&
         clock_() - touched_at_ > kQuietSeconds;
}

void App::simulate(double elapsed) {
  steps_this_frame_ = 0;
  session_->collect_history();
  if (const auto trouble = session_->recover()) {
    shown_view_ = {};
    say(*trouble, Tone::warning);
  }
  compare_view_.tick();
  const bool resting = settings_.pause_when_unfocused && !focused_;
  if (!ui_.playing || resting) return pacer_.forget_debt();
  if (steps_are_long() && step_in_background(elapsed)) return;
  const auto step = [this](std::uint64_t count) { this->step(replays_.within(count)); };
  const double pace = steps_per_second(ui_.speed);
  steps_this_frame_ = skips_pictures() ? pacer_.run(elapsed, pace, kLongBudget, step, input_waits)
                                       : pacer_.run(elapsed, pace, kSimulationBudget, step);
}

bool App::steps_are_long() {
  if (options_.scripted) return false;  // a script's frames must not depend on the machine
  const SolverStats now = session_->stats();
  if (now.steps < costed_.steps) costed_ = {};
  if (now.steps > costed_.steps) {
    step_cost_ = (now.step_seconds - costed_.step_seconds) / static_cast<double>(now.steps - costed_.steps);
    costed_ = now;
  }
  return step_cost_ + compare_view_.step_cost() > kSimulationBudget;
}

bool App::step_in_background(double elapsed) {
  const std::uint64_t due = pacer_.due(elapsed, steps_per_second(ui_.speed));
  if (session_->stepping() || compare_view_.stepping() || due == 0) return true;
  const auto most =
      skips_pictures() ? static_cast<std::uint64_t>(kLongBudget / (step_cost_ + compare_view_.step_cost())) : 1;
  const std::uint64_t count = replays_.within(std::clamp<std::uint64_t>(most, 1, due));
  if (count > 0 && !begin_steps(count)) return false;
  pacer_.note_taken(count);
  steps_this_frame_ = count;
  return true;
}

void App::set_speed(Speed speed) {
  ui_.speed = speed;
  pacer_.forget_debt();
  say(speed.unlimited()
          ? std::string("As fast as possible.")
          : fmt::format("{} of its pace: {:.3g} steps per second.", speed.text(), steps_per_second(speed)));
}

double App::steps_per_second(Speed speed) const {
  if (speed.unlimited()) return Pacer::kUnlimited;
  double pace = registry_.automaton(session_->automaton())->steps_per_second;
  const Solver& solver = session_->solver_facts();
  // Frames keep their pace when they get more steps.
  if (const ParameterInfo* steps = find_parameter(solver, ParameterInfo::Role::steps_per_frame))
    pace *= solver.parameter(steps->name) / steps->default_value;
  return pace * speed.factor();
}

void App::switch_solver(std::string_view automaton, Backend backend) {
  const Shown before = shown();
  if (!execute(command::SwitchSolver{std::string(automaton), backend, true}).ok) return;
  chosen_backend_ = backend;
  adopt_what_runs(before);
  gpu_tuner_.choose_block();
}

void App::follow_automaton() {
  const std::string automaton(session_->automaton());
  if (automaton == followed_automaton_) return;
  followed_automaton_ = automaton;
  pacer_.forget_debt();
  const SolverEntry* entry = registry_.solver(automaton, chosen_backend_);
  if (entry == nullptr || !entry->available() || session_->backend() == chosen_backend_) return;
  session_->execute(command::SwitchSolver{automaton, chosen_backend_});  // it stays where it is when that fails
}

void App::load_scene(const std::string& name) {
  const Shown before = shown();
  if (!execute(command::LoadScene{name, {}, {}, {}, true}).ok) return;
  adopt_what_runs(before);
  gpu_tuner_.choose_block();
  canvas_.fit();
}

ImTextureID App::thumbnail(const Scene& scene) {
  const auto known = thumbnails_.find(scene.name);
  if (known != thumbnails_.end()) return known->second;
  ImTextureID texture = nullptr;
  Picture picture;
  const auto file = find_data(fmt::format("assets/thumbnails/{}.png", scene.name));
  if (file && read_png(*file, picture)) texture = screen_->make_texture(picture);
  return thumbnails_[scene.name] = texture;
}

bool App::perform_on_simulation(Action action) {
  switch (action) {
    case Action::play_pause:
      ui_.playing = !ui_.playing;
      say(ui_.playing
              ? std::string("Playing.")
              : fmt::format("Paused. {} plays on; one step: {}.", way_to(*this, action), way_to(*this, Action::step)));
      return true;
    case Action::step:
      ui_.playing = false;
      step(1);
      say(fmt::format("Step {}.", session_->step_count()));
      return true;
    case Action::slower: set_speed(ui_.speed.slower()); return true;
    case Action::faster: set_speed(ui_.speed.faster()); return true;
    case Action::clear: execute(command::Clear{}); return true;
    case Action::reset: execute(command::Reset{}); return true;
    case Action::new_world:
      ui_.new_world = {session_->width(), session_->height(), false, static_cast<int>(command::Anchor::bottom)};
      ui_.show_new_world = true;
      return true;
    case Action::scene_gallery: ui_.show_scenes = true; return true;
    case Action::config_gallery:
      config_library_.refresh();
      ui_.show_configs = true;
      return true;
    case Action::toggle_solver:
      switch_solver(session_->automaton(), session_->backend() == Backend::gpu ? Backend::cpu : Backend::gpu);
      return true;
    default: return false;
  }
}

}  // namespace repose
