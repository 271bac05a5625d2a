// What docs/automata.md says about a turn of elements: its order, its chances, and the faults of wxSand that are gone.
#include <cmath>

#include "automata/elements/elements.hpp"
#include "automata/elements_small.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::elements_turns_test {

namespace {

using Small = SmallElements;

// Elements a to d that never move and conduct nothing, of density 1, but a with these numbers: gravity slip density
// conductivity.
std::string still(const std::string& of_a = "0 0 1 0") {
  return "element a 1 1 1 " + of_a +
         " 1\nelement b 2 2 2 0 0 1 0 1\nelement c 3 3 3 0 0 1 0 1\nelement d 4 4 4 0 0 1 0 1\n";
}
const Rows kSurrounded = {"#####", "#bbb#", "#bab#", "#bbb#", "#####"};

int y_speed_at(const World& world, int x, int y) {
  return static_cast<std::int8_t>(world.bytes(Plane::velocity)[2 * world.index(x, y) + 1]);
}

// Checks a count of independent events against the number of trials and the probability: within four deviations.
void check_share(int count, int trials, double probability) {
  INFO(count << " of " << trials << ", expected " << trials * probability);
  CHECK(std::abs(count - trials * probability) <= 4 * std::sqrt(trials * probability * (1 - probability)));
}

}  // namespace

TEST_CASE("elements: element 0 is nothing and has no turn, whatever its rules say") {
  const Small rules("element a 1 1 1 0 0 1 0 1\nself 1 Empty 1 a\nneighbor 1 Empty a 1 a a\n",
                    {"#####", "#...#", "#.a.#", "#####"});
  CHECK(rules.rows_after(20) == Rows{"#####", "#...#", "#.a.#", "#####"});
}

TEST_CASE(
    "elements: source m of n pours into ten columns from W div (n + 1) m on, a draw in four, over what is there") {
  Small taps("sources a b\n" + still(), {std::string(61, '#'), "#" + std::string(59, 'c') + "#",
                                         "#" + std::string(59, 'c') + "#", std::string(61, '#')});
  int poured = 0;
  taps.count_frames(300, [&](const World& now) {
    for (int x = 0; x < 61; ++x) {
      const int source = x >= 20 && x < 30 ? 1 : x >= 40 && x < 50 ? 2 : 3;
      if (now.cell(x, 1) == 0 || now.cell(x, 1) == 3) continue;
      CHECK(now.cell(x, 1) == source);
      poured += source == 1;
    }
    for (int x = 20; x < 30; ++x) CHECK((now.cell(x, 1) == 1) == (now.cell(x + 20, 1) == 2));  // one draw for all
    return true;
  });
  check_share(poured, 3000, 0.25);
}

TEST_CASE("elements: a cell that reacted earlier in the frame has no turn any more") {
  const Small chain(still() + "neighbor 1 a b 1 c a\nneighbor 1 a c 1 d d\n", {"####", "#ab#", "####"});
  CHECK(chain.count_frames(60, [](const World& now) { return now.cell(1, 1) == 3; }) > 10);
  CHECK(chain.count_frames(60, [](const World& now) { return count_of(now, 4) > 0; }) == 0);
}

TEST_CASE("elements: a cell that exchanged heat earlier in the frame has no turn any more") {
  Small pair(still("0 0 1 1") + "self 1 b 1 c\n", {"####", "#ab#", "####"});
  pair.energy(2, 1, 80).set("ambient", 0);
  const int stayed = pair.count_frames(200, [](const World& now) {
    if (now.cell(2, 1) == 2) CHECK(energy_at(now, 1, 1) == 80);
    return now.cell(2, 1) == 2;
  });
  CHECK(stayed > 20);
}

TEST_CASE("elements: a cell that decays, or stamps an item, does not move in that frame") {
  const Small ember(still() + "element sand 5 5 5 1 1 2 0 1\nself 1 a 1 sand\n", {"###", "#a#", "#.#", "#.#", "###"});
  CHECK(ember.count_frames(40, [](const World& now) { return now.cell(1, 1) == 5; }) == 40);
}

TEST_CASE("elements: a speed loses 1 in a turn, and then is a chance in hundredths to swap with the next cell") {
  Small stone(still(), {"#######", "#bbbbb#", "#bbabb#", "#bbbbb#", "#######"});
  stone.speed(3, 2, -31, 0);
  const int flown = stone.count_frames(1000, [](const World& now) {
    const int x = now.cell(2, 2) == 1 ? 2 : 3;
    CHECK((now.cell(x, 2) == 1 && x_speed_at(now, x, 2) == -30));
    return x == 2;
  });
  check_share(flown, 1000, 0.3);
}

