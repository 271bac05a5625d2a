// What the gpu backend of density is measured against: the same automaton, one RGBA8 texel a cell, read plainly. See
// yardstick.frag.
#pragma once

#include "repose/registry.hpp"

namespace repose::bench {

// Needs a GL context. Its solver cannot be made where the folder bench/ is not, as in an installed program.
SolverEntry yardstick_entry();

}  // namespace repose::bench
