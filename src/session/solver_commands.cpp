// The session's command to run on another solver, and what becomes of rules that the other automaton cannot run.
#include <fmt/format.h>

#include "repose/paths.hpp"
#include "repose/session.hpp"
#include "session/moment.hpp"
#include "session/world_ops.hpp"

namespace repose {

namespace {
template <class T>
std::shared_ptr<const T> share(T value) {
  return std::make_shared<const T>(std::move(value));
}

CommandResult failed(std::string message) { return {false, std::move(message), {}}; }

std::uint64_t hash_of_cells(const World& world) { return hash_world(world, {Plane::cells}); }

bool knows_cells(const Solver& solver) { return solver.state_planes().has(Plane::cells); }
}  // namespace

CommandResult Session::run(const command::SwitchSolver& c) {
  const bool comes_back =
      c.bring_config && displaced_ && displaced_->automaton == c.automaton && c.automaton != automaton_;
  if (comes_back) return switch_back(c);
  const World world = world_for(c.automaton, *this);
  Prepared next = prepare_solver(c.automaton, c.backend, *ruleset_, world);
  if (next.rules_refused && c.bring_config) return switch_with_own_config(c, std::move(next.error));
  if (!next.solver) return failed(std::move(next.error));
  if (c.bring_config && knows_cells(*next.solver) != knows_cells(*solver_)) return switch_between_worlds(c);
  take_solver(std::move(next.solver), c.automaton, c.backend, world);
  const auto remark = registry_.automaton(automaton_)->remark;
  const std::string note = remark != nullptr ? remark(*ruleset_) : std::string{};
  return {true,
          fmt::format("{} now runs on {}.{}{}", automaton_, backend_name(backend_), note.empty() ? "" : " ", note),
          {}};
}

Displaced Session::all_that_runs() const {
  return {automaton_, ruleset_, diagnostics_, store(download()), origin_, scene_, origin_step_};
}

CommandResult Session::switch_with_own_config(const command::SwitchSolver& c, std::string refusal) {
  const auto path = find_data(fmt::format("configs/{}", registry_.automaton(c.automaton)->config));
  if (!path) return failed(std::move(refusal));
  ConfigResult config = read_config_file(*path);
  if (!config.ruleset || has_errors(config.diagnostics)) return failed(std::move(refusal));
  Displaced making_way = all_that_runs();
  CommandResult result = switch_with_rules(c, std::move(*config.ruleset), std::move(config.diagnostics));
  if (!result.ok) return result;
  making_way.carried_hash = hash_of_cells(download());
  displaced_ = share(std::move(making_way));
  return result;
}

CommandResult Session::switch_between_worlds(const command::SwitchSolver& c) {
  if (displaced_ && displaced_->waits) {  // another automaton runs what waits: back to where it ran, and on from there
    const CommandResult result = switch_back({displaced_->automaton, runnable(displaced_->automaton), true});
    return result.ok ? run(c) : result;
  }
  const std::string_view file = registry_.automaton(c.automaton)->config;
  const auto path = find_data(fmt::format("configs/{}", file));
  ConfigResult config = path ? read_config_file(*path) : ConfigResult{};
  if (!config.ruleset || has_errors(config.diagnostics)) {
    return failed(fmt::format("{} needs configs/{}, which is not there or has errors.", c.automaton, file));
  }
  const auto empty = store(World(width_, height_));
  return switch_worlds(
      c, {c.automaton, share(std::move(*config.ruleset)), share(std::move(config.diagnostics)), empty, empty, {}});
}

CommandResult Session::switch_worlds(const command::SwitchSolver& c, const Displaced& arriving) {
  Displaced making_way = all_that_runs();
  if (const Status status = move_to(c.automaton, c.backend, *arriving.ruleset, *arriving.world->get()); !status) {
    return failed(status.message());
  }
  ruleset_ = arriving.ruleset;
  diagnostics_ = arriving.diagnostics;
  origin_ = arriving.origin;
  scene_ = arriving.scene;
  origin_step_ = arriving.origin_step;
  making_way.waits = true;
  displaced_ = share(std::move(making_way));
  return {true,
          fmt::format("{} runs {} on {}; what {} ran waits as it is.", automaton_, ruleset_->title,
                      backend_name(backend_), displaced_->automaton),
          {}};
}

CommandResult Session::switch_back(const command::SwitchSolver& c) {
  const auto back = std::exchange(displaced_, nullptr);
  if (back->waits) {
    CommandResult result = switch_worlds(c, *back);
    if (!result.ok) displaced_ = back;
    return result;
  }
  const bool untouched = hash_of_cells(download()) == back->carried_hash;
  CommandResult result = switch_with_rules(c, *back->ruleset, *back->diagnostics);
  if (!result.ok) {
    displaced_ = back;
    return result;
  }
  if (untouched && place_world(*back->world->get()))
    result.message = fmt::format("{} runs {} again.", automaton_, ruleset_->title);
  return result;
}

CommandResult Session::switch_with_rules(const command::SwitchSolver& c, Ruleset ruleset, Diagnostics diagnostics) {
  const ElementMap map = match_by_name(*ruleset_, ruleset);
  const Mapped next = map_elements(world_for(c.automaton, *this), map);
  if (const Status status = move_to(c.automaton, c.backend, ruleset, next.world); !status)
    return failed(status.message());
  std::string text = fmt::format("{} now runs {} on {}", automaton_, ruleset.title, backend_name(backend_));
  if (next.lost > 0) text += "; " + describe_loss(next, *ruleset_);
  origin_ = store(map_elements(origin(), map).world);
  take_rules(std::move(ruleset), std::move(diagnostics));
  return {true, std::move(text), {}};
}

Status Session::take_over(const Session& other, std::string_view automaton, Backend backend) {
  settled();
  const World world = world_for(automaton, other);
  const ParameterValues parameters = other.last_parameters(automaton);
  if (automaton == automaton_ && backend == backend_ && ruleset_ == other.ruleset_) {
    const ParameterValues before = last_parameters(automaton_);
    for (const auto& [name, value] : parameters) solver_->set_parameter(name, value);
    if (const Status status = place_world(world); !status) {
      for (const auto& [name, value] : before) solver_->set_parameter(name, value);
      return status;
    }
  } else {
    Prepared next = prepare_solver(automaton, backend, *other.ruleset_, world, &parameters);
    if (!next.solver) return Status::failure(std::move(next.error));
    take_solver(std::move(next.solver), automaton, backend, world);
    ruleset_ = other.ruleset_;
    diagnostics_ = other.diagnostics_;
  }
  options_.seed = other.options_.seed;
  options_.first_bias = other.options_.first_bias;
  origin_ = other.origin_;
  scene_ = other.scene_;
  step_ = other.step_;
  origin_step_ = other.origin_step_;
  displaced_.reset();
  return {};
}

}  // namespace repose
