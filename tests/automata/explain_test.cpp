// Explanations: the predicted result happens, and the text names the rule, its line and the partner.
#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "automata/automaton_support.hpp"
#include "automata/elements/scalar_frame.hpp"
#include "automata/elements_support.hpp"
#include "automata/explain.hpp"
#include "automata/field_support.hpp"
#include "repose/explain.hpp"

namespace repose::test::explain_test {

namespace {

const Registry& registry() {
  static const Registry all = make_registry();
  return all;
}

std::unique_ptr<Solver> scalar(std::string_view automaton, const Ruleset& ruleset, const World& world) {
  return make_solver(*registry().solver(automaton, Backend::scalar), ruleset, world);
}

Explanation explain(const Explainer& explainer, CellPoint cell, const StepSpan& span, const Solver& solver,
                    const World& world) {
  return explainer.explain(cell, span, solver,
                           window_of(world, explainer.window(cell, span, solver, world.width(), world.height())));
}

// Explains every `stride`th cell in some steps, with certainty and a reason, and compares with the result of the scalar
// solver.
void check_exact(std::string_view automaton, const Ruleset& ruleset, const World& start, int step_count, int stride = 1,
                 const std::vector<std::pair<std::string, double>>& parameters = {}) {
  const auto explainer = make_explainer(automaton, ruleset);
  REQUIRE(explainer);
  const auto solver = scalar(automaton, ruleset, start);
  for (const auto& [name, value] : parameters) REQUIRE(solver->set_parameter(name, value));
  std::size_t wrong = 0;
  for (int step = 0; step < step_count; ++step) {
    const World before = world_of(*solver);
    const StepSpan span = steps(static_cast<std::uint64_t>(step), 1);
    std::vector<Explanation> said;
    for (std::size_t i = static_cast<std::size_t>(step % stride); i < before.cell_count();
         i += static_cast<std::size_t>(stride)) {
      const CellPoint cell = {static_cast<int>(i) % before.width(), static_cast<int>(i) / before.width()};
      said.push_back(explain(*explainer, cell, span, *solver, before));
    }
    solver->step(span);
    const World after = world_of(*solver);
    for (std::size_t k = 0; k < said.size(); ++k) {
      const std::size_t i = static_cast<std::size_t>(step % stride) + k * static_cast<std::size_t>(stride);
      const bool has_reason = !said[k].reasons.empty() && !said[k].reasons[0].sentence.empty();
      wrong += said[k].next != after.cells()[i] || !said[k].certain || !has_reason;
    }
  }
  CHECK(wrong == 0);
}

// Random rules of elements that reach no further than an explanation looks.
Ruleset near_elements_ruleset(std::uint64_t seed) {
  Ruleset rules = random_elements_ruleset(seed);
  rules.items.clear();
  std::erase_if(rules.discs, [](const Disc& disc) { return disc.diameter >= 4; });
  return rules;
}

}  // namespace

TEST_CASE("the step of density is what the explanation predicts") {
  check_exact("density", swapping_ruleset(), random_world(33, 29, 5, 1), 12);
  check_exact("density", reacting_ruleset(), random_world(33, 29, 5, 2), 12);
  check_exact("density", vanishing_ruleset(), random_world(33, 29, 3, 3), 12);
  check_exact("density", swapping_ruleset(), random_world(1, 9, 5, 4), 6);
  check_exact("density", swapping_ruleset(), random_world(9, 1, 5, 5), 6);
  check_exact("density", swapping_ruleset(), random_world(20, 20, 4, 6, 3), 12, 1, {{"open_edge", 1}});
}

TEST_CASE("the step of conserving is what the explanation predicts") {
  check_exact("conserving", swapping_ruleset(), random_world(33, 29, 5, 1), 12);
  check_exact("conserving", reacting_ruleset(), random_world(33, 29, 5, 2), 12);
  check_exact("conserving", swapping_ruleset(), random_world(40, 31, 5, 3), 6, 1, {{"flow", 8}});
  check_exact("conserving", swapping_ruleset(), random_world(40, 31, 5, 4), 6, 1, {{"flow", 0}});
  check_exact("conserving", swapping_ruleset(), random_world(1, 9, 5, 4), 6);
  check_exact("conserving", swapping_ruleset(), random_world(9, 1, 5, 5), 6);
  for (const int width : {30, 31}) {
    check_exact("conserving", reacting_ruleset(), random_world(width, 17, 5, 6), 6, 1,
                {{"side_borders", 2}, {"top_border", 1}});
  }
  check_exact("conserving", swapping_ruleset(), random_world(33, 17, 5, 7), 6, 1,
              {{"side_borders", 1}, {"bottom_border", 1}});
}

TEST_CASE("an explanation names the partner beyond the seam, and says what leaves") {
  World world(20, 3);
  for (int x = 0; x < 20; ++x) world.cell(x, 2) = wall;
  world.cell(19, 2) = air;
  world.cell(19, 1) = wall;
  world.cell(0, 1) = sand;
  const auto explainer = make_explainer("conserving", swapping_ruleset());
  const auto solver = scalar("conserving", swapping_ruleset(), world);
  REQUIRE(solver->set_parameter("side_borders", 2));
  world.cell(19, 1) = air;
  REQUIRE(solver->upload(world).ok());
  bool found = false;
  for (std::uint64_t step = 0; step < 12 && !found; ++step) {
    const Explanation said = explain(*explainer, {0, 1}, steps(step, 1), *solver, world);
    found = said.next == air && said.reasons[0].sentence.find("to the lower left") != std::string::npos &&
            said.reasons[0].partner == CellPoint{19, 2};
  }
  CHECK(found);
  REQUIRE(solver->set_parameter("side_borders", 1));
  const Explanation leaves = explain(*explainer, {0, 1}, steps(0, 1), *solver, world);
  CHECK(leaves.next == air);
  CHECK(leaves.reasons.back().sentence == "Sand leaves the world over its edge.");
}

TEST_CASE("the step of elements is what the explanation predicts") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Ruleset rules = near_elements_ruleset(seed);
    const World world = random_elements_world(70, 60, rules, seed);
    CAPTURE(seed);
    check_exact("elements", rules, world, 4, 41, {{"block", seed % 2 == 0 ? 8 : 32}});
  }
}