TEST_CASE("elements: a cell flies sideways first, and then its turn is over") {
  Small stone(still(), {"#####", "#...#", "#.a.#", "#...#", "#####"});
  stone.speed(2, 2, 101, 101);
  CHECK(stone.count_frames(40, [](const World& now) {
    return now.cell(3, 2) == 1 && x_speed_at(now, 3, 2) == 100 && y_speed_at(now, 3, 2) == 101;
  }) == 40);
}

TEST_CASE("elements: a conductivity c over 1 heats by round(99 (c - 1)) in a turn, to 99 at most") {
  const Small hot(still("0 0 1 1.5"), kSurrounded);
  CHECK(energy_at(hot.after(1), 2, 2) == 50);
  CHECK(energy_at(hot.after(2), 2, 2) == 99);
}

TEST_CASE("elements: beside nothing, energy moves 1 towards the ambient temperature with probability c / 10") {
  const Small metal(still("0 0 1 .5"), {"####", "#a.#", "####"});
  check_share(metal.count_frames(2000, [](const World& now) { return energy_at(now, 1, 1) == 1; }), 2000, 0.05);
  const Small inside(still("0 0 1 .5"), {"###", "#a#", "###"});  // the border is nothing too
  check_share(inside.count_frames(2000, [](const World& now) { return energy_at(now, 1, 1) == 1; }), 2000, 0.05);
  const Small enclosed(still("0 0 1 .5"), kSurrounded);
  CHECK(enclosed.count_frames(300, [](const World& now) { return energy_at(now, 2, 2) == 1; }) == 0);
}

TEST_CASE("elements: a coin chooses the four orthogonal or the four diagonal neighbours, each once, in random order") {
  const Small all(still() + "neighbor 1 a b 1 a c\n", kSurrounded);
  const Rows orthogonal = {".....", ".bcb.", ".cac.", ".bcb.", "....."},
             diagonal = {".....", ".cbc.", ".bab.", ".cbc.", "....."};
  const std::map<char, std::uint8_t> letters = {{'.', 0}, {'a', 1}, {'b', 2}, {'c', 3}};
  check_share(all.count_frames(400,
                               [&](const World& now) {
                                 CHECK((rows_of(now, letters) == orthogonal || rows_of(now, letters) == diagonal));
                                 return rows_of(now, letters) == orthogonal;
                               }),
              400, 0.5);
  const Small first(still() + "neighbor 1 a b 1 d c\n", kSurrounded);  // only the first neighbour still meets an a
  int met[25] = {};
  CHECK(first.count_frames(1600, [&](const World& now) {
    ++met[std::ranges::find(now.cells(), std::uint8_t{3}) - now.cells().begin()];
    return count_of(now, 3) == 1;
  }) == 1600);
  for (const int i : {6, 7, 8, 11, 13, 16, 17, 18}) check_share(met[i], 1600, 0.125);
}

TEST_CASE("elements: conductivity times the difference of energies flows into the cell, rounded up") {
  Small pair(still("0 0 1 .5"), {"####", "#ab#", "####"});
  pair.energy(2, 1, 81).set("ambient", 0);
  const int flowed = pair.count_frames(200, [](const World& now) {
    const int taken = energy_at(now, 1, 1);
    CHECK((taken == 0 || taken == 41));
    CHECK(energy_at(now, 2, 1) == 81 - taken);
    return taken == 41;
  });
  check_share(flowed, 200, 0.5);  // b is an orthogonal neighbour
}

TEST_CASE("elements: a pair that has a disc and a reaction reacts while the disc is being filled") {
  for (const double block : {0.0, 32.0}) {
    Small bomb(still() + "pexplosion a b 6 c\nneighbor 1 a b 1 d d\n",
               {"#########", "#.......#", "#.......#", "#.......#", "#...ab..#", "#.......#", "#.......#", "#.......#",
                "#########"});
    bomb.set("block", block);
    const World end = bomb.after(12);
    CHECK((end.cell(4, 4) == 4 && end.cell(5, 4) == 4));
    CHECK((end.cell(3, 4) == 3 && end.cell(4, 2) == 3 && end.cell(6, 5) == 3));
    CHECK(count_of(end, 4) == 2);
  }
}

