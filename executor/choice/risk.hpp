#pragma once
/// \file How likely a network is to lose messages of a strategy.

#include <vector>

#include <partita/executor/choice/choose.hpp>
#include <partita/schedule/communication_matrix.hpp>

namespace partita::detail {

/// The most bytes that a rank sends or receives, and the most in messages that MPI and the network's protocol
/// buffer: those leave as soon as they are sent, whatever their sender waits for.
struct Burden {
  double all = 0, buffered = 0;

  /// Adds one rank's messages, sent or received.
  void add(const std::vector<MatrixEntry>& messages, double bytes_per_unit);
};
Burden burden_of(const CommunicationMatrix& matrix, double bytes_per_unit);

/// Whether a rank (not a host) sends or receives more than the shortest queues of networks hold, 32 KB. Else
/// nothing is likely to be lost.
bool may_lose(const Burden& burden);

/// 2 if messages leave a host together (by windowed, too, if its ranks are several, or if those that are
/// buffered exceed 32 KB and a quarter of the machine's queue: Costs::queue), 1 if each waits for the one
/// before, 0 if it waits for its receiver or for the barrier of its phase, if messages are relayed, or if
/// nothing is lost (may_lose).
int risk_of(const Strategy& strategy, const Machine& machine, const Burden& burden);

/// By which factor a strategy must be faster than those of less risk. A loss takes as long as many replays,
/// and the machine does not say how often there is one: so it is 1.05 for what lets messages leave a host
/// together, if the machine says that messages are lost at all (Costs::loss).
double handicap_of(int risk, const Machine& machine);

}  // namespace partita::detail
