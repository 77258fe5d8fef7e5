#pragma once
/// \file The check of schedules.

#include <optional>
#include <string>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/schedule.hpp>

namespace partita {

/// Checks a schedule of `matrix`. It follows every unit from rank to rank:
///
/// 1. The tables of sender and receiver agree on every message.
/// 2. Each phase is a partial permutation: no rank sends twice or receives twice in it. Unordered schedules
///    (`is_ordered`) are exempt.
/// 3. Every unit leaves its origin, travels only from ranks that have it, and reaches its target exactly
///    once. Instead of leaving its origin, a unit may be copied: by a rank that receives a unit of the same
///    index in the phase of the copy, and with the origin's knowledge.
/// 4. No link of `machine` carries two messages in a phase. A crossbar has no links.
///
/// O(m log m) for m pieces.
///
/// @param machine its links are checked; it needs a node for every host
/// @return the first fault in one sentence; nothing if the schedule is right
///
/// Not collective.
std::optional<std::string> verify(const Schedule& schedule, const CommunicationMatrix& matrix,
                                  const Machine& machine = {});

/// The same for a schedule and its reverse, links included if the algorithm keeps them free. Not collective.
std::optional<std::string> verify(const Schedule& forward, const Schedule& backward,
                                  const CommunicationMatrix& matrix);

/// The same if every rank has its part alone. Rank 0 gathers all parts, and needs memory for them.
/// Collective.
///
/// @param destinations  this rank's destination vector
/// @param options       with which the tables were made, the same on every rank
/// @param indices       of this rank's messages: see IndexRuns
/// @return the same on every rank
std::optional<std::string> verify(const Communicator& comm, const DestinationVector& destinations,
                                  const ScheduleOptions& options, const PhaseTables& tables,
                                  const IndexRuns& indices = {});

}  // namespace partita
