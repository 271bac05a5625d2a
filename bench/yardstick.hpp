// The density automaton with one RGBA8 texel a cell, written plainly (yardstick.frag). The gpu backend of density is
// measured against it.
#pragma once

#include "repose/registry.hpp"

namespace repose::bench {

// Needs a GL context. The solver cannot be created without the folder bench/, for example in an installed program.
SolverEntry yardstick_entry();

}  // namespace repose::bench
