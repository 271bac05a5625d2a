// The actions of running: pause, step, speed, reset, solver.
#include <fmt/format.h>

#include <cmath>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/desk/desk.hpp"
#include "app/dialogs/dialogs.hpp"

namespace repose {

namespace {

constexpr double kRewindSeconds = 5;  // at the automaton's own pace

std::string why_no_way_back(Desk& desk) { return unless(desk.simulation.can_step_back(), "Nothing earlier is kept."); }

void rewind(Desk& desk) {
  desk.simulation.go_back(
      static_cast<std::uint64_t>(std::llround(kRewindSeconds * desk.simulation.steps_per_second(Speed()))));
}

Backend other_backend(Desk& desk) {
  return desk.simulation.session().backend() == Backend::gpu ? Backend::cpu : Backend::gpu;
}

std::string why_no_other_backend(Desk& desk) {
  const Session& session = desk.simulation.session();
  const SolverEntry* const other = session.registry().solver(session.automaton(), other_backend(desk));
  return other == nullptr ? fmt::format("{} has no other backend.", session.automaton()) : other->unavailable;
}

std::vector<ActionRow> time_actions(Desk& desk) {
  return {
      {.id = action::play_pause,
       .group = "Simulation",
       .title = "Play or pause",
       .keys = {{SDLK_SPACE}},
       .menu = {"Simulation/time"},
       .label_now = [&desk] { return desk.simulation.playing() ? "Pause" : "Play"; },
       .perform = [&desk] { desk.simulation.toggle_playing(); }},
      {.id = action::step,
       .group = "Simulation",
       .title = "One step",
       .keys = {{SDLK_PERIOD}, {SDLK_f}},
       .menu = {"Simulation/time"},
       .perform = [&desk] { desk.simulation.step_once(); }},
      {.id = action::step_back,
       .group = "Simulation",
       .title = "One step back in time",
       .keys = {{SDLK_COMMA}},
       .menu = {"Simulation/time", "One step back"},
       .why_not = [&desk] { return why_no_way_back(desk); },
       .perform = [&desk] { desk.simulation.go_back(1); }},
      {.id = action::rewind,
       .group = "Simulation",
       .title = "Five seconds back in time",
       .keys = {{SDLK_j}},
       .menu = {"Simulation/time", "Five seconds back"},
       .other_words = "rewind undo history",
       .why_not = [&desk] { return why_no_way_back(desk); },
       .perform = [&desk] { rewind(desk); }},
  };
}

std::vector<ActionRow> speed_actions(Desk& desk) {
  return {
      {.id = action::slower,
       .group = "Simulation",
       .title = "Slower",
       .keys = {{SDLK_COMMA, kShift}, {SDLK_LESS, kNone, false}},
       .menu = {"Simulation/time"},
       .why_not =
           [&desk] {
             return unless(desk.simulation.speed() != desk.simulation.speed().slower(), "This is the slowest speed.");
           },
       .perform = [&desk] { desk.simulation.choose_speed(desk.simulation.speed().slower()); }},
      {.id = action::faster,
       .group = "Simulation",
       .title = "Faster",
       .keys = {{SDLK_PERIOD, kShift}, {SDLK_GREATER, kNone, false}},
       .menu = {"Simulation/time"},
       .why_not =
           [&desk] {
             return unless(desk.simulation.speed() != desk.simulation.speed().faster(), "This is the fastest speed.");
           },
       .perform = [&desk] { desk.simulation.choose_speed(desk.simulation.speed().faster()); }},
      {.id = "unlimited",
       .group = "Simulation",
       .title = "As fast as possible",
       .menu = {"Simulation/time"},
       .is_on = [&desk] { return desk.simulation.speed().unlimited(); },
       .perform =
           [&desk] {
             desk.simulation.choose_speed(desk.simulation.speed().unlimited() ? Speed() : Speed(Speed::kUnlimited));
           }},
      {.id = "own_pace",
       .group = "Simulation",
       .title = "The automaton's own pace",
       .perform = [&desk] { desk.simulation.choose_speed(Speed()); }},
  };
}

std::vector<ActionRow> world_actions(Desk& desk) {
  return {
      {.id = action::toggle_solver,
       .group = "Simulation",
       .title = "Switch between GPU and CPU",
       .keys = {{SDLK_g, kCtrl}},
       .why_not = [&desk] { return why_no_other_backend(desk); },
       .perform =
           [&desk] { desk.simulation.switch_solver(desk.simulation.session().automaton(), other_backend(desk)); }},
      {.id = action::reset,
       .group = "Simulation",
       .title = "Reset to the scene as it was loaded",
       .keys = {{SDLK_r, kCtrl}},
       .menu = {"Simulation/reset", "Reset"},
       .perform = [&desk] { desk.simulation.execute(command::Reset{}); }},
      {.id = action::clear,
       .group = "Simulation",
       .title = "Clear the world",
       .keys = {{SDLK_r}},
       .menu = {"Simulation/reset", "Clear"},
       .other_words = "delete erase empty",
       .perform = [&desk] { desk.simulation.execute(command::Clear{}); }},
      {.id = action::new_world,
       .group = "Simulation",
       .title = "New world",
       .keys = {{SDLK_n, kCtrl}},
       .menu = {"Simulation/size", "New world..."},
       .perform = [&desk] { desk.dialogs->new_world.open_for_new(); }},
      {.id = "resize",
       .group = "Simulation",
       .title = "Resize the world",
       .menu = {"Simulation/size", "Resize world..."},
       .perform = [&desk] { desk.dialogs->new_world.open_for_resize(); }},
      {.id = action::scene_gallery,
       .group = "Simulation",
       .title = "Choose a scene",
       .keys = {{SDLK_F3}},
       .menu = {"Scenes/gallery", "All scenes, with pictures..."},
       .other_words = "scenes examples worlds",
       .perform = [&desk] { desk.dialogs->scenes.open(); }},
      {.id = action::config_gallery,
       .group = "Simulation",
       .title = "Choose a config",
       .keys = {{SDLK_F4}},
       .menu = {"Configs/gallery", "All configs, with their contents..."},
       .other_words = "configs rules mods",
       .perform = [&desk] { desk.dialogs->configs.open(); }},
      {.id = "pause_when_unfocused",
       .group = "Simulation",
       .title = "Pause when another window is in front",
       .menu = {"Simulation/pause"},
       .about = "Off: the simulation keeps running.",
       .is_on = [&desk] { return desk.settings.window.pause_when_unfocused; },
       .perform = [&desk] { desk.settings.window.pause_when_unfocused = !desk.settings.window.pause_when_unfocused; }},
  };
}

ActionRow turn_row(Desk& desk, std::string_view id, std::string_view title, std::vector<DefaultKey> keys,
                   command::Turn turn) {
  return {.id = id,
          .group = "Simulation",
          .title = title,
          .keys = std::move(keys),
          .menu = {"Simulation/turn"},
          .other_words = "rotate flip hourglass",
          .perform = [&desk, turn] { desk.view.turn.turn(turn); }};
}

// What hands do to the whole world.
std::vector<ActionRow> hand_actions(Desk& desk) {
  using command::Turn;
  return {
      {turn_row(desk, action::turn_world_left, "Turn the world left", {{SDLK_LEFT, kAlt}}, Turn::left)},
      {turn_row(desk, action::turn_world_right, "Turn the world right", {{SDLK_RIGHT, kAlt}}, Turn::right)},
      {turn_row(desk, action::turn_world_over, "Turn the world upside down",
                {{SDLK_DOWN, kAlt}, {SDLK_UP, kAlt, false}}, Turn::half)},
      {.id = action::shake,
       .group = "Simulation",
       .title = "Shake the world",
       .keys = {{SDLK_s, kAlt}},
       .menu = {"Simulation/turn"},
       .about = "Everything loose is pushed to either side for a moment.",
       .why_not = [&desk] { return desk.simulation.why_no_push(); },
       .perform = [&desk] { desk.shaker.shake(); }},
  };
}

}  // namespace

std::vector<ActionRow> simulation_actions(Desk& desk) {
  std::vector<ActionRow> rows;
  for (const std::vector<ActionRow>& part :
       {time_actions(desk), speed_actions(desk), hand_actions(desk), world_actions(desk)})
    rows.insert(rows.end(), part.begin(), part.end());
  return rows;
}

}  // namespace repose
