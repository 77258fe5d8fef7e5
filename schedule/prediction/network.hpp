#pragma once
/// \file Messages under way on a machine: when does each arrive?

#include <cstddef>
#include <memory>
#include <vector>

#include <partita/schedule/machine.hpp>

namespace partita {

/// A network that carries messages. A message holds its way from when it enters to when its last byte has
/// left the sender: the way out of its host, the links of its route, the way into the other host. What
/// messages do to each other that meet there is the rule of the machine (Costs::Contention): see FluidNetwork
/// and CircuitNetwork.
class Network {
 public:
  virtual ~Network() = default;

  /// A message enters at this time, which is not before any that was given earlier. `name` is returned when
  /// it is through. Its ranks are on different hosts.
  virtual void enter(std::size_t name, int from, int to, double bytes, double time) = 0;

  /// When the next message may be through, if none enters before: infinity when there is none.
  virtual double next() = 0;

  /// Goes on to `time`, which is at most `next`; returns those that are through then.
  virtual const std::vector<std::size_t>& advance(double time) = 0;
};

/// The network of a machine, empty. `resolution`, in seconds: see FluidNetwork; 0 is exact. Throws Error when
/// the machine has fewer nodes than there are ranks.
std::unique_ptr<Network> make_network(const Machine& machine, int ranks, double resolution = 0);

}  // namespace partita
