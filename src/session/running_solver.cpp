#include "session/running_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <exception>
#include <future>
#include <iterator>

#include "config/report.hpp"
#include "core/background.hpp"
#include "core/copies.hpp"
#include "core/edited_cells.hpp"
#include "core/language.hpp"
#include "repose/config.hpp"
#include "repose/paths.hpp"
#include "repose/session.hpp"
#include "session/commands.hpp"
#include "session/run_state.hpp"

namespace repose {

// ---- steps in the background ----

// A copy of what a view in memory shows, into which edits are drawn.
class PictureCopy {
 public:
  // False when the view is not in memory.
  bool take(const CellView& view) {
    if (!cells_.take(view)) return false;
    activity_.take(view.activity, view.width, view.height);
    air_.take(view.air);
    return true;
  }
  // Draws an edit approximately: what automata compute from cells and amounts appears a step later, and so do pushes.
  void draft(const Edit& edit) {
    cells_.set_generation(next_view_generation());
    if (const auto* amounts = std::get_if<AmountEdit>(&edit)) return add(*amounts);
    const CellView& view = cells_.view();
    const std::span<std::uint8_t> cells = cells_.bytes(Plane::cells);
    // In pictures of amounts an element is more than a byte.
    if (cells.empty() || view.has(Plane::mass)) return;
    for_each_edited(edit, view.width, view.height, [&](int x, int y, const EditedCell& edited) {
      std::uint8_t& cell =
          cells[static_cast<std::size_t>(y) * static_cast<std::size_t>(view.width) + static_cast<std::size_t>(x)];
      if (edited.changes(cell)) cell = edited.element;
    });
  }

  // Valid until the next call of take() or draft().
  CellView view() const {
    CellView view = cells_.view();
    view.activity = activity_.view();
    view.air = air_.view();
    return view;
  }

 private:
  void add(const AmountEdit& edit) {
    const bool shown = edit.plane == Plane::height || edit.plane == Plane::mass;
    const std::span<std::uint8_t> amounts = shown ? cells_.bytes(edit.plane) : std::span<std::uint8_t>();
    if (amounts.empty()) return;
    const CellView& view = cells_.view();
    const std::int32_t limit = edit.plane == Plane::height ? kHeightMax : kMassMax;
    for (int row = std::max(0, -edit.at.y); row < edit.height && edit.at.y + row < view.height; ++row) {
      for (int column = std::max(0, -edit.at.x); column < edit.width && edit.at.x + column < view.width; ++column) {
        const std::size_t i =
            static_cast<std::size_t>(row) * static_cast<std::size_t>(edit.width) + static_cast<std::size_t>(column);
        const std::size_t cell = static_cast<std::size_t>(edit.at.y + row) * static_cast<std::size_t>(view.width) +
                                 static_cast<std::size_t>(edit.at.x + column);
        std::uint8_t* const at = &amounts[sizeof(std::int32_t) * cell];
        std::int32_t value = 0;
        std::memcpy(&value, at, sizeof value);
        if (value < 0 || value == kObstacleHeight) continue;  // ground and obstacles
        const std::int64_t most = std::max(value, limit), sum = std::int64_t{value} + (*edit.amounts)[i];
        value = static_cast<std::int32_t>(std::clamp<std::int64_t>(sum, 0, most));
        std::memcpy(at, &value, sizeof value);
      }
    }
  }

  CellsCopy cells_;
  ActivityCopy activity_;
  AirCopy air_;
};

// A world that another thread copies; empty if there is not enough memory for it.
using WorldCopy = std::optional<World>;

class HandedOver final : public WorldCapture {
 public:
  explicit HandedOver(std::shared_future<WorldCopy> copy) : copy_(std::move(copy)) {}

  bool arrived() override { return copy_.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }
  bool fetch() override { return copy_.get().has_value(); }
  World world() const override { return *copy_.get(); }

