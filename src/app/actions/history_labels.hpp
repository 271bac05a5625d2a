// What undo and redo would do, in the words of buttons and menus.
#pragma once

#include <string>

#include "repose/session.hpp"

namespace repose {

// "Undo paint sand"; "Nothing to undo".
std::string undo_label(const HistoryFacts& history);
std::string redo_label(const HistoryFacts& history);

}  // namespace repose
