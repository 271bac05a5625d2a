// The cpu backend of fastsab gives the bytes of the scalar one, under every parameter.
#include "automata/automaton_support.hpp"
#include "repose/scene.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::fastsab_exact_test {

namespace {

const Ruleset& seven() {
  static const Ruleset rules =
      read_config_file(std::filesystem::path(REPOSE_SOURCE_DIR) / "configs/fastsab.cfg").ruleset.value();
  return rules;
}

using Values = std::vector<std::pair<std::string_view, double>>;

void check_exact(const Ruleset& rules, const World& world, const Values& parameters) {
  static const Registry registry = make_registry();
  const auto scalar = make_solver(*registry.solver("fastsab", Backend::scalar), rules, world);
  const auto cpu = make_solver(*registry.solver("fastsab", Backend::cpu), rules, world);
  for (Solver* solver : {scalar.get(), cpu.get()}) {
    for (const auto& [name, value] : parameters) REQUIRE(solver->set_parameter(name, value));
  }
  for (const StepSpan& span : {steps(0, 1), steps(1, 1), steps(2, 60), steps(62, 7, Bias::right), steps(69, 60)}) {
    scalar->step(span);
    cpu->step(span);
    INFO(world.width() << " x " << world.height() << ", after step " << span.first_step + span.count);
    for (const auto& [name, value] : parameters) UNSCOPED_INFO(name << " = " << value);
    REQUIRE(hash_of(*cpu) == hash_of(*scalar));
    REQUIRE(cpu->stats().left_cells == scalar->stats().left_cells);
    REQUIRE(cpu->stats().active_cells == scalar->stats().active_cells);
  }
}

}  // namespace

TEST_CASE("fastsab on cpu gives the bytes of scalar under every parameter") {
  for (const auto& [width, height] : {std::pair{63, 65}, {130, 64}, {40, 300}}) {
    World lumps(width, height);
    REQUIRE(find_scene("sab-400k")->fill(lumps, seven(), 2).ok());
    for (const World& world : {random_world(width, height, 8, 3), random_world(width, height, 8, 4, 3), lumps}) {
      check_exact(seven(), world, {});
      check_exact(seven(), world, {{"borders", 0}});
      check_exact(seven(), world, {{"dissolving", 0}});
      check_exact(seven(), world, {{"free_way", 1}});
      check_exact(seven(), world, {{"alternate_scan", 1}});
      check_exact(seven(), world, {{"sinkers_active", 0}});
      check_exact(seven(), world, {{"voids_active", 1}});
      check_exact(seven(), world, {{"voids_active", 1}, {"alternate_scan", 1}, {"borders", 0}, {"free_way", 1}});
    }
  }
}

TEST_CASE("fastsab on cpu gives the bytes of scalar for substances of one's own") {
  const Ruleset odd = ruleset_of(R"(
cell void 0 0 0 0.2
cell a 1 0 0 0.5
cell b 2 0 0 0.4
cell c 3 0 0 0.9
cell d 4 0 0 0.1
cell e 5 0 0 0.3
automaton fastsab
liquid a
liquid b
friction a 5
friction b 4
friction c 7
friction e 3
dissolve a a 3
dissolve d c 4
dissolve e d 2
)");
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    check_exact(odd, random_world(90, 80, 6, seed), {});
    check_exact(odd, random_world(90, 80, 6, seed), {{"voids_active", 1}, {"sinkers_active", 0}});
    check_exact(odd, random_world(90, 80, 6, seed, 2), {{"alternate_scan", 1}});
  }
}

TEST_CASE("fastsab on cpu gives the bytes of scalar where a calm bed is disturbed, whether it is viewed or not") {
  constexpr std::uint8_t kVoid = 0, kSand = 1, kConcrete = 3, kAcid = 5, kWall = 7;
  static const Registry registry = make_registry();
  const std::vector<std::pair<int, RectEdit>> edits = {
      {12, {{60, 40}, {60, 40}, kVoid, {}}},   {20, {{30, 20}, {31, 24}, kSand, {}}},
      {21, {{2, 79}, {2, 79}, kConcrete, {}}}, {50, {{64, 38}, {64, 38}, kAcid, {}}},
      {51, {{118, 0}, {118, 0}, kSand, {}}},   {90, {{80, 60}, {81, 60}, kVoid, {}}},
      {100, {{50, 61}, {50, 61}, kVoid, {}}},
  };
  World bed(120, 80);
  for (int x = 10; x < 110; ++x) {
    for (int y = 40; y < 80; ++y) bed.cell(x, y) = y < 60 && x != 70 ? kSand : kWall;
  }
  for (const Values& parameters : {Values{}, {{"borders", 0}}, {{"alternate_scan", 1}}, {{"voids_active", 1}}}) {
    for (const int view_every : {1, 3, 1000}) {
      const auto scalar = make_solver(*registry.solver("fastsab", Backend::scalar), seven(), bed);
      const auto cpu = make_solver(*registry.solver("fastsab", Backend::cpu), seven(), bed);
      const auto both = [&](const auto& use) { use(*scalar), use(*cpu); };
      for (const auto& parameter : parameters)
        both([&](Solver& solver) { solver.set_parameter(parameter.first, parameter.second); });
      for (int step = 0; step < 120; ++step) {
        for (const auto& planned : edits) {
          if (planned.first == step) both([&](Solver& solver) { solver.apply(planned.second); });
        }
        if (step % view_every == 0) (void)cpu->view();
        both([&](Solver& solver) { solver.step(steps(static_cast<std::uint64_t>(step), 1)); });
        INFO("step " << step << ", viewed every " << view_every);
        for (const auto& [name, value] : parameters) UNSCOPED_INFO(name << " = " << value);
        REQUIRE(hash_of(*cpu) == hash_of(*scalar));
      }
      REQUIRE(cpu->stats().left_cells == scalar->stats().left_cells);
    }
  }
}

}  // namespace repose::test::fastsab_exact_test
