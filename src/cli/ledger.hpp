// Prints the matter ledger as text and as JSON.
#pragma once

#include "cli/json.hpp"
#include "repose/session.hpp"

namespace repose::cli {

// One row for every element that is present now, was present at the start, or was made or painted in between.
Json ledger_json(const Session& session);
void print_ledger(const Session& session);

}  // namespace repose::cli
