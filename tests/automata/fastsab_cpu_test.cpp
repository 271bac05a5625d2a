// The cpu backend of fastsab gives the bytes of the scalar one, also where most is calm. It uses the widest vectors of
// the processor, and keeps the numbers of elements in 3, 5 or 8 planes of bits.
#include "automata/automaton_support.hpp"
#include "automata/only_target.hpp"
#include "repose/scene.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::fastsab_cpu_test {

namespace {

const Ruleset& seven() {
  static const Ruleset rules =
      read_config_file(std::filesystem::path(REPOSE_SOURCE_DIR) / "configs/fastsab.cfg").ruleset.value();
  return rules;
}

using Values = std::vector<std::pair<std::string_view, double>>;

}  // namespace

TEST_CASE("fastsab on cpu gives the bytes of scalar where a calm bed is disturbed, whether it is viewed or not") {
  constexpr std::uint8_t kVoid = 0, kSand = 1, kConcrete = 3, kAcid = 5, kWall = 7;
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
      const auto scalar = start("fastsab", Backend::scalar, seven(), bed);
      const auto cpu = start("fastsab", Backend::cpu, seven(), bed);
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

namespace {

// Every third element is a liquid. Frictions and densities of all kinds, and walls; each element dissolves another.
Ruleset many_elements(int count) {
  std::string config = "automaton fastsab\ncell void 0 0 0 0.01\n";
  for (int i = 1; i < count; ++i) {
    const std::string name = "e" + std::to_string(i);
    config += "cell " + name + " 1 " + std::to_string(i) + " 0 " + std::to_string(0.02 + (i * 7 % 31) * 0.03) + "\n";
    if (i % 3 == 0) config += "liquid " + name + "\n";
    if (i % 13 == 5) {
      config += "static " + name + "\n";
    } else {
      config += "friction " + name + " " + std::to_string(i % 9) + "\n";
    }
    if (i > 1)
      config +=
          "dissolve " + name + " e" + std::to_string(i * 5 % (i - 1) + 1) + " " + std::to_string(2 + i % 40) + "\n";
  }
  return ruleset_of(config);
}

constexpr std::array<StepSpan, 4> kSpans = {StepSpan{0, 1}, StepSpan{1, 4}, StepSpan{5, 11}, StepSpan{16, 70}};

// With each kind of vectors.
void match_scalar(const Ruleset& rules, const World& world, const Values& parameters) {
  const auto start = [&](Backend backend) {
    auto solver = test::start("fastsab", backend, rules, world);
    for (const auto& [name, value] : parameters) REQUIRE(solver->set_parameter(name, value));
    return solver;
  };
  const auto scalar = start(Backend::scalar);
  std::vector<std::uint64_t> hashes, active;
  for (const StepSpan& span : kSpans) {
    scalar->step(span);
    hashes.push_back(hash_of(*scalar));
    active.push_back(scalar->stats().active_cells);
  }
  for_each_target([&] {
    const auto cpu = start(Backend::cpu);
    for (std::size_t i = 0; i < kSpans.size(); ++i) {
      cpu->step(kSpans[i]);
      INFO(world.width() << " x " << world.height() << ", " << rules.elements.size() << " elements, after step "
                         << kSpans[i].first_step + kSpans[i].count);
      REQUIRE(hash_of(*cpu) == hashes[i]);
      REQUIRE(cpu->stats().active_cells == active[i]);
    }
    REQUIRE(cpu->stats().left_cells == scalar->stats().left_cells);
  });
}

}  // namespace

TEST_CASE("whatever vectors the processor has, fastsab on the cpu gives the bytes of scalar") {
  for (const int elements : {8, 9, 32, 33, 256}) {
    const Ruleset rules = many_elements(elements);
    match_scalar(rules, random_world(20, 70, elements, 5, 2), {});
    match_scalar(rules, random_world(9, 600, elements, 6, 3), {{"free_way", 1}});
  }
  const Ruleset rules = many_elements(8);
  for (const Values& values : std::vector<Values>{{{"borders", 0}},
                                                  {{"dissolving", 0}},
                                                  {{"sinkers_active", 0}},
                                                  {{"voids_active", 1}, {"alternate_scan", 1}, {"free_way", 1}}})
    match_scalar(rules, random_world(63, 65, 8, 3, 2), values);
  match_scalar(rules, random_world(1, 1, 8, 7), {});
  match_scalar(rules, random_world(1, 130, 8, 7, 2), {});
  match_scalar(rules, random_world(300, 1, 8, 7, 2), {});
  match_scalar(rules, random_world(10, 2200, 8, 8, 2), {});  // more rows than are worked off together
}

}  // namespace repose::test::fastsab_cpu_test
