// The ways back: worlds as they were, and steps and deeds done again from there.
#include <utility>

#include "session/history.hpp"

namespace repose {

namespace {

void set_parameters(Solver& solver, const ParameterValues& values) {
  for (const auto& [name, value] : values) {
    if (solver.parameter(name) != value) solver.set_parameter(name, value);
  }
}

}  // namespace

void History::perform(Session& session, const Deed& deed) {
  if (const auto* edit = std::get_if<Edit>(&deed)) return session.apply(*edit);
  const auto& parameter = std::get<SetParameterDeed>(deed);
  session.set_parameter(parameter.name, parameter.value);
}

Status History::take_steps(Session& session, std::uint64_t count) {
  if (count == 0) return {};
  const CommandResult result = session.perform(command::Step{count});
  return result.ok ? Status() : Status::failure(result.message);
}

Status History::replace_world(Session& session, const World& world) {
  // Where a world of this size ran a moment ago there is room for another, so that nothing has to be saved for a
  // failure.
  if (world.width() != session.width_ || world.height() != session.height_) return session.place_world(world);
  const Status status = session.solver_->upload(world);
  if (status) session.note_placed(world);
  return status;
}

Status History::restore(Session& session, const Moment& moment) {
  const std::optional<World> world = moment.world->get();
  if (!world) return Status::failure("The world of that moment was lost with the GPU.");
  Status status;
  if (moment.automaton == session.automaton_) {
    const ParameterValues values = session.last_parameters(session.automaton_);
    set_parameters(*session.solver_, moment.parameters);
    status =
        moment.ruleset != session.ruleset_ ? session.install(*moment.ruleset, *world) : replace_world(session, *world);
    if (!status) set_parameters(*session.solver_, values);
  } else {
    ParametersOfAutomata remembered = moment.other_parameters;
    remembered[moment.automaton] = moment.parameters;
    std::swap(remembered, session.parameters_);
    status = session.move_to(moment.automaton, session.runnable(moment.automaton), *moment.ruleset, *world);
    if (!status) std::swap(remembered, session.parameters_);
  }
  if (!status && session.backend_ == Backend::gpu) {  // too large for it, perhaps
    auto next = session.prepare_solver(moment.automaton, Backend::cpu, *moment.ruleset, *world, &moment.parameters);
    if (!next.solver) return status;
    session.take_solver(std::move(next.solver), moment.automaton, Backend::cpu, *world);
    status = {};
  }
  if (!status) return status;
  session.parameters_ = moment.other_parameters;
  session.ruleset_ = moment.ruleset;
  session.diagnostics_ = moment.diagnostics;
  session.origin_ = moment.origin;
  session.scene_ = moment.scene;
  session.step_ = moment.step;
  session.origin_step_ = moment.origin_step;
  session.options_.seed = moment.seed;
  session.options_.first_bias = moment.first_bias;
  session.displaced_ = moment.displaced;
  return status;
}

Status History::restore_before(Session& session, const Place& place, Place& at) {
  std::erase_if(stops_, [&](const Stop& stop) {
    return stop.place.keyframe != place.keyframe || stop.place.steps > place.steps || stop.place.events > place.events;
  });
  if (!stops_.empty()) {
    at = stops_.back().place;
    if (const Status status = restore(session, stops_.back().moment)) return status;
    stops_.clear();  // lost with a GPU, perhaps
  }
  at = {place.keyframe, 0, 0};
  return restore(session, place.keyframe->moment);
}

Status History::go_to(Session& session, const Place& place) {
  Place at;
  const Status status = restore_before(session, place, at);
  return status ? go_on(session, at, place) : status;
}

Status History::look_at(Session& session, const Place& place) {
  constexpr double kShortWay = 0.01;  // seconds
  Place at;
  Status status = restore_before(session, place, at);
  while (status && place.steps - at.steps >= 2 && pace_.seconds_of(place.steps - at.steps) > kShortWay &&
         !store_.busy()) {
    Place middle{place.keyframe, at.steps + (place.steps - at.steps + 1) / 2, at.events};
    while (middle.events < place.events && place.keyframe->script[middle.events].steps <= middle.steps) ++middle.events;
    status = go_on(session, at, middle);
    if (status) stops_.push_back({middle, capture(session, session.solver_->begin_capture())});
    at = middle;
  }
  return status ? go_on(session, at, place) : status;
}

Status History::go_on(Session& session, const Place& from, const Place& to) {
  std::uint64_t steps = from.steps;
  for (std::size_t i = from.events; i < to.events; ++i) {
    const Event& event = to.keyframe->script[i];
    if (const Status status = take_steps(session, event.steps - steps); !status) return status;
    steps = event.steps;
    perform(session, event.deed);
  }
  return take_steps(session, to.steps - steps);
}

Status History::follow(Session& session) {
  while (true) {
    while (const Event* event = timeline_.next_event()) perform(session, event->deed);
    const Timeline::Segment* segment = timeline_.next_segment();
    if (segment == nullptr) return {};
    if (!segment->jump) continue;
    const Place begins{segment->keyframe, segment->steps_before, segment->events_before};
    if (const Status status = go_to(session, begins); !status) return status;
  }
}

void History::resume(Session& session) {
  if (!go_to(session, timeline_.here())) begin_segment(session, true);
}

}  // namespace repose
