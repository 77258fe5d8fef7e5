#pragma once
/// \file The two replays of a plan, and of its rivals.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <partita/executor/learning/learnt_replay.hpp>
#include <partita/executor/plan.hpp>
#include <partita/executor/replay/layout.hpp>
#include <partita/inspector/access_pattern.hpp>

namespace partita::detail {

/// Each has one buffer at either end, which holds the units of neighbour after neighbour. A gather sends what
/// its destinations need and receives into ghosts; a scatter goes the other way. Either learns for itself.
struct PatternReplays {
  LearntReplay gather;
  std::optional<LearntReplay> scatter;
};

/// Collective.
///
/// @param unit_bytes  bytes of a unit, if every replay has the same; else 0
/// @param name        what sentences call the messages; empty: by their fingerprints
/// @param scatter     false: only the gather is set up
/// @throws CollectiveError if the plan is for other messages, or does not carry all of them.
PatternReplays make_replays(const MessageVectors& vectors, const Plan& plan, std::size_t unit_bytes = 0,
                            const std::string& name = {}, bool scatter = true);

/// The plan that is replayed now, of those that replays were made of; its reason says what was tried. If
/// gathers and scatters differ, that of the direction with more replays. It has no rivals: an exchange that
/// is given it learns nothing. Not collective, but the same on every rank.
Plan plan_now(const Plan& plan, const PatternReplays& replays);

/// The layouts of a table, found on every rank. Collective. Throws CollectiveError with `sentence` if the
/// table does not carry what the places hold.
Layouts lay_out_on_all(const Communicator& comm, const PhaseTable& table,
                       std::span<const BufferPart> outgoing, std::span<const BufferPart> incoming,
                       const std::string& sentence);

/// True when every message of this rank leaves from, or arrives in, one piece of its own buffers: with these
/// it does nothing but send and receive.
bool in_one_piece(const AccessPattern& pattern, const Plan& plan);

/// The owned value that each unit of the gather's messages is, by its local index: for neighbour after
/// neighbour the values that it needs.
std::vector<local_index> needed_values(const AccessPattern& pattern);

}  // namespace partita::detail