TEST_CASE("explanations of elements say of every cell what a watched frame of the whole world says") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Ruleset ruleset = near_elements_ruleset(seed);
    const World world = random_elements_world(97, 83, ruleset, seed);
    const StepSpan span = steps(seed, 1);
    const auto solver = scalar("elements", ruleset, world);
    const auto explainer = make_explainer("elements", ruleset);
    const elements::Rules rules(ruleset);
    const elements::Parameters parameters;
    const explain::Rulebook book(ruleset);
    for (std::size_t i = seed; i < world.cell_count(); i += 139) {
      const CellPoint cell = {static_cast<int>(i) % world.width(), static_cast<int>(i) / world.width()};
      elements::CellArea area = elements::cells_of(rules, world, {0, 0}, world.width(), world.height());
      std::vector<CellEvent> events;
      elements::ScalarFrame<CellWatch> frame(rules, parameters, area, CellWatch(cell, events));
      frame.run(span.seed, static_cast<std::uint32_t>(span.first_step));
      const Explanation said = explain(*explainer, cell, span, *solver, world);
      CAPTURE(seed, cell.x, cell.y);
      CHECK(said.next == area.cells[i].element);
      const auto is_same = [](const Reason& a, const Reason& b) {
        return a.sentence == b.sentence && a.line == b.line;
      };
      if (!events.empty()) CHECK(std::ranges::equal(said.reasons, book.reasons(cell, events), is_same));
    }
  }
}

TEST_CASE("an explanation of elements asks for few rows above the cell") {
  const Ruleset rules = ruleset_of("cell air 0 0 0 0\ncell sand 200 180 90 0.9\nrule sand air air sand\n");
  const World world(640, 400);
  const CellBox box =
      make_explainer("elements", rules)->window({320, 200}, steps(0, 1), *scalar("elements", rules, world), 640, 400);
  CHECK(box.y >= 200 - 4 * elements::kRowsBefore);
}

