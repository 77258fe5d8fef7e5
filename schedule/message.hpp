#pragma once
/// \file Messages of the whole machine: what the phase tables of all ranks say, side by side.

#include <span>
#include <vector>

#include <partita/schedule/phase_table.hpp>

namespace partita {

/// Both ends of a message.
struct Message {
  int phase;
  int from;
  int to;
  std::vector<Piece> pieces;

  auto operator<=>(const Message&) const = default;
};

/// Units that it carries.
Units length(std::span<const Piece> pieces);

/// The messages as their senders have them; ascending by phase, sender, receiver.
std::vector<Message> messages(std::span<const PhaseTable> tables);

/// Makes the phase tables of all ranks from messages in any order. The one way for an algorithm that sees the
/// whole matrix to give its result.
class TableBuilder {
 public:
  explicit TableBuilder(int ranks) : tables_(static_cast<std::size_t>(ranks)) {}

  /// In `phase`, rank `from` sends rank `to` these pieces.
  void add(int phase, int from, int to, std::vector<Piece> pieces);

  /// By rank; all with this many phases. Messages of one phase stay in the order in which they were added.
  std::vector<PhaseTable> tables(int phases) &&;

 private:
  std::vector<PhaseTable> tables_;
};

}  // namespace partita
