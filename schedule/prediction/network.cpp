#include <partita/schedule/prediction/network.hpp>

namespace partita::detail {

std::unique_ptr<Network> make_network(const Machine& machine, int ranks, double resolution) {
  require_room(machine, ranks);
  if (machine.costs.contention == Costs::Contention::queue) return make_circuit_network(machine, ranks);
  return make_fluid_network(machine, ranks, resolution);
}

}  // namespace partita::detail
