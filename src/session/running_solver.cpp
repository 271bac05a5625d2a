#include "session/running_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/within_memory.hpp"
#include "repose/scene.hpp"
#include "repose/session.hpp"
#include "session/background_steps.hpp"
#include "session/default_rules.hpp"

namespace repose {

namespace {

ParameterValues parameters_of(const Solver& solver) {
  ParameterValues values;
  for (const ParameterInfo& info : solver.parameters()) values.emplace_back(info.name, solver.parameter(info.name));
  return values;
}

}  // namespace

RunningSolver::RunningSolver(const Registry& registry, int threads, LoadedRules rules, const RunSettings& settings)
    : factory_(registry, threads), background_(std::make_unique<BackgroundSteps>()) {
  const World empty(width_, height_);
  RunState first;
  first.rules = std::move(rules);
  first.run = settings;
  first.origin = {store_.put(empty), settings.step, {}};
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
  touch();
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

void RunningSolver::apply(const Edit& edit) {
  touch();
  stepping() ? background_->paint(edit) : settled().apply(edit);
  if (follower_ != nullptr) follower_->painted(edit);
}

bool RunningSolver::set_parameter(const std::string& name, double value) {
  touch();
  if (!settled().set_parameter(name, value)) return false;
  state_.run.parameters = parameters_of(*solver_);
  if (follower_ != nullptr) follower_->parameter_set(name, value);
  return true;
}

bool RunningSolver::begin_steps(std::uint64_t count, RunState* before) {
  if (backend_ == Backend::gpu || acts_within(count)) return false;
  settled();
  if (is_damaged_) return false;
  if (before != nullptr) *before = state_;
  std::unique_ptr<WorldCapture> world_before;
  if (!background_->begin(*solver_, state_.run.span(count), before != nullptr ? &world_before : nullptr)) return false;
  if (before != nullptr) within_memory([&] { before->world = store_.put(std::move(world_before)); });
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

void RunningSolver::begin_change() {
  changing_ = true;
  is_touched_ = false;
}

void RunningSolver::keep_change() {
  changing_ = false;
  set_aside_.reset();
}

void RunningSolver::roll_back(bool out_of_memory) {
  changing_ = false;
  if (set_aside_ && (out_of_memory || !is_touched_)) {
    settle();
    solver_ = std::move(set_aside_->solver);
    backend_ = set_aside_->backend;
    width_ = set_aside_->width;
    height_ = set_aside_->height;
    state_ = std::move(set_aside_->state);
    last_seen_ = std::move(set_aside_->last_seen);
    if (follower_ != nullptr) follower_->replaced();
  }
  set_aside_.reset();
  if (!out_of_memory || !is_touched_) return;
  is_damaged_ = true;
  if (follower_ != nullptr) follower_->replaced();
}

void RunningSolver::take(PreparedSolver prepared, RunState next, const World& world) {
  settle();
  if (keeps_ledger_) prepared.solver->keep_ledger(true);
  // Without enough memory there is no activity, as in keep_activity().
  if (keeps_activity_) within_memory([&] { prepared.solver->keep_activity(true); });
  if (is_damaged_) touch();  // a damaged world is not worth to be set aside
  const bool sets_aside = changing_ && !set_aside_ && solver_ != nullptr && !is_damaged_;
  if (sets_aside) set_aside_ = SetAside{nullptr, backend_, width_, height_, state_, std::move(last_seen_)};
  std::swap(solver_, prepared.solver);
  if (sets_aside) set_aside_->solver = std::move(prepared.solver);
  backend_ = prepared.backend;
  note_change(std::move(next), world);
}

Status RunningSolver::change_to(RunState next, const World& world, Backend backend) {
  if (solver_ && backend == Backend::gpu && backend == backend_ && next.run.automaton == state_.run.automaton)
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

  touch();
  set_parameters(solver, next.run.parameters);
  Status status = has_new_rules ? solver.load(*next.rules.ruleset) : Status();
  const bool loaded = has_new_rules && status.ok();
  if (status) status = solver.upload(world);
  if (status) {
    note_change(std::move(next), world);
    return status;
  }
  set_parameters(solver, state_.run.parameters);
  bool restored = !loaded || solver.load(ruleset()).ok();
  if (before && (loaded || !has_new_rules)) restored = restored && solver.upload(*before).ok();
  return restored ? status : Status::failure(status.message() + " The world could not be restored.");
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
  return fits_running(captured, *world) ? change_in_place(captured, *world) : change_on_any(captured, *world);
}

bool RunningSolver::fits_running(const RunState& next, const World& world) const {
  return solver_ && next.run.automaton == state_.run.automaton && next.rules.ruleset == state_.rules.ruleset &&
         world.width() == width_ && world.height() == height_ && backend_for(next.run.automaton) == backend_;
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
