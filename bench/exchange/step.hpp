#pragma once
/// \file The measured loop, with the exchange in it or without.

#include "field.hpp"
#include "ghost_values.hpp"
#include "operation.hpp"
#include "variant.hpp"

namespace partita::bench {

/// `steps` steps of a loop that does with the border just what every loop over the mesh does: it writes all
/// values that are about to leave this rank, and reads all that have come. The rest of the mesh is left out;
/// its time would hide that of the exchange. Without a variant (null) nothing is exchanged. Collective over
/// the neighbours with one.
void run_steps(const GhostValues& ghosts, const Field& field, Layout layout, Operation operation,
               Variant* variant, int steps);

}  // namespace partita::bench
