#include "automata/random_worlds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "automata/automaton_support.hpp"
#include "automata/dice.hpp"
#include "automata/random_config.hpp"
#include "repose/config.hpp"
#include "repose/edit.hpp"
#include "repose/shapes.hpp"

namespace repose::test {

namespace {

// ---- random worlds, parameters and edits for any automaton ----

// What happens between two comparisons: first the parameter is set, then the edits are made, then steps are taken.
struct RandomRound {
  std::vector<std::pair<std::string, double>> parameters;
  std::vector<Edit> edits;
  std::uint64_t step_count = 1;
};

struct RandomRun {
  World world;
  std::vector<RandomRound> rounds;
  std::uint64_t first_step = 0, seed = 1;
  Bias first_bias = Bias::left;
};

using Bytes = std::vector<std::uint8_t>;

// An element; rarely a number without one, which means the background.
std::uint8_t random_element(const Ruleset& rules, Dice& dice) {
  if (dice.one_in(25)) return static_cast<std::uint8_t>(dice.below(256));
  return static_cast<std::uint8_t>(dice.below(static_cast<int>(rules.elements.size())));
}

// If possible, an element that falls or rises.
std::uint8_t random_mover(const Ruleset& rules, Dice& dice) {
  std::uint8_t element = 0;
  for (int i = 0; i < 8 && !moves_through_background(rules, element); ++i) {
    element = static_cast<std::uint8_t>(dice.below(static_cast<int>(rules.elements.size())));
  }
  return element;
}

CellBox random_size(Dice& dice, bool small) {
  const int kind = dice.below(100);
  if (kind < 1) return {0, 0, 1, 1};
  if (kind < 3) return {0, 0, 1, dice.between(2, small ? 60 : 200)};
  if (kind < 5) return {0, 0, dice.between(2, small ? 60 : 300), 1};
  if (small || kind < 75) return {0, 0, dice.between(2, small ? 60 : 70), dice.between(2, small ? 40 : 60)};
  if (kind < 98) return {0, 0, dice.between(40, 160), dice.between(20, 90)};
  return {0, 0, dice.between(160, 300), dice.between(90, 200)};
}

// Cells of few or all elements, with more or less background between them, or whole areas of one element.
void fill_cells(World& world, const Ruleset& rules, Dice& dice) {
  const int share = dice.pick({20, 40, 60, 60, 80, 97}), kinds = dice.between(1, 8);
  const bool few = dice.one_in(2);
  Bytes chosen = {random_mover(rules, dice)};
  while (static_cast<int>(chosen.size()) < kinds) chosen.push_back(random_element(rules, dice));
  for (std::uint8_t& cell : world.cells()) {
    if (!dice.chance(share)) continue;
    cell = few ? chosen[static_cast<std::size_t>(dice.below(kinds))] : random_element(rules, dice);
  }
  for (int i = dice.one_in(2) ? dice.below(6) : 0; i > 0; --i) {
    const std::uint8_t element = dice.one_in(3) ? std::uint8_t{0} : random_element(rules, dice);
    const int left = dice.below(world.width()), top = dice.below(world.height());
    const int right = dice.between(left, world.width() - 1), bottom = dice.between(top, world.height() - 1);
    for (int y = top; y <= bottom; ++y) {
      for (int x = left; x <= right; ++x) world.cell(x, y) = element;
    }
  }
}

// Amounts from none to `most`, in units of the plane; some worlds have a few at the end of the range.
void fill_amounts(World& world, Plane plane, Dice& dice) {
  const bool signs = plane == Plane::height && dice.one_in(4);
  const int extremes = dice.one_in(10) ? dice.pick({2, 30, 100}) : 0;  // percent of the cells
  const std::int32_t limit = plane == Plane::mass ? kMassHeldMax : kHeightMax;
  const double most = dice.pick({1.0, 3.0, 30.0}) * plane_info(plane).unit;
  const int share = dice.pick({30, 70, 100});
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    std::int32_t amount = dice.chance(share) ? static_cast<std::int32_t>(dice.fraction() * most) : 0;
    if (signs && dice.one_in(3)) amount = -amount;
    if (dice.chance(extremes)) amount = signs && dice.one_in(2) ? -limit : limit;
    std::memcpy(&world.bytes(plane)[i * sizeof amount], &amount, sizeof amount);
  }
}

std::uint8_t random_value(Plane plane, Dice& dice) {
  if (plane == Plane::energy) return static_cast<std::uint8_t>(dice.below(kEnergyMax + 1));
  if (plane == Plane::wall) return static_cast<std::uint8_t>(dice.one_in(2) ? 1 : dice.below(4));
  return static_cast<std::uint8_t>(dice.below(256));
}

// Bytes that are 0 in most cells of most worlds.
void fill_bytes(World& world, Plane plane, Dice& dice) {
  const int share = plane == Plane::wall ? dice.below(20) : dice.pick({1, 5, 30, 100});
  for (std::uint8_t& value : world.bytes(plane))
    value = dice.chance(share) ? random_value(plane, dice) : std::uint8_t{0};
}

StrokeEdit random_stroke(const World& world, const Ruleset& rules, Dice& dice) {
  const auto point = [&] {
    const int x = dice.between(-5, world.width() + 4);
    return CellPoint{x, dice.between(-5, world.height() + 4)};
  };
  StrokeEdit stroke;
  stroke.from = point();
  stroke.to = dice.one_in(3) ? stroke.from : point();
  stroke.size = dice.one_in(6) ? dice.between(1, 60) : dice.between(1, 9);
  stroke.shape = dice.one_in(2) ? BrushShape::round : BrushShape::square;
  stroke.element = random_element(rules, dice);
  if (dice.one_in(3)) stroke.only_over = dice.one_in(2) ? std::uint8_t{0} : random_element(rules, dice);
  return stroke;
}

PushEdit random_push(const StrokeEdit& stroke, Dice& dice) {
  PushEdit push{stroke.from, stroke.to, stroke.size, stroke.shape};
  push.everywhere = dice.one_in(3);
  push.dx = dice.between(-1, 1);
  push.dy = dice.between(-1, 1);
  push.seed = dice.bits();
  push.pass = dice.one_in(3) ? dice.bits() : static_cast<std::uint32_t>(dice.below(4));
  return push;
}

std::shared_ptr<const Bytes> random_bytes(int count, Dice& dice) {
  Bytes bytes(static_cast<std::size_t>(count));
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(dice.below(256));
  return std::make_shared<const Bytes>(std::move(bytes));
}

StampEdit random_stamp(const World& world, const Ruleset& rules, Dice& dice) {
  StampEdit stamp;
  stamp.at.x = dice.between(-3, world.width());
  stamp.at.y = dice.between(-3, world.height());
  stamp.width = dice.between(1, 20);
  stamp.height = dice.between(1, 12);
  const int count = stamp.width * stamp.height;
  Bytes cells(static_cast<std::size_t>(count));
  for (std::uint8_t& cell : cells) cell = random_element(rules, dice);
  stamp.cells = std::make_shared<const Bytes>(std::move(cells));
  if (dice.one_in(2)) stamp.transparent = random_element(rules, dice);
  if (dice.one_in(4)) stamp.only_over = random_element(rules, dice);
  if (dice.one_in(3)) stamp.density = random_bytes(count, dice);
  if (dice.one_in(3)) {
    Bytes energies(static_cast<std::size_t>(count));
    for (std::uint8_t& energy : energies) energy = random_value(Plane::energy, dice);
    stamp.energy = std::make_shared<const Bytes>(std::move(energies));
  }
  if (dice.one_in(3)) stamp.velocity = random_bytes(2 * count, dice);
  return stamp;
}

// Poured or taken with a hard brush, a soft one or a spray; or cell by cell.
AmountEdit random_amounts(Plane plane, const World& world, const Ruleset& rules, Dice& dice) {
  const double most = plane == Plane::wetness ? 300 : 4 * plane_info(plane).unit;
  const auto amount = [&] { return static_cast<std::int32_t>((dice.fraction() - (dice.one_in(3) ? 1 : 0)) * most); };
  const StrokeEdit stroke = random_stroke(world, rules, dice);
  AmountEdit edit;
  if (const int kind = dice.below(4); kind == 0) {
    edit = soft_stroke(stroke, plane, amount(), world.width(), world.height());
  } else if (kind < 3) {
    edit = amount_stroke(stroke, plane, amount(), world.width(), world.height());
    if (kind == 2) edit = scattered(edit, {Scatter::kAll / 3, dice.bits(), 1});
  } else {
    edit = {plane, stroke.from, dice.between(1, 9), dice.between(1, 9), nullptr};
    std::vector<std::int32_t> amounts(static_cast<std::size_t>(edit.width * edit.height));
    for (std::int32_t& each : amounts) each = dice.one_in(3) ? 0 : amount();
    edit.amounts = std::make_shared<const std::vector<std::int32_t>>(std::move(amounts));
  }
  edit.clears = dice.one_in(4);
  return edit;
}

double random_parameter(const ParameterInfo& info, Dice& dice) {
  if (!info.choices.empty()) return info.choices[static_cast<std::size_t>(dice.below(int(info.choices.size())))];
  if (dice.one_in(12)) return dice.one_in(2) || info.maximum > 16 ? info.minimum : info.maximum;
  if (info.kind == ParameterInfo::Kind::boolean) return dice.below(2);
  // Small values more often: large ones mean many passes, or that nothing moves.
  const double share = dice.fraction();
  return clamp_parameter(info, info.minimum + (info.maximum - info.minimum) * share * share * share);
}

// Sides from 1 to 300 x 200; in small worlds from 1 to 60.
World random_planes(const AutomatonDefinition& automaton, const Ruleset& rules, Dice& dice, bool small) {
  const CellBox size = random_size(dice, small);
  World world(size.width, size.height);
  fill_cells(world, rules, dice);
  for (std::size_t i = 1; i < kPlaneCount; ++i) {
    const auto plane = static_cast<Plane>(i);
    const bool counted = plane == automaton.quantity;
    if (!automaton.planes.has(plane) || dice.one_in(counted ? 8 : 3)) continue;
    world.add(plane);
    if (plane == Plane::mass || plane == Plane::height) {
      fill_amounts(world, plane, dice);
    } else {
      fill_bytes(world, plane, dice);
    }
  }
  return world;
}

Edit random_edit(const AutomatonDefinition& automaton, const Ruleset& rules, const World& world, Dice& dice) {
  const bool of_amounts = automaton.quantity != Plane::cells ? dice.one_in(2) : dice.one_in(30);
  if (of_amounts) {
    const Plane plane = dice.one_in(3) ? dice.pick({Plane::mass, Plane::height, Plane::wetness}) : automaton.quantity;
    return random_amounts(plane == Plane::cells ? Plane::height : plane, world, rules, dice);
  }
  const StrokeEdit stroke = random_stroke(world, rules, dice);
  switch (dice.below(6)) {
    case 5: return random_push(stroke, dice);
    case 0: return RectEdit{stroke.from, stroke.to, stroke.element, stroke.only_over};
    case 1: return random_stamp(world, rules, dice);
    case 2: {
      StampEdit spray = scattered_stroke(stroke, {Scatter::kAll / 4, dice.bits(), 2}, world.width(), world.height());
      if (spray.cells) return spray;
      return stroke;
    }
    default: return stroke;
  }
}

// `parameters`: those of the solver that allows the fewest values.
RandomRun random_run(const AutomatonDefinition& automaton, const Ruleset& rules,
                     std::span<const ParameterInfo> parameters, Dice& dice, bool small) {
  RandomRun run;
  run.world = random_planes(automaton, rules, dice, small);
  run.first_step = dice.one_in(2) ? 0 : dice.one_in(4) ? (std::uint64_t{1} << 32) - 3 : dice.bits();
  run.seed = dice.bits();
  run.first_bias = dice.one_in(2) ? Bias::left : Bias::right;
  const bool large = run.world.cell_count() > 8000;
  for (int i = dice.between(2, large ? 3 : 4); i > 0; --i) {
    RandomRound round;
    const int percent = run.rounds.empty() ? 40 : 8;
    for (const ParameterInfo& info : parameters) {
      if (dice.chance(percent)) round.parameters.emplace_back(info.name, random_parameter(info, dice));
    }
    for (int k = run.rounds.empty() ? dice.below(2) : dice.below(4); k > 0; --k) {
      round.edits.push_back(random_edit(automaton, rules, run.world, dice));
    }
    round.step_count = static_cast<std::uint64_t>(dice.between(1, large ? 6 : 12));
    run.rounds.push_back(std::move(round));
  }
  return run;
}

// ---- the comparison of the backends ----

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
  const auto moves = [](const auto& r) { return (r.c == r.b && r.d == r.a) || (r.c == r.a && r.d == r.b); };
  const auto makes = [](const Element& e) { return e.emits || e.drain; };
  return rules.decays.empty() && rules.interactions.empty() && rules.discs.empty() && rules.items.empty() &&
         rules.sources.empty() && rules.dissolvings.empty() && rules.bursts.empty() &&
         std::ranges::all_of(rules.reactions, moves) && std::ranges::all_of(rules.directed, moves) &&
         std::ranges::none_of(rules.elements, makes);
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
    read_rules(number / all.size() % 2 == 1);
    add("scalar", Backend::scalar, {});
    for (const int threads : rivals.cpu_threads) {
      add(fmt::format("cpu, {} threads", threads), Backend::cpu, {threads, !dice_.one_in(4)});
    }
    if (rivals.gpu) add("gpu", Backend::gpu, {});
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

