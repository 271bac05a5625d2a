#include <set>

#include "repose/rng.hpp"
#include "session/stored_world.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

World noisy_world(int width, int height, std::uint32_t salt) {
  World world(width, height);
  world.add(Plane::height);
  for (const Plane plane : {Plane::cells, Plane::height}) {
    auto bytes = world.bytes(plane);
    for (std::size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = static_cast<std::uint8_t>(mix32(static_cast<std::uint32_t>(i) * 0x9e3779b1u + salt));
  }
  return world;
}

// The memory of a world, without the parts that it shares with another one.
std::size_t bytes_of(const PackedWorld& world, const PackedWorld* like = nullptr) {
  std::set<const void*> shared;
  std::size_t bytes = 0;
  if (like != nullptr) like->for_each_part([&](const void* part, std::size_t) { shared.insert(part); });
  world.for_each_part([&](const void* part, std::size_t more) { bytes += shared.contains(part) ? 0 : more; });
  return bytes;
}

}  // namespace

TEST_CASE("a packed world unpacks to the same bytes, whatever its size") {
  for (const auto& [width, height] : {std::pair{1, 1}, {64, 64}, {65, 63}, {200, 130}, {1, 300}}) {
    CAPTURE(width, height);
    const World world = noisy_world(width, height, 7);
    CHECK(PackedWorld(world, nullptr).unpack() == world);
  }
}

TEST_CASE("a packed world adds only the chunks that its predecessor lacks") {
  World world = noisy_world(640, 384, 1);
  const PackedWorld first(world, nullptr);
  world.cell(100, 100) ^= 1;
  const PackedWorld second(world, &first);
  CHECK(second.unpack() == world);
  CHECK(bytes_of(second, &first) < bytes_of(first) / 20);
}

TEST_CASE("a world of another size or with other planes shares nothing and unpacks correctly") {
  const World world = noisy_world(130, 70, 1);
  const PackedWorld first(world, nullptr);
  World plain = world;
  plain.drop(Plane::height);
  CHECK(PackedWorld(plain, &first).unpack() == plain);
  CHECK(PackedWorld(world, std::make_unique<PackedWorld>(plain, nullptr).get()).unpack() == world);
  const World other = noisy_world(70, 130, 1);
  CHECK(PackedWorld(other, &first).unpack() == other);
}

TEST_CASE("an empty world takes almost no memory") {
  CHECK(bytes_of(PackedWorld(World(1024, 1024), nullptr)) < 64 << 10);
}

}  // namespace repose::test
