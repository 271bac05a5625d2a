// The shadow ledger: gives a fast solver the matter ledger and the activity that it does not keep itself. A second
// solver of the same automaton (the shadow) computes the same steps and keeps them. Both give the same bytes, so the
// events of the shadow are those of the fast solver. There is a shadow only while ledger or activity are kept; a step
// then takes as long as both.
#pragma once

#include <memory>

#include "repose/automaton.hpp"

namespace repose {

// Returns `fast`, a solver of `automaton`, with a shadow ledger around it. The shadow does not keep what `fast` can
// keep itself, ledger or activity. LedgerRow::now is counted in the world of `fast`: if the two solvers ever differ,
// the ledger shows lost matter. With a gpu solver, ledger() does not wait for the GPU: it returns the ledger of the
// last step whose world has arrived.
std::unique_ptr<Solver> with_shadow_ledger(std::unique_ptr<Solver> fast, const AutomatonDefinition& automaton);

}  // namespace repose
