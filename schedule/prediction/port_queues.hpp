#pragma once
/// \file The queues before the ports of hosts: what passes at once after a pause, and what is lost.

#include <memory>

#include <partita/schedule/prediction/network.hpp>

namespace partita::detail {

/// @return whether `costs` say anything about queues
bool has_port_queues(const Costs& costs);

/// A network with the queues of this machine's ports before it.
///
/// * Each port has a token bucket of `burst` bytes. It fills at the port's bandwidth while nothing passes. A
///   message takes what the ports at both its ends hold, and only the rest of its bytes enters `network`.
///   What it takes passes at `burst_bandwidth`, whatever else does.
/// * The messages on their way out of and into a host have up to `window` bytes each in its queues. One that
///   comes when these would hold more than `queue` bytes loses its end. The sender notices by a timer, so
///   that the message is through `loss` seconds later than it would be. (Reno's TCP retransmits other losses
///   without waiting: RFC 5681, section 3.2.)
///
/// Both directions of a host share one queue here. On the small network of bench/netlab seven messages into a
/// host or out of it pass, and seven both ways are lost.
std::unique_ptr<Network> with_port_queues(std::unique_ptr<Network> network, const Machine& machine,
                                          int ranks);

}  // namespace partita::detail
