// What runs: the session, how fast, and on which backend. Commands go through here, so that the window learns what
// became of them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "app/frame/messages.hpp"
#include "app/simulation/speed.hpp"
#include "repose/session.hpp"

namespace repose {

class ActionTable;

// Is told what becomes of the simulation.
class SimulationObserver {
 public:
  virtual ~SimulationObserver() = default;
  // Said before a command: views that were taken earlier are not valid afterwards.
  virtual void before_command() = 0;
  virtual void command_done(const Command& command) = 0;  // and it went well
  virtual void world_resized() = 0;
  // `before`: the rules until now; null where elements meant something else then.
  virtual void rules_replaced(const Ruleset* before) = 0;
  // A person has chosen what runs: a solver, a scene, a config.
  virtual void solver_chosen() = 0;
};

class Simulation {
 public:
  // All must outlive it. `backend`: for the automata that have it.
  Simulation(const Registry& registry, const SessionOptions& options, Backend backend, Messages& messages,
             const ActionTable& actions, SimulationObserver& observer);

  Session& session() { return session_; }
  const Session& session() const { return session_; }
  // Whether the running automaton has that plane.
  bool knows(Plane plane) const { return session_.solver_facts().state_planes().has(plane); }

  // --- Pace ---
  bool playing() const { return playing_; }
  void set_playing(bool playing) { playing_ = playing; }
  void toggle_playing();  // and says so
  Speed speed() const { return speed_; }
  void set_speed(Speed speed) { speed_ = speed; }
  void choose_speed(Speed speed);  // and says so
  // Of the running automaton at that speed, or Pacer::kUnlimited.
  double steps_per_second(Speed speed) const;

  // --- Commands ---
  // Shows the message of what came of it.
  CommandResult execute(const Command& command);
  // The same for commands after which other rules, another size or another automaton may run.
  CommandResult travel(const Command& command);
  // The same for commands that read a config; shows the message where it went well.
  CommandResult load_config(const Command& command);
  // Shows nothing: paint comes many times a second. False where it failed.
  bool paint(const command::Paint& paint);
  void switch_solver(std::string_view automaton, Backend backend);
  void load_scene(const std::string& name);
  // Moves to the chosen backend where the running automaton has come newly and has that.
  void follow_automaton();

  // --- The time line ---
  bool can_step_back() const;
  bool in_the_past() const;
  // Of a position of the time line, at the automaton's own pace.
  double seconds_ago(std::uint64_t position) const;
  // To another position; pauses.
  void seek(std::uint64_t position);
  // As far back as the time line goes. Precondition: can_step_back().
  void go_back(std::uint64_t steps);
  // Pauses and takes one step.
  void step_once();

  // In the past a step does again what was done there: other rules may come of it.
  void step(std::uint64_t count);
  // Calls `begin`, which begins steps in the background, and returns its answer.
  bool begin_steps(const std::function<bool()>& begin);
  // Once a frame: takes over what was on its way from a GPU, and leaves a solver that has failed.
  void tick();

 private:
  // What the window showed before a command.
  struct Shown {
    Ruleset ruleset;
    int width = 0, height = 0;
    bool heights = false;
  };
  Shown shown() const;
  // Tells the observer what is different now.
  void adopt_what_runs(const Shown& before);

  const Registry& registry_;
  Messages& messages_;
  const ActionTable& actions_;
  SimulationObserver& observer_;
  Session session_;
  bool playing_ = true;
  Speed speed_;
  Backend chosen_backend_;
  std::string followed_automaton_;
};

}  // namespace repose
