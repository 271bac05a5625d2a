// What operations are called in the menu.
#pragma once

#include <string>

#include "repose/session.hpp"

namespace repose {

// Short, in a person's words: "Paint sand", "Clear", "Scene Falls". Of an operation that has been done to the session.
std::string title_of(const Command& command, const Session& session);
std::string title_of(const command::Paint& paint, const Ruleset& ruleset);

// Commands that are no operations, for there is nothing to undo after them.
template <class C>
constexpr bool changes_nothing(const C&) {
  return std::is_same_v<C, command::SaveWorld> || std::is_same_v<C, command::SavePicture> ||
         std::is_same_v<C, command::SaveHeightMap> || std::is_same_v<C, command::KeepLedger>;
}

}  // namespace repose
