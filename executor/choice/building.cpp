#include <bit>

#include <partita/executor/choice/building.hpp>

namespace partita {

namespace {

double nanoseconds_a_message(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::ac:
      return 0;
    case Algorithm::rs_nl:
    case Algorithm::rs_nh:
    case Algorithm::colouring:
      return 300;
    case Algorithm::rs_nlh:
    case Algorithm::multiphase:
      return 400;
    case Algorithm::standard_exchange:
      return 600;
    case Algorithm::link_colouring:
      return 1000;
    case Algorithm::balanced:
    case Algorithm::distributed:
    case Algorithm::node_aware:
      return 1500;
    case Algorithm::two_stage:
      return 20000;
    default:
      return 150;
  }
}

}  // namespace

double building_seconds(Algorithm algorithm, const CommunicationMatrix& matrix, const Machine& machine) {
  const Costs& costs = machine.costs;
  const double making = nanoseconds_a_message(algorithm) * 1e-9 * costs.slowdown;
  const double degree = matrix.degree();
  if (is_local(algorithm)) return making * degree;
  if (algorithm == Algorithm::distributed)
    return degree * (making + 4 * (costs.signal > 0 ? costs.signal : costs.start_up));

  double messages = 0;
  for (int rank = 0; rank < matrix.ranks(); ++rank)
    messages += static_cast<double>(matrix.destinations(rank).size());
  const auto rounds = static_cast<double>(std::bit_width(static_cast<unsigned>(matrix.ranks()) - 1));
  constexpr double bytes_an_entry = 16;
  return rounds * (costs.start_up + costs.receive) + messages * bytes_an_entry / costs.bandwidth +
         making * messages;
}

}  // namespace partita
