#include <algorithm>

#include <partita/schedule/ac.hpp>
#include <partita/schedule/lp.hpp>
#include <partita/schedule/rs_n.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

namespace partita {

Schedule make_schedule(const CommunicationMatrix& matrix, Algorithm algorithm, std::uint64_t seed) {
  if (algorithm == Algorithm::rs_n) return {algorithm, rs_n(matrix, seed)};

  Schedule schedule{algorithm, {}};
  const std::vector<SourceVector> sources = matrix.sources();
  for (int rank = 0; rank < matrix.ranks(); ++rank) {
    const SourceVector& from = sources[static_cast<std::size_t>(rank)];
    schedule.tables.push_back(algorithm == Algorithm::ac
                                  ? ac(rank, matrix.destinations(rank), from)
                                  : lp(rank, matrix.ranks(), matrix.destinations(rank), from));
  }
  int phases = 0;
  for (const PhaseTable& table : schedule.tables) phases = std::max(phases, table.phases);
  for (PhaseTable& table : schedule.tables) table.phases = phases;
  return schedule;
}

PhaseTable make_phase_table(const Communicator& comm, const DestinationVector& destinations,
                            const SourceVector& sources, Algorithm algorithm, std::uint64_t seed) {
  PhaseTable table;
  switch (algorithm) {
    case Algorithm::ac:
      table = ac(comm.rank(), destinations, sources);
      break;
    case Algorithm::lp:
      table = lp(comm.rank(), comm.size(), destinations, sources);
      break;
    case Algorithm::rs_n:
      table = std::move(rs_n(concatenate(comm, destinations), seed)[static_cast<std::size_t>(comm.rank())]);
      break;
  }
  table.phases = max(comm, table.phases);
  return table;
}

}  // namespace partita
