#pragma once
/// \file How likely a network is to lose messages of a strategy.

#include <partita/executor/choice/choose.hpp>
#include <partita/schedule/communication_matrix.hpp>

namespace partita::detail {

/// Bytes that the shortest queues of networks hold. Where no rank sends or receives more, nothing is lost.
inline constexpr double shortest_queue = 32 << 10;

/// @param most  units that a rank sends, or receives
inline bool may_lose(Units most, double bytes_per_unit) {
  return static_cast<double>(most) * bytes_per_unit > shortest_queue;
}

/// The same of all ranks' messages.
bool may_lose(const CommunicationMatrix& matrix, double bytes_per_unit);

/// 2 if messages leave a host together, 1 if each waits for the one before, 0 if it waits for its receiver or
/// for a barrier, or if messages are relayed.
int risk_of(const Strategy& strategy, const Machine& machine);

/// By which factor a strategy must be faster than those of less risk. A loss takes as long as many replays,
/// and the machine does not say how often there is one: so it is 1.05 for what lets messages leave a host
/// together, if the machine says that messages are lost at all (Costs::loss).
double handicap_of(int risk, const Machine& machine);

}  // namespace partita::detail
