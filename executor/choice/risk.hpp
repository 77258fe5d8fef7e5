#pragma once
/// \file How likely a network is to lose messages of a strategy.

#include <vector>

#include <partita/executor/choice/choose.hpp>
#include <partita/schedule/communication_matrix.hpp>

namespace partita::detail {

/// The most bytes that a rank sends or receives. Of one rank, the messages are all that it sends or receives.
double burden_of(const std::vector<MatrixEntry>& messages, double bytes_per_unit);
double burden_of(const CommunicationMatrix& matrix, double bytes_per_unit);

/// Whether a rank (not a host) sends or receives more than the shortest queues of networks hold, 32 KB. Else
/// nothing is likely to be lost.
bool may_lose(double burden);

/// Whether its messages wait for their receivers or for the barrier of their phase: then few are lost.
bool is_cautious(const Strategy& strategy);

/// 3 if a rank's messages leave together. If each waits for the one before, 1, or 2 if they leave a host
/// together all the same, for its ranks are several. 0 if the strategy is cautious, if messages are relayed,
/// or if nothing is lost (may_lose).
int risk_of(const Strategy& strategy, const Machine& machine, double burden);

/// By which factor a strategy of this risk must be faster than those of less, if the machine says that
/// messages are lost at all (Costs::loss). A loss takes as long as many replays, and the machine does not say
/// how often there is one. It is 1.05 for what lets messages leave a host together (2 and 3). What sends one
/// message after the other (1) counts as 1.03 times the bound at least: where ports are the limit, no order
/// is faster than another, and short messages leave together even so, for MPI and TCP buffer them.
///
/// @param predicted  seconds of a replay
/// @param bound      seconds that no replays in a row fall below: ReplayBounds
double handicap_of(int risk, double predicted, double bound, const Machine& machine);

}  // namespace partita::detail
