#include "automata/random_worlds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>

#include "automata/automaton_support.hpp"
#include "automata/random_config.hpp"
#include "automata/random_world.hpp"
#include "repose/config.hpp"

namespace repose::test {

namespace {

struct Rival {
  std::string name;
  std::unique_ptr<Solver> solver;
};

// Where two worlds differ first, with both values.
std::string first_difference(const World& expected, const World& actual) {
  if (expected.planes() != actual.planes()) return "other planes";
  for (std::size_t p = 0; p < kPlaneCount; ++p) {
    const auto a = expected.bytes(static_cast<Plane>(p)), b = actual.bytes(static_cast<Plane>(p));
    const auto at = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
    if (at == a.size()) continue;
    const PlaneInfo& plane = plane_info(static_cast<Plane>(p));
    const std::size_t cell = at / plane.bytes_per_cell, width = static_cast<std::size_t>(expected.width());
    return fmt::format("plane {}, cell ({}, {}): byte {} instead of {}", plane.name, cell % width, cell / width, b[at],
                       a[at]);
  }
  return "equal";
}

// The rows of a ledger, counted in a world.
std::vector<std::int64_t> counted(const World& world, Plane quantity, std::size_t element_count) {
  if (quantity == Plane::cells) {
    std::vector<std::int64_t> counts(element_count);
    for (const std::uint8_t cell : world.cells()) ++counts.at(cell);
    return counts;
  }
  std::int64_t total = 0;
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    total += amount_at(world, quantity, i);
    if (world.has(Plane::packed)) total += amount_at(world, Plane::packed, i);
  }
  return {total};
}

// No rule of any automaton makes or destroys anything.
bool only_moves(const Ruleset& rules) {
  const auto moves = [](const Reaction& r) { return r.is_swap() || (r.c == r.a && r.d == r.b); };
  const auto makes = [](const Element& e) { return e.emits || e.drain; };
  return rules.decays.empty() && rules.interactions.empty() && rules.discs.empty() && rules.items.empty() &&
         rules.sources.empty() && rules.dissolvings.empty() && rules.bursts.empty() &&
         std::ranges::all_of(rules.reactions, moves) && std::ranges::none_of(rules.elements, makes);
}

// One run of one world on scalar and its rivals.
class RandomWorldRun {
 public:
  RandomWorldRun(const Registry& registry, const RandomRivals& rivals, std::uint64_t number)
      : registry_(registry), dice_(number * 2 + 1), number_(number) {
    std::vector<const AutomatonDefinition*> all;
    for (const AutomatonDefinition& automaton : registry.automata()) {
      if (!rivals.gpu || registry.solver(automaton.name, Backend::gpu)->available()) all.push_back(&automaton);
    }
    automaton_ = all.at(number % all.size());
    uses_gpu_ = rivals.gpu;
    read_rules(number / all.size() % 2 == 1);
    add("scalar", Backend::scalar, {});
    for (const int threads : rivals.cpu_threads) {
      add(fmt::format("cpu, {} threads", threads), Backend::cpu, {threads, !dice_.one_in(4)});
    }
    if (uses_gpu_) add("gpu", Backend::gpu, {});
    run_ = random_run(*automaton_, rules_, solvers_.back().solver->parameters(), dice_, rivals.gpu);
    ledger_keeper_ = static_cast<std::size_t>(dice_.below(2 * static_cast<int>(solvers_.size())));
    only_moves_ = only_moves(rules_) && automaton_->quantity == Plane::cells;
  }

  std::string title() const {
    return fmt::format("random world {}: {}, {}, {} elements, {} x {}; run it alone with REPOSE_RANDOM_WORLD={}",
                       number_, automaton_->name, dialect_name(rules_.dialect), rules_.elements.size(),
                       run_.world.width(), run_.world.height(), number_);
  }
  const std::string& config() const { return config_; }

  void run(RandomCounts& counts) {
    INFO(title());
    bool changed = false;
    upload();
    std::uint64_t next_step = run_.first_step;
    for (const RandomRound& round : run_.rounds) {
      prepare(round);
      const World before = require_equal_worlds(fmt::format("before step {}", next_step));
      const Ledger ledger_before = scalar().ledger().value();
      const StepSpan span{next_step, round.step_count, run_.seed, run_.first_bias};
      for (const Rival& rival : solvers_) rival.solver->step(span);
      next_step += round.step_count;
      const World after = require_equal_worlds(fmt::format("after step {}", next_step));
      check_ledgers(after, ledger_before);
      changed = changed || after != before;
    }
    count(counts, changed, next_step - run_.first_step);
  }

 private:
  Solver& scalar() const { return *solvers_.front().solver; }

  // Rules of the wxSand dialect if they are wanted and the automaton takes them.
  void read_rules(bool wants_wxsand) {
    const auto read = [&](Dialect dialect) {
      config_ = random_config(dialect, dice_.bits(), ConservingWords::yes);
      const ConfigResult result = read_config(config_, "random");
      for (const Diagnostic& diagnostic : result.diagnostics) {
        INFO("random world " << number_ << ", line " << diagnostic.line << ": " << diagnostic.message);
        REQUIRE(diagnostic.severity != Severity::error);
      }
      REQUIRE(result.dialect == dialect);
      rules_ = *result.ruleset;
    };
    read(wants_wxsand ? Dialect::wxsand : Dialect::sandjs);
    if (automaton_->make_scalar()->load(rules_).ok()) return;
    REQUIRE(wants_wxsand);
    read(Dialect::sandjs);
  }

