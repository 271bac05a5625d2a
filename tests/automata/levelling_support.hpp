// Worlds for tests of levelling, and what is done with its exchanges.
#pragma once

#include <vector>

#include "automata/automaton_support.hpp"
#include "automata/conserving/conserving.hpp"

namespace repose::test::levelling {

inline constexpr std::uint32_t kFreely = 1u << 16;

conserving::LevellingShares shares_of(std::uint32_t of_water = kFreely, std::uint32_t of_oil = kFreely);
// Makes the exchanges, and checks that each one lowers a liquid and that no two share a cell.
void exchange(World& world, const conserving::LevellingResult& result);
// Steps of conserving, with a levelling after every eighth one.
World after_steps(World world, std::uint64_t count, std::uint64_t seed = 1);

void fill(World& world, const CellBox& box, std::uint8_t element);
// A world full of wall.
World walls(int width, int height);
// Two arms 20 wide and 200 high, open above, with a pipe of 4 rows below. The left one is full.
World u_tube();

struct Level {
  const char* name;
  World world;
  std::vector<CellBox> arms;
};

// Basins that are connected below.
std::vector<Level> basins();

}  // namespace repose::test::levelling
