#include <algorithm>
#include <limits>

#include <partita/executor/choice/predicted_replay.hpp>
#include <partita/executor/choice/risk.hpp>
#include <partita/executor/prediction/predict.hpp>

namespace partita::detail {

double predicted_replay(const Strategy& strategy, const Schedule& schedule, const CommunicationMatrix& matrix,
                        const ReplayBounds& bounds, const ChoiceOptions& options, double give_up) {
  Machine machine = options.schedule.machine;
  if (is_cautious(strategy)) machine.costs.loss = 0;
  const double bytes = options.bytes_per_unit;
  const double alone = predict(schedule.tables,
                               {.protocol = strategy.protocol,
                                .window = strategy.window,
                                .timed_idle = has_timed_idle(strategy.algorithm),
                                .seed = options.schedule.seed,
                                .resolution = resolution_for(matrix, machine, bytes, strategy.algorithm)},
                               machine, bytes, give_up);
  // Where there is no bucket, one alone takes that long, too.
  if (machine.costs.burst == 0) return alone;
  const double in_a_row = std::max(alone, bounds.of(strategy.algorithm));
  return in_a_row < give_up ? in_a_row : std::numeric_limits<double>::infinity();
}

}  // namespace partita::detail
