#pragma once
/// \file Patterns from what codes have that exchanged by hand: lists for each neighbour, the owner of each
/// entity, or global numbers.

#include <optional>
#include <span>

#include <partita/inspector/access_pattern.hpp>
#include <partita/inspector/places.hpp>
#include <partita/inspector/row_of.hpp>
#include <partita/support/communicator.hpp>
#include <partita/support/types.hpp>

namespace partita {

/// An access pattern, and where its values lie in the program's fields. Other than after an inspection, owned
/// values and ghosts may lie anywhere.
struct PlacedPattern {
  AccessPattern pattern;
  Places places;
};

/// Places for each neighbour, in compressed rows: those of ranks[k] are places[offsets[k]] to
/// places[offsets[k + 1] - 1]. Ranks may come in any order.
struct NeighbourLists {
  std::span<const int> ranks;
  std::span<const local_index> offsets;  ///< one more than ranks, or none if there is no rank
  std::span<const local_index> places;
};

/// From the lists of a halo exchange written by hand (FESOM2, SCHISM, MPAS): the k-th place that this rank
/// sends to another is copied to the k-th place that the other receives from this rank. A place may be sent
/// to several ranks, and received once. A rank may send to itself (a periodic mesh).
///
/// @param base number of the first place and of the first offset: 0, or 1 as in Fortran
/// @throws CollectiveError if a rank does not exist or comes twice, a place is before the first or is
/// received twice, or two ranks do not agree about the number of places; names rank, neighbour and entry
/// Collective: two sparse exchanges, the first one of the lengths. The pattern's owned values are the places
/// sent, list after list.
PlacedPattern pattern_from_lists(const Communicator& comm, const NeighbourLists& receives,
                                 const NeighbourLists& sends, local_index base = 0);

/// From the owner of each entity here, and its place on the owner (Atlas). An entity whose owner is this rank
/// and whose place is its own is owned; all others are copies.
///
/// @param owners, places of each entity
/// @param base number of the first entity: 0, or 1 as in Fortran
/// @throws CollectiveError if the lists differ in length, an owner is no rank, or a place there is not owned;
/// names rank and entity
/// Collective: one sparse exchange.
PlacedPattern pattern_from_owners(const Communicator& comm, std::span<const int> owners,
                                  std::span<const local_index> places, local_index base = 0);

/// From the global number of each entity here: any numbers of any integral type, with gaps (ICON, YAXT,
/// LFRic, neko).
///
/// @param owners rank that owns each entity; left out, the lowest rank that has the number owns it
/// @throws CollectiveError if the lists differ in length, two ranks name different owners of one number, or
/// an owner does not have it. Collective: three sparse exchanges. Numbers meet on ranks chosen by hashing, so
/// memory and time are linear in the entities of a rank.
PlacedPattern pattern_from_ids(const Communicator& comm, const GlobalIndices& ids,
                               std::optional<std::span<const int>> owners = {});

/// Between the entities here and an array on one rank that has those of all ranks, for output and input. A
/// gather hands out from the array; a scatter by Replace collects into it. Of several ranks that have one
/// entity the highest counts; the root, if no other has it. Owned values lie in the array, copies in the
/// fields of entities.
///
/// @param places of each entity here in the array, from 0; negative: of an entity that is left out
/// @throws CollectiveError if `root` is no rank
/// Collective: one sparse exchange.
PlacedPattern pattern_from_root(const Communicator& comm, int root, const GlobalIndices& places);

}  // namespace partita
