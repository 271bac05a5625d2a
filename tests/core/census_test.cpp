
#include <cmath>

#include "../support.hpp"

using namespace repose;

TEST_CASE("a census counts every element that is present and says where it is") {
  const World world = test::world_from({"....", "..s.", "s.sw"}, {{'.', 0}, {'s', 1}, {'w', 7}});
  const auto census = take_census(world);
  REQUIRE(census.size() == 3);
  CHECK(census[0].element == 0);
  CHECK(census[0].count == 8);
  CHECK(census[0].top_y == 0);

  CHECK(census[1].element == 1);
  CHECK(census[1].count == 3);
  CHECK(census[1].mean_x == Approx(4.0 / 3));
  CHECK(census[1].mean_y == Approx(5.0 / 3));
  CHECK(census[1].sd_x == Approx(std::sqrt(8.0 / 9)));
  CHECK(census[1].top_y == 1);

  CHECK(census[2].element == 7);
  CHECK(census[2].count == 1);
  CHECK(census[2].sd_x == 0);
  CHECK(census[2].mean_energy == 0);
}

TEST_CASE("a census of a world with an energy plane gives mean energies") {
  World world = test::world_from({"ss.", "..s"}, {{'.', 0}, {'s', 1}});
  world.add(Plane::energy);
  world.bytes(Plane::energy)[0] = 10;
  world.bytes(Plane::energy)[1] = 20;
  world.bytes(Plane::energy)[5] = 60;
  CHECK(take_census(world)[1].mean_energy == Approx(30));
}

TEST_CASE("the spread of a far and thin column is exact") {
  World world(16384, 1);
  world.cell(16382, 0) = world.cell(16383, 0) = 3;
  CHECK(take_census(world)[1].sd_x == Approx(0.5));
}
