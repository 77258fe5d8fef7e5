#include <utility>

#include <partita/schedule/prediction/network.hpp>

namespace partita::detail {

std::unique_ptr<Network> make_network(const Machine& machine, int ranks, double resolution) {
  require_room(machine, ranks);
  std::unique_ptr<Network> network = machine.costs.contention == Costs::Contention::queue
                                         ? make_circuit_network(machine, ranks)
                                         : make_fluid_network(machine, ranks, resolution);
  return has_port_queues(machine.costs) ? with_port_queues(std::move(network), machine, ranks)
                                        : std::move(network);
}

}  // namespace partita::detail
