#pragma once
/// \file Lower bounds of the time of replays in a row, from the matrix alone. `choose` schedules and predicts
/// nothing that cannot win.

#include <partita/schedule/algorithms.hpp>
#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/machine.hpp>

namespace partita::detail {

/// Seconds of which no replay in a row of others is faster, by any protocol. (One alone may be, by what ports
/// pass at once after a pause: Costs::burst.) Two bounds:
///
/// * Direct: the start-ups and receipts of the busiest processor, and the bytes of the busiest host.
/// * Staged: the bytes of the busiest host. Relays join messages, but a unit for another host leaves its host
///   and arrives there. Of units of one index for one host, one at least does.
///
/// Not collective.
class ReplayBounds {
 public:
  ReplayBounds(const CommunicationMatrix& matrix, const Machine& machine, double bytes_per_unit);

  double of(Algorithm algorithm) const;

 private:
  double direct_, staged_;
};

}  // namespace partita::detail
