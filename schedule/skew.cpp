#include <algorithm>
#include <cstddef>
#include <vector>

#include <partita/schedule/message.hpp>
#include <partita/schedule/skew.hpp>

namespace partita::detail {

int tolerated_skew(const Schedule& schedule, const Machine& machine) {
  require_room(machine, static_cast<int>(schedule.tables.size()));
  struct Use {
    int phase;
    int from;
  };
  std::vector<std::vector<Use>> uses(static_cast<std::size_t>(machine.links()));  // ascending by phase
  for (const Message& message : messages(schedule.tables))
    for (const int link : machine.route(message.from, message.to))
      uses[static_cast<std::size_t>(link)].push_back({message.phase, message.from});

  // Neighbours in the list suffice: between two uses by different ranks the rank changes at some neighbours,
  // which are no further apart.
  int gap = schedule.phases() + 1;
  for (const auto& of_link : uses)
    for (std::size_t k = 1; k < of_link.size(); ++k)
      if (of_link[k].from != of_link[k - 1].from)
        gap = std::min(gap, of_link[k].phase - of_link[k - 1].phase);
  return gap - 1;
}

}  // namespace partita::detail
