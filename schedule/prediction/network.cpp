#include <partita/schedule/prediction/circuit_network.hpp>
#include <partita/schedule/prediction/fluid_network.hpp>
#include <partita/schedule/prediction/network.hpp>

namespace partita::detail {

std::unique_ptr<Network> make_network(const Machine& machine, int ranks, double resolution) {
  require_room(machine, ranks);
  if (machine.costs.contention == Costs::Contention::queue)
    return std::make_unique<CircuitNetwork>(machine, ranks);
  return std::make_unique<FluidNetwork>(machine, ranks, resolution);
}

}  // namespace partita::detail
