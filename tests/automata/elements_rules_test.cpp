// The rules of elements as small pictures, in the words of wxSand, on the scalar backend. Random events have
// probability 1 here, or are counted.
#include <algorithm>
#include <cmath>

#include "automata/elements_small.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::elements_rules_test {

namespace {

using Small = SmallElements;

const std::string kSand = "element sand 1 1 1 1 0 .9 0 1\n";
const std::string kStone = "element stone 2 2 2 0 0 1 0 1\n";

}  // namespace

TEST_CASE("what has gravity 1 falls a cell a frame, and rests on the border") {
  const Small grain(kSand, {"#####", "#.a.#", "#...#", "#...#", "#####"});
  CHECK(grain.rows_after(1) == Rows{"#####", "#...#", "#.a.#", "#...#", "#####"});
  const World end = grain.after(50);
  CHECK(count_of(end, 1) == 1);
  CHECK(top_of(end, 1) == 3);
}

TEST_CASE("what has gravity below 0 rises, and only into nothing") {
  const Small gas("element gas 1 1 1 -1 0 0 0 1\n" + kStone, {"#####", "#...#", "#...#", "#.a.#", "#####"});
  CHECK(top_of(gas.after(1), 1) == 2);
  const Small lid("element gas 1 1 1 -1 0 0 0 1\n" + kStone, {"#####", "#bbb#", "#.a.#", "#####"});
  CHECK(top_of(lid.after(20), 1) == 2);
}

TEST_CASE("what has gravity 0 stays where it is") {
  const Small stone(kSand + kStone, {"#####", "#.b.#", "#...#", "#####"});
  CHECK(stone.rows_after(20) == Rows{"#####", "#.b.#", "#...#", "#####"});
}

TEST_CASE("gravity is a chance of falling a cell") {
  int fallen = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Small feather("element feather 1 1 1 .3 0 0 0 1\n" + kStone, {"#####", "#bab#", "#b.b#", "#bbb#", "#####"});
    fallen += feather.seed(seed).rows_after(1)[2] == "#bab#";
  }
  CHECK(fallen > 400 * 0.3 - 4 * 9.2);
  CHECK(fallen < 400 * 0.3 + 4 * 9.2);
}

TEST_CASE("the denser sinks and the lighter comes up") {
  const Small pool(kSand + "element oil 2 2 2 1 0 0 0 1\n", {"###", "#a#", "#b#", "###"});
  const Rows end = pool.rows_after(200);
  CHECK(end == Rows{"###", "#b#", "#a#", "###"});
}

TEST_CASE("a decay turns an element into its products by its chance, above its threshold") {
  const std::string ember = "element ember 1 1 1 0 0 0 0 1\nelement ash 2 2 2 0 0 0 0 1\nself 1 ember 1 ash\n";
  CHECK(Small(ember, {"###", "#a#", "###"}).rows_after(1) == Rows{"###", "#b#", "###"});
  const std::string hot = ember + "hotself 30 ember\n";
  CHECK(Small(hot, {"###", "#a#", "###"}).energy(1, 1, 30).rows_after(1) == Rows{"###", "#a#", "###"});
  const World paid = Small(hot, {"###", "#a#", "###"}).energy(1, 1, 31).after(1);
  CHECK(paid.cell(1, 1) == 2);
  CHECK(energy_at(paid, 1, 1) == 1);
}

TEST_CASE("a decay below minus one always acts and heats, to 99 at most") {
  const std::string fuel =
      "element fuel 1 1 1 0 0 0 0 1\nelement fire 2 2 2 0 0 0 0 1\nself 1 fuel 1 fire\nhotself -60 fuel\n";
  CHECK(energy_at(Small(fuel, {"###", "#a#", "###"}).after(1), 1, 1) == 60);
  CHECK(energy_at(Small(fuel, {"###", "#a#", "###"}).energy(1, 1, 50).after(1), 1, 1) == 99);
}

