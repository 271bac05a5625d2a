#include "repose/session.hpp"

#include <fmt/format.h>

#include <utility>

#include "repose/world_file.hpp"
#include "session/carry_over.hpp"
#include "session/clip_commands.hpp"
#include "session/command_dispatch.hpp"
#include "session/history.hpp"
#include "session/running_solver.hpp"
#include "session/world_document.hpp"

namespace repose {

namespace {

RunSettings first_settings(const Registry& registry, const SessionOptions& options) {
  const Ruleset sandjs;  // names no automaton
  return {.automaton = std::string(own_automaton(registry, sandjs, options.sandjs_automaton)),
          .parameters = {},
          .seed = options.seed,
          .step = 0,
          .first_bias = options.first_bias};
}

}  // namespace

Session::Session(const Registry& registry, LoadedRules rules, const SessionOptions& options)
    : running_(std::make_unique<RunningSolver>(registry, options.threads, std::move(rules),
                                               first_settings(registry, options))),
      sandjs_automaton_(options.sandjs_automaton) {}

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;

CommandResult Session::execute(const Command& command) {
  if (!std::holds_alternative<command::Paint>(command)) running_->settled();
  if (history_) return history_->execute(command);
  if (!std::holds_alternative<command::LoadReplay>(command))
    return CommandDispatch(*running_, sandjs_automaton_).perform(command);
  keep_history(HistoryLimits{});
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
  if (!history_) return running_->begin_steps(count);
  if (history_->must_follow(count)) return execute(command::Step{count}).ok;
  return history_->begin_steps(count);
}

bool Session::stepping() const { return running_->stepping(); }
CellView Session::view() const { return running_->view(); }
SolverStats Session::stats() const { return running_->stats(); }
std::uint64_t Session::view_step() const { return running_->view_step(); }

std::optional<Ledger> Session::ledger() const { return running_->ledger(); }
bool Session::keeps_ledger() const { return running_->keeps_ledger(); }
bool Session::keep_activity(bool on) { return running_->keep_activity(on); }
bool Session::keeps_activity() const { return running_->keeps_activity(); }
void Session::keep_active_cells(bool on) { running_->keep_active_cells(on); }
std::optional<ActiveCells> Session::active_cells() const { return running_->active_cells(); }

// ---- history ----

void Session::keep_history(const std::optional<HistoryLimits>& limits) {
  running_->settled();
  if (!limits) {
    give_up();
    history_.reset();
  } else if (history_) {
    history_->set_limits(*limits);
  } else {
    history_ = std::make_unique<History>(*running_, CommandDispatch(*running_, sandjs_automaton_), *limits);
    history_->set_patience(patience_);
  }
}

HistoryFacts Session::history() const { return history_ ? history_->facts() : HistoryFacts{}; }

TimelineFacts Session::timeline() const { return history_ ? history_->timeline() : TimelineFacts{}; }

void Session::collect_history() {
  if (history_) history_->collect();
}

// ---- long ways ----

void Session::set_patience(double seconds) {
  patience_ = seconds;
  if (history_) history_->set_patience(seconds);
}

bool Session::under_way() const { return history_ && history_->under_way(); }

std::optional<CommandResult> Session::go_on(double seconds) {
  return history_ ? history_->go_on(seconds) : std::nullopt;
}

void Session::give_up() {
  if (history_) history_->give_up();
}

WayFacts Session::way() const { return history_ ? history_->way() : WayFacts{}; }

// ---- other sessions ----

void Session::set_follower(SessionFollower* follower) { running_->set_follower(follower); }

Status Session::take_over(const Session& other, std::string_view automaton, Backend backend) {
  RunState next = in_automaton(other.state(), automaton);
  next.displaced = nullptr;
  return running_->change_to(std::move(next), world_for(automaton, *other.running_), backend);
}

std::optional<std::string> Session::recover() {
  if (stepping()) return std::nullopt;
  const Status health = solver_facts().health();
  if (health) return std::nullopt;
  if (!running_->fall_back()) return health.message();
  if (history_) history_->resume();
  return fmt::format("{} Carrying on with {}.", health.message(), backend_name(backend()));
}

}  // namespace repose
