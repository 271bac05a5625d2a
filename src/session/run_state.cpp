#include "session/run_state.hpp"

#include <algorithm>

#include "config/report.hpp"
#include "core/language.hpp"
#include "repose/config.hpp"
#include "repose/paths.hpp"
#include "repose/session.hpp"

namespace repose {

World origin_world(const RunState& state) { return *state.origin.world->get(); }

RunState in_automaton(RunState state, std::string_view automaton) {
  if (automaton == state.run.automaton) return state;
  std::string name(automaton);  // a copy, because it may be a part of `state`
  state.other_parameters[state.run.automaton] = std::move(state.run.parameters);
  const auto remembered = state.other_parameters.find(name);
  state.run.parameters = remembered != state.other_parameters.end() ? remembered->second : ParameterValues{};
  state.run.automaton = std::move(name);
  return state;
}

void take_parameters_of_rules(RunState& state) {
  const Ruleset& rules = *state.rules.ruleset;
  if (rules.automaton != state.run.automaton) return;
  set_values(state.run.parameters, rules.parameters);
}

void set_values(ParameterValues& values, const ParameterValues& others) {
  for (const auto& other : others) {
    std::erase_if(values, [&](const auto& older) { return older.first == other.first; });
    values.push_back(other);
  }
}

RunState starting_at(RunState state, Origin origin) {
  state.run.step = origin.step;
  state.play = {};
  state.origin = std::move(origin);
  state.signs.clear();
  return state;
}

std::string sign_text(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  text = text.substr(0, text.find_last_not_of(kBlanks) + 1);
  std::string sound = config::printable(text, kSignBytesMax);
  sound.erase(sound.find_last_not_of(' ') + 1);
  return sound;
}

std::string change_signs(Signs& signs, const command::SetSign& c, int width, int height) {
  const auto there = std::ranges::find(signs, c.at, &Sign::at);
  const auto changed = c.from ? std::ranges::find(signs, *c.from, &Sign::at) : there;
  std::string text = sign_text(c.text);
  if (c.at.x < 0 || c.at.y < 0 || c.at.x >= width || c.at.y >= height)
    return tr("A sign stands on a cell of the world.");
  if (changed == signs.end() && (c.from || text.empty())) return tr("There is no sign.");
  if (there != signs.end() && there != changed) return tr("Another sign stands there.");
  if (changed == signs.end()) {
    if (signs.size() >= kSignsMax) return trf("A world has {} signs at most.", kSignsMax);
    signs.push_back({c.at, std::move(text)});
  } else if (text.empty() && !c.from) {
    signs.erase(changed);
  } else {
    changed->at = c.at;
    if (!text.empty()) changed->text = std::move(text);
  }
  return {};
}

// The rules that a session starts with when the shipped default config cannot be found.

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

LoadedRules shipped_rules(std::string_view config) {
  const auto path = find_data("configs/" + std::string(config));
  ConfigResult read = path ? read_config_file(*path) : ConfigResult{};
  if (!read.ruleset || has_errors(read.diagnostics)) return {};
  return share_rules(std::move(*read.ruleset), std::move(read.diagnostics));
}

LoadedRules default_rules() {
  LoadedRules rules = shipped_rules("default.cfg");
  return rules.ruleset ? rules : share_rules(builtin_ruleset());
}

}  // namespace repose
