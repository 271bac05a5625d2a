// The cpu backend of conserving uses the widest vectors of the processor. All kinds of vectors must give the bytes of
// scalar.cpp.
#include "automata/automaton_support.hpp"
#include "automata/conserving_support.hpp"
#include "automata/only_target.hpp"
#include "repose/scene.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::conserving_vectors_test {

namespace {

// Without draws the sub-steps look up what a pair becomes.
Ruleset certain(Ruleset rules) {
  for (Reaction& rule : rules.reactions) rule.probability = 1;
  return rules;
}

std::vector<Ruleset> rulesets() {
  std::vector<Ruleset> rules = {swapping_ruleset(), reacting_ruleset(), powder_rules(), *scene_ruleset("churn")};
  for (const int count : {3, 5, 7, 8, 12, 16}) {
    for (const std::uint32_t seed : {1u, 2u}) {
      rules.push_back(random_conserving_rules(count, 40 * seed + static_cast<std::uint32_t>(count)));
      rules.push_back(certain(rules.back()));
    }
  }
  return rules;
}

std::uint64_t hash_after(Backend backend, const Ruleset& rules, const World& start, int passes, bool wraps) {
  static const Registry registry = make_registry();
  const auto solver = make_solver(*registry.solver("conserving", backend), rules, start, 2);
  solver->set_parameter("flow", passes);
  solver->set_parameter("side_borders", wraps ? 2 : 0);
  solver->step(steps(0, 9));
  return hash_of(*solver);
}

// On scalar, and then with each kind of vectors.
void match_scalar(const Ruleset& rules, int width, int height, int passes, bool wraps) {
  const World start = random_world(width, height, static_cast<int>(rules.elements.size()), 12);
  const std::uint64_t expected = hash_after(Backend::scalar, rules, start, passes, wraps);
  for_each_target([&] {
    INFO(rules.elements.size() << " elements, " << width << " x " << height << ", flow " << passes
                               << (wraps ? ", wraps" : ""));
    CHECK(hash_after(Backend::cpu, rules, start, passes, wraps) == expected);
  });
}

}  // namespace

TEST_CASE("conserving: whatever vectors the processor has, the cpu gives the bytes of scalar") {
  for (const Ruleset& rules : rulesets()) {
    match_scalar(rules, 300, 70, 3, false);
    match_scalar(rules, 130, 40, 2, true);
    match_scalar(rules, 67, 40, 1, true);
  }
  match_scalar(*scene_ruleset("churn"), 64 * 33 + 3, 9, 3, true);  // wider than two vectors of words
}

}  // namespace repose::test::conserving_vectors_test
