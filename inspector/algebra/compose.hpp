#pragma once
/// \file Compose: x[ia[ib[i]]] with one message instead of two.
///
/// The second access pattern is over values that the first one brings. Their composition sends each value of
/// x straight from its owner to every rank that uses it.

#include <span>

#include <partita/inspector/access_pattern.hpp>
#include <partita/inspector/localize.hpp>

namespace partita {

/// The pattern that does the work of a gather by `first` and then a gather by `second`.
///
/// The owners of y tell where its x live, and the owners of x learn which ranks need them: two sparse
/// exchanges.
/// @param first the pattern over x
/// @param indices for each value y[j] that this rank owns, the local index in `first` of the x that it copies
/// @param second the pattern over y
/// @return the pattern over x, with each off-rank value as one ghost, and for each local value of y (owned,
///         then ghosts) the local index of its x in that pattern
/// @throws CollectiveError if `indices` does not have one entry for each owned value of y, if an entry is no
///         value of `first`, or if the patterns have different communicators
///
/// Collective. Source: PETSc's PetscSFCompose, but ghosts are numbered anew, so that each value is there
/// once.
Localized compose(const AccessPattern& first, std::span<const local_index> indices,
                  const AccessPattern& second);

}  // namespace partita
