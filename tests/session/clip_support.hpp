// Copied cells are pasted to the byte: one check for every automaton, on all backends of a registry.
#pragma once

#include <fmt/format.h>

#include <cstring>

#include "density_world.hpp"
#include "repose/clip.hpp"
#include "repose/rng.hpp"
#include "repose/session.hpp"
#include "small_rules.hpp"
#include "support.hpp"

namespace repose::test {

// Every kind of matter, in a dialect that every automaton accepts. Pairs without a rule make `density` a state plane.
inline const std::string kMatterRules = kSmallRules + R"(cell spring 0 90 90 1
cell hole 90 0 90 1
cell oil 90 60 30 0.3
liquid water
faucet spring water
drain hole
)";

// Valid random values in all planes.
inline World lively_world(int width, int height, int element_count, std::uint64_t seed) {
  World world(width, height);
  for (const Plane plane :
       {Plane::density, Plane::energy, Plane::velocity, Plane::wall, Plane::mass, Plane::height, Plane::wetness}) {
    world.add(plane);
  }
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    const auto random = [&](std::uint32_t salt) {
      return random_u32(seed, 0, static_cast<std::uint32_t>(i), salt, 77);
    };
    world.cells()[i] =
        static_cast<std::uint8_t>(random(0) % 2 == 0 ? 0 : random(1) % static_cast<std::uint32_t>(element_count));
    world.bytes(Plane::density)[i] = random(9) % 3 == 0 ? 0 : 26;  // 0: vanished, where there is air
    world.bytes(Plane::energy)[i] = static_cast<std::uint8_t>(random(2) % 100);
    world.bytes(Plane::velocity)[2 * i] = static_cast<std::uint8_t>(random(3));
    world.bytes(Plane::velocity)[2 * i + 1] = static_cast<std::uint8_t>(random(4));
    world.bytes(Plane::wall)[i] = static_cast<std::uint8_t>(random(5) % 8 < 4 ? 0 : random(5) % 8 - 4);
    world.bytes(Plane::wetness)[i] =
        static_cast<std::uint8_t>(world.bytes(Plane::wall)[i] == 1 ? 0 : random(6));  // obstacles are dry
    const auto mass = static_cast<std::int32_t>(random(7) % (2u * kFullCell));
    const auto stack = static_cast<std::int32_t>(random(8) % (64u * kHeightOne)) - 8 * kHeightOne;
    std::memcpy(&world.bytes(Plane::mass)[i * sizeof mass], &mass, sizeof mass);
    std::memcpy(&world.bytes(Plane::height)[i * sizeof stack], &stack, sizeof stack);
  }
  return world;
}

// The world with the part of a clip that is inside it at a place, plane by plane.
inline World laid_over(World world, const World& clip, CellPoint at) {
  for (std::size_t p = 0; p < kPlaneCount; ++p) {
    const auto plane = static_cast<Plane>(p);
    if (!world.has(plane) || !clip.has(plane)) continue;
    const std::size_t bytes = plane_info(plane).bytes_per_cell;
    for (int y = 0; y < clip.height(); ++y) {
      for (int x = 0; x < clip.width(); ++x) {
        if (!world.contains(at.x + x, at.y + y)) continue;
        std::memcpy(&world.bytes(plane)[world.index(at.x + x, at.y + y) * bytes],
                    &clip.bytes(plane)[clip.index(x, y) * bytes], bytes);
      }
    }
  }
  return world;
}

inline void pasting_gives_the_same_bytes(const Registry& registry, Backend backend) {
  for (const AutomatonDefinition& automaton : registry.automata()) {
    if (!registry.solver(automaton.name, backend)->available()) continue;
    INFO(automaton.name << " on " << backend_name(backend));
    Session session(registry, density_world(), SessionOptions{.seed = 3, .threads = 2});
    REQUIRE(session.execute(command::LoadConfigText{kMatterRules, "", command::KeepWorld::clear, true}).ok);
    REQUIRE(session.execute(command::SwitchSolver{std::string(automaton.name), backend, true}).ok);
    const std::string rules = fmt::format("automaton {}\n{}", automaton.name, kMatterRules);
    REQUIRE(session.execute(command::LoadConfigText{rules, "", command::KeepWorld::clear, true}).ok);
    REQUIRE(session.automaton() == automaton.name);
    REQUIRE(session.execute(command::PutWorld{lively_world(70, 50, 7, 1)}).ok);

    for (const CellPoint at : {CellPoint{33, 17}, CellPoint{5, 3}, CellPoint{60, 40}, CellPoint{-9, -4}}) {
      const auto clip = session.copy({3, 2}, {31, 27});
      REQUIRE(clip);
      const World expected = laid_over(session.download(), clip->world, at);
      REQUIRE(session.execute(command::PasteClip{std::make_shared<const Clip>(*clip), at, false}).ok);
      World pasted = session.download();
      if (pasted.has(Plane::wall) && !clip->world.has(Plane::wall)) {  // follows from the elements
        CHECK(std::ranges::equal(pasted.cells(), expected.cells()));
      } else {
        CHECK(pasted == expected);
      }
    }

    REQUIRE(session.execute(command::EraseRect{{10, 10}, {29, 19}}).ok);
    const auto nothing = session.copy({10, 10}, {29, 19});
    for (std::size_t i = 0; i < nothing->world.cell_count(); ++i) REQUIRE(is_background(*nothing, i));
  }
}

}  // namespace repose::test
