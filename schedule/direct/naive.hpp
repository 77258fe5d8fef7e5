#pragma once
/// \file Naive complete exchange: in step i everybody sends to rank i.
///
/// Bokhari 1991, section 4: the algorithm that "careless programmers have been known to use". In phase i all
/// who have something for rank i send it, so that both the receiver and the links towards it are contended
/// for: its phases are no partial permutations. How many steps the links make of it says `unsynchronised`.

#include <partita/schedule/phase_table.hpp>

namespace partita {

/// n phases on n ranks, empty ones too. O(d) from local knowledge alone.
PhaseTable naive(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources);

}  // namespace partita
