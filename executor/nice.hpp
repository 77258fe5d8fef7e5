#pragma once
/// \file The primitives of NICE: messages in the caller's buffers, without inspector and index arrays.
///
/// Wang, Lin, Ranka, "NICE: Non-uniform Irregular Communication Exchange on Distributed Memory Systems",
/// 1993, section 4. The scheduling primitive takes this rank's destination vector (figure 7) and gives a
/// scheduling table: the source vector, and the communication phase table (CPT, figure 8). The communication
/// primitive takes vectors of pointers (figure 9): to one buffer for each destination, of the length of its
/// entry, and for each source. It is called as often as wanted. A destructor takes the place of NICE's
/// function that releases a table.
///
/// NICE's users name a scheduling scheme. Its "final goal" is "to automatically choose the most suitable
/// scheduling scheme" (section 4.1), by the cost of scheduling S, the number of replays R and the cost of a
/// replay C (section 7). That is the first form of `schedule` here.
///
///     const auto table = nice::schedule(comm, {{2, 100}, {5, 20}});
///     std::vector<double> to_2(100), to_5(20);
///     std::vector<std::vector<double>> from;
///     for (const auto [rank, length] : table.sources) from.emplace_back(length);
///
///     const std::vector<const void*> outgoing{to_2.data(), to_5.data()};
///     std::vector<void*> incoming;
///     for (auto& buffer : from) incoming.push_back(buffer.data());
///
///     nice::Communication communicate(comm, table);
///     for (int step = 0; step < steps; ++step) {
///       ...  // fill to_2 and to_5
///       communicate(outgoing, incoming, sizeof(double));
///       ...  // use what arrived
///     }
///
/// With `begin` and `finish` in place of the call, a rank computes while the messages travel.

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include <partita/executor/choosing/choose.hpp>
#include <partita/executor/plan/plan.hpp>
#include <partita/executor/plan/way.hpp>
#include <partita/schedule/phase_table.hpp>
#include <partita/schedule/schedule_options.hpp>
#include <partita/support/communicator.hpp>

namespace partita::nice {

/// What the scheduling primitive returns. May be kept and used as often as wanted.
struct SchedulingTable {
  DestinationVector destinations;  ///< as given
  SourceVector sources;            ///< units from each rank: the lengths of the buffers to receive into
  PhaseTable phases;               ///< CPT
  Way way = {};                    ///< by which a Communication replays the phases; may be changed
  std::string reason = {};         ///< one line, if it was chosen: the choice, and why
};

/// The scheduling primitive, for `machine_here`: all messages at once (see choose_plan).
///
/// @param destinations of this rank: ascending by rank, without an entry of length 0
/// @throws CollectiveError for other destinations
///
/// Collective. Source: NICE, section 4.1.
SchedulingTable schedule(const Communicator& comm, const DestinationVector& destinations);

/// The same for the given machine, bytes a unit and expected number of replays: see choose_plan.
///
///     nice::schedule(comm, destinations,
///                    ChoiceOptions{.schedule = {.machine = machine}, .replays = 100});
///
/// @param options the machine of every rank; rank 0's costs, bytes and replays count
/// @throws CollectiveError also if the machine is too small, or ranks give different ones
///
/// Collective.
SchedulingTable schedule(const Communicator& comm, const DestinationVector& destinations,
                         const ChoiceOptions& options);

/// The same by the algorithm of these options, to be replayed by post_all, unless the table is given another
/// way.
///
/// @param options the same on every rank
/// @throws CollectiveError also if the options are impossible, or differ between ranks
///
/// Collective.
SchedulingTable schedule(const Communicator& comm, const DestinationVector& destinations,
                         const ScheduleOptions& options);

/// The same by any plan for these vectors, as from `plan_by_environment`.
///
/// @param plan is called on every rank. Collective
///
/// Collective.
SchedulingTable schedule(const Communicator& comm, const DestinationVector& destinations,
                         const std::function<Plan(const MessageVectors&)>& plan);

/// The communication primitive, for one table.
class Communication {
 public:
  /// Replays the table by its way.
  ///
  /// @throws CollectiveError if a table's phases do not carry what its vectors say
  ///
  /// Collective: every rank makes its communications in the same order.
  Communication(const Communicator& comm, const SchedulingTable& table);

  /// Sends what `outgoing` points to and fills what `incoming` points to.
  ///
  /// @param outgoing one buffer for each destination, in their order, of as many units as its entry says
  /// @param incoming the same for each source
  /// @param bytes_per_unit the same on every rank
  /// @throws Error if there are not as many pointers as entries, or if a sender gave fewer bytes per unit
  ///
  /// Collective.
  void operator()(std::span<const void* const> outgoing, std::span<void* const> incoming,
                  std::size_t bytes_per_unit);

  /// Starts what the call does, and does not wait. Until `finish` the outgoing buffers may not be written,
  /// the incoming ones not be touched.
  ///
  /// @throws Error also if the communication before has not been finished
  ///
  /// Collective.
  void begin(std::span<const void* const> outgoing, std::span<void* const> incoming,
             std::size_t bytes_per_unit);

  /// Waits until everything has arrived and the outgoing buffers may be written again. Several communications
  /// may be under way, and be finished in any order.
  ///
  /// @throws Error if none is under way, or if a sender gave fewer bytes per unit
  ///
  /// Collective.
  void finish();

  Communication(Communication&&) noexcept;
  Communication& operator=(Communication&&) noexcept;
  ~Communication();

 private:
  struct State;
  State& made() const;  // throws Error if this one was moved from
  std::unique_ptr<State> state_;
};

}  // namespace partita::nice
