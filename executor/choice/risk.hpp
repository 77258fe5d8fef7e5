#pragma once
/// \file How likely a network is to lose messages of a strategy.

#include <vector>

#include <partita/executor/choice/choose.hpp>
#include <partita/schedule/communication_matrix.hpp>

namespace partita::detail {

/// The most bytes that a rank sends or receives: `all`; and of those the ones that are under way together if
/// each send waits for the one before. These are all that MPI buffers, for it sends them at once, or, if that
/// is more, the longest message, whose end the network's protocol buffers while the next one begins.
struct Burden {
  double all = 0, one_by_one = 0;

  /// Adds one rank's messages, sent or received.
  void add(const std::vector<MatrixEntry>& messages, double bytes_per_unit);
};
Burden burden_of(const CommunicationMatrix& matrix, double bytes_per_unit);

/// Whether a rank (not a host) sends or receives more than the shortest queues of networks hold, 32 KB. Else
/// nothing is likely to be lost.
bool may_lose(const Burden& burden);

/// Whether its messages wait for their receivers or for the barrier of their phase: then few are lost.
bool is_cautious(const Strategy& strategy);

/// 3 if a rank's messages leave together. If each waits for the one before, 1, or 2 if they leave a host
/// together all the same: if its ranks are several, or if Burden::one_by_one exceeds 32 KB and a fifth of the
/// machine's queue (Costs::queue). 0 if the strategy is cautious, if messages are relayed, or if nothing is
/// lost (may_lose).
int risk_of(const Strategy& strategy, const Machine& machine, const Burden& burden);

/// By which factor a strategy must be faster than those of less risk. A loss takes as long as many replays,
/// and the machine does not say how often there is one: so it is 1.05 for what lets messages leave a host
/// together, if the machine says that messages are lost at all (Costs::loss).
double handicap_of(int risk, const Machine& machine);

}  // namespace partita::detail
