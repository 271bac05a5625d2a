#include "session/running_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "repose/scene.hpp"
#include "repose/session.hpp"
#include "session/background_steps.hpp"
#include "session/commands.hpp"
#include "session/default_rules.hpp"

namespace repose {

namespace {

ParameterValues parameters_of(const Solver& solver) {
  ParameterValues values;
  for (const ParameterInfo& info : solver.parameters()) values.emplace_back(info.name, solver.parameter(info.name));
  return values;
}

}  // namespace

RunningSolver::RunningSolver(const Registry& registry, LoadedRules rules, const SessionOptions& options)
    : factory_(registry, options.threads),
      sandjs_automaton_(options.sandjs_automaton),
      background_(std::make_unique<BackgroundSteps>()) {
  const World empty(width_, height_);
  RunState first;
  first.run = {.automaton = std::string(registry.automaton_for(*rules.ruleset, sandjs_automaton_).name),
               .parameters = {},
               .seed = options.seed,
               .step = 0,
               .first_bias = options.first_bias};
  first.rules = std::move(rules);
  first.origin = {store_.put(empty), 0, {}};
  take_parameters_of_rules(first);
  if (change_to(first, empty, Backend::cpu)) return;
  first.rules = share_rules(builtin_ruleset());
  first.run.automaton = registry.automaton_for(*first.rules.ruleset).name;
  first.run.parameters.clear();
  const Status started = change_to(std::move(first), empty, Backend::cpu);
  assert(started.ok());
  static_cast<void>(started);
}

RunningSolver::~RunningSolver() = default;

// ---- what runs ----

void RunningSolver::settle() const {
  if (background_->under_way() && !background_->wait()) is_damaged_ = true;
}

Solver& RunningSolver::settled() const {
  settle();
  return *solver_;
}

World RunningSolver::download() const {
  World world;
  settled().download(world);
  if (backend_ == Backend::gpu && solver_->health().ok()) last_seen_ = world;
  return world;
}

RunState RunningSolver::capture() {
  RunState captured = state_;
  auto arriving = settled().begin_capture();
  captured.world = arriving ? store_.put(std::move(arriving)) : store_.put(download());
  return captured;
}

// ---- steps and changes ----

Status RunningSolver::step(std::uint64_t count) {
  if (is_damaged_) return Status::failure("There was not enough memory to restore this world.");
  ++changes_;
  const std::uint64_t first = state_.run.step;
  for (std::uint64_t left = count; left > 0;) {
    act();
    const SceneActs* const scripted = acts();
    const std::uint64_t steps =
        scripted == nullptr ? left : std::min(left, scripted->every - state_.run.step % scripted->every);
    solver_->step(state_.run.span(steps));
    if (Status health = solver_->health(); !health) {
      state_.run.step = first;
      return health;
    }
    state_.run.step += steps;
    left -= steps;
  }
  if (follower_ != nullptr) follower_->stepped(count);
  return {};
}

const SceneActs* RunningSolver::acts() const {
  if (state_.origin.scene.empty()) return nullptr;
  const Scene* const scene = find_scene(state_.origin.scene);
  const bool plays = scene != nullptr && scene->acts.count > 0 && scene->automaton == automaton() &&
                     state_.run.step / scene->acts.every < scene->acts.count;
  return plays ? &scene->acts : nullptr;
}

void RunningSolver::act() {
  const SceneActs* const scripted = acts();
  if (scripted == nullptr || state_.run.step % scripted->every != 0) return;
  for (const Edit& edit : scripted->edits(width_, height_, state_.run.step / scripted->every)) solver_->apply(edit);
}

bool RunningSolver::acts_within(std::uint64_t count) const {
  const SceneActs* const scripted = acts();
  if (scripted == nullptr) return false;
  const std::uint64_t since = state_.run.step % scripted->every;
  return since == 0 || count > scripted->every - since;
}

Status RunningSolver::paint(const Edit& edit) {
  std::string fault = edit_fault(edit, ruleset());
  const AutomatonDefinition& definition = *factory_.registry().automaton(automaton());
  if (fault.empty() && std::holds_alternative<PushEdit>(edit)) fault = definition.no_push;
  if (fault.empty() && std::holds_alternative<BodyEdit>(edit)) fault = definition.no_body;
  if (!fault.empty()) return Status::failure(std::move(fault));
  ++changes_;
  stepping() ? background_->paint(edit) : settled().apply(edit);
  if (follower_ != nullptr) follower_->painted(edit);
  return {};
}

bool RunningSolver::set_parameter(const std::string& name, double value) {
  if (!settled().set_parameter(name, value)) return false;
  ++changes_;
  state_.run.parameters = parameters_of(*solver_);
  if (follower_ != nullptr) follower_->parameter_set(name, value);
  return true;
}

bool RunningSolver::begin_steps(std::uint64_t count, const std::function<void(RunState)>& keep) {
  if (backend_ == Backend::gpu || acts_within(count)) return false;
  settled();
  if (is_damaged_) return false;
  std::function<void(std::unique_ptr<WorldCapture>)> keep_world;
  if (keep) {
    keep_world = [&](std::unique_ptr<WorldCapture> world) {
      RunState before = state_;
      before.world = store_.put(std::move(world));
      keep(std::move(before));
    };
  }
  if (!background_->begin(*solver_, state_.run.span(count), keep_world)) return false;
  ++changes_;
  state_.run.step += count;
  if (follower_ != nullptr) follower_->begun_steps(count);
  return true;
}

bool RunningSolver::stepping() const { return background_->under_way() && !background_->done(); }

CellView RunningSolver::view() const {
  CellView view = stepping() ? background_->view() : settled().view();
  view.step = view_step();
  return view;
}

SolverStats RunningSolver::stats() const { return stepping() ? background_->stats() : settled().stats(); }

std::optional<Ledger> RunningSolver::ledger() const { return stepping() ? background_->ledger() : settled().ledger(); }

std::optional<ActiveCells> RunningSolver::active_cells() const {
  return stepping() ? background_->active_cells() : settled().active_cells();
}

void RunningSolver::keep_active_cells(bool on) { background_->keep_active_cells(on); }

std::uint64_t RunningSolver::view_step() const { return stepping() ? background_->first_step() : state_.run.step; }

bool RunningSolver::keep_ledger(bool keep) {
  const bool kept = settled().keep_ledger(keep);
  keeps_ledger_ = keep;
  return kept;
}

bool RunningSolver::keep_activity(bool keep) {
  keeps_activity_ = keep;
  return settled().keep_activity(keep);
}

// ---- changing what runs ----

void RunningSolver::take(PreparedSolver prepared, RunState next, const World& world) {
  settle();
  if (keeps_ledger_) prepared.solver->keep_ledger(true);
  if (keeps_activity_) prepared.solver->keep_activity(true);
  ++changes_;
  solver_ = std::move(prepared.solver);
  backend_ = prepared.backend;
  note_change(std::move(next), world);
}

Status RunningSolver::change_to(RunState next, const World& world, Backend backend) {
  if (solver_ && !is_damaged_ && backend == Backend::gpu && backend == backend_ &&
      next.run.automaton == state_.run.automaton)
    return change_in_place(std::move(next), world);
  PreparedSolver prepared = factory_.prepare(next, world, backend);
  if (!prepared.solver) return Status::failure(std::move(prepared.error));
  take(std::move(prepared), std::move(next), world);
  return {};
}

Status RunningSolver::change_in_place(RunState next, const World& world) {
  Solver& solver = settled();
  const bool has_new_rules = next.rules.ruleset != state_.rules.ruleset;
  // A world of the running size always fits the solver: it can refuse only other rules and sizes.
  const bool may_fail = has_new_rules || world.width() != width_ || world.height() != height_;
  const std::optional<World> before = may_fail ? std::optional(download()) : std::nullopt;

  const std::uint64_t changes_before = changes_++;
  set_parameters(solver, next.run.parameters);
  Status status = has_new_rules ? solver.load(*next.rules.ruleset) : Status();
  const bool loaded = has_new_rules && status.ok();
  if (status) status = solver.upload(world);
  if (status) {
    note_change(std::move(next), world);
    return status;
  }
  if (!before) return status;  // memory ran out
  set_parameters(solver, state_.run.parameters);
  bool restored = !loaded || solver.load(ruleset()).ok();
  if (loaded || !has_new_rules) restored = restored && solver.upload(*before).ok();
  if (!restored) return Status::failure(status.message() + " The world could not be restored.");
  changes_ = changes_before;
  return status;
}

void RunningSolver::note_change(RunState next, const World& world) {
  is_damaged_ = false;
  state_ = std::move(next);
  state_.world.reset();
  state_.run.parameters = parameters_of(*solver_);
  width_ = world.width();
  height_ = world.height();
  last_seen_.reset();
  if (backend_ == Backend::gpu) last_seen_ = world;
  if (follower_ != nullptr) follower_->replaced();
}

Status RunningSolver::change_to(RunState next, const World& world) {
  const Backend backend = backend_for(next.run.automaton);
  return change_to(std::move(next), world, backend);
}

Status RunningSolver::change_on_any(const RunState& next, const World& world) {
  Status status = change_to(next, world);
  if (status.ok() || backend_for(next.run.automaton) != Backend::gpu) return status;
  return change_to(next, world, Backend::cpu) ? Status() : status;
}

Status RunningSolver::restore(const RunState& captured) {
  const std::optional<World> world = captured.world->get();
  if (!world) return Status::failure("This world was lost with the GPU.");
  // Whether the running solver can load the world with the rules that it has, in the memory that it has.
  const bool fits = !is_damaged_ && captured.run.automaton == automaton() &&
                    captured.rules.ruleset == state_.rules.ruleset && world->width() == width_ &&
                    world->height() == height_ && backend_for(automaton()) == backend_;
  return fits ? change_in_place(captured, *world) : change_on_any(captured, *world);
}

World RunningSolver::rescue_world() const {
  World world = download();
  const bool has_size = world.width() == width_ && world.height() == height_;
  const bool is_blank = std::ranges::all_of(world.cells(), [](std::uint8_t cell) { return cell == 0; });
  if (has_size && !is_blank) return world;
  // After a lost context every cell reads as background; an older world is better than none.
  return last_seen_ ? *last_seen_ : origin_world(state_);
}

bool RunningSolver::fall_back() {
  const World world = rescue_world();
  return std::ranges::any_of(std::initializer_list<Backend>{Backend::cpu, Backend::scalar},
                             [&](Backend backend) { return change_to(state_, world, backend).ok(); });
}

namespace {

std::string automaton_names(const Registry& registry) {
  std::string names;
  for (const AutomatonDefinition& info : registry.automata())
    names += fmt::format("{}{}", names.empty() ? "" : ", ", info.name);
  return names;
}

}  // namespace

void set_parameters(Solver& solver, const ParameterValues& values) {
  for (const ParameterInfo& info : solver.parameters()) {
    const auto listed = std::ranges::find(values, info.name, &ParameterValues::value_type::first);
    const double value = listed != values.end() ? listed->second : info.default_value;
    if (solver.parameter(info.name) != value) solver.set_parameter(info.name, value);
  }
}

Backend SolverFactory::backend_for(std::string_view automaton, Backend preferred) const {
  for (const Backend backend : {preferred, Backend::cpu}) {
    const SolverEntry* entry = registry_.solver(automaton, backend);
    if (entry != nullptr && entry->available()) return backend;
  }
  return Backend::scalar;
}

std::unique_ptr<Solver> SolverFactory::make(std::string_view automaton, Backend backend, std::string& error) const {
  const SolverEntry* entry = registry_.solver(automaton, backend);
  if (entry == nullptr) {
    error = registry_.automaton(automaton) == nullptr
                ? fmt::format("There is no automaton '{}'; there are: {}.", automaton, automaton_names(registry_))
                : fmt::format("{} has no {} backend.", automaton, backend_name(backend));
    return nullptr;
  }
  if (!entry->available()) {
    error = fmt::format("{} on {} cannot run here: {}{}", automaton, backend_name(backend), entry->unavailable,
                        entry->unavailable.ends_with('.') ? "" : ".");
    return nullptr;
  }
  auto solver = entry->create({threads_}, error);
  if (!solver && error.empty()) error = fmt::format("{} on {} could not be started.", automaton, backend_name(backend));
  return solver;
}

PreparedSolver SolverFactory::prepare(const RunState& next, const World& world, Backend backend) const {
  PreparedSolver prepared{.solver = nullptr, .backend = backend, .error = {}, .rules_refused = false};
  prepared.solver = make(next.run.automaton, backend, prepared.error);
  if (!prepared.solver) return prepared;
  set_parameters(*prepared.solver, next.run.parameters);
  Status status = prepared.solver->load(*next.rules.ruleset);
  prepared.rules_refused = !status.ok();
  if (status) status = prepared.solver->upload(world);
  if (status) status = prepared.solver->health();
  if (status) return prepared;
  prepared.error = status.message();
  prepared.solver.reset();
  return prepared;
}

}  // namespace repose