TEST_CASE("explanations of elements hold for large worlds, whose blocks lie far from the origin") {
  const Ruleset rules = near_elements_ruleset(3);
  check_exact("elements", rules, random_elements_world(700, 40, rules, 5), 2, 997, {{"block", 32}});
}

TEST_CASE("if stamps come from far away, explanations of elements say that they are not certain") {
  Ruleset rules = random_elements_ruleset(1);
  rules.discs.push_back({1, 2, 40, 1, 0});
  const World world = random_elements_world(40, 40, rules, 1);
  const auto solver = scalar("elements", rules, world);
  CHECK_FALSE(explain(*make_explainer("elements", rules), {20, 20}, steps(0, 1), *solver, world).certain);
}

namespace {

// Compares amounts with the result of the scalar solver, for every cell with a certain explanation.
std::size_t wrong_amounts(std::string_view automaton, Plane plane, const World& start, const Ruleset& rules,
                          int step_count, const std::vector<std::pair<std::string, double>>& parameters = {}) {
  const auto explainer = make_explainer(automaton, rules);
  const auto solver = scalar(automaton, rules, start);
  for (const auto& [name, value] : parameters) REQUIRE(solver->set_parameter(name, value));
  std::size_t wrong = 0, said = 0;
  for (int step = 0; step < step_count; ++step) {
    const World before = world_of(*solver);
    const StepSpan span = steps(static_cast<std::uint64_t>(step), 1);
    solver->step(span);
    const World after = world_of(*solver);
    for (std::size_t i = 0; i < before.cell_count(); ++i) {
      const CellPoint cell = {static_cast<int>(i) % before.width(), static_cast<int>(i) / before.width()};
      const Explanation explanation = explain(*explainer, cell, span, *solver, before);
      CHECK_FALSE(explanation.reasons.empty());
      if (!explanation.next_amount) continue;
      ++said;
      wrong += *explanation.next_amount != value_at(after, plane, i) ? 1 : 0;
    }
  }
  CHECK(said > 0);
  return wrong;
}

const Ruleset& field_ruleset() {
  static const Ruleset rules = ruleset_of(
      "cell air 0 0 0 0\n"
      "cell stone 90 90 90 1\n"
      "cell sand 200 180 90 0.9\n"
      "cell water 60 90 220 0.5\n"
      "cell spring 60 200 220 1\n"
      "cell hole 1 1 1 1\n"
      "liquid water\n"
      "faucet spring water\n"
      "drain hole\n");
  return rules;
}

}  // namespace

TEST_CASE("the steps of water and heights of sand are what explanations predict, to the last unit") {
  World water = random_world(17, 15, 6, 7, 3);
  for (std::size_t i = 0; i < water.cell_count(); ++i) {
    set_value(water, Plane::mass, i,
              static_cast<std::int32_t>(random_u32(1, 0, static_cast<std::uint32_t>(i), 0, 5) >> 7));
  }
  CHECK(wrong_amounts("water", Plane::mass, water, field_ruleset(), 6) == 0);
  CHECK(wrong_amounts("water", Plane::mass, water, field_ruleset(), 3, {{"walls", 0}}) == 0);
  World sand(17, 15);
  sand.add(Plane::wall);
  sand.add(Plane::wetness);
  for (std::size_t i = 0; i < sand.cell_count(); ++i) {
    const std::uint32_t random = random_u32(2, 0, static_cast<std::uint32_t>(i), 0, 5);
    set_value(sand, Plane::height, i, static_cast<std::int32_t>(random >> 13));
    if (random % 11 < 3) sand.bytes(Plane::wall)[i] = static_cast<std::uint8_t>(1 + random % 11);
    if (random % 5 == 0) sand.bytes(Plane::wetness)[i] = static_cast<std::uint8_t>(random >> 8);
  }
  CHECK(wrong_amounts("sandpile", Plane::height, sand, field_ruleset(), 6) == 0);
}

