// The readers of read_config, one per dialect, and what they share.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "config/report.hpp"
#include "repose/ruleset.hpp"

namespace repose::config {

// Write elements and reactions into `ruleset` and problems into `report`. The grammar: docs/configs.md. `targets`: the
// automata that the config may name.
void read_sandjs(std::string_view text, std::span<const ConfigTarget> targets, Ruleset& ruleset, Report& report);
void read_wxsand(std::string_view text, Ruleset& ruleset, Report& report);

bool is_wxsand_directive(std::string_view word);

// Every word with which a line can begin. Those of sand.js: repose/config_words.hpp.
std::vector<std::string_view> wxsand_directives();

inline constexpr std::size_t kGroupsMax = 255;  // tabs of the palette; more would not be usable on screen

// If there are groups: adds the group "Misc" with the elements that are in none, as the first one.
void add_misc_group(Ruleset& ruleset);

}  // namespace repose::config
