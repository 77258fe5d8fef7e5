#pragma once
/// \file A plan: all that a replay needs besides the data.

#include <cstdint>
#include <string>
#include <vector>

#include <partita/executor/transport.hpp>
#include <partita/executor/way.hpp>
#include <partita/inspector/access_pattern.hpp>
#include <partita/schedule/schedule.hpp>

namespace partita {

/// Another strategy for the messages of a plan, with its phase tables.
struct Rival {
  Strategy strategy;
  PhaseTables tables;
};

/// This rank's phase tables, of the gather and of its reverse, and how to replay them.
struct Plan {
  std::uint64_t pattern;     ///< fingerprint of the access pattern that it is for, on this rank
  ScheduleOptions schedule;  ///< with which the tables were made
  Way way;
  PhaseTable gather;   ///< owner -> ghosts
  PhaseTable scatter;  ///< ghosts -> owner
  Transport transport = Transport::automatic;
  std::string reason = {};  ///< one line, if it was chosen: the choice, over which other, and why
  std::string name = {};    ///< what sentences call the exchange; empty: by the fingerprint of its messages

  /// An exchange races these against the plan in its own replays (docs/learning.md). Only choose_plan adds
  /// any.
  std::vector<Rival> rivals = {};

  Strategy strategy() const { return {schedule.algorithm, way}; }
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

/// The way with what depends on the machine: fragments and the time of messages, unless the way has them.
Way way_on(const Machine& machine, Way way);

/// True when every message of this rank leaves from, or arrives in, one piece of its own buffers: with these
/// it does nothing but send and receive. Not collective.
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
