// The page that `repose-cli guide` prints: Markdown about every element of a config.
#pragma once

#include <string>

#include "repose/rule_facts.hpp"

namespace repose::cli {

// `steps_per_second`: the pace at which the times on the page are true. The text is equal on every machine.
std::string guide_page(const Ruleset& ruleset, const RuleFacts& facts, double steps_per_second);

}  // namespace repose::cli
