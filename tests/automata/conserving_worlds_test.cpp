// All possible small worlds: whatever the draws, the matter stays the same, and walls do not move.
#include <array>

#include "automata/automaton_support.hpp"
#include "support.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::conserving_worlds_test {

namespace {

struct Size {
  int width, height;
};

// Air, sand and oil; or air, sand and wall.
Ruleset three(bool with_wall) {
  return ruleset_of(
      std::string("cell air 0 0 0 0.1\ncell sand 9 9 9 0.95\n") +
      (with_wall ? "cell wall 5 5 5 1\nrule sand air air sand\nrule wall air air wall\nrule wall sand sand wall\n"
                 : "cell oil 5 5 5 0.5\nrule sand air air sand\nrule oil air air oil\nrule sand oil oil sand\n"));
}
constexpr std::uint8_t kThird = 2;

std::uint64_t world_count(Size size) {
  std::uint64_t count = 1;
  for (int k = 0; k < size.width * size.height; ++k) count *= 3;
  return count;
}

// World `number` of that size at (left, top).
void draw_world(World& into, int left, int top, Size size, std::uint64_t number) {
  for (int k = 0; k < size.width * size.height; ++k, number /= 3) {
    into.cell(left + k % size.width, top + k / size.width) = static_cast<std::uint8_t>(number % 3);
  }
}

// Runs each world alone, with each of the first `starts` steps.
void check_alone(Size size, std::uint64_t starts) {
  for (const bool with_wall : {false, true}) {
    World world(size.width, size.height), after;
    const auto solver = start("conserving", Backend::scalar, three(with_wall), world);
    std::uint64_t spoilt = 0;
    for (std::uint64_t number = 0; number < world_count(size); ++number) {
      draw_world(world, 0, 0, size, number);
      for (std::uint64_t first = 0; first < starts; ++first) {
        [[maybe_unused]] const Status status = solver->upload(world);
        solver->step(steps(first + number % 7, 1));
        solver->download(after);
        spoilt += !std::is_permutation(after.cells().begin(), after.cells().end(), world.cells().begin());
        for (std::size_t i = 0; with_wall && i < world.cell_count(); ++i) {
          spoilt += (world.cells()[i] == kThird) != (after.cells()[i] == kThird);
        }
      }
    }
    INFO(size.width << " x " << size.height << (with_wall ? " with walls" : ""));
    CHECK(spoilt == 0);
  }
}

// All worlds in one large one, each framed by walls, over many steps.
void check_framed(Size size, Backend backend, std::uint64_t count) {
  constexpr int kAcross = 243;
  Ruleset rules = three(true);
  const int down = static_cast<int>(world_count(size) / kAcross);
  World all(kAcross * (size.width + 1) + 1, down * (size.height + 1) + 1);
  std::ranges::fill(all.cells(), kThird);
  const auto left = [&](int slot) { return slot % kAcross * (size.width + 1) + 1; };
  const auto top = [&](int slot) { return slot / kAcross * (size.height + 1) + 1; };
  for (int slot = 0; slot < kAcross * down; ++slot)
    draw_world(all, left(slot), top(slot), size, static_cast<std::uint64_t>(slot));
  const auto solver = start("conserving", backend, rules, all);
  solver->step(steps(0, count));
  const World after = world_of(*solver);
  int spoilt = 0;
  for (int slot = 0; slot < kAcross * down; ++slot) {
    std::array<int, 3> counts{};
    for (int y = top(slot); y < top(slot) + size.height; ++y) {
      for (int x = left(slot); x < left(slot) + size.width; ++x) {
        ++counts[all.cell(x, y)];
        --counts[after.cell(x, y)];
      }
    }
    spoilt += counts != std::array<int, 3>{};
  }
  for (std::size_t i = 0; i < all.cell_count(); ++i)
    spoilt += (all.cells()[i] == kThird) != (after.cells()[i] == kThird);
  INFO(size.width << " x " << size.height << " on " << backend_name(backend));
  CHECK(spoilt == 0);
}

}  // namespace

TEST_CASE("conserving: no world of 3 x 3 cells and less loses anything in any step, nor moves a wall") {
  for (const Size size : {Size{1, 1}, {1, 2}, {2, 1}, {2, 2}, {2, 3}, {3, 2}, {1, 6}, {6, 1}}) check_alone(size, 32);
  check_alone({3, 3}, 4);
}

TEST_CASE(
    "conserving: no world of 3 x 4 cells of air, sand and wall loses anything over many steps, nor moves a wall") {
  check_framed({3, 3}, Backend::scalar, 20);
  check_framed({3, 3}, Backend::cpu, 500);
  check_framed({3, 4}, Backend::cpu, 60);
}

TEST_CASE("long: every small world, from many steps", "[.long]") {
  for (const Size size : {Size{3, 3}, {2, 5}, {5, 2}, {1, 8}, {8, 1}, {2, 4}, {4, 2}}) check_alone(size, 16);
  for (const Size size : {Size{3, 4}, {4, 3}}) check_alone(size, 4);
  check_framed({3, 4}, Backend::cpu, 2000);
}

}  // namespace repose::test::conserving_worlds_test
