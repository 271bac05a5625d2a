#include "app/actions/why_not.hpp"

#include <fmt/format.h>

#include "app/app.hpp"

namespace repose {

namespace {

std::string unless(bool possible, const char* sentence) { return possible ? "" : sentence; }

std::string why_no_plane(App& app, Plane plane, const char* what) {
  return app.knows(plane) ? "" : fmt::format("{} knows no {}.", app.session().automaton(), what);
}

std::string why_no_other_backend(App& app) {
  const Session& session = app.session();
  const SolverEntry* other =
      session.registry().solver(session.automaton(), session.backend() == Backend::gpu ? Backend::cpu : Backend::gpu);
  return other == nullptr ? "There is no other." : other->unavailable;
}

std::string why_no_relief(App& app) {
  const std::string no_heights = why_no_plane(app, Plane::height, "heights");
  return no_heights.empty() ? unless(app.screen().gpu_unavailable().empty(), "Needs OpenGL, which is not in use.")
                            : no_heights;
}

}  // namespace

std::string why_not(App& app, Action action) {
  switch (action) {
    case Action::undo: return unless(!app.session().history().undo_title.empty(), "Nothing to undo.");
    case Action::redo: return unless(!app.session().history().redo_title.empty(), "Nothing to redo.");
    case Action::step_back:
    case Action::rewind: return unless(app.can_step_back(), "Nothing earlier is kept.");
    case Action::go_on: return unless(app.world_files().can_go_on(), "No window has left a world yet.");
    case Action::reload_config:
      return unless(!app.session().ruleset().source.empty(), "The running config has no file.");
    case Action::toggle_solver: return why_no_other_backend(app);
    case Action::compare:
      return unless(app.compare_view().can_toggle(), "No other solver here can be compared with this one.");
    case Action::save_replay:
    case Action::share: return unless(app.can_step_back() || app.in_the_past(), "Nothing has happened yet.");
    case Action::heat: return why_no_plane(app, Plane::energy, "heat");
    case Action::pressure: return why_no_plane(app, Plane::mass, "pressure");
    case Action::relief: return why_no_relief(app);
    case Action::pour_less:
    case Action::pour_more:
      return unless(pour_of(app.session(), app.ui().brush).has_value(), "The brush pours nothing.");
    case Action::paint_over: return unless(!app.knows(Plane::height), "Sand joins what is there.");
    case Action::copy:
    case Action::cut:
    case Action::erase_selection:
    case Action::save_stamp: return unless(app.clipping().selection().has_value(), "Nothing is selected.");
    case Action::turn_right:
    case Action::turn_left:
    case Action::mirror_sideways:
    case Action::mirror_upright:
    case Action::nudge_left:
    case Action::nudge_right:
    case Action::nudge_up:
    case Action::nudge_down:
    case Action::with_background:
    case Action::put_down: return unless(app.clipping().is_placing(), "Nothing hangs on the pointer.");
    default: return "";
  }
}

std::string way_to(const App& app, Action action) {
  const std::string keys = app.bindings().keys(action);
  return keys.empty() ? "the command palette" : keys;
}

}  // namespace repose
