#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <partita/executor/replay/layout.hpp>
#include <partita/executor/replay/pattern_replays.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/hash.hpp>

namespace partita {

namespace {

std::vector<Place> packed_places(const AccessPattern& pattern) {
  std::vector<Place> places;
  std::size_t first = 0;
  for (const NeededBy& neighbour : pattern.needed_by()) {
    places.push_back({neighbour.rank, first, neighbour.owned.size()});
    first += neighbour.owned.size();
  }
  return places;
}

std::vector<Place> ghost_places(const AccessPattern& pattern) {
  std::vector<Place> places;
  for (const GhostRun& run : pattern.ghost_runs())
    places.push_back({run.rank, static_cast<std::size_t>(run.first - pattern.first_ghost()),
                      static_cast<std::size_t>(run.length)});
  return places;
}

// An index array that has changed gives another pattern, often one of the same lengths.
void check(const AccessPattern& pattern, const Plan& plan) {
  collectively(pattern.communicator(), [&] {
    if (plan.pattern != pattern.fingerprint())
      throw Error(text("the plan is for another access pattern than rank ", pattern.communicator().rank(),
                       "'s; make a new plan whenever the pattern changes"));
  });
}

Layouts find(const AccessPattern& pattern, const PhaseTable& table, const std::vector<Place>& from,
             const std::vector<Place>& into) {
  const Communicator& comm = pattern.communicator();
  return collectively(comm, [&] {
    std::optional<Layouts> layouts_of_plan = lay_out(comm.rank(), table, from, into);
    if (!layouts_of_plan)
      throw Error("the plan's messages are not those of its access pattern; make the plan with make_plan");
    return std::move(*layouts_of_plan);
  });
}

// The same on every rank.
std::string name_of_pattern(const AccessPattern& pattern) {
  const std::array<std::uint64_t, 2> mine{static_cast<std::uint64_t>(pattern.communicator().rank()),
                                          pattern.fingerprint()};
  std::uint64_t all = Hash().add(std::span<const std::uint64_t>(mine)).value();
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_UINT64_T, MPI_BXOR, pattern.communicator().handle());
  return Hash().add(std::span<const std::uint64_t>(&all, 1)).hex();
}

}  // namespace

PatternReplays make_replays(const AccessPattern& pattern, const Plan& plan) {
  check(pattern, plan);
  ReplayOptions options{.protocol = plan.protocol,
                        .window = plan.window,
                        .timed_idle = has_timed_idle(plan.algorithm),
                        .lock = plan.lock,
                        .transport = plan.transport};
  const std::vector<Place> packed = packed_places(pattern), ghosts = ghost_places(pattern);
  Layouts gather = find(pattern, plan.gather, packed, ghosts);
  Layouts scatter = find(pattern, plan.scatter, ghosts, packed);
  const std::string name = name_of_pattern(pattern);
  const auto replay = [&](Layouts& slots_of_replay, const char* operation) {
    options.name = text(operation, " of pattern ", name);
    return Replay(pattern.communicator(), std::move(slots_of_replay), options);
  };
  return {replay(gather, "gather"), replay(scatter, "scatter")};
}

bool in_one_piece(const AccessPattern& pattern, const Plan& plan) {
  const int me = pattern.communicator().rank();
  const auto sent = [me](const Transfer& transfer) {
    return transfer.pieces.size() == 1 && transfer.pieces.front().origin == me;
  };
  const auto received = [me](const Transfer& transfer) {
    return transfer.pieces.size() == 1 && transfer.pieces.front().target == me;
  };
  const auto of_table = [&](const PhaseTable& table) {
    return std::all_of(table.sends.begin(), table.sends.end(), sent) &&
           std::all_of(table.receives.begin(), table.receives.end(), received);
  };
  return of_table(plan.gather) && of_table(plan.scatter);
}

std::vector<local_index> needed_values(const AccessPattern& pattern) {
  std::vector<local_index> values;
  for (const NeededBy& neighbour : pattern.needed_by())
    values.insert(values.end(), neighbour.owned.begin(), neighbour.owned.end());
  return values;
}

}  // namespace partita
