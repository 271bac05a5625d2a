#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

#include "repose/world.hpp"

using namespace repose;

namespace {
World counted_world() {
  World world(3, 2);
  std::iota(world.cells().begin(), world.cells().end(), std::uint8_t{0});
  return world;
}
}  // namespace

// The expected values were computed by an independent xxHash64 (Python integers).
TEST_CASE("the world hash is xxHash64 over size, plane names and planes") {
  const World world = counted_world();
  CHECK(hash_world(world, {Plane::cells}) == 0xd611d8ff2f9b1304u);

  World wide(33, 20);
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 33; ++x) wide.cell(x, y) = static_cast<std::uint8_t>((x * 7 + y * 13) % 251);
  }
  CHECK(hash_world(wide, {Plane::cells}) == 0x216bc1efed755227u);
}

TEST_CASE("planes enter the hash in the order of the table, whatever order they are named in") {
  World world = counted_world();
  world.add(Plane::density);
  for (std::size_t i = 0; i < 6; ++i) world.bytes(Plane::density)[i] = static_cast<std::uint8_t>(10 * (i + 1));
  CHECK(hash_world(world, {Plane::cells, Plane::density}) == 0x39945e6a62a4abd9u);
  CHECK(hash_world(world, {Plane::density, Plane::cells}) == 0x39945e6a62a4abd9u);
  CHECK(hash_world(world, {Plane::cells}) == 0xd611d8ff2f9b1304u);  // only planes that are state count
}

TEST_CASE("a plane that the world lacks counts as zeros in the hash") {
  World world = counted_world();
  CHECK(hash_world(world, {Plane::cells, Plane::velocity}) == 0xeef2ba2aa0c49829u);
  world.add(Plane::velocity);
  CHECK(hash_world(world, {Plane::cells, Plane::velocity}) == 0xeef2ba2aa0c49829u);
}

TEST_CASE("the hash tells worlds of equal cells and different shape apart") {
  CHECK(hash_world(World(2, 3), {Plane::cells}) != hash_world(World(3, 2), {Plane::cells}));
}

TEST_CASE("a new world is all background, and planes come and go") {
  World world(4, 5);
  CHECK(std::ranges::all_of(world.cells(), [](std::uint8_t cell) { return cell == 0; }));
  CHECK(world.planes() == PlaneSet{Plane::cells});
  world.add(Plane::mass);
  CHECK(world.bytes(Plane::mass).size() == 4 * 5 * 4);
  world.bytes(Plane::mass)[7] = 9;
  world.add(Plane::mass);  // a plane that exists is not changed
  CHECK(world.bytes(Plane::mass)[7] == 9);
  world.drop(Plane::mass);
  CHECK_FALSE(world.has(Plane::mass));
}

TEST_CASE("planes are found by name, and other names are not") {
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    const auto plane = static_cast<Plane>(i);
    CHECK(find_plane(plane_info(plane).name) == plane);
  }
  CHECK_FALSE(find_plane("cell").has_value());
  CHECK_FALSE(find_plane("").has_value());
}
