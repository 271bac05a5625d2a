// What docs/automata.md says about the order of turns of elements: groups and blocks, late moves, waiting discs.
#include <cmath>

#include "automata/elements/lattice.hpp"
#include "automata/elements/stamps.hpp"
#include "automata/elements_small.hpp"
#include "repose/census.hpp"

using namespace repose;
using namespace repose::test;
using elements::Area;
using elements::Lattice;

namespace repose::test::elements_order_test {

namespace {

constexpr int kBlocks[] = {8, 16, 32};

template <class Visit>
void for_each_group(const Lattice& lattice, int pass, const Visit& visit) {
  for (int row = 0; row < lattice.rows(); ++row) {
    for (int column = 0; column < lattice.columns(); ++column)
      visit(lattice.group(lattice.pass_class(pass), column, row), lattice.block(lattice.pass_class(pass), column, row));
  }
}

// A slab of sand in the air, after 20 frames.
World slab_after_20(double block, std::uint64_t seed) {
  static const Ruleset rules =
      ruleset_of("//subversion 4.4\nelement Empty 0 0 0 0 1 0 0 1\nelement sand 1 1 1 .9 .5 .9 0 1\n");
  World world(120, 120);
  for (int y = 10; y < 60; ++y) {
    for (int x = 20; x < 100; ++x) world.cell(x, y) = 1;
  }
  const auto solver = make_solver(*make_registry().solver("elements", Backend::cpu), rules, world);
  REQUIRE(solver->set_parameter("block", block));
  solver->step({0, 20, seed, Bias::left});
  return world_of(*solver);
}

struct Slab {
  double mean_y = 0, holes = 0;  // empty cells below the first and above the last grain of a column
};

Slab slab_of(double block) {
  Slab slab;
  constexpr int kSeeds = 4;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const World now = slab_after_20(block, seed);
    slab.mean_y += take_census(now)[1].mean_y / kSeeds;
    for (int x = 30; x < 90; ++x) {
      int first = 120, last = 0, count = 0;
      for (int y = 0; y < 120; ++y) {
        if (now.cell(x, y) != 1) continue;
        first = std::min(first, y);
        last = y;
        ++count;
      }
      slab.holes += (last - first + 1 - count) / 60.0 / kSeeds;
    }
  }
  return slab;
}

}  // namespace

