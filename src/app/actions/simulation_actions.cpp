#include <fmt/format.h>

#include <cmath>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/app.hpp"

namespace repose {

namespace {

constexpr double kRewindSeconds = 5;  // at the automaton's own pace

std::string why_no_way_back(const App& app) { return unless(app.can_step_back(), "Nothing earlier is kept."); }

void play_or_pause(App& app) {
  bool& playing = app.ui().playing;
  playing = !playing;
  app.say(playing ? std::string("Playing.")
                  : fmt::format("Paused. {} plays on; one step: {}.", app.actions().way_to(action::play_pause),
                                app.actions().way_to(action::step)));
}

void rewind(App& app) {
  app.go_back(static_cast<std::uint64_t>(std::llround(kRewindSeconds * app.steps_per_second(Speed()))));
}

Backend other_backend(const App& app) { return app.session().backend() == Backend::gpu ? Backend::cpu : Backend::gpu; }

std::string why_no_other_backend(const App& app) {
  const Session& session = app.session();
  const SolverEntry* const other = session.registry().solver(session.automaton(), other_backend(app));
  return other == nullptr ? fmt::format("{} has no other backend.", session.automaton()) : other->unavailable;
}

void ask_for_size(App& app, bool resize) {
  const Session& session = app.session();
  app.ui().new_world = {session.width(), session.height(), resize, static_cast<int>(command::Anchor::bottom)};
  app.ui().show_new_world = true;
}

void show_configs(App& app) {
  app.config_library().refresh();
  app.ui().show_configs = true;
}

std::vector<ActionRow> time_actions(App& app) {
  return {
      {.id = action::play_pause,
       .group = "Simulation",
       .title = "Play or pause",
       .keys = {{SDLK_SPACE}},
       .menu = {"Simulation/time"},
       .label_now = [&app] { return app.ui().playing ? "Pause" : "Play"; },
       .perform = [&app] { play_or_pause(app); }},
      {.id = action::step,
       .group = "Simulation",
       .title = "One step",
       .keys = {{SDLK_PERIOD}, {SDLK_f}},
       .menu = {"Simulation/time"},
       .perform = [&app] { app.step_once(); }},
      {.id = action::step_back,
       .group = "Simulation",
       .title = "One step back in time",
       .keys = {{SDLK_COMMA}},
       .menu = {"Simulation/time", "One step back"},
       .why_not = [&app] { return why_no_way_back(app); },
       .perform = [&app] { app.go_back(1); }},
      {.id = action::rewind,
       .group = "Simulation",
       .title = "Five seconds back in time",
       .keys = {{SDLK_j}},
       .menu = {"Simulation/time", "Five seconds back"},
       .other_words = "undo history",
       .why_not = [&app] { return why_no_way_back(app); },
       .perform = [&app] { rewind(app); }},
      {.id = action::slower,
       .group = "Simulation",
       .title = "Slower",
       .keys = {{SDLK_COMMA, kShift}, {SDLK_LESS, kNone, false}},
       .menu = {"Simulation/time"},
       .why_not = [&app] { return unless(app.ui().speed != app.ui().speed.slower(), "This is the slowest speed."); },
       .perform = [&app] { app.set_speed(app.ui().speed.slower()); }},
      {.id = action::faster,
       .group = "Simulation",
       .title = "Faster",
       .keys = {{SDLK_PERIOD, kShift}, {SDLK_GREATER, kNone, false}},
       .menu = {"Simulation/time"},
       .why_not = [&app] { return unless(app.ui().speed != app.ui().speed.faster(), "This is the fastest speed."); },
       .perform = [&app] { app.set_speed(app.ui().speed.faster()); }},
      {.id = "unlimited",
       .group = "Simulation",
       .title = "As fast as possible",
       .menu = {"Simulation/time"},
       .is_on = [&app] { return app.ui().speed.unlimited(); },
       .perform = [&app] { app.set_speed(app.ui().speed.unlimited() ? Speed() : Speed(Speed::kUnlimited)); }},
      {.id = "own_pace",
       .group = "Simulation",
       .title = "The automaton's own pace",
       .perform = [&app] { app.set_speed(Speed()); }},
  };
}

std::vector<ActionRow> world_actions(App& app) {
  return {
      {.id = action::toggle_solver,
       .group = "Simulation",
       .title = "Switch between GPU and CPU",
       .keys = {{SDLK_g, kCtrl}},
       .why_not = [&app] { return why_no_other_backend(app); },
       .perform = [&app] { app.switch_solver(app.session().automaton(), other_backend(app)); }},
      {.id = action::reset,
       .group = "Simulation",
       .title = "Reset to the scene as it was loaded",
       .keys = {{SDLK_r, kCtrl}},
       .menu = {"Simulation/reset", "Reset"},
       .perform = [&app] { app.execute(command::Reset{}); }},
      {.id = action::clear,
       .group = "Simulation",
       .title = "Clear the world",
       .keys = {{SDLK_r}},
       .menu = {"Simulation/reset", "Clear"},
       .other_words = "delete erase empty",
       .perform = [&app] { app.execute(command::Clear{}); }},
      {.id = action::new_world,
       .group = "Simulation",
       .title = "New world",
       .keys = {{SDLK_n, kCtrl}},
       .menu = {"Simulation/size", "New world..."},
       .perform = [&app] { ask_for_size(app, false); }},
      {.id = "resize",
       .group = "Simulation",
       .title = "Resize the world",
       .menu = {"Simulation/size", "Resize world..."},
       .perform = [&app] { ask_for_size(app, true); }},
      {.id = action::scene_gallery,
       .group = "Simulation",
       .title = "Choose a scene",
       .keys = {{SDLK_F3}},
       .menu = {"Scenes/gallery", "All scenes, with pictures..."},
       .other_words = "examples worlds",
       .perform = [&app] { app.ui().show_scenes = true; }},
      {.id = action::config_gallery,
       .group = "Simulation",
       .title = "Choose a config",
       .keys = {{SDLK_F4}},
       .menu = {"Configs/gallery", "All configs, with what is in them..."},
       .other_words = "rules mods",
       .perform = [&app] { show_configs(app); }},
      {.id = "pause_when_unfocused",
       .group = "Simulation",
       .title = "Pause when another window is in front",
       .menu = {"Simulation/pause"},
       .is_on = [&app] { return app.settings().pause_when_unfocused; },
       .perform = [&app] { app.settings().pause_when_unfocused = !app.settings().pause_when_unfocused; }},
  };
}

}  // namespace

std::vector<ActionRow> simulation_actions(App& app) {
  std::vector<ActionRow> rows = time_actions(app), others = world_actions(app);
  rows.insert(rows.end(), others.begin(), others.end());
  return rows;
}

}  // namespace repose
