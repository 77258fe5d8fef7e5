#pragma once
/// \file A plan: what it is for, why, and candidates: phase tables and how to replay them, the best first.

#include <cstdint>
#include <string>
#include <vector>

#include <partita/executor/plan/transport.hpp>
#include <partita/executor/plan/way.hpp>
#include <partita/inspector/access_pattern.hpp>
#include <partita/schedule/schedule.hpp>

namespace partita {

enum class Direction {
  gather,  ///< sends what the destinations need, receives from the sources
  scatter  ///< the other way
};

/// Phase tables for the messages of a plan, and how to replay them.
struct Candidate {
  ScheduleOptions schedule;  ///< with which the tables were made
  Way way;
  PhaseTables tables;  ///< this rank's; forward: owner -> ghosts, backward: ghosts -> owner

  Strategy strategy() const { return {schedule.algorithm, way}; }
};

/// What an exchange replays.
struct Plan {
  std::uint64_t pattern;  ///< fingerprint of the access pattern that it is for, on this rank
  /// At least one; the best first. An exchange races several in its own replays (docs/learning.md). Only
  /// choose_plan gives more than one.
  std::vector<Candidate> candidates;
  Transport transport = Transport::automatic;
  std::string reason = {};  ///< one line: why the best was taken, over which other
  std::string name = {};    ///< what sentences call the exchange; empty: by the fingerprint of its messages

  Candidate& best() { return candidates.front(); }
  const Candidate& best() const { return candidates.front(); }
  Strategy strategy() const { return best().strategy(); }
};

/// How to schedule and replay. Every rank gives the same.
struct PlanOptions {
  ScheduleOptions schedule = {};
  Way way = {};  ///< a fragment of 0 bytes and a default time of messages stand for those of the machine
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

/// What sentences call the messages: "pattern 1a2b3c4d", the same on every rank. Collective.
std::string name_of(const MessageVectors& vectors);

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

namespace detail {

/// The time of messages on a machine: an inquiry, its answer, and the start-up, on the next node. Where both
/// directions share a node's bandwidth, a node sends and receives at once by `lock`. A machine without costs
/// has none that are known.
MessageTime message_time(const Machine& machine);

/// The way with what depends on the machine: fragments and the time of messages, unless the way has them.
Way way_on(const Machine& machine, Way way);

/// What a profile is to expect of this machine's messages.
void tell(Recorder& recorder, const Machine& machine);

/// True when this rank does nothing with its messages but send and receive: each leaves from, or arrives in,
/// one piece of its own buffers, and no seal reads it. Not collective.
bool in_one_piece(const Communicator& comm, const Plan& plan);

}  // namespace detail

/// The plan of phase tables that were made before, with these options and for these messages: loaded from a
/// file, say. Not collective.
Plan make_plan(const AccessPattern& pattern, const PlanOptions& options, PhaseTables tables);
Plan make_plan(const MessageVectors& vectors, const PlanOptions& options, PhaseTables tables);

/// How many units this rank's gather sends to, and receives from, each neighbour.
DestinationVector destination_vector(const AccessPattern& pattern);
SourceVector source_vector(const AccessPattern& pattern);

}  // namespace partita
