#pragma once
/// \file Node-aware exchange: at most one message from any host to any other.
///
/// Bienz, Gropp, Olson, "Node aware sparse matrix-vector multiplication", JPDC 130, 2019. Three stages:
///
/// 1. Within each host, the rank in charge of another host collects all units for that host. Messages within
///    the host go directly to their targets.
/// 2. From host to host, one message goes between the two ranks in charge.
/// 3. Within the host, the units go to their targets.
///
/// So the expensive messages are fewer and longer. If the matrix knows indices, each value crosses once: the
/// first unit of an index that a host needs travels, and the receiving rank in charge copies the host's other
/// units of that index from it. Of counts alone, a value that two ranks of a host need crosses twice.
///
/// The ranks of a host share the charges so that each sends, and each receives, about the same number of
/// units: other hosts in descending order of units, each to the rank with the fewest units yet.

#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// The phase table of every rank; each stage in the order of `colouring`. Ranks h*k .. h*k+k-1 share host h,
/// where k is `ranks_per_host`, at least 1; the last host may have fewer.
std::vector<PhaseTable> node_aware(const CommunicationMatrix& matrix, int ranks_per_host);

}  // namespace partita::detail