TEST_CASE("elements: cells that a disc fills have no energy and no speed") {
  Small bomb(still() + "pexplosion a b 4 c\n",
             {"#######", "#ddddd#", "#ddddd#", "#ddabd#", "#ddddd#", "#ddddd#", "#######"});
  for (int x = 1; x < 6; ++x) {
    for (int y = 1; y < 6; ++y) bomb.energy(x, y, 60).speed(x, y, 0, y == 2 ? 1 : 0);
  }
  const World end = bomb.set("gravity", 0).after(12);
  CHECK(count_of(end, 3) == 17);
  for (std::size_t i = 0; i < end.cell_count(); ++i) {
    if (end.cells()[i] == 3) CHECK((end.bytes(Plane::energy)[i] == 0 && end.bytes(Plane::velocity)[2 * i + 1] == 0));
  }
}

TEST_CASE("elements: an explosion gives both cells a random speed up to the given one, in either direction") {
  const Small bomb(still() + "neighbor 1 a b 1 c c\nexplosion a b 90 0\n", {"####", "#ab#", "####"});
  int least = 0, greatest = 0, thrown = 0;
  bomb.count_frames(400, [&](const World& now) {
    for (const int x : {1, 2}) {
      if (now.cell(x, 1) != 3) continue;
      least = std::min(least, x_speed_at(now, x, 1));
      greatest = std::max(greatest, x_speed_at(now, x, 1));
      thrown += x_speed_at(now, x, 1) > 0;
      CHECK(y_speed_at(now, x, 1) == 0);
    }
    return true;
  });
  CHECK((least < -80 && least >= -90 && greatest > 80 && greatest <= 90));
  CHECK(std::abs(thrown - 200) < 50);  // of about 400 cells
}

TEST_CASE("elements: no cell reacts with the border of a walled world") {
  Small lone(still() + "neighbor 1 a Empty 1 b Empty\n", {"###", "#a#", "###"});
  CHECK(lone.after(20).cell(1, 1) == 1);
  CHECK(lone.set("walls", 0).after(20).cell(1, 1) == 2);
}

