#pragma once
/// \file The replay of a phase table for the messages of an exchange.

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include <partita/executor/exchange_entry.hpp>
#include <partita/executor/memory/layout.hpp>
#include <partita/executor/plan.hpp>
#include <partita/executor/replay/replay.hpp>

namespace partita::detail {

/// Each end has one buffer, which holds the units of neighbour after neighbour. Collective.
///
/// @param unit_bytes  bytes of a unit, if every replay has the same; else 0
/// @param name        what sentences call the messages: "pattern 1a2b3c4d"
/// @throws CollectiveError if the table does not carry all of the messages
Replay make_replay(const MessageVectors& vectors, Direction direction, const Strategy& strategy,
                   const PhaseTable& table, Transport transport, std::size_t unit_bytes,
                   const std::string& name);

/// The layouts of a table, found on every rank. Collective. Throws CollectiveError with `sentence` if the
/// table does not carry what the places hold.
Layouts lay_out_on_all(const Communicator& comm, const PhaseTable& table,
                       std::span<const BufferPart> outgoing, std::span<const BufferPart> incoming,
                       const std::string& sentence);

/// "pattern 1a2b3c4d", the same on every rank. Collective.
std::string name_of_messages(const MessageVectors& vectors);

}  // namespace partita::detail
