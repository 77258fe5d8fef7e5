#include "skew.hpp"

#include <algorithm>
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

}  // namespace partita::detail
