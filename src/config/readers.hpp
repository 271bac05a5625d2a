// The readers, one per dialect, behind read_config.
#pragma once

#include <span>
#include <string_view>

#include "config/report.hpp"
#include "repose/ruleset.hpp"

namespace repose::config {

// Fills elements and reactions of `ruleset`; problems go to `report`. See docs/configs.md.
// `targets`: the automata that the config may name.
void read_sandjs(std::string_view text, std::span<const ConfigTarget> targets, Ruleset& ruleset, Report& report);
void read_wxsand(std::string_view text, Ruleset& ruleset, Report& report);

bool is_wxsand_directive(std::string_view word);

}  // namespace repose::config
