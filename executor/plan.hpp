#pragma once
/// \file A plan: all that a replay needs besides the data.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <partita/executor/stage_protocols.hpp>
#include <partita/executor/transport.hpp>
#include <partita/inspector/access_pattern.hpp>
#include <partita/schedule/schedule.hpp>

namespace partita {

namespace detail {
class WayMemory;
}

/// This rank's phase tables, of the gather and of its reverse, and how to replay them.
struct Plan {
  std::uint64_t pattern;     ///< fingerprint of the access pattern that it is for, on this rank
  ScheduleOptions schedule;  ///< with which the tables were made
  StageProtocols protocol;
  int window;             ///< of the protocol `windowed`
  PhaseTable gather;      ///< owner -> ghosts
  PhaseTable scatter;     ///< ghosts -> owner
  LockOptions lock = {};  ///< of the protocol `lock`
  Transport transport = Transport::automatic;
  std::string reason = {};  ///< one line, if it was chosen: the choice, over which other, and why
  double predicted = 0;     ///< seconds a replay, if it was chosen or is a rival; 0: unknown
  double handicap = 1;      ///< by which factor it must be faster than less risky rivals: detail::handicap_of

  /// Other plans for the same messages, which an exchange tries in its own replays (see docs/learning.md).
  /// They take the transport and the lock options of this one. None: it replays this plan and learns nothing,
  /// as with plans that make_plan or load_plan made.
  std::vector<Plan> rivals = {};
  std::shared_ptr<const detail::WayMemory> memory = {};  ///< where what it learns is written down
};

/// How to schedule and replay. Every rank gives the same.
struct PlanOptions {
  ScheduleOptions schedule = {};
  StageProtocols protocol = Protocol::post_all;  ///< of all stages, or of each
  int window = 4;  ///< of the protocol `windowed`: sends of a rank under way at once
  LockOptions lock = {};
  Transport transport = Transport::automatic;
};

/// The messages of one rank's gather, in units: all that plans and replays need to know of an access pattern,
/// or of several whose values travel together.
struct MessageVectors {
  Communicator communicator;
  DestinationVector destinations;
  SourceVector sources;
  std::uint64_t fingerprint;  ///< of the patterns, on this rank
  IndexRuns indices = {};  ///< of the units that several of its messages carry; none if only counts are known
};

MessageVectors message_vectors(const AccessPattern& pattern);

/// The messages that are known by their counts alone, without an access pattern.
///
/// @param destinations of this rank
/// @throws CollectiveError if one names a rank that does not exist, or a negative length
///
/// Collective.
MessageVectors message_vectors(const Communicator& comm, const DestinationVector& destinations);

/// Schedules the messages of an access pattern. Collective. Throws CollectiveError when the ranks give
/// different options.
Plan make_plan(const AccessPattern& pattern, const PlanOptions& options = {});
Plan make_plan(const MessageVectors& vectors, const PlanOptions& options);

/// The plan of phase tables that were made before, with these options and for these messages: loaded from a
/// file, say. Not collective.
Plan make_plan(const AccessPattern& pattern, const PlanOptions& options, PhaseTables tables);
Plan make_plan(const MessageVectors& vectors, const PlanOptions& options, PhaseTables tables);

/// How many units this rank's gather sends to, and receives from, each neighbour.
DestinationVector destination_vector(const AccessPattern& pattern);
SourceVector source_vector(const AccessPattern& pattern);

}  // namespace partita
