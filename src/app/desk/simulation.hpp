// What runs: the session, its speed, and its backend. All commands of the app go through this class, so that the window
// is told about their results.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/desk/time.hpp"
#include "repose/session.hpp"
#include "repose/solver.hpp"

namespace repose {

struct Desk;

struct WorldExtent {
  int width = 0, height = 0;  // cells
};

class Simulation {
 public:
  // `backend`: used for all automata that have it.
  Simulation(Desk& desk, const SessionOptions& options, Backend backend);

  Session& session() { return session_; }
  const Session& session() const { return session_; }
  bool knows(Plane plane) const { return session_.solver_facts().state_planes().has(plane); }  // the automaton has it
  // Why the running automaton cannot be shaken or blown; empty when it can.
  std::string why_no_body() const { return std::string(definition().no_body); }
  std::string why_no_push() const { return std::string(definition().no_push); }

  // ---- pace ----
  bool playing() const { return playing_; }
  bool paused_by_seek() const { return paused_by_seek_; }  // until it plays again
  void set_playing(bool playing) {
    waits_ = false;
    playing_ = playing;
    paused_by_seek_ = false;
  }
  // A challenge that has just begun stands still, so that one can read. The first stroke begins it, or play.
  void wait_for_stroke() {
    set_playing(false);
    waits_ = true;
  }
  bool waits_for_stroke() const { return waits_; }
  void begin_clock() {
    if (waits_) set_playing(true);
  }
  void toggle_playing();  // and shows a message
  Speed speed() const { return speed_; }
  void set_speed(Speed speed) { speed_ = speed; }
  void choose_speed(Speed speed);  // and shows a message
  // The pace of the running automaton at that speed, or Pacer::kUnlimited.
  double steps_per_second(Speed speed) const;

  // ---- commands ----
  // Executes a command and shows the message of its result. `adapts`: see travel().
  CommandResult execute(const Command& command, bool adapts = false);
  // For commands after which other rules, another size or another automaton may run.
  CommandResult travel(const Command& command) { return execute(command, true); }
  // As travel(), for commands that read a config; shows the message only after success.
  CommandResult load_config(const Command& command);
  // Paints the edit and its mirror images; shows no message, because this is called many times a second. `continues`:
  // belongs to the same stroke as the edit before it, and is undone with it. `title`: of the operation, for the menu;
  // empty: derived from what is painted.
  void paint(const Edit& edit, bool continues = false, const std::string& title = {});
  void switch_solver(std::string_view automaton, Backend backend);
  // The backend that a person has chosen last if that automaton runs on it here, else cpu, else scalar.
  Backend backend_for(std::string_view automaton) const;
  // `seed`: of the scene, default: the session's. False if it failed; a message says why.
  bool load_scene(const std::string& name, std::optional<std::uint64_t> seed = {});
  // Scenes of any shape are loaded from now on in a size that fills a canvas of so many pixels.
  void fit_scenes(float width, float height) { canvas_width_ = width, canvas_height_ = height; }
  // A scene that has just begun and that nobody has touched begins again in the new shape of the canvas, soon.
  void window_changed();
  // The size of a world of about so many cells that fills the canvas; empty before its size is known.
  std::optional<WorldExtent> extent_for_canvas(int cell_count) const;
  // Call when other rules run. `before`: the old rules; null if elements cannot be matched with them.
  void rules_replaced(const Ruleset* before);
  // Changes to the chosen backend if the running automaton has just changed and has that backend.
  void follow_automaton();

  // ---- the time line ----
  bool can_step_back() const;
  bool in_the_past() const;
  double seconds_ago(std::uint64_t position) const;  // before the newest one, at the automaton's own pace
  void seek(std::uint64_t position);                 // goes to a position of the time line and pauses
  // Goes back by this number of steps, at most to the oldest position. Precondition: can_step_back().
  void go_back(std::uint64_t steps);
  void step_once();  // pauses and takes one step

  // In the past steps repeat what was done there, so other rules may run afterwards.
  void step(std::uint64_t count);
  // Calls `begin`, which begins steps in the background, and returns its result.
  bool begin_steps(const std::function<bool()>& begin);
  // Call once a frame: takes over worlds that have arrived from a GPU, and replaces a solver that has failed.
  void tick();

 private:
  const AutomatonDefinition& definition() const { return *session_.registry().automaton(session_.automaton()); }
  void forget_views();  // call before a command: the solver's earlier views are not valid after it
  void command_done(const Command& command);  // tells the parts of the app what a command has done
  // What the window showed before a command.
  struct Shown {
    Ruleset ruleset;
    int width = 0, height = 0;
    bool heights = false;
  };
  Shown shown() const;
  void adopt_what_runs(const Shown& before);  // adapts the parts of the app to everything that has changed

  Desk& desk_;
  Session session_;
  bool playing_ = true;
  bool waits_ = false;           // for the first stroke of a challenge
  bool paused_by_seek_ = false;  // it was playing; a scene that is opened then plays again
  Speed speed_;
  Backend chosen_backend_;
  std::string followed_automaton_;
  float canvas_width_ = 0, canvas_height_ = 0;  // 0: scenes have their natural size
  double window_changed_at_ = 0;                // by the app's clock; 0: not since the last look
  bool untouched_ = false;                      // nothing was done since the scene was loaded
  std::optional<std::uint64_t> scene_seed_;     // with which it was loaded
};

// Shaking the world: pushes in several frames, one operation; meanwhile the picture trembles.
class Shaker {
 public:
  void shake(Desk& desk);  // While the world is paused all pushes come at once. During a shake: goes on with it.
  void tick(Desk& desk, double seconds);  // Call once a frame. Another operation ends the shake.
  bool busy() const { return parts_left_ > 0 || trembles_ > 0; }
  ImVec2 offset() const;  // how far the picture is off its place, in points; 0 unless it trembles

 private:
  void push(Desk& desk, int passes, bool continues);

  int parts_left_ = 0;
  double trembles_ = 0;  // seconds
  std::uint32_t shakes_ = 0, pass_ = 0;
  std::string title_;  // of its operation in the history
};

std::string backend_title(Backend backend);  // on screen

// "density has no heat.": why a view or an action that needs `plane` is not available. Empty: it is.
std::string why_no_plane(const Session& session, Plane plane);

}  // namespace repose
