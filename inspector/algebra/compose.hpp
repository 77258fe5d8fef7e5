#pragma once
/// \file Compose: x[ia[ib[i]]] with one message instead of two.
///
/// Two access patterns in a row, the second over values that the first brings, become one: from the owners of
/// x straight to the ranks that use it. Like PETSc's PetscSFCompose, except that each value is one ghost of
/// the result, also if several references lead to it.

#include <span>

#include <partita/inspector/access_pattern.hpp>
#include <partita/inspector/localize.hpp>

namespace partita {

/// One pattern for y[j] = x[indices[j]] and a gather of y. Collective: two sparse exchanges.
/// @param first over x
/// @param indices for each value j of y that this rank owns, a local index in `first`
/// @param second over y
/// @return the pattern over x whose ghosts are the values that local values of y copy from other ranks, and
/// for each local value of y (owned and ghosts) the local index of its x there. A gather by it equals a
/// gather by `first` and then one by `second`
/// @throws CollectiveError when there is not one index for each owned value of y, an index is no value of
/// `first`, or the patterns are of different communicators
Localized compose(const AccessPattern& first, std::span<const local_index> indices,
                  const AccessPattern& second);

/// The same if y is all local values of x, one after the other: second.owned() == first.local_size().
/// Collective.
Localized compose(const AccessPattern& first, const AccessPattern& second);

}  // namespace partita
