#include <limits>

#include <partita/executor/prediction/predict.hpp>
#include <partita/executor/prediction/simulated_ranks.hpp>

namespace partita {

using detail::SimulatedRanks;

double predict(std::span<const PhaseTable> tables, const ReplayModel& model, const Machine& machine,
               double bytes_per_unit, double give_up) {
  SimulatedRanks ranks(tables, model, machine, bytes_per_unit);
  if (ranks.can_learn()) {
    SimulatedRanks first(tables, model, machine, bytes_per_unit);
    first.run(std::numeric_limits<double>::infinity());
    ranks.learn_from(first);
  }
  return ranks.run(give_up);
}

}  // namespace partita
