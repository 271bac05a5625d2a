// How a run begins: rules, solver, parameters and the world before the first step.
#pragma once

#include <optional>
#include <vector>

#include "cli/options.hpp"
#include "repose/session.hpp"

namespace repose::cli {

// Absent: as the start has it.
std::optional<std::uint64_t> asked_seed(const RunOptions& options);
std::optional<Bias> asked_first_bias(const RunOptions& options);

SessionOptions session_options(const RunOptions& options);

// Brings the session to the start of the run that was asked for, or throws Failure.
void prepare_run(Session& session, const RunOptions& options);

// What --plane-add asks for, as edits. The world must stand.
std::vector<AmountEdit> plane_additions(const Session& session, const RunOptions& options);

}  // namespace repose::cli
