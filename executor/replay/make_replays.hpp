#pragma once
/// \file The replays of a plan for the messages of an exchange.

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include <partita/executor/plan/plan.hpp>
#include <partita/executor/replay/memory/layout.hpp>
#include <partita/executor/replay/replays.hpp>

namespace partita::detail {

/// One of each candidate; several race. Each end has one buffer, which holds the units of neighbour after
/// neighbour. Collective.
///
/// @param unit_bytes  bytes of a unit, if every replay has the same; else 0
/// @param name        what sentences call the messages: "pattern 1a2b3c4d"
/// @throws CollectiveError if a table does not carry all of the messages
Replays make_replays(const MessageVectors& vectors, const Plan& plan, Direction direction,
                     std::size_t unit_bytes, const std::string& name);

/// The layouts of a table, found on every rank. Collective. Throws CollectiveError with `sentence` if the
/// table does not carry what the places hold.
Layouts lay_out_on_all(const Communicator& comm, const PhaseTable& table,
                       std::span<const BufferPart> outgoing, std::span<const BufferPart> incoming,
                       const std::string& sentence);

}  // namespace partita::detail
