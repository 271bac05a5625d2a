// The readers of read_config, one per dialect.
#pragma once

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

// Every word with which a line can begin.
std::vector<std::string_view> sandjs_directives();
std::vector<std::string_view> wxsand_directives();

}  // namespace repose::config
