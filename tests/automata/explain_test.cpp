// Explanations: what they foretell happens, and what they say names the rule, its line and the partner.
#include <catch2/catch.hpp>

#include <memory>
#include <string>
#include <vector>

#include "automata/automaton_support.hpp"
#include "automata/elements_support.hpp"
#include "repose/explain.hpp"

namespace repose::test {

namespace {

const Registry& registry() {
  static const Registry all = make_registry();
  return all;
}

std::unique_ptr<Solver> scalar(std::string_view automaton, const Ruleset& ruleset, const World& world) {
  return make_solver(*registry().solver(automaton, Backend::scalar), ruleset, world);
}

Explanation explain(const Explainer& explainer, CellPoint cell, const StepSpan& span, const Solver& solver, const World& world) {
  return explainer.explain(cell, span, solver, window_of(world, explainer.window(cell, span, solver, world.width(), world.height())));
}

struct Foretold {
  std::size_t wrong = 0, uncertain = 0, without_reason = 0;
};

// Every `stride`th cell of some steps, against what the scalar solver makes of it.
Foretold foretell(std::string_view automaton, const Ruleset& ruleset, const World& start, int step_count, int stride = 1,
                  const std::vector<std::pair<std::string, double>>& parameters = {}) {
  const auto explainer = make_explainer(automaton, ruleset);
  REQUIRE(explainer);
  const auto solver = scalar(automaton, ruleset, start);
  for (const auto& [name, value] : parameters) REQUIRE(solver->set_parameter(name, value));
  Foretold result;
  for (int step = 0; step < step_count; ++step) {
    const World before = world_of(*solver);
    const StepSpan span = steps(static_cast<std::uint64_t>(step), 1);
    std::vector<Explanation> said;
    for (std::size_t i = static_cast<std::size_t>(step % stride); i < before.cell_count(); i += static_cast<std::size_t>(stride)) {
      const CellPoint cell = {static_cast<int>(i) % before.width(), static_cast<int>(i) / before.width()};
      said.push_back(explain(*explainer, cell, span, *solver, before));
    }
    solver->step(span);
    const World after = world_of(*solver);
    for (std::size_t k = 0; k < said.size(); ++k) {
      const std::size_t i = static_cast<std::size_t>(step % stride) + k * static_cast<std::size_t>(stride);
      result.wrong += said[k].next != after.cells()[i] ? 1 : 0;
      result.uncertain += said[k].certain ? 0 : 1;
      result.without_reason += said[k].reasons.empty() || said[k].reasons[0].sentence.empty() ? 1 : 0;
    }
  }
  return result;
}

void check_exact(const Foretold& foretold) {
  CHECK(foretold.wrong == 0);
  CHECK(foretold.uncertain == 0);
  CHECK(foretold.without_reason == 0);
}

}  // namespace

TEST_CASE("what an explanation foretells of density happens") {
  check_exact(foretell("density", swapping_ruleset(), random_world(33, 29, 5, 1), 12));
  check_exact(foretell("density", reacting_ruleset(), random_world(33, 29, 5, 2), 12));
  check_exact(foretell("density", vanishing_ruleset(), random_world(33, 29, 3, 3), 12));
  check_exact(foretell("density", swapping_ruleset(), random_world(1, 9, 5, 4), 6));
  check_exact(foretell("density", swapping_ruleset(), random_world(9, 1, 5, 5), 6));
  check_exact(foretell("density", swapping_ruleset(), random_world(20, 20, 4, 6, 3), 12, 1, {{"open_edge", 1}}));
}

TEST_CASE("what an explanation foretells of conserving happens") {
  check_exact(foretell("conserving", swapping_ruleset(), random_world(33, 29, 5, 1), 12));
  check_exact(foretell("conserving", reacting_ruleset(), random_world(33, 29, 5, 2), 12));
  check_exact(foretell("conserving", swapping_ruleset(), random_world(40, 31, 5, 3), 6, 1, {{"flow", 8}}));
  check_exact(foretell("conserving", swapping_ruleset(), random_world(40, 31, 5, 4), 6, 1, {{"flow", 0}}));
  check_exact(foretell("conserving", swapping_ruleset(), random_world(1, 9, 5, 4), 6));
  check_exact(foretell("conserving", swapping_ruleset(), random_world(9, 1, 5, 5), 6));
}

TEST_CASE("an explanation names the rule's line and the partner") {
  const Ruleset rules = ruleset_of(
      "cell air 0 0 0 0\n"
      "cell sand 200 180 90 0.9\n"
      "cell water 60 90 220 0.5\n"
      "cell mud 90 60 30 0.95\n"
      "rule sand air air sand\n"
      "rule water air air water\n"
      "rule mud air air mud\n"
      "rule mud water water mud\n"
      "rule mud sand sand mud\n"
      "rule sand water mud air\n");
  World world(3, 8);
  world.cell(1, 3) = 1;
  world.cell(1, 4) = 2;
  for (const std::string_view automaton : {"density", "conserving"}) {
    const auto solver = scalar(automaton, rules, world);
    const auto explainer = make_explainer(automaton, rules);
    // Conserving pairs cells as the lots fall.
    for (std::uint64_t step = 0; step < 8; ++step) {
      const Explanation said = explain(*explainer, {1, 3}, steps(step, 1), *solver, world);
      if (said.next == 1) continue;
      CAPTURE(automaton, step, said.reasons[0].sentence);
      if (said.reasons[0].line == 10) {
        CHECK(said.reasons[0].partner == CellPoint{1, 4});
        CHECK(said.reasons[0].sentence == "Sand meets water below and becomes mud.");
      }
    }
  }
}

TEST_CASE("an explanation of what does nothing says why") {
  const auto solver = scalar("conserving", swapping_ruleset(), World(5, 5));
  const auto explainer = make_explainer("conserving", swapping_ruleset());
  const Explanation said = explain(*explainer, {2, 2}, steps(0, 1), *solver, World(5, 5));
  CHECK(said.next == 0);
  REQUIRE(said.reasons.size() == 1);
  CHECK(said.reasons[0].sentence.find("lies among its like") != std::string::npos);
}

TEST_CASE("rules that an automaton cannot run have no explanations") {
  CHECK_FALSE(make_explainer("density", random_elements_ruleset(1)));
  CHECK_FALSE(make_explainer("none", swapping_ruleset()));
}

}  // namespace repose::test
