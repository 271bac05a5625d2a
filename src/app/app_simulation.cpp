// The app's deeds with the simulation: pace, steps, solvers, scenes.
#include <fmt/format.h>

#include <algorithm>

#include "app/app.hpp"
#include "repose/paths.hpp"

namespace repose {

void App::simulate(double elapsed) {
  steps_this_frame_ = 0;
  session_->collect_history();
  if (const auto trouble = session_->recover()) {
    shown_view_ = {};
    say(*trouble, Tone::warning);
  }
  compare_view_.tick();
  const bool resting = settings_.pause_when_unfocused && !focused_;
  if (!ui_.playing || resting) return stepper_.forget_debt();
  steps_this_frame_ = stepper_.advance(*this, elapsed, steps_per_second(ui_.speed), loop_.skips_pictures(*this));
}

double App::step_cost() {
  const SolverStats now = session_->stats();
  if (now.steps < costed_.steps) costed_ = {};
  if (now.steps > costed_.steps) {
    const double seconds = now.step_seconds - costed_.step_seconds;
    step_cost_ = loop_.clock().step_cost(seconds / static_cast<double>(now.steps - costed_.steps));
    costed_ = now;
  }
  return step_cost_ + (compare_view_.active() ? loop_.clock().step_cost(compare_view_.step_cost()) : 0);
}

void App::set_speed(Speed speed) {
  ui_.speed = speed;
  stepper_.forget_debt();
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
  stepper_.forget_debt();
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

void App::step_once() {
  ui_.playing = false;
  step(1);
  say(fmt::format("Step {}.", session_->step_count()));
}

}  // namespace repose
