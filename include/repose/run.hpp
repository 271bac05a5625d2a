// The parts of a run besides its world: the rules, and the settings that the next step depends on.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "repose/diagnostics.hpp"
#include "repose/edit.hpp"
#include "repose/ruleset.hpp"
#include "repose/solver.hpp"

namespace repose {

// Rules, and the diagnostics of their config. Neither pointer is null, except in a default value: "no rules".
struct LoadedRules {
  std::shared_ptr<const Ruleset> ruleset;
  std::shared_ptr<const Diagnostics> diagnostics;
};

inline LoadedRules share_rules(Ruleset ruleset, Diagnostics diagnostics = {}) {
  return {std::make_shared<const Ruleset>(std::move(ruleset)),
          std::make_shared<const Diagnostics>(std::move(diagnostics))};
}

// Names and values of an automaton's parameters. A parameter that is not listed has its default.
using ParameterValues = std::vector<std::pair<std::string, double>>;

// The settings on which the next step depends besides rules and world. World files and replays hold these settings too.
struct RunSettings {
  std::string automaton;
  ParameterValues parameters;  // of `automaton`
  std::uint64_t seed = 1;
  std::uint64_t step = 0;        // the step counter; Reset and scenes reset it
  Bias first_bias = Bias::left;  // the bias of step 0

  // The next `count` steps.
  StepSpan span(std::uint64_t count) const { return {step, count, seed, first_bias}; }
};

// A text pinned to a cell. A part of a run that no step reads: it changes neither results nor hashes.
struct Sign {
  CellPoint at;      // inside the world
  std::string text;  // as sign_text() returns it; not empty
  friend bool operator==(const Sign&, const Sign&) = default;
};
// In the order in which they were placed, no two at the same cell.
using Signs = std::vector<Sign>;
inline constexpr std::size_t kSignsMax = 64;       // of a world: more would hide it
inline constexpr std::size_t kSignBytesMax = 200;  // of a text: about four lines on the screen

// The text as a sign holds it: valid UTF-8 without control characters, blanks at its ends, and what is too long.
std::string sign_text(std::string_view text);

}  // namespace repose
