#pragma once
// The complete exchange of Bokhari 1991: every rank has a message of one unit for every other rank.

#include <stdexcept>

#include <partita/schedule/schedule.hpp>

namespace partita::testing_support {

inline CommunicationMatrix complete_exchange(int ranks) {
  std::vector<DestinationVector> rows(static_cast<std::size_t>(ranks));
  for (int from = 0; from < ranks; ++from)
    for (int to = 0; to < ranks; ++to)
      if (to != from) rows[static_cast<std::size_t>(from)].push_back({to, 1});
  return CommunicationMatrix(std::move(rows));
}

// The cell of his charts (figures 6 to 9): the step, counted from 1, in which a message is under way.
inline int step_of(const Schedule& schedule, int from, int to) {
  for (const Transfer& send : schedule.tables[static_cast<std::size_t>(from)].sends)
    if (send.partner == to) return send.phase + 1;
  throw std::logic_error("no such message");
}

}  // namespace partita::testing_support
