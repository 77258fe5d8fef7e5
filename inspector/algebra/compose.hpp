#pragma once
/// \file Compose: x[ia[ib[i]]] with one message instead of two.
///
/// Two access patterns in a row, the second over values that the first brings, become one: straight from the
/// owners of x to whoever uses it. PETSc's PetscSFCompose, but that the ghosts of the result are numbered
/// anew, each value once however many ways lead to it.

#include <span>

#include <partita/inspector/access_pattern.hpp>
#include <partita/inspector/localize.hpp>

namespace partita {

/// `first` is over x; `indices[j]` is the local index in it of the value that y[j] = x[indices[j]] copies,
/// for each value j of y that this rank owns; `second` is over y. Returns the pattern over x whose ghosts are
/// all that the local values of y copy from other ranks, and for each local value of y (owned and ghosts) the
/// local index in that pattern of its x. So a gather by the result and one by `first` and then by `second`
/// give the same.
///
/// Collective; two sparse exchanges: the owners of y tell where its x live, and owners of x are told who
/// needs them. Throws CollectiveError when there is not one index for each owned value of y, an index is no
/// value of `first`, or the patterns are of different communicators.
Localized compose(const AccessPattern& first, std::span<const local_index> indices,
                  const AccessPattern& second);

/// The same when y is all local values of x, one after the other: second.owned() == first.local_size().
Localized compose(const AccessPattern& first, const AccessPattern& second);

}  // namespace partita
