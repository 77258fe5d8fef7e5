#pragma once
/// \file Messages of the whole machine, from the phase tables of all ranks and back.

#include <map>
#include <span>
#include <utility>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// A message with both its ends.
struct Message {
  int phase;
  int from;
  int to;
  std::vector<Piece> pieces;

  auto operator<=>(const Message&) const = default;
};

/// @return units that the pieces carry
Units length(std::span<const Piece> pieces);

/// @return units among them that `sender` relays: they come from other ranks
Units relayed_length(int sender, std::span<const Piece> pieces);

/// @param ends the senders' ends of the messages, or the receivers' (`&PhaseTable::receives`)
/// @return the messages that the tables have there, ascending by phase, sender, receiver
std::vector<Message> messages(std::span<const PhaseTable> tables,
                              std::vector<Transfer> PhaseTable::*ends = &PhaseTable::sends);

/// Sorts by phase, and keeps the order within a phase.
void sort_by_phase(std::vector<Transfer>& transfers);

/// Gives the tables of all ranks as many phases as the longest of them has.
std::vector<PhaseTable> with_equal_phases(std::vector<PhaseTable> tables);

/// The pieces that ranks send each other in one stage of a staged exchange, by (from, to): those for the same
/// rank travel in one message.
using Stage = std::map<std::pair<int, int>, std::vector<Piece>>;

/// Makes the phase tables of all ranks from messages in any order.
class TableBuilder {
 public:
  explicit TableBuilder(int ranks) : tables_(ranks) {}

  /// Rank `from` sends these pieces to rank `to` in `phase`.
  void add(int phase, int from, int to, std::vector<Piece> pieces);

  /// @return tables by rank, all with `phases` phases; messages of one phase keep the order of `add`
  std::vector<PhaseTable> tables(int phases) &&;

 private:
  std::vector<PhaseTable> tables_;
};

/// The phase table of every rank when message k of the matrix, counted row by row, is sent whole in
/// phase_of[k]. O(m log d) for m messages, d of a rank.
std::vector<PhaseTable> tables_in_phases(const CommunicationMatrix& matrix, std::span<const int> phase_of,
                                         int phases);

}  // namespace partita::detail
