// The titles of operations in the menu.
#pragma once

#include <string>
#include <type_traits>

#include "repose/command.hpp"
#include "repose/ruleset.hpp"

namespace repose {

// Short: "Paint sand", "Clear", "Scene Falls". `ruleset`: the rules that run after the command.
std::string title_of(const Command& command, const Ruleset& ruleset);
std::string title_of(const command::Paint& paint, const Ruleset& ruleset);

// Commands that are no operations: undo ignores them.
template <class C>
constexpr bool changes_nothing(const C&) {
  return std::is_same_v<C, command::SaveWorld> || std::is_same_v<C, command::SavePicture> ||
         std::is_same_v<C, command::SaveHeightMap> || std::is_same_v<C, command::KeepLedger>;
}

}  // namespace repose