TEST_CASE("elements: the groups of four passes hold every cell inside the border once, s x s cells each") {
  for (const int block : kBlocks) {
    for (std::uint32_t frame = 0; frame < 40; ++frame) {
      const Lattice lattice(block, 1, frame, 75, 62);
      std::vector<int> turns(75 * 62);
      for (int pass = 0; pass < Lattice::kPasses; ++pass) {
        for_each_group(lattice, pass, [&](const Area& group, const Area&) {
          if (group.empty()) return;
          CHECK((group.x_end - group.x_begin <= block / 2 && group.y_end - group.y_begin <= block / 2));
          for (int y = group.y_begin; y < group.y_end; ++y) {
            for (int x = group.x_begin; x < group.x_end; ++x) {
              ++turns[static_cast<std::size_t>(y * 75 + x)];
              if (lattice.pass_of(x, y) != pass) FAIL_CHECK("pass_of");
            }
          }
        });
      }
      int wrong = 0;
      for (int i = 0; i < 75 * 62; ++i) {
        const bool border = i % 75 == 0 || i % 75 == 74 || i / 75 == 0 || i / 75 == 61;
        wrong += turns[static_cast<std::size_t>(i)] != (border ? 0 : 1);
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("elements: the blocks of a pass cover the world without overlap, with a rim of s / 2 around each group") {
  for (const int block : kBlocks) {
    for (std::uint32_t frame = 0; frame < 20; ++frame) {
      const Lattice lattice(block, 3, frame, 90, 70);
      for (int pass = 0; pass < Lattice::kPasses; ++pass) {
        std::vector<int> covered(90 * 70);
        for_each_group(lattice, pass, [&](const Area& group, const Area& all) {
          for (int y = all.y_begin; y < all.y_end; ++y) {
            for (int x = all.x_begin; x < all.x_end; ++x) ++covered[static_cast<std::size_t>(y * 90 + x)];
          }
          const int rim = block / 4;
          if (group.x_begin > block && group.x_end < 90 - block && group.y_begin > block && group.y_end < 70 - block) {
            CHECK((all.x_begin == group.x_begin - rim && all.x_end == group.x_end + rim));
            CHECK((all.y_begin == group.y_begin - rim && all.y_end == group.y_end + rim));
          }
        });
        CHECK(std::ranges::all_of(covered, [](int count) { return count == 1; }));
      }
    }
  }
}

TEST_CASE(
    "elements: in every frame the lattice is shifted by a multiple of 2 below s, and the lower groups come first") {
  for (const int block : kBlocks) {
    std::vector<int> shifts_x(32), shifts_y(32);
    int columns_swapped = 0;
    for (std::uint32_t frame = 0; frame < 400; ++frame) {
      const Lattice lattice(block, 5, frame, 100, 100);
      const int x = lattice.period_x() + block, y = lattice.period_y() + block;
      REQUIRE((x % 2 == 0 && x >= 0 && x < block / 2 && y % 2 == 0 && y >= 0 && y < block / 2));
      ++shifts_x[static_cast<std::size_t>(x)];
      ++shifts_y[static_cast<std::size_t>(y)];
      columns_swapped += lattice.first_column();
      for (int pass = 0; pass < 4; ++pass) CHECK(lattice.pass_class(pass).row == (pass < 2 ? 1 : 0));
      CHECK(lattice.pass_class(0).column != lattice.pass_class(1).column);
    }
    for (int shift = 0; shift < block / 2; shift += 2)
      CHECK((shifts_x[static_cast<std::size_t>(shift)] > 0 && shifts_y[static_cast<std::size_t>(shift)] > 0));
    CHECK(std::abs(columns_swapped - 200) < 40);
  }
}

TEST_CASE(
    "elements: a cell of a lower group can be held up by the upper group below it, and then slides in a late pass") {
  for (const int block : kBlocks) {
    for (std::uint32_t frame = 0; frame < 20; ++frame) {
      const Lattice lattice(block, 7, frame, 80, 90);
      int rightwards = 0, rows = 0;
      for (int y = 1; y < 89; ++y) {
        const bool is_lower = lattice.pass_of(40, y) < 2;
        const int below = lattice.held_up_by(y);
        CHECK((below >= 0) == is_lower);
        if (!is_lower) continue;
        CHECK((below > y && below - y <= block / 2));
        CHECK((below == 89 || lattice.pass_of(40, below) >= 2));
        for (int row = y + 1; row < below; ++row) CHECK(lattice.pass_of(40, row) < 2);
        const Area spans{30, 1, 50, 20};
        for (int pass = 0; pass < 4; ++pass) CHECK(lattice.slides_now(spans, pass, 40, y) == (pass >= 2));
        CHECK_FALSE(lattice.slides_now(spans, 3, 50, y));  // another group spans its column
        ++rows;
        rightwards += lattice.rightwards(spans, y);
      }
      CHECK((rightwards > 0 && rightwards < rows));  // a coin for each row
    }
  }
}

TEST_CASE(
    "elements: a falling slab of sand stays together with blocks of 32, and comes apart a little with blocks of 8") {
  const Slab original = slab_of(0), large = slab_of(32), small = slab_of(8);
  INFO("mean rows " << original.mean_y << ", " << large.mean_y << ", " << small.mean_y << "; holes " << original.holes
                    << ", " << large.holes << ", " << small.holes);
  CHECK(std::abs(large.mean_y - original.mean_y) < 0.5);
  CHECK(large.holes < 1.5 * original.holes + 1);
  CHECK(small.holes > large.holes);
  CHECK(small.mean_y > original.mean_y - 3);
}

// ---- discs that reach beyond their block ----

TEST_CASE("elements: a disc whose centre is inside a higher one is void, and of the others the higher wins") {
  const auto draw = [](int second_x, std::uint32_t first_key, std::uint32_t second_key) {
    std::vector<elements::Stamp> stamps(2);
    stamps[0] = {.x = 12, .y = 12, .key = first_key, .block = 0, .element = 1, .radius = 6};
    stamps[1] = {.x = second_x, .y = 12, .key = second_key, .block = 1, .element = 2, .radius = 6};
    World world(40, 25);
    elements::draw_stamps(stamps, 40, 25, [&](int x, int y, std::uint8_t element) { world.cell(x, y) = element; });
    return world;
  };
  CHECK(count_of(draw(16, 500, 900), 1) == 0);
  CHECK(count_of(draw(16, 900, 500), 2) == 0);
  const World right = draw(21, 500, 900), left = draw(21, 900, 500);
  CHECK((right.cell(16, 12) == 2 && left.cell(16, 12) == 1));  // a cell of both
  CHECK((count_of(right, 1) > 50 && count_of(left, 2) > 50));
  // Of equal keys that of the later block is higher, but makes no other void.
  const World equal = draw(16, 500, 500);
  CHECK((equal.cell(14, 12) == 2 && equal.cell(7, 12) == 1));
}

TEST_CASE("elements: a key is 21 random bits, then the element") {
  CHECK(elements::stamp_key(0xffffffffu, 7) == (0x1fffffu << 8 | 7));
  CHECK(elements::stamp_key(0x000007ffu, 255) == 255);
}

TEST_CASE("elements: no disc fills the border") {
  World world(20, 20);
  elements::Stamp stamp{.x = 2, .y = 2, .key = 1, .element = 1, .radius = 8};
  elements::draw_stamp(stamp, 20, 20, [&](int x, int y, std::uint8_t element) { world.cell(x, y) = element; });
  for (int i = 0; i < 20; ++i) CHECK((world.cell(i, 0) == 0 && world.cell(0, i) == 0));
  CHECK(world.cell(1, 1) == 1);
}

TEST_CASE("elements: a block has at most one waiting disc in a pass") {
  const SmallElements bombs(
      "element a 1 1 1 0 0 1 0 1\nelement b 2 2 2 0 0 1 0 1\nelement c 3 3 3 0 0 1 0 1\npexplosion a b 16 c\n", [] {
        Rows rows(60, std::string(60, '.'));
        rows[30].replace(22, 2, "ab").replace(32, 2, "ab");
        return rows;
      }());
  int together = 0, apart = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SmallElements frame = bombs;
    const World now = frame.seed(seed).after(1);
    if (now.cell(22, 29) != 3 || now.cell(32, 29) != 3) continue;  // both have exploded
    const Lattice lattice(32, seed, 0, 60, 60);
    bool same = false;
    for_each_group(lattice, lattice.pass_of(22, 30), [&](const Area& group, const Area&) {
      same = same || (group.contains(22, 30) && group.contains(32, 30));
    });
    const int filled = (now.cell(22, 23) == 3) + (now.cell(32, 23) == 3);
    CHECK(filled == (same ? 1 : 2));
    ++(same ? together : apart);
  }
  CHECK((together > 3 && apart > 3));
}

}  // namespace repose::test::elements_order_test
