#include "out_of_step.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <partita/schedule/message.hpp>

namespace partita::detail {

int tolerated_skew(const Schedule& schedule, const Machine& machine) {
  require_room(machine, static_cast<int>(schedule.tables.size()));
  // Successive uses of a link suffice: between two uses by different ranks the rank changes at some
  // successive ones, which are no further apart.
  int gap = schedule.phases() + 1;
  const std::vector<Message> all = messages(schedule.tables);  // ascending by phase
  std::vector<const Message*> last(machine.links());           // to use the link
  for (const Message& message : all)
    for (const int link : machine.exclusive_links(message.from, message.to)) {
      const Message* const before = std::exchange(last[link], &message);
      if (before != nullptr && before->from != message.from)
        gap = std::min(gap, message.phase - before->phase);
    }
  return gap - 1;
}

Schedule unsynchronised(const Schedule& schedule, const Machine& machine) {
  const std::size_t ranks = schedule.tables.size();
  require_room(machine, static_cast<int>(ranks));
  std::size_t waiting = 0;
  for (const PhaseTable& table : schedule.tables) waiting += table.sends.size();

  TableBuilder tables(static_cast<int>(ranks));
  std::vector<std::size_t> next(ranks, 0);  // message of each rank
  std::vector<int> taken_in(machine.links(), -1);
  int step = 0;
  for (; waiting > 0; ++step)
    for (std::size_t from = 0; from < ranks; ++from) {
      const std::vector<Transfer>& sends = schedule.tables[from].sends;
      if (next[from] == sends.size()) continue;
      const Transfer& send = sends[next[from]];
      const std::vector<int> route = machine.exclusive_links(static_cast<int>(from), send.partner);
      const auto taken = [&](int link) { return taken_in[link] == step; };
      if (std::any_of(route.begin(), route.end(), taken)) continue;
      for (const int link : route) taken_in[link] = step;
      tables.add(step, static_cast<int>(from), send.partner, send.pieces);
      ++next[from];
      --waiting;
    }
  return {schedule.options, std::move(tables).tables(step)};
}

}  // namespace partita::detail