 private:
  std::shared_future<WorldCopy> copy_;
};

// Steps on a thread of their own, for worlds whose steps take longer than a frame. Until they are done, only that
// thread uses the solver. The picture is a copy from before the steps; edits are applied after the steps, and drawn
// into the copy at once. Where no thread can be started, begin() computes the steps.
class BackgroundSteps {
 public:
  BackgroundSteps() = default;
  ~BackgroundSteps() {
    if (under_way()) wait();
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
  }
  BackgroundSteps(const BackgroundSteps&) = delete;
  BackgroundSteps& operator=(const BackgroundSteps&) = delete;

  // Begins the steps and returns. Until wait() has returned, the solver must exist and no other code may use it. False
  // when its view is not in memory; then nothing begins. With `keep`, the thread copies the world first, and keep()
  // gets the capture that receives the copy. Nothing begins if this throws. Precondition: under_way() is false.
  bool begin(Solver& solver, const StepSpan& span,
             const std::function<void(std::unique_ptr<WorldCapture> before)>& keep = {}) {
    assert(!under_way());
    if (!thread_.joinable()) thread_ = start_thread([this] { run(); });
    const CellView now = solver.view();
    const bool shows_as_much = now.activity.present() == next_.view().activity.present();
    if (std::exchange(next_is_of_, std::nullopt) == now.generation && shows_as_much) {
      std::swap(shown_, next_);
    } else if (!shown_.take(now)) {
      return false;
    }
    stats_ = solver.stats();
    ledger_ = solver.ledger();
    active_cells_ = keeps_active_cells_ ? std::optional(solver.active_cells()) : std::nullopt;
    std::optional<std::promise<WorldCopy>> copied;
    if (keep) {
      copied.emplace();
      try {
        keep(std::make_unique<HandedOver>(copied->get_future().share()));
      } catch (...) {
        copied->set_value(std::nullopt);
        throw;
      }
    }
    first_step_ = span.first_step;
    solver_ = &solver;
    std::unique_lock lock(mutex_);
    wanted_ = span;
    copied_ = std::move(copied);
    thread_.joinable() ? changed_.notify_all() : take_steps(lock);
    return true;
  }
  // True from begin() to wait(), whether the steps are done or not.
  bool under_way() const { return solver_ != nullptr; }
  bool done() const {
    const std::lock_guard lock(mutex_);
    return !wanted_;
  }
  // Waits for the steps, then applies the edits painted meanwhile. False if memory ran out: the world is damaged.
  bool wait() {
    bool complete = false;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return !wanted_; });
      complete = !failed_;
    }
    Solver& solver = *std::exchange(solver_, nullptr);
    const std::vector<Edit> edits = std::exchange(painted_, {});
    if (!complete) return false;
    const bool pushed = std::ranges::any_of(edits, [](const Edit& edit) {
      return std::holds_alternative<PushEdit>(edit) || std::holds_alternative<BodyEdit>(edit);
    });
    try {
      for (const Edit& edit : edits) solver.apply(edit);
      if (!next_is_complete_ || pushed) return true;
      for (const Edit& edit : edits) next_.draft(edit);
    } catch (const std::exception&) {
      return false;
    }
    next_is_of_ = solver.view().generation;
    return true;
  }
  // Precondition: steps are in progress.
  void paint(const Edit& edit) {
    shown_.draft(edit);
    painted_.push_back(edit);
  }
  CellView view() const { return shown_.view(); }
  std::uint64_t first_step() const { return first_step_; }  // of the steps
  const SolverStats& stats() const { return stats_; }
  const std::optional<Ledger>& ledger() const { return ledger_; }
  // Whether begin() also copies the flags of active cells from now on.
  void keep_active_cells(bool on) { keeps_active_cells_ = on; }
  // Those of the world that view() shows, without what was painted since. Empty unless kept at begin().
  const std::optional<ActiveCells>& active_cells() const { return active_cells_; }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return wanted_ || ending_; });
      if (ending_) return;
      take_steps(lock);
    }
  }
  // Takes the wanted steps. `lock` holds the mutex, which is free during the steps.
  void take_steps(std::unique_lock<std::mutex>& lock) {
    const StepSpan span = *wanted_;
    auto copied = std::exchange(copied_, std::nullopt);
    lock.unlock();
    if (copied) {
      try {
        World world;
        solver_->download(world);
        copied->set_value(std::move(world));
      } catch (const std::exception&) {  // memory has run out
        copied->set_value(std::nullopt);
      }
    }
    bool stepped = false, shown = false;
    try {
      solver_->step(span);
      stepped = true;
      shown = next_.take(solver_->view());
    } catch (const std::exception&) {  // wait() tells
    }
    lock.lock();
    failed_ = !stepped;
    next_is_complete_ = shown;
    wanted_.reset();
    changed_.notify_all();
  }

  Solver* solver_ = nullptr;
  SolverStats stats_;
  std::uint64_t first_step_ = 0;
  std::optional<Ledger> ledger_;
  bool keeps_active_cells_ = false;
  std::optional<ActiveCells> active_cells_;
  PictureCopy shown_, next_;  // the thread owns `next_` until the steps are done
  // The generation of the view that `next_` is a copy of; empty when the copy is not complete.
  std::optional<std::uint64_t> next_is_of_;
  std::vector<Edit> painted_;

  std::thread thread_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<StepSpan> wanted_;                 // under the mutex: steps that are not done yet
  std::optional<std::promise<WorldCopy>> copied_;  // under the mutex: gets a copy of the world before them
  bool ending_ = false;                            // under the mutex
  bool failed_ = false;                            // under the mutex: memory ran out during the last steps
  bool next_is_complete_ = false;                  // under the mutex: `next_` shows the world after the last steps
};

