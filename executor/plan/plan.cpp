#include <algorithm>
#include <utility>
#include <vector>

#include <partita/executor/plan/plan.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>
#include <partita/support/recorder.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/span.hpp>

namespace partita {

DestinationVector destination_vector(const AccessPattern& pattern) {
  DestinationVector destinations;
  for (const NeededBy& neighbour : pattern.needed_by())
    destinations.push_back({neighbour.rank, static_cast<Units>(neighbour.owned.size())});
  return destinations;
}

SourceVector source_vector(const AccessPattern& pattern) {
  SourceVector sources;
  for (const GhostRun& run : pattern.ghost_runs()) sources.push_back({run.rank, run.length});
  return sources;
}

namespace {

IndexRuns shared_indices(const AccessPattern& pattern) {
  IndexRuns all;
  for (const NeededBy& neighbour : pattern.needed_by()) {
    Units offset = 0;
    for (const local_index value : neighbour.owned) detail::append(all, {neighbour.rank, offset++, value, 1});
  }
  return detail::shared_indices(all, [](int) { return 0; });
}

// Of what the schedule does not depend on, but replays do.
std::uint64_t fingerprint(const PlanOptions& options) {
  const auto& [protocol, window, lock, fragment] = options.way;
  std::vector<int> all{window, lock.busy_measure, lock.early_go_ahead};
  for (std::size_t stage = 0; stage <= protocol.last(); ++stage)
    all.push_back(static_cast<int>(protocol.of_stage(stage)));
  return Hash().add(all, fragment, options.schedule.machine.costs.fragment).value();
}

}  // namespace

MessageTime detail::message_time(const Machine& machine) {
  const Costs& costs = machine.costs;
  const bool is_known = costs.start_up > 0 || 1 / costs.bandwidth > 0;
  if (!is_known) return {};
  const double shares = costs.duplex == Costs::Duplex::half ? 2 : 1;
  return {.start_up = 2 * costs.inquiry_seconds() + costs.start_up + costs.unawaited,
          .seconds_per_byte = shares / costs.bandwidth};
}

void detail::tell(Recorder& recorder, const Machine& machine) {
  const Costs& costs = machine.costs;
  recorder.between_hosts = {costs.start_up + costs.receive + costs.per_hop, 1 / costs.bandwidth};
  recorder.within_host = machine.ranks_per_host > 1 ? Expected{costs.host_start_up, 1 / costs.host_bandwidth}
                                                    : recorder.between_hosts;
  recorder.is_guessed = machine.costs_are_guessed;
}

Way detail::way_on(const Machine& machine, Way way) {
  constexpr double longest = 1e15;
  if (way.fragment == 0)
    way.fragment = static_cast<std::size_t>(std::clamp(machine.costs.fragment, 0.0, longest));
  if (way.lock.message == MessageTime{}) way.lock.message = message_time(machine);
  return way;
}

bool detail::in_one_piece(const Communicator& comm, const Plan& plan) {
  if (const Recorder* const recorder = comm.recorder(); recorder && recorder->seals()) return false;
  const auto is_own = [me = comm.rank()](const Transfer& transfer, int Piece::*end) {
    return transfer.pieces.size() == 1 && transfer.pieces.front().*end == me;
  };
  const auto holds_for = [&](const PhaseTable& table) {
    return std::ranges::all_of(table.sends,
                               [&](const Transfer& send) { return is_own(send, &Piece::origin); }) &&
           std::ranges::all_of(table.receives,
                               [&](const Transfer& receive) { return is_own(receive, &Piece::target); }) &&
           table.copies.empty();
  };
  return std::ranges::all_of(plan.candidates, [&](const Candidate& candidate) {
    return holds_for(candidate.tables.forward) && holds_for(candidate.tables.backward);
  });
}

MessageVectors message_vectors(const AccessPattern& pattern) {
  return {pattern.communicator(), destination_vector(pattern), source_vector(pattern), pattern.fingerprint(),
          shared_indices(pattern)};
}

MessageVectors message_vectors(const Communicator& comm, const DestinationVector& destinations) {
  SourceVector sources = source_vector(comm, destinations);
  Hash fingerprint;
  for (const auto* entries : {&destinations, &std::as_const(sources)}) {
    fingerprint.add(entries->size());
    for (const auto [rank, length] : *entries) fingerprint.add(rank, length);
  }
  return {comm, destinations, std::move(sources), fingerprint.value()};
}

std::string name_of(const MessageVectors& vectors) {
  const Communicator& comm = vectors.communicator;
  return "pattern " + hex(sum(comm, Hash().add(comm.rank(), vectors.fingerprint).value()));
}

Plan make_plan(const AccessPattern& pattern, const PlanOptions& options) {
  return make_plan(message_vectors(pattern), options);
}

Plan make_plan(const MessageVectors& vectors, const PlanOptions& options) {
  const Communicator& comm = vectors.communicator;
  const detail::Span span(comm, "set-up", "plan");
  require_same(comm, fingerprint(options), "the protocol or the machine's fragments");
  require_same(comm, static_cast<std::uint64_t>(options.transport), "the transport");
  return make_plan(
      vectors, options,
      make_phase_tables(comm, vectors.destinations, vectors.sources, options.schedule, vectors.indices));
}

Plan make_plan(const AccessPattern& pattern, const PlanOptions& options, PhaseTables tables) {
  return make_plan(message_vectors(pattern), options, std::move(tables));
}

Plan make_plan(const MessageVectors& vectors, const PlanOptions& options, PhaseTables tables) {
  if (detail::Recorder* const recorder = vectors.communicator.recorder())
    detail::tell(*recorder, options.schedule.machine);
  return {vectors.fingerprint,
          {{options.schedule, detail::way_on(options.schedule.machine, options.way), std::move(tables)}},
          options.transport};
}

}  // namespace partita
