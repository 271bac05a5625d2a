// The matter ledger in words and in JSON.
#pragma once

#include "cli/json.hpp"
#include "repose/session.hpp"

namespace repose::cli {

// A row for every element that there was, is, or has been in between.
Json ledger_json(const Session& session);
void print_ledger(const Session& session);

}  // namespace repose::cli
