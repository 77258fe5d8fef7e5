#pragma once
/// \file The measured loop, with or without the exchange.

#include "field.hpp"
#include "ghost_values.hpp"
#include "operation.hpp"
#include "variant.hpp"

namespace partita::bench {

/// Runs `steps` steps of a loop that treats the border as every loop over the mesh does: it writes all values
/// that leave this rank, and reads all received ones. The rest of the mesh is left out, because its time
/// would hide that of the exchange. Without a variant (null) there is no exchange. With one, the call is
/// collective over the neighbours.
void run_steps(const GhostValues& ghosts, const Field& field, Layout layout, Operation operation,
               Variant* variant, int steps);

}  // namespace partita::bench