TEST_CASE("explanations of tiles and fastsab say what moves, and that they are not certain") {
  World world(5, 6);
  world.cell(2, 2) = 1;
  for (const std::string_view automaton : {"tiles", "fastsab"}) {
    const auto solver = scalar(automaton, swapping_ruleset(), world);
    const Explanation said =
        explain(*make_explainer(automaton, swapping_ruleset()), {2, 2}, steps(0, 1), *solver, world);
    CAPTURE(automaton, said.reasons[0].sentence);
    CHECK_FALSE(said.certain);
    CHECK(said.next == 0);
    CHECK(said.reasons[0].sentence.find("falls") != std::string::npos);
    for (int y = 0; y < 6; ++y) {
      for (int x = 0; x < 5; ++x)
        CHECK_FALSE(explain(*make_explainer(automaton, swapping_ruleset()), {x, y}, steps(0, 1), *solver, world)
                        .reasons.empty());
    }
  }
}

TEST_CASE("the explanation of a tile above a closed corner follows the parameter") {
  World world(3, 2);
  for (const int x : {0, 2}) world.cell(x, 0) = wall;
  world.cell(1, 0) = sand;
  world.cell(1, 1) = wall;
  const auto solver = scalar("tiles", swapping_ruleset(), world);
  const auto explainer = make_explainer("tiles", swapping_ruleset());
  const auto next = [&] { return explain(*explainer, {1, 0}, steps(0, 1), *solver, world).next; };
  CHECK(next() == sand);
  REQUIRE(solver->set_parameter("closed_corners", 0));
  CHECK(next() == air);
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
    // In conserving, random draws decide which cells form a pair.
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

TEST_CASE("a cell of conserving that strides says how far, and where it would come from") {
  World world(40, 3);
  for (int x = 0; x < 40; ++x) world.cell(x, 2) = wall, world.cell(x, 1) = x == 30 ? air : water;
  world.cell(8, 0) = water;
  const auto solver = scalar("conserving", swapping_ruleset(), world);
  const auto explainer = make_explainer("conserving", swapping_ruleset());
  for (std::uint64_t step = 0; step < 20'000; ++step) {
    REQUIRE(solver->upload(world).ok());
    solver->step(steps(step, 1));
    if (world_of(*solver).cell(30, 1) != water) continue;
    REQUIRE(solver->upload(world).ok());
    const Explanation gone = explain(*explainer, {8, 0}, steps(step, 1), *solver, world);
    REQUIRE(gone.reasons.size() == 1);
    CHECK(gone.reasons[0].sentence.find("22 columns to the right and one row lower") != std::string::npos);
    return;
  }
  FAIL("it has not strode");
}

TEST_CASE("cells of conserving that can sink but wait for the cells below say so") {
  const Ruleset rules = ruleset_of(
      "cell air 0 0 0 0\n"
      "cell mercury 200 180 90 0.9\n"
      "cell water 60 90 220 0.8\n"
      "cell oil 90 60 30 0.7\n"
      "rule mercury water water mercury\nrule water oil oil water\nrule mercury oil oil mercury\n");
  World world(1, 3);
  for (int y = 0; y < 3; ++y) world.cell(0, y) = static_cast<std::uint8_t>(y + 1);
  const auto solver = scalar("conserving", rules, world);
  const Explanation waits = explain(*make_explainer("conserving", rules), {0, 0}, steps(0, 1), *solver, world);
  CHECK(waits.next == 1);
  CHECK(waits.reasons[0].sentence == "Mercury can sink into water below, but the cells below move first in this step.");
}

TEST_CASE("an explanation of what does nothing says why") {
  const auto solver = scalar("conserving", swapping_ruleset(), World(5, 5));
  const auto explainer = make_explainer("conserving", swapping_ruleset());
  const Explanation said = explain(*explainer, {2, 2}, steps(0, 1), *solver, World(5, 5));
  CHECK(said.next == 0);
  REQUIRE(said.reasons.size() == 1);
  CHECK(said.reasons[0].sentence.find("All neighbours of this") != std::string::npos);
}

TEST_CASE("rules that an automaton cannot run have no explanations") {
  CHECK_FALSE(make_explainer("density", random_elements_ruleset(1)));
  CHECK_FALSE(make_explainer("none", swapping_ruleset()));
}

}  // namespace repose::test::explain_test
