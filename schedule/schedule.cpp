#include <algorithm>
#include <utility>

#include <partita/schedule/direct/ac.hpp>
#include <partita/schedule/direct/balanced.hpp>
#include <partita/schedule/direct/colouring.hpp>
#include <partita/schedule/direct/distributed.hpp>
#include <partita/schedule/direct/linear.hpp>
#include <partita/schedule/direct/link_colouring.hpp>
#include <partita/schedule/direct/lp.hpp>
#include <partita/schedule/direct/naive.hpp>
#include <partita/schedule/direct/pairwise.hpp>
#include <partita/schedule/direct/rs_n.hpp>
#include <partita/schedule/direct/rs_nh.hpp>
#include <partita/schedule/direct/rs_nl.hpp>
#include <partita/schedule/direct/rs_nlh.hpp>
#include <partita/schedule/direct/stable.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/schedule/staged/multiphase.hpp>
#include <partita/schedule/staged/node_aware.hpp>
#include <partita/schedule/staged/standard_exchange.hpp>
#include <partita/schedule/staged/two_stage.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>
#include <partita/support/reduce.hpp>

namespace partita {

namespace {

// The table of a rank for local algorithms.
PhaseTable local_table(Algorithm algorithm, int rank, int ranks, const DestinationVector& destinations,
                       const SourceVector& sources) {
  switch (algorithm) {
    case Algorithm::ac:
      return ac(rank, destinations, sources);
    case Algorithm::naive:
      return naive(rank, ranks, destinations, sources);
    case Algorithm::lp:
      return lp(rank, ranks, destinations, sources);
    case Algorithm::linear:
      return linear(rank, ranks, destinations, sources);
    case Algorithm::pairwise:
      return pairwise(rank, ranks, destinations, sources);
    case Algorithm::stable:
      return stable(rank, ranks, destinations, sources);
    default:
      throw Error(text(name_of(algorithm), " needs to know more than a rank's own messages"));
  }
}

std::vector<PhaseTable> local_tables(Algorithm algorithm, const CommunicationMatrix& matrix) {
  std::vector<PhaseTable> tables;
  const std::vector<SourceVector> sources = matrix.sources();
  int phases = 0;
  for (int rank = 0; rank < matrix.ranks(); ++rank) {
    tables.push_back(local_table(algorithm, rank, matrix.ranks(), matrix.destinations(rank),
                                 sources[static_cast<std::size_t>(rank)]));
    phases = std::max(phases, tables.back().phases);
  }
  for (PhaseTable& table : tables) table.phases = phases;
  return tables;
}

std::vector<PhaseTable> negotiated_tables(const CommunicationMatrix& matrix, std::uint64_t seed) {
  std::vector<PhaseTable> tables;
  for (Negotiated& negotiated : distributed(matrix, seed)) tables.push_back(std::move(negotiated.table));
  return tables;
}

void require_possible(const ScheduleOptions& options, int ranks) {
  require_room(options.machine, ranks);
  if (options.machine.ranks_per_host < 1)
    throw Error(text("a host has at least 1 rank, not ", options.machine.ranks_per_host));
  if (options.standard_dimensions < 0)
    throw Error(text("multiphase takes 0 or more dimensions by standard exchange, not ",
                     options.standard_dimensions));
  if (!(options.splitting.start_up >= 0) || options.splitting.most_phases < 1)
    throw Error("balanced needs a start-up cost of 0 or more units and at least 1 phase");
  if (is_staged(options.stages.first) || is_staged(options.stages.second))
    throw Error("the stages of two_stage are ordered by direct algorithms, not by staged ones");
}

std::vector<PhaseTable> make_tables(const CommunicationMatrix& matrix, const ScheduleOptions& options) {
  const auto ordered_by = [&](Algorithm algorithm) -> DirectScheduler {
    return [&options, algorithm](const CommunicationMatrix& stage) {
      ScheduleOptions stage_options = options;
      stage_options.algorithm = algorithm;
      return make_schedule(stage, stage_options).tables;
    };
  };
  switch (options.algorithm) {
    case Algorithm::rs_n:
      return rs_n(matrix, options.seed);
    case Algorithm::rs_nl:
      return rs_nl(matrix, options.machine, options.seed);
    case Algorithm::rs_nh:
      return rs_nh(matrix, options.seed);
    case Algorithm::rs_nlh:
      return rs_nlh(matrix, options.machine, options.seed);
    case Algorithm::colouring:
      return colouring(matrix);
    case Algorithm::link_colouring:
      return link_colouring(matrix, options.machine, options.seed);
    case Algorithm::balanced:
      return balanced(matrix, options.splitting);
    case Algorithm::distributed:
      return negotiated_tables(matrix, options.seed);
    case Algorithm::standard_exchange:
      return standard_exchange(matrix);
    case Algorithm::multiphase:
      return multiphase(matrix, options.standard_dimensions);
    case Algorithm::two_stage:
      return two_stage(matrix, ordered_by(options.stages.first), ordered_by(options.stages.second),
                       options.seed);
    case Algorithm::node_aware:
      return node_aware(matrix, options.machine.ranks_per_host, ordered_by(Algorithm::colouring));
    default:
      return local_tables(options.algorithm, matrix);
  }
}

CommunicationMatrix transposed(const CommunicationMatrix& matrix) {
  return CommunicationMatrix(matrix.sources());
}

}  // namespace

Schedule make_schedule(const CommunicationMatrix& matrix, const ScheduleOptions& options) {
  require_possible(options, matrix.ranks());
  return {options, make_tables(matrix, options)};
}

Schedule reverse(const Schedule& schedule, const CommunicationMatrix& matrix) {
  const ScheduleOptions& options = schedule.options;
  if (is_local(options.algorithm)) return make_schedule(transposed(matrix), options);
  Schedule backward{options, {}};
  for (const PhaseTable& table : schedule.tables) backward.tables.push_back(reverse(table));
  const bool meets =
      avoids_link_contention(options.algorithm) && link_conflicts(backward, options.machine) > 0;
  return meets ? make_schedule(transposed(matrix), options) : backward;
}

PhaseTables make_phase_tables(const Communicator& comm, const DestinationVector& destinations,
                              const SourceVector& sources, const ScheduleOptions& options) {
  require_same(comm, fingerprint(options), "the schedule (algorithm, seed, machine, options)");
  collectively(comm, [&] { require_possible(options, comm.size()); });

  if (is_local(options.algorithm)) {
    const auto table = [&](const DestinationVector& to, const SourceVector& from) {
      PhaseTable mine = local_table(options.algorithm, comm.rank(), comm.size(), to, from);
      mine.phases = max(comm, mine.phases);
      return mine;
    };
    return {table(destinations, sources), table(sources, destinations)};
  }
  if (options.algorithm == Algorithm::distributed) {
    PhaseTable table = distributed(comm, destinations, sources, options.seed).table;
    table.phases = max(comm, table.phases);
    return {table, reverse(table)};
  }
  return make_phase_tables(concatenate(comm, destinations), comm.rank(), options);
}

PhaseTables make_phase_tables(const CommunicationMatrix& matrix, int rank, const ScheduleOptions& options) {
  Schedule forward = make_schedule(matrix, options);
  Schedule backward = reverse(forward, matrix);
  const auto me = static_cast<std::size_t>(rank);
  return {std::move(forward.tables[me]), std::move(backward.tables[me])};
}

}  // namespace partita