  void add(std::string name, Backend backend, const SolverOptions& options) {
    std::string error;
    auto solver = registry_.solver(automaton_->name, backend)->create(options, error);
    INFO(name << ": " << error);
    REQUIRE(solver != nullptr);
    REQUIRE(solver->load(rules_).ok());
    solvers_.push_back({std::move(name), std::move(solver)});
  }

  void upload() {
    for (const Rival& rival : solvers_) {
      INFO(rival.name);
      REQUIRE(rival.solver->upload(run_.world).ok());
    }
    REQUIRE(scalar().keep_ledger(true));
    if (ledger_keeper_ < solvers_.size()) REQUIRE(solvers_[ledger_keeper_].solver->keep_ledger(true));
  }

  void prepare(const RandomRound& round) {
    for (const Rival& rival : solvers_) {
      for (const auto& [name, value] : round.parameters) {
        if (uses_gpu_ && automaton_->name == "conserving" && name == "levelling") continue;  // not in shaders
        REQUIRE(rival.solver->set_parameter(name, value));
      }
      for (const Edit& edit : round.edits) rival.solver->apply(edit);
    }
  }

  World require_equal_worlds(const std::string& when) const {
    const World expected = world_of(scalar());
    const std::uint64_t hash = hash_world(expected, scalar().state_planes());
    for (const Rival& rival : solvers_) {
      const World actual = world_of(*rival.solver);
      if (actual == expected && hash_world(actual, rival.solver->state_planes()) == hash) continue;
      INFO(rival.name << ", " << when << ": " << first_difference(expected, actual));
      FAIL("a backend differs from scalar");
    }
    return expected;
  }

  void check_ledgers(const World& world, const Ledger& before) const {
    const Ledger ledger = scalar().ledger().value();
    const auto counts = counted(world, ledger.quantity, rules_.elements.size());
    REQUIRE(ledger.rows.size() == counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const LedgerRow &row = ledger.rows[i], &old = before.rows[i];
      INFO("row " << i << " of the ledger");
      REQUIRE(row.now == counts[i]);
      if (automaton_->promises.conserves) REQUIRE(row.lost() == 0);
      if (automaton_->promises.conserves && only_moves_) {
        REQUIRE(row.made == old.made);
        REQUIRE(row.destroyed == old.destroyed);
        REQUIRE(row.now == old.now - (row.left - old.left));
      }
    }
    if (ledger_keeper_ >= solvers_.size()) return;
    INFO("the ledger of " << solvers_[ledger_keeper_].name);
    check_equal_ledgers(solvers_[ledger_keeper_].solver->ledger().value(), ledger);
  }

  void count(RandomCounts& counts, bool changed, std::uint64_t steps) const {
    for (RandomCounts::Share* share : {&counts.all, &counts.by_automaton[automaton_->name]}) {
      ++share->worlds;
      share->inert += !changed;
    }
    counts.on_gpu += uses_gpu_;
    counts.in_wxsand += rules_.dialect == Dialect::wxsand;
    counts.keep_matter += automaton_->promises.conserves;
    counts.without_making += automaton_->promises.conserves && only_moves_;
    counts.steps += steps;
    counts.cells += run_.world.cell_count();
  }

  const Registry& registry_;
  Dice dice_;
  std::uint64_t number_;
  const AutomatonDefinition* automaton_ = nullptr;
  bool uses_gpu_ = false, only_moves_ = false;
  std::string config_;
  Ruleset rules_;
  std::vector<Rival> solvers_;
  std::size_t ledger_keeper_ = 0;  // this solver keeps a ledger besides scalar and may use other code; or none
  RandomRun run_;
};

void print(const RandomCounts& counts, double seconds) {
  fmt::print("{} worlds ({} with wxSand rules, {} on the GPU too), {} steps, {} cells, {:.1f} s\n", counts.all.worlds,
             counts.in_wxsand, counts.on_gpu, counts.steps, counts.cells, seconds);
  fmt::print("nothing lost in {}, nothing made or destroyed in {}\n", counts.keep_matter, counts.without_making);
  fmt::print("inert: {} of {}", counts.all.inert, counts.all.worlds);
  for (const auto& [name, share] : counts.by_automaton) fmt::print(", {} {} of {}", name, share.inert, share.worlds);
  fmt::print("\n");
}

}  // namespace

void run_random_world(const Registry& registry, const RandomRivals& rivals, std::uint64_t number,
                      RandomCounts& counts) {
  RandomWorldRun(registry, rivals, number).run(counts);
}

void run_random_worlds(const Registry& registry, const RandomRivals& rivals, std::uint64_t first, int count,
                       bool prints) {
  if (const char* number = std::getenv("REPOSE_RANDOM_WORLD")) {
    RandomWorldRun run(registry, rivals, std::strtoull(number, nullptr, 10));
    fmt::print("{}\n{}\n", run.title(), run.config());
    RandomCounts counts;
    return run.run(counts);
  }
  const auto start = std::chrono::steady_clock::now();
  RandomCounts counts;
  for (int i = 0; i < count; ++i) run_random_world(registry, rivals, first + static_cast<std::uint64_t>(i), counts);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  if (prints) print(counts, taken.count());
  INFO(counts.all.inert << " of " << counts.all.worlds << " worlds are inert");
  // At most a tenth, and one more, because a part of the worlds is a small sample.
  CHECK(10 * (counts.all.inert - 1) <= counts.all.worlds);
}

}  // namespace repose::test
