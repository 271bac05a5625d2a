// The cpu backend of the density automaton uses the widest vectors of the processor. All kinds of vectors must give the
// bytes of scalar.cpp.
#include "automata/automaton_support.hpp"
#include "automata/only_target.hpp"
#include "repose/scene.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::density_vectors_test {

namespace {

// The largest number of elements; some pairs have no rule, so the density plane is carried.
Ruleset full_vanishing_ruleset() {
  Ruleset ruleset = *scene_ruleset("churn-256");
  ruleset.reactions.resize(ruleset.reactions.size() / 2);
  return ruleset;
}

void match_scalar(const Ruleset& ruleset, const World& start) {
  static const Registry registry = make_registry();
  const auto scalar = make_solver(*registry.solver("density", Backend::scalar), ruleset, start);
  const auto solver = make_solver(*registry.solver("density", Backend::cpu), ruleset, start, 2);
  for (const StepSpan& span : {steps(0, 1), steps(1, 2), steps(3, 3), steps(6, 13), steps(19, 8, Bias::right)}) {
    scalar->step(span);
    solver->step(span);
    INFO(start.width() << " x " << start.height() << ", after step " << span.first_step + span.count);
    REQUIRE(hash_of(*solver) == hash_of(*scalar));
  }
}

void match_scalar(const Ruleset& ruleset, int width, int height) {
  match_scalar(ruleset, random_world(width, height, static_cast<int>(ruleset.elements.size()), 12));
}

// Most areas of these worlds are narrow.
World patches() {
  World world(1024, 512);
  REQUIRE(find_scene("churn-patches")->fill(world, *scene_ruleset("churn-patches"), 1));
  return world;
}

}  // namespace

TEST_CASE("whatever vectors the processor has, density on the cpu gives the bytes of scalar") {
  for_each_target([] {
    for (const Ruleset& ruleset :
         {swapping_ruleset(), vanishing_ruleset(), *scene_ruleset("churn-256"), full_vanishing_ruleset()}) {
      match_scalar(ruleset, 1, 1);
      match_scalar(ruleset, 66, 65);
      match_scalar(ruleset, 300, 70);
    }
    match_scalar(*scene_ruleset("churn"), 64 * 65 + 3, 9);  // wider than an area
    match_scalar(*scene_ruleset("churn-patches"), patches());
    match_scalar(swapping_ruleset(), random_world(300, 200, 5, 12, 2000));  // single grains, some near the edges
  });
}

}  // namespace repose::test::density_vectors_test
