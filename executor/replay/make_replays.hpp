#pragma once
/// \file The replays of a plan for the messages of an exchange.

#include <cstddef>
#include <string>
#include <vector>

#include <partita/executor/plan/plan.hpp>
#include <partita/executor/replay/replays.hpp>

namespace partita::detail {

/// For each direction, one of each candidate; several race. Each end has one buffer, which holds the units of
/// neighbour after neighbour. Collective.
///
/// @param unit_bytes  bytes of a unit, if every replay has the same; else 0
/// @param name        what sentences call the messages: "pattern 1a2b3c4d"
/// @throws CollectiveError if the plan is for another pattern, or does not carry all of the messages
std::vector<Replays> make_replays(const MessageVectors& vectors, const Plan& plan,
                                  const std::vector<Direction>& directions, std::size_t unit_bytes,
                                  const std::string& name);

}  // namespace partita::detail
