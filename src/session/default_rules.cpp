#include "session/default_rules.hpp"

#include <utility>

#include "repose/config.hpp"
#include "repose/paths.hpp"
#include "repose/session.hpp"

namespace repose {

namespace {
constexpr std::string_view kText = R"(# Built in: used when no default config is found
cell background 16 18 24 0.1
cell sand 214 180 110 0.9
cell water 64 120 220 0.5
cell wall 110 110 118 1
liquid water
rule sand background background sand
rule water background background water
rule sand water water sand
rule wall background wall background
rule wall sand wall sand
rule wall water wall water
)";
}  // namespace

Ruleset builtin_ruleset() {
  Ruleset rules = read_config(kText, "").ruleset.value();
  rules.title = "built in";
  return rules;
}

LoadedRules default_rules() {
  const auto path = find_data("configs/default.cfg");
  ConfigResult config = path ? read_config_file(*path) : ConfigResult{};
  if (!config.ruleset || has_errors(config.diagnostics)) return share_rules(builtin_ruleset());
  return share_rules(std::move(*config.ruleset), std::move(config.diagnostics));
}

}  // namespace repose
