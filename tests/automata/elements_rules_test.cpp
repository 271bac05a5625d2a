// The rules of elements as small pictures, in the words of wxSand, on the scalar backend. Random events have
// probability 1 here, or are counted.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "automata/automaton_support.hpp"
#include "automata/elements/elements.hpp"
#include "automata/elements/lattice.hpp"
#include "support.hpp"

namespace repose::test {

// Small worlds of elements as pictures, with energies, speeds and parameters, on the scalar backend.

using Rows = std::vector<std::string>;

// '#' is the border, '.' nothing; letters a, b, ... are the elements of the config, in its order after nothing.
class SmallElements {
 public:
  SmallElements(const std::string& config, const Rows& rows) : world_(world_from(rows, legend())) {
    rules_ = ruleset_of("//subversion 4.4\nelement Empty 0 0 0 0 1 0 0 1\n" + config);
    world_.add(Plane::energy);
    world_.add(Plane::velocity);
  }

  SmallElements& energy(int x, int y, int value) {
    world_.bytes(Plane::energy)[world_.index(x, y)] = static_cast<std::uint8_t>(value);
    return *this;
  }
  SmallElements& speed(int x, int y, int right, int down) {
    world_.bytes(Plane::velocity)[2 * world_.index(x, y)] = static_cast<std::uint8_t>(right);
    world_.bytes(Plane::velocity)[2 * world_.index(x, y) + 1] = static_cast<std::uint8_t>(down);
    return *this;
  }
  SmallElements& set(std::string_view name, double value) {
    parameters_.emplace_back(name, value);
    return *this;
  }
  SmallElements& seed(std::uint64_t seed) {
    seed_ = seed;
    return *this;
  }

  World after(std::uint64_t count) const {
    const auto solver = start();
    StepSpan span = steps(0, count);
    span.seed = seed_;
    solver->step(span);
    return world_of(*solver);
  }
  // In how many of the worlds after a frame, one for each of so many seeds, `holds` is true.
  template <class Holds>
  int count_frames(int seed_count, Holds holds) const {
    const auto solver = start();
    int count = 0;
    for (int seed = 1; seed <= seed_count; ++seed) {
      REQUIRE(solver->upload(world_).ok());
      solver->step({0, 1, static_cast<std::uint64_t>(seed), Bias::left});
      count += holds(world_of(*solver)) ? 1 : 0;
    }
    return count;
  }
  Rows rows_after(std::uint64_t count) const {
    Rows rows = rows_of(after(count), {{'.', 0}, {'a', 1}, {'b', 2}, {'c', 3}, {'d', 4}});
    for (std::size_t y = 0; y < rows.size(); ++y) {
      const bool edge = y == 0 || y + 1 == rows.size();
      for (std::size_t x = 0; x < rows[y].size(); ++x) {
        if ((edge || x == 0 || x + 1 == rows[y].size()) && rows[y][x] == '.') rows[y][x] = '#';
      }
    }
    return rows;
  }

 private:
  std::unique_ptr<Solver> start() const {
    auto solver = test::start("elements", Backend::scalar, rules_, world_);
    for (const auto& [name, value] : parameters_) REQUIRE(solver->set_parameter(name, value));
    return solver;
  }
  static std::map<char, std::uint8_t> legend() { return {{'#', 0}, {'.', 0}, {'a', 1}, {'b', 2}, {'c', 3}, {'d', 4}}; }

  World world_;
  Ruleset rules_;
  std::vector<std::pair<std::string, double>> parameters_;
  std::uint64_t seed_ = 1;
};

// The first row that holds the element; -1 if none does.
inline int top_of(const World& world, std::uint8_t element) {
  const auto found = std::ranges::find(world.cells(), element);
  return found == world.cells().end() ? -1 : static_cast<int>(found - world.cells().begin()) / world.width();
}
inline int energy_at(const World& world, int x, int y) { return world.bytes(Plane::energy)[world.index(x, y)]; }
inline int x_speed_at(const World& world, int x, int y) {
  return static_cast<std::int8_t>(world.bytes(Plane::velocity)[2 * world.index(x, y)]);
}

}  // namespace repose::test

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
  const auto solver = start("elements", Backend::scalar, rules, world);
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
  const auto solver = start("elements", Backend::scalar, swapping_ruleset(), world);
  solver->step(steps(0, 400));
  const World end = world_of(*solver);
  CHECK(count_of(end, sand) == 1);
  CHECK(top_of(end, sand) == 4);
  CHECK(count_of(end, water) == 1);
}

}  // namespace repose::test::elements_rules_test

// What docs/automata.md says about a turn of elements: its order, its chances, and the faults of wxSand that are gone.

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
    const auto solver = start("elements", Backend::cpu, rules, world);
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

// What docs/automata.md says about the order of turns of elements: groups and blocks, late moves, waiting discs.
using elements::Area;
using elements::Lattice;

namespace repose::test::elements_order_test {

namespace {

constexpr int kBlocks[] = {8, 16, 32};

template <class Visit>
void for_each_group(const Lattice& lattice, int pass, const Visit& visit) {
  for (int row = 0; row < lattice.rows(); ++row) {
    for (int column = 0; column < lattice.columns(); ++column)
      visit(lattice.group(lattice.pass_class(pass), column, row));
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
  const auto solver = start("elements", Backend::cpu, rules, world);
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
        for_each_group(lattice, pass, [&](const Area& group) {
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
    for_each_group(lattice, lattice.pass_of(22, 30),
                   [&](const Area& group) { same = same || (group.contains(22, 30) && group.contains(32, 30)); });
    const int filled = (now.cell(22, 23) == 3) + (now.cell(32, 23) == 3);
    CHECK(filled == (same ? 1 : 2));
    ++(same ? together : apart);
  }
  CHECK((together > 3 && apart > 3));
}

}  // namespace repose::test::elements_order_test
