#pragma once
/// \file Node-aware exchange: at most one message from any host to any other.
///
/// Bienz, Gropp, Olson, "Node aware sparse matrix-vector multiplication", JPDC 130, 2019. Three stages:
/// within each host, everything for another host is collected by the rank in charge of that host, while
/// messages within the host go straight to their targets; from host to host, one message between the two
/// ranks in charge; and within the host again, to the targets. Fewer and longer messages where messages cost
/// most. Known are counts, not indices: a value that two ranks of a host want crosses twice.
///
/// The charges are spread over the ranks of a host so that each sends, and each receives, about as many
/// units: the host with most units first, each to the rank with the fewest so far.

#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>
#include <partita/schedule/staged/direct_scheduler.hpp>

namespace partita {

/// The phase table of every rank; `scheduler` orders the messages within each stage. Ranks h*k .. h*k+k-1
/// share host h, where k is `ranks_per_host`, at least 1; the last host may have fewer.
std::vector<PhaseTable> node_aware(const CommunicationMatrix& matrix, int ranks_per_host,
                                   const DirectScheduler& scheduler);

}  // namespace partita
