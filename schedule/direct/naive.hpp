#pragma once
/// \file Naive complete exchange: in step i every rank sends to rank i.
///
/// Bokhari 1991, section 4: the algorithm that "careless programmers have been known to use". In phase i all
/// messages for rank i contend for the receiver and for the links towards it, so phases are no partial
/// permutations. `unsynchronised` computes the number of steps that this takes.

#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// n phases on n ranks, empty ones too. O(d) from local knowledge alone.
PhaseTable naive(int rank, int ranks, const DestinationVector& destinations, const SourceVector& sources);

}  // namespace partita::detail