// ---- reactions on a gpu backend ----

// Notices reactions without waiting for a GPU: now and then the world is read back, and the cpu backend takes the steps
// that follow once more, on another thread. What it notices happens, up to the next edit.
class ReactionSamples {
 public:
  explicit ReactionSamples(const SolverFactory& factory) : factory_(factory) {}

  // Call before steps. Begins a sample of them, unless one is under way or the last one began a short time ago.
  void offer(const Solver& solver, const RunState& state, const CellBox& cells) {
    const std::uint64_t step = state.run.step, first = next_.run.step;
    const bool may_be_early = count_ == kStepsMax && cut_ <= step;
    const bool waits = count_ > 0 && step < first + (may_be_early ? kEarly : kStepsMax);
    if (arriving_ || noticed_.valid() || waits) return;
    arriving_ = solver.begin_capture();
    if (!arriving_) return;
    next_ = state;
    cells_ = cells;
    cut_ = kNever;
    const auto size =
        static_cast<std::uint64_t>(solver.view().width) * static_cast<std::uint64_t>(solver.view().height);
    count_ = std::clamp<std::uint64_t>(kCellStepsMax / std::max<std::uint64_t>(size, 1), 1, kStepsMax);
  }
  // The world or the parameters change before this step by something that the sample does not know.
  void cut(std::uint64_t step) { cut_ = std::min(cut_, step); }
  // What the samples noticed that has happened before this step.
  std::vector<NoticedReaction> take(std::uint64_t step) {
    if (arriving_ && arriving_->arrived()) {
      const auto arrived = std::exchange(arriving_, nullptr);
      if (arrived->fetch()) noticed_ = in_background([this, world = arrived->world()] { return look(world); });
    }
    if (noticed_.valid() && noticed_.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
      ahead_ = noticed_.get();
    std::vector<NoticedReaction> happened;
    for (const NoticedReaction& reaction : ahead_)
      if (reaction.step < std::min(step, cut_)) happened.push_back(reaction);
    std::erase_if(ahead_,
                  [&](const NoticedReaction& reaction) { return reaction.step < step || reaction.step >= cut_; });
    return happened;
  }

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  static constexpr std::uint64_t kStepsMax = 32;           // of a sample, and between two
  static constexpr std::uint64_t kEarly = 8;               // between two if an edit has cut the first
  static constexpr std::uint64_t kCellStepsMax = 8 << 20;  // so that a large world costs no more

  std::vector<NoticedReaction> look(const World& world) const {
    try {
      const PreparedSolver cpu = factory_.prepare(next_, world, Backend::cpu);
      if (!cpu.solver || !cpu.solver->watch_reactions(cells_)) return {};
      cpu.solver->step(next_.run.span(count_));
      return cpu.solver->take_reactions();
    } catch (const std::bad_alloc&) {
      return {};
    }
  }

  const SolverFactory& factory_;
  std::unique_ptr<WorldCapture> arriving_;
  RunState next_;  // before the steps that are sampled; another thread reads it, and the next two, while `noticed_` is
  CellBox cells_;  // valid
  std::uint64_t count_ = 0;                            // steps of the last sample
  std::uint64_t cut_ = kNever;                         // from this step on the last sample is of another world
  std::vector<NoticedReaction> ahead_;                 // by the last sample; the world may be some steps behind it
  std::future<std::vector<NoticedReaction>> noticed_;  // destroyed first: waits
};

// ---- the running solver ----

namespace {

ParameterValues parameters_of(const Solver& solver) {
  ParameterValues values;
  for (const ParameterInfo& info : solver.parameters()) values.emplace_back(info.name, solver.parameter(info.name));
  return values;
}

// Parameters that are not listed get their defaults. Names of other parameters are ignored.
void set_parameters(Solver& solver, const ParameterValues& values) {
  for (const ParameterInfo& info : solver.parameters()) {
    const auto listed = std::ranges::find(values, info.name, &ParameterValues::value_type::first);
    const double value = listed != values.end() ? listed->second : info.default_value;
    if (solver.parameter(info.name) != value) solver.set_parameter(info.name, value);
  }
}

}  // namespace

RunningSolver::RunningSolver(const Registry& registry, LoadedRules rules, const SessionOptions& options)
    : factory_(registry, options.threads), background_(std::make_unique<BackgroundSteps>()) {
  const World empty(width_, height_);
  RunState first;
  first.run = {.automaton = std::string(registry.automaton_for(*rules.ruleset).name),
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
  if (is_damaged_) return Status::failure(tr("There was not enough memory to restore this world."));
  ++changes_;
  watch();
  const std::uint64_t first = state_.run.step;
  const Challenge* const challenge = state_.origin.challenge.get();
  const ChallengePlay play_before = challenge != nullptr ? state_.play : ChallengePlay();
  for (std::uint64_t left = count; left > 0;) {
    act();
    const SceneActs* const scripted = acts();
    std::uint64_t steps =
        scripted == nullptr ? left : std::min(left, scripted->every - state_.run.step % scripted->every);
    if (challenge != nullptr) steps = std::min(steps, kChallengeEverySteps - state_.run.step % kChallengeEverySteps);
    solver_->step(state_.run.span(steps));
    if (Status health = solver_->health(); !health) {
      state_.run.step = first;
      if (challenge != nullptr) state_.play = play_before;
      return health;
    }
    state_.run.step += steps;
    left -= steps;
    if (challenge != nullptr && state_.run.step % kChallengeEverySteps == 0)
      state_.play.look(*challenge, download(), state_.run.step);
  }
  if (follower_ != nullptr) follower_->stepped(count);
  return {};
}

const SceneActs* RunningSolver::acts() const {
  const SceneActs* const scripted = scene_acts(state_.origin.scene);
  const bool plays = scripted != nullptr && find_scene(state_.origin.scene)->automaton == automaton() &&
                     state_.run.step / scripted->every < scripted->count;
  return plays ? scripted : nullptr;
}

void RunningSolver::act() {
  const SceneActs* const scripted = acts();
  if (scripted == nullptr || state_.run.step % scripted->every != 0) return;
  for (const Edit& edit : scripted->edits(width_, height_, state_.run.step / scripted->every)) solver_->apply(edit);
  if (samples_) samples_->cut(state_.run.step);
}

bool RunningSolver::acts_within(std::uint64_t count) const {
  if (state_.origin.challenge) return true;  // it counts between steps
  const SceneActs* const scripted = acts();
  if (scripted == nullptr) return false;
  const std::uint64_t since = state_.run.step % scripted->every;
  return since == 0 || count > scripted->every - since;
}

Status RunningSolver::paint(const Edit& edit, std::optional<Edit>* painted) {
  std::string fault = edit_fault(edit, ruleset());
  const AutomatonDefinition& definition = *factory_.registry().automaton(automaton());
  if (fault.empty() && std::holds_alternative<PushEdit>(edit))
    fault = definition.no_push.empty() ? "" : tr(definition.no_push.data());
  if (fault.empty() && std::holds_alternative<BodyEdit>(edit))
    fault = definition.no_body.empty() ? "" : tr(definition.no_body.data());
  if (!fault.empty()) return Status::failure(std::move(fault));
  if (state_.origin.challenge) {
    Edit admitted = edit;
    bool changes = false;
    const Status status = state_.play.admit(*state_.origin.challenge, download(), state_.run.step, admitted, changes);
    return status && changes ? apply(admitted, painted) : status;
  }
  return apply(edit, painted);
}

Status RunningSolver::apply(const Edit& edit, std::optional<Edit>* painted) {
  ++changes_;
  stepping() ? background_->paint(edit) : settled().apply(edit);
  if (samples_) samples_->cut(state_.run.step);
  attend(edit);
  if (follower_ != nullptr) follower_->painted(edit);
  if (painted != nullptr) *painted = edit;
  return {};
}

Status RunningSolver::set_sign(const command::SetSign& c) {
  std::string fault = change_signs(state_.signs, c, width_, height_);
  if (fault.empty()) ++changes_;  // so that it is taken back if memory runs out after it
  return fault.empty() ? Status() : Status::failure(std::move(fault));
}

bool RunningSolver::set_parameter(const std::string& name, double value) {
  if (!settled().set_parameter(name, value)) return false;
  ++changes_;
  state_.run.parameters = parameters_of(*solver_);
  if (samples_) samples_->cut(state_.run.step);
  if (follower_ != nullptr) follower_->parameter_set(name, value);
  return true;
}

bool RunningSolver::begin_steps(std::uint64_t count, const std::function<void(RunState)>& keep) {
  if (backend_ == Backend::gpu || acts_within(count)) return false;
  settled();
  if (is_damaged_) return false;
  // Now, because on a slow machine steps may run whenever somebody asks for them.
  if (notices_reactions_) std::ranges::copy(solver_->take_reactions(), std::back_inserter(noticed_));
  std::function<void(std::unique_ptr<WorldCapture>)> keep_world;
  if (keep) {
    keep_world = [&](std::unique_ptr<WorldCapture> world) {
      RunState before = state_;
      before.world = store_.put(std::move(world));
      keep(std::move(before));
    };
  }
  watch();
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

// ---- reactions near what a person did ----

void RunningSolver::notice_reactions(bool on) {
  notices_reactions_ = on;
  if (on) return;
  attended_until_ = 0;
  noticed_.clear();
}

void RunningSolver::attend(const Edit& edit) {
  constexpr int kAttendedCells = 40;       // around what was painted
  constexpr double kAttendedSeconds = 12;  // after it, at the automaton's own pace
  if (!notices_reactions_ || !is_attentive_) return;
  const CellBox edited = edited_box(edit, width_, height_);
  if (edited.width == 0) return;
  int left = edited.x - kAttendedCells, top = edited.y - kAttendedCells;
  int right = edited.x + edited.width + kAttendedCells, bottom = edited.y + edited.height + kAttendedCells;
  const bool touches = left < attended_.x + attended_.width && attended_.x < right &&
                       top < attended_.y + attended_.height && attended_.y < bottom;
  if (state_.run.step < attended_until_ && touches) {
    left = std::min(left, attended_.x);
    top = std::min(top, attended_.y);
    right = std::max(right, attended_.x + attended_.width);
    bottom = std::max(bottom, attended_.y + attended_.height);
  }
  attended_ = {left, top, right - left, bottom - top};
  const double pace = factory_.registry().automaton(automaton())->steps_per_second;
  attended_until_ = state_.run.step + static_cast<std::uint64_t>(kAttendedSeconds * pace);
}

void RunningSolver::watch() {
  const bool attends = notices_reactions_ && is_attentive_ && state_.run.step < attended_until_;
  const bool can = solver_->watch_reactions(attends ? std::optional(attended_) : std::nullopt);
  if (!attends || can || backend_ != Backend::gpu) return;
  if (!samples_) samples_ = std::make_unique<ReactionSamples>(factory_);
  samples_->offer(*solver_, state_, attended_);
}

std::vector<NoticedReaction> RunningSolver::take_reactions() {
  std::vector<NoticedReaction> noticed = std::exchange(noticed_, {});
  if (!notices_reactions_ || stepping()) return noticed;
  std::ranges::copy(settled().take_reactions(), std::back_inserter(noticed));
  if (samples_) std::ranges::copy(samples_->take(state_.run.step), std::back_inserter(noticed));
  return noticed;
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

Status RunningSolver::change_to(RunState next, const World& world, std::optional<Backend> wanted) {
  const Backend backend = wanted ? *wanted : backend_for(next.run.automaton);
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
  if (!restored) return Status::failure(trf("{} The world could not be restored.", status.message()));
  changes_ = changes_before;
  return status;
}

void RunningSolver::note_change(RunState next, const World& world) {
  is_damaged_ = false;
  attended_until_ = 0;
  samples_.reset();
  state_ = std::move(next);
  if (const auto& challenge = state_.origin.challenge;
      challenge &&
      (challenge->rules != state_.rules.ruleset || factory_.registry().automaton_for(ruleset()).name != automaton()))
    state_.origin.challenge = nullptr;  // other rules, no challenge
  state_.world.reset();
  state_.run.parameters = parameters_of(*solver_);
  width_ = world.width();
  height_ = world.height();
  std::erase_if(state_.signs, [&](const Sign& sign) { return !world.contains(sign.at.x, sign.at.y); });
  last_seen_.reset();
  if (backend_ == Backend::gpu) last_seen_ = world;
  if (follower_ != nullptr) follower_->replaced();
}

Status RunningSolver::change_on_any(const RunState& next, const World& world) {
  Status status = change_to(next, world);
  if (status.ok() || backend_for(next.run.automaton) != Backend::gpu) return status;
  return change_to(next, world, Backend::cpu) ? Status() : status;
}

Status RunningSolver::restore(const RunState& captured) {
  const std::optional<World> world = captured.world->get();
  if (!world) return Status::failure(tr("This world was lost with the GPU."));
  // Whether the running solver can load the world with the rules that it has, in the memory that it has.
  const bool fits = !is_damaged_ && captured.run.automaton == automaton() &&
                    captured.rules.ruleset == state_.rules.ruleset && world->width() == width_ &&
                    world->height() == height_ && backend_for(automaton()) == backend_;
  return fits ? change_in_place(captured, *world) : change_on_any(captured, *world);
}

bool RunningSolver::fall_back() {
  World world = download();
  const bool has_size = world.width() == width_ && world.height() == height_;
  const auto& cells = world.cells();
  const bool is_blank = std::ranges::all_of(cells, [&](std::uint8_t cell) { return cell == cells.front(); });
  // After a lost context all cells read as the same element; an older world is better than none.
  if (!has_size || is_blank) world = last_seen_ ? *last_seen_ : origin_world(state_);
  return std::ranges::any_of(std::initializer_list<Backend>{Backend::cpu, Backend::scalar},
                             [&](Backend backend) { return change_to(state_, world, backend).ok(); });
}

Backend RunningSolver::backend_for(std::string_view automaton) const {
  for (const Backend backend : {backend_, Backend::cpu}) {
    const SolverEntry* entry = factory_.registry().solver(automaton, backend);
    if (entry != nullptr && entry->available()) return backend;
  }
  return Backend::scalar;
}

std::unique_ptr<Solver> SolverFactory::make(std::string_view automaton, Backend backend, std::string& error) const {
  const SolverEntry* entry = registry_.solver(automaton, backend);
  if (entry == nullptr) {
    std::string names;
    for (const AutomatonDefinition& info : registry_.automata())
      names += fmt::format("{}{}", names.empty() ? "" : ", ", info.name);
    error = registry_.automaton(automaton) == nullptr
                ? trf("There is no automaton '{}'; there are: {}.", automaton, names)
                : trf("{} has no {} backend.", automaton, backend_name(backend));
    return nullptr;
  }
  if (!entry->available()) {
    const std::string why = tr(entry->unavailable.c_str());
    error = trf("{} on {} cannot run here: {}", automaton, backend_name(backend), why.ends_with('.') ? why : why + ".");
    return nullptr;
  }
  auto solver = entry->create({threads_}, error);
  if (!solver && error.empty()) error = trf("{} on {} could not be started.", automaton, backend_name(backend));
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

World origin_world(const RunState& state) { return *state.origin.world->get(); }

RunState in_automaton(RunState state, std::string_view automaton) {
  if (automaton == state.run.automaton) return state;
  std::string name(automaton);  // a copy, because it may be a part of `state`
  state.other_parameters[state.run.automaton] = std::move(state.run.parameters);
  const auto remembered = state.other_parameters.find(name);
  state.run.parameters = remembered != state.other_parameters.end() ? remembered->second : ParameterValues{};
  state.run.automaton = std::move(name);
  return state;
}

void take_parameters_of_rules(RunState& state) {
  const Ruleset& rules = *state.rules.ruleset;
  if (rules.automaton != state.run.automaton) return;
  set_values(state.run.parameters, rules.parameters);
}

void set_values(ParameterValues& values, const ParameterValues& others) {
  for (const auto& other : others) {
    std::erase_if(values, [&](const auto& older) { return older.first == other.first; });
    values.push_back(other);
  }
}

RunState starting_at(RunState state, Origin origin) {
  state.run.step = origin.step;
  state.play = {};
  state.origin = std::move(origin);
  state.signs.clear();
  return state;
}

// The rules that a session starts with when the shipped default config cannot be found.

namespace {
constexpr std::string_view kText = R"(# Built in: used when no default config is found
cell background 16 18 24 0.1
cell sand 214 180 110 0.9
cell water 64 120 220 0.5
cell wall 110 110 118 1
liquid water
rule sand background background sand
rule water background background water
rule sand water water sand
rule wall background wall background
rule wall sand wall sand
rule wall water wall water
)";
}  // namespace

Ruleset builtin_ruleset() {
  Ruleset rules = read_config(kText, "").ruleset.value();
  rules.title = "built in";
  return rules;
}

LoadedRules shipped_rules(std::string_view config) {
  const auto path = find_data("configs/" + std::string(config));
  ConfigResult read = path ? read_config_file(*path) : ConfigResult{};
  if (!read.ruleset || has_errors(read.diagnostics)) return {};
  return share_rules(std::move(*read.ruleset), std::move(read.diagnostics));
}

LoadedRules default_rules() {
  LoadedRules rules = shipped_rules("default.cfg");
  return rules.ruleset ? rules : share_rules(builtin_ruleset());
}

}  // namespace repose
