#include <partita/executor/prediction/predict.hpp>
#include <partita/executor/prediction/simulated_ranks.hpp>

namespace partita {

double predict(std::span<const PhaseTable> tables, const ReplayModel& model, const Machine& machine,
               double bytes_per_unit, double give_up) {
  return SimulatedRanks(tables, model, machine, bytes_per_unit).run(give_up);
}

}  // namespace partita
