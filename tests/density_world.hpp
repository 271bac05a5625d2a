// The rules of configs/density-world.cfg, on which most tests of whole worlds run: they never change, unlike the
// default config, and run in every automaton.
#pragma once

#include "repose/paths.hpp"
#include "repose/session.hpp"

namespace repose::test {

inline LoadedRules density_world() {
  ConfigResult config = read_config_file(find_data("configs/density-world.cfg").value());
  return share_rules(std::move(*config.ruleset), std::move(config.diagnostics));
}

}  // namespace repose::test
