#include <utility>

#include <partita/schedule/direct/open_phase.hpp>
#include <partita/schedule/direct/pick_phase.hpp>
#include <partita/schedule/direct/rs_nl.hpp>
#include <partita/schedule/message.hpp>

namespace partita::detail {

std::vector<PhaseTable> rs_nl(const CommunicationMatrix& matrix, const Machine& machine, std::uint64_t seed) {
  Random random(seed);
  UnsentRows unsent = compress(matrix, random);
  std::size_t messages = 0;
  for (const auto& row : unsent) messages += row.size();

  TableBuilder tables(matrix.ranks());
  OpenPhase open(matrix.ranks(), machine);
  int phase = 0;
  for (; messages > 0; ++phase, open.clear())
    for (const auto [from, index] : pick_phase(unsent, open, machine.rewards_exchanges, random)) {
      auto& row = unsent[from];
      tables.add(phase, from, row[index].to, direct(from, row[index].to, row[index].length));
      row[index] = row.back();
      row.pop_back();
      --messages;
    }
  return std::move(tables).tables(phase);
}

}  // namespace partita::detail
