// The actions of running: pause, step, speed, reset, solver.
#include <fmt/format.h>

#include <cmath>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/dialogs/config_gallery.hpp"
#include "app/dialogs/new_world.hpp"
#include "app/dialogs/scene_gallery.hpp"
#include "app/files/settings.hpp"
#include "app/simulation/shaker.hpp"
#include "app/simulation/simulation.hpp"
#include "app/view/world_turn.hpp"

namespace repose {

namespace {

constexpr double kRewindSeconds = 5;  // at the automaton's own pace

std::string why_no_way_back(const SimulationRooms& rooms) {
  return unless(rooms.simulation.can_step_back(), "Nothing earlier is kept.");
}

void rewind(const SimulationRooms& rooms) {
  rooms.simulation.go_back(
      static_cast<std::uint64_t>(std::llround(kRewindSeconds * rooms.simulation.steps_per_second(Speed()))));
}

Backend other_backend(const SimulationRooms& rooms) {
  return rooms.simulation.session().backend() == Backend::gpu ? Backend::cpu : Backend::gpu;
}

std::string why_no_other_backend(const SimulationRooms& rooms) {
  const Session& session = rooms.simulation.session();
  const SolverEntry* const other = session.registry().solver(session.automaton(), other_backend(rooms));
  return other == nullptr ? fmt::format("{} has no other backend.", session.automaton()) : other->unavailable;
}

std::vector<ActionRow> time_actions(const SimulationRooms& rooms) {
  return {
      {.id = action::play_pause,
       .group = "Simulation",
       .title = "Play or pause",
       .keys = {{SDLK_SPACE}},
       .menu = {"Simulation/time"},
       .label_now = [rooms] { return rooms.simulation.playing() ? "Pause" : "Play"; },
       .perform = [rooms] { rooms.simulation.toggle_playing(); }},
      {.id = action::step,
       .group = "Simulation",
       .title = "One step",
       .keys = {{SDLK_PERIOD}, {SDLK_f}},
       .menu = {"Simulation/time"},
       .perform = [rooms] { rooms.simulation.step_once(); }},
      {.id = action::step_back,
       .group = "Simulation",
       .title = "One step back in time",
       .keys = {{SDLK_COMMA}},
       .menu = {"Simulation/time", "One step back"},
       .why_not = [rooms] { return why_no_way_back(rooms); },
       .perform = [rooms] { rooms.simulation.go_back(1); }},
      {.id = action::rewind,
       .group = "Simulation",
       .title = "Five seconds back in time",
       .keys = {{SDLK_j}},
       .menu = {"Simulation/time", "Five seconds back"},
       .other_words = "rewind undo history",
       .why_not = [rooms] { return why_no_way_back(rooms); },
       .perform = [rooms] { rewind(rooms); }},
  };
}

std::vector<ActionRow> speed_actions(const SimulationRooms& rooms) {
  return {
      {.id = action::slower,
       .group = "Simulation",
       .title = "Slower",
       .keys = {{SDLK_COMMA, kShift}, {SDLK_LESS, kNone, false}},
       .menu = {"Simulation/time"},
       .why_not =
           [rooms] {
             return unless(rooms.simulation.speed() != rooms.simulation.speed().slower(), "This is the slowest speed.");
           },
       .perform = [rooms] { rooms.simulation.choose_speed(rooms.simulation.speed().slower()); }},
      {.id = action::faster,
       .group = "Simulation",
       .title = "Faster",
       .keys = {{SDLK_PERIOD, kShift}, {SDLK_GREATER, kNone, false}},
       .menu = {"Simulation/time"},
       .why_not =
           [rooms] {
             return unless(rooms.simulation.speed() != rooms.simulation.speed().faster(), "This is the fastest speed.");
           },
       .perform = [rooms] { rooms.simulation.choose_speed(rooms.simulation.speed().faster()); }},
      {.id = "unlimited",
       .group = "Simulation",
       .title = "As fast as possible",
       .menu = {"Simulation/time"},
       .is_on = [rooms] { return rooms.simulation.speed().unlimited(); },
       .perform =
           [rooms] {
             rooms.simulation.choose_speed(rooms.simulation.speed().unlimited() ? Speed() : Speed(Speed::kUnlimited));
           }},
      {.id = "own_pace",
       .group = "Simulation",
       .title = "The automaton's own pace",
       .perform = [rooms] { rooms.simulation.choose_speed(Speed()); }},
  };
}

std::vector<ActionRow> world_actions(const SimulationRooms& rooms) {
  return {
      {.id = action::toggle_solver,
       .group = "Simulation",
       .title = "Switch between GPU and CPU",
       .keys = {{SDLK_g, kCtrl}},
       .why_not = [rooms] { return why_no_other_backend(rooms); },
       .perform =
           [rooms] { rooms.simulation.switch_solver(rooms.simulation.session().automaton(), other_backend(rooms)); }},
      {.id = action::reset,
       .group = "Simulation",
       .title = "Reset to the scene as it was loaded",
       .keys = {{SDLK_r, kCtrl}},
       .menu = {"Simulation/reset", "Reset"},
       .perform = [rooms] { rooms.simulation.execute(command::Reset{}); }},
      {.id = action::clear,
       .group = "Simulation",
       .title = "Clear the world",
       .keys = {{SDLK_r}},
       .menu = {"Simulation/reset", "Clear"},
       .other_words = "delete erase empty",
       .perform = [rooms] { rooms.simulation.execute(command::Clear{}); }},
      {.id = action::new_world,
       .group = "Simulation",
       .title = "New world",
       .keys = {{SDLK_n, kCtrl}},
       .menu = {"Simulation/size", "New world..."},
       .perform = [rooms] { rooms.new_world.open_for_new(); }},
      {.id = "resize",
       .group = "Simulation",
       .title = "Resize the world",
       .menu = {"Simulation/size", "Resize world..."},
       .perform = [rooms] { rooms.new_world.open_for_resize(); }},
      {.id = action::scene_gallery,
       .group = "Simulation",
       .title = "Choose a scene",
       .keys = {{SDLK_F3}},
       .menu = {"Scenes/gallery", "All scenes, with pictures..."},
       .other_words = "scenes examples worlds",
       .perform = [rooms] { rooms.scenes.open(); }},
      {.id = action::config_gallery,
       .group = "Simulation",
       .title = "Choose a config",
       .keys = {{SDLK_F4}},
       .menu = {"Configs/gallery", "All configs, with their contents..."},
       .other_words = "configs rules mods",
       .perform = [rooms] { rooms.configs.open(); }},
      {.id = "pause_when_unfocused",
       .group = "Simulation",
       .title = "Pause when another window is in front",
       .menu = {"Simulation/pause"},
       .about = "Off: the simulation keeps running.",
       .is_on = [rooms] { return rooms.settings.window.pause_when_unfocused; },
       .perform =
           [rooms] { rooms.settings.window.pause_when_unfocused = !rooms.settings.window.pause_when_unfocused; }},
  };
}

ActionRow turn_row(const SimulationRooms& rooms, std::string_view id, std::string_view title,
                   std::vector<DefaultKey> keys, command::Turn turn) {
  return {.id = id,
          .group = "Simulation",
          .title = title,
          .keys = std::move(keys),
          .menu = {"Simulation/turn"},
          .other_words = "rotate flip hourglass",
          .perform = [rooms, turn] { rooms.turn.turn(turn); }};
}

// What hands do to the whole world.
std::vector<ActionRow> hand_actions(const SimulationRooms& rooms) {
  using command::Turn;
  return {
      {turn_row(rooms, action::turn_world_left, "Turn the world left", {{SDLK_LEFT, kAlt}}, Turn::left)},
      {turn_row(rooms, action::turn_world_right, "Turn the world right", {{SDLK_RIGHT, kAlt}}, Turn::right)},
      {turn_row(rooms, action::turn_world_over, "Turn the world upside down",
                {{SDLK_DOWN, kAlt}, {SDLK_UP, kAlt, false}}, Turn::half)},
      {.id = action::shake,
       .group = "Simulation",
       .title = "Shake the world",
       .keys = {{SDLK_s, kAlt}},
       .menu = {"Simulation/turn"},
       .about = "Everything loose is pushed to either side for a moment.",
       .why_not = [rooms] { return rooms.simulation.why_no_push(); },
       .perform = [rooms] { rooms.shaker.shake(); }},
  };
}

}  // namespace

std::vector<ActionRow> simulation_actions(const SimulationRooms& rooms) {
  std::vector<ActionRow> rows;
  for (const std::vector<ActionRow>& part :
       {time_actions(rooms), speed_actions(rooms), hand_actions(rooms), world_actions(rooms)})
    rows.insert(rows.end(), part.begin(), part.end());
  return rows;
}

}  // namespace repose
