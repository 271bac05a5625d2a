// The session: passes each call to the run state, the running solver, the commands or the history.
#include "repose/session.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/within_memory.hpp"
#include "repose/world_file.hpp"
#include "session/command_dispatch.hpp"
#include "session/edit_commands.hpp"
#include "session/history.hpp"
#include "session/running_solver.hpp"
#include "session/solver_commands.hpp"
#include "session/world_document.hpp"
#include "session/world_ops.hpp"

namespace repose {

namespace {

std::unique_ptr<RunningSolver> first_run(const Registry& registry, LoadedRules rules, const SessionOptions& options) {
  const std::string_view automaton = registry.automaton_for(*rules.ruleset, options.sandjs_automaton).name;
  const RunSettings settings{.automaton = std::string(automaton),
                             .parameters = {},
                             .seed = options.seed,
                             .step = 0,
                             .first_bias = options.first_bias};
  return std::make_unique<RunningSolver>(registry, options.threads, std::move(rules), settings);
}

constexpr const char* kNotEnoughForWorld = "There is not enough memory for a world of this size; try a smaller one.";

CommandResult not_enough_memory(const char* sentence) {
  CommandResult result{false, "Out of memory.", {}};  // as long as a string may be without memory of its own
  within_memory([&] { result.message = sentence; });
  return result;
}

template <class... Kinds>
bool is_one_of(const Command& command) {
  return (std::holds_alternative<Kinds>(command) || ...);
}

// Whether the command says how large the world becomes.
bool makes_world(const Command& command) {
  return is_one_of<command::NewWorld, command::ResizeWorld, command::LoadScene>(command);
}

// Whether the command may repeat recorded steps.
bool travels(const Command& command) {
  return is_one_of<command::Step, command::SeekTime, command::Undo, command::Redo, command::LoadReplay>(command);
}

}  // namespace

Session::Session(const Registry& registry, LoadedRules rules, const SessionOptions& options)
    : running_(first_run(registry, std::move(rules), options)), sandjs_automaton_(options.sandjs_automaton) {}

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;

// ---- running out of memory ----

template <class Change>
bool Session::attempt(const Change& change, bool travels) {
  running_->begin_change();
  bool succeeded = false;
  const bool enough = within_memory([&] { succeeded = change(); });
  if (succeeded && enough) {
    running_->keep_change();
    return true;
  }
  running_->roll_back(!enough || (travels && solver_facts().health()));
  if (history_) history_->abandon_command();
  if (running_->is_damaged()) restore_damaged_world();
  return enough;
}

bool Session::restore_damaged_world() {
  if (!history_ || !solver_facts().health()) return false;
  bool restored = false;
  const bool enough = within_memory([&] { restored = history_->restore_here().ok(); });
  if (!enough || !restored) running_->set_damaged();
  return enough && restored;
}

std::optional<std::string> Session::recover_damaged_world() {
  if (restore_damaged_world()) return "Memory ran out during a step. The world was computed again.";
  bool restored = false;
  const auto reset = [&] { return restored = perform(command::Reset{}).ok; };
  if (history_ || !attempt(reset) || !restored) return std::nullopt;
  return "Memory ran out during a step. The world is back at its start.";
}

CommandResult Session::execute(const Command& command) {
  if (!std::holds_alternative<command::Paint>(command)) running_->settled();
  if (running_->is_damaged()) restore_damaged_world();
  const bool had_history = history_ != nullptr;
  CommandResult result;
  const auto change = [&] {
    result = perform(command);
    return result.ok;
  };
  if (attempt(change, travels(command))) return result;
  if (!had_history) history_.reset();
  return not_enough_memory(makes_world(command) ? kNotEnoughForWorld : kNotEnoughMemory);
}

CommandResult Session::perform(const Command& command) {
  if (history_) return history_->execute(command);
  if (!std::holds_alternative<command::LoadReplay>(command))
    return CommandDispatch(*running_, sandjs_automaton_).perform(command);
  if (!keep_history(HistoryLimits{})) throw std::bad_alloc();
  CommandResult result = history_->execute(command);
  if (!result.ok) keep_history(std::nullopt);
  return result;
}

// ---- what runs ----

const Registry& Session::registry() const { return running_->factory().registry(); }
const RunState& Session::state() const { return running_->state(); }
const Ruleset& Session::ruleset() const { return running_->ruleset(); }
const Diagnostics& Session::config_diagnostics() const { return *state().rules.diagnostics; }
std::string_view Session::automaton() const { return running_->automaton(); }
Backend Session::backend() const { return running_->backend(); }
int Session::width() const { return running_->width(); }
int Session::height() const { return running_->height(); }
std::uint64_t Session::step_count() const { return state().run.step; }
const RunSettings& Session::run_settings() const { return state().run; }
const std::string& Session::scene() const { return state().origin.scene; }

Solver& Session::solver() { return running_->settled(); }
const Solver& Session::solver() const { return running_->settled(); }
const Solver& Session::solver_facts() const { return running_->facts(); }

SwitchPreview Session::preview_switch(std::string_view automaton) const {
  return commands::preview_switch(*running_, automaton);
}
double Session::share_lost(const Ruleset& rules) const {
  return repose::share_lost(download(), match_by_name(ruleset(), rules));
}

World Session::download() const { return running_->download(); }
std::optional<Clip> Session::copy(CellPoint from, CellPoint to) const {
  return commands::copy_rect(*running_, from, to);
}
std::uint64_t Session::hash() const { return hash_world(download(), solver_facts().state_planes()); }
WorldDocument Session::document() const { return document_of(state(), download()); }

// ---- steps in the background ----

bool Session::begin_steps(std::uint64_t count) {
  if (backend() == Backend::gpu) return false;
  running_->settled();
  if ((history_ && history_->must_follow(count)) || running_->acts_within(count))
    return execute(command::Step{count}).ok;
  bool begun = false;
  within_memory([&] { begun = history_ ? history_->begin_steps(count) : running_->begin_steps(count); });
  return begun;
}

bool Session::stepping() const { return running_->stepping(); }
CellView Session::view() const { return running_->view(); }
SolverStats Session::stats() const { return running_->stats(); }
std::uint64_t Session::view_step() const { return running_->view_step(); }

std::optional<Ledger> Session::ledger() const { return running_->ledger(); }
bool Session::keeps_ledger() const { return running_->keeps_ledger(); }
bool Session::keep_activity(bool on) {
  bool kept = false;
  return within_memory([&] { kept = running_->keep_activity(on); }) && kept;
}
bool Session::keeps_activity() const { return running_->keeps_activity(); }
void Session::keep_active_cells(bool on) { running_->keep_active_cells(on); }
std::optional<ActiveCells> Session::active_cells() const { return running_->active_cells(); }

// ---- history ----

bool Session::keep_history(const std::optional<HistoryLimits>& limits) {
  running_->settled();
  if (!limits) {
    history_.reset();
  } else if (history_) {
    history_->set_limits(*limits);
  } else {
    const CommandDispatch commands(*running_, sandjs_automaton_);
    return within_memory([&] { history_ = std::make_unique<History>(*running_, commands, *limits); });
  }
  return true;
}

HistoryFacts Session::history() const { return history_ ? history_->facts() : HistoryFacts{}; }

TimelineFacts Session::timeline() const { return history_ ? history_->timeline() : TimelineFacts{}; }

void Session::collect_history() {
  if (history_) within_memory([&] { history_->collect(); });
}

// ---- other sessions ----

void Session::set_follower(SessionFollower* follower) { running_->set_follower(follower); }

Status Session::take_over(const Session& other, std::string_view automaton, Backend backend) {
  Status status;
  const bool enough = attempt([&] {
    RunState next = in_automaton(other.state(), automaton);
    next.displaced = nullptr;
    status = running_->change_to(std::move(next), world_for(automaton, *other.running_), backend);
    return status.ok();
  });
  return enough ? status : Status::failure(kNotEnoughMemory);
}

std::optional<std::string> Session::recover() {
  if (stepping()) return std::nullopt;
  running_->settled();
  const Status health = solver_facts().health();
  if (health) return running_->is_damaged() ? recover_damaged_world() : std::nullopt;
  bool carries_on = false;
  attempt([&] { return carries_on = running_->fall_back(); });
  if (!carries_on) return health.message();
  if (history_ && !within_memory([&] { history_->resume(); })) restore_damaged_world();
  return fmt::format("{} Carrying on with {}.", health.message(), backend_name(backend()));
}

}  // namespace repose
