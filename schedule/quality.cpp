#include <algorithm>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include <partita/schedule/message.hpp>
#include <partita/schedule/quality.hpp>

namespace partita {

using namespace detail;

Units longest_sum(std::span<const PhaseTable> tables) {
  if (tables.empty()) return 0;
  std::vector<Units> longest(tables.front().phases, 0);
  for (const PhaseTable& table : tables)
    for (const auto* transfers : {&table.sends, &table.receives}) {
      std::vector<Units> load(longest.size(), 0);
      for (const Transfer& transfer : *transfers) {
        const auto phase = static_cast<std::size_t>(transfer.phase);
        load[phase] += length(transfer.pieces);
        longest[phase] = std::max(longest[phase], load[phase]);
      }
    }
  return std::accumulate(longest.begin(), longest.end(), Units{0});
}

Units longest_sum_bound(const CommunicationMatrix& matrix) {
  Units largest = 0;
  std::vector<Units> received(matrix.ranks(), 0);
  for (int from = 0; from < matrix.ranks(); ++from) {
    Units sent = 0;
    for (const auto [to, length] : matrix.destinations(from)) {
      sent += length;
      largest = std::max({largest, sent, received[to] += length});
    }
  }
  return largest;
}

std::int64_t link_conflicts(std::span<const PhaseTable> tables, const Machine& machine) {
  require_room(machine, static_cast<int>(tables.size()));
  std::int64_t conflicts = 0;
  std::vector<int> last_phase(machine.links(), -1);  // in which the link was used
  for (const Message& message : messages(tables))
    for (const int link : machine.exclusive_links(message.from, message.to)) {
      int& last = last_phase[link];
      if (last == message.phase) ++conflicts;
      last = message.phase;
    }
  return conflicts;
}

double share_of_exchanges(std::span<const PhaseTable> tables) {
  std::set<std::pair<int, std::pair<int, int>>> phase_and_ends;
  for (const Message& m : messages(tables))
    if (m.from != m.to) phase_and_ends.insert({m.phase, {m.from, m.to}});
  std::size_t passing = 0;
  for (const auto& [phase, ends] : phase_and_ends)
    passing += phase_and_ends.count({phase, {ends.second, ends.first}});
  return phase_and_ends.empty() ? 0
                                : static_cast<double>(passing) / static_cast<double>(phase_and_ends.size());
}

}  // namespace partita
