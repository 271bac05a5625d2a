// The app's deeds with the simulation: pace, steps, solvers, scenes.
#include <fmt/format.h>

#include <algorithm>

#include "app/app.hpp"
#include "repose/paths.hpp"

namespace repose {

void App::set_speed(double steps_per_second) {
  constexpr double kSlowest = 1, kFastest = 10000;
  ui_.steps_per_second =
      steps_per_second == Pacer::kUnlimited ? Pacer::kUnlimited : std::clamp(steps_per_second, kSlowest, kFastest);
  pacer_.forget_debt();
  say(ui_.steps_per_second == Pacer::kUnlimited ? std::string("As fast as possible.")
                                                : fmt::format("{:.0f} steps per second.", ui_.steps_per_second));
}

void App::switch_solver(std::string_view automaton, Backend backend) {
  const Ruleset before = session_->ruleset();
  const bool knew_heights = knows(Plane::height);
  const int width = session_->width(), height = session_->height();
  const CommandResult result = execute(command::SwitchSolver{std::string(automaton), backend, true});
  if (!result.ok) return;
  if (session_->width() != width || session_->height() != height) canvas_.fit();
  chosen_backend_ = backend;
  if (session_->ruleset().text != before.text) adopt_ruleset(knows(Plane::height) == knew_heights ? &before : nullptr);
  follow_automaton();
}

void App::follow_automaton() {
  const std::string automaton(session_->automaton());
  if (automaton == followed_automaton_) return;
  if (!followed_automaton_.empty()) paces_[followed_automaton_] = ui_.steps_per_second;
  followed_automaton_ = automaton;
  const auto known = paces_.find(automaton);
  ui_.steps_per_second = known != paces_.end() ? known->second : registry_.automaton(automaton)->steps_per_second;
  pacer_.forget_debt();
  const SolverEntry* entry = registry_.solver(automaton, chosen_backend_);
  if (entry == nullptr || !entry->available() || session_->backend() == chosen_backend_) return;
  session_->execute(command::SwitchSolver{automaton, chosen_backend_});  // it stays where it is when that fails
}

void App::load_scene(const std::string& name) {
  const Ruleset before = session_->ruleset();
  const bool knew_heights = knows(Plane::height);
  const CommandResult result = execute(command::LoadScene{name, {}, {}, {}, true});
  if (!result.ok) return;
  const bool other_rules = session_->ruleset().text != before.text || session_->ruleset().title != before.title;
  // What paints cells means something else on heights: there the brush begins with sand.
  if (other_rules) adopt_ruleset(knows(Plane::height) == knew_heights ? &before : nullptr);
  follow_automaton();
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
  const double speed = ui_.steps_per_second;
  const bool unlimited = speed == Pacer::kUnlimited;
  constexpr double kBelowUnlimited = 960, kFastest = 2000;  // doubling beyond the fastest means "unlimited", halving comes back
  switch (action) {
    case Action::play_pause:
      ui_.playing = !ui_.playing;
      say(ui_.playing ? "Playing." : "Paused. Space plays on, the full stop takes one step.");
      return true;
    case Action::step:
      ui_.playing = false;
      execute(command::Step{1});
      say(fmt::format("Step {}.", session_->step_count()));
      return true;
    case Action::slower: set_speed(unlimited ? kBelowUnlimited : speed / 2); return true;
    case Action::faster:
      if (!unlimited) set_speed(speed * 2 > kFastest ? Pacer::kUnlimited : speed * 2);
      return true;
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