  // Returns whether a step has changed a byte.
  bool run() {
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
    return changed;
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

  const Registry& registry_;
  Dice dice_;
  std::uint64_t number_;
  const AutomatonDefinition* automaton_ = nullptr;
  bool only_moves_ = false;
  std::string config_;
  Ruleset rules_;
  std::vector<Rival> solvers_;
  std::size_t ledger_keeper_ = 0;  // this solver keeps a ledger besides scalar and may use other code; or none
  RandomRun run_;
};

}  // namespace

void run_random_worlds(const Registry& registry, const RandomRivals& rivals, std::uint64_t first, int count) {
  if (const char* number = std::getenv("REPOSE_RANDOM_WORLD")) {
    RandomWorldRun run(registry, rivals, std::strtoull(number, nullptr, 10));
    fmt::print("{}\n{}\n", run.title(), run.config());
    run.run();
    return;
  }
  int inert = 0;
  for (int i = 0; i < count; ++i) {
    inert += !RandomWorldRun(registry, rivals, first + static_cast<std::uint64_t>(i)).run();
  }
  INFO(inert << " of " << count << " worlds are inert");
  // At most a tenth, and one more, because a part of the worlds is a small sample.
  CHECK(10 * (inert - 1) <= count);
}

}  // namespace repose::test
