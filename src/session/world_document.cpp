#include "session/world_document.hpp"

#include <utility>

#include "repose/config.hpp"
#include "repose/scene.hpp"

namespace repose {

WorldDocument document_of(const RunState& state, World world) {
  return {.world = std::move(world),
          .config = state.rules.ruleset->text,
          .config_title = state.rules.ruleset->title,
          .run = state.run,
          .acts = scene_acts(state.origin.scene) != nullptr ? state.origin.scene : std::string()};
}

LoadedRules read_rules(std::string_view text, const std::string& title) {
  ConfigResult config = read_config(text, title);
  if (!config.ruleset) return {nullptr, std::make_shared<const Diagnostics>(std::move(config.diagnostics))};
  config.ruleset->title = title;
  config.ruleset->source.clear();
  return share_rules(std::move(*config.ruleset), std::move(config.diagnostics));
}

}  // namespace repose
