// Pictures of tiles, and checks of steps on both backends, with the rules of configs/tiles.cfg.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "automata/automaton_support.hpp"

namespace repose::test::tiles {

using Rows = std::vector<std::string>;
inline const std::map<char, std::uint8_t> kLegend = {{'.', 0}, {'#', 1}, {'s', 2}, {'g', 3},
                                                     {'w', 4}, {'o', 5}, {'T', 6}, {'D', 9}};

const Ruleset& tile_rules();
std::unique_ptr<Solver> start(Backend backend, const World& world);
void check_steps(const Rows& before, std::uint64_t count, Bias first, const Rows& expected, int look_ahead = 8);
// One step, from an even and from an odd one.
void check_both(const Rows& before, const Rows& expected);

}  // namespace repose::test::tiles
