#include "session/builtin_ruleset.hpp"

#include "repose/config.hpp"

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

}  // namespace repose
