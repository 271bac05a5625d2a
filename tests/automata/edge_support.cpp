#include "automata/edge_support.hpp"

#include <catch2/catch.hpp>

#include "automata/automaton_support.hpp"

namespace repose::test {

namespace {

struct Size {
  int width, height;
};
constexpr Size kSizes[] = {{1, 1}, {1, 17}, {17, 1}, {2, 2}, {2, 9}, {63, 65}, {257, 129}};

// 256 elements with undefined pairs on a background whose density is not 0: the density plane is carried beside the
// indices.
Ruleset crowded_ruleset() {
  Ruleset ruleset = vanishing_ruleset();
  const std::size_t named = ruleset.elements.size();
  while (ruleset.elements.size() < kElementsMax) {
    const auto index = static_cast<std::uint8_t>(ruleset.elements.size());
    Element element = ruleset.elements[1 + index % (named - 1)];
    element.name += std::to_string(index);
    ruleset.elements.push_back(element);
    if (index % 5 != 0) ruleset.reactions.push_back({index, 0, 0, index, 0});
  }
  return ruleset;
}

std::vector<std::uint64_t> left(const Solver& solver) {
  const auto counts = solver.left_by_element();
  return {counts.begin(), counts.end()};
}

// download() first: only then is a gpu backend's count exact.
void require_equal(const Solver& scalar, const Solver& other) {
  REQUIRE(world_of(other) == world_of(scalar));
  REQUIRE(left(other) == left(scalar));
  REQUIRE(other.stats().left_cells == scalar.stats().left_cells);
  REQUIRE(other.health().ok());
}

}  // namespace

std::unique_ptr<Solver> make_open_solver(const SolverEntry& entry, const Ruleset& ruleset, const World& world,
                                         int threads) {
  auto solver = make_solver(entry, ruleset, world, threads);
  REQUIRE(solver->set_parameter("open_edge", 1));
  return solver;
}

void check_open_worlds(const SolverEntry& scalar, const SolverEntry& other, const std::vector<int>& thread_counts,
                       std::uint64_t step_count) {
  const Ruleset crowded = crowded_ruleset();
  for (const Ruleset* ruleset : {&reacting_ruleset(), &swapping_ruleset(), &vanishing_ruleset(), &crowded}) {
    for (const Size& size : kSizes) {
      const World start = random_world(size.width, size.height, static_cast<int>(ruleset->elements.size()), 31);
      for (const int threads : thread_counts) {
        INFO(size.width << " x " << size.height << ", " << ruleset->elements.size() << " elements, " << threads
                        << " threads");
        const auto expected = make_open_solver(scalar, *ruleset, start);
        const auto actual = make_open_solver(other, *ruleset, start, threads);
        for (std::uint64_t done = 0, slice = 1; done < step_count; done += slice, slice = slice % 53 + 7) {
          slice = std::min(slice, step_count - done);
          expected->step(steps(done, slice));
          actual->step(steps(done, slice));
        }
        require_equal(*expected, *actual);
        if (size.width > 9) CHECK(actual->stats().left_cells > 0);
      }
    }
  }
}

void check_toggled_edge(const SolverEntry& scalar, const SolverEntry& other) {
  const World start = random_world(150, 70, 5, 33);
  const auto expected = make_solver(scalar, swapping_ruleset(), start);
  const auto actual = make_solver(other, swapping_ruleset(), start, 2);
  const auto both = [&](const auto& order) {
    order(*expected);
    order(*actual);
  };
  std::uint64_t now = 0;
  for (int round = 0; round < 8; ++round) {
    const bool open = round % 3 != 1;
    both([&](Solver& solver) {
      CHECK(solver.set_parameter("open_edge", open));
      solver.apply(RectEdit{{round * 9, 0}, {round * 9 + 20, 5}, static_cast<std::uint8_t>(1 + round % 3), {}});
      solver.apply(RectEdit{{0, 60}, {3, 69}, sand, air});
      solver.step(steps(now, 41));
    });
    now += 41;
    require_equal(*expected, *actual);
  }
  both([&](Solver& solver) {
    REQUIRE(solver.load(reacting_ruleset()).ok());
    REQUIRE(solver.upload(start).ok());
    solver.set_parameter("open_edge", 1);
    solver.step(steps(0, 50));
  });
  require_equal(*expected, *actual);
}

}  // namespace repose::test