TEST_CASE("a reaction happens in the turn of its first element, each product in its place") {
  const std::string rules =
      "element fire 1 1 1 0 0 0 0 1\nelement wood 2 2 2 0 0 0 0 1\nelement coal 3 3 3 0 0 0 0 1\n"
      "element smoke 4 4 4 0 0 0 0 1\nneighbor 1 fire wood 1 smoke coal\n";
  const World burnt = Small(rules, {"####", "#ab#", "####"}).set("block", 0).after(30);
  CHECK(burnt.cell(1, 1) == 4);
  CHECK(burnt.cell(2, 1) == 3);
  const std::string backwards =
      "element fire 1 1 1 0 0 0 0 1\nelement wood 2 2 2 0 0 0 0 1\nneighbor 1 wood Empty 1 fire Empty\n";
  CHECK(Small(backwards, {"####", "#a.#", "####"}).rows_after(30) == Rows{"####", "#a.#", "####"});
}

TEST_CASE("a hot reaction waits until both energies together are above its threshold, and both pay") {
  const std::string rules =
      "element a 1 1 1 0 0 0 0 1\nelement b 2 2 2 0 0 0 0 1\nelement c 3 3 3 0 0 0 0 1\n"
      "neighbor 1 a b 1 c c\nhotneighbor 40 a b\n";
  CHECK(Small(rules, {"####", "#ab#", "####"}).energy(1, 1, 20).energy(2, 1, 20).rows_after(30) ==
        Rows{"####", "#ab#", "####"});
  const World done = Small(rules, {"####", "#ab#", "####"}).energy(1, 1, 41).energy(2, 1, 20).after(30);
  CHECK(done.cell(1, 1) == 3);
  CHECK(energy_at(done, 1, 1) == 1);
  CHECK(energy_at(done, 2, 1) == 0);
}

TEST_CASE("products are drawn by their shares") {
  const std::string rules =
      "element seed 1 1 1 0 0 0 0 1\nelement rare 2 2 2 0 0 0 0 1\nelement common 3 3 3 0 0 0 0 1\n"
      "self 1 seed .2 rare .8 common\n";
  const World grown = Small(rules, Rows(40, std::string(40, 'a'))).after(1);
  CHECK(count_of(grown, 2) + count_of(grown, 3) == 38 * 38);
  CHECK(std::abs(static_cast<double>(count_of(grown, 2)) - 0.2 * 38 * 38) < 4 * 15.2);
}

TEST_CASE("heat flows into what conducts, out of what does not") {
  const std::string rules = "element metal 1 1 1 0 0 0 .5 1\nelement brick 2 2 2 0 0 0 0 1\n";
  const World end = Small(rules, {"#####", "#bbb#", "#bab#", "#bbb#", "#####"}).energy(1, 2, 80).after(40);
  CHECK(energy_at(end, 2, 2) > 30);
  int sum = 0;
  for (int y = 1; y <= 3; ++y) {
    for (int x = 1; x <= 3; ++x) sum += energy_at(end, x, y);
  }
  CHECK(sum == 80);  // nothing is lost meanwhile
  const World kept = Small(rules, {"####", "#ab#", "####"}).set("ambient", 80).energy(1, 1, 80).after(40);
  CHECK(energy_at(kept, 2, 1) == 0);
}

TEST_CASE("what conducts takes on the ambient temperature beside nothing") {
  const std::string rules = "element metal 1 1 1 0 0 0 1 1\n";
  CHECK(energy_at(Small(rules, {"####", "#a.#", "####"}).set("ambient", 40).after(1500), 1, 1) == 40);
  CHECK(energy_at(Small(rules, {"####", "#a.#", "####"}).energy(1, 1, 90).after(2500), 1, 1) == 22);
  CHECK(energy_at(Small(rules, {"####", "#a.#", "####"}).set("energy", 0).after(500), 1, 1) == 0);
}

TEST_CASE("speeds carry a cell through walls of stone, but not through a walled border") {
  const Small thrown(kStone, {"##########", "#a.......#", "##########"});
  Small flies = thrown;
  const World end = flies.speed(1, 1, 100, 0).set("gravity", 0).after(120);
  CHECK(end.cell(8, 1) == 1);
  CHECK(x_speed_at(end, 8, 1) == 0);
  Small gone = thrown;
  CHECK(count_of(gone.speed(1, 1, 100, 0).set("walls", 0).after(120), 1) == 0);

  Small through(kSand + kStone, {"######", "#abb.#", "######"});
  CHECK(through.speed(1, 1, 127, 0).after(60).cell(1, 1) != 1);
}

