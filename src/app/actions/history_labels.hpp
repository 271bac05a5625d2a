// Labels of undo and redo in menus and on buttons.
#pragma once

#include <string>

#include "repose/session.hpp"

namespace repose {

// "Undo paint sand", or "Nothing to undo".
std::string undo_label(const HistoryFacts& history);
std::string redo_label(const HistoryFacts& history);

}  // namespace repose
