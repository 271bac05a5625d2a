// The start of a run: rules, solver, parameters and the world before the first step.
#pragma once

#include <optional>
#include <vector>

#include "cli/options.hpp"
#include "repose/session.hpp"

namespace repose::cli {

// Empty: the seed of the start.
std::optional<std::uint64_t> asked_seed(const StartOptions& options);
std::optional<Bias> asked_first_bias(const StartOptions& options);

// Its rules are the built-in ones. prepare_run() replaces them.
Session new_session(const Registry& registry, const StartOptions& options);

// Puts the session into the start state that `options` describe, or throws Failure.
void prepare_run(Session& session, const StartOptions& options);

// A plane that the running solver keeps as state; other planes are refused, because the solver would ignore them.
Plane state_plane(std::string_view option, const Session& session, const std::string& name);

}  // namespace repose::cli
