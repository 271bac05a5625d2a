#include "repose/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "repose/paths.hpp"
#include "session/background_steps.hpp"
#include "session/builtin_ruleset.hpp"
#include "session/edit_fault.hpp"
#include "session/history.hpp"
#include "session/world_ops.hpp"

namespace repose {

namespace {

std::string automaton_names(const Registry& registry) {
  std::string names;
  for (const AutomatonInfo& info : registry.automata())
    names += fmt::format("{}{}", names.empty() ? "" : ", ", info.name);
  return names;
}

ParameterValues parameters_of(const Solver& solver) {
  ParameterValues values;
  for (const ParameterInfo& info : solver.parameters()) values.emplace_back(info.name, solver.parameter(info.name));
  return values;
}

CommandResult failed(std::string message) { return {false, std::move(message), {}}; }

}  // namespace

Session::Session(const Registry& registry, const SessionOptions& options)
    : registry_(registry), options_(options), background_(std::make_unique<BackgroundSteps>()) {
  take_rules(builtin_ruleset(), {});
  if (const auto path = find_data("configs/default.cfg")) {
    ConfigResult config = read_config_file(*path);
    if (config.ruleset && !has_errors(config.diagnostics))
      take_rules(std::move(*config.ruleset), std::move(config.diagnostics));
  }
  const World empty(width_, height_);
  if (!move_to(options_.sandjs_automaton, Backend::cpu, *ruleset_, empty)) {  // rules that this automaton cannot run
    take_rules(builtin_ruleset(), {});
    const Status started = move_to(options_.sandjs_automaton, Backend::cpu, *ruleset_, empty);
    assert(started.ok());
    static_cast<void>(started);
  }
  begin_at(empty, {});
}

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;

CommandResult Session::execute(const Command& command) {
  if (!std::holds_alternative<command::Paint>(command)) settled();
  return history_ ? history_->execute(*this, command) : perform(command);
}

CommandResult Session::perform(const Command& command) {
  return std::visit([this](const auto& c) { return run(c); }, command);
}

StoredWorldPtr Session::store(World world) const {
  return history_ ? history_->store(std::move(world)) : std::make_shared<const StoredWorld>(std::move(world));
}

World Session::origin() const { return *origin_->get(); }

void Session::take_rules(Ruleset ruleset, Diagnostics diagnostics) {
  ruleset_ = std::make_shared<const Ruleset>(std::move(ruleset));
  diagnostics_ = std::make_shared<const Diagnostics>(std::move(diagnostics));
}

World Session::download() const {
  World world;
  settled().download(world);
  if (backend_ == Backend::gpu && solver_->health().ok()) last_seen_ = world;
  return world;
}

std::uint64_t Session::hash() const { return hash_world(download(), solver_->state_planes()); }

std::unique_ptr<Solver> Session::make_solver(std::string_view automaton, Backend backend, std::string& error) const {
  const SolverEntry* entry = registry_.solver(automaton, backend);
  if (entry == nullptr) {
    error = registry_.automaton(automaton) == nullptr
                ? fmt::format("There is no automaton '{}'; there are: {}.", automaton, automaton_names(registry_))
                : fmt::format("{} has no {} backend.", automaton, backend_name(backend));
    return nullptr;
  }
  if (!entry->available()) {
    error = fmt::format("{} on {} cannot run here: {}.", automaton, backend_name(backend), entry->unavailable);
    return nullptr;
  }
  auto solver = entry->create({options_.threads}, error);
  if (!solver && error.empty()) error = fmt::format("{} on {} could not be started.", automaton, backend_name(backend));
  return solver;
}

ParameterValues Session::last_parameters(std::string_view automaton) const {
  if (solver_ && automaton == automaton_) return parameters_of(*solver_);
  const auto remembered = parameters_.find(automaton);
  return remembered != parameters_.end() ? remembered->second : ParameterValues{};
}

Session::Prepared Session::prepare_solver(std::string_view automaton, Backend backend, const Ruleset& ruleset,
                                          const World& world, const ParameterValues* parameters) const {
  Prepared next;
  next.solver = make_solver(automaton, backend, next.error);
  if (!next.solver) return next;
  const ParameterValues values = parameters != nullptr ? *parameters : last_parameters(automaton);
  for (const auto& [name, value] : values) next.solver->set_parameter(name, value);
  Status status = next.solver->load(ruleset);
  next.rules_refused = !status.ok();
  if (status) status = next.solver->upload(world);
  if (status) status = next.solver->health();
  if (status) return next;
  next.error = status.message();
  next.solver.reset();
  return next;
}

void Session::take_solver(std::unique_ptr<Solver> solver, std::string_view automaton, Backend backend,
                          const World& world) {
  if (solver_ && automaton != automaton_) parameters_[automaton_] = parameters_of(*solver_);
  solver_ = std::move(solver);
  if (keeps_ledger_) solver_->keep_ledger(true);
  if (keeps_activity_) solver_->keep_activity(true);
  automaton_ = std::string(automaton);  // a copy: it may be a part of what is replaced
  backend_ = backend;
  note_placed(world);
}

Backend Session::runnable(std::string_view automaton) const {
  for (const Backend backend : {backend_, Backend::cpu}) {
    const SolverEntry* entry = registry_.solver(automaton, backend);
    if (entry != nullptr && entry->available()) return backend;
  }
  return Backend::scalar;
}

Status Session::install(const Ruleset& ruleset, const World& world) {
  const World before = download();
  Status status = solver_->load(ruleset);
  if (!status) return status;
  status = solver_->upload(world);
  if (!status) {  // what ran a moment ago loads again
    const bool restored = solver_->load(*ruleset_).ok() && solver_->upload(before).ok();
    return restored ? status : Status::failure(status.message() + " The world could not be restored.");
  }
  note_placed(world);
  return status;
}

Status Session::install_in(std::string_view automaton, const Ruleset& ruleset, const World& world) {
  return automaton == automaton_ ? install(ruleset, world) : move_to(automaton, runnable(automaton), ruleset, world);
}

Status Session::place_world(const World& world) {
  const World before = download();
  Status status = solver_->upload(world);
  if (!status) {
    const bool restored = solver_->upload(before).ok();
    return restored ? status : Status::failure(status.message() + " The world could not be restored.");
  }
  note_placed(world);
  return status;
}

Status Session::place_world_in(std::string_view automaton, const World& world) {
  return automaton == automaton_ ? place_world(world) : move_to(automaton, runnable(automaton), *ruleset_, world);
}

Status Session::move_to(std::string_view automaton, Backend backend, const Ruleset& ruleset, const World& world) {
  Prepared next = prepare_solver(automaton, backend, ruleset, world);
  if (!next.solver) return Status::failure(std::move(next.error));
  take_solver(std::move(next.solver), automaton, backend, world);
  return {};
}

void Session::note_placed(const World& world) {
  width_ = world.width();
  height_ = world.height();
  last_seen_.reset();
  if (backend_ == Backend::gpu) last_seen_ = world;
  if (follower_ != nullptr) follower_->replaced();
}

void Session::begin_at(World world, std::string scene, std::uint64_t step) {
  origin_ = store(std::move(world));
  scene_ = std::move(scene);
  step_ = origin_step_ = step;
}

CommandResult Session::run(const command::Paint& c) {
  std::string fault = edit_fault(c.edit, *ruleset_);
  if (!fault.empty()) return failed(std::move(fault));
  apply(c.edit);
  return {};
}

void Session::apply(const Edit& edit) {
  stepping() ? background_->paint(edit) : settled().apply(edit);
  if (follower_ != nullptr) follower_->painted(edit);
}

bool Session::set_parameter(const std::string& name, double value) {
  if (!settled().set_parameter(name, value)) return false;
  if (follower_ != nullptr) follower_->parameter_set(name, value);
  return true;
}

Solver& Session::settled() const {
  if (background_->under_way()) background_->wait();
  return *solver_;
}

bool Session::begin_steps(std::uint64_t count) {
  if (backend_ == Backend::gpu) return false;
  settled();
  if (history_ && history_->must_follow(count)) return execute(command::Step{count}).ok;
  std::unique_ptr<WorldCapture> before;
  const bool keyframe = history_ && history_->is_keyframe_due(*this);
  if (!background_->begin(*solver_, {step_, count, options_.seed, options_.first_bias}, keyframe ? &before : nullptr))
    return false;
  if (history_) history_->begun_steps(*this, count, std::move(before));
  step_ += count;
  if (follower_ != nullptr) follower_->begun_steps(count);
  return true;
}

bool Session::stepping() const { return background_->under_way() && !background_->done(); }

CellView Session::view() const { return stepping() ? background_->view() : settled().view(); }

std::optional<Ledger> Session::ledger() const { return stepping() ? background_->ledger() : settled().ledger(); }

void Session::keep_active_cells(bool on) { background_->keep_active_cells(on); }

std::optional<ActiveCells> Session::active_cells() const {
  return stepping() ? background_->active_cells() : settled().active_cells();
}

std::uint64_t Session::view_step() const { return stepping() ? background_->first_step() : step_; }

SolverStats Session::stats() const { return stepping() ? background_->stats() : settled().stats(); }

CommandResult Session::run(const command::Step& c) {
  solver_->step({step_, c.count, options_.seed, options_.first_bias});
  if (const Status health = solver_->health(); !health) return failed(health.message());
  step_ += c.count;
  if (follower_ != nullptr) follower_->stepped(c.count);
  return {};
}

CommandResult Session::run(const command::SetParameter& c) {
  if (!set_parameter(c.name, c.value)) {
    std::string names;
    for (const ParameterInfo& info : solver_->parameters())
      names += fmt::format("{}{}", names.empty() ? "" : ", ", info.name);
    return failed(fmt::format("{} has no parameter '{}'{}.", automaton_, c.name,
                              names.empty() ? "; it has none" : "; there are: " + names));
  }
  const std::string advice = solver_->advice();
  return {
      true, fmt::format("{} = {:g}{}{}", c.name, solver_->parameter(c.name), advice.empty() ? "" : ". ", advice), {}};
}

CommandResult Session::run(const command::KeepLedger& c) {
  keeps_ledger_ = c.keep;
  if (solver_->keep_ledger(c.keep) || !c.keep) return {};
  return {true, fmt::format("{} on {} keeps no ledger.", automaton_, backend_name(backend_)), {}};
}

bool Session::keep_activity(bool on) {
  keeps_activity_ = on;
  return settled().keep_activity(on);
}

CommandResult Session::run(const command::Undo&) { return failed("No history is kept."); }
CommandResult Session::run(const command::Redo&) { return failed("No history is kept."); }
CommandResult Session::run(const command::SeekTime&) { return failed("No history is kept."); }

CommandResult Session::run(const command::SaveReplay&) { return failed("No history is kept."); }

CommandResult Session::run(const command::LoadReplay& c) {
  keep_history(HistoryLimits{});
  CommandResult result = history_->execute(*this, c);
  if (!result.ok) keep_history(std::nullopt);
  return result;
}

void Session::keep_history(const std::optional<HistoryLimits>& limits) {
  settled();
  if (!limits) {
    history_.reset();
  } else if (history_) {
    history_->set_limits(*limits);
  } else {
    history_ = std::make_unique<History>(*this, *limits);
  }
}

HistoryFacts Session::history() const { return history_ ? history_->facts() : HistoryFacts{}; }

TimelineFacts Session::timeline() const { return history_ ? history_->timeline() : TimelineFacts{}; }

void Session::collect_history() {
  if (history_) history_->collect();
}

World Session::rescue_world() const {
  World world = download();
  const bool sized = world.width() == width_ && world.height() == height_;
  const bool blank = std::ranges::all_of(world.cells(), [](std::uint8_t cell) { return cell == 0; });
  if (sized && !blank) return world;
  // A lost context reads as nothing at all; an older world is better than none.
  return last_seen_ ? *last_seen_ : origin();
}

std::optional<std::string> Session::recover() {
  if (stepping()) return std::nullopt;
  const Status health = solver_->health();
  if (health) return std::nullopt;
  const World world = rescue_world();
  for (const Backend backend : {Backend::cpu, Backend::scalar}) {
    if (!move_to(automaton_, backend, *ruleset_, world)) continue;
    if (history_) history_->resume(*this);
    return fmt::format("{} Carrying on with {}.", health.message(), backend_name(backend_));
  }
  return health.message();
}

}  // namespace repose
