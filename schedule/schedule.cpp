#include <algorithm>
#include <utility>

#include <partita/schedule/algorithm_entry.hpp>
#include <partita/schedule/quality.hpp>
#include <partita/schedule/schedule.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/error.hpp>

namespace partita {

namespace {

void require_possible(const ScheduleOptions& options, int ranks) {
  require_room(options.machine, ranks);
  if (options.machine.ranks_per_host < 1)
    throw Error("a host has at least 1 rank, not ", options.machine.ranks_per_host);
  if (options.standard_dimensions < 0)
    throw Error("multiphase takes 0 or more dimensions by standard exchange, not ",
                options.standard_dimensions);
  if (!(options.start_up >= 0)) throw Error("balanced needs a start-up cost of 0 or more units");
}

}  // namespace

Schedule make_schedule(const CommunicationMatrix& matrix, const ScheduleOptions& options) {
  require_possible(options, matrix.ranks());
  return {options, detail::make_tables(matrix, options)};
}

Schedule reverse(const Schedule& schedule, const CommunicationMatrix& matrix) {
  const ScheduleOptions& options = schedule.options;
  if (std::ranges::any_of(schedule.tables, [](const PhaseTable& table) { return !table.copies.empty(); }))
    return reverse(make_schedule(matrix.counts(), options), matrix);
  if (!detail::entry_of(options.algorithm).local) {
    Schedule backward{options, {}};
    for (const PhaseTable& table : schedule.tables) backward.tables.push_back(reverse(table));
    if (!avoids_link_contention(options.algorithm) || link_conflicts(backward.tables, options.machine) == 0)
      return backward;
  }
  return make_schedule(CommunicationMatrix(matrix.sources()), options);
}

PhaseTables make_phase_tables(const Communicator& comm, const DestinationVector& destinations,
                              const SourceVector& sources, const ScheduleOptions& options,
                              const IndexRuns& indices) {
  require_same(comm, fingerprint(options), "the schedule (algorithm, seed, machine, options)");
  check_alike([&] { require_possible(options, comm.size()); });
  return detail::phase_tables(comm, destinations, sources, options, indices);
}

PhaseTables detail::phase_tables(const Communicator& comm, const DestinationVector& destinations,
                                 const SourceVector& sources, const ScheduleOptions& options,
                                 const IndexRuns& indices) {
  const AlgorithmEntry& entry = entry_of(options.algorithm);
  if (entry.local || entry.by_messages) {
    auto [forward, backward] = make_tables(comm, destinations, sources, options);
    return {std::move(forward), std::move(backward)};
  }
  const IndexRuns shared =
      entry.sends_once ? shared_on_hosts(indices, comm.rank(), options.machine.ranks_per_host) : IndexRuns();
  return make_phase_tables(concatenate(comm, destinations, shared), comm.rank(), options);
}

PhaseTables make_phase_tables(const CommunicationMatrix& matrix, int rank, const ScheduleOptions& options) {
  Schedule forward = make_schedule(matrix, options);
  Schedule backward = reverse(forward, matrix);
  const auto me = static_cast<std::size_t>(rank);
  return {std::move(forward.tables[me]), std::move(backward.tables[me])};
}

}  // namespace partita
