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
///     const auto table = nice::schedule(comm, {{2, 100}, {5, 20}}, {.algorithm = Algorithm::rs_nh});
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

#include <cstddef>
#include <span>
#include <vector>

#include <partita/executor/replay/replay.hpp>
#include <partita/executor/stage_protocols.hpp>
#include <partita/schedule/phase_table.hpp>
#include <partita/schedule/schedule_options.hpp>
#include <partita/support/communicator.hpp>

namespace partita::nice {

/// What the scheduling primitive returns. May be kept and used as often as wanted.
struct SchedulingTable {
  DestinationVector destinations;  ///< as given
  SourceVector sources;            ///< units from each rank: the lengths of the buffers to receive into
  PhaseTable phases;               ///< CPT
};

/// The scheduling primitive. Collective; every rank gives the same options. `destinations` ascend by rank, no
/// length is 0. Throws CollectiveError for other destinations.
SchedulingTable schedule(const Communicator& comm, const DestinationVector& destinations,
                         const ScheduleOptions& options = {});

/// The communication primitive, for one table.
class Communication {
 public:
  /// Collective: every rank makes its communications in the same order. Throws CollectiveError when a table's
  /// phases do not carry what its vectors say.
  Communication(const Communicator& comm, const SchedulingTable& table,
                const StageProtocols& protocol = Protocol::post_all);

  /// Sends what `outgoing` points to and fills what `incoming` points to: one buffer for each destination and
  /// each source, in the order of their vectors, of as many units as their entries say. Collective; the same
  /// bytes per unit everywhere. Throws Error when there are not as many pointers as entries, or when a sender
  /// gave fewer bytes per unit.
  void operator()(std::span<const void* const> outgoing, std::span<void* const> incoming,
                  std::size_t bytes_per_unit);

 private:
  detail::Replay replay_;
  std::vector<detail::Records> outgoing_;  // one per destination
  std::vector<detail::Records> incoming_;  // one per source
};

}  // namespace partita::nice
