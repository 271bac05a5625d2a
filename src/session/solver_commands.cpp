// Commands that change what runs: configs, steps, parameters, ledger, and switching to another solver.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "automata/water/water.hpp"
#include "repose/config.hpp"
#include "repose/paths.hpp"
#include "repose/session.hpp"
#include "session/commands.hpp"
#include "session/world_ops.hpp"

namespace repose {

World world_for(std::string_view automaton, const RunningSolver& running) {
  World world = running.download();
  if (automaton != running.automaton()) water::settle_mass(world, running.ruleset());
  return world;
}

namespace {

// What runs, carried over to other rules in another automaton.
struct CarriedOver {
  RunState next;     // its `displaced` is null
  World world;       // to be run with `next`
  std::string loss;  // "12 cells of elements it lacks became background: lava and oil"; empty when nothing was lost
};

// The elements of the world, and of the one that Reset returns to, are matched with `map`. Changes nothing; takes as
// long as downloading the world.
CarriedOver carry_over(RunningSolver& running, std::string_view automaton, LoadedRules rules, const ElementMap& map) {
  Mapped mapped = map_elements(world_for(automaton, running), map);
  RunState next = in_automaton(running.state(), automaton);
  next.rules = std::move(rules);
  next.origin.world = running.store().put(map_elements(origin_world(running.state()), map).world);
  next.displaced = nullptr;
  std::string loss = describe_loss(mapped, running.ruleset());
  return {std::move(next), std::move(mapped.world), std::move(loss)};
}

// What these rules cannot do in the running automaton.
std::string remark_on_rules(const RunningSolver& running) {
  const auto remark = running.factory().registry().automaton(running.automaton())->remark;
  return remark != nullptr ? remark(running.ruleset()) : std::string{};
}

std::uint64_t hash_of_cells(const Solver& solver) {
  World world;
  solver.download(world);
  return hash_world(world, {Plane::cells});
}

bool has_cells(const Solver& solver) { return solver.state_planes().has(Plane::cells); }

// What runs, including its world, to be restored later. Its own `displaced` is null.
RunState making_way(RunningSolver& running) {
  RunState state = running.state();
  state.world = running.store().put(running.download());
  state.displaced = nullptr;
  return state;
}

// The rules of an automaton's own config; null where the file is not there or has errors.
LoadedRules own_rules(const AutomatonDefinition& automaton) {
  const auto path = find_data(fmt::format("configs/{}", automaton.config));
  ConfigResult config = path ? read_config_file(*path) : ConfigResult{};
  if (!config.ruleset || has_errors(config.diagnostics)) return {};
  return share_rules(std::move(*config.ruleset), std::move(config.diagnostics));
}

std::string now_runs(const RunningSolver& running, const std::string& reason, const std::string& loss) {
  return fmt::format("{} now runs {} on {}{}{}{}{}", running.automaton(), running.ruleset().title,
                     backend_name(running.backend()), reason.empty() ? "" : ", because ", reason,
                     loss.empty() ? "" : "; ", loss);
}

// Whether the rules are a config that belongs to the program, not to the user.
bool is_shipped(const Ruleset& rules) {
  const auto configs = find_data("configs");
  std::error_code error;
  return configs && !rules.source.empty() &&
         std::filesystem::equivalent(std::filesystem::path(rules.source).parent_path(), *configs, error);
}

// Why another automaton should not run the loaded rules, although it can. Empty if there is no reason.
std::string why_other_rules(const RunningSolver& running, std::string_view automaton) {
  const Registry& registry = running.factory().registry();
  const Ruleset& rules = running.ruleset();
  if (automaton == running.automaton()) return {};
  const std::string title = rules.title.empty() ? "the config" : rules.title;
  if (!has_enough_rules(registry, automaton, rules))
    return fmt::format("{} is written for {}", title, registry.automaton(rules.automaton)->name);
  const AutomatonDefinition& target = *registry.automaton(automaton);
  const bool is_its_own = rules.automaton == automaton || rules.title == target.config;
  if (target.runs_foreign_rules || is_its_own || !is_shipped(rules)) return {};
  return fmt::format("{} would turn into something else there", title);
}

// Whether switching to this automaton gives the replaced rules back.
bool returns_to(std::string_view automaton, const Displaced& displaced) {
  const RunState& state = displaced.state;
  return state.run.automaton == automaton || (!displaced.waits && state.rules.ruleset->automaton == automaton);
}

// If the running rules were brought by a switch themselves: what that switch replaced. A second switch then keeps that,
// and not the rules that were brought.
std::optional<Displaced> displaced_before(const RunningSolver& running) {
  const std::shared_ptr<const Displaced> displaced = running.state().displaced;
  const AutomatonDefinition& automaton = *running.factory().registry().automaton(running.automaton());
  const bool brought = displaced && !displaced->waits && running.ruleset().title == automaton.config;
  return brought ? std::optional(*displaced) : std::nullopt;
}

// The cells are carried over to the automaton's own config. `reason` becomes part of the message; `refusal` is the
// message if there is no such config.
CommandResult switch_with_own_rules(RunningSolver& running, const command::SwitchSolver& c, const std::string& reason,
                                    std::string refusal) {
  LoadedRules rules = own_rules(*running.factory().registry().automaton(c.automaton));
  if (!rules.ruleset) return failed(std::move(refusal));
  const std::optional<Displaced> first = displaced_before(running);
  RunState left = first ? first->state : making_way(running);
  const ElementMap map = match_by_name_or_wall(running.ruleset(), *rules.ruleset);
  CarriedOver carried = carry_over(running, c.automaton, std::move(rules), map);
  take_parameters_of_rules(carried.next);
  PreparedSolver prepared = running.factory().prepare(carried.next, carried.world, c.backend);
  if (!prepared.solver) return failed(std::move(prepared.error));
  const bool as_it_was = !first || first->carried_hash == hash_of_cells(running.settled());
  const bool same_origin = !first || running.state().origin.world == first->carried_origin.lock();
  carried.next.displaced =
      std::make_shared<const Displaced>(Displaced{std::move(left), as_it_was ? hash_of_cells(*prepared.solver) : 0,
                                                  same_origin ? carried.next.origin.world : nullptr, false});
  running.take(std::move(prepared), std::move(carried.next), carried.world);
  return done(now_runs(running, reason, carried.loss));
}

// Switches back to the rules that were replaced. The cells are carried over; if they have not changed since, the world
// that was replaced is restored.
CommandResult switch_back(RunningSolver& running, const command::SwitchSolver& c, const Displaced& back) {
  const ElementMap map = match_by_name(running.ruleset(), *back.state.rules.ruleset);
  CarriedOver carried = carry_over(running, c.automaton, back.state.rules, map);
  std::optional<World> restored;
  if (hash_of_cells(running.settled()) == back.carried_hash) restored = back.state.world->get();
  if (running.state().origin.world == back.carried_origin.lock()) carried.next.origin.world = back.state.origin.world;
  const Status status = running.change_to(std::move(carried.next), restored ? *restored : carried.world, c.backend);
  if (!status) return failed(status.message());
  return done(restored ? fmt::format("{} runs {} again.", running.automaton(), running.ruleset().title)
                       : now_runs(running, {}, carried.loss));
}

// The world of `arriving` replaces the present one, which is kept aside.
CommandResult exchange_worlds(RunningSolver& running, const command::SwitchSolver& c, const RunState& arriving) {
  const std::optional<World> world = arriving.world->get();
  if (!world) return failed("The world that waited was lost with the GPU.");
  RunState next = in_automaton(running.state(), c.automaton);
  next.rules = arriving.rules;
  next.origin = arriving.origin;
  const bool is_new = arriving.run.automaton.empty();
  if (is_new) take_parameters_of_rules(next);
  next.displaced = std::make_shared<const Displaced>(Displaced{making_way(running), 0, {}, true});
  if (const Status status = running.change_to(std::move(next), *world, c.backend); !status)
    return failed(status.message());
  return done(fmt::format("{} runs {} on {}; the world of {} waits.", running.automaton(), running.ruleset().title,
                          backend_name(running.backend()), running.state().displaced->state.run.automaton));
}

// Between automata of which only one has cells.
CommandResult switch_between_worlds(RunningSolver& running, const command::SwitchSolver& c) {
  const std::shared_ptr<const Displaced> displaced = running.state().displaced;
  if (displaced && displaced->waits) {  // there was an automaton between the two: goes through that one
    const std::string left = running.automaton(), &through = displaced->state.run.automaton;
    const Backend backend = running.backend();
    const CommandResult result =
        exchange_worlds(running, {through, running.backend_for(through), true}, displaced->state);
    if (!result.ok) return result;
    CommandResult switched = perform(running, c);
    if (!switched.ok) exchange_worlds(running, {left, backend, true}, running.state().displaced->state);
    return switched;
  }
  const AutomatonDefinition& automaton = *running.factory().registry().automaton(c.automaton);
  RunState arriving;
  arriving.rules = own_rules(automaton);
  if (!arriving.rules.ruleset) {
    return failed(
        fmt::format("{} needs configs/{}, which is not there or has errors.", automaton.name, automaton.config));
  }
  arriving.world = running.store().put(World(running.width(), running.height()));
  arriving.origin.world = arriving.world;
  return exchange_worlds(running, c, arriving);
}

}  // namespace

CommandResult perform(RunningSolver& running, const command::Step& c) {
  const Status status = running.step(c.count);
  return status ? CommandResult{} : failed(status.message());
}

CommandResult perform(RunningSolver& running, const command::SetParameter& c) {
  const Solver& solver = running.settled();
  if (!running.set_parameter(c.name, c.value)) {
    std::string names;
    for (const ParameterInfo& info : solver.parameters())
      names += fmt::format("{}{}", names.empty() ? "" : ", ", info.name);
    return failed(fmt::format("{} has no parameter '{}'{}.", running.automaton(), c.name,
                              names.empty() ? "; it has none" : "; there are: " + names));
  }
  const std::string advice = solver.advice();
  return done(fmt::format("{} = {}{}{}", c.name, parameter_text(solver, c.name), advice.empty() ? "" : ". ", advice));
}

CommandResult perform(RunningSolver& running, const command::KeepLedger& c) {
  if (running.keep_ledger(c.keep) || !c.keep) return {};
  return done(fmt::format("{} on {} keeps no ledger.", running.automaton(), backend_name(running.backend())));
}

SwitchPreview preview_switch(const RunningSolver& running, std::string_view automaton) {
  SwitchPreview preview;
  const AutomatonDefinition* target = running.factory().registry().automaton(automaton);
  if (target == nullptr || automaton == running.automaton()) return preview;
  if (const auto displaced = running.state().displaced; displaced && returns_to(automaton, *displaced)) {
    preview.returns = true;
    return preview;
  }
  preview.other_world = target->planes.has(Plane::cells) != has_cells(running.facts());
  if (preview.other_world) return preview;
  const std::unique_ptr<Solver> solver = target->make_scalar();
  if (solver->load(running.ruleset()) && why_other_rules(running, automaton).empty()) return preview;
  const LoadedRules rules = own_rules(*target);
  if (!rules.ruleset) return preview;
  preview.config = rules.ruleset->title;
  preview.lost_share =
      share_lost(world_for(automaton, running), match_by_name_or_wall(running.ruleset(), *rules.ruleset));
  return preview;
}

CommandResult perform(RunningSolver& running, const command::SwitchSolver& c) {
  const std::shared_ptr<const Displaced> displaced = running.state().displaced;
  const bool comes_back =
      c.bring_config && displaced && c.automaton != running.automaton() && returns_to(c.automaton, *displaced);
  if (comes_back)
    return displaced->waits ? exchange_worlds(running, c, displaced->state) : switch_back(running, c, *displaced);

  const World world = world_for(c.automaton, running);
  RunState next = in_automaton(running.state(), c.automaton);
  PreparedSolver prepared = running.factory().prepare(next, world, c.backend);
  if (prepared.rules_refused && c.bring_config) return switch_with_own_rules(running, c, {}, std::move(prepared.error));
  if (!prepared.solver) return failed(std::move(prepared.error));
  if (c.bring_config && has_cells(*prepared.solver) != has_cells(running.facts()))
    return switch_between_worlds(running, c);
  if (const std::string reason = c.bring_config ? why_other_rules(running, c.automaton) : ""; !reason.empty()) {
    prepared = {};  // so that there are never three solvers
    const std::string_view config = running.factory().registry().automaton(c.automaton)->config;
    return switch_with_own_rules(running, c, reason,
                                 fmt::format("{}, and configs/{} is not there or has errors.", reason, config));
  }
  running.take(std::move(prepared), std::move(next), world);
  const std::string note = remark_on_rules(running);
  return done(fmt::format("{} now runs on {}.{}{}", running.automaton(), backend_name(running.backend()),
                          note.empty() ? "" : " ", note));
}

bool has_enough_rules(const Registry& registry, std::string_view automaton, const Ruleset& ruleset) {
  const auto needs_all = [](const AutomatonDefinition* a) { return a == nullptr || a->needs_rule_for_every_pair; };
  return needs_all(registry.automaton(ruleset.automaton)) || !needs_all(registry.automaton(automaton));
}

std::string_view automaton_after(const RunningSolver& running, const Ruleset& ruleset, bool is_again) {
  const Ruleset& before = running.ruleset();
  if (is_again && ruleset.dialect == before.dialect && ruleset.automaton == before.automaton)
    return running.automaton();
  const std::string_view otherwise =
      before.dialect == Dialect::sandjs ? running.automaton() : running.sandjs_automaton();
  return running.factory().registry().automaton_for(ruleset, otherwise).name;
}

namespace {

std::string shown_name(const Ruleset& ruleset) { return ruleset.title.empty() ? "the config" : ruleset.title; }

std::string counted(std::size_t n, std::string_view noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

std::size_t count_errors(const Diagnostics& diagnostics) {
  return static_cast<std::size_t>(std::ranges::count(diagnostics, Severity::error, &Diagnostic::severity));
}

std::string refusal(const Diagnostics& diagnostics) {
  const auto first = std::ranges::find(diagnostics, Severity::error, &Diagnostic::severity);
  if (first == diagnostics.end()) return "The config holds no element; nothing was changed.";
  const std::size_t errors = count_errors(diagnostics);
  if (errors == 1) return fmt::format("{}; nothing was changed.", format(*first));
  return fmt::format("{} and {} more; nothing was changed.", format(*first), counted(errors - 1, "error"));
}

std::string welcome(const Ruleset& ruleset, const Diagnostics& diagnostics) {
  std::string text = fmt::format("Loaded {}: {}, {}", shown_name(ruleset), counted(ruleset.elements.size(), "element"),
                                 counted(ruleset.rule_count(), "rule"));
  const std::size_t errors = count_errors(diagnostics);
  const auto warnings =
      static_cast<std::size_t>(std::ranges::count(diagnostics, Severity::warning, &Diagnostic::severity));
  if (errors > 0) text += fmt::format(", in spite of {}", counted(errors, "error"));
  if (warnings > 0) text += fmt::format(", {}", counted(warnings, "warning"));
  return text;
}

// These rules, with an empty world of the same size.
CarriedOver start_empty(RunningSolver& running, std::string_view automaton, LoadedRules rules) {
  CarriedOver empty{in_automaton(running.state(), automaton), World(running.width(), running.height()), {}};
  empty.next.rules = std::move(rules);
  empty.next.displaced = nullptr;
  empty.next = starting_at(std::move(empty.next), {running.store().put(empty.world), 0, {}});
  return empty;
}

CommandResult take_config(RunningSolver& running, ConfigResult config, bool accept_errors, command::KeepWorld keep,
                          bool is_again) {
  if (!config.ruleset || (!accept_errors && has_errors(config.diagnostics)))
    return {false, refusal(config.diagnostics), std::move(config.diagnostics)};
  const std::string_view automaton = automaton_after(running, *config.ruleset, is_again);
  const bool moves = automaton != running.automaton();
  LoadedRules rules = share_rules(std::move(*config.ruleset), config.diagnostics);
  const ElementMap map = match_by_name(running.ruleset(), *rules.ruleset);
  CarriedOver carried = keep == command::KeepWorld::by_name ? carry_over(running, automaton, std::move(rules), map)
                                                            : start_empty(running, automaton, std::move(rules));
  take_parameters_of_rules(carried.next);
  if (const Status status = running.change_to(std::move(carried.next), carried.world); !status)
    return {false, status.message(), std::move(config.diagnostics)};
  std::string text = welcome(running.ruleset(), config.diagnostics);
  if (moves) text += fmt::format("; {} runs it", running.automaton());
  if (!carried.loss.empty()) text += "; " + carried.loss;
  if (const std::string remark = remark_on_rules(running); !remark.empty()) text += ". " + remark;
  return {true, std::move(text), std::move(config.diagnostics)};
}

}  // namespace

CommandResult perform(RunningSolver& running, const command::LoadConfigFile& c) {
  return take_config(running, read_config_file(c.path), c.accept_errors, c.keep, false);
}

CommandResult perform(RunningSolver& running, const command::LoadConfigText& c) {
  const bool is_again = !c.file.empty() && c.file == running.ruleset().source;
  return take_config(running, read_config(c.text, c.file), c.accept_errors, c.keep, is_again);
}

CommandResult perform(RunningSolver& running, const command::ReloadConfig& c) {
  if (running.ruleset().source.empty())
    return failed("These rules did not come from a file; there is no file to read.");
  return take_config(running, read_config_file(running.ruleset().source), c.accept_errors, command::KeepWorld::by_name,
                     true);
}

}  // namespace repose