TEST_CASE("an explosion throws both of a reaction") {
  const std::string rules =
      "element bomb 1 1 1 0 0 0 0 1\nelement spark 2 2 2 0 0 0 0 1\nneighbor 1 bomb spark 1 spark spark\n"
      "explosion bomb spark 100 100\n";
  const Small bomb(rules, {"########", "#......#", "#..ab..#", "#......#", "########"});
  const World end = bomb.after(40);
  CHECK(count_of(end, 2) == 2);
  CHECK((end.cell(3, 2) != 2 || end.cell(4, 2) != 2));
}

TEST_CASE("a disc fills around the cell, not the border, and only what meets its neighbour") {
  const std::string rules =
      "element bomb 1 1 1 0 0 0 0 1\nelement fuse 2 2 2 0 0 0 0 1\nelement fire 3 3 3 0 0 0 0 1\n"
      "pexplosion bomb fuse 4 fire\n";
  for (double block : {0.0, 32.0}) {
    Small bomb(rules, {"#######", "#.....#", "#.....#", "#..ab.#", "#.....#", "#.....#", "#######"});
    const Rows end = bomb.set("block", block).rows_after(12);
    CHECK(end == Rows{"#######", "#.ccc.#", "#.ccc.#", "#ccccc#", "#.ccc.#", "#.ccc.#", "#######"});
    Small alone(rules, {"#######", "#..a..#", "#######"});
    CHECK(alone.set("block", block).rows_after(12) == Rows{"#######", "#..a..#", "#######"});
  }
}

TEST_CASE("an item stamps its picture around itself") {
  Ruleset rules = ruleset_of("//subversion 4.4\nelement Empty 0 0 0 0 1 0 0 1\nelement pot 1 1 1 0 0 0 0 1\n" + kStone);
  rules.items.push_back({1, 3, 3, {2, kItemKeeps, 2, kItemKeeps, 0, kItemKeeps, 2, 2, 2}});
  World world(7, 5);
  world.cell(3, 2) = 1;
  const auto solver = make_solver(*make_registry().solver("elements", Backend::scalar), rules, world);
  solver->step(steps(0, 1));
  CHECK(rows_of(world_of(*solver), {{'.', 0}, {'b', 2}}) ==
        Rows{".......", "..b.b..", ".......", "..bbb..", "......."});
}

TEST_CASE("sources pour in below the border, at even distances") {
  const std::string rules = "sources sand stone\n" + kSand + kStone;
  const Small taps(rules, Rows(12, std::string(60, '.')));
  const World end = taps.after(40);
  CHECK(count_of(end, 1) > 40);
  CHECK(count_of(end, 2) > 5);
  for (int x = 40; x < 50; ++x) CHECK(end.cell(x, 1) != 1);  // the cells under the second tap
  Small off = taps;
  CHECK(count_of(off.set("sources", 0).after(40), 1) == 0);
}

TEST_CASE("the border is emptied at the end of a frame, whatever was there") {
  const Small full(kStone, {"aaaa", "aaaa", "aaaa", "aaaa"});
  CHECK(full.rows_after(1) == Rows{"####", "#aa#", "#aa#", "####"});
}

TEST_CASE("each switch turns off what it names") {
  const Small grain(kSand, {"#####", "#.a.#", "#...#", "#...#", "#####"});
  Small held = grain;
  CHECK(held.set("gravity", 0).rows_after(10) == Rows{"#####", "#.a.#", "#...#", "#...#", "#####"});
  const std::string rules = "element fire 1 1 1 0 0 0 0 1\nneighbor 1 fire Empty 1 fire fire\n";
  Small calm(rules, {"#####", "#.a.#", "#####"});
  CHECK(calm.rows_after(9) == Rows{"#####", "#aaa#", "#####"});
  CHECK(calm.set("interactions", 0).rows_after(9) == Rows{"#####", "#.a.#", "#####"});
}

TEST_CASE("sand.js rules run as elements: swaps by density, reactions always") {
  World world(5, 6);
  world.cell(2, 1) = sand;
  world.cell(2, 4) = water;
  const auto solver = make_solver(*make_registry().solver("elements", Backend::scalar), swapping_ruleset(), world);
  solver->step(steps(0, 400));
  const World end = world_of(*solver);
  CHECK(count_of(end, sand) == 1);
  CHECK(top_of(end, sand) == 4);
  CHECK(count_of(end, water) == 1);
}

}  // namespace repose::test::elements_rules_test
