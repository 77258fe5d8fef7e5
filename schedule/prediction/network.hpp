#pragma once
/// \file The network of a machine: arrival times of the messages that it carries.

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <partita/schedule/machine.hpp>

namespace partita::detail {

/// A network that carries messages. From its entry until its last byte has left the sender, a message holds
/// the port out of its host, the links of its route, and the port into the other host. Costs::Contention says
/// how messages share these: see fluid_network.cpp and circuit_network.cpp.
class Network {
 public:
  virtual ~Network() = default;

  /// A message enters. `advance` returns its `name` when it is through.
  ///
  /// @param time seconds; no earlier than any time given before
  /// @param from, to ranks on different hosts
  /// @param flight seconds of its route besides its bytes; only circuits hold the route meanwhile
  virtual void enter(std::size_t name, int from, int to, double bytes, double time, double flight) = 0;

  /// @return earliest time at which the next message may be through, if none enters before; infinity if there
  ///   is no message
  virtual double next() = 0;

  /// Advances to `time`, which is at most `next`.
  ///
  /// @return names of the messages that are then through
  virtual const std::vector<std::size_t>& advance(double time) = 0;
};

/// The two kinds of networks, by Costs::Contention.
std::unique_ptr<Network> make_fluid_network(const Machine& machine, int ranks, double resolution);
std::unique_ptr<Network> make_circuit_network(const Machine& machine, int ranks);

/// @return whether `costs` say anything about queues
inline bool has_port_queues(const Costs& costs) { return costs.burst > 0 || costs.loss > 0; }

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

/// Makes the empty network of a machine.
///
/// @param resolution seconds, see fluid_network.cpp; 0 is exact
/// @throws Error if the machine has fewer nodes than there are ranks
inline std::unique_ptr<Network> make_network(const Machine& machine, int ranks, double resolution = 0) {
  require_room(machine, ranks);
  std::unique_ptr<Network> network = machine.costs.contention == Costs::Contention::queue
                                         ? make_circuit_network(machine, ranks)
                                         : make_fluid_network(machine, ranks, resolution);
  return has_port_queues(machine.costs) ? with_port_queues(std::move(network), machine, ranks)
                                        : std::move(network);
}

}  // namespace partita::detail
