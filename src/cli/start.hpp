// How a run begins: rules, solver, parameters and the world at step 0.
#pragma once

#include <vector>

#include "cli/options.hpp"
#include "repose/session.hpp"

namespace repose::cli {

// Brings the session to step 0 of the run that was asked for, or throws Failure.
void prepare_run(Session& session, const RunOptions& options);

// What --plane-add asks for, as edits. The world must stand.
std::vector<AmountEdit> plane_additions(const Session& session, const RunOptions& options);

}  // namespace repose::cli
