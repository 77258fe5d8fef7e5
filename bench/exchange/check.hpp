#pragma once
/// \file Checks that a variant exchanges the right values, to the last bit.

#include "field.hpp"
#include "ghost_values.hpp"
#include "variant.hpp"

namespace partita::bench {

/// Lets the variant gather and scatter once and compares every value of the field. The values identify vertex
/// and component. They are small integers, so that sums have the same bits in every order. Collective. Throws
/// CollectiveError that names the variant and the first wrong value.
void check_results(const GhostValues& ghosts, const Field& field, const Kind& kind, Variant& variant);

}  // namespace partita::bench