TEST_CASE("elements: the first and the last slot of products have half the weight of the others") {
  const Small seeds(still() + "self 1 a .01 b .98 c .01 d\n", Rows(102, std::string(102, 'a')));
  int first = 0, last = 0;
  seeds.count_frames(4, [&](const World& now) {
    first += static_cast<int>(count_of(now, 2));
    last += static_cast<int>(count_of(now, 4));
    return true;
  });
  check_share(first, 40'000, 1.0 / 198);
  check_share(last, 40'000, 1.0 / 198);
}

TEST_CASE("elements: a probability p is round(p * 2^24), at most 2^24, and one over 1 means always") {
  CHECK(elements::chance(0.3) == 5033165);
  CHECK(elements::chance(1) == 1u << 24);
  CHECK(elements::chance(7.5) == 1u << 24);
  CHECK(elements::chance(-0.5) == 0);
  const Small certain(still("3 0 1 0") + "self 2.5 b 1 c\n", {"#####", "#.a.#", "#...#", "#b..#", "#####"});
  CHECK(certain.rows_after(1) == Rows{"#####", "#...#", "#.a.#", "#c..#", "#####"});
}

// ---- moving ----

TEST_CASE("elements: a cell sinks into something less dense by gravity times the difference of densities") {
  const Small sinks("element a 1 1 1 .5 0 .9 0 1\nelement b 2 2 2 0 0 1 0 1\nelement c 3 3 3 0 0 .5 0 1\n",
                    {"#####", "#bab#", "#bcb#", "#####"});
  check_share(sinks.count_frames(1000, [](const World& now) { return now.cell(2, 2) == 1; }), 1000, 0.2);
}

TEST_CASE("elements: what cannot fall straight falls to one of the two diagonals, chosen by a coin") {
  const Small rolls(still("1 0 .9 0"), {"#####", "#.a.#", "#.b.#", "#####"});
  check_share(rolls.count_frames(400,
                                 [](const World& now) {
                                   CHECK((now.cell(1, 2) == 1 || now.cell(3, 2) == 1));
                                   return now.cell(1, 2) == 1;
                                 }),
              400, 0.5);
}

TEST_CASE("elements: what cannot fall moves to a side by its slip, or past something less dense by the difference") {
  const auto moved = [](const std::string& numbers, const char* row) {
    const Small grain(still(numbers), {"#####", row, "#####"});
    return grain.count_frames(1000, [](const World& now) { return now.cell(2, 1) != 1; });
  };
  check_share(moved("1 .3 0 0", "#.a.#"), 1000, 0.3);
  check_share(moved("1 0 .4 0", "#.a.#"), 1000, 0.4);  // element 0 counts with its own density, here 0
  check_share(moved("1 .3 .4 0", "#.a.#"), 1000, 0.3 + 0.7 * 0.4);
  check_share(moved("1 1 1.25 0", "#bab#"), 1000, 0.25);  // b has density 1
  CHECK(moved("0 1 9 0", "#.a.#") == 0);                  // with gravity 0 it never moves
}

TEST_CASE("elements: what rises goes straight up in seven of ten cases, else to one of the diagonals above") {
  const Small gas(still("-1 0 0 0"), {"#####", "#...#", "#.a.#", "#####"});
  int left = 0;
  check_share(gas.count_frames(1000,
                               [&](const World& now) {
                                 left += now.cell(1, 1) == 1;
                                 return now.cell(2, 1) == 1;
                               }),
              1000, 0.7);
  check_share(left, 1000, 0.15);
}

TEST_CASE("elements: what flies upwards does not fall") {
  Small sand(still("1 0 .9 0"), {"#####", "#...#", "#.a.#", "#...#", "#####"});
  sand.speed(2, 2, 0, -5);
  CHECK(sand.count_frames(200, [](const World& now) { return now.cell(2, 3) == 1; }) == 0);
}

TEST_CASE("elements: a heap of sand with slip 0 ends flat, unless the background is denser than the sand") {
  const auto height_of_heap = [](const char* density_of_nothing) {
    const Ruleset rules = ruleset_of(std::string("//subversion 4.4\nelement Empty 0 0 0 0 1 ") + density_of_nothing +
                                     " 0 1\nelement sand 1 1 1 1 0 .9 0 1\n");
    World world(80, 50);
    for (int y = 29; y < 49; ++y) {
      for (int x = 35; x < 45; ++x) world.cell(x, y) = 1;
    }
    const auto solver = make_solver(*make_registry().solver("elements", Backend::cpu), rules, world);
    solver->step(steps(0, 3000));
    return 49 - top_of(world_of(*solver), 1);
  };
  CHECK(height_of_heap("0") <= 4);         // 200 grains on 78 columns
  const int height = height_of_heap("1");  // slopes of 45 degrees: about the square root of 200
  CHECK((height >= 12 && height <= 15));
}

// ---- faults of wxSand that are corrected ----

TEST_CASE("elements: sums of energies over 99 count as 99") {
  const auto reacts = [](const char* threshold) {
    Small pair(still() + "neighbor 1 a b 1 c c\nhotneighbor " + threshold + " a b\n", {"####", "#ab#", "####"});
    return pair.energy(1, 1, 99).energy(2, 1, 99).after(20).cell(1, 1) == 3;
  };
  CHECK(reacts("98"));
  CHECK_FALSE(reacts("99"));
}

TEST_CASE("elements: rows scanned from the right include the first column") {
  Small column(still("1 0 1 0"), Rows(42, "#....#"));
  Rows rows(42, "#....#");
  rows[1] = "#a..a#";
  const World end = Small(still("1 0 0 0"), rows).set("block", 0).after(30);
  CHECK((end.cell(1, 31) == 1 && end.cell(4, 31) == 1));
}

TEST_CASE("elements: cells that decay or react into nothing have no speed and no energy") {
  Small decays(still() + "self 1 a 1 Empty\n", {"####", "#a.#", "####"});
  const World gone = decays.energy(1, 1, 70).speed(1, 1, 60, -60).after(1);
  CHECK((gone.cell(1, 1) == 0 && energy_at(gone, 1, 1) == 0));
  CHECK((x_speed_at(gone, 1, 1) == 0 && y_speed_at(gone, 1, 1) == 0));
  Small reacts(still() + "neighbor 1 a b 1 Empty Empty\nexplosion a b 90 90\n", {"####", "#ab#", "####"});
  const World blown = reacts.energy(1, 1, 70).energy(2, 1, 70).after(20);
  for (const int x : {1, 2})
    CHECK((blown.cell(x, 1) == 0 && energy_at(blown, x, 1) == 0 && x_speed_at(blown, x, 1) == 0));
}

TEST_CASE("elements: a cell that has become nothing does not meet the remaining neighbours") {
  const Small vanishes(still() + "neighbor 1 a b 1 Empty c\nneighbor 1 Empty b 1 Empty c\n", kSurrounded);
  CHECK(vanishes.count_frames(40, [](const World& now) { return count_of(now, 3) == 1; }) == 40);
}

}  // namespace repose::test::elements_turns_test
